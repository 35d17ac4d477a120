"""Learns the digits of ten-sided dice from drawn ones alone, and writes the network that the eyes use.

    COMPANION_FONTS=FOLDER python -m vision.lab.dice.ten_sided WORK --ship

Everything made on the way is kept in WORK; the same command goes on where the last one was stopped.
"""

import argparse
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from msgspec.structs import replace
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

import vision.dice
from vision.dice.networks import TEN_SIDED
from vision.dice.verdicts import NAMES
from vision.dice.windows import SIDE as WINDOW
from vision.lab.dice import steps
from vision.lab.dice.batches import CROP_FIELDS, Shards
from vision.lab.dice.cores import Batch
from vision.lab.dice.crops import SIDE, SPAN, Crop, Crops
from vision.lab.dice.grounds import any_ground
from vision.lab.dice.kept import save_crops, say
from vision.lab.dice.lessons import four_turns
from vision.lab.dice.looks import looks_at
from vision.lab.dice.marks import Rng, any_style
from vision.lab.dice.nets import TenSided, save_onnx
from vision.lab.dice.quick import quicken
from vision.lab.dice.scenes import edge_of
from vision.lab.dice.solids import Sprite
from vision.lab.dice.tens import drawn_ten
from vision.pictures import Picture

_DICE, _PER_FILE, _SAME_STYLE = 8400, 700, 3
_GROUNDS, _STEEPEST = 30, 50.0
_SMALLEST, _LARGEST = 0.6, 1.1  # of the usual height of a digit
_SHADED = 0.6  # so many dice throw a shadow
PLAN = steps.Plan(steps=5000, batch=96, rate=2e-3)
_FIRST = NAMES.index("d10 0")
_NO_DIGIT = -100  # of a window that misses the die nothing is asked


def drawn_dice(work: Path, count: int = _DICE) -> list[Path]:
    """Files of crops, each of one drawn die on some ground; drawn first where they are missing."""
    files = [work / f"tens_{n:03d}.npz" for n in range(max(1, count // _PER_FILE))]
    for n, file in enumerate(files):
        if not file.exists():
            rng = np.random.default_rng((556, n))
            save_crops(file, list(_crops(rng, min(count, _PER_FILE))))
            say(f"ten-sided dice: {(n + 1) * _PER_FILE} of {count}")
    return files


def _crops(rng: Rng, count: int) -> Iterator[Crop]:
    grounds = [any_ground(rng) for _ in range(_GROUNDS)]
    for n in range(count):
        if n % _SAME_STYLE == 0:
            style = replace(any_style(rng, "d10"), digit=float(rng.uniform(_SMALLEST, _LARGEST)))
        sprite = drawn_ten(rng, style, _STEEPEST * float(rng.random()) ** 1.5)
        yield _laid(rng, sprite, grounds[int(rng.integers(len(grounds)))])


def _laid(rng: Rng, die: Sprite, ground: Picture) -> Crop:
    """The die in the middle of a crop, with a part of the ground below it."""
    edge = edge_of(die.quad)
    scale, (x, y) = SIDE / (SPAN * edge), die.quad.mean(axis=0)
    there = np.array([[scale, 0, SIDE / 2 - 0.5 - scale * x], [0, scale, SIDE / 2 - 0.5 - scale * y]])
    shown = cv2.warpAffine(die.picture, there, (SIDE, SIDE), flags=cv2.INTER_LINEAR).astype(np.float32)
    below = _part(rng, ground)
    if rng.random() < _SHADED:
        soft = cv2.GaussianBlur(shown[:, :, 3], (0, 0), float(rng.uniform(1, 6))) / 255
        away = tuple(int(v) for v in rng.integers(-12, 13, 2))
        below *= 1 - float(rng.uniform(0.1, 0.7)) * np.roll(soft, away, (0, 1))[:, :, None]
    cover = shown[:, :, 3:] / 255
    picture = np.clip(below * (1 - cover) + shown[:, :, :3] * cover, 0, 255).astype(np.uint8)
    pose = np.array([*four_turns(die.quad), 0, 0], np.float32)
    return Crop(picture, _FIRST + int(die.value), 0, pose, True, True, edge)


def _part(rng: Rng, ground: Picture) -> NDArray[np.float32]:
    side = int(rng.integers(60, 300))
    top, left = (int(rng.integers(0, most - side)) for most in ground.shape[:2])
    part = cv2.resize(ground[top : top + side, left : left + side], (SIDE, SIDE))
    return np.asarray(part, np.float32)


def batches(files: Sequence[Path], count: int) -> Callable[[int], Batch]:
    """For every step so many windows and their digits."""
    shards = Shards(files, CROP_FIELDS, 9)

    def batch(step: int) -> Batch:
        rng, crops = shards.rng(step), Crops(*shards.at(step))
        looks = looks_at(rng, crops, rng.integers(0, len(crops.names), count))
        digits = np.where(looks.names >= _FIRST, looks.names - _FIRST, _NO_DIGIT)
        return torch.from_numpy(looks.windows), torch.from_numpy(digits)

    return batch


def _loss(said: Tensor, batch: Batch) -> Tensor:
    return functional.cross_entropy(said, batch[1], ignore_index=_NO_DIGIT, label_smoothing=0.02)


def learn(work: Path, plan: steps.Plan = PLAN, dice: int = _DICE) -> Path:
    """Every stage in turn; gives the file of the network as the eyes read it."""
    seen = batches(drawn_dice(work, dice), plan.batch)
    steps.fit(TenSided(), seen, _loss, plan, work / "ten_sided.pt", say)
    net = TenSided()
    net.load_state_dict(steps.learnt(work / "ten_sided.pt"))
    save_onnx(net, work / TEN_SIDED, (3, WINDOW, WINDOW))
    quicken(TEN_SIDED, work, work, seen)
    return work / TEN_SIDED


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path, help="folder for everything that is made on the way")
    parser.add_argument("--ship", action="store_true", help="put the result where the eyes find it")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    file = learn(args.work)
    if args.ship:
        shutil.copy(file, Path(vision.dice.__path__[0]) / "weights" / TEN_SIDED)
    say(f"done: {file}")


if __name__ == "__main__":
    main()
