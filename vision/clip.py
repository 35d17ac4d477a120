"""Pictures packed small, to be kept for seconds; and a film of them to take along."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from vision.pictures import Picture

WIDTH = 640  # pixels, at most
QUALITY = 80  # of a JPEG: the pips of a die of 20 pixels are still told apart
BAR, MARK = 6, (60, 60, 230)  # pixels, and blue, green, red of a moment that is marked


def packed(picture: Any) -> bytes:
    """*picture* as a small JPEG."""
    rows, columns = picture.shape[:2]
    if columns > WIDTH:
        picture = cv2.resize(picture, (WIDTH, rows * WIDTH // columns), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def unpacked(jpeg: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def film(shots: Sequence[tuple[bytes, bool]], per_second: float) -> bytes:
    """A WebM of packed pictures, each marked or not by a frame around it; an OSError if none can be made."""
    tall, wide = (side // 2 * 2 for side in unpacked(shots[0][0]).shape[:2])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "film.webm"
        writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"VP80"), per_second, (wide, tall))
        for jpeg, marked in shots:
            picture = unpacked(jpeg)[:tall, :wide].copy()
            if marked:
                cv2.rectangle(picture, (0, 0), (wide, tall), MARK, 2 * BAR)
            writer.write(picture)
        writer.release()
        return file.read_bytes()
