"""What a face shows besides its pips: lamps mirrored in it, and the pips of clear dice's other sides."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.dice.windows import Halvings
from vision.lab.dice.crops import POSE, SPAN, Crop, cut_crop
from vision.lab.dice.deceits import Views, as_taken, ground_of
from vision.lab.dice.lessons import name_of
from vision.lab.dice.lures import EDGE, any_lure
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.scenes import laid_on
from vision.pictures import Picture

_SIDE = 224  # pixels of a view
_NEIGHBOURS, _LURES = (0, 0, 0, 1, 1, 2), 0.25
_SIDE_FACES = 0.12
_FINER = 2  # times as many pixels as the crop has, in which lamps are drawn
_ROUND, _LONG = 0.62, 0.85  # shares of the lamps: round ones, and those that are round or long


def glassy_views(rng: Rng, made_with: Views) -> Iterator[Crop]:
    """Without end: a clear or shining die in the middle of a view; now and then one of its side faces.

    How it lies is not taught: what lies flat here would be believed of dice that lean.
    """
    while True:
        picture = ground_of(rng, made_with.grounds)
        bank, tilt = made_with.banks[int(rng.integers(len(made_with.banks)))], float(abs(rng.normal(0, 14)))
        for _ in range(int(rng.choice(_NEIGHBOURS))):
            around, far = float(rng.uniform(0, 2 * np.pi)), EDGE * float(rng.uniform(1.15, 1.7))
            x, y = _SIDE / 2 + far * float(np.cos(around)), _SIDE / 2 + far * float(np.sin(around))
            if rng.random() < _LURES:
                any_lure(rng, picture, x, y, EDGE * float(rng.uniform(0.7, 1.2)))
            else:
                laid_on(rng, picture, bank, tilt, (x, y), EDGE * float(rng.uniform(0.8, 1.1)))
        die = laid_on(rng, picture, bank, tilt, (_SIDE / 2, _SIDE / 2), EDGE * float(rng.uniform(0.85, 1.1)))
        taken, scale = as_taken(rng, picture)
        yield _crop(taken, (die.middle + 0.5) * scale - 0.5, die.edge * scale, name_of(die))
        sides = [side for side in die.sides if not np.isnan(side[0])]
        if sides and rng.random() < _SIDE_FACES:
            side = (sides[int(rng.integers(len(sides)))] + 0.5) * scale - 0.5
            yield _crop(taken, side, die.edge * scale * float(rng.uniform(0.75, 1.05)), 0)


def _crop(picture: Picture, at: Floats, edge: float, name: int) -> Crop:
    seen = cut_crop(Halvings(picture), float(at[0]), float(at[1]), edge)
    return Crop(seen, name, -1, np.zeros(POSE, np.float32), False, True, edge)


def with_lamps(rng: Rng, picture: Picture, edge: float) -> Picture:
    """A crop with one to three lamps mirrored in its top face, as sharp as a die of that *edge* is taken."""
    side = picture.shape[0]
    light, across = np.zeros((_FINER * side,) * 2, np.float32), _FINER * side / SPAN
    kind, size, turn = rng.random(), float(rng.uniform(0.03, 0.105)) * across, float(rng.uniform(0, np.pi))
    for _ in range(int(rng.choice((1, 1, 2, 3)))):
        x, y = (_FINER * side / 2 + rng.uniform(-0.42, 0.42, 2) * across).tolist()
        if kind < _ROUND:
            axes = [max(1, round(size * float(rng.uniform(0.8, 1.25)))) for _ in range(2)]
            cv2.ellipse(
                light, (round(x), round(y)), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA
            )
            continue
        long, wide = (0.2, 0.9) if kind < _LONG else (1.0, 2.4), (1.1, 1.1) if kind < _LONG else (1.0, 2.4)
        unit = across if kind < _LONG else size
        box = (
            (x, y),
            (unit * float(rng.uniform(*long)), size * float(rng.uniform(*wide))),
            float(np.degrees(turn)),
        )
        cv2.fillPoly(light, [cv2.boxPoints(box).astype(np.int32)], 1.0, cv2.LINE_AA)
    sharp = max(0.25, 0.5 * side / SPAN / max(edge, 8.0)) * _FINER * float(rng.uniform(0.6, 1.5))
    light = cv2.resize(cv2.GaussianBlur(light, (0, 0), sharp), (side, side), interpolation=cv2.INTER_AREA)
    tone = np.clip(rng.normal(1, 0.06, 3), 0.8, 1.1) * rng.uniform(0.5, 1.6) * 255
    return np.asarray(np.clip(picture + light[:, :, None] * tone, 0, 255), np.uint8)
