"""Crops of pictures whose labels are boxes with values, some of them wrong, and of pictures without dice."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.dice.finder import find_places
from vision.dice.networks import Networks
from vision.dice.verdicts import Verdict, after_one_look, look_at
from vision.dice.windows import Halvings, Place
from vision.lab.dice.crops import POSE, Crop, cut_crop
from vision.lab.dice.deceits import PIPS
from vision.lab.dice.marks import Rng
from vision.pictures import Picture

Box = tuple[int, float, float, float, float]  # value, middle, width and height in pixels
_SMALLEST, _AIMED = 9.0, 0.33  # pixels of an edge; shares of a box by which the judge may aim beside it
_SIZES = 0.4, 1.15  # shares of a box that an edge has
_OTHER, _UNLABELLED = 0.8, 0.6  # so sure of another value, or of a die where none is labelled: a wrong label
_SLANTED = 0.45  # a foot that reaches out farther
_SEEMS, _SELDOM, _ANYWHERE = 0.02, 0.25, 10


def boxes_of(labels: Path, picture: Picture) -> list[Box]:
    """The boxes in a file of YOLO's, whose classes 0 to 5 are the values 1 to 6; outlines become boxes."""
    high, wide = picture.shape[:2]
    boxes = []
    for line in labels.read_text("utf-8").splitlines():
        kind, *numbers = line.split()
        told = np.array(numbers, float)
        if len(told) > 4:
            low, far = told.reshape(-1, 2).min(axis=0), told.reshape(-1, 2).max(axis=0)
            told = np.concatenate([(low + far) / 2, far - low])
        if len(told) == 4:
            x, y, across, down = (float(v) for v in told * [wide, high, wide, high])
            boxes.append((int(kind) + 1, x, y, across, down))
    return boxes


def crops_in_boxes(picture: Picture, boxes: Sequence[Box], nets: Networks) -> Iterator[Crop]:
    """A crop of each die as the judge aims at it, and of what it believes where no box is.

    Left out is what the judge surely sees otherwise: there the labels are often wrong.
    """
    halvings = Halvings(picture)
    seen = _aimed_twice(halvings, find_places(halvings, nets), nets)
    for box in boxes:
        inside = [one for one in seen if _is_in(one, box)]
        if inside:
            best = max(inside, key=lambda one: one.die)
            name, pips = best.best, float(best.shares[PIPS].max())
            if name == box[0] or pips <= _OTHER:
                yield _crop(halvings, best, box[0])
    for one in seen:
        beside = all(np.hypot(one.place.x - x, one.place.y - y) > max(w, h) for _, x, y, w, h in boxes)
        if beside and 0.1 < float(one.shares[PIPS].max()) <= _UNLABELLED:
            yield _crop(halvings, one, 0)


def crops_of_no_dice(rng: Rng, picture: Picture, nets: Networks) -> Iterator[Crop]:
    """What seems to be a die in a picture that shows none, and a little else."""
    halvings = Halvings(picture)
    high, wide = picture.shape[:2]
    places = list(find_places(halvings, nets))
    for _ in range(_ANYWHERE):
        edge = float(np.exp(rng.uniform(2.3, 4.5)))
        places.append(Place(float(rng.uniform(0, wide)), float(rng.uniform(0, high)), edge))
    said = look_at(halvings, places, nets.judge)
    for one in after_one_look(places, said):
        if float(one.shares[PIPS].max()) > _SEEMS or rng.random() < _SELDOM:
            yield _crop(halvings, one, 0)


def _aimed_twice(halvings: Halvings, places: Sequence[Place], nets: Networks) -> list[Verdict]:
    for _ in range(2):
        seen = after_one_look(places, look_at(halvings, places, nets.judge))
        places = [one.place for one in seen]
    return [one for one in seen if one.place.edge >= _SMALLEST]


def _is_in(one: Verdict, box: Box) -> bool:
    _, x, y, wide, high = box
    size = max(wide, high)
    near = np.hypot(one.place.x - x, one.place.y - y) <= _AIMED * size
    return bool(near and _SIZES[0] * size < one.place.edge < _SIZES[1] * size)


def _crop(halvings: Halvings, one: Verdict, name: int) -> Crop:
    """Without a pose; of what is no die its place keeps how much the judge believes it."""
    pose, place = np.zeros(POSE, np.float32), one.place
    pose[0] = 0.0 if name else float(one.shares[PIPS].max())
    free = bool(np.hypot(*one.foot) < _SLANTED)
    picture = cut_crop(halvings, place.x, place.y, place.edge)
    return Crop(picture, name, -1, pose, False, free, place.edge)


def labelled_pictures(folder: Path) -> Iterator[tuple[Picture, list[Box]]]:
    """Pictures below *folder*/images with their boxes in *folder*/labels."""
    for file in sorted((folder / "images").glob("*.jpg")):
        labels = folder / "labels" / f"{file.stem}.txt"
        if labels.exists():
            picture = np.asarray(cv2.imread(str(file)), np.uint8)
            yield picture, boxes_of(labels, picture)
