"""From a scene to the picture that the camera would take of it."""

from functools import lru_cache

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.drawn.cards import draw_card
from vision.drawn.dice import draw_die, draw_shadow
from vision.drawn.ground import ground, light_field
from vision.drawn.layers import Gain
from vision.drawn.pyramid import draw_form, draw_pyramid
from vision.drawn.scene import Hand, Lens, TableScene
from vision.kit.camera import Camera, Floats, project, scale_at
from vision.pictures import Picture

# --- a hand that reaches in: arm, sleeve, palm and fingers, with a soft shadow ---

_HEIGHT = 45.0  # of a hand above the table, millimetres
_SHADOW_BESIDE = 0.8  # millimetres around all of a hand in which its shadow is still drawn
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
    return np.asarray(project(camera, np.array([[x, y, _HEIGHT]]))[0])


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
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return
    far = round(_SHADOW_BESIDE * scale)
    left, top = max(0, x - far) // 4 * 4, max(0, y - far) // 4 * 4
    picture = picture[top : y + height + far, left : x + width + far]
    mask = mask[top : y + height + far, left : x + width + far]
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(1.0, 3 * scale))
    moved_by = np.array([[1, 0, 3 * scale], [0, 1, 3 * scale]], np.float32)
    moved = cv2.warpAffine(soft, moved_by, soft.shape[::-1])
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
    depth = cv2.resize(depth, (width, height), interpolation=cv2.INTER_LINEAR)
    ink = cv2.merge([cv2.convertScaleAbs(depth, alpha=0.45 * c / 255, beta=0.55 * c) for c in colour])
    alpha = part.astype(np.float32) / 255
    target = picture[y : y + height, x : x + width]
    target[:] = cv2.blendLinear(target, ink, 1 - alpha, alpha)


CARD_THICKNESS = 0.3  # millimetres
# of a sensor's noise: pixels by which its grey and its colours are smoothed, and what is left of both then
_SOFT, _SMOOTH = 0.8, 1.5
_GREY_LEFT, _COLOURS_LEFT = 0.6, 0.22
_SPARE = 64  # the sheet of noise is larger than the picture by this, so that it can be moved about


def draw(scene: TableScene) -> Picture:
    """The picture of *scene*, shape (rows, columns, 3), BGR. The same scene gives the same picture."""
    clear = _seen_clearly(replace(scene, seed=0, lens=replace(scene.lens, noise=0.0)))
    return _with_noise(clear, scene.lens.noise, scene.seed)


@lru_cache(maxsize=2)
def _seen_clearly(scene: TableScene) -> Picture:
    """*scene* through the lens, before the sensor adds its noise: a table at rest is painted only once."""
    camera = scene.camera
    picture = _lying(replace(scene, hands=(), glare=(), lens=Lens()))
    if scene.hands or scene.glare:
        picture = picture.copy()
    for hand in scene.hands:
        draw_hand(picture, camera, hand, _gain(scene, hand.x, hand.y))
    for glare in scene.glare:
        glare.shine(picture, camera)
    blur = scene.lens.blur
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8) if blur > 0.2 else picture


@lru_cache(maxsize=2)
def _lying(scene: TableScene) -> Picture:
    """The table with all that lies on it."""
    camera, light = scene.camera, scene.light
    picture = _with_cards(replace(scene, dice=()))
    if scene.dice:
        picture = picture.copy()
    for die in scene.dice:
        draw_shadow(picture, camera, light, die)
    for die in sorted(scene.dice, key=lambda d: d.lift):
        draw_die(picture, camera, light, die, _gain(scene, die.x, die.y))
    return picture


@lru_cache(maxsize=4)
def _with_cards(scene: TableScene) -> Picture:
    """The table with its cards: where one more is laid only that one is painted."""
    if not scene.cards:
        return _standing(scene)
    *others, card = scene.cards
    picture = _with_cards(replace(scene, cards=tuple(others))).copy()
    height = CARD_THICKNESS * (sum(other.place == card.place for other in others) % 24 + 1)
    draw_card(picture, scene.camera, scene.light, card, height, _gain(scene, card.x, card.y))
    return picture


@lru_cache(maxsize=3)
def _standing(scene: TableScene) -> Picture:
    """What stays as it is from picture to picture: the table, and the pyramid on it."""
    camera, light, pyramid = scene.camera, scene.light, scene.pyramid
    picture = ground(scene.mat, camera, light, scene.table, scene.paper, scene.tray)
    if pyramid is None:
        return picture
    picture = picture.copy()
    gain = _gain(scene, pyramid.x, pyramid.y)
    draw_form(picture, camera, light, pyramid, gain)
    draw_pyramid(picture, camera, light, pyramid, gain)
    return picture


def _gain(scene: TableScene, x: float, y: float) -> Gain:
    """How bright and in which colour the light is at a point of the table."""
    camera = scene.camera
    u, v = project(camera, np.array([[x, y, 0.0]]))[0]
    column = int(np.clip(u, 0, camera.width - 1))
    row = int(np.clip(v, 0, camera.height - 1))
    blue, green, red = light_field(scene.light, camera.width, camera.height)[row, column]
    return float(blue), float(green), float(red)


def _with_noise(picture: Picture, noise: float, seed: int) -> Picture:
    """A picture of its own, with noise as the sensor adds it."""
    if noise <= 0:
        return picture.copy()
    rows, columns = picture.shape[:2]
    down, right = np.random.default_rng(seed).integers(0, _SPARE, 2)
    part = slice(down, down + rows), slice(right, right + columns)
    more, less = _noise_sheets(rows + _SPARE, columns + _SPARE, round(noise * 10))
    return np.asarray(cv2.subtract(cv2.add(picture, more[part]), less[part]), np.uint8)


@lru_cache(maxsize=2)
def _noise_sheets(rows: int, columns: int, tenths: int) -> tuple[Picture, Picture]:
    """Grey levels to add and to take away, of that many tenths as standard deviation."""
    noise = np.rint(_unit_noise(rows, columns) * (tenths / 10))
    more, less = (np.clip(part, 0, 255).astype(np.uint8) for part in (noise, -noise))
    return more, less


@lru_cache(maxsize=1)
def _unit_noise(rows: int, columns: int) -> NDArray[np.float32]:
    """Chance takes longest: every camera's noise is this one, stronger or weaker.

    A camera makes three colours out of one for each pixel and smooths them: its noise is nearly grey, soft,
    and its colours change more slowly still.
    """
    random = np.random.default_rng(12345)
    grey = cv2.GaussianBlur(random.standard_normal((rows, columns), np.float32), (0, 0), _SOFT)
    colours = cv2.GaussianBlur(random.standard_normal((rows, columns, 3), np.float32), (0, 0), _SMOOTH)
    grey, colours = grey / grey.std(), colours / colours.std()
    return np.asarray(_GREY_LEFT * grey[..., None] + _COLOURS_LEFT * colours, np.float32)
