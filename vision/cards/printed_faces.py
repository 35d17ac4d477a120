"""The faces of the decks that the kit prints, kept in files as the eyes compare them: the eyes draw nothing.

`python -m vision.lab.printed` writes the files anew from the drawings; a test compares both.
"""

import lzma
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import msgspec
import numpy as np
from msgspec import Struct

from vision.cards.flat import HIGH, WIDE
from vision.pictures import Picture

PRINTED = ("abi94", "abi94-b", "wobble", "abspecken", "french", "uno-like")
ENDING = ".faces"


class Faces(Struct, frozen=True):
    """A deck as it is kept: the names, and all pixels of all faces in that order."""

    names: tuple[str, ...]
    pixels: bytes


@lru_cache(maxsize=len(PRINTED))
def printed_faces(deck: str) -> Mapping[str, Picture]:
    """Every face of a printed *deck*, flat, `WIDE` by `HIGH` pixels; `m7_2` is another picture of `m7`."""
    file = resources.files("vision.cards") / "printed" / f"{deck}{ENDING}"
    kept = msgspec.msgpack.decode(lzma.decompress(file.read_bytes()), type=Faces)
    pixels = np.frombuffer(kept.pixels, np.uint8).reshape(len(kept.names), HIGH, WIDE, 3)
    return dict(zip(kept.names, pixels, strict=True))
