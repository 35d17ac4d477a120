"""Drawn cards, kept where they are learnt from; every look at them is another, and the oldest make room."""

from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.cards.flat import BODY, INDEX
from vision.lab.cards.crops import ABOUT, AROUND, any_crops
from vision.lab.cards.looks import is_within, look

READERS = "index", "body"
_SIZE, _MORE = {"index": INDEX, "body": BODY}, {"index": AROUND, "body": ABOUT}
_QUESTIONS = {"index": 2, "body": 4}
_ROUGHLY = {"index": 0.35, "body": 0.12}  # how often a card is taken to lie well beside its place
_ROOM = {"index": 30_000, "body": 8_000}
_FIRST = 2500  # corners there must be before anything is learnt


class Parcel(NamedTuple):
    """Some crops with what they are, as rows of numbers, and the boxes of their marks."""

    pictures: NDArray[np.uint8]
    truth: NDArray[np.uint8]
    boxes: NDArray[np.float32]


def drawn(rng: np.random.Generator, cards: int, colours: float = 0.0) -> dict[str, Parcel]:
    """What so many drawn cards give for each reader; *colours*: how many more are of games of colours."""
    cv2.setNumThreads(1)
    crops = any_crops(rng, cards, colours)
    nowhere = np.zeros((len(crops.bodies), 4), np.float32)
    marks, judged = np.array(crops.marks, np.uint8), np.array(crops.judged, np.uint8)
    return {
        "index": Parcel(np.array(crops.corners, np.uint8), marks, np.array(crops.boxes, np.float32)),
        "body": Parcel(np.array(crops.bodies, np.uint8), judged, nowhere),
    }


class Lesson(NamedTuple):
    """Crops as a reader takes them, what they are, and how much each counts."""

    seen: Tensor
    truth: Tensor
    weight: Tensor


class Bank:
    """What has been drawn for one reader."""

    def __init__(self, reader: str, room: int, device: torch.device | None = None) -> None:
        wide, high = (side + 2 * _MORE[reader] for side in _SIZE[reader])
        self._reader, self._room, self.drawn = reader, room, 0
        self._count = torch.zeros((), device=device)
        self._pictures = torch.zeros((room, high, wide, 3), dtype=torch.uint8, device=device)
        self._truth = torch.zeros((room, 4), dtype=torch.uint8, device=device)
        self._boxes = torch.zeros((room, 4), device=device)

    def put(self, parcel: Parcel) -> None:
        n, there = len(parcel.pictures), self._pictures.device
        if not n:
            return
        where = ((self.drawn + torch.arange(n)) % self._room).to(there)
        truth = torch.from_numpy(parcel.truth).to(there)
        self._pictures[where] = torch.from_numpy(parcel.pictures).to(there)
        self._truth[where, : truth.shape[1]] = truth
        self._boxes[where] = torch.from_numpy(parcel.boxes).to(there)
        self.drawn += n
        self._count.fill_(float(min(self.drawn, self._room)))

    def some(self, count: int) -> Lesson:
        """That many of them; nothing here waits for what a graphics card has not reckoned yet."""
        there = self._pictures.device
        chosen = (torch.rand(count, device=there) * self._count).long().clamp(max=self._room - 1)
        truth = self._truth[chosen].long()
        fine = truth[:, 2] if self._reader == "index" else torch.zeros_like(truth[:, 0])
        more, rough = _MORE[self._reader], _ROUGHLY[self._reader]
        cut = look(self._pictures[chosen], self._boxes[chosen], fine, more, rough)
        seen = cut.seen.contiguous(memory_format=torch.channels_last)
        return Lesson(seen, truth[:, : _QUESTIONS[self._reader]], is_within(cut))


class Stock:
    """Both readers' banks: whenever something is taken out, some more cards are drawn."""

    def __init__(self, cards: int) -> None:
        self._cards = cards
        self._banks = {reader: Bank(reader, _ROOM[reader]) for reader in READERS}

    def some(self, rng: np.random.Generator, counts: dict[str, int]) -> dict[str, Lesson]:
        """That many crops for each reader."""
        while True:
            for reader, parcel in drawn(rng, self._cards).items():
                self._banks[reader].put(parcel)
            if self._banks["index"].drawn >= _FIRST:
                return {reader: self._banks[reader].some(count) for reader, count in counts.items()}
