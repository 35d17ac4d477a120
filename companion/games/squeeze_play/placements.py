"""Every way to place dice, exactly: what may be built, and the proof that nothing can (SP5 to SP9, SP12).

New dice must lie firmly, so together with what they rest on they are closed downwards; two dice touch side to
side only where one rests on the other. So the new dice of a linked build hang together by resting on each
other, and growing a build means: take a cell above it and whatever that cell needs below. Every linked build
is reached that way from any of its cells, so the search that follows finds all of them and nothing else.
Whom a build covers does not matter (SP15), the start pyramid for a while excepted (SP9).
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import Struct

from companion.pyramid import cells as grid
from companion.pyramid.agree import cells_say
from companion.pyramid.shape import above, beside, carried, closure, free_lying
from companion.rulings import Refusal, against

# a die at a cell, and all that must lie below it
_CONES: dict[grid.Shape, grid.Shape] = {grid.bit(cell): closure(0, grid.bit(cell)) for cell in grid.ALL_CELLS}


class Site(Struct, frozen=True):
    """What decides about a build. Sets of cells are written as in `companion.pyramid.cells`."""

    occupied: grid.Shape
    anchors: grid.Shape  # dice one of which must be touched (SP7, SP8); 0 on the empty base form
    guarded: grid.Shape = 0  # the start pyramid, as long as it must stay reachable (SP9)
    guard_lying_free: bool = False  # the stricter reading of SP9
    barred: grid.Shape = 0  # cells that may not be used (SP3: edge funnels)
    linked: bool = True  # all new dice hang together, not only each with another (SP6)
    lone: bool = False  # a single die needs no partner (A-SP3)


@lru_cache(maxsize=256)
def placements(site: Site, n: int) -> tuple[grid.Shape, ...]:
    """Every set of *n* new dice that may be placed at *site*."""
    return tuple(_found(site, n))


@lru_cache(maxsize=256)
def can_place(site: Site, n: int) -> bool:
    """Whether *n* dice can be placed at all; False is a proof (SP10)."""
    return next(_found(site, n), None) is not None


def _found(site: Site, n: int) -> Iterator[grid.Shape]:
    if n == 1 and not site.lone:
        return
    builds = _linked_at_anchors(site, n) if site.linked or n < 4 else _touching(site, n)
    yield from (build for build in builds if leaves_start_open(site, build))


def leaves_start_open(site: Site, build: grid.Shape) -> bool:
    """Whether the start player can still reach the start pyramid after *build* (SP9)."""
    if not site.guarded:
        return True
    after = site.occupied | build
    if site.guard_lying_free:
        return bool(site.guarded & free_lying(after))
    return bool(beside(site.guarded) & ~after)


def _linked_at_anchors(site: Site, n: int) -> Iterator[grid.Shape]:
    """Linked builds of *n* dice of which at least one touches an anchor."""
    seeds = above(site.anchors) if site.anchors else grid.FULL
    return _linked(site, n, seeds)


def _linked(site: Site, n: int, seeds: grid.Shape) -> Iterator[grid.Shape]:
    """Linked builds of exactly *n* dice that contain one of *seeds*, each once."""
    near, empty = _within(site, n), ~site.occupied
    needs: dict[grid.Shape, grid.Shape] = {}  # what a die at a cell takes; 0 where that cannot be
    seen: set[grid.Shape] = set()
    waiting: list[grid.Shape] = [0]
    while waiting:
        build = waiting.pop()
        for cell in grid.bits(above(build) & near & ~build if build else seeds & near):
            need = needs.get(cell)
            if need is None:
                need = _CONES[cell] & empty
                need = needs[cell] = 0 if need & site.barred or need.bit_count() > n else need
            larger = build | need
            if not need or larger in seen:
                continue
            seen.add(larger)
            dice = larger.bit_count()
            if dice < n:
                waiting.append(larger)
            elif dice == n:
                yield larger


def _within(site: Site, n: int) -> grid.Shape:
    """The empty cells that *n* dice can reach at all: no build is higher than it has dice."""
    filled = site.occupied
    for _ in range(n):
        filled |= carried(filled) & ~site.barred
    return filled & ~site.occupied


def _touching(site: Site, n: int) -> Iterator[grid.Shape]:
    """Builds of *n* dice in one or more linked groups of at least two, one of which touches an anchor."""
    yield from _linked_at_anchors(site, n)
    groups = {size: tuple(_linked(site, size, grid.FULL)) for size in range(2, n - 1)}
    at_anchor = beside(site.anchors) if site.anchors else grid.FULL
    for sizes in _PARTITIONS[n]:
        yield from (build for build in _combined(groups, sizes) if build & at_anchor)


# ways to split a roll into two or more groups of at least two dice
_PARTITIONS: dict[int, tuple[tuple[int, ...], ...]] = {
    4: ((2, 2),),
    5: ((2, 3),),
    6: ((2, 4), (3, 3), (2, 2, 2)),
}


def _combined(groups: dict[int, tuple[grid.Shape, ...]], sizes: tuple[int, ...]) -> Iterator[grid.Shape]:
    """Every union of groups of *sizes* that do not touch each other (those that do are one group)."""
    first, *rest = sizes
    for number, group in enumerate(groups[first]):
        for partner in _partners(groups, tuple(rest), first, number):
            if not group & partner and not beside(group) & partner:
                yield group | partner


def _partners(
    groups: dict[int, tuple[grid.Shape, ...]], sizes: tuple[int, ...], before: int, number: int
) -> Iterator[grid.Shape]:
    """The groups that come after the chosen one, so that no union is found twice."""
    first, *rest = sizes
    start = number + 1 if first == before else 0
    for at in range(start, len(groups[first])):
        group = groups[first][at]
        if not rest:
            yield group
            continue
        for partner in _partners(groups, tuple(rest), first, at):
            if not group & partner and not beside(group) & partner:
                yield group | partner


def rule_broken(site: Site, build: grid.Shape) -> str:
    """Which rule *build* breaks at *site*: "unsupported", "rule1", "rule2", "protect", or "" if none."""
    if build & (site.occupied | site.barred) or closure(site.occupied, build) != build:
        return "unsupported"
    if not _keeps_rule_one(site, build):
        return "rule1"
    if site.anchors and not beside(site.anchors) & build:
        return "rule2"
    return "" if leaves_start_open(site, build) else "protect"


def _keeps_rule_one(site: Site, build: grid.Shape) -> bool:
    if build.bit_count() == 1:
        return site.lone
    if site.linked:
        return is_linked(build)
    return not build & ~beside(build)


def is_linked(build: grid.Shape) -> bool:
    """Whether all dice of *build* hang together side to side."""
    reached = build & -build
    while True:
        grown = reached | (beside(reached) & build)
        if grown == reached:
            return reached == build
        reached = grown


def offenders(site: Site, build: grid.Shape) -> grid.Shape:
    """The dice of *build* that break its rule: what the table should look at first."""
    broken = rule_broken(site, build)
    if broken == "unsupported":
        return (build & (site.occupied | site.barred)) | (
            build & above(closure(site.occupied, build) & ~build)
        )
    if broken == "rule1":
        alone = build & ~beside(build)
        return alone or build
    return build if broken else 0


# --- the start pyramid: three dice round a saddle and one on top (SP3, A-SP1) ---

CENTRAL_TOPS = ((2, 2, 3), (2, 3, 2), (3, 2, 2))  # the three places round the centre of the base form


@cache
def start_tops(centre: str) -> tuple[grid.Cell, ...]:
    """Where the top die of a start pyramid may lie: 15 places, or the 3 around the centre."""
    if centre == "central":
        return CENTRAL_TOPS
    return tuple(top for top, below in grid.SADDLES.items() if not grid.shape_of(below) & grid.EDGE_FUNNELS)


@cache
def start_pyramids(centre: str) -> tuple[tuple[grid.Cell, ...], ...]:
    """All start pyramids that may be built."""
    return tuple(tuple(sorted((top, *grid.supports_of(top)))) for top in start_tops(centre))


def refuse_start(centre: str, cells: tuple[grid.Cell, ...]) -> Refusal | None:
    """Why the four dice at *cells* are no start pyramid, or None if they are."""
    top = min(cells, key=grid.layer)
    if grid.layer(top) != 7 or set(cells) != {top, *grid.supports_of(top)}:
        return against("SP3", "no_start_pyramid")
    edges = grid.cells_of(grid.shape_of(cells) & grid.EDGE_FUNNELS)
    if edges:
        return against("SP3", "start_at_the_edge", cells=cells_say(edges))
    if top not in start_tops(centre):
        return against("A-SP1", "start_not_central")
    return None
