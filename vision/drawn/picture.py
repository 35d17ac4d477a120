"""From a scene to the picture that the camera would take of it."""

from functools import lru_cache

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.drawn.cards import draw_card
from vision.drawn.dice import draw_die, draw_shadow
from vision.drawn.ground import ground, light_field
from vision.drawn.hand import draw_hand
from vision.drawn.layers import Gain
from vision.drawn.pyramid import draw_pyramid
from vision.drawn.pyramid_form import draw_form
from vision.drawn.scene import Glare, Lens, TableScene
from vision.kit.camera import Camera, project, scale_at
from vision.pictures import Picture

CARD_THICKNESS = 0.3  # millimetres
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
        _draw_glare(picture, camera, glare)
    blur = scene.lens.blur
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur > 0.2 else picture


@lru_cache(maxsize=2)
def _lying(scene: TableScene) -> Picture:
    """The table with all that lies on it."""
    camera, light = scene.camera, scene.light
    picture = _standing(replace(scene, cards=(), dice=())).copy()
    for number, card in enumerate(scene.cards):
        height = CARD_THICKNESS * (number % 24 + 1)
        draw_card(picture, camera, light, card, height, _gain(scene, card.x, card.y))
    for die in scene.dice:
        draw_shadow(picture, camera, light, die)
    for die in sorted(scene.dice, key=lambda d: d.lift):
        draw_die(picture, camera, light, die, _gain(scene, die.x, die.y))
    return picture


@lru_cache(maxsize=3)
def _standing(scene: TableScene) -> Picture:
    """What stays as it is from picture to picture: the table, and the pyramid on it."""
    camera, light, pyramid = scene.camera, scene.light, scene.pyramid
    picture = ground(scene.mat, camera, light, scene.table, scene.paper, scene.tray)
    if pyramid is None:
        return picture
    picture = picture.copy()
    draw_form(picture, camera, light, pyramid)
    draw_pyramid(picture, camera, light, pyramid, _gain(scene, pyramid.x, pyramid.y))
    return picture


def _gain(scene: TableScene, x: float, y: float) -> Gain:
    """How bright and in which colour the light is at a point of the table."""
    camera = scene.camera
    u, v = project(camera, np.array([[x, y, 0.0]]))[0]
    column = int(np.clip(u, 0, camera.width - 1))
    row = int(np.clip(v, 0, camera.height - 1))
    blue, green, red = light_field(scene.light, camera.width, camera.height)[row, column]
    return float(blue), float(green), float(red)


def _draw_glare(picture: Picture, camera: Camera, glare: Glare) -> None:
    centre = project(camera, np.array([[glare.x, glare.y, 0.0]]))[0]
    radius = glare.radius * scale_at(camera, glare.x, glare.y)
    left, top = np.maximum(0, np.floor(centre - 3 * radius)).astype(int)
    right, bottom = np.minimum([camera.width, camera.height], np.ceil(centre + 3 * radius)).astype(int)
    if right <= left or bottom <= top:
        return
    x = (np.arange(left, right) - centre[0]) / radius
    y = (np.arange(top, bottom) - centre[1]) / radius
    spot = glare.strength * np.exp(-(x[None] ** 2 + y[:, None] ** 2))
    part = picture[top:bottom, left:right]
    part[:] = np.clip(part + spot[:, :, None], 0, 255)


def _with_noise(picture: Picture, noise: float, seed: int) -> Picture:
    """A picture of its own, with noise as the sensor adds it."""
    if noise <= 0:
        return picture.copy()
    rows, columns = picture.shape[:2]
    sheet = _noise_sheet(rows + _SPARE, columns + _SPARE, round(noise * 10))
    down, right = np.random.default_rng(seed).integers(0, _SPARE, 2)
    grain = sheet[down : down + rows, right : right + columns]
    return cv2.add(picture, grain, dtype=cv2.CV_8U)


@lru_cache(maxsize=2)
def _noise_sheet(rows: int, columns: int, tenths: int) -> NDArray[np.int16]:
    """Grey levels to add, of that many tenths as standard deviation; colours are noisy apart from each
    other."""
    return np.rint(_unit_noise(rows, columns) * (tenths / 10)).astype(np.int16)


@lru_cache(maxsize=1)
def _unit_noise(rows: int, columns: int) -> NDArray[np.float32]:
    """Chance takes longest: every camera's noise is this one, stronger or weaker."""
    return np.random.default_rng(12345).standard_normal((rows, columns, 3), np.float32)
