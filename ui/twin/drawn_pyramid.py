"""The dice pyramid on the simulated table: hands build, take and turn, as a camera would see it."""

from collections.abc import Iterator, Mapping
from random import Random

from msgspec.structs import replace

from companion.asks import JSON
from companion.pyramid.cells import LOWEST, Cell, layer, step, supports_of
from companion.pyramid.dice import turnings
from companion.pyramid.notation import cell_named, faces_of
from vision.drawn.scene import PyramidDie, PyramidOnTable

Dice = dict[Cell, str]  # written like "r623"; every number is known, for real dice have them all
_COLOURS = {"r": "red", "y": "yellow", "m": "white"}
_AXES = ("-i", "-j", "-k")


def after(value: JSON, now: Mapping[Cell, str], random: Random) -> Dice | None:
    """The dice on the table once what *value* tells has happened; None where no real dice can lie so."""
    dice = dict(now)
    if "dice" in value:
        dice = {cell_named(name): _real(written, random) for name, written in value["dice"].items()}
    elif "cells" in value:
        dice = _as_seen(value["cells"], now, random)
    else:
        for name in value.get("taken", ()):
            if not _take(dice, cell_named(name)):
                return None
        for part in ("placed", "turned"):
            dice |= {cell_named(name): _real(w, random) for name, w in value.get(part, {}).items()}
    return dice if "" not in dice.values() and stands(dice) else None


def written(pyramid: Mapping[str, str] | None) -> Dice | None:
    """The dice of a layout by their cells; None where there is no pyramid."""
    return None if pyramid is None else {cell_named(name): die for name, die in pyramid.items()}


def stands(dice: Mapping[Cell, str]) -> bool:
    """Whether every die has three others below it, or the form, and is a die that there is."""
    return all(
        min(cell) >= 0 and layer(cell) <= LOWEST and all(below in dice for below in supports_of(cell))
        for cell in dice
    )


def by_layers(dice: Mapping[Cell, str]) -> Iterator[Dice]:
    """The pyramid as it grows, layer by layer."""
    for lowest in range(LOWEST, -1, -1):
        part = {cell: die for cell, die in dice.items() if layer(cell) >= lowest}
        if lowest == LOWEST or any(layer(cell) == lowest for cell in dice):
            yield part


def drawn(standing: PyramidOnTable, dice: Mapping[Cell, str]) -> PyramidOnTable:
    """*standing* with these *dice*."""
    made = tuple(_drawn_die(cell, die) for cell, die in sorted(dice.items()))
    return replace(standing, dice=made)


def _drawn_die(cell: Cell, die: str) -> PyramidDie:
    a, b, c = (int(n) for n in die[1:])
    way = [(a + 2 * b + n) % 2 == 0 for n in (0, c, 1)]  # which way the pips lie is the same for equal dice
    return PyramidDie(cell, _COLOURS.get(die[0], "white"), (a, b, c), (way[0], way[1], way[2]))


def _real(written: str, random: Random) -> str:
    """A die with all its numbers; "" if there is none that shows these."""
    ways = turnings(faces_of(written))
    if not ways:
        return ""
    colour = written[0] if written[0] in _COLOURS else random.choice("rym")
    return colour + "".join(map(str, random.choice(ways)))


def _as_seen(cells: JSON, now: Mapping[Cell, str], random: Random) -> Dice:
    """The dice for *cells* seen from above: hidden ones stay as they are."""
    dice: Dice = {}
    for part in cells:
        i, j, k = part["ijk"]
        numbers = "".join(str(part["faces"].get(axis, "?")) for axis in _AXES)
        seen, here = part["colour"] + numbers, now.get((i, j, k), "")
        dice[i, j, k] = here if here and _shows(here, seen) else _real(seen, random)
    waiting = list(dice)
    while waiting:
        for below in supports_of(waiting.pop()):
            if below not in dice:
                dice[below] = now.get(below) or _real("????", random)
                waiting.append(below)
    return dice


def _shows(die: str, seen: str) -> bool:
    return all(s in ("?", d) for d, s in zip(die, seen, strict=True))


def _take(dice: Dice, cell: Cell) -> bool:
    """A die is taken, and the row above its covered side slides down; False where that cannot be done."""
    if cell not in dice:
        return False
    covered = [axis for axis in range(3) if step(cell, minus=axis) in dice]
    if covered and (len(covered) > 1 or layer(cell) != LOWEST):
        return False
    del dice[cell]
    for axis in covered:
        while (above := step(cell, minus=axis)) in dice:
            dice[cell] = dice.pop(above)
            cell = above
    return True
