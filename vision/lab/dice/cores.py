"""Several cores at once: some draw lessons or prepare batches while one learns."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import cv2
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

Batch = tuple[Tensor, ...]
Done = TypeVar("Done")
_AHEAD = 3  # batches that every core prepares before they are wanted
_TASKS: list[Callable[[int], object]] = []  # the one that forked cores find here, with all that it holds


def spread(task: Callable[[int], Done], numbers: Sequence[int], cores: int) -> Iterator[Done]:
    """The *task* done for all *numbers*, in their order."""
    if cores < 2 or len(numbers) < 2:
        yield from map(task, numbers)
        return
    _TASKS[:] = [task]
    _one_thread()
    with multiprocessing.get_context("fork").Pool(min(cores, len(numbers))) as pool:
        yield from pool.imap(_do, numbers)


def _do(number: int) -> object:
    return _TASKS[0](number)


def _one_thread() -> None:
    """To be called before cores are forked off: they would wait for ever for threads that stayed behind."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


class _Steps(Dataset[Batch]):
    """The batches by the number of their step."""

    def __init__(self, batches: Callable[[int], Batch]) -> None:
        self._batches = batches

    def __getitem__(self, step: int) -> Batch:
        return self._batches(step)


def in_order(batches: Callable[[int], Batch], steps: range, cores: int) -> Iterator[Batch]:
    """The batches of all *steps*; the other cores prepare them while this one learns."""
    others = cores - 1
    if others:
        _one_thread()
    return iter(
        DataLoader(
            _Steps(batches),
            batch_size=None,
            sampler=steps,
            num_workers=others,
            prefetch_factor=_AHEAD if others else None,
            multiprocessing_context="fork" if others else None,
        )
    )
