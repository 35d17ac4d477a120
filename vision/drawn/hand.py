"""A hand that reaches in: arm, sleeve, palm and fingers, with a soft shadow."""

import cv2
import numpy as np

from vision.drawn.layers import Gain
from vision.drawn.scene import Hand
from vision.kit.camera import Camera, Floats, project, scale_at
from vision.pictures import Picture

_HEIGHT = 45.0  # of a hand above the table, millimetres
_FINGERS = ((-27, 14, 7.5), (-13, 34, 8), (2, 40, 8.5), (16, 33, 8), (36, -16, 9))  # sideways, ahead, radius


def draw_hand(picture: Picture, camera: Camera, hand: Hand, gain: Gain) -> None:
    """The hand over the picture; the picture is changed."""
    rows, columns = picture.shape[:2]
    skin = np.zeros((rows, columns), np.uint8)
    sleeve = np.zeros((rows, columns), np.uint8)
    scale = scale_at(camera, hand.x, hand.y, _HEIGHT) * hand.scale
    _fingers(skin, camera, hand, scale)
    _arm(skin, sleeve, camera, hand, scale)
    _shadow(picture, cv2.bitwise_or(skin, sleeve), scale)
    for mask, colour in ((skin, hand.skin), (sleeve, hand.sleeve)):
        _lay(picture, mask, tuple(c * g for c, g in zip(colour, gain, strict=True)), scale)


def _at(camera: Camera, hand: Hand, sideways: float, ahead: float) -> Floats:
    """A point of the hand in the picture; *ahead* counts from the tip of the fingers' roots forward."""
    a = np.radians(hand.angle)
    forward, side = -np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    x, y = np.array([hand.x, hand.y]) + hand.scale * ((ahead - 40) * forward + sideways * side)
    return project(camera, np.array([[x, y, _HEIGHT]]))[0]


def _fingers(skin: np.ndarray, camera: Camera, hand: Hand, scale: float) -> None:
    for sideways, ahead, radius in _FINGERS:
        start = _at(camera, hand, sideways * 0.7, -32)
        end = _at(camera, hand, sideways, ahead)
        cv2.line(skin, _round(start), _round(end), 255, max(2, round(2 * radius * scale)), cv2.LINE_AA)
    palm = np.array([_at(camera, hand, s, a) for s, a in ((-34, -8), (30, -8), (24, -85), (-28, -85))])
    cv2.fillConvexPoly(skin, np.round(palm).astype(np.int32), 255, cv2.LINE_AA)


def _arm(skin: np.ndarray, sleeve: np.ndarray, camera: Camera, hand: Hand, scale: float) -> None:
    wrist, elbow, far = (_at(camera, hand, 0, a) for a in (-80, -150, -900))
    cv2.line(skin, _round(wrist), _round(elbow), 255, max(2, round(48 * scale)), cv2.LINE_AA)
    cv2.line(sleeve, _round(elbow), _round(far), 255, max(2, round(80 * scale)), cv2.LINE_AA)


def _round(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _shadow(picture: Picture, mask: np.ndarray, scale: float) -> None:
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(1.0, 3 * scale))
    moved = cv2.warpAffine(
        soft, np.array([[1, 0, 3 * scale], [0, 1, 3 * scale]], np.float32), soft.shape[::-1]
    )
    dark = cv2.resize(moved, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    light = 255 - cv2.convertScaleAbs(dark, alpha=0.35)
    picture[:] = cv2.multiply(picture, cv2.merge([light] * 3), scale=1 / 255)


def _lay(picture: Picture, mask: np.ndarray, colour: tuple[float, ...], scale: float) -> None:
    """Fill *mask* with *colour*, darker towards its edges, as round things are."""
    if not mask.any():
        return
    x, y, width, height = cv2.boundingRect(mask)
    part = mask[y : y + height, x : x + width]
    quarter = (max(1, width // 4), max(1, height // 4))  # of a sleeve at the rim little may be seen
    small = cv2.resize(part, quarter, interpolation=cv2.INTER_AREA)
    depth = cv2.GaussianBlur(small, (0, 0), max(1.0, 2 * scale))
    depth = cv2.resize(depth, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255
    ink = np.clip(np.array(colour, np.float32) * (0.55 + 0.45 * depth)[:, :, None], 0, 255)
    alpha = part[:, :, None].astype(np.float32) / 255
    target = picture[y : y + height, x : x + width]
    target[:] = (target * (1 - alpha) + ink * alpha).astype(np.uint8)
