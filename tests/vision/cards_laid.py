"""Cards of any deck laid on a cloth, for tests of the card eyes."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.sightings import CardSeen
from vision.pictures import Picture

GREEN_FELT = (70, 110, 40)
Spot = tuple[str, float, float, float]  # face, x, y, degrees


def table(shown: Mapping[str, Picture], spots: Sequence[Spot], wide: int = 150) -> Picture:
    """A cloth with cards on it, the later ones above the earlier."""
    rng = np.random.default_rng(1)
    picture = np.clip(np.array(GREEN_FELT) + rng.normal(0, 5, (720, 1280, 1)), 0, 255).astype(np.uint8)
    for name, x, y, angle in spots:
        face = shown[name]
        scale = wide / face.shape[1]
        matrix = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), -angle, scale)
        matrix[:, 2] += [x - face.shape[1] / 2, y - face.shape[0] / 2]
        mask = cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), matrix, (1280, 720))
        paint = cv2.warpAffine(
            face, matrix, (1280, 720), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        picture[mask > 127] = paint[mask > 127]
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


def at(card: CardSeen, x: float, y: float) -> bool:
    middle = np.mean(card.corners, axis=0)
    return bool(np.hypot(middle[0] - x, middle[1] - y) < 40)


SPREAD: tuple[Spot, ...] = (
    ("7S", 200, 200, 0),
    ("9H", 500, 220, 35),
    ("4C", 820, 200, 180),
    ("AD", 1080, 240, 80),
    ("5D", 350, 530, -20),
    ("8C", 900, 530, 120),
)
