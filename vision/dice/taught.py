"""Dice that somebody taught: their faces are kept in the data folder and compared with what is seen.

teach_dice("piggy-dev", folder, "piggy-die", keep_in)   # one picture per face, named after the face
known_dice(keep_in)                                       # all that were taught so far
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from companion.sightings import DieSeen
from vision.dice.drawings import FACE, KnownDie, likeness_of_faces
from vision.dice.finder import find_places
from vision.dice.networks import shipped
from vision.dice.read_faces import judge
from vision.dice.reader import dice_in
from vision.dice.settings import SETTINGS
from vision.dice.verdicts import Verdict
from vision.dice.windows import Halvings, window
from vision.files import open_one
from vision.kit.values import DIE_VALUES
from vision.pictures import Picture
from vision.teaching import CannotTeachError, Taught, fitting_name, pictures_by_face
from vision.wanted import Wanted

_S = SETTINGS.taught

TYPES = {"colour-die": "colour", "piggy-die": "piggy", "number-die": "number"}
SUFFIX = ".die.npz"


def teach_dice(name: str, folder: Path, kind: str, keep_in: Path) -> Taught:
    """Learn the die whose faces the pictures in *folder* show; keeps it in *keep_in* under *name*."""
    left_out: list[str] = []
    shown = list(pictures_by_value(folder, kind, left_out))
    values = [value for value, _ in shown]
    if len(set(values)) < 2:
        raise CannotTeachError(
            f"{folder} shows fewer than two different faces.",
            "Take a picture of each face, named after the face.",
        )
    faces = _faces_in([picture for _, picture in shown])
    die = KnownDie(fitting_name(name), TYPES[kind], tuple(values), np.array(faces, np.uint8))
    keep_in.mkdir(parents=True, exist_ok=True)
    part = keep_in / f"{die.name}.part.npz"
    np.savez_compressed(part, type=die.type, values=np.array(die.values), faces=die.faces)
    part.replace(keep_in / f"{die.name}{SUFFIX}")
    known = tuple(dict.fromkeys(values))
    return Taught(die.name, kind, known, len(values), _alike(die), tuple(left_out))


def pictures_by_value(folder: Path, kind: str, left_out: list[str]) -> Iterator[tuple[str, Picture]]:
    """The pictures in *folder* with the values that their names mean; of others *left_out* says why."""
    for face, paths in pictures_by_face(folder).items():
        value = value_of(face, TYPES[kind])
        for path in paths:
            opened = open_one(path)
            if opened.picture is None:
                left_out.append(f"{path.name} was left out: {opened.error}.")
            else:
                yield value, opened.picture


def value_of(face: str, die_type: str) -> str:
    """The value that a file's name means; ± may be written in several ways."""
    plain = face.strip().replace("±", "+-").replace("pm", "+-").replace("plusminus", "+-").lower()
    if plain not in DIE_VALUES[die_type]:
        known = ", ".join(DIE_VALUES[die_type])
        raise CannotTeachError(
            f"{face!r} is no face of such a die.",
            f"Name the pictures {known} (and {known.split(', ')[0]}_2 for another).",
        )
    return plain


def _faces_in(pictures: Sequence[Picture]) -> list[Picture]:
    """The faces alone. Photographs of a die all show one; where any does not, all are flat faces."""
    dice = [_die_in(picture) for picture in pictures]
    if any(die is None for die in dice):
        return [_whole(picture) for picture in pictures]
    return [
        window(Halvings(picture), die.place, die.turn, FACE, 1.0)
        for picture, die in zip(pictures, dice, strict=True)
        if die is not None
    ]


def _die_in(picture: Picture) -> Verdict | None:
    """The likeliest die, if there surely is one that does not fill the picture."""
    halvings = Halvings(picture)
    seen = judge(halvings, find_places(halvings, shipped()), shipped())
    verdicts = [v for v in seen if v.die > _S.least_die]
    best = max(verdicts, key=lambda v: v.die * v.place.heat, default=None)
    if best is None or best.place.heat < _S.clear or best.place.edge > _S.fills * min(picture.shape[:2]):
        return None
    return best


def _whole(picture: Picture) -> Picture:
    """The middle square of a picture."""
    short = min(picture.shape[:2])
    top, left = (picture.shape[0] - short) // 2, (picture.shape[1] - short) // 2
    face = picture[top : top + short, left : left + short]
    return np.asarray(cv2.resize(face, (FACE, FACE), interpolation=cv2.INTER_AREA), np.uint8)


def known_dice(keep_in: Path | None) -> tuple[KnownDie, ...]:
    """All dice kept in *keep_in*; those whose files are damaged are passed over."""
    if keep_in is None or not keep_in.is_dir():
        return ()
    files = sorted(keep_in.glob(f"*{SUFFIX}"))
    found = (_kept(file, file.stat().st_mtime_ns) for file in files)
    return tuple(die for die in found if die is not None)


@lru_cache(maxsize=32)
def _kept(file: Path, _changed: int) -> KnownDie | None:
    try:
        with np.load(file, allow_pickle=False) as kept:
            values = tuple(str(v) for v in kept["values"])
            return KnownDie(file.name.removesuffix(SUFFIX), str(kept["type"]), values, kept["faces"])
    except (OSError, ValueError, KeyError):
        return None


def _alike(die: KnownDie) -> tuple[tuple[str, str], ...]:
    """Pairs of different values whose faces are easily confused."""
    if die.type == "colour":
        return ()
    best = likeness_of_faces(die)
    pairs = {
        (one, other)
        for (i, one), (j, other) in product(enumerate(die.values), repeat=2)
        if one < other and max(best[i, j], best[j, i]) > _S.alike
    }
    return tuple(sorted(pairs))


# --- trying taught dice out: pictures of known faces are read, and what is taken for what is counted ---

ASKED, NOTHING = "asked", "nothing"


class Confusion(Struct, frozen=True):
    """How often each face was taken for which; `asked` where the eyes were not sure."""

    counts: dict[str, dict[str, int]]
    left_out: tuple[str, ...] = ()

    @property
    def right(self) -> int:
        return sum(said.get(face, 0) for face, said in self.counts.items())

    @property
    def silently_wrong(self) -> int:
        fine = (ASKED, NOTHING)
        return sum(
            n for face, said in self.counts.items() for name, n in said.items() if name not in (face, *fine)
        )

    @property
    def pictures(self) -> int:
        return sum(sum(said.values()) for said in self.counts.values())


def confusions(folder: Path, kind: str, keep_in: Path) -> Confusion:
    """Read the pictures in *folder*, named after the faces that they show, with all dice that were taught."""
    counts: dict[str, Counter[str]] = {}
    left_out: list[str] = []
    for value, picture in pictures_by_value(folder, kind, left_out):
        counts.setdefault(value, Counter())[_said(picture, TYPES[kind], keep_in)] += 1
    return Confusion({face: dict(said) for face, said in counts.items()}, tuple(left_out))


def _said(picture: Picture, die_type: str, keep_in: Path) -> str:
    """What the likeliest die of the picture shows."""
    dice, _ = dice_in(picture, Wanted(dice={die_type: 1}), known_dice(keep_in))
    best: DieSeen | None = max(dice, key=lambda die: die.confidence, default=None)
    if best is None:
        return NOTHING
    return best.value or ASKED
