"""Liar's dice at the table: which bids are higher, who may doubt, and who loses a die."""

from random import Random

import pytest

from companion.asks import Kind
from companion.bots import LEVELS
from companion.games.liars_dice import GAME
from companion.games.liars_dice import bot as bots
from companion.games.liars_dice.state import Raise, all_dice, least
from companion.games.liars_dice.things import Things
from companion.rulings import Verdict
from tests.companion.at_the_table import AtTheTable
from tests.companion.liars_dice.claims import (
    FEW,
    FOURS,
    SEATS,
    bid,
    doubt,
    exact,
    next_round,
    played,
    refused,
    show,
)


def options(**wanted):
    return GAME.read_options(wanted)


PLAIN, NOT_WILD, SPOT_ON = {"ones": "plain"}, {"wild": False}, {"exact": "back"}


@pytest.mark.parametrize(
    ("last", "then", "house", "rule"),
    [
        pytest.param((4, 5), (5, 2), {}, None, id="LD4 more dice of any number"),
        pytest.param((4, 5), (4, 6), {}, None, id="LD4 as many of a higher number"),
        pytest.param((4, 5), (4, 5), {}, "LD4", id="LD4 the same is not higher"),
        pytest.param((4, 5), (4, 2), {}, "LD4", id="LD4 as many of a lower number"),
        pytest.param((4, 5), (3, 6), {}, "LD4", id="LD4 fewer dice"),
        pytest.param((4, 5), (15, 6), {}, None, id="LD3 all dice"),
        pytest.param((4, 5), (16, 6), {}, "LD3", id="LD3 more than there are"),
        pytest.param(None, (1, 2), {}, None, id="LD3 the first bid may be low"),
        pytest.param(None, (3, 1), {}, "LD6", id="LD6 no round begins with ones"),
        pytest.param(None, (3, 1), PLAIN, None, id="LD6 but where they are like any number"),
        pytest.param(None, (3, 1), NOT_WILD, None, id="LD6 and where they are not wild"),
        pytest.param((5, 3), (3, 1), {}, None, id="LD6 half as many ones, rounded up"),
        pytest.param((5, 3), (2, 1), {}, "LD6", id="LD6 not less than half"),
        pytest.param((3, 1), (4, 1), {}, None, id="LD6 more ones"),
        pytest.param((3, 1), (3, 1), {}, "LD6", id="LD6 as many ones"),
        pytest.param((3, 1), (7, 2), {}, None, id="LD6 back with twice as many and one"),
        pytest.param((3, 1), (6, 6), {}, "LD6", id="LD6 twice as many are too few"),
        pytest.param((3, 1), (3, 2), PLAIN, None, id="LD6 plain ones are the lowest number"),
        pytest.param((3, 6), (3, 1), NOT_WILD, "LD4", id="LD4 without wild ones"),
    ],
)
def test_which_bids_are_higher(last, then, house, rule):
    bids = (bid("Ada", *last),) if last else ()
    state = played(options(**house), bids=bids, turn="Ben" if last else "Ada")
    seat = "Ben" if last else "Ada"

    assert refused(state, bid(seat, *then)) == rule
    assert (least(state, then[1]) <= then[0] <= all_dice(state)) is (rule is None)


BID, CALLED = (bid("Ada", 3, 4),), (bid("Ada", 3, 4), doubt("Ben"))
COUNTED = (*CALLED, *FOURS)


@pytest.mark.parametrize(
    ("before", "move", "house", "rule"),
    [
        pytest.param((), bid("Ben", 1, 2), {}, "LD2", id="LD2 not the turn"),
        pytest.param((), doubt("Ada"), {}, "LD7", id="LD7 nothing is bid"),
        pytest.param(BID, doubt("Ada"), {"doubt": "anybody"}, "LD7", id="LD7 the own bid"),
        pytest.param(BID, doubt("Cem"), {}, "LD7", id="LD7 out of turn"),
        pytest.param(BID, doubt("Cem"), {"doubt": "anybody"}, None, id="LD7 anybody"),
        pytest.param(BID, exact("Ben"), {}, "LD8", id="LD8 not played"),
        pytest.param((), exact("Ada"), SPOT_ON, "LD8", id="LD8 nothing is bid"),
        pytest.param(BID, exact("Cem"), SPOT_ON, "LD8", id="LD8 out of turn"),
        pytest.param(BID, exact("Ben"), SPOT_ON, None, id="LD8 in turn"),
        pytest.param((), show("Ada", 1, 2), {}, "LD9", id="LD9 nobody has doubted"),
        pytest.param(CALLED, bid("Cem", 4, 4), {}, "LD2", id="LD9 no bid after the doubt"),
        pytest.param(CALLED, doubt("Cem"), {}, "LD7", id="LD9 no second doubt"),
        pytest.param(CALLED, show("Cem", 4, 6), {}, "LD9", id="LD9 first whoever doubted"),
        pytest.param(CALLED, show("Ben", 4), {}, "LD9", id="LD9 a die is missing"),
        pytest.param(CALLED, show("Ben", 4, 4, 4), {}, "LD9", id="LD9 a die too many"),
        pytest.param(CALLED, next_round(), {}, "LD11", id="LD11 not all are shown"),
        pytest.param(COUNTED, bid("Ben", 1, 2), {}, "LD2", id="LD11 the next round has not begun"),
        pytest.param(COUNTED, next_round(), {}, None, id="LD11 the next round"),
    ],
)
def test_what_may_be_done(before, move, house, rule):
    assert refused(played(options(**house), *before, counts=FEW), move) == rule


@pytest.mark.parametrize(
    ("count", "calls", "house", "left", "begins"),
    [
        pytest.param(3, doubt, {}, (2, 1, 2), "Ben", id="LD7 with the one there are three fours"),
        pytest.param(4, doubt, {}, (1, 2, 2), "Ada", id="LD7 there are not four"),
        pytest.param(3, doubt, NOT_WILD, (1, 2, 2), "Ada", id="LD5 the one does not count"),
        pytest.param(
            5, doubt, {"loss": "difference"}, (0, 2, 2), "Ben", id="LD10 two off, and LD11 the next"
        ),
        pytest.param(1, doubt, {"loss": "difference"}, (2, 0, 2), "Cem", id="LD10 two off the other way"),
        pytest.param(3, doubt, {"loss": "difference"}, (2, 1, 2), "Ben", id="LD10 at least one"),
        pytest.param(3, exact, SPOT_ON, (2, 3, 2), "Ben", id="LD8 exactly, a die comes back"),
        pytest.param(2, exact, SPOT_ON, (2, 1, 2), "Ben", id="LD8 one more is not exactly"),
        pytest.param(3, exact, {"exact": "others"}, (1, 2, 1), "Ben", id="LD8 the others lose"),
    ],
)
def test_who_loses_dice_and_who_begins(count, calls, house, left, begins):
    state = played(options(**house), bid("Ada", count, 4), calls("Ben"), *FOURS, counts=FEW)

    assert (tuple(state.counts.values()), state.turn) == (left, begins)


def test_ld8_nobody_gets_more_dice_than_at_the_start():
    notes = GAME.play(
        played(options(exact="back", dice=3), bid("Ada", 1, 4), exact("Ben"), show("Ben", 2, 2, 4),
               show("Cem", 2, 3, 3)),
        show("Ada", 2, 3, 3),
    )  # fmt: skip
    assert notes.state.counts["Ben"] == 3 and notes.notes[-1].says.key == "note.full"


def test_ld12_in_a_palifico_ones_are_ones_and_the_number_stays():
    last = {"Ada": 1, "Ben": 2, "Cem": 2}
    state = played(options(palifico=True), next_round(), phase="shown", counts=last)
    assert state.palifico and refused(state, bid("Ada", 1, 1)) is None
    state = played(options(), bid("Ada", 1, 4), palifico=True, counts=last)
    assert refused(state, bid("Ben", 2, 5)) == "LD12" and refused(state, bid("Ben", 1, 4)) == "LD12"
    counted = (bid("Ben", 2, 4), doubt("Cem"), show("Cem", 1, 4), show("Ada", 3), show("Ben", 1, 2))
    done = played(options(), bid("Ada", 1, 4), *counted, palifico=True, counts=last)
    assert done.counts["Ben"] == 1


@pytest.mark.parametrize(
    ("counts", "been"),
    [
        pytest.param({"Ada": 1, "Ben": 2, "Cem": 2}, ("Ada",), id="LD12 once each"),
        pytest.param({"Ada": 1, "Ben": 2, "Cem": 0}, (), id="LD12 not for the last two"),
        pytest.param({"Ada": 2, "Ben": 1, "Cem": 2}, (), id="LD12 only who begins"),
    ],
)
def test_no_palifico(counts, been):
    before = {"phase": "shown", "counts": counts, "been_palifico": been}
    assert not played(options(palifico=True), next_round(), **before).palifico


def test_ld13_the_last_one_with_dice_wins():
    one = {"Ada": 1, "Ben": 1, "Cem": 0}
    state = played(options(), bid("Ada", 2, 4), doubt("Ben"), show("Ben", 4), show("Ada", 2), counts=one)
    assert GAME.outcome(state).winners == ("Ben",) and GAME.asks(state) == ()
    assert refused(state, next_round()) == "LD13"


def test_ld13_who_is_out_is_passed_over():
    state = played(options(), bid("Ada", 1, 4), counts={"Ada": 2, "Ben": 0, "Cem": 2})
    assert state.turn == "Cem"


def told(at, kind, value, name, seat="Ada"):
    ask = next(ask.id for ask in at.table.asks if ask.id.partition(":")[0] == name)
    return at.hear(kind, value, seat, ask=ask)


def test_a_round_is_told_by_touch_by_a_button_and_by_dice():
    at = AtTheTable(GAME, ("Ada", "Ben"), dice=3)
    told(at, Kind.CHOICE, [4, 4], "bid")
    at.press("Ben", after_ms=300)
    at.wait(500)
    assert (at.state.caller, at.state.exact) == ("Ben", False)
    assert told(at, Kind.DICE, {"pips": [4, 4]}, "show", "").verdict is not Verdict.ACCEPTED
    told(at, Kind.DICE, {"pips": [4, 2, 3]}, "show", "")
    told(at, Kind.DICE, {"pips": [1, 2, 3]}, "show", "")
    assert (at.state.counts, at.state.turn) == ({"Ada": 3, "Ben": 2}, "Ben")
    told(at, Kind.CONFIRM, True, "next")
    assert at.state.phase == "bid" and not at.state.shown


def test_ld1_no_state_and_no_screen_knows_what_lies_under_a_cup():
    state = GAME.start(SEATS, options())
    things = Things(GAME, SEATS, options(), Random(1))
    assert len(things.hand(state, "Ada")) == 5
    view = GAME.view(played(options(), *BID))
    assert not view.dice and not state.shown and GAME.lies(state).dice is None


# --- bots ---


def won(levels, seed, **house):
    """Who wins among bots of these *levels*, each of which sees its own dice alone."""
    seats, random = SEATS[: len(levels)], Random(seed)
    state, things = GAME.start(seats, options(**house)), Things(GAME, seats, options(**house), Random(seed))
    for _ in range(2_000):
        if state.phase == "over":
            return GAME.outcome(state).winners[0]
        if state.phase == "bid":
            seat = state.turn
            move = bots.choose(state, seat, levels[seats.index(seat)], random, hand=things.hand(state, seat))
        elif state.phase == "show":
            seat = GAME.asks(state)[0].seats[0]
            move = show(seat, *map(int, things.hand(state, seat)))
        else:
            move = next_round(state.turn)
        assert GAME.refuse(state, move) is None, move
        state = GAME.play(state, move).state
        things.left = dict(state.counts)
        if isinstance(move, type(next_round())):
            things.shake()
    raise AssertionError("no end")


@pytest.mark.parametrize("level", LEVELS)
def test_bots_come_to_an_end_with_every_house_rule(level):
    for seed, house in enumerate(({}, {"palifico": True, "exact": "back"}, {"ones": "plain", "wild": False})):
        assert won([level] * 3, seed, **house) in SEATS


def test_a_stronger_bot_wins_more_often():
    assert sum(won(["strong", "easy"], seed) == "Ada" for seed in range(60)) > 32


def test_a_bot_decides_by_its_own_dice_alone():
    state = played(options(), bid("Ada", 6, 4))
    none, many = ("2", "2", "3", "5", "6"), ("1", "4", "4", "4", "4")
    believes = [bots.choose(state, "Ben", "medium", Random(1), hand=hand) for hand in (none, many)]
    assert believes[0] == doubt("Ben") and isinstance(believes[1], Raise)
    assert bots.choose(state, "Cem", "medium", Random(1), hand=none) is None, "it is not its turn"
