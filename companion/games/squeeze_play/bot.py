"""An opponent for Squeeze Play: it says where to build, and a human hand does it.

The easy one looks for rows. The medium one asks of each of its builds: how many dice can I place with my
next roll on average, bonus dice included, and how many can the others? The strong one also lets the others
roll and build once and asks again, as often as its positions allow, with the same rolls for its best builds.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.asks import Say
from companion.game import clockwise_from
from companion.games.squeeze_play import state as s
from companion.games.squeeze_play.moves import Build, Pass, Roll, SqueezeMove
from companion.games.squeeze_play.placements import Site, placements
from companion.pyramid.agree import cells_say
from companion.pyramid.cells import Shape, cells_of
from companion.pyramid.shape import above, longest_row

NODES = 600  # positions looked at, where nobody says otherwise
_TURNS = 4  # what one round costs, its rolls and the standing after it
_SHORTLIST = 6
ENCLOSED = 40.0  # what the end by an enclosed player (SP17) is worth, in dice
_NEXT_ROLL = 2.0  # weights that won most of 160 games each against random players
# an open place, an open place of others while leading, how many count
_ROOM, _SQUEEZE, _ENOUGH = (0.3, 0.8, 12)


def choose(
    state: s.SqueezeState, seat: str, level: str, random: Random, nodes: int = NODES
) -> SqueezeMove | None:
    """What *seat* does next, or None if it waits."""
    if state.phase == "over" or seat != state.on_turn:
        return None
    if state.phase in ("start roll", "roll"):
        return Roll(number=random.randint(1, 6), seat=seat)
    builds = list(s.possible_builds(state))
    if not builds:
        return Pass(seat=seat)
    random.shuffle(builds)
    return Build(cells=cells_of(_chosen(state, seat, builds, level, random, nodes)), seat=seat)


def in_words(state: s.SqueezeState, move: SqueezeMove) -> Say | None:
    """Where a hand has to put the dice for *move*."""
    return Say("these_cells", {"cells": cells_say(move.cells)}) if isinstance(move, Build) else None


def _chosen(
    state: s.SqueezeState, seat: str, builds: Sequence[Shape], level: str, random: Random, nodes: int
) -> Shape:
    if level == "random" or len(builds) == 1:
        return builds[0]
    if level == "easy":  # sees rows, nothing else
        return max(builds, key=gained)
    table = Table.seen_by(state, seat)
    best = sorted(builds[:nodes], key=lambda build: table.built(build).standing(), reverse=True)
    if level == "medium":
        return best[0]
    shortlist = best[:_SHORTLIST]
    seeds = [random.getrandbits(32) for _ in range(max(1, nodes // (_TURNS * len(shortlist))))]
    return max(shortlist, key=lambda build: table.built(build).played_on(seeds))


def gained(build: Shape) -> int:
    """How many dice *build* uses up, the bonus dice that it earns included (SP11)."""
    return build.bit_count() + s.BONUS.get(longest_row(build), 0)


class Table(NamedTuple):
    """The table as one seat looks at it: sets of cells instead of names. That seat is number 0."""

    own: tuple[Shape, ...]
    left: tuple[int, ...]
    linked: bool
    lone: bool

    @classmethod
    def seen_by(cls, state: s.SqueezeState, seat: str) -> "Table":
        around = clockwise_from(state.seats, seat)
        site = s.site_for(state, seat)
        supplies = tuple(s.supply_of(state, other) for other in around)
        return cls(tuple(s.own_dice(state, other) for other in around), supplies, site.linked, site.lone)

    def built(self, build: Shape, number: int = 0) -> "Table":
        """The table after *build* of seat *number*; a bonus is counted without laying it."""
        left = max(0, self.left[number] - gained(build))
        mine = _with(self.own, number, self.own[number] | build)
        return self._replace(own=mine, left=_with(self.left, number, left))

    def standing(self) -> float:
        """How far ahead seat 0 is, in dice: of the best of the others above all.

        Who leads profits from the end that an enclosed player brings (SP17), so room matters more then.
        """
        leads = self.left[0] < min(self.left[1:])
        mine = self.prospect(0, _ROOM, -ENCLOSED)
        room, end = (_SQUEEZE, -ENCLOSED) if leads else (_ROOM, ENCLOSED)
        others = [self.prospect(number, room, end) for number in range(1, len(self.own))]
        return mine - 0.6 * max(others) - 0.4 * sum(others) / len(others)

    def prospect(self, number: int, room: float, enclosed: float) -> float:
        """The dice that the next roll of a seat uses up on average, the room it has, and what it has left."""
        site = self.site(number)
        places = (above(site.anchors) & ~site.occupied).bit_count()  # none means enclosed (SP17)
        if self.own[number] and not places:
            return enclosed - self.left[number]
        next_roll = sum(self._best_gain(site, roll, self.left[number]) for roll in range(1, 7)) / 6
        return _NEXT_ROLL * next_roll + room * min(places, _ENOUGH) - self.left[number]

    def _best_gain(self, site: Site, roll: int, left: int) -> int:
        if roll >= left:
            return WIN
        return max(map(gained, placements(site, roll)), default=0)

    def played_on(self, seeds: Sequence[int]) -> float:
        """The standing, and what seat 0 can hope for once the others have built, on average over *seeds*.

        What the others roll is luck and the same whatever seat 0 has built: it is left out, so that the
        average tells the builds apart with few seeds.
        """
        return self.standing() + sum(self._hope(Random(seed)) for seed in seeds) / len(seeds)

    def _hope(self, random: Random) -> float:
        """What is left for seat 0 after the others built what uses up most, of a few builds at hand."""
        table = self
        for number in range(1, len(self.own)):
            roll = random.randint(1, 6)
            builds = placements(table.site(number), roll) if roll < table.left[number] else ()
            if builds:
                tried = random.sample(builds, min(3, len(builds)))
                table = table.built(max(tried, key=gained), number)
        return table.prospect(0, _ROOM, -ENCLOSED)

    def site(self, number: int) -> Site:
        occupied = 0
        for dice in self.own:
            occupied |= dice
        return Site(occupied, self.own[number] or occupied, linked=self.linked, lone=self.lone)


WIN = 20  # what a win is worth, in dice


def _with(values: tuple[int, ...], number: int, value: int) -> tuple[int, ...]:
    return (*values[:number], value, *values[number + 1 :])
