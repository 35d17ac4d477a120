"""Lessons from files, a few files at a time, mixed into the batches that the networks learn from."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.verdicts import NAMES
from vision.lab.dice import steps
from vision.lab.dice.cores import Batch
from vision.lab.dice.crops import Crops
from vision.lab.dice.looks import Looks, looks_at

_STEPS_PER_FILE = 20
_MOST_FILES = 14
_DIGITS_OF_TEN, _MORE_OFTEN = NAMES.index("d10 0"), 3.0  # so rare among the drawn dice
SEEK_FIELDS = ("seek", "places")
CROP_FIELDS = Crops.__struct_fields__
Arrays = list[NDArray[Any]]


class Shards:
    """Lessons from many files, a few of them in memory at a time."""

    def __init__(self, files: Sequence[Path], fields: tuple[str, ...], seed: int) -> None:
        self._files, self._fields, self._seed = list(files), fields, seed
        self._held: dict[int, Arrays] = {}

    def rng(self, step: int) -> np.random.Generator:
        """Chance for this step, always the same for the same step."""
        return np.random.default_rng((self._seed, step))

    def hold(self) -> None:
        """All files in memory at once, so that forked cores share them."""
        self._held = {number: self._read(number) for number in range(len(self._files))}

    def at(self, step: int) -> Arrays:
        """The file whose turn it is."""
        number = (step // _STEPS_PER_FILE) % len(self._files)
        if number not in self._held:
            if len(self._held) >= _MOST_FILES:
                self._held.pop(next(iter(self._held)))
            self._held[number] = self._read(number)
        return self._held[number]

    def _read(self, number: int) -> Arrays:
        with np.load(self._files[number]) as kept:
            return [kept[name] for name in self._fields]


class Part(Struct, frozen=True, eq=False):
    """So many lessons of every batch come from here."""

    shards: Shards
    count: int
    dice: float = 0.68  # so many of the judge's windows show one
    lit: float = 0.0  # on so many of the doubter's lamps are mirrored


def finder_batches(parts: Sequence[Part]) -> Callable[[int], Batch]:
    """For every step its pictures."""

    def some(part: Part, step: int) -> Arrays:
        arrays = part.shards.at(step)
        rows = part.shards.rng(step).integers(0, len(arrays[0]), part.count)
        return [array[rows] for array in arrays]

    def batch(step: int) -> Batch:
        pictures, places = (
            np.concatenate(arrays) for arrays in zip(*(some(p, step) for p in parts), strict=True)
        )
        return steps.find_batch(np.random.default_rng((3, step)), pictures, places)

    return batch


def judge_batches(parts: Sequence[Part]) -> Callable[[int], Batch]:
    """For every step its windows."""

    def some(part: Part, step: int) -> Looks:
        rng, crops = part.shards.rng(step), Crops(*part.shards.at(step))
        dice, others = np.flatnonzero(crops.names > 0), np.flatnonzero(crops.names == 0)
        many = round(part.count * part.dice) if len(others) else part.count
        often = np.where(crops.names[dice] >= _DIGITS_OF_TEN, _MORE_OFTEN, 1.0)
        rows = np.concatenate(
            [rng.choice(dice, many, p=often / often.sum()), rng.choice(others, part.count - many)]
        )
        return looks_at(rng, crops, rows)

    def batch(step: int) -> Batch:
        looks = [some(part, step) for part in parts]
        return steps.judge_batch(
            Looks(
                *(np.concatenate([getattr(one, name) for one in looks]) for name in Looks.__struct_fields__)
            )
        )

    return batch
