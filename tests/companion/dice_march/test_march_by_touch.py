"""Dice March by touch: what can be tapped at each step, and what is said to it."""

from march_positions import SEATS, move, play, position, refusal

from companion.games.dice_march import GAME
from companion.games.dice_march.asks import touched
from companion.games.dice_march.state import distance
from companion.lab.candidates import legal
from companion.pyramid.agree import Agree
from tests.tables import cases

ALONE = {"0,4,4": "r321", "4,4,0": "m213", "0,0,8": "y132"}


def offered(state):
    """The prompt and the choices of the ask for a touch."""
    (ask,) = [one for one in GAME.asks(state) if one.id == "move:touch"]
    return ask.prompt.key, [choice.value for choice in ask.choices]


def test_dm2_first_the_die_then_what_it_does_then_how_it_lies():
    """DM2: five dice; three tips and six fronts; four ways to lie, but not the one it lies in."""
    start = position()
    key, dice = offered(start)
    assert (key, len(dice)) == ("tip_or_turn_one", 5)

    key, actions = offered(position(picked=[0, 4, 4]))
    assert key == "tip_or_turn"
    assert [value["front"] for value in actions if "front" in value] == [1, 2, 3, 4, 5, 6]
    assert sum("tip" in value for value in actions) >= 1
    assert actions[-1] == {}  # start over

    key, ways = offered(position(picked=[0, 4, 4], front=3))
    assert (key, len(ways)) == ("and_to_the_left", 3 + 1)
    assert [[0, 4, 4], [3, 2, 1]] not in [way.get("turn") for way in ways]
    _key, others = offered(position(picked=[0, 4, 4], front=5))
    assert len(others) == 4 + 1


def test_dm2_a_single_die_need_not_be_tapped():
    """DM2."""
    _key, actions = offered(position(ALONE))

    assert {tuple(value) for value in actions} == {("tip",), ("die", "front")}


@cases(
    "value",
    {
        "DM2 not a die": "nonsense",
        "DM2 more than can be tapped": {"die": [0, 4, 4], "colour": "r"},
        "DM2 no such number": {"front": 7},
    },
)
def test_what_cannot_be_tapped_is_asked_again(value):
    question = touched(value, position(), "Elfi")

    assert (question.rule, question.says.key) == ("DM2", "which_die")
    assert [choice.value for choice in question.choices] == offered(position())[1]


def test_dm2_starting_over_is_only_for_whoever_is_on_turn():
    """DM2: no die need be named for it."""
    assert refusal(position(picked=[0, 4, 4]), "pick", "Elfi") is None
    assert refusal(position(picked=[0, 4, 4]), "pick", "Tom") == "DM2 not_your_turn"
    assert refusal(position(), "pick", "Elfi", cell=(4, 4, 0)) == "DM2 not_your_die"


def test_after_the_end_the_rule_that_ended_it_is_named():
    """A-DM5: It was a draw."""
    state = position(phase="over", winners=SEATS, end_rule="A-DM5")

    assert refusal(state, "turn", "Elfi", cell=(0, 4, 4), faces=(1, 2, 3)) == "A-DM5 over"


def test_a_march_that_has_not_begun_goes_on_waiting_after_an_agreement():
    """DM2: whoever would be on turn is not skipped before anybody has begun."""
    without_red = {name: lying for name, lying in position().pyramid.items() if lying[0] != "r"}
    agreed = Agree(pyramid=without_red)
    waiting, marching = position(phase="begin"), position()

    assert GAME.play(waiting, agreed).state.on_turn == "Elfi"
    assert GAME.play(marching, agreed).state.on_turn == "Tom"
    assert GAME.play(waiting, Agree(pyramid={})).state.phase == "begin"
    assert GAME.outcome(GAME.play(marching, Agree(pyramid={})).state) is not None


@cases(
    "cell, tips",
    {
        "DM15 in the goal of side A": ((8, 0, 0), (0, 8, 8)),
        "DM15 in the goal of side C": ((0, 0, 8), (8, 8, 0)),
        "DM15 on the way": ((3, 1, 4), (5, 7, 4)),
    },
)
def test_how_far_a_die_has_to_go(cell, tips):
    assert tuple(distance(axis, cell) for axis in range(3)) == tips


def test_how_many_moves_each_seat_may_make():
    """DM2: 127 for who is on turn, and everybody may offer a draw (A-DM5)."""
    state = position()
    assert [len(legal(GAME, state, seat)) for seat in SEATS] == [128, 1, 1]
    assert [len(legal(GAME, position(phase="begin"), seat)) for seat in SEATS] == [1, 1, 1]

    begun = play(position(phase="begin"), "begin", "Uli").state
    assert [len(legal(GAME, begun, seat)) for seat in SEATS] == [1, 1, 128]
    assert legal(GAME, position(phase="over", winners=SEATS, end_rule="A-DM5"), "Elfi") == ()
    assert GAME.read_move({"move": "draw", "seat": "Tom"}) == move("draw", "Tom")
    assert GAME.start(SEATS, GAME.options()).on_turn == "Elfi"
