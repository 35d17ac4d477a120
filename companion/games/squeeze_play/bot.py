"""An opponent for Squeeze Play: it says where to build, and a human hand does it.

It looks one build ahead at everybody's next rolls: with how many of them can I build, with how many can they?
The stronger it is, the more of its builds it looks at that way; the strong one also tries its best answers to
every roll of its own and the best replies of the others in between.
"""

from collections.abc import Sequence
from random import Random

from companion.bots import LEVELS
from companion.games.squeeze_play.moves import Build, Pass, Roll, SqueezeMove
from companion.games.squeeze_play.placements import Site, buildable_cells, can_place, placements
from companion.games.squeeze_play.state import (
    BONUS,
    SqueezeState,
    own_dice,
    possible_builds,
    site_for,
    supply_of,
)
from companion.pyramid.cells import Shape, cells_of
from companion.pyramid.notation import shape
from companion.pyramid.shape import longest_row

__all__ = ("LEVELS", "choose")

NODES = 400  # positions looked at, where nobody says otherwise
ENCLOSED = 60.0  # how bad it is to have nowhere to build
_DIE = 1.0
_OPEN = 0.15  # what an own die that can be built on is worth


def choose(
    state: SqueezeState, seat: str, level: str, random: Random, nodes: int = NODES
) -> SqueezeMove | None:
    """What *seat* does next, or None if it waits."""
    if state.phase == "over" or seat != state.on_turn:
        return None
    if state.phase in ("start roll", "roll"):
        return Roll(number=random.randint(1, 6), seat=seat)
    builds = list(possible_builds(state))
    if not builds:
        return Pass(seat=seat)
    random.shuffle(builds)
    return Build(cells=cells_of(_chosen(state, seat, builds, level, nodes)), seat=seat)


def _chosen(state: SqueezeState, seat: str, builds: Sequence[Shape], level: str, nodes: int) -> Shape:
    if level == "random":
        return builds[0]
    if level == "easy":  # sees rows, nothing else
        return max(builds, key=_row_bonus)
    table = _Table(state, seat)
    shortlist = sorted(builds, key=table.at_once, reverse=True)[: max(1, nodes // _COST[level])]
    if level == "medium" or len(shortlist) == 1:
        return max(shortlist, key=table.standing_after)
    return max(shortlist, key=table.outlook_after)


_COST = {"medium": 20, "strong": 80}  # positions that one build takes to look at


def _row_bonus(build: Shape) -> int:
    return BONUS.get(longest_row(build), 0)


class _Table:
    """The table as one seat looks at it: sets of cells instead of names."""

    def __init__(self, state: SqueezeState, seat: str) -> None:
        at = state.seats.index(seat)
        around = (*state.seats[at:], *state.seats[:at])  # this seat first, then clockwise
        self._occupied = shape(state.pyramid)
        self._own = [own_dice(state, other) for other in around]
        self._supply = [supply_of(state, other) for other in around]
        self._rules = site_for(state, seat)

    def at_once(self, build: Shape) -> float:
        """What *build* brings by itself."""
        return build.bit_count() + 1.5 * _row_bonus(build)

    def standing_after(self, build: Shape) -> float:
        """How this seat stands against the others after *build*, before anybody rolls."""
        return self._standing(self._occupied | build, self._with(build)) + self.at_once(build)

    def outlook_after(self, build: Shape) -> float:
        """The standing after *build*, the likeliest harm of the next player and the own next roll."""
        occupied, own = self._occupied | build, self._with(build)
        worst = self._after_reply(occupied, own)
        return self.at_once(build) + 0.5 * self._standing(occupied, own) + 0.5 * worst

    def _with(self, build: Shape) -> list[Shape]:
        return [self._own[0] | build, *self._own[1:]]

    def _after_reply(self, occupied: Shape, own: list[Shape]) -> float:
        """The standing after the most harmful build of the left neighbour, averaged over its rolls."""
        worths = []
        for roll in (3, 4, 5, 6):
            replies = placements(self._site(occupied, own[1]), roll)[:4]
            worths += (
                [min(self._standing(occupied | r, [own[0], own[1] | r, own[2]]) for r in replies)]
                if replies
                else []
            )
        return sum(worths) / len(worths) if worths else self._standing(occupied, own)

    def _standing(self, occupied: Shape, own: list[Shape]) -> float:
        """How well the first of *own* stands against the better of the others."""
        mine, *others = (
            self._worth(occupied, dice, left) for dice, left in zip(own, self._supply, strict=True)
        )
        return mine - 0.5 * max(others) - 0.25 * sum(others) / len(others)

    def _worth(self, occupied: Shape, dice: Shape, left: int) -> float:
        """Dice that the next roll can use, on average, and how much room is left for later."""
        if not dice:
            return 3.0
        site = self._site(occupied, dice)
        room = buildable_cells(site).bit_count()
        if not room:
            return -ENCLOSED
        next_roll = sum(n for n in range(2, 7) if n >= left or can_place(site, n)) / 6
        return next_roll * _DIE + min(room, 20) * _OPEN

    def _site(self, occupied: Shape, dice: Shape) -> Site:
        return Site(occupied, dice or occupied, linked=self._rules.linked, lone=self._rules.lone)
