"""Pack Rat where one millisecond, one die or one word more makes the difference."""

from companion.asks import MS
from companion.games.pack_rat import GAME
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.late import fine
from companion.pyramid.agree import Seen
from tests.companion.pack_rat.hunts import SEATS, SECOND, after, hunt, notes, refused
from tests.tables import cases

# --- which dice were late, to the millisecond ---


@cases(
    "gone_at_ms, within_ms, phase, ann",
    {
        "A-PR1 at the very end of the grace": (1150, 0, "roll", 6),
        "A-PR1 just after it": (1151, 0, "roll", 3),
        "A-PR1 at the latest at its very end": (1140, 10, "roll", 6),
        "A-PR1 perhaps after it: the table is asked": (1141, 10, "audit", 6),
        "A-PR1 perhaps at its very end: the table is asked": (1160, 10, "audit", 6),
        "A-PR1 surely after it": (1161, 10, "roll", 3),
    },
)
def test_what_the_times_tell_and_where_the_table_is_asked(gone_at_ms, within_ms, phase, ann):
    state = hunt(dice={"Ann": 5, "Ben": 0, "Cleo": 7})
    take = m.Take(cells=((1, 0, 0),), t=gone_at_ms * MS, within=within_ms * MS)

    state = after(state, m.Stop(seat="Ann", t=1000 * MS), take)

    assert (state.phase, GAME.scores(state)["Ann"]) == (phase, ann)


def test_pr8_who_has_collected_nothing_yet_gets_a_die_all_the_same():
    """PR8."""
    assert fine({"Ann": 5}, SEATS, "Ann") == {"Ann": 3, "Ben": 1, "Cleo": 1}
    assert fine({}, SEATS, "Ann") == {"Ann": 0, "Ben": 0, "Cleo": 0}


def test_pr8_a_late_die_is_told_with_what_it_moves():
    """PR8."""
    state = after(hunt(dice={"Ann": 5}), m.Stop(seat="Ann", t=SECOND))
    poor = after(hunt(), m.Stop(seat="Ann", t=SECOND))
    late = m.Take(cells=((1, 0, 0),), t=5 * SECOND)

    paid, free = GAME.play(state, late).notes, GAME.play(poor, late).notes

    assert [note.says.key for note in paid] == ["note.taken", "note.late"]
    assert paid[1].points == {"Ann": -2, "Ben": 1, "Cleo": 1}
    assert [note.says.key for note in free] == ["note.taken", "note.late_free"]
    assert after(state, late).taken == ()


def test_pr8_only_the_late_die_goes_back():
    """PR8: The camera saw the second die later than the first, but it was taken before the Stop."""
    late, in_time = m.Take(cells=((1, 0, 0),), t=2 * SECOND), m.Take(cells=((0, 1, 0),), t=SECOND // 2)
    state = hunt(1, {"1,0,0": [1, 3, 2], "0,1,0": [1, 2, 4]})

    state = after(state, late, in_time, m.Stop(seat="Ann", t=SECOND))

    assert state.returning == ((1, 0, 0),)
    assert [taken.cell for taken in state.taken] == [(0, 1, 0)]
    assert GAME.scores(state) == {"Ann": 1, "Ben": 0, "Cleo": 0}


def test_a_pr4_a_die_under_one_that_may_be_late_decides_nothing_yet():
    """A-PR4: Both are in doubt; only where the lower one was taken in time the upper one was, too."""
    ori = {"1,0,0": [1, 3, 2], "2,0,0": [1, 2, 4]}
    upper = m.Take(cells=((1, 0, 0),), t=1500 * MS, within=1000 * MS)
    lower = m.Take(cells=((2, 0, 0),), t=1600 * MS, within=1000 * MS)
    state = after(hunt(1, ori), upper, lower, m.Stop(seat="Ann", t=SECOND))

    assert refused(state, m.Judge(cell=(1, 0, 0), late=True)) is None


def test_a_pr4_a_die_under_a_late_one_was_late_too():
    """A-PR4."""
    state = after(hunt(1, {}), m.Stop(seat="Ann", t=SECOND))
    for cell in ((1, 0, 0), (2, 0, 0), (0, 1, 0)):
        state = after(state, m.Take(cells=(cell,), t=1500 * MS, within=1000 * MS))
    state = after(state, m.Judge(cell=(1, 0, 0), late=True))

    above_was_late = ("A-PR4", "refused.above_was_late")
    assert refused(state, m.Judge(cell=(2, 0, 0), late=False)) == above_was_late
    assert refused(state, m.Judge(cell=(0, 1, 0), late=False)) is None


def test_a_pr4_nobodys_die_cannot_go_back_over_one_that_is_kept():
    """A-PR4."""
    lower = {"cell": [2, 0, 0], "die": "????", "seat": "Ann"}
    upper = {"cell": [1, 0, 0], "die": "????"}
    state = hunt(1, {}, phase="audit", taken=[upper, lower])

    assert refused(state, m.Claim(cell=(1, 0, 0))) == ("A-PR4", "refused.below_is_gone")
    assert refused(state, m.Claim(seat="Ben", cell=(1, 0, 0))) is None


# --- what may be said when ---

DOUBT = {"cell": [1, 0, 0], "die": "????"}
ANNS = {"cell": [0, 1, 0], "die": "????", "seat": "Ann"}
COUNTS = {"follow": "counts", "rounds": 1, "pyramid": {}}
ALL_BUT = {n: {"Ann": 60, "Ben": 60, "Cleo": 164 - 120 - n} for n in (0, 1, 44)}


@cases(
    "position, move, ruling",
    {
        "PR12 that die was not taken": (
            {"phase": "audit", "taken": [ANNS]},
            m.Claim(seat="Ben", cell=(1, 0, 0)),
            ("PR12", "refused.no_such_question"),
        ),
        "PR12 that die is somebody's already": (
            {"phase": "audit", "taken": [ANNS]},
            m.Claim(seat="Ben", cell=(0, 1, 0)),
            ("PR12", "refused.no_such_question"),
        ),
        "A-PR1 nothing is late before the Stop": (
            {"phase": "hunt", "taken": [DOUBT]},
            m.Judge(cell=(1, 0, 0), late=False),
            ("A-PR1", "refused.no_such_question"),
        ),
        "A-PR1 that die was not taken": (
            {"phase": "audit", "taken": [DOUBT]},
            m.Judge(cell=(0, 1, 0), late=False),
            ("A-PR1", "refused.no_such_question"),
        ),
        "PR8 nothing put back": (
            {"phase": "roll", "returning": [[1, 0, 0]]},
            m.PutBack(cells=()),
            ("PR8", "refused.nothing_to_return"),
        ),
        "PR8 a die that was not late": (
            {"phase": "roll", "returning": [[1, 0, 0]]},
            m.PutBack(cells=((1, 0, 0), (0, 1, 0))),
            ("PR8", "refused.nothing_to_return"),
        ),
        "PR8 first everybody counts": (
            {**COUNTS, "phase": "audit", "counted": ["Ann", "Ben"]},
            m.Late(seat="Ann"),
            ("PR8", "refused.count_first"),
        ),
        "PR8 who is followed does not count": ({"phase": "audit"}, m.Late(seat="Ann"), None),
        "PR10 before the Stop nobody is asked": (
            {**COUNTS, "phase": "hunt", "dice": ALL_BUT[1]},
            m.BaseOnly(yes=True),
            ("PR10", "refused.not_asked"),
        ),
        "PR10 46 dice cannot all lie on the base": (
            {**COUNTS, "phase": "audit", "counted": SEATS, "dice": {"Ann": 118}},
            m.BaseOnly(yes=True),
            ("PR10", "refused.not_asked"),
        ),
        "PR10 45 dice can": (
            {**COUNTS, "phase": "audit", "counted": SEATS, "dice": {"Ann": 119}},
            m.BaseOnly(yes=True),
            None,
        ),
        "PR10 one die is left": (
            {**COUNTS, "phase": "audit", "counted": SEATS, "dice": ALL_BUT[1]},
            m.BaseOnly(yes=False),
            None,
        ),
        "PR10 nothing is left": (
            {**COUNTS, "phase": "audit", "counted": SEATS, "dice": ALL_BUT[0]},
            m.BaseOnly(yes=True),
            ("PR10", "refused.not_asked"),
        ),
        "PR13 nothing is built": ({"phase": "build"}, Seen(pyramid={}), ("PR13", "refused.not_followed")),
        "G2 not the die that was there": (
            {"phase": "hunt"},
            Seen(pyramid={"1,0,0": "?654"}),
            ("G2", "not_as_believed"),
        ),
    },
)
def test_what_may_be_said_when(position, move, ruling):
    assert refused(hunt(**position), move) == ruling


@cases(
    "dice, base_only, phase",
    {
        "PR10 nothing is left": (ALL_BUT[0], None, "settle"),
        "PR10 one die above the base": (ALL_BUT[1], False, "roll"),
        "PR10 one die: the table is asked": (ALL_BUT[1], None, "audit"),
        "PR10 only base dice": (ALL_BUT[44], True, "settle"),
    },
)
def test_pr10_the_end_where_nobody_follows(dice, base_only, phase):
    state = hunt(**COUNTS, phase="audit", counted=SEATS[:2], dice=dice, base_only=base_only)

    assert after(state, m.Counted(seat="Cleo", dice=0)).phase == phase


def test_pr9_the_next_one_is_named_once():
    """PR9: A late die that is seen when the next one is already named is told without naming them again."""
    stop = m.Stop(seat="Ann", t=SECOND)
    late = m.Take(cells=((1, 0, 0),), t=5 * SECOND)

    assert notes(hunt(), stop) == ["note.stop", "note.next"]
    assert notes(after(hunt(), stop), late) == ["note.taken", "note.late_free"]


def test_a_pr5_the_hint_comes_once_in_a_round():
    """A-PR5."""
    state = hunt(6, options={"empty_hint_s": 20})
    assert refused(state, m.Waited()) is None

    state = after(state, m.Waited())

    assert refused(state, m.Waited()) == ("A-PR5", "refused.no_hint")
    assert refused(after(state, m.Stop(seat="Ann")), m.Waited()) == ("A-PR5", "refused.no_hint")


def test_pr8_late_dice_by_touch_are_counted_one_by_one():
    """PR8."""
    state = after(hunt(dice={"Ann": 9}), m.Stop(seat="Ann"), m.Late(seat="Ann", dice=2))

    assert state.late == {"Ann": 2}
    assert GAME.scores(state) == {"Ann": 5, "Ben": 2, "Cleo": 2}


def test_pr12_who_took_an_unread_die_has_shown_its_number():
    """PR12."""
    state = after(hunt(4, {}), m.Take(cells=((1, 0, 0),)))
    assert notes(state, m.Claim(seat="Cleo", cell=(1, 0, 0))) == ["note.taken"]

    state = after(state, m.Claim(seat="Cleo", cell=(1, 0, 0)))

    assert [(taken.seat, taken.die) for taken in state.taken] == [("Cleo", "???4")]


def test_pr12_an_unread_die_is_told_as_a_question():
    """PR12."""
    assert notes(hunt(4, {}), m.Take(cells=((1, 0, 0),))) == ["note.whose"]
    assert notes(hunt(), m.Take(cells=((1, 0, 0),))) == ["note.taken"]


def test_pr2_a_die_taken_at_the_roll_or_perhaps_after_it_counts():
    """PR2."""
    state = hunt(rolled_t=5 * SECOND)

    def take(t_ms, within_ms=0):
        return m.Take(cells=((1, 0, 0),), t=t_ms * MS, within=within_ms * MS)

    assert refused(state, take(5000)) is None
    assert refused(state, take(4900, 100)) is None
    assert refused(state, take(4899, 100)) == ("PR2", "refused.take_too_early")


@cases(
    "cells, named",
    {
        "PR12 the die that is not there": (((1, 0, 0), (0, 0, 0)), [(0, 0, 0)]),
        "PR12 the die that is named twice": (((1, 0, 0), (1, 0, 0)), [(1, 0, 0)]),
    },
)
def test_pr12_the_refusal_names_the_die(cells, named):
    refusal = GAME.refuse(hunt(), m.Take(cells=cells))

    assert [(cell.args["a"], cell.args["b"], cell.args["c"]) for cell in refusal.says.args["cells"]] == named


@cases(
    "cells, ruling",
    {
        "PR5 the lower one is named first": (((2, 0, 0), (1, 0, 0)), None),
        "PR11 one lies between": (((1, 0, 0), (3, 0, 0)), ("PR11", "refused.not_free")),
        "PR11 both carry others": (((2, 0, 0), (0, 2, 0)), ("PR11", "refused.not_free")),
    },
)
def test_pr11_several_dice_must_have_come_free_one_after_the_other(cells, ruling):
    assert refused(hunt(4, {}), m.Take(cells=cells)) == ruling
