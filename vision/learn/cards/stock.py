"""A stock of drawn cards that another process fills while one learns from it; the oldest make room."""

import multiprocessing
import os
from queue import Empty, Full

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.cards.flat import BODY, INDEX
from vision.learn.cards.crops import any_crops

_CORNERS, _BODIES = 60_000, 16_000
_FIRST = 1500  # corners there must be before anything is learnt


def _draw(queue: "multiprocessing.Queue[tuple[np.ndarray, ...]]", cards: int, seed: int) -> None:
    """Draws for ever; ends with the process that learns."""
    cv2.setNumThreads(1)
    rng, parent = np.random.default_rng(seed), os.getppid()
    while os.getppid() == parent:
        crops = any_crops(rng, cards)
        if crops.bodies:
            _put(queue, tuple(np.array(part, np.uint8) for part in crops), parent)


def _put(
    queue: "multiprocessing.Queue[tuple[np.ndarray, ...]]", part: tuple[np.ndarray, ...], parent: int
) -> None:
    """Waits for room in the queue, but not for a process that has ended."""
    while os.getppid() == parent:
        try:
            queue.put(part, timeout=5)
        except Full:
            continue
        return


class Stock:
    """What has been drawn last, as many corners and whole cards as there is room for."""

    def __init__(self, cards: int) -> None:
        self._queue: multiprocessing.Queue[tuple[np.ndarray, ...]] = multiprocessing.Queue(64)
        seed = int.from_bytes(os.urandom(4))
        self._process = multiprocessing.Process(target=_draw, args=(self._queue, cards, seed), daemon=True)
        self._process.start()
        self._corners = (
            np.empty((_CORNERS, INDEX[1], INDEX[0], 3), np.uint8),
            np.empty((_CORNERS, 2), np.uint8),
        )
        self._bodies = np.empty((_BODIES, BODY[1], BODY[0], 3), np.uint8), np.empty((_BODIES, 4), np.uint8)
        self.counts = [0, 0]

    def _take_in(self) -> None:
        """Takes in all that has been drawn; waits only as long as there is too little."""
        while True:
            try:
                part = self._queue.get(block=self.counts[0] < _FIRST)
            except Empty:
                return
            for n, (store, new) in enumerate(((self._corners, part[:2]), (self._bodies, part[2:]))):
                where = (self.counts[n] + np.arange(len(new[0]))) % len(store[0])
                store[0][where], store[1][where] = new
                self.counts[n] += len(new[0])

    def some(self, rng: np.random.Generator, count: tuple[int, int]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """That many corners with their marks, and whole cards with what they are."""
        self._take_in()
        out: list[Tensor] = []
        for n, store in enumerate((self._corners, self._bodies)):
            chosen = rng.integers(0, min(self.counts[n], len(store[0])), count[n])
            seen = torch.from_numpy(store[0][chosen].transpose(0, 3, 1, 2)).float() / 255
            light = torch.from_numpy(
                rng.uniform(0.85, 1.15, (count[n], 1, 1, 1)) * rng.uniform(0.95, 1.05, (count[n], 3, 1, 1))
            ).float()
            out += [(seen * light).clamp(0, 1) - 0.5, torch.from_numpy(store[1][chosen].astype(np.int64))]
        a, b, c, d = out
        return a, b, c, d
