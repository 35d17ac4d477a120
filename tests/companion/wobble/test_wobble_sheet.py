"""The sheet of Wobble: people change places, their columns do not."""

from companion.games.wobble import GAME


def test_w29_after_a_swap_of_seats_everybody_keeps_the_own_column():
    state = GAME.read_position(
        {
            "seats": ["Ada", "Ben", "Cem"],
            "order": ["Ben", "Ada", "Cem"],
            "players": {"Ada": {"minus": 10}, "Ben": {"minus": 20}, "Cem": {"minus": 30}},
        }
    )

    total = GAME.view(state).sheet[-1]

    assert total.cells == ("10", "20", "30")
