"""What teaching decks and dice has in common: pictures named after faces, and one way to refuse."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.sightings import Box
from vision.files import PICTURES
from vision.pictures import Picture, most_of, shrunk

TAUGHT = "taught"  # the folder for what was taught, in the data folder
_FURTHER = re.compile(r"^(?P<face>.+?)_(?P<number>\d{1,2})$")
_NAME = re.compile(r"^[\w][\w -]{0,39}$")


class CannotTeachError(ValueError):
    """Something cannot be taught; the message says why, `next_step` what helps."""

    def __init__(self, why: str, next_step: str) -> None:
        super().__init__(why)
        self.why, self.next_step = why, next_step


class Taught(Struct, frozen=True):
    """What was learnt: the faces, from how many pictures, which are easily confused, what was left out."""

    name: str
    kind: str
    faces: tuple[str, ...]
    pictures: int
    alike: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()  # one sentence for each picture that could not be used


def fitting_name(name: str) -> str:
    """*name* if a taught thing can be called so."""
    if not _NAME.match(name):
        raise CannotTeachError(
            f"{name!r} cannot be the name of a deck or die.", "Use letters, digits, - and spaces, at most 40."
        )
    return name


def pictures_by_face(folder: Path) -> dict[str, list[Path]]:
    """The pictures in *folder* by the face they show: `QH.png`, `QH_2.jpg` and `QH_3.jpg` are one face.

    Where there is no picture without the number, it belongs to the name: `blue_5` is a face of its own.
    """
    if not folder.is_dir():
        raise CannotTeachError(f"There is no folder {folder}.", "Name the folder with one picture per face.")
    paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
    if not paths:
        raise CannotTeachError(
            f"{folder} holds no pictures.", "Put one picture per face there, named after the face."
        )
    stems = {path.stem for path in paths}
    faces: dict[str, list[Path]] = {}
    for path in paths:
        faces.setdefault(_face_of(path.stem, stems), []).append(path)
    return dict(sorted(faces.items()))


def write_by_face(shown: Mapping[str, Sequence[Picture]], folder: Path) -> None:
    """Write the pictures of each face into *folder*, so that `pictures_by_face` finds them."""
    for face, pictures in shown.items():
        for number, picture in enumerate(pictures, start=1):
            ending = "" if number == 1 else f"_{number}"
            if not cv2.imwrite(str(folder / f"{face}{ending}.png"), picture):
                raise CannotTeachError(f"The picture of {face} cannot be kept.", "Make room on the disk.")


def _face_of(stem: str, stems: set[str]) -> str:
    found = _FURTHER.match(stem)
    if found is None or int(found["number"]) < 2:
        return stem
    return found["face"] if found["face"] in stems else stem


# --- what somebody has laid alone on an empty table, found by comparing the two pictures ---

_LONGEST = 640  # pixels: fine enough for a die, and quick
_DIFFERS = 18  # of 255: more than a sensor's noise and a weak shadow
_LEAST, _MOST = 0.0005, 0.3  # of the picture: a die far away; a hand or somebody's sleeve
_JOINED = 9  # pixels: pips and frames of one thing belong together


def newly_laid(empty: Picture, now: Picture) -> Box | None:
    """The place of the one thing that lies on *now* and not on *empty*; None without one, or with a hand."""
    if empty.shape != now.shape:
        return None
    small, scale = shrunk(now, _LONGEST)
    before, _ = shrunk(empty, _LONGEST)
    found = [box for box in _changed(before, small) if box[2] * box[3] / small[:, :, 0].size > _LEAST]
    if not found:
        return None
    high, wide = small.shape[:2]
    if any(_touches_the_rim(box, wide, high) for box in found):
        return None  # an arm reaches in
    x, y, width, height = max(found, key=lambda box: box[2] * box[3])
    if width * height > _MOST * wide * high:
        return None
    return (x / scale, y / scale, width / scale, height / scale)


def _changed(before: Picture, now: Picture) -> list[tuple[int, int, int, int]]:
    """The boxes round whatever differs, once the light is taken to be the same."""
    soft = [cv2.GaussianBlur(picture, (5, 5), 0).astype(np.int16) for picture in (before, now)]
    apart = soft[1] - soft[0]
    apart -= np.median(apart.reshape(-1, 3), axis=0).astype(np.int16)  # a camera that adapts to the light
    mask: NDArray[np.uint8] = (most_of(np.abs(apart)) > _DIFFERS).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
    mask = cv2.dilate(mask, np.ones((_JOINED, _JOINED), np.uint8)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    rim = _JOINED // 2
    return [
        (int(x) + rim, int(y) + rim, max(1, int(w) - 2 * rim), max(1, int(h) - 2 * rim))
        for x, y, w, h, _area in stats[1:]
    ]


def _touches_the_rim(box: tuple[int, int, int, int], wide: int, high: int) -> bool:
    x, y, width, height = box
    return x <= _JOINED or y <= _JOINED or x + width >= wide - _JOINED or y + height >= high - _JOINED


def cut_out(picture: Picture, box: Box, around: float) -> Picture:
    """The part of *picture* that shows *box* with so much *around* it, as a share of its longer side."""
    x, y, width, height = box
    margin = around * max(width, height)
    left, top = max(0, round(x - margin)), max(0, round(y - margin))
    right, bottom = round(x + width + margin), round(y + height + margin)
    return np.ascontiguousarray(picture[top:bottom, left:right])
