"""What teaching decks and dice has in common: pictures named after faces, and one way to refuse."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
from msgspec import Struct

from vision.files import PICTURES
from vision.pictures import Picture

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
