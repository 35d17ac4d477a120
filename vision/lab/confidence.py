"""How often is a reading right that fits so well? Fitted on drawn tables for `vision.dice.decide`.

python -m vision.lab.confidence [tables]    # prints the constants and how far they can be relied on
"""

import sys

import numpy as np
from numpy.typing import NDArray

from vision.calibration import calibration_of
from vision.dice import Expected, find_dice
from vision.dice.decide import judged, weighed
from vision.drawn import any_scene, draw, truth
from vision.kit.values import DieType
from vision.look import PER_MM, tray_of
from vision.white import light_gains

Floats = NDArray[np.float64]
SETS: tuple[dict[DieType, int], ...] = (
    {"pips": 2, "colour": 1},
    {"pips": 2, "colour": 1, "piggy": 1},
    {"pips": 2, "number": 1},
    {"pips": 5},
)
_ROUNDS = 30
_STEADY = 0.02  # keeps the constants small where all readings are right
_BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.99, 0.995, 1.01)


def tried(seeds: range) -> tuple[Floats, NDArray[np.bool_]]:
    """What the readings on drawn tables weigh, shape (n, weights), and whether they were right."""
    rows, right = [], []
    for seed in seeds:
        wanted = SETS[seed % len(SETS)]
        scene = any_scene(seed, wanted)
        picture = draw(scene)
        calibration = calibration_of(scene.camera, scene.mat)
        flat = tray_of(picture, calibration)
        gains = light_gains(picture, calibration)
        expected = Expected(calibration.die_edge * PER_MM)
        found = find_dice(flat, expected, tuple(wanted), gains, count=sum(wanted.values()))
        labels = truth(scene)["dice"]
        for one in judged(found.dice, {str(kind): count for kind, count in wanted.items()}):
            x, y = flat.in_picture(np.array([[one.square.x, one.square.y]]))[0]
            near = min(labels, key=lambda label: _away(label, x, y))
            if _away(near, x, y) < near["box"][2]:
                rows.append(one.weights)
                right.append((one.type, one.value) == (near["type"], str(near["value"])))
    return np.array(rows), np.array(right)


def _away(label: dict[str, list[float]], x: float, y: float) -> float:
    return float(np.hypot(label["centre_top"][0] - x, label["centre_top"][1] - y))


def fitted(rows: Floats, right: NDArray[np.bool_]) -> Floats:
    """The constants that make what was right most likely (a logistic regression by Newton's steps)."""
    constants = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        share = 1 / (1 + np.exp(-rows @ constants))
        slope = rows.T @ (right - share) - _STEADY * constants
        bend = (rows * (share * (1 - share))[:, None]).T @ rows + _STEADY * np.eye(rows.shape[1])
        constants = constants + np.linalg.solve(bend, slope)
    return constants


def reliability(said: Floats, right: NDArray[np.bool_]) -> list[tuple[float, int, float, float]]:
    """For every range of confidence: where it begins, how many readings, what was said, what was right."""
    where = np.digitize(said, _BINS) - 1
    bins = [(n, where == n) for n in range(len(_BINS) - 1) if (where == n).any()]
    return [(_BINS[n], int(k.sum()), float(said[k].mean()), float(right[k].mean())) for n, k in bins]


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rows, right = tried(range(700_000, 700_000 + tables))
    print("constants", ", ".join(f"{value:.2f}" for value in fitted(rows, right)))
    rows, right = tried(range(800_000, 800_000 + tables))
    print("on other tables: said at least, readings, said on average, right")
    for start, count, said, true in reliability(weighed(rows), right):
        print(f"{start:6.3f} {count:6d} {said:8.4f} {true:8.4f}")


if __name__ == "__main__":
    main()
