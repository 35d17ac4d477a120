"""Pack Rat after the Stop: too late, the end, and games that nobody follows die by die."""

from companion.asks import MS, Fact, Kind, Source
from companion.games.pack_rat import GAME
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.late import fine
from companion.games.pack_rat.state import PackRatOptions
from tests.companion.pack_rat.hunts import SEATS, SECOND, after, ask, hunt, notes, refused, told
from tests.tables import cases

# --- too late ---


@cases(
    "counts, result",
    {
        "PR8 one for each of the others": ((5, 0, 7), (3, 1, 8)),
        "PR8 just enough": ((2, 0, 0), (0, 1, 1)),
        "PR8 not enough for all: none": ((1, 4, 7), (1, 4, 7)),
    },
)
def test_what_a_late_die_costs(counts, result):
    assert tuple(fine(dict(zip(SEATS, counts, strict=True)), SEATS, "Ann").values()) == result


@cases(
    "gone_at_ms, within_ms, scores",
    {
        "A-PR1 within the grace": (1100, 0, (6, 0, 7)),
        "A-PR1 at its very end": (1150, 0, (6, 0, 7)),
        "A-PR1 after it": (1151, 0, (3, 1, 8)),
    },
)
def test_a_die_in_the_hand_at_the_stop(gone_at_ms, within_ms, scores):
    """The frame arrives after the Stop; what counts is when it was taken."""
    state = hunt(dice={"Ann": 5, "Ben": 0, "Cleo": 7})
    late = m.Take(cells=((1, 0, 0),), t=gone_at_ms * MS, within=within_ms * MS)

    state = after(state, m.Stop(seat="Ann", t=1000 * MS), late)

    assert tuple(GAME.scores(state).values()) == scores


def test_pr8_a_take_seen_before_the_stop_was_heard_is_late_all_the_same():
    """PR8."""
    state = hunt(dice={"Ann": 5, "Ben": 0, "Cleo": 7})

    state = after(state, m.Take(cells=((1, 0, 0),), t=2 * SECOND), m.Stop(seat="Ann", t=SECOND))

    assert GAME.scores(state) == {"Ann": 3, "Ben": 1, "Cleo": 8}
    assert "1,0,0" in state.pyramid
    assert state.returning == ((1, 0, 0),)


def test_pr8_the_same_late_die_costs_only_once_and_is_seen_back():
    """PR8."""
    state = hunt(dice={"Ann": 5})
    state = after(state, m.Stop(seat="Ann", t=SECOND))
    without = {"taken": ["1,0,0"]}
    state = after(state, told(state, "take", without, t=3 * SECOND, source=Source.CAMERA))
    assert refused(state, told(state, "take", without, t=4 * SECOND, source=Source.CAMERA)) == (
        "PR8",
        "refused.must_return",
    )

    state = after(state, told(state, "take", {"dice": state.pyramid}, source=Source.CAMERA))

    assert state.returning == ()
    assert GAME.scores(state)["Ann"] == 3


def test_a_pr1_where_pictures_cannot_decide_the_table_is_asked():
    """A-PR1."""
    state = after(hunt(dice={"Ann": 5}), m.Stop(seat="Ann", t=SECOND))
    state = after(state, told(state, "tap", {"cells": [[1, 0, 0]]}, seat="Ann", t=2 * SECOND))
    assert state.phase == "audit"

    in_time = after(state, told(state, "late", "in time"))
    late = after(state, told(state, "late", "late"))

    assert (GAME.scores(in_time)["Ann"], GAME.scores(late)["Ann"]) == (6, 3)


def test_a_pr3_each_late_die_costs_or_only_the_first():
    """A-PR3."""
    dice = {"Ann": 9, "Ben": 0, "Cleo": 0}
    ori = {"1,0,0": [1, 3, 2], "0,1,0": [1, 2, 4]}
    both = m.Take(cells=((1, 0, 0), (0, 1, 0)), t=5 * SECOND)

    each = after(hunt(1, ori, dice=dice), m.Stop(seat="Ann", t=SECOND), both)
    once = after(hunt(1, ori, dice=dice, options={"per_die": False}), m.Stop(seat="Ann", t=SECOND), both)

    assert GAME.scores(each) == {"Ann": 5, "Ben": 2, "Cleo": 2}
    assert GAME.scores(once) == {"Ann": 7, "Ben": 1, "Cleo": 1}


def test_a_pr4_late_dice_find_their_funnels_again():
    """A-PR4."""
    ori = {"1,0,0": [1, 3, 2], "2,0,0": [1, 2, 4]}
    state = after(hunt(1, ori), m.Stop(seat="Ann", t=SECOND))

    state = after(state, m.Take(cells=((2, 0, 0), (1, 0, 0)), t=5 * SECOND))

    assert {"1,0,0", "2,0,0"} <= set(state.pyramid)
    assert state.returning == ((2, 0, 0), (1, 0, 0))
    assert state.late == {"Ann": 2}


def test_a_pr4_a_die_above_one_that_was_taken_in_time_was_in_time_too():
    """A-PR4."""
    ori = {"1,0,0": [1, 3, 2], "2,0,0": [1, 2, 4]}
    upper = m.Take(cells=((1, 0, 0),), t=1500 * MS, within=1000 * MS)
    lower = m.Take(cells=((2, 0, 0),), t=1600 * MS, within=1000 * MS)
    state = after(hunt(1, ori), upper, lower, m.Stop(seat="Ann", t=SECOND))
    state = after(state, m.Judge(cell=(2, 0, 0), late=False))

    assert refused(state, m.Judge(cell=(1, 0, 0), late=True)) == ("A-PR4", "refused.below_is_gone")


def test_pr8_a_stop_must_come_first():
    """PR8."""
    assert refused(hunt(), m.Late(seat="Ann")) == ("PR8", "refused.late_without_stop")


# --- nothing left, and the end ---


@cases(
    "pyramid, waits",
    {
        "PR10 only base dice left": ({"layers": [8], "minus": [[8, 0, 0]]}, "settle"),
        "PR10 one die above the base": ({"layers": [8], "plus": [[7, 0, 0]]}, "roll"),
        "PR10 nothing left": ({}, "settle"),
    },
)
def test_the_end_comes_with_a_stop(pyramid, waits):
    state = hunt(pyramid=pyramid)
    assert GAME.outcome(state) is None  # A-PR7: not before the Stop

    assert after(state, m.Stop(seat="Ann")).phase == waits


def test_a_pr7_base_dice_may_be_taken_until_the_stop():
    """A-PR7."""
    state = hunt(1, pyramid={"layers": [8], "ori": {"8,0,0": [1, 3, 2]}})

    assert GAME.scores(after(state, m.Take(cells=((8, 0, 0),))))["Ann"] == 1


@cases(
    "dice, winners",
    {"PR1 most dice": ((50, 52, 55), ("Cleo",)), "PR1 ties share": ((55, 52, 55), ("Ann", "Cleo"))},
)
def test_who_wins(dice, winners):
    state = hunt(pyramid={"layers": [8]}, dice=dict(zip(SEATS, dice, strict=True)))

    state = after(state, m.Stop(seat="Ann"), m.Settle())

    assert GAME.outcome(state).winners == winners
    assert refused(state, m.Settle()) == ("PR10", "refused.over")


def test_a_pr5_nothing_to_find_is_told_only_on_request_and_only_if_it_is_certain():
    """A-PR5."""
    quiet, certain = hunt(6), hunt(6, options={"empty_hint_s": 20})
    unread = hunt(6, {}, options={"empty_hint_s": 20})

    assert ask(quiet, "stop").within_ms == 0
    assert ask(certain, "stop").within_ms == 20_000
    assert refused(quiet, m.Waited()) == ("A-PR5", "refused.no_hint")
    assert notes(certain, m.Waited()) == ["note.empty"]
    assert notes(unread, m.Waited()) == []
    assert notes(hunt(1, options={"empty_hint_s": 20}), m.Waited()) == []
    assert isinstance(
        GAME.understand(certain, ask(certain, "stop"), Fact(Kind.TIME, "stop", 0, Source.CLOCK)), m.Waited
    )


def test_a_pr6_colours_do_not_matter():
    """A-PR6."""
    state = hunt(1, {})
    red = {**state.pyramid, "1,0,0": "r132"}

    for colour in "rym?":
        pyramid = {**red, "1,0,0": f"{colour}132"}
        taken = after(hunt(1, pyramid=pyramid), m.Take(cells=((1, 0, 0),)))
        assert GAME.scores(taken)["Ann"] == 1


# --- nobody follows the dice ---


def counted(*dice, state=None):
    state = state or after(GAME.start(SEATS, PackRatOptions()), m.Built(follow="counts"))
    state = after(state, m.Roll(number=1), m.Stop(seat=state.roller))
    for seat, count in zip(SEATS, dice, strict=True):
        state = after(state, m.Counted(seat=seat, dice=count))
    return state


def test_pr1_without_eyes_everybody_counts_after_the_stop():
    """PR1."""
    state = counted(3, 0, 2)

    assert GAME.scores(state) == {"Ann": 3, "Ben": 0, "Cleo": 2}
    assert state.phase == "roll"
    assert refused(state, m.Take(cells=((1, 0, 0),))) == ("PR12", "refused.take_in_counts")
    assert refused(state, m.Counted(seat="Ann", dice=1)) == ("PR7", "refused.count_after_stop")


def test_pr8_without_eyes_a_late_die_is_one_tap():
    """PR8."""
    state = counted(5, 0, 7)

    state = after(state, told(state, "late", "Ann"))

    assert GAME.scores(state) == {"Ann": 3, "Ben": 1, "Cleo": 8}


def test_pr10_without_eyes_the_table_is_asked_only_when_it_can_be_over():
    """PR10."""
    state = counted(60, 30, 20)
    assert state.phase == "roll"
    state = counted(20, 10, 0, state=state)
    assert state.phase == "audit"

    assert after(state, told(state, "base", "no")).phase == "roll"
    assert after(state, told(state, "base", "yes")).phase == "settle"


def test_pr1_more_dice_than_there_were_cannot_be():
    """PR1."""
    state = after(GAME.start(SEATS, PackRatOptions()), m.Built(follow="counts"), m.Roll(number=1))
    state = after(state, m.Stop(seat="Ann"), m.Counted(seat="Ann", dice=160))

    assert refused(state, m.Counted(seat="Ben", dice=5)) == ("PR1", "refused.too_many")
