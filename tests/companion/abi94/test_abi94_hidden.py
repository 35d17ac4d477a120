"""What the table of Abi '94 knows of hidden hands, and how many moves each seat may make."""

from abi94_evenings import REPLACE, SEATS, after, calm, position, scored, started, turning

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.deck import shipped
from companion.games.abi94.knowledge import copies_left, kinds_in_hand, nothing_but_mantas_hidden
from companion.lab.candidates import legal
from tests.tables import cases

PLAIN = [kind.id for kind in shipped("a") if kind.id != "MA" for _ in range(kind.count)]
MANTAS = 5


def lying(*cards, draw=MANTAS, discard=0, hand=()):
    """A table on which these cards lie open; Ada holds *hand*."""
    state = position(Ada={"hand": list(hand)}, Ben={"hand": [], "before": list(cards)})
    return REPLACE(state, draw=draw, discard=("?",) * discard)


@cases(
    "state, nothing_else",
    {
        "AB32 the five Mantas are all that is left": (lying(*PLAIN), True),
        "AB32 although they were thrown away": (lying(*PLAIN, draw=0, discard=5), True),
        "AB32 wherever they are": (lying(*PLAIN, draw=3, hand=["?", "?"]), True),
        "AB32 one other card is hidden": (lying(*PLAIN[1:], draw=4, hand=["?", "?"]), False),
        "AB32 one other card can be drawn": (lying(*PLAIN[1:], draw=6), False),
        "AB32 it is known where": (lying(*PLAIN[1:], draw=4, hand=[PLAIN[0]]), True),
    },
)
def test_whether_only_mantas_are_hidden(state, nothing_else):
    assert nothing_but_mantas_hidden(state) is nothing_else


def test_a_card_that_lies_open_everywhere_is_in_no_hand():
    ones, others = [c for c in PLAIN if c == "+1"], [c for c in PLAIN if c != "+1"]
    state = lying(*ones, draw=20, hand=["?", "-2"])

    assert copies_left(state, "+1") == 0
    assert "+1" not in kinds_in_hand(state, "Ada")
    assert set(kinds_in_hand(state, "Ada")) == {*others, "MA"}
    one_left = lying(*ones[1:], draw=20, hand=["?", "-2"])
    assert "+1" in kinds_in_hand(one_left, "Ada")
    assert kinds_in_hand(lying(hand=["-2", "+1"]), "Ada") == ("+1", "-2")


def in_the_window():
    """Everybody has laid a card; Ada has handed in."""
    state = turning()
    for seat in SEATS:
        state = after(state, m.Play(seat=seat, target=seat, card="+1"))
    return after(state, m.HandIn(seat="Ada"))


@cases(
    "state, counts",
    {
        "AB5 anybody deals": (started(), (1, 1, 1, 1)),
        "AB6 none to three cards": (after(started(), m.Deal()), (4, 4, 4, 4)),
        "AB6 but only once": (after(started(), m.Deal(), m.Swap(seat="Ben", count=0)), (4, 0, 4, 4)),
        "AB8 anybody may lead": (
            after(started(), m.Deal(), *(m.Swap(seat=seat, count=0) for seat in SEATS)),
            (4, 4, 4, 4),
        ),
        "AB9 fourteen kinds before four players": (turning(), (56, 0, 0, 0)),
        "AB38 hand in, be ready, close": (in_the_window(), (1, 3, 3, 3)),
        "AB39 ten faces": (scored(turning(), 5, 5, 5, 5), (10, 10, 10, 10)),
        "AB39 but only once": (
            after(scored(turning(), 5, 5, 5, 5), m.Test(seat="Ada", face=9)),
            (0, 10, 10, 10),
        ),
        "AB1 the next deal": (calm(scored(turning(), 5, 5, 5, 5)), (1, 1, 1, 1)),
    },
)
def test_how_many_moves_each_seat_may_make(state, counts):
    assert tuple(len(legal(GAME, state, seat)) for seat in SEATS) == counts
