"""What a bot does in Squeeze Play: how it sees the table, and which of its builds it would rather have."""

from random import Random

import pytest
from squeeze_positions import FULL_BUT_TOP, SEATS, START, TRIPLE, position, written

from companion.bots import LEVELS
from companion.games.squeeze_play import GAME, bot
from companion.games.squeeze_play.bot import NODES, Table, choose, gained, in_words
from companion.games.squeeze_play.moves import Build, Pass, Roll
from companion.games.squeeze_play.placements import Site, placements
from companion.games.squeeze_play.state import possible_builds
from companion.lab.short_pyramid import read_position
from companion.pyramid.cells import BASE, bit, cells_of, shape_of
from tests.companion.in_short import sentence
from tests.companion.luck import HIGH, LOW
from tests.tables import cases

CORNERS = tuple(map(bit, ((8, 0, 0), (0, 8, 0), (0, 0, 8))))
ROW = [(8 - n, 0, 0) for n in range(8)]  # up along an edge of the pyramid
EDGES = [[n, 0, 0] for n in range(5)] + [[0, n, 0] for n in range(1, 5)]  # the upper halves of two of them
BUILD_6 = {"phase": "build", "rolled": 6}


def seen(own=CORNERS, left=(20, 20, 20), linked=True, lone=False):
    return Table(tuple(own), tuple(left), linked, lone)


# --- what a build uses up ---


@pytest.mark.parametrize(("dice", "uses"), [(1, 1), (2, 2), (3, 3), (4, 4 + 1), (5, 5 + 2), (6, 6 + 3)])
def test_sp11_a_row_brings_bonus_dice(dice, uses):
    assert gained(shape_of(ROW[:dice])) == uses


def test_sp11_dice_that_lie_apart_bring_none():
    assert gained(shape_of([*ROW[:3], *ROW[4:6]])) == 5


# --- how it sees the table ---


def test_it_sits_at_its_own_side_of_the_table():
    """Itself first, then clockwise; what each has laid and has left."""
    pyramid = {**written(START, "r"), **written(TRIPLE, "y")}
    state = position(pyramid=pyramid, supply={"Elfi": 51, "Tom": 40, "Uli": 55})
    table = Table.seen_by(state, "Tom")

    assert table.own == (shape_of(TRIPLE), 0, shape_of(START))
    assert table.left == (40, 55, 51)
    assert (table.linked, table.lone) == (True, False)


def test_a_sp2_a_sp3_it_knows_the_rules_of_the_house():
    table = Table.seen_by(position(options={"linked": False, "one": "lone"}), "Tom")
    assert (table.linked, table.lone) == (False, True)


def test_what_a_build_leaves():
    """The dice lie there, and those that it uses up are gone; nobody has fewer than none."""
    row = shape_of(ROW[1:5])
    mine, theirs = seen().built(row), seen(left=(20, 20, 4)).built(row, 2)

    assert (mine.own, mine.left) == ((CORNERS[0] | row, *CORNERS[1:]), (15, 20, 20))
    assert (theirs.own, theirs.left) == ((*CORNERS[:2], CORNERS[2] | row), (20, 20, 0))


@pytest.mark.parametrize(
    ("own", "left", "standing"),
    [
        # A corner die has one place beside it, and three dice are needed to get there.
        pytest.param(CORNERS, (1, 1, 1), 0, id="SP16 whoever rolls next wins"),
        pytest.param(
            CORNERS,
            (1, 2, 3),
            (40 + 0.3 - 1) - 0.6 * (2 * 100 / 6 + 0.8 - 2) - 0.4 * ((2 * 180 / 6 + 1.6 - 5) / 2),
            id="I lead: five of six rolls win for Tom, four for Uli, and their room matters more",
        ),
        pytest.param(
            CORNERS,
            (2, 2, 3),
            (2 * 100 / 6 + 0.3 - 2) - 0.6 * (2 * 100 / 6 + 0.3 - 2) - 0.4 * ((2 * 180 / 6 + 0.6 - 5) / 2),
            id="nobody leads",
        ),
        pytest.param(
            (CORNERS[0], CORNERS[1], 0),
            (1, 1, 1),
            (40 + 0.3 - 1) - 0.6 * (40 + 0.6 - 1) - 0.4 * ((40 + 0.6 - 1 + 40 + 0.3 - 1) / 2),
            id="SP8 who has no die yet may begin at any",
        ),
    ],
)
def test_how_far_it_is_ahead(own, left, standing):
    assert seen(own, left).standing() == pytest.approx(standing)


def test_sp10_what_the_next_roll_can_build_counts():
    """A corner die: 1 and 2 build nothing, 3 uses three, and the others what is found by looking at all."""
    site = Site(sum(CORNERS), CORNERS[0])
    uses = [max(map(gained, placements(site, roll)), default=0) for roll in range(1, 7)]
    assert uses[:3] == [0, 0, 3]
    prospect = 2 * sum(uses) / 6 + 0.3 - 20

    assert seen(left=(20, 20, 20)).standing() == pytest.approx(0)
    behind = seen(left=(20, 1, 1)).standing()
    assert behind == pytest.approx(prospect - (40 + 0.3 - 1))


def test_sp17_an_enclosed_player_is_bad_for_who_is_behind():
    """A die in the base is enclosed when all places around and above it are taken."""
    middle, beside = bit((3, 3, 2)), bit((2, 2, 4))
    above = shape_of([(2, 3, 2), (3, 2, 2), (3, 3, 1), (1, 2, 4), (2, 1, 4), (2, 2, 3)])
    others = shape_of(cells_of(BASE)) & ~middle & ~beside | above
    table = seen((middle, others, 0))

    assert table.prospect(0, 0.3, -40.0) == pytest.approx(-40 - 20)
    assert table.prospect(1, 0.3, -40.0) > -20
    good, bad = (seen((others, middle, beside), left).standing() for left in ((10, 20, 20), (30, 20, 20)))
    assert good > 60
    assert bad < -30


def test_room_counts_up_to_twelve_places():
    """A whole base of 45 has 36 places above it."""
    table = seen((BASE, 0, 0), (1, 1, 1))
    assert table.prospect(0, 0.3, -40.0) == pytest.approx(40 + 0.3 * 12 - 1)


# --- how the strong one looks ahead ---


def test_it_averages_over_the_rolls():
    table = seen(left=(20, 9, 9))
    hopes = [table.played_on([seed]) - table.standing() for seed in (1, 2, 5)]

    assert table.played_on([1, 2, 5]) - table.standing() == pytest.approx(sum(hopes) / 3)


def test_where_nobody_else_can_build_it_hopes_for_what_it_has():
    table = seen(left=(20, 1, 1))  # any roll of the others ends the game (SP16): nobody builds
    assert table.played_on([1]) - table.standing() == pytest.approx(table.prospect(0, 0.3, -40.0))


@pytest.fixture
def others_build(monkeypatch):
    """What the others build in its head when chance falls so, with the seat's number."""

    def builds(table, luck):
        found, original = [], Table.built

        def built(self, build, number=0):
            found.append((number, build))
            return original(self, build, number)

        monkeypatch.setattr(bot, "Random", lambda seed: luck)
        monkeypatch.setattr(Table, "built", built)
        table.played_on([7])
        monkeypatch.setattr(Table, "built", original)
        return found

    return builds


def test_each_of_the_others_rolls_and_builds_once(others_build):
    """With a six; of three builds at hand the one that uses up most, and Uli builds upon Tom's."""
    table = seen(left=(20, 7, 7))
    tom, uli = others_build(table, HIGH)

    assert (tom[0], uli[0]) == (1, 2)
    at_hand = placements(table.site(1), 6)[-3:]
    assert tom[1] == max(at_hand, key=gained)
    at_hand = placements(table.built(tom[1], 1).site(2), 6)[-3:]
    assert uli[1] == max(at_hand, key=gained)


@cases(
    "left, luck, seats",
    {
        "SP16 a six ends the game for Tom, so he builds nothing": ((20, 6, 7), HIGH, [2]),
        "or for Uli": ((20, 7, 6), HIGH, [1]),
        "SP5 a one builds nothing": ((20, 20, 20), LOW, []),
    },
)
def test_who_builds(left, luck, seats, others_build):
    assert [number for number, _ in others_build(seen(left=left), luck)] == seats


# --- choosing ---


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_sp11_it_builds_a_row(level):
    """Four dice up one of the two open edges bring one more, two at the foot of each bring none."""
    pyramid = {"full": True, "minus": EDGES, "fill": "r"}
    given = {"phase": "build", "rolled": 4, "on_turn": "Elfi", "starter": "", "start": []}
    state = position(**given, pyramid=pyramid, supply={"Elfi": 30}, options={"linked": False})
    uses = sorted(map(gained, possible_builds(state)))
    moves = [choose(state, "Elfi", level, Random(number)) for number in range(9)]

    assert uses == [4, 5, 5]
    assert {gained(shape_of(move.cells)) for move in moves} == {5}


def test_a_random_one_builds_anything():
    state = position(**BUILD_6)
    builds = set(possible_builds(state))
    seen_builds = {shape_of(choose(state, "Tom", "random", Random(n)).cells) for n in range(200)}

    assert seen_builds <= builds
    assert len(seen_builds) > 15


def best_by_standing(state, seat):
    table = Table.seen_by(state, seat)
    return max(table.built(build).standing() for build in possible_builds(state))


def test_the_medium_one_builds_what_stands_best():
    state = position(**BUILD_6)
    for number in range(3):
        build = shape_of(choose(state, "Tom", "medium", Random(number)).cells)
        table = Table.seen_by(state, "Tom").built(build)
        assert table.standing() == pytest.approx(best_by_standing(state, "Tom"))


@pytest.mark.parametrize(
    ("nodes", "seeds", "looked"), [(600, 25, 600), (48, 2, 48), (10, 1, 10), (NODES, 25, 600)]
)
def test_how_far_the_strong_one_looks(nodes, seeds, looked, monkeypatch):
    """Its six best builds over as many rolls as there is room for, each round costing four positions."""
    calls, stood = [], []
    monkeypatch.setattr(Table, "played_on", lambda self, given: calls.append(given) or 0.0)
    original = Table.standing
    monkeypatch.setattr(Table, "standing", lambda self: stood.append(self) or original(self))
    state = position(**BUILD_6)
    choose(state, "Tom", "strong", Random(1), nodes)

    assert [len(given) for given in calls] == [seeds] * 6
    assert all(given == calls[0] for given in calls), "the same rolls for all builds"
    assert len(stood) == min(looked, len(possible_builds(state)))


def test_the_strong_one_takes_the_build_it_hopes_most_of(monkeypatch):
    """Of its six best ones, whatever the medium one would have built."""
    state = position(**BUILD_6)
    medium = shape_of(choose(state, "Tom", "medium", Random(1)).cells)
    before = Table.seen_by(state, "Tom")
    monkeypatch.setattr(
        Table, "played_on", lambda self, seeds: -1.0 if self.own[0] == before.own[0] | medium else 0.0
    )

    assert shape_of(choose(state, "Tom", "strong", Random(1)).cells) != medium


def test_sp17_who_leads_does_not_let_itself_be_enclosed():
    """Only the top is empty: a last single die fits there, and whoever is asked builds it."""
    state = position(
        phase="build",
        rolled=1,
        pyramid=FULL_BUT_TOP,
        start=[],
        starter="",
        options={"one": "lone"},
        on_turn="Uli",
    )
    for level in LEVELS:
        assert choose(state, "Uli", level, Random(1)) == Build(cells=((0, 0, 0),), seat="Uli")


# --- rolling, passing, waiting ---


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("phase", ["start roll", "roll"])
def test_sp4_one_die_from_1_to_6(phase, level):
    state = position(phase=phase)

    assert choose(state, "Tom", level, LOW) == Roll(number=1, seat="Tom")
    assert choose(state, "Tom", level, HIGH) == Roll(number=6, seat="Tom")


@pytest.mark.parametrize("level", LEVELS)
def test_sp10_where_nothing_fits_it_passes(level):
    state = position(phase="build", rolled=2)
    assert not possible_builds(state)
    assert choose(state, "Tom", level, Random(1)) == Pass(seat="Tom")


@pytest.mark.parametrize("level", LEVELS)
def test_sp3_it_builds_a_start_pyramid(level):
    state = read_position(GAME, {"seats": SEATS, "phase": "start build", "on_turn": "Tom"})
    assert GAME.refuse(state, choose(state, "Tom", level, Random(1), 20)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_when_a_bot_waits(level):
    over = position(phase="over", winners=["Uli"], end_rule="SP16")

    assert choose(position(), "Uli", level, Random(1)) is None
    assert choose(over, "Tom", level, Random(1)) is None


def test_what_a_hand_has_to_do():
    build = Build(cells=tuple(TRIPLE), seat="Tom")
    assert "cells" in sentence(in_words(position(**BUILD_6), build))
    assert in_words(position(), Pass(seat="Tom")) is None
