"""Where dice tip, and what happens where one makes a funnel with two others (DM3 to DM12, A-DM1, A-DM2)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, cast

from companion.games.dice_march.state import MarchOptions
from companion.pyramid.cells import AXES, LOWEST, SADDLES, Cell, Shape, bit, step, step_to
from companion.pyramid.dice import Faces
from companion.pyramid.notation import Pyramid, colour_of, die, faces_of, facing, name_of, with_dice, without
from companion.pyramid.sides import direction_of, in_the_base, tip, tip_faces

TIE = "tie"
OWN = "own"


class Fight(NamedTuple):
    """One funnel and its three dice."""

    funnel: Cell
    numbers: tuple[int, int, int]  # what looks into the funnel from A, B and C (DM6)
    result: str  # the colour that wins, or TIE, or OWN where nobody competes
    lost: tuple[Cell, ...]  # the dice that the winner takes, or all three in a tie


class Losses(NamedTuple):
    """The dice that leave the base form after a tip."""

    fights: tuple[Fight, ...]
    captured: Mapping[str, tuple[Cell, ...]]  # by the colour that takes them (DM7)
    removed: tuple[Cell, ...]  # out of the game, won by nobody (DM8)

    @property
    def gone(self) -> tuple[Cell, ...]:
        return (*(cell for cells in self.captured.values() for cell in cells), *self.removed)


def funnels_made(pyramid: Pyramid, cell: Cell) -> tuple[Cell, ...]:
    """The funnels that the die at *cell* forms with two others: at most two after a tip (DM11)."""
    tops = (step(cell, minus=axis) for axis in AXES)
    return tuple(
        sorted(top for top in tops if top in SADDLES and all(name_of(c) in pyramid for c in SADDLES[top]))
    )


def fight(pyramid: Pyramid, funnel: Cell, options: MarchOptions) -> Fight:
    """Who wins at *funnel*; only its three dice take part (DM10)."""
    cells = SADDLES[funnel]
    a, b, c = (number or 0 for number in facing(pyramid, funnel))
    numbers = (a, b, c)
    colours = tuple(colour_of(pyramid[name_of(cell)]) for cell in cells)
    if len(set(colours)) == 1:
        return Fight(funnel, numbers, OWN, ())  # DM9
    top = max(numbers)
    shown = tuple(zip(colours, numbers, strict=True))
    best = {colour for colour, number in shown if number == top}
    alone = numbers.count(top) == 1
    if len(best) == 1 and (alone or options.ownTie == "owner"):  # DM7, A-DM1
        winner = best.pop()
        pairs = zip(cells, colours, strict=True)
        beaten = tuple(cell for cell, colour in pairs if colour != winner)
        return Fight(funnel, numbers, winner, beaten)
    return Fight(funnel, numbers, TIE, tuple(sorted(cells)))  # DM8


def orders_that_differ(pyramid: Pyramid, tipped: Cell, options: MarchOptions) -> tuple[Cell, ...]:
    """A-DM2: the two funnels of which the mover names the first; none where it comes to the same."""
    funnels = funnels_made(pyramid, tipped)
    if options.multi != "order" or len(funnels) < 2:
        return ()
    one, other = (losses(pyramid, tipped, options, first) for first in funnels)
    same = one.captured == other.captured and one.removed == other.removed
    return () if same else funnels


def losses(pyramid: Pyramid, tipped: Cell, options: MarchOptions, first: Cell | None = None) -> Losses:
    """What the die that was *tipped* brings about; where the order matters, *first* goes first."""
    funnels = funnels_made(pyramid, tipped)
    if options.multi == "order":
        return _one_by_one(pyramid, sorted(funnels, key=lambda funnel: funnel != first), options)
    fights = tuple(fight(pyramid, funnel, options) for funnel in funnels)
    return _together(fights, tipped)


def _one_by_one(pyramid: Pyramid, funnels: list[Cell], options: MarchOptions) -> Losses:
    """A-DM2: the mover's order; a funnel whose dice are gone competes no more."""
    left, fights = dict(pyramid), []
    for funnel in funnels:
        if all(name_of(cell) in left for cell in SADDLES[funnel]):
            fights.append(fight(left, funnel, options))
            for cell in fights[-1].lost:
                del left[name_of(cell)]
    return _collected(tuple(sorted(fights)), fights)


def _together(fights: tuple[Fight, ...], tipped: Cell) -> Losses:
    """A-DM2: both funnels at once. Only the tipped die is in both, and it can be lost once."""
    takers = [one for one in fights if tipped in one.lost]
    if len(takers) < 2:
        return _collected(fights, fights)
    decider = _who_gets_it(takers)
    deciding = [
        one if one is decider else one._replace(lost=tuple(cell for cell in one.lost if cell != tipped))
        for one in fights
    ]
    both = _collected(fights, deciding)
    return both if decider else both._replace(removed=tuple(sorted((*both.removed, tipped))))


def _who_gets_it(takers: list[Fight]) -> Fight | None:
    """The fight in which the tipped die is lost: a tie, else the higher winner's; None if they are equal."""
    ties = [one for one in takers if one.result == TIE]
    if ties:
        return ties[0]
    one, other = sorted(takers, key=lambda taker: max(taker.numbers))
    if max(one.numbers) == max(other.numbers) and one.result != other.result:
        return None
    return other


def _collected(fights: tuple[Fight, ...], lost_in: list[Fight] | tuple[Fight, ...]) -> Losses:
    captured: dict[str, tuple[Cell, ...]] = {}
    removed: list[Cell] = []
    for one in lost_in:
        if one.result == TIE:
            removed += one.lost
        elif one.lost:
            captured[one.result] = tuple(sorted((*captured.get(one.result, ()), *one.lost)))
    return Losses(fights, captured, tuple(sorted(removed)))


# --- which tips there are, and what a tip or a turn makes of the dice (DM3, DM4, DM11, G13, G14) ---

FORWARD = ("forward-left", "forward-right")  # A-DM9: a triangular grid has two ways forward
ALLOWED = (*FORWARD, "left", "right")  # DM3: never back


class Arrival(NamedTuple):
    """A tip and all that follows from it at once."""

    standing: Pyramid  # right after the tip, before anything is taken away
    pyramid: Pyramid  # in the end
    faces: Faces  # what the tipped die shows (DM4)
    losses: Losses
    in_the_goal: bool  # DM1


def goal(axis: int) -> Cell:
    """The corner funnel opposite the side of *axis* (DM1); others may stand in it (A-DM7)."""
    return step_to((0, 0, 0), axis, LOWEST)


def tips_from(occupied: Shape, cell: Cell, axis: int) -> dict[str, Cell]:
    """Where a die at *cell* of the player at *axis* may tip, by direction (DM3)."""
    return {name: end for name, end, place in _ends(cell, axis) if not occupied & place}


def all_tips(occupied: Shape, cells: Iterable[Cell], axis: int) -> list[tuple[Cell, Cell]]:
    """From where to where the dice at *cells* of the player at *axis* may tip (DM3)."""
    return [(cell, end) for cell in cells for _, end, place in _ends(cell, axis) if not occupied & place]


@lru_cache(maxsize=256)  # 45 funnels, three sides
def _ends(cell: Cell, axis: int) -> tuple[tuple[str, Cell, Shape], ...]:
    """Where there is a funnel for the die at *cell* to tip into, by direction, also as a set of one."""
    ends = ((name, tip(cell, axis, name)) for name in ALLOWED)
    return tuple((name, end, bit(end)) for name, end in ends if in_the_base(end))


def known_faces(pyramid: Pyramid, cell: Cell) -> Faces:
    """The numbers of the die at *cell*, all of which are known in this game."""
    return cast(Faces, faces_of(pyramid[name_of(cell)]))


def shown_after(pyramid: Pyramid, cell: Cell, end: Cell, axis: int) -> Faces:
    """What the die at *cell* shows when its owner at *axis* has tipped it to *end* (DM4)."""
    direction = direction_of(axis, cell, end)
    if direction is None:
        raise ValueError(f"expected neighbouring funnels, got {cell} and {end}")
    return tip_faces(known_faces(pyramid, cell), axis, direction)


def arrive(
    pyramid: Pyramid, cell: Cell, end: Cell, axis: int, options: MarchOptions, first: Cell | None = None
) -> Arrival:
    """What happens when the die at *cell* tips to *end*."""
    tipped = die(colour_of(pyramid[name_of(cell)]), shown_after(pyramid, cell, end, axis))
    return compete(with_dice(without(pyramid, [cell]), [end], tipped), end, axis, options, first)


def compete(
    standing: Pyramid, end: Cell, axis: int, options: MarchOptions, first: Cell | None = None
) -> Arrival:
    """What follows from the die that lies at *end* after its tip."""
    faces, at_goal = known_faces(standing, end), end == goal(axis)
    if at_goal and options.goalFirst:  # A-DM6: the game ends before anybody competes
        return Arrival(standing, standing, faces, Losses((), {}, ()), True)
    lost = losses(standing, end, options, first)
    return Arrival(standing, without(standing, lost.gone), faces, lost, at_goal and end not in lost.gone)
