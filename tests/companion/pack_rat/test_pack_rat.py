"""Pack Rat: what may be taken, whose it was, the roll and the Stop."""

import pytest

from companion.asks import Source
from companion.games.pack_rat import GAME
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.state import PackRatOptions
from companion.games.pack_rat.takes import owners, takeable
from companion.pyramid.agree import Agree, Seen
from companion.pyramid.cells import FULL, cells_of
from companion.pyramid.notation import die, name_of
from companion.pyramid.positions import mixed
from companion.rulings import Question
from companion.seats import seats_named
from companion.table.line import CannotStart, open_game
from tests.companion.pack_rat.hunts import FIRST_THREE, SEATS, SECOND, after, ask, hunt, notes, refused, told
from tests.tables import cases

# --- what may be taken ---


@cases(
    "number, ori, lists",
    {
        "PR3 the A face is for side A": (1, {"1,0,0": [1, 3, 2]}, ["1,0,0", "", ""]),
        "PR3 the B face is for side B": (3, {"1,0,0": [1, 3, 2]}, ["", "1,0,0", ""]),
        "PR3 the C face is for side C": (2, {"1,0,0": [1, 3, 2]}, ["", "", "1,0,0"]),
        "PR3 a number below is nobody's": (6, {"1,0,0": [1, 3, 2]}, ["", "", ""]),
        "PR3 a covered die is not free": (1, {"2,0,0": [1, 3, 2]}, ["", "", ""]),
        "PR4 each die for one side": (3, FIRST_THREE, ["0,0,1", "1,0,0", "0,1,0"]),
    },
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


@cases(
    "move, ruling",
    {
        "PR11 nobody's number": (m.Take(cells=((0, 1, 0),)), ("PR11", "refused.nobodys")),
        "PR11 not here": (m.Take(seat="Ben", cells=((0, 1, 0),)), ("PR11", "refused.wrong_number")),
        "A-PR8 two hands": (m.Take(seat="Ben", cells=((1, 0, 0),)), ("A-PR8", "refused.belongs_to")),
        "PR11 it carries others": (m.Take(cells=((8, 0, 0),)), ("PR11", "refused.not_free")),
        "PR12 no die there": (m.Take(cells=((0, 0, 0),)), ("PR12", "refused.nothing_there")),
        "PR12 nothing gone": (m.Take(cells=()), ("PR12", "refused.nothing_taken")),
        "PR12 twice the same": (m.Take(cells=((1, 0, 0),) * 2), ("PR12", "refused.nothing_there")),
        "PR1 a stranger": (m.Take(seat="Dan", cells=((1, 0, 0),)), ("PR1", "refused.no_such_seat")),
    },
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


# --- bad pyramids ---


@cases(
    "pyramid, rule",
    {
        "G2 a die in the air": ({"1,0,0": "r???"}, "G2"),
        "G1 165 red dice": ({name_of(c): "r???" for c in cells_of(FULL)}, "G1"),
        "G16 no die shows that": ({**mixed(1), "8,0,0": "?162"}, "G16"),
        "PR1 a side is missing": ({n: d for n, d in mixed(1).items() if not n.startswith("0,")}, "PR1"),
    },
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
    """PR13; A-G21: before it is built, what the game before has left is agreed on."""
    building = GAME.start(SEATS, PackRatOptions())
    counting = after(building, m.Built(follow="counts"))

    assert refused(building, Agree(pyramid={"8,0,0": "r???"})) is None
    assert refused(counting, Agree(pyramid={})) == ("PR13", "refused.not_followed")


def test_g20_three_sides_need_three_seats():
    with pytest.raises(CannotStart):
        open_game(GAME, seats_named(("Ann", "Ben")), {})
