"""The real dice of Squeeze Play: what lies where, and by plain looking what may be built there."""

from collections.abc import Collection, Iterator, Sequence

from companion.games.squeeze_play.state import SqueezeOptions
from companion.lab.real_pyramid import LOWEST_LAYER, PLACES, Place, RealPyramid, down, up

COLOURS = "rym"  # of the seats in their order
EACH = 55
BONUS = {4: 1, 5: 2, 6: 3}
SPLITS = {4: ((2, 2),), 5: ((2, 3), (3, 2)), 6: ((2, 4), (4, 2), (3, 3), (2, 2, 2))}

Build = frozenset[Place]


class RealBuilding:
    """The pyramid as it grows, and whose dice it is made of."""

    def __init__(self, seats: Sequence[str], options: SqueezeOptions) -> None:
        self.seats, self.options = tuple(seats), options
        self.pyramid = RealPyramid()
        self.starter = ""
        self.start: Build = frozenset()  # the start pyramid, until its owner has built on it

    # --- what everybody can see ---

    def own(self, seat: str) -> list[Place]:
        colour = COLOURS[self.seats.index(seat)]
        return [place for place, die in self.pyramid.dice.items() if die.colour == colour]

    def left(self, seat: str) -> int:
        """SP1: the dice that *seat* has not built yet."""
        return EACH - len(self.own(seat))

    def is_enclosed(self, seat: str) -> bool:
        """SP17, A-SP5."""
        own = self.own(seat)
        if self.options.enclosed == "visible":
            return bool(own) and not any(self.pyramid.bare_sides(place) for place in own)
        return bool(own) and not any(self._bare_above(place) for place in own)

    def _bare_above(self, place: Place) -> list[Place]:
        return [over for over in _above(place) if over not in self.pyramid.dice]

    def start_builds(self) -> list[Build]:
        """SP3, A-SP1."""
        tops = [place for place in PLACES if sum(place) == LOWEST_LAYER - 1]
        builds = [frozenset({top, *(down(top, axis) for axis in range(3))}) for top in tops]
        inner = [build for build in builds if min(map(min, (p for p in build if sum(p) == 8))) > 0]
        if self.options.centre == "any":
            return inner
        return [
            build for build in inner if any(sorted(place) == [2, 2, 3] for place in build if sum(place) == 7)
        ]

    # --- what may stand ---

    def may_stand(self, seat: str, build: Collection[Place], bonus: bool = False) -> bool:
        """Whether *seat* may build there: firmly, side to side, beside an own die, the start pyramid open."""
        new = set(build)
        firm = all(self._is_firm(place, new) for place in new)
        return (
            firm and self._is_linked(new, bonus) and self._touches(seat, new) and self._keeps_start(seat, new)
        )

    def _is_firm(self, place: Place, new: set[Place]) -> bool:
        if place not in PLACES or place in self.pyramid.dice:
            return False
        below = [down(place, axis) for axis in range(3)]
        return sum(place) == LOWEST_LAYER or all(p in self.pyramid.dice or p in new for p in below)

    def _is_linked(self, new: set[Place], bonus: bool) -> bool:
        """SP6, A-SP2, A-SP3."""
        if len(new) == 1:
            return bonus or self.options.one == "lone"
        if not self.options.linked:
            return all(_beside(place) & new for place in new)
        reached, waiting = set[Place](), [next(iter(new))]
        while waiting:
            place = waiting.pop()
            reached.add(place)
            waiting += (_beside(place) & new) - reached
        return reached == new

    def _touches(self, seat: str, new: set[Place]) -> bool:
        """SP7, SP8."""
        earlier = set(self.own(seat) or self.pyramid.dice)
        return any(_beside(place) & earlier for place in new)

    def _keeps_start(self, seat: str, new: set[Place]) -> bool:
        """SP9, A-SP4."""
        if not self.start or seat == self.starter:
            return True
        after = new | self.pyramid.dice.keys()
        if self.options.protect == "free":
            return any(not after & {up(place, axis) for axis in range(3)} for place in self.start)
        return any(set(_above(place)) - after for place in self.start)

    # --- all that may stand ---

    def builds(self, seat: str, n: int, bonus: bool = False) -> list[Build]:
        """Every build of *n* dice in one piece; where tables allow more pieces, some of those if need be."""
        earlier = set(self.own(seat) or self.pyramid.dice)
        seeds = {over for place in earlier for over in self._bare_above(place)}
        whole = [b for b in self._pieces(n, seeds) if self.may_stand(seat, b, bonus)]
        if whole or self.options.linked:
            return sorted(whole, key=sorted)
        return [b for b in self._in_pieces(n, seeds) if self.may_stand(seat, b, bonus)][:1]

    def _pieces(self, n: int, seeds: Collection[Place]) -> set[Build]:
        """All firm builds of *n* dice that hang together and hold one of *seeds*.

        New dice touch where one rests on the other, so a piece grows by a die on top and what that needs.
        """
        known: dict[Place, Build] = {}
        found = {b for seed in seeds if len(b := self._needed(seed, n, known)) <= n}
        waiting = list(found)
        while waiting:
            build = waiting.pop()
            for over in {over for place in build for over in self._bare_above(place)} - build:
                grown = build | self._needed(over, n, known)
                if len(grown) <= n and grown not in found:
                    found.add(grown)
                    waiting.append(grown)
        return {build for build in found if len(build) == n}

    def _needed(self, place: Place, most: int, known: dict[Place, Build]) -> Build:
        """The empty places at and below *place*; more than *most* are not counted to the end."""
        if place not in known:
            needed, layer = {place}, {place}
            while layer and len(needed) <= most:
                below = {down(p, axis) for p in layer if sum(p) < LOWEST_LAYER for axis in range(3)}
                layer = {p for p in below if p not in self.pyramid.dice}
                needed |= layer
            known[place] = frozenset(needed)
        return known[place]

    def _in_pieces(self, n: int, seeds: Collection[Place]) -> Iterator[Build]:
        """A-SP2 as a house rule: several pieces of at least two dice, the first beside an earlier die."""
        anywhere = [place for place in PLACES if place not in self.pyramid.dice]
        for first, *rest in SPLITS.get(n, ()):
            for piece in self._pieces(first, seeds):
                yield from self._with_rest(piece, rest, anywhere)

    def _with_rest(self, build: Build, sizes: list[int], anywhere: list[Place]) -> Iterator[Build]:
        if not sizes:
            yield build
            return
        for piece in self._pieces(sizes[0], anywhere):
            if not piece & build:
                yield from self._with_rest(build | piece, sizes[1:], anywhere)

    def earned(self, seat: str, build: Build) -> int:
        """SP11 to SP13: the bonus dice for the longest new row, as far as they can be placed."""
        most = min(BONUS.get(longest_row(build), 0), self.left(seat))
        return max((n for n in range(1, most + 1) if self.builds(seat, n, bonus=True)), default=0)


def longest_row(build: Build) -> int:
    """SP11: the dice of the longest straight row within *build*."""
    longest = 1
    for axis in range(3):
        for place in build:
            row = [place]
            while up(row[-1], axis) in build:
                row.append(up(row[-1], axis))
            longest = max(longest, len(row))
    return longest


def _above(place: Place) -> list[Place]:
    """The real places whose dice would lean on one at *place*."""
    return [over for axis in range(3) if min(over := up(place, axis)) >= 0]


def _beside(place: Place) -> set[Place]:
    return {*_above(place), *(down(place, axis) for axis in range(3) if sum(place) < LOWEST_LAYER)}
