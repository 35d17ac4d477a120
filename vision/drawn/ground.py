"""The table without anything on it: surfaces, the printed mat and its places, and how the light falls.

Drawn once per table, camera and light and then kept, because in a game only the things on it change. No
more is kept than one or two tables need: each piece takes megabytes.
"""

from functools import lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.scene import Light, Surface
from vision.kit.camera import Camera, plane
from vision.mat import MARKER, MARKER_MARGIN, TRAY, Marker, Mat
from vision.pictures import Picture

PER_MM = 2  # pixels of the flat mat
_DYE = np.array((0.13, 0.11, 0.85), np.float32)  # what red cloth leaves of blue, green and red
Noises = tuple[tuple[float, tuple[float, float]], ...]  # how strong each is, and how large its blobs are
_NOISES: dict[str, Noises] = {
    "plain": ((0.01, (60, 60)),),
    "felt": ((0.05, (1, 1)), (0.04, (3, 3)), (0.03, (50, 50))),
    "paper": ((0.012, (2, 2)), (0.012, (90, 90))),
    "wood": ((0.09, (2.5, 120)), (0.06, (9, 300)), (0.03, (60, 60))),
}
_INK = 0.72  # printed lines are this share of the paper's brightness


@lru_cache(maxsize=2)
def ground(mat: Mat, camera: Camera, light: Light, table: Surface, paper: Surface, tray: Surface) -> Picture:
    """The empty table as the camera sees it."""
    size = (camera.width, camera.height)
    picture = texture(table, (camera.height, camera.width)).copy()
    printed = print_mat(mat, paper, tray)
    # pixel centres
    scale = np.array([[1 / PER_MM, 0, 0.5 / PER_MM], [0, 1 / PER_MM, 0.5 / PER_MM], [0, 0, 1]])
    matrix = plane(camera) @ scale
    flat = cv2.warpPerspective(printed, matrix, size, flags=cv2.INTER_LINEAR)
    white = np.full(printed.shape[:2], 255, np.uint8)
    inside = cv2.warpPerspective(white, matrix, size, flags=cv2.INTER_LINEAR)
    cv2.copyTo(flat, inside, picture)
    lit = cv2.multiply(picture.astype(np.float32), light_field(light, size[0], size[1]))
    out = np.clip(lit, 0, 255).astype(np.uint8)
    out.flags.writeable = False
    return out


@lru_cache(maxsize=2)
def light_field(light: Light, width: int, height: int) -> NDArray[np.float32]:
    """How bright every pixel is, shape (rows, columns, 3): level, colour, slope and vignette of the light."""
    x = np.linspace(-1, 1, width, dtype=np.float32)[None]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * (height / width)
    a = np.radians(light.azimuth)
    even = 1 + light.slope / 2 * (x * np.cos(a) + y * np.sin(a)) - light.vignette * (x * x + y * y)
    field = (light.level * even).astype(np.float32)
    return np.asarray(cv2.merge([field * gain for gain in light.tint]), np.float32)


@lru_cache(maxsize=1)
def print_mat(mat: Mat, paper: Surface, tray: Surface) -> Picture:
    """The flat mat from straight above: paper, tray floor, outlines of the places, markers."""
    rows, columns = round(mat.height * PER_MM), round(mat.width * PER_MM)
    canvas = texture(paper, (rows, columns)).copy()
    for zone in mat.zones:
        left, top, right, bottom = (
            round(v * PER_MM) for v in (zone.x, zone.y, zone.x + zone.width, zone.y + zone.height)
        )
        if zone.kind == TRAY:
            canvas[top:bottom, left:right] = texture(tray, (bottom - top, right - left))
        ink = tuple(int(v * _INK) for v in paper.colour)
        cv2.rectangle(canvas, (left, top), (right, bottom), ink, 3, cv2.LINE_AA)
    for marker in mat.markers:
        _draw_marker(canvas, marker)
    return canvas


def _draw_marker(canvas: Picture, marker: Marker) -> None:
    side = round(MARKER * PER_MM)
    quiet = round(MARKER_MARGIN * PER_MM)
    left, top = round(marker.x * PER_MM), round(marker.y * PER_MM)
    code = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), marker.number, side
    )
    canvas[top - quiet : top + side + quiet, left - quiet : left + side + quiet] = 245
    canvas[top : top + side, left : left + side] = np.clip(code, 25, 245)[:, :, None]


@lru_cache(maxsize=4)
def texture(surface: Surface, shape: tuple[int, int]) -> Picture:
    """A flat piece of *surface* of that many rows and columns."""
    rng = np.random.default_rng(surface.seed)
    base = np.empty((*shape, 3), np.float32)
    base[:] = surface.colour
    grain = (_GRAINS.get(surface.kind) or partial(_soft, _NOISES[surface.kind]))(rng, shape)[:, :, None]
    base *= 1 + (grain * (_DYE - 1) if surface.kind == "gingham" else surface.grain * grain)
    out = np.clip(base, 0, 255).astype(np.uint8)
    out.flags.writeable = False
    return out


def _noise(
    rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float]
) -> NDArray[np.float32]:
    """Soft noise of about unit strength whose blobs are *cell* (rows, columns) pixels large."""
    small = (max(2, round(shape[0] / cell[0])), max(2, round(shape[1] / cell[1])))
    rough = rng.standard_normal(small, np.float32)
    return np.asarray(cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _soft(noises: Noises, rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    return sum((share * _noise(rng, shape, cell) for share, cell in noises), np.zeros(shape, np.float32))


def _leather(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    return 0.05 * np.abs(_noise(rng, shape, (5, 5))) - 0.03 + 0.03 * _noise(rng, shape, (70, 70))


def _check(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    rows, columns = np.indices(shape) // 26
    return (0.12 * ((rows % 2) + (columns % 2) - 1) + 0.03 * _noise(rng, shape, (1, 2))).astype(np.float32)


def _gingham(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Cloth of white and coloured stripes that cross; the share of the dye is turned into colour later."""
    wide = int(rng.integers(40, 70))
    rows, columns = np.indices(shape) // wide
    return (0.5 * ((rows % 2) + (columns % 2)) + 0.03 * _noise(rng, shape, (1, 1))).astype(np.float32)


_GRAINS = {"leather": _leather, "check": _check, "gingham": _gingham}
