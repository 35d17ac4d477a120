"""More that has been told for a die and is none: print, grips with knobs, fruit, eyes, clear tubes."""

import cv2
import numpy as np

from vision.lab.dice.gadgets import paint, stick
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.numbered import FONTS, against, shade
from vision.pictures import Picture

_LETTERS = list("abcdefghijklmnopqrstuvwxyzABCDEFGHIKLMNOPRSTUVXZ0123456789.:-=+*#/")


def line_of_print(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """Words on a screen or on paper, whose letters have about the size of a die."""
    side = int(6 * edge)
    ground = paint(rng, bool(rng.random() < 0.5))
    thing, ink = np.full((side, side, 3), ground, np.uint8), against(rng, ground)
    high = edge * float(rng.uniform(0.25, 1.0))
    font, thick = int(rng.choice(FONTS)), max(1, round(high * float(rng.uniform(0.06, 0.28))))
    scale = high / cv2.getTextSize("H", font, 1.0, 1)[0][1]
    for row in range(int(rng.integers(1, 4))):
        text = "".join(rng.choice(_LETTERS, 12))
        at = int(rng.uniform(-0.5, 0) * high), round(side / 2 + high / 2 + (row - 0.5) * high * 1.8)
        cv2.putText(thing, text, at, font, scale, ink, thick, cv2.LINE_AA)
    cover = np.full((side, side), 255, np.uint8)
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360) if rng.random() < 0.5 else 0))


def grip(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """Rows of knobs or holes on a round handle: like pips, but on no square face."""
    side = int(6 * edge)
    wide = int(edge * rng.uniform(0.8, 2.2))
    body = paint(rng, bool(rng.random() < 0.3))
    around = np.sin(np.linspace(0.15, np.pi - 0.15, wide))[:, None, None] * rng.uniform(0.8, 1.3)
    thing, cover = np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8)
    top = (side - wide) // 2
    long = side if rng.random() < 0.6 else int(edge * rng.uniform(1.5, 3))
    left = (side - long) // 2
    thing[top : top + wide, left : left + long] = np.clip(np.array(body) * around, 0, 255)
    cover[top : top + wide, left : left + long] = 255
    pitch = edge * float(rng.uniform(0.22, 0.45))
    knob, ink = max(1, int(pitch * rng.uniform(0.2, 0.42))), against(rng, body)
    gleam = max(1, int(knob * rng.uniform(0.2, 0.6)))
    shifted = 0.5 if rng.random() < 0.5 else 0.0
    for row in range(int(rng.integers(2, 5))):
        for column in range(int(long / pitch)):
            at = left + int((column + shifted * (row % 2)) * pitch), int(top + (row + 0.6) * pitch)
            if at[1] < top + wide - knob:
                cv2.circle(thing, at, knob, ink, -1, cv2.LINE_AA)
                cv2.circle(thing, (at[0], at[1] - gleam), gleam, shade(ink, 1.5), -1, cv2.LINE_AA)
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def ball(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A round thing in the light: a fruit with its stalk, a bead, an eye with its pupil, a bottle's top."""
    side = int(3 * edge)
    across = np.linspace(-1.5, 1.5, side, dtype=np.float32)
    far = np.hypot(across[None], across[:, None]) / float(rng.uniform(0.5, 0.9))
    colour = paint(rng, bool(rng.random() < 0.5))
    body = np.array(colour, np.float32)
    lamp = rng.uniform(-0.5, 0.5, 2)
    apart = (across[None] - lamp[0]) ** 2 + (across[:, None] - lamp[1]) ** 2
    light = 1.25 - 0.6 * np.minimum(far, 1) ** 2
    glint = np.exp(-apart * rng.uniform(10, 400)) * rng.uniform(0, 255)
    thing = np.clip(body * light[:, :, None] + glint[:, :, None], 0, 255).astype(np.uint8)
    middle, ring = side // 2, against(rng, colour)
    for _ in range(int(rng.integers(0, 4))):
        reach = int(edge * rng.uniform(0.05, 0.45))
        thick = -1 if rng.random() < 0.5 else max(1, int(edge * rng.uniform(0.03, 0.12)))
        at = tuple(int(middle + v) for v in rng.normal(0, 0.05, 2) * edge)
        cv2.circle(thing, at, reach, ring, thick, cv2.LINE_AA)
        ring = paint(rng, bool(rng.random() < 0.4))
    cover = (np.clip((1 - far) * edge * 0.3, 0, 1) * 255).astype(np.uint8)
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def tube(rng: Rng, picture: Picture, x: float, y: float, edge: float) -> None:
    """A clear or shining thing of odd shape in which lamps are mirrored: a cap, a glass, foil, metal."""
    side = int(5 * edge)
    points = _outline(rng, side, edge)
    cover = np.zeros((side, side), np.uint8)
    cv2.fillPoly(cover, [points], int(rng.uniform(90, 255)), cv2.LINE_AA)
    rough = rng.standard_normal((int(rng.integers(3, 14)), int(rng.integers(3, 14)))).astype(np.float32)
    flow = cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)[:, :, None]
    colour = paint(rng, bool(rng.random() < 0.4))
    body = np.array(colour, np.float32)
    thing = np.clip(body + flow * rng.uniform(10, 80), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(1, 9))):
        at = tuple(int(side / 2 + v) for v in rng.normal(0, 0.35, 2) * edge)
        axes = tuple(max(1, int(edge * rng.uniform(0.02, 0.2))) for _ in range(2))
        ink = (255, 255, 255) if rng.random() < 0.6 else shade(colour, 0.4)
        cv2.ellipse(thing, at, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
    cv2.polylines(thing, [points], True, paint(rng, True), max(1, int(edge * 0.04)), cv2.LINE_AA)
    stick(picture, thing, cover, x, y, float(rng.uniform(0, 360)))


def _outline(rng: Rng, side: int, edge: float) -> Floats:
    """A closed line of a few corners, more or less round."""
    count = int(rng.integers(4, 11))
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False) + rng.normal(0, 0.15, count)
    far = edge * rng.uniform(0.5, 1.0) * rng.uniform(0.7, 1.2, count)
    long = rng.uniform(1, 2.2)
    corners = np.stack([far * np.cos(turn) * long, far * np.sin(turn)], axis=1) + side / 2
    return np.rint(corners).astype(np.int32)
