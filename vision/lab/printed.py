"""`python -m vision.lab.printed` writes what the eyes know of the kit's decks, from the drawings."""

import lzma
from collections.abc import Mapping
from pathlib import Path

import cv2
import msgspec
import numpy as np

import vision.cards
from vision.cards.flat import HIGH, WIDE
from vision.cards.printed_faces import ENDING, PRINTED, Faces
from vision.drawn.printed_decks import faces
from vision.pictures import Picture


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
