"""The dice pyramid in plain sets and loops, as its booklet describes it: G1 to G17. For the second referees.

A cell is (a, b, c): how many steps it lies away from side A, B and C; in the base form they add up to 8. A
die is its colour and what it shows to A, B and C.
"""

from collections.abc import Collection, Mapping
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

Cell = tuple[int, int, int]
CELLS: list[Cell] = [(a, b, c) for a in range(9) for b in range(9) for c in range(9) if a + b + c <= 8]
BASE = [cell for cell in CELLS if sum(cell) == 8]
COLOURS = "rym"
PLACES = set(CELLS)


def moved(cell: Cell, axis: int, steps: int) -> Cell:
    """*cell* so many steps away from the side of *axis*."""
    changed = list(cell)
    changed[axis] += steps
    return changed[0], changed[1], changed[2]


def below(cell: Cell) -> list[Cell]:
    """The three cells that a die at *cell* rests on; in the base form none (G2)."""
    return [] if sum(cell) == 8 else [moved(cell, axis, 1) for axis in range(3)]


def above(cell: Cell) -> list[Cell]:
    """The cells whose dice rest on one at *cell*."""
    return [up for axis in range(3) if (up := moved(cell, axis, -1)) in PLACES]


def beside(cell: Cell) -> list[Cell]:
    """The cells that touch *cell* side to side."""
    return [*below(cell), *above(cell)]


def is_funnel(cell: Cell, dice: Collection[Cell]) -> bool:
    """Whether a die can be laid there (G2)."""
    return cell in PLACES and cell not in dice and all(one in dice for one in below(cell))


def bare_sides(cell: Cell, dice: Collection[Cell]) -> int:
    """How many upper sides of the die at *cell* nothing covers; three means that it lies free (G8)."""
    return sum(moved(cell, axis, -1) not in dice for axis in range(3))


def funnels_of_three(dice: Collection[Cell]) -> list[Cell]:
    """The open funnels that three dice make (G4)."""
    return [cell for cell in CELLS if sum(cell) < 8 and is_funnel(cell, dice)]


def named(cell: Cell) -> str:
    return "{},{},{}".format(*cell)


# --- dice ---


class Die(NamedTuple):
    """Its colour and its numbers to A, B and C, each perhaps unknown."""

    colour: str
    shows: tuple[int | None, ...]

    def __str__(self) -> str:
        return self.colour + "".join("?" if number is None else str(number) for number in self.shows)


def rolled_over(shows: tuple[int, ...], towards: int, away: int) -> tuple[int, ...]:
    """G13, the example: tipped to the right the 3 there is covered, the 2 of the left comes to the right, the
    left shows a 4, and the 6 in front stays.
    """
    after = list(shows)
    after[towards], after[away] = shows[away], 7 - shows[towards]
    return tuple(after)


def _all_ways() -> list[tuple[int, ...]]:
    ways, new = {(6, 2, 3)}, [(6, 2, 3)]
    while new:
        shows = new.pop()
        for towards, away in permutations(range(3), 2):
            after = rolled_over(shows, towards, away)
            if after not in ways:
                ways.add(after)  # type: ignore[arg-type]
                new.append(after)  # type: ignore[arg-type]
    return sorted(ways)


WAYS = _all_ways()  # G16: how a die of the booklet can lie
assert len(WAYS) == 24


def can_be(shows: Collection[int | None]) -> bool:
    """Whether some die shows that: no number twice, nor with its back beside it."""
    known = [number for number in shows if number is not None]
    return all(a not in (b, 7 - b) for n, a in enumerate(known) for b in known[:n])


def filled(cells: Collection[Cell], box: Mapping[str, int], random: Random) -> dict[Cell, Die]:
    """*cells* with dice of the *box*, laid without looking."""
    colours = [colour for colour, n in box.items() for _ in range(n)]
    random.shuffle(colours)
    return {cell: Die(colour, random.choice(WAYS)) for cell, colour in zip(cells, colours, strict=False)}


def written(dice: Mapping[Cell, Die]) -> dict[str, str]:
    return {named(cell): str(die) for cell, die in dice.items()}


def everywhere(dice: Mapping[Cell, Die]) -> dict[str, str | None]:
    """The same with a word for every cell, so that a die too many is noticed as well."""
    return {named(cell): str(dice[cell]) if cell in dice else None for cell in CELLS}


def a_number(random: Random) -> int:
    return random.randint(1, 6)


def counted(counts: Mapping[str, int]) -> dict[str, Any]:
    """Counts of which a position leaves out those that are nought."""
    return {seat: n for seat, n in counts.items() if n}
