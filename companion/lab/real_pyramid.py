"""A real pyramid of real dice: the truth that simulated families build on and take from.

It knows nothing of the rules: whether a die lies firmly, is free or shows a number is found by looking at the
dice themselves. A cell is (i, j, k) as everywhere; a die is its colour and what it shows to A, B and C.
"""

from collections.abc import Iterable, Mapping
from itertools import permutations
from random import Random
from typing import NamedTuple

Place = tuple[int, int, int]
Shows = tuple[int, int, int]

LOWEST_LAYER = 8
PLACES: tuple[Place, ...] = tuple(
    (i, j, k) for i in range(9) for j in range(9) for k in range(9) if i + j + k <= LOWEST_LAYER
)
BASE_PLACES: tuple[Place, ...] = tuple(place for place in PLACES if sum(place) == LOWEST_LAYER)


def _is_real(shows: Shows) -> bool:
    """Whether a die from the box can show these numbers: 1, 2 and 3 run counter-clockwise round a corner."""
    low = [min(number, 7 - number) for number in shows]
    swaps = sum(low[i] > low[j] for i in range(3) for j in range(i + 1, 3))
    backs = sum(number > 3 for number in shows)
    return len(set(low)) == 3 and (swaps + backs) % 2 == 1


WAYS: tuple[Shows, ...] = tuple((a, b, c) for a, b, c in permutations(range(1, 7), 3) if _is_real((a, b, c)))


class RealDie(NamedTuple):
    """A die as it lies."""

    colour: str
    shows: Shows

    def __str__(self) -> str:
        return self.colour + "".join(map(str, self.shows))


def up(place: Place, axis: int, steps: int = 1) -> Place:
    """The place that many steps nearer to the side of *axis*; it is covered by what lies there."""
    moved = list(place)
    moved[axis] -= steps
    return moved[0], moved[1], moved[2]


def down(place: Place, axis: int, steps: int = 1) -> Place:
    return up(place, axis, -steps)


def named(place: Place) -> str:
    """*place* as people write it."""
    return ",".join(map(str, place))


class RealPyramid:
    """Which die lies where."""

    def __init__(self, dice: Mapping[Place, RealDie] | None = None) -> None:
        self.dice: dict[Place, RealDie] = dict(dice or {})

    @classmethod
    def filled(cls, places: Iterable[Place], box: Mapping[str, int], random: Random) -> "RealPyramid":
        """Dice from the *box* put in without looking."""
        colours = [colour for colour, count in box.items() for _ in range(count)]
        random.shuffle(colours)
        return cls({place: RealDie(colours.pop(), random.choice(WAYS)) for place in places})

    # --- what everybody can see ---

    def free(self) -> list[Place]:
        """The dice on which no other die leans."""
        return [place for place in sorted(self.dice) if len(self.bare_sides(place)) == 3]

    def bare_sides(self, place: Place) -> list[int]:
        """The axes of the upper faces that nothing covers."""
        return [axis for axis in range(3) if up(place, axis) not in self.dice]

    def lies_firmly(self, place: Place) -> bool:
        """Whether a die at *place* has three dice, or the base form, below it."""
        if place not in PLACES:
            return False
        return sum(place) == LOWEST_LAYER or all(down(place, axis) in self.dice for axis in range(3))

    def slide(self, place: Place) -> RealDie:
        """Takes the die at *place*, which has two bare sides at least, and the row above it comes down."""
        covered = [axis for axis in range(3) if axis not in self.bare_sides(place)]
        taken = self.dice.pop(place)
        for axis in covered:
            while (above := up(place, axis)) in self.dice:
                self.dice[place] = self.dice.pop(above)
                place = above
        return taken

    def after_slide(self, place: Place) -> "RealPyramid":
        """How the dice lie after `slide`."""
        after = RealPyramid(self.dice)
        after.slide(place)
        return after

    def gaps(self) -> list[Place]:
        """The empty funnels that three dice form."""
        return [
            place
            for place in PLACES
            if place not in self.dice and sum(place) < LOWEST_LAYER and self.lies_firmly(place)
        ]

    def looking_in(self, gap: Place) -> tuple[RealDie, RealDie, RealDie]:
        """The three dice below *gap*, along A, B and C."""
        return self.dice[down(gap, 0)], self.dice[down(gap, 1)], self.dice[down(gap, 2)]

    def sum_in(self, gap: Place) -> int:
        """The three faces that look into *gap* added up."""
        return sum(die.shows[axis] for axis, die in enumerate(self.looking_in(gap)))

    # --- how people tell of it ---

    def written(self, *without: Place) -> dict[str, str]:
        """Every die with all its numbers, as somebody sees it who has watched from the beginning."""
        return {named(place): str(die) for place, die in self.dice.items() if place not in without}

    def seen_from_above(self) -> list[dict[str, object]]:
        """The dice and faces that a camera above the table can see."""
        return [
            {
                "ijk": list(place),
                "colour": die.colour,
                "faces": {f"-{'ijk'[axis]}": die.shows[axis] for axis in bare},
            }
            for place, die in sorted(self.dice.items())
            if (bare := self.bare_sides(place))
        ]
