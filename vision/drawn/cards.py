"""Cards: their flat faces, drawn by ourselves, and how they lie on the table.

An ABspecken card says its number three times over: the digit, the colour of frame and digit, and a shape in
two
corners, so that colour is never alone. The closed frame is also what the eyes look for.
"""

from functools import lru_cache

import cv2
import numpy as np

from vision.drawn.dice import lamp
from vision.drawn.layers import Box, Gain, Layer, Seen, blend, darken, roi_around
from vision.drawn.prints.beads import beads
from vision.drawn.scene import CardOnTable, Light
from vision.kit.bead_code import rows
from vision.kit.camera import Camera, Floats, project
from vision.kit.card import CARD_SIZE, DIGIT_THICK, FRAME_INSET, FRAME_WIDTH, WHITE, digit_box
from vision.kit.marks import rounded_box, stroke_digit
from vision.kit.values import COLOUR_OF_NUMBER, COLOURS
from vision.pictures import Colour, Mask, Picture

PER_MM = 4
CORNER = 3.5  # millimetres
_FINE = 2
_STEPS = 9
_KEPT = 24  # painted cards: each takes 300 kilobytes


@lru_cache(maxsize=128)
def card_face(deck: str, name: str, face_down: bool = False) -> Picture:
    """The flat picture of a card, `PER_MM` pixels per millimetre."""
    size = (round(CARD_SIZE[0] * PER_MM), round(CARD_SIZE[1] * PER_MM))
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = WHITE
    if deck == "abspecken" and not face_down:
        _number_card(canvas, name)
    else:
        from vision.drawn.printed_decks import face  # noqa: PLC0415  (games are loaded only where needed)
        from vision.drawn.prints.card import back  # noqa: PLC0415
        from vision.drawn.shapes import painted  # noqa: PLC0415

        printed = painted(back(), CARD_SIZE, PER_MM, WHITE) if face_down else face(deck, name)
        canvas[:] = cv2.resize(printed, size, interpolation=cv2.INTER_AREA)
    canvas.flags.writeable = False
    return canvas


@lru_cache(maxsize=1)
def card_outline() -> Mask:
    """255 where the card is, 0 outside its round corners."""
    mask = np.zeros((round(CARD_SIZE[1] * PER_MM), round(CARD_SIZE[0] * PER_MM)), np.uint8)
    rounded_box(mask, (0, 0), (mask.shape[1] - 1, mask.shape[0] - 1), round(CORNER * PER_MM), 255)
    return mask


def _number_card(canvas: Picture, name: str) -> None:
    colour = COLOURS[COLOUR_OF_NUMBER[name]]
    _frame(canvas, colour)
    _beads(canvas, name, colour)
    x, y, width, height = (v * PER_MM for v in digit_box())
    stroke_digit(canvas, name, (x, y, width, height), round(DIGIT_THICK * PER_MM), colour)
    for turned in (False, True):
        view = canvas[::-1, ::-1] if turned else canvas
        corner = np.ascontiguousarray(view[: 24 * PER_MM, : 24 * PER_MM])
        draw_shape(corner, name, (15 * PER_MM, 16 * PER_MM), 4.2 * PER_MM, colour)
        view[: 24 * PER_MM, : 24 * PER_MM] = corner


def _frame(canvas: Picture, colour: Colour) -> None:
    height, width = canvas.shape[:2]
    outer, inner = round(FRAME_INSET * PER_MM), round((FRAME_INSET + FRAME_WIDTH) * PER_MM)
    rounded_box(canvas, (outer, outer), (width - outer - 1, height - outer - 1), 3 * PER_MM, colour)
    rounded_box(canvas, (inner, inner), (width - inner - 1, height - inner - 1), 2 * PER_MM, WHITE)


def _beads(canvas: Picture, name: str, colour: Colour) -> None:
    edge = FRAME_INSET + FRAME_WIDTH
    for bead in beads(rows()["abspecken", name], *CARD_SIZE, edge, colour, colour):
        at = round(bead.x * PER_MM * 16), round(bead.y * PER_MM * 16)
        cv2.circle(canvas, at, round(bead.radius * PER_MM * 16), colour, -1, cv2.LINE_AA, 4)


def draw_shape(canvas: Picture, name: str, at: tuple[float, float], radius: float, colour: Colour) -> None:
    """The shape that belongs to a number: as many corners as it has points, and rings for 1 and 2."""
    x, y = round(at[0]), round(at[1])
    match name:
        case "1":
            cv2.circle(canvas, (x, y), round(radius), colour, -1, cv2.LINE_AA)
        case "2":
            cv2.circle(canvas, (x, y), round(radius * 0.8), colour, round(radius * 0.5), cv2.LINE_AA)
        case "3" | "4" | "5":
            cv2.fillPoly(canvas, [_polygon(int(name), at, radius * 1.15)], colour, cv2.LINE_AA)
        case _:
            star = np.empty((12, 2), np.int32)
            star[0::2], star[1::2] = _polygon(6, at, radius * 1.25), _polygon(6, at, radius * 0.6, 30)
            cv2.fillPoly(canvas, [star], colour, cv2.LINE_AA)


def _polygon(sides: int, at: tuple[float, float], radius: float, turn: float = 0.0) -> np.ndarray:
    angles = np.radians(np.arange(sides) * 360 / sides - 90 + turn)
    return np.stack([at[0] + radius * np.cos(angles), at[1] + radius * np.sin(angles)], axis=1).astype(
        np.int32
    )


def card_corners(card: CardOnTable, height: float = 0.3) -> Floats:
    """The corners on the table, shape (4, 3): upper left, upper right, lower right, lower left of its
    face."""
    w, h = CARD_SIZE[0] / 2, CARD_SIZE[1] / 2
    c, s = np.cos(np.radians(card.angle)), np.sin(np.radians(card.angle))
    flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]])
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
