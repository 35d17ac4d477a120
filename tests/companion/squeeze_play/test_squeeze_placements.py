"""All legal builds, compared with a slow and plain search, and the proof that nothing fits (SP5 to SP12)."""

from collections import Counter
from itertools import chain, combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.squeeze_play.placements import (
    Site,
    can_place,
    is_linked,
    offenders,
    placements,
    rule_broken,
    start_tops,
)
from companion.pyramid.cells import (
    ALL_CELLS,
    AXES,
    EDGE_FUNNELS,
    cells_of,
    layer,
    shape_of,
    step,
    supports_of,
)
from companion.pyramid.shape import above, closure
from tests.at_first import quick
from tests.tables import cases


def start_at(top):
    return shape_of((top, *supports_of(top)))


CENTRAL = start_at((2, 2, 3))


# --- a plain model of the rules ---


def touches(one, other):
    """Side to side: one step along one axis apart."""
    return sorted(abs(a - b) for a, b in zip(one, other, strict=True)) == [0, 0, 1]


def plainly_legal(occupied, anchors, new, linked):
    """SP5 to SP7 as a person would check them, die by die."""
    together = occupied | new
    for cell in new:
        below = [step(cell, axis) for axis in AXES]
        if layer(cell) < 8 and any(under not in together for under in below):
            return False
    if any(not any(touches(cell, other) for other in new) for cell in new):
        return False
    if linked and len(group_of(next(iter(new)), new)) < len(new):
        return False
    return any(touches(cell, own) for cell in new for own in anchors)


def group_of(start, cells):
    group, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for cell in cells - group:
            if touches(at, cell):
                group.add(cell)
                waiting.append(cell)
    return group


def near(site, n):
    """The empty cells that *n* dice could reach."""
    need = {c: closure(site.occupied, shape_of([c]) & ~site.occupied) for c in ALL_CELLS}
    return [c for c, cells in need.items() if 0 < cells.bit_count() <= n]


def brute_force(site, n):
    """Every set of *n* empty cells that could be reached, tried one by one."""
    occupied, anchors = set(cells_of(site.occupied)), set(cells_of(site.anchors))
    return {
        shape_of(new)
        for new in combinations(near(site, n), n)
        if plainly_legal(occupied, anchors, set(new), site.linked)
    }


# --- the booklet's own note ---


@pytest.mark.parametrize("top", start_tops("any"))
def test_after_the_start_pyramid_only_3_5_and_6_can_be_built(top):
    """SP8: true for all 15 places of the start pyramid, in both readings of SP6."""
    for linked in (True, False):
        site = Site(start_at(top), start_at(top), linked=linked)
        assert [n for n in range(1, 7) if can_place(site, n)] == [3, 5, 6]


def test_the_first_build_of_all_needs_a_4():
    """SP2, SP3: without any dice, only four can touch each other, and there are 15 places for them."""
    site = Site(0, 0, barred=EDGE_FUNNELS)
    assert [n for n in range(1, 7) if can_place(site, n)] == [4]
    assert len(placements(site, 4)) == 15


@cases(
    "n, linked, ways",
    {
        "SP6 three": (3, True, 6),
        "SP6 five": (5, True, 3),
        "SP6 six, linked": (6, True, 21),
        "A-SP2 six, each touching another": (6, False, 33),
        "SP10 four do not fit": (4, True, 0),
    },
)
def test_ways_to_build_at_the_central_start_pyramid(n, linked, ways):
    assert len(placements(Site(CENTRAL, CENTRAL, linked=linked), n)) == ways


# --- the exact search against the plain one ---


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("seed", quick(range(3)))
def test_no_build_is_missed_and_none_invented(seed, linked):
    """SP5 to SP7: in positions of random games, for two to four dice."""
    chance = Random(seed)
    sites = chain.from_iterable(sites_of_a_game(chance, linked) for _ in range(4))
    narrow = [site for site in sites if 4 < len(near(site, 4)) <= 28]
    assert len(narrow) > 2
    for site in narrow[:: len(narrow) // 3]:
        for n in (2, 3, 4):
            found = placements(site, n)
            assert len(set(found)) == len(found)
            assert set(found) == brute_force(site, n)


def sites_of_a_game(random, linked=True):
    """What each player finds in a game of random builds."""
    own = [0, 0, 0]
    own[0] = start_at(random.choice(start_tops("any")))
    supply = [51, 55, 55]
    for turn in range(1, 400):
        seat, roll = turn % 3, random.randint(1, 6)
        occupied = own[0] | own[1] | own[2]
        site = Site(occupied, own[seat] or occupied, linked=linked)
        yield site
        if roll >= supply[seat] or (own[seat] and not above(site.anchors) & ~occupied):
            return
        builds = placements(site, roll)
        if builds:
            own[seat] |= random.choice(builds)
            supply[seat] -= roll


heaps = st.sets(st.sampled_from(ALL_CELLS), max_size=50).map(lambda some: closure(0, shape_of(some)))


@given(heaps, st.integers(1, 6), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_every_build_keeps_every_rule(heap, n, linked, lone, random):
    """The search and the judge agree, whatever the pyramid looks like."""
    dice = cells_of(heap)
    anchors = shape_of(random.sample(dice, len(dice) // 3 + 1)) if dice else 0
    site = Site(heap, anchors, linked=linked, lone=lone)
    found = placements(site, n)
    assert can_place(site, n) == bool(found)
    for build in found[:200]:
        assert build.bit_count() == n
        assert rule_broken(site, build) == ""
        assert not linked or is_linked(build)


@given(heaps, st.sets(st.sampled_from(ALL_CELLS), min_size=1, max_size=4), st.booleans())
@settings(max_examples=60)
def test_the_judge_allows_exactly_what_the_search_finds(heap, chosen, linked):
    build = shape_of(chosen)
    site = Site(heap, heap, linked=linked)
    assert (rule_broken(site, build) == "") == (build in placements(site, len(chosen)))


# --- single rules ---


@pytest.mark.parametrize(
    ("new", "linked", "verdict", "at_fault"),
    [
        pytest.param(
            [(3, 1, 3), (4, 1, 3), (5, 1, 2)], True, "unsupported", [(3, 1, 3)], id="SP5 in the air"
        ),
        pytest.param([(2, 2, 3)], True, "unsupported", [(2, 2, 3)], id="SP5 where a die lies already"),
        pytest.param([(3, 1, 3), (4, 1, 3), (3, 1, 4)], True, "", [], id="SP6 three linked"),
        pytest.param(
            [(3, 1, 3), (4, 1, 3), (3, 1, 4), (1, 3, 3), (1, 4, 3), (1, 3, 4)], True, "rule1",
            [(3, 1, 3), (4, 1, 3), (3, 1, 4), (1, 3, 3), (1, 4, 3), (1, 3, 4)], id="SP6 two groups of three",
        ),
        pytest.param(
            [(3, 1, 3), (4, 1, 3), (3, 1, 4), (1, 3, 3), (1, 4, 3), (1, 3, 4)], False, "", [],
            id="A-SP2 two groups of three, where touching is enough",
        ),
        pytest.param(
            [(3, 1, 3), (4, 1, 3), (3, 1, 4), (0, 8, 0)], True, "rule1", [(0, 8, 0)], id="SP6 one apart"
        ),
        pytest.param(
            [(5, 1, 1), (6, 1, 1), (5, 2, 1), (5, 1, 2)], True, "rule2",
            [(5, 1, 1), (6, 1, 1), (5, 2, 1), (5, 1, 2)], id="SP7 away from the own dice",
        ),
    ],
)  # fmt: skip
def test_judgement(new, linked, verdict, at_fault):
    site = Site(CENTRAL, CENTRAL, linked=linked)
    assert rule_broken(site, shape_of(new)) == verdict
    assert set(cells_of(offenders(site, shape_of(new)))) == set(at_fault)


def test_a_single_die():
    """A-SP3: it has no partner; where it needs none, it lies beside an own die."""
    own = shape_of([(3, 1, 3), (4, 1, 3), (3, 1, 4)])
    occupied = CENTRAL | own | shape_of([(2, 1, 4), (2, 1, 5)])
    assert placements(Site(occupied, own), 1) == ()
    assert placements(Site(occupied, own, lone=True), 1) == (shape_of([(2, 1, 3)]),)


CLOSED = closure(0, above(CENTRAL) | CENTRAL)  # no empty place at any die of the start pyramid


def test_closing_the_start_pyramid_takes_18_dice():
    """SP9: nine on the base, six in layer 7, three in layer 6."""
    new = cells_of(CLOSED & ~CENTRAL)
    assert Counter(layer(cell) for cell in new) == {8: 9, 7: 6, 6: 3}


def test_the_start_pyramid_stays_open():
    """SP9, A-SP4: the last place at a start die may not be filled while it is guarded."""
    last = shape_of([(2, 2, 2)])
    before = CLOSED & ~last
    assert rule_broken(Site(before, CENTRAL, lone=True), last) == ""
    assert rule_broken(Site(before, CENTRAL, lone=True, guarded=CENTRAL), last) == "protect"
    assert last not in placements(Site(before, CENTRAL, lone=True, guarded=CENTRAL), 1)


def test_the_stricter_protection_wants_a_free_lying_die():
    """A-SP4: a die on top of the start pyramid leaves places open, but none of its dice lies free."""
    cover = closure(CENTRAL, shape_of([(2, 2, 2)]))
    assert rule_broken(Site(CENTRAL, CENTRAL, guarded=CENTRAL), cover) == ""
    assert rule_broken(Site(CENTRAL, CENTRAL, guarded=CENTRAL, guard_lying_free=True), cover) == "protect"


# --- speed ---


def test_the_proof_is_fast():
    """SP10: "you cannot place them" within 50 ms for every position met; measured on this machine."""
    worst = 0.0
    for seed in range(12):
        for site in sites_of_a_game(Random(seed)):
            for n in range(2, 7):
                begun = process_time()
                can_place.__wrapped__(site, n)
                worst = max(worst, process_time() - begun)
    assert worst < 0.05
