"""Lessons from files, a few at a time, mixed into the batches that the networks learn from."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from vision.learn.dice import steps

_STEPS_PER_FILE = 20
_MOST_FILES = 14
Arrays = list[NDArray[Any]]


class Shards:
    """Lessons from many files, a few of them in memory at a time."""

    def __init__(self, files: Sequence[Path], fields: tuple[str, ...], seed: int) -> None:
        self._files, self._fields, self._seed = list(files), fields, seed
        self._held: dict[int, Arrays] = {}

    def some(self, step: int, count: int) -> Arrays:
        """*count* lessons for this step, always the same for the same step."""
        rng = np.random.default_rng((self._seed, step))
        arrays = self._file((step // _STEPS_PER_FILE) % len(self._files))
        rows = rng.integers(0, len(arrays[0]), count)
        return [array[rows] for array in arrays]

    def _file(self, number: int) -> Arrays:
        if number not in self._held:
            if len(self._held) >= _MOST_FILES:
                self._held.pop(next(iter(self._held)))
            with np.load(self._files[number]) as kept:
                self._held[number] = [kept[name] for name in self._fields]
        return self._held[number]


def finder_batches(sources: Sequence[Shards], count: int) -> Callable[[int], steps.Batch]:
    """For every step its pictures, as many from each of *sources*."""

    def batch(step: int) -> steps.Batch:
        pictures, places = _mixed(sources, step, count)
        return steps.find_batch(np.random.default_rng((3, step)), pictures, places)

    return batch


def judge_batches(sources: Sequence[Shards], count: int) -> Callable[[int], steps.Batch]:
    """For every step its windows, as many from each of *sources*."""

    def batch(step: int) -> steps.Batch:
        windows, names, cocked, poses = _mixed(sources, step, count)
        return steps.judge_batch(np.random.default_rng((4, step)), windows, names, cocked, poses)

    return batch


def _mixed(sources: Sequence[Shards], step: int, count: int) -> Arrays:
    parts = [source.some(step, count // len(sources)) for source in sources]
    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]


def learnt(file: Path) -> dict[str, torch.Tensor]:
    """The slow copy of the weights in a file that `steps.fit` wrote."""
    kept: dict[str, torch.Tensor] = torch.load(file, weights_only=True)["slow"]
    return {name.removeprefix("module."): value for name, value in kept.items() if name.startswith("module.")}
