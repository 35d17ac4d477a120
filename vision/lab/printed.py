"""`python -m vision.lab.printed` writes what the eyes know of the kit's decks, from the drawings."""

import lzma
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import cv2
import msgspec
import numpy as np

import vision.cards
from vision.cards.flat import HIGH, WIDE
from vision.cards.printed_faces import ENDING, PRINTED, Faces
from vision.drawn.printed_decks import DECKS, face
from vision.pictures import Picture


@lru_cache(maxsize=8)
def faces(deck: str) -> dict[str, Picture]:
    """Every face of *deck*: blue, green, red, `PER_MM` pixels per millimetre, upright.

    Further pictures of the same card (draw cards of Wobble have different tasks) are called `NAME_2`,
    `NAME_3`, as in a folder for `companion enrol`.
    """
    found: dict[str, Picture] = {}
    for name in DECKS[deck].copies():
        for variant in range(DECKS[deck].variants(name)):
            found[name if variant == 0 else f"{name}_{variant + 1}"] = face(deck, name, variant)
    return found


def as_printed(deck: str) -> Mapping[str, Picture]:
    """Every face of *deck* as it is drawn now, in the size in which the eyes compare cards."""
    return {
        name: np.asarray(cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)
        for name, face in faces(deck).items()
    }


def main() -> None:
    folder = Path(vision.cards.__file__).parent / "printed"
    for deck in PRINTED:
        file = folder / f"{deck}{ENDING}"
        file.write_bytes(packed(as_printed(deck)))
        print(f"{file}: {file.stat().st_size} bytes")


def packed(faces: Mapping[str, Picture]) -> bytes:
    """What a file of these flat faces holds."""
    pixels = b"".join(np.ascontiguousarray(face).tobytes() for face in faces.values())
    return lzma.compress(msgspec.msgpack.encode(Faces(tuple(faces), pixels)), preset=9 | lzma.PRESET_EXTREME)


if __name__ == "__main__":
    main()
