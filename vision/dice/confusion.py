"""Trying taught dice out: pictures whose faces are known are read, and what is taken for what is counted."""

from collections import Counter
from pathlib import Path

from msgspec import Struct

from companion.sightings import DieSeen
from vision.dice.reader import dice_in
from vision.dice.taught import TYPES, known_dice, pictures_by_value
from vision.pictures import Picture
from vision.wanted import Wanted

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
