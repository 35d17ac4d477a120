"""Cards as they lie on the table: the faces that the kit prints, in perspective and with their shadows."""

from functools import lru_cache

import cv2
import numpy as np

from vision.drawn.dice import lamp
from vision.drawn.layers import Box, Gain, Layer, Seen, blend, darken, roi_around
from vision.drawn.scene import CardOnTable, Light
from vision.kit.bead_code import CARD_SIZE, WHITE
from vision.kit.camera import Camera, Floats, project, rotation
from vision.kit.marks import rounded_box
from vision.pictures import Mask, Picture

PER_MM = 4
CORNER = 3.5  # millimetres
_FINE = 2
_STEPS = 9
_KEPT = 24  # painted cards: each takes 300 kilobytes


@lru_cache(maxsize=128)
def card_face(deck: str, name: str, face_down: bool = False) -> Picture:
    """The flat picture of a card, `PER_MM` pixels per millimetre."""
    from vision.drawn.printed_decks import face  # noqa: PLC0415  (games are loaded only where needed)
    from vision.drawn.prints.card import back  # noqa: PLC0415
    from vision.drawn.shapes import painted  # noqa: PLC0415

    picture = painted(back(), CARD_SIZE, PER_MM, WHITE) if face_down else face(deck, name)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=1)
def card_outline() -> Mask:
    """255 where the card is, 0 outside its round corners."""
    mask = np.zeros((round(CARD_SIZE[1] * PER_MM), round(CARD_SIZE[0] * PER_MM)), np.uint8)
    rounded_box(mask, (0, 0), (mask.shape[1] - 1, mask.shape[0] - 1), round(CORNER * PER_MM), 255)
    return mask


def card_corners(card: CardOnTable, height: float = 0.3) -> Floats:
    """The corners on the table, shape (4, 3): upper left, upper right, lower right, lower left of its
    face."""
    w, h = CARD_SIZE[0] / 2, CARD_SIZE[1] / 2
    flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ rotation(2, card.angle)[:2, :2].T
    return np.column_stack([flat + np.array([card.x, card.y]), np.full(4, height)])


def draw_card(
    picture: Picture, camera: Camera, light: Light, card: CardOnTable, height: float, gain: Gain
) -> None:
    """The card at *height* above the table, with its thin shadow, blurred along its way if it moves."""
    quad, away = _way(camera, card, height)
    box = roi_around(np.vstack([quad - away / 2, quad + away / 2]), picture.shape, 6)
    if box is None:
        return
    darken(picture, box, quad - lamp(light)[:2] * 1.2, 70, 1.5)
    blend(picture, _painted(camera, card, height, box, gain))


def _way(camera: Camera, card: CardOnTable, height: float) -> tuple[Floats, Floats]:
    """The corners of the card in the picture, and by how much they drift."""
    quad = project(camera, card_corners(card, height))
    return quad, project(camera, card_corners(card, height) + np.array([*card.drift, 0.0])) - quad


@lru_cache(maxsize=_KEPT)
def _painted(camera: Camera, card: CardOnTable, height: float, box: Box, gain: Gain) -> Seen:
    """The card in plain light: where it lies still it is painted only once."""
    quad, away = _way(camera, card, height)
    layer = Layer.empty(box, _FINE)
    steps = _STEPS if any(card.drift) else 1
    size = layer.colour.shape[1], layer.colour.shape[0]
    upper = cv2.GaussianBlur(card_face(card.deck, card.name, card.face_down), (0, 0), 0.7)
    rows, columns = upper.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    for n in range(steps):
        part = n / (steps - 1) - 0.5 if steps > 1 else 0.0
        matrix = cv2.getPerspectiveTransform(source, layer.to_layer(quad + away * part).astype(np.float32))
        colour, alpha = (
            np.asarray(cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
            for flat in (upper, card_outline())
        )
        layer.add(colour, alpha, 1 / steps)
    return layer.as_seen(gain)
