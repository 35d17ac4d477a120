"""A picture with everything drawn in that was read, that is unsure, and that was passed over and why."""

from collections.abc import Iterable

import cv2
import numpy as np

from companion.sightings import Box, CardSeen, DieSeen, PassedOver
from vision.pictures import Colour, Picture
from vision.pyramid.eye import is_crooked
from vision.pyramid.lattice import numbers
from vision.pyramid.read_at import PyramidRead

READ: Colour = (60, 220, 60)
UNSURE: Colour = (0, 190, 255)
PASSED: Colour = (160, 160, 160)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_overlay(
    picture: Picture,
    dice: Iterable[DieSeen],
    cards: Iterable[CardSeen] = (),
    passed: Iterable[PassedOver] = (),
) -> Picture:
    """A copy of *picture*: green what was read, amber what is unsure, grey what was passed over."""
    canvas = picture.copy()
    size = max(0.4, picture.shape[1] / 1800)
    for thing in passed:
        _boxed(canvas, thing.box, thing.why, PASSED, size * 0.8)
    for die in dice:
        _boxed(canvas, die.box, _die_words(die), READ if die.value else UNSURE, size)
    for card in cards:
        sure = bool(card.name) or card.face_down
        words = card.name or ("face down" if card.face_down else "/".join(card.choices) + "?")
        corners = np.round(np.array(card.corners)).astype(np.int32)
        cv2.polylines(canvas, [corners], True, READ if sure else UNSURE, 2, cv2.LINE_AA)
        _say(canvas, words, (int(corners[0][0]), int(corners[0][1])), READ if sure else UNSURE, size)
    return canvas


def _die_words(die: DieSeen) -> str:
    if die.cocked:
        return "cocked"
    kind = "" if die.type == "pips" else die.type + " "
    return kind + (f"{die.value} {die.confidence:.2f}" if die.value else "/".join(die.choices) + "?")


def _boxed(canvas: Picture, box: Box, words: str, colour: Colour, size: float) -> None:
    x, y, width, height = (round(v) for v in box)
    cv2.rectangle(canvas, (x, y), (x + width, y + height), colour, 2 if size > 0.5 else 1)
    _say(canvas, words, (x, y - 3), colour, size)


def _say(canvas: Picture, words: str, at: tuple[int, int], colour: Colour, size: float) -> None:
    at = (max(0, at[0]), max(12, at[1]))
    cv2.putText(canvas, words, at, _FONT, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(canvas, words, at, _FONT, size, colour, 1, cv2.LINE_AA)


# --- a picture with the pyramid drawn in as it was read: each visible face with its number ---

_CROOKED: Colour = (60, 60, 255)


def draw_pyramid_overlay(picture: Picture, read: PyramidRead) -> None:
    """Draws into *picture*."""
    size = max(0.3, picture.shape[1] / 3200)
    for die in read.dice:
        for axis in np.flatnonzero(die.seen):
            quad, face = read.quads[numbers()[die.cell], axis], die.faces[axis]
            ink = _CROOKED if is_crooked(die) else UNSURE if face is None or not die.colour else READ
            cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, ink, 1, cv2.LINE_AA)
            words = "?" if face is None else f"{die.colour[:1] or '?'}{face}"
            x, y = np.round(quad.mean(axis=0)).astype(int)
            _say(picture, words, (int(x) - round(18 * size * 1.2), int(y) + 5), ink, size)
