"""Rows of overlapping cards on the mat: as cards of the scan place, in the order in which they lie."""

import cv2
import numpy as np
from msgspec import Struct

from companion.sightings import CardSeen
from vision.calibration import Calibration
from vision.cards.anywhere import Decks
from vision.cards.row import Row, as_seen, find_rows
from vision.kit.card import CARD_SIZE
from vision.mat import DISCARD, SCAN
from vision.pictures import Picture

_RIM = 0.02  # of a card's height: so far beyond the edges of its cards a row takes up the picture


class CardsInRows(Struct, frozen=True, eq=False):
    """The cards of all rows, and the picture without them, for looking at everything else."""

    cards: tuple[CardSeen, ...]
    rest: Picture


def cards_in_rows(picture: Picture, calibration: Calibration, decks: Decks, deck: str) -> CardsInRows:
    """The rows of *decks*, wherever on the mat there is room; *deck* is their name.

    Two rows are one: the upper line first. The cards of a seat's place are piled and no row.
    """
    tall = _tall(calibration)
    rows = [row for row in find_rows(picture, tall, decks) if not _in_a_seats_place(row, calibration)]
    lying = [card for row in rows for card in row]
    cards = tuple(as_seen(card, deck, SCAN, n) for n, card in enumerate(lying, 1))
    return CardsInRows(cards, _without(picture, rows, _RIM * tall))


def _tall(calibration: Calibration) -> float:
    """How high a card is in the picture, in pixels, where rows usually lie."""
    mat = calibration.mat
    x, y = mat.zone(SCAN).centre if mat.has(SCAN) else (mat.width / 2, mat.height / 2)
    half = CARD_SIZE[1] / 2
    upper, lower = calibration.project(np.array([[x, y - half, 1.0], [x, y + half, 1.0]]))
    return float(np.hypot(*(lower - upper)))


def _in_a_seats_place(row: Row, calibration: Calibration) -> bool:
    middles = np.array([card.strip.quad.mean(axis=0) for card in row], np.float64)
    on_mat = calibration.on_table(middles, 1.0)
    return any(calibration.mat.place_of(float(x), float(y)).startswith(DISCARD) for x, y in on_mat)


def _without(picture: Picture, rows: list[Row], rim: float) -> Picture:
    """*picture* with the rows painted over as the table beside them is; what touches them stays whole."""
    if not rows:
        return picture
    rest = picture.copy()
    for row in rows:
        hull = cv2.convexHull(np.concatenate([card.strip.quad for card in row]))[:, 0]
        away = hull - hull.mean(axis=0)
        around = (hull + np.sign(away) * rim).round().astype(np.int32)
        inside = np.clip(around, 0, [picture.shape[1] - 1, picture.shape[0] - 1])
        beside = np.median(picture[inside[:, 1], inside[:, 0]], axis=0)
        cv2.fillConvexPoly(rest, around, tuple(float(channel) for channel in beside))
    return rest
