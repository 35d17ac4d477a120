"""Squeeze Play: who begins, turns, bonus dice, and positions."""

import pytest
from msgspec.structs import replace
from squeeze_positions import (
    AWAY,
    BUILD_3,
    FULL_BUT_TOP,
    SEATS,
    START,
    TRIPLE,
    play,
    position,
    refusal,
    written,
)

from companion.games.squeeze_play import GAME
from companion.games.squeeze_play.state import own_dice, possible_builds, supply_of
from companion.lab.short_pyramid import read_position
from companion.pyramid.cells import LAYERS, cells_of
from companion.pyramid.notation import shape
from companion.pyramid.shape import above, funnels
from tests.tables import cases

# --- who begins, and the start pyramid ---


def test_the_first_4_begins():
    """SP2: the others go on rolling; the start pyramid is the start player's first turn."""
    state = GAME.start(SEATS, GAME.options())
    for number in (1, 6, 3):
        step = play(state, "roll", who := state.on_turn, number=number)
        assert [(note.says.key, note.says.args) for note in step.notes] == [
            ("no_start", {"seat": who, "number": number})
        ]
        state = step.state
    assert (state.phase, state.on_turn) == ("start roll", "Elfi")
    state = play(state, "roll", "Elfi", number=4).state
    assert (state.phase, state.starter) == ("start build", "Elfi")
    state = play(state, "build", "Elfi", cells=START).state
    assert (state.phase, state.on_turn) == ("roll", "Tom")  # A-SP8: the left neighbour is next
    assert supply_of(state, "Elfi") == 51  # SP1: 55 less those built


@pytest.mark.parametrize(
    ("cells", "options", "refused"),
    [
        pytest.param(START, {}, None, id="SP3 round a saddle in the middle"),
        pytest.param([(1, 1, 5), (2, 1, 5), (1, 2, 5), (1, 1, 6)], {}, None, id="A-SP1 away from the centre"),
        pytest.param(
            [(1, 1, 5), (2, 1, 5), (1, 2, 5), (1, 1, 6)], {"centre": "central"}, "A-SP1 start_not_central",
            id="A-SP1 where the table wants the very centre",
        ),
        pytest.param(START, {"centre": "central"}, None, id="A-SP1 the very centre"),
        pytest.param(
            [(0, 3, 4), (1, 3, 4), (0, 4, 4), (0, 3, 5)], {}, "SP3 start_at_the_edge", id="SP3 edge funnels"
        ),
        pytest.param(
            [(2, 2, 4), (3, 2, 3), (2, 3, 3), (4, 2, 2)], {}, "SP3 no_start_pyramid", id="SP3 no top"
        ),
        pytest.param(START[:3], {}, "SP3 too_few", id="SP3 three dice"),
        pytest.param([*START, (4, 2, 2)], {}, "SP3 too_many_built", id="SP3 five dice"),
    ],
)  # fmt: skip
def test_start_pyramid(cells, options, refused):
    state = position(phase="start build", on_turn="Elfi", start=[], pyramid={}, options=options, rolled=4)
    assert refusal(state, "build", "Elfi", cells=cells) == refused


def test_the_start_pyramid_must_be_built():
    """SP3: nobody passes it."""
    state = position(phase="start build", on_turn="Elfi", start=[], pyramid={})
    assert refusal(state, "pass", "Elfi") == "SP3 start_must"


# --- turns ---


@pytest.mark.parametrize(
    ("given", "args", "refused"),
    [
        pytest.param({}, ("roll", "Uli", {"number": 3}), "SP4 not_your_turn", id="SP4 another's turn"),
        pytest.param({}, ("build", "Tom", {"cells": TRIPLE}), "SP4 roll_first", id="SP4 before the roll"),
        pytest.param({}, ("pass", "Tom", {}), "SP4 roll_first", id="SP4 passing before the roll"),
        pytest.param({}, ("tap", "Tom", {"cells": TRIPLE}), "SP4 roll_first", id="SP4 tapping too early"),
        pytest.param(
            BUILD_3, ("roll", "Tom", {"number": 2}), "SP4 rolled_already", id="SP4 twice"
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": TRIPLE[:2]}), "SP4 too_few", id="SP4 two of 3"
        ),
        pytest.param(
            {**BUILD_3, "rolled": 5}, ("build", "Tom", {"cells": [*TRIPLE, (8, 0, 0), (0, 8, 0), (0, 0, 8)]}),
            "SP4 too_many_built", id="SP4 six of 5",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(3, 1, 3), (4, 1, 3), (5, 1, 2)]}),
            "SP5 not_in_a_funnel", id="SP5 a die in the air",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(9, 9, 9), (4, 1, 3), (5, 1, 2)]}),
            "G1 no_such_cell", id="G1 beyond the pyramid",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(4, 1, 3), (4, 1, 3), (3, 1, 4)]}),
            "G2 cell_twice", id="G2 the same place twice",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": [(4, 1, 3), (8, 0, 0), (0, 8, 0)]}),
            "SP6 not_linked", id="SP6 not linked",
        ),
        pytest.param(
            {"phase": "build", "rolled": 3, "options": {"linked": False}},
            ("build", "Tom", {"cells": [(4, 1, 3), (8, 0, 0), (0, 8, 0)]}), "SP6 not_touching",
            id="A-SP2 not touching",
        ),
        pytest.param(
            {"phase": "build", "rolled": 3, "on_turn": "Elfi", "start": [],
             "pyramid": {**written(START, "r"), **written(TRIPLE, "y")}},
            ("build", "Elfi", {"cells": [(5, 0, 3), (5, 1, 2), (4, 0, 3)]}), "SP5 not_in_a_funnel",
            id="SP5 what would be linked hangs",
        ),
        pytest.param(
            {**BUILD_3, "rolled": 4}, ("build", "Tom", {"cells": AWAY}),
            "SP8 not_beside_any", id="SP8 the first dice need contact",
        ),
        pytest.param(
            {"phase": "build", "rolled": 4, "on_turn": "Elfi"},
            ("build", "Elfi", {"cells": AWAY}), "SP7 not_beside_own",
            id="SP7 next to the own dice",
        ),
        pytest.param(
            BUILD_3, ("build", "Tom", {"cells": TRIPLE}), None, id="SP8 beside an opponent"
        ),
        pytest.param(BUILD_3, ("pass", "Tom", {}), "SP10 can_build", id="SP10 who can, builds"),
        pytest.param(
            {"phase": "build", "rolled": 3, "options": {"mustBuild": "may"}}, ("pass", "Tom", {}), None,
            id="A-SP9 a table that allows passing",
        ),
        pytest.param(
            {"phase": "build", "rolled": 1, "pyramid": {**written(START, "r"), **written(TRIPLE, "y")}},
            ("build", "Tom", {"cells": [(5, 1, 2)]}), "A-SP3 not_linked",
            id="A-SP3 a rolled 1 is never built",
        ),
    ],
)  # fmt: skip
def test_turn(given, args, refused):
    kind, seat, rest = args
    assert refusal(position(**given), kind, seat, **rest) == refused


def test_a_rolled_1_may_be_built_where_the_table_allows_it():
    """A-SP3: next to an own die."""
    pyramid = {**written([*START, (2, 1, 4), (2, 1, 5)], "r"), **written(TRIPLE, "y")}
    state = position(phase="roll", pyramid=pyramid, options={"one": "lone"})
    rolled = play(state, "roll", "Tom", number=1).state
    assert [cells_of(build) for build in possible_builds(rolled)] == [((2, 1, 3),)]


def test_what_fits_nowhere_passes_by_itself():
    """SP10: after the start pyramid 1, 2 or 4 dice cannot be built; the referee proves it and goes on."""
    for number in (1, 2, 4):
        step = play(position(), "roll", "Tom", number=number)
        assert (step.state.phase, step.state.on_turn) == ("roll", "Uli")
        assert [note.rule for note in step.notes] == ["SP10"]
    for number in (3, 5, 6):
        assert play(position(), "roll", "Tom", number=number).state.phase == "build"


def test_a_build_uses_up_dice():
    """SP1, SP14: the supply shrinks; what the dice show is not written down."""
    step = play(position(phase="build", rolled=3), "build", "Tom", cells=TRIPLE)
    assert supply_of(step.state, "Tom") == 52
    assert step.state.pyramid["4,1,3"] == "y???"
    assert step.state.on_turn == "Uli"
    assert step.state.start  # SP9: Elfi has not built on it yet


def test_covering_another_colour_is_allowed():
    """SP15: only the start pyramid is protected."""
    pyramid = {**written(START, "r"), **written(TRIPLE, "y")}
    state = position(phase="build", on_turn="Elfi", rolled=2, pyramid=pyramid, starter="Uli", start=[])
    hiding = [cells_of(build) for build in possible_builds(state)]
    assert all(refusal(state, "build", "Elfi", cells=cells) is None for cells in hiding)


def test_the_protection_ends_when_the_start_player_has_built():
    """SP9."""
    state = position(phase="build", on_turn="Elfi", rolled=3)
    assert state.start
    after = play(state, "build", "Elfi", cells=TRIPLE).state
    assert after.start == ()


# --- bonus dice ---


def row_position(length, left=40):
    """Tom can lay a row of *length* into a notch that is ready for it; a die of his own lies beside it."""
    row = [(i, 2, 2) for i in range(5 - length, 5)]
    lower = (cell for n in range(5, 9) for cell in cells_of(LAYERS[n]))
    around = [(i, j, k) for i, j, k in lower if i > 4 or j > 2 or k > 2]
    pyramid = {**written(around, "m"), "3,3,2": "y???"}
    supply = {"Tom": left, "Elfi": 20, "Uli": 55}
    return row, position(phase="build", rolled=length, pyramid=pyramid, start=[], supply=supply)


@cases(
    "length, left, bonus",
    {
        "SP11 three in a row earn nothing": (3, 40, 0),
        "SP11 four earn one": (4, 40, 1),
        "SP11 five earn two": (5, 40, 2),
        "SP11 not more than are left": (5, 6, 1),
    },
)
def test_bonus(length, left, bonus):
    row, state = row_position(length, left)
    step = play(state, "build", "Tom", cells=row)
    assert step.state.bonus == bonus
    assert step.state.phase == ("bonus" if bonus else "roll")


@pytest.fixture
def bonus_state():
    row, state = row_position(5)
    return play(state, "build", "Tom", cells=row).state


def test_bonus_dice_keep_the_normal_rules(bonus_state):
    """SP12, A-SP3: linked, next to an own die of any turn; a single one needs no partner."""
    for n in (1, 2):
        builds = [cells_of(b) for b in possible_builds(bonus_state) if b.bit_count() == n]
        assert builds
        assert refusal(bonus_state, "build", "Tom", cells=builds[0]) is None
    far = funnels(shape(bonus_state.pyramid)) & ~above(own_dice(bonus_state, "Tom"))
    apart = cells_of(far)[:3]
    assert refusal(bonus_state, "build", "Tom", cells=apart[:1]) == "SP12 not_beside_own"
    assert refusal(bonus_state, "build", "Tom", cells=apart[:2]) == "SP12 not_linked"
    assert refusal(bonus_state, "build", "Tom", cells=apart) == "SP11 bonus_number"
    assert refusal(bonus_state, "build", "Tom", cells=[]) == "SP11 bonus_number"


def test_a_table_may_want_all_bonus_dice_or_none(bonus_state):
    """A-SP10: as the booklet leaves it open, fewer may be built; as a house rule all that fit, or none."""
    single = cells_of(possible_builds(bonus_state)[-1])
    strict = replace(bonus_state, options=replace(bonus_state.options, bonus="all"))

    assert (len(single), refusal(bonus_state, "build", "Tom", cells=single)) == (1, None)
    assert refusal(strict, "build", "Tom", cells=single) == "A-SP10 all_bonus"
    assert {build.bit_count() for build in possible_builds(strict)} == {2}
    assert refusal(strict, "pass", "Tom") is None


def test_bonus_dice_may_be_left(bonus_state):
    """SP11: a gift."""
    after = play(bonus_state, "pass", "Tom").state
    assert (after.phase, after.on_turn) == ("roll", "Uli")


def test_bonus_dice_earn_nothing_more(bonus_state):
    """SP13: one bonus build, then the turn is over; and nobody rolls for it."""
    assert refusal(bonus_state, "roll", "Tom", number=3) == "SP13 bonus_not_rolled"
    largest = cells_of(possible_builds(bonus_state)[0])
    assert play(bonus_state, "build", "Tom", cells=largest).state.phase == "roll"


def test_a_bonus_without_a_place_is_told():
    """SP11, SP12: the row counts, but beside no die of hers a single one would lie in a funnel."""
    yellow = [
        (2, 3, 2),
        (2, 4, 2),
        (3, 1, 3),
        (3, 1, 4),
        (3, 2, 2),
        (3, 2, 3),
        (3, 3, 2),
        (4, 1, 2),
        (4, 1, 3),
    ]
    pyramid = {
        **written([(2, 2, 3), (2, 2, 4)], "r"),
        **written([*yellow, (4, 2, 2), (5, 1, 2)], "y"),
        **written([(1, 3, 3), (1, 3, 4), (1, 4, 3), (2, 3, 3)], "m"),
    }
    state = position(phase="build", on_turn="Elfi", starter="Uli", start=[], rolled=6, pyramid=pyramid)
    row = [(2, 1, 2), (2, 1, 3), (2, 1, 4), (2, 1, 5)]
    step = play(state, "build", "Elfi", cells=[*row, (2, 2, 2), (3, 1, 2)])
    assert (step.state.phase, [note.says.key for note in step.notes]) == ("roll", ["bonus_nowhere"])


def test_after_an_agreement_nothing_may_fit_any_more():
    """SP10: then, and only then, there is a way on without building."""
    building = position(phase="build", rolled=3)
    assert "pass" not in [choice.value for choice in GAME.asks(building)[1].choices]
    full = {**position(pyramid=FULL_BUT_TOP).pyramid, "3,3,2": "y???"}
    stuck = read_position(GAME, {**GAME.write_position(building), "pyramid": full})
    assert [choice.value for choice in GAME.asks(stuck)[1].choices] == ["pass"]
    after = play(stuck, "pass", "Tom")
    assert [note.rule for note in after.notes] == ["SP10"]


def test_the_last_die_as_a_bonus_die_wins():
    """SP18."""
    row, state = row_position(4, left=5)
    earned = play(state, "build", "Tom", cells=row).state
    single = next(cells_of(b) for b in possible_builds(earned) if b.bit_count() == 1)
    step = play(earned, "build", "Tom", cells=single)
    assert GAME.outcome(step.state).rule == "SP18"
    assert GAME.outcome(step.state).winners == ("Tom",)


# --- positions ---


def test_a_partial_position_takes_defaults():
    state = read_position(
        GAME, {"seats": SEATS, "phase": "build", "rolled": 3, "pyramid": {"plus": START, "fill": "r"}}
    )
    assert state.on_turn == "Elfi"
    assert supply_of(state, "Elfi") == 51
    assert read_position(GAME, GAME.write_position(state)) == state
