"""Pack Rat, rule by rule."""

import pytest

from companion.asks import Ask
from companion.facts import MS, Fact, Kind, Source
from companion.games.pack_rat import GAME
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.late import fine
from companion.games.pack_rat.options import PackRatOptions
from companion.games.pack_rat.takes import owners, takeable
from companion.pyramid.agree import Agree
from companion.pyramid.cells import FULL, cells_of
from companion.pyramid.examples import mixed
from companion.pyramid.learning import Seen
from companion.pyramid.notation import die, name_of, read_pyramid
from companion.rulings import Question

SEATS = ("Ann", "Ben", "Cleo")  # at the sides A, B and C
FIRST_THREE = {"1,0,0": [1, 3, 2], "0,1,0": [2, 1, 3], "0,0,1": [3, 2, 1]}
SECOND = 1000 * MS


def hunt(number=1, ori=FIRST_THREE, **more):
    """A complete pyramid without its top die, and the turquoise die has just shown *number*."""
    pyramid = read_pyramid({"full": True, "minus": [[0, 0, 0]], "ori": ori})
    position = {"seats": SEATS, "phase": "hunt", "number": number, "pyramid": pyramid, "rounds": 1}
    return GAME.read_position({**position, **more})


def after(state, *moves):
    for move in moves:
        refusal = GAME.refuse(state, move)
        assert refusal is None, refusal
        state = GAME.play(state, move).state
    return state


def refused(state, move):
    refusal = GAME.refuse(state, move)
    return (refusal.rule, refusal.says.key) if refusal else None


def notes(state, move):
    return [note.says.key for note in GAME.play(state, move).notes]


def ask(state, name) -> Ask:
    return next(one for one in GAME.asks(state) if one.id.partition(":")[0] == name)


def told(state, name, value, **more):
    wanted = ask(state, name)
    fact = Fact(wanted.kind, value, more.pop("t", 0), more.pop("source", Source.TOUCH), **more)
    return GAME.understand(state, wanted, fact)


# --- what may be taken ---


@pytest.mark.parametrize(
    ("number", "ori", "lists"),
    [
        pytest.param(1, {"1,0,0": [1, 3, 2]}, ["1,0,0", "", ""], id="PR3 the A face is for side A"),
        pytest.param(3, {"1,0,0": [1, 3, 2]}, ["", "1,0,0", ""], id="PR3 the B face is for side B"),
        pytest.param(2, {"1,0,0": [1, 3, 2]}, ["", "", "1,0,0"], id="PR3 the C face is for side C"),
        pytest.param(6, {"1,0,0": [1, 3, 2]}, ["", "", ""], id="PR3 a number below is nobody's"),
        pytest.param(1, {"2,0,0": [1, 3, 2]}, ["", "", ""], id="PR3 a covered die is not free"),
        pytest.param(3, FIRST_THREE, ["0,0,1", "1,0,0", "0,1,0"], id="PR4 each die for one side"),
    ],
)
def test_what_each_side_may_take(number, ori, lists):
    found = takeable(hunt(number, ori).pyramid, number)

    assert [",".join(map(name_of, cells)) for cells in found] == lists


def test_pr4_no_die_is_takeable_for_two():
    """PR4."""
    for number in range(1, 7):
        lists = takeable(mixed(3), number)
        assert len({cell for cells in lists for cell in cells}) == sum(map(len, lists))


def test_pr5_a_freed_die_may_be_taken_at_once():
    """PR5: Under (1,0,0) lies (2,0,0); it is free as soon as its three covers are gone."""
    ori = {"1,0,0": [1, 3, 2], "2,0,0": [1, 2, 4]}
    state = hunt(1, ori)
    assert refused(state, m.Take(seat="Ann", cells=((2, 0, 0),))) == ("PR11", "refused.not_free")

    state = after(state, m.Take(seat="Ann", cells=((1, 0, 0),)), m.Take(seat="Ann", cells=((2, 0, 0),)))

    assert GAME.scores(state)["Ann"] == 2


# --- whose it was ---


def test_pr12_a_vanished_die_belongs_to_the_side_that_saw_the_number():
    """PR12."""
    state = after(hunt(3), m.Take(cells=((1, 0, 0), (0, 0, 1))))

    assert GAME.scores(state) == {"Ann": 1, "Ben": 1, "Cleo": 0}


def test_pr12_two_known_faces_tell_the_third():
    """PR12."""
    assert owners(die("?", (None, 3, 2)), 1).only == 0
    assert owners(die("?", (None, None, 2)), 1).only is None


def test_pr12_an_unread_die_is_asked_about_after_the_stop():
    """PR12."""
    state = after(hunt(4, {}), m.Take(cells=((1, 0, 0),)), m.Stop(seat="Ann"))
    whose = ask(state, "whose")
    assert [choice.value for choice in whose.choices] == ["Ann", "Ben", "Cleo", "nobody"]
    assert refused(state, m.Roll(seat="Ben", number=1)) == ("PR2", "refused.roll_in_audit")

    state = after(state, told(state, "whose", "Cleo"))

    assert GAME.scores(state) == {"Ann": 0, "Ben": 0, "Cleo": 1}
    assert state.phase == "roll"


def test_pr12_nobodys_die_goes_back():
    """PR12."""
    state = after(hunt(4, {}), m.Take(cells=((1, 0, 0),)), m.Stop(seat="Ann"))

    state = after(state, told(state, "whose", "nobody"))

    assert "1,0,0" in state.pyramid
    assert sum(GAME.scores(state).values()) == 0


@pytest.mark.parametrize(
    ("move", "ruling"),
    [
        pytest.param(m.Take(cells=((0, 1, 0),)), ("PR11", "refused.nobodys"), id="PR11 nobody's number"),
        pytest.param(
            m.Take(seat="Ben", cells=((0, 1, 0),)),
            ("PR11", "refused.wrong_number"),
            id="PR11 not here",
        ),
        pytest.param(
            m.Take(seat="Ben", cells=((1, 0, 0),)),
            ("A-PR8", "refused.belongs_to"),
            id="A-PR8 two hands",
        ),
        pytest.param(m.Take(cells=((8, 0, 0),)), ("PR11", "refused.not_free"), id="PR11 it carries others"),
        pytest.param(m.Take(cells=((0, 0, 0),)), ("PR12", "refused.nothing_there"), id="PR12 no die there"),
        pytest.param(m.Take(cells=()), ("PR12", "refused.nothing_taken"), id="PR12 nothing gone"),
        pytest.param(
            m.Take(cells=((1, 0, 0),) * 2), ("PR12", "refused.nothing_there"), id="PR12 twice the same"
        ),
        pytest.param(
            m.Take(seat="Dan", cells=((1, 0, 0),)), ("PR1", "refused.no_such_seat"), id="PR1 a stranger"
        ),
    ],
)
def test_takes_that_are_refused(move, ruling):
    ori = {"1,0,0": [4, 1, 2], "0,1,0": [3, 2, 1]}

    assert refused(hunt(4, ori), move) == ruling


def test_a_pr2_a_wrong_die_may_cost_as_a_house_rule():
    """A-PR2."""
    state = hunt(6, options={"wrong_take": "penalty"}, dice={"Ann": 5, "Ben": 0, "Cleo": 7})
    move = m.Take(seat="Ann", cells=((1, 0, 0),))

    assert GAME.play(state, move).notes[0].rule == "A-PR2"
    state = after(state, move)

    assert GAME.scores(state) == {"Ann": 3, "Ben": 1, "Cleo": 8}
    assert "1,0,0" in state.pyramid


def test_pr13_dice_that_were_knocked_over_are_rebuilt_or_agreed_on():
    """PR13."""
    state = hunt()
    question = told(state, "take", {"turned": {"1,0,0": "?654"}}, source=Source.CAMERA)
    assert isinstance(question, Question)
    assert question.rule == "PR13"
    as_remembered, as_it_lies = (
        told(state, "take", choice.value, source=Source.CAMERA) for choice in question.choices
    )

    assert after(state, as_remembered).pyramid == state.pyramid
    agreed = after(state, as_it_lies)
    assert agreed.pyramid["1,0,0"] == "?654"
    assert GAME.scores(agreed) == GAME.scores(state)


# --- the roll and the Stop ---


def test_pr2_the_roll_opens_the_hunt_for_all():
    """PR2."""
    state = GAME.start(SEATS, PackRatOptions())
    assert refused(state, m.Take(cells=((1, 0, 0),))) == ("PR2", "refused.take_before_roll")
    state = after(state, m.Built(pyramid=mixed(1)))
    assert refused(state, m.Take(cells=((1, 0, 0),))) == ("PR2", "refused.take_before_roll")

    state = after(state, told(state, "roll", {"pips": [4]}, seat="Ben", t=5 * SECOND))

    assert (state.phase, state.number, state.roller) == ("hunt", 4, "Ben")
    assert {one.id for one in GAME.asks(state)} >= {"stop", "take", "tap"}
    early = m.Take(cells=((1, 0, 0),), t=4 * SECOND)
    assert refused(state, early) == ("PR2", "refused.take_too_early")


def test_pr7_only_the_roller_says_stop():
    """PR7."""
    state = hunt(roller="Ann")

    assert refused(state, m.Stop(seat="Ben")) == ("PR7", "refused.not_your_stop")
    assert refused(state, m.Stop(seat="Ann")) is None
    assert refused(after(state, m.Stop(seat="Ann")), m.Stop(seat="Ann")) == ("PR7", "refused.no_hunt")
    assert refused(state, m.Roll(seat="Ann", number=3)) == ("PR7", "refused.hunt_is_on")


def test_pr9_the_die_moves_on_to_the_left():
    """PR9."""
    state = after(hunt(roller="Ann"), m.Stop(seat="Ann"))

    assert state.roller == "Ben"
    assert refused(state, m.Roll(seat="Cleo", number=3)) == ("PR9", "refused.not_your_roll")
    assert refused(state, m.Roll(seat="Ben", number=3)) is None


def test_pr6_one_hand_rests_on_honour_and_a_complaint_is_told():
    """PR6."""
    state = hunt()
    move = told(state, "complain", "Ben", seat="Ann")

    assert notes(state, move) == ["note.complaint"]
    assert after(state, move) == state
    assert refused(state, m.Complain(seat="Ann", about="Dan")) == ("PR6", "refused.no_such_seat")


# --- too late ---


@pytest.mark.parametrize(
    ("counts", "result"),
    [
        pytest.param((5, 0, 7), (3, 1, 8), id="PR8 one for each of the others"),
        pytest.param((2, 0, 0), (0, 1, 1), id="PR8 just enough"),
        pytest.param((1, 4, 7), (1, 4, 7), id="PR8 not enough for all: none"),
    ],
)
def test_what_a_late_die_costs(counts, result):
    assert tuple(fine(dict(zip(SEATS, counts, strict=True)), SEATS, "Ann").values()) == result


@pytest.mark.parametrize(
    ("gone_at_ms", "within_ms", "scores"),
    [
        pytest.param(1100, 0, (6, 0, 7), id="A-PR1 within the grace"),
        pytest.param(1150, 0, (6, 0, 7), id="A-PR1 at its very end"),
        pytest.param(1151, 0, (3, 1, 8), id="A-PR1 after it"),
    ],
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


@pytest.mark.parametrize(
    ("pyramid", "waits"),
    [
        pytest.param({"layers": [8], "minus": [[8, 0, 0]]}, "settle", id="PR10 only base dice left"),
        pytest.param({"layers": [8], "plus": [[7, 0, 0]]}, "roll", id="PR10 one die above the base"),
        pytest.param({}, "settle", id="PR10 nothing left"),
    ],
)
def test_the_end_comes_with_a_stop(pyramid, waits):
    state = hunt(pyramid=pyramid)
    assert GAME.outcome(state) is None  # A-PR7: not before the Stop

    assert after(state, m.Stop(seat="Ann")).phase == waits


def test_a_pr7_base_dice_may_be_taken_until_the_stop():
    """A-PR7."""
    state = hunt(1, pyramid={"layers": [8], "ori": {"8,0,0": [1, 3, 2]}})

    assert GAME.scores(after(state, m.Take(cells=((8, 0, 0),))))["Ann"] == 1


@pytest.mark.parametrize(
    ("dice", "winners"),
    [
        pytest.param((50, 52, 55), ("Cleo",), id="PR1 most dice"),
        pytest.param((55, 52, 55), ("Ann", "Cleo"), id="PR1 ties share"),
    ],
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


# --- bad pyramids ---


@pytest.mark.parametrize(
    ("pyramid", "rule"),
    [
        pytest.param({"1,0,0": "r???"}, "G2", id="G2 a die in the air"),
        pytest.param({name_of(c): "r???" for c in cells_of(FULL)}, "G1", id="G1 165 red dice"),
        pytest.param({**mixed(1), "8,0,0": "?123"}, "G16", id="G16 no die shows that"),
        pytest.param(
            {n: d for n, d in mixed(1).items() if not n.startswith("0,")}, "PR1", id="PR1 a side is missing"
        ),
    ],
)
def test_impossible_pyramids_are_refused(pyramid, rule):
    assert refused(GAME.start(SEATS, PackRatOptions()), m.Built(pyramid=pyramid))[0] == rule


def test_numbers_that_are_read_later_are_learnt():
    state = hunt(1, {})
    seen = told(state, "take", {"turned": {"1,0,0": "?13?"}}, source=Source.CAMERA)
    assert isinstance(seen, Seen)

    state = after(state, seen)

    assert state.pyramid["1,0,0"] == "?132"
    assert takeable(state.pyramid, 1)[0] == ((1, 0, 0),)


def test_pr13_agreeing_is_for_a_pyramid_that_is_followed():
    """PR13."""
    state = GAME.start(SEATS, PackRatOptions())

    assert refused(state, Agree(pyramid={})) == ("PR13", "refused.not_followed")


def test_g20_three_sides_need_three_seats():
    with pytest.raises(ValueError, match="three seats"):
        GAME.start(("Ann", "Ben"), PackRatOptions())
