"""Drawn dice as the eyes find them, each beside the truth: what is learnt from."""

from collections.abc import Iterator

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.calibration import Calibration, calibrate, calibration_of
from vision.dice.locate import Expected, clumps, locate
from vision.dice.squares import Square
from vision.drawn import Variety, any_dice, any_scene, draw
from vision.drawn.dice import face_quad, silhouette, top_face
from vision.drawn.scene import DieOnTable, TableScene
from vision.flatten import Flat
from vision.kit.camera import Floats, project
from vision.kit.values import DieType
from vision.look import PER_MM, tray_of
from vision.pictures import Picture

SETS: tuple[dict[DieType, int], ...] = (
    {"pips": 3, "colour": 2},
    {"pips": 6},
    {"pips": 2, "colour": 2, "piggy": 1},
    {"pips": 2, "number": 3},
)
_THROWS = 6  # of the same dice on the same table: an empty table takes longest to draw
_FLAT, _NEARLY_FLAT, _NEARLY = 0.5, 0.08, 4.0
_LEANS = 5.0, 45.0


class Sample(Struct, frozen=True, eq=False):
    """A square that was taken for a die's top face, and the die that lies there (None if there is none)."""

    flat: Flat
    square: Square
    die: DieOnTable | None


def samples(seeds: range) -> Iterator[list[Sample]]:
    """What is found on drawn tables, one list per picture."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        wanted = SETS[seed % len(SETS)]
        scene = any_scene(seed, wanted, variety=Variety(touching=0.3))
        calibration = None
        for throw in range(_THROWS):
            dice = tuple(_leaning(rng, die) for die in any_dice(rng, scene, wanted, Variety(touching=0.3)))
            thrown = replace(scene, dice=dice, seed=seed * _THROWS + throw)
            picture = draw(thrown)
            calibration = calibration or _calibration(seed, thrown, picture)
            yield _found(rng, thrown, tray_of(picture, calibration), calibration.die_edge * PER_MM)


def _calibration(seed: int, scene: TableScene, picture: Picture) -> Calibration:
    """For every second table as the markers tell it, with the lens known only roughly."""
    exact = calibration_of(scene.camera, scene.mat)
    return exact if seed % 2 else calibrate(picture, scene.mat) or exact


def _leaning(rng: np.random.Generator, die: DieOnTable) -> DieOnTable:
    dice = rng.random()
    if dice < _FLAT:
        return die
    tilt = rng.uniform(0, _NEARLY) if dice < _FLAT + _NEARLY_FLAT else rng.uniform(*_LEANS)
    return replace(die, tilt=float(tilt), tilt_towards=float(rng.uniform(0, 360)))


def _found(rng: np.random.Generator, scene: TableScene, flat: Flat, edge: float) -> list[Sample]:
    """The squares as they are located at first, and once more about where the faces truly are."""
    expected = Expected(edge)
    outlines = [_in_flat(flat, silhouette(scene.camera, die)).astype(np.float32) for die in scene.dice]
    out = []
    for square in locate(clumps(flat, expected), flat, expected).squares:
        middle = (square.x, square.y)
        here = [n for n, outline in enumerate(outlines) if cv2.pointPolygonTest(outline, middle, False) > 0]
        out.append(Sample(flat, square, scene.dice[here[0]] if here else None))
    for die in scene.dice:
        quad = _in_flat(flat, project(scene.camera, face_quad(die, top_face(die))))
        out.append(Sample(flat, _about(rng, quad), die))
    return out


def _in_flat(flat: Flat, pixels: Floats) -> Floats:
    whole = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(flat.to_picture).T
    return np.asarray(whole[:, :2] / whole[:, 2:])


def _about(rng: np.random.Generator, quad: Floats) -> Square:
    """The square that fits a face's outline, as far off as a search may end."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    edge = float(np.hypot(*across) + np.hypot(*down)) / 2 * rng.normal(1, 0.03)
    angle = float(np.degrees(np.arctan2(across[1], across[0])) + rng.normal(0, 2))
    x, y = quad.mean(axis=0) + rng.normal(0, 0.7, 2)
    return Square(float(x), float(y), edge, angle, 150.0, (0.0, 0.0, 0.0, 0.0), 1.0)
