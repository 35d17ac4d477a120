"""A bank of drawn dice to make tables from: drawn once, kept in a file, taken by tilt."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.lab.dice.marks import Floats, Rng, Style, any_style
from vision.lab.dice.rarities import glassy_style, rare_style
from vision.lab.dice.solids import CANVAS, Sprite, drawn
from vision.lab.dice.tens import drawn_ten

_KINDS = ("pips", "colour", "piggy", "number", "d10", "blank")
_SHARES = (0.6, 0.14, 0.08, 0.09, 0.06, 0.03)
_RARE_SHARES = (0.6, 0.04, 0.04, 0.1, 0.2, 0.02)
_STEEPEST, _STEEPEST_CLEAR = 55.0, 38.0
_FROM_THE_SIDE, _TEN_FROM_THE_SIDE = (42.0, 68.0), (42.0, 60.0)
_LEANING = 0.14
_SAME_STYLE = 3  # dice of one style, as in a real set
_PART = 600  # dice that are drawn from one seed


class Bank(Struct, frozen=True, eq=False):
    """Many sprites as arrays, in the order of their tilt."""

    pictures: NDArray[np.uint8]
    quads: Floats
    sides: Floats
    kinds: NDArray[np.str_]
    values: NDArray[np.str_]
    tilts: Floats
    leans: Floats

    def near(self, rng: Rng, tilt: float, leaning: bool) -> int:
        """Some sprite with about this tilt."""
        flat = np.flatnonzero((self.leans > 0) == leaning)
        here = int(np.searchsorted(self.tilts[flat], tilt))
        reach = 8 + len(flat) // 25
        return int(flat[np.clip(here + rng.integers(-reach, reach + 1), 0, len(flat) - 1)])


Sort = Literal["usual", "rare", "steep", "glassy"]
Spread = Callable[[Callable[[int], list[Sprite]], Sequence[int]], Iterable[list[Sprite]]]


def bank_in(
    file: Path,
    count: int,
    seed: int,
    say: Callable[[str], None],
    spread: Spread = map,
    sort: Sort = "usual",
) -> Bank:
    """The bank kept in *file*; drawn first if it is not there, with *spread* by many cores at once.

    Its dice may be of a rare *sort*, all seen steep, from the side, or all clear or shining ones with pips.
    """
    if not file.exists():
        _save(file, _drawn(count, seed, say, spread, sort))
    with np.load(file) as kept:
        return Bank(**{name: kept[name] for name in Bank.__struct_fields__})


def _drawn(count: int, seed: int, say: Callable[[str], None], spread: Spread, sort: Sort) -> Bank:
    def part(number: int) -> list[Sprite]:
        return _sprites(np.random.default_rng(seed + number), min(_PART, count - number * _PART), sort)

    made: list[Sprite] = []
    for sprites in spread(part, range(-(-count // _PART))):
        made += sprites
        say(f"{len(made)} of {count} dice drawn")
    made.sort(key=lambda sprite: sprite.tilt)
    return Bank(
        np.array([sprite.picture for sprite in made]).reshape(-1, CANVAS, CANVAS, 4),
        np.array([sprite.quad for sprite in made], np.float32),
        np.array([sprite.sides for sprite in made], np.float32),
        np.array([sprite.kind for sprite in made]),
        np.array([sprite.value for sprite in made]),
        np.array([sprite.tilt for sprite in made], np.float32),
        np.array([sprite.lean for sprite in made], np.float32),
    )


def _sprites(rng: Rng, count: int, sort: Sort) -> list[Sprite]:
    some_sprite = _SPRITES.get(sort, _any_sprite)
    shares = _RARE_SHARES if sort == "rare" else _SHARES
    made: list[Sprite] = []
    while len(made) < count:
        style = _STYLES[sort](rng, "pips" if sort == "glassy" else str(rng.choice(_KINDS, p=shares)))
        made += [some_sprite(rng, style) for _ in range(_SAME_STYLE)]
    return made


def _any_sprite(rng: Rng, style: Style) -> Sprite:
    steep = _STEEPEST * float(rng.random()) ** 1.3
    if style.kind == "d10":
        return drawn_ten(rng, style, steep)
    lean = float(rng.uniform(10, 46)) if rng.random() < _LEANING else 0.0
    return drawn(rng, style, min(steep, 25.0) if lean else steep, lean)


def _steep_sprite(rng: Rng, style: Style) -> Sprite:
    """Standing, seen from the side."""
    if style.kind == "d10":
        return drawn_ten(rng, style, float(rng.uniform(*_TEN_FROM_THE_SIDE)))
    return drawn(rng, style, float(rng.uniform(*_FROM_THE_SIDE)), 0.0)


def _clear_sprite(rng: Rng, style: Style) -> Sprite:
    """Standing, mostly seen from above."""
    return drawn(rng, style, _STEEPEST_CLEAR * float(rng.random()) ** 1.6, 0.0)


_SPRITES = {"steep": _steep_sprite, "glassy": _clear_sprite}
_STYLES = {"usual": any_style, "steep": any_style, "rare": rare_style, "glassy": glassy_style}


def _save(file: Path, bank: Bank) -> None:
    part = file.with_suffix(".part.npz")
    np.savez(part, **{name: getattr(bank, name) for name in bank.__struct_fields__})
    part.replace(file)
