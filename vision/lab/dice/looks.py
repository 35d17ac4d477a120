"""How a window of a crop may look: from anywhere, through any lens, in any light; never twice the same."""

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.verdicts import NAMES
from vision.dice.windows import SIDE, SPAN
from vision.lab.dice.crops import SIDE as CROP
from vision.lab.dice.crops import SPAN as CROP_SPAN
from vision.lab.dice.crops import Crops
from vision.lab.dice.marks import Floats, Rng
from vision.pictures import Picture

POSE = 7
_OFF, _SCALE = 0.17, 0.13  # how far a window may miss: shares of the edge, and of the size
_OFF_NOTHING = 0.1
_CALMLY = 0.4  # of the usual change of light and of the usual noise
_UPRIGHT = 14.0  # degrees by which a picture from the side may be turned
_SQUEEZED = 0.07
_MISSIZED = 0.05  # so many windows are so far too large or too small that they show nothing
CALM = 0.4  # so many are shown nearly as they are
_COLOURS = (7, 12)  # the names whose windows keep their colours
_TURNED = NAMES.index("piggy")  # names from here on must not be mirrored
_NOISES = np.random.default_rng(11).standard_normal((64, 3 * SIDE, 3 * SIDE), np.float32)


class Looks(Struct, frozen=True, eq=False):
    """Windows and what is true of them."""

    windows: NDArray[np.uint8]
    names: NDArray[np.int64]
    cocked: NDArray[np.int64]
    poses: Floats  # x and y of the middle in edges, log of the size, cos and sin of four turns, foot


def looks_at(
    rng: Rng, crops: Crops, rows: NDArray[np.int64], span: float = SPAN, calm: float = CALM
) -> Looks:
    """One look at each of the crops *rows*, so many edges wide; so many are shown nearly as they are."""
    names, cocked = crops.names[rows].copy(), crops.cocked[rows].copy()
    windows = np.empty((len(rows), SIDE, SIDE, 3), np.uint8)
    poses = np.zeros((len(rows), POSE), np.float32)
    strength = np.where(rng.random(len(rows)) < calm, _CALMLY, 1.0)
    for n, row in enumerate(rows):
        missized = names[n] > 0 and rng.random() < _MISSIZED
        windows[n], pose = _window(rng, crops, int(row), missized, span)
        if missized:
            names[n], cocked[n] = 0, -1
        elif crops.posed[row]:
            poses[n] = pose
        if strength[n] == 1:
            windows[n] = worn(rng, windows[n])
    return Looks(_noisy(rng, _tinted(rng, windows, names, strength), strength), names, cocked, poses)


def _window(rng: Rng, crops: Crops, row: int, missized: bool, span: float) -> tuple[Picture, Floats]:
    """A window of the crop, and the pose of its face in it."""
    nothing = crops.names[row] == 0
    turn = np.radians(rng.uniform(0, 360) if crops.free[row] else rng.normal(0, _UPRIGHT))
    mirror = -1.0 if crops.names[row] < _TURNED and rng.random() < 0.5 else 1.0
    off = rng.uniform(-1, 1, 2) * (_OFF_NOTHING if nothing else _OFF)
    size = float(np.exp(rng.normal(0, _SCALE)))
    if missized:
        size = float(rng.uniform(0.22, 0.5) if rng.random() < 0.8 else 1.55)
    squeeze = float(np.exp(rng.normal(0, _SQUEEZED)))
    c, s = np.cos(turn), np.sin(turn)
    # from edges in the window, about the face's middle, to edges in the crop
    back = np.array([[c, -s], [s, c]]) @ np.diag([mirror * squeeze, 1 / squeeze])
    per_pixel = span * size / SIDE * CROP / CROP_SPAN
    matrix = np.empty((2, 3))
    matrix[:, :2] = back * per_pixel
    half = np.full(2, (SIDE - 1) / 2)
    matrix[:, 2] = (CROP - 1) / 2 + back @ off * (CROP / CROP_SPAN) - matrix[:, :2] @ half
    flags = cv2.WARP_INVERSE_MAP | (cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC)
    seen = cv2.warpAffine(
        crops.pictures[row], matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    forth = np.linalg.inv(back)
    cosine, sine = crops.poses[row, :2]
    turned = 4 * float(np.arctan2(*(forth @ _unit(np.arctan2(sine, cosine) / 4))[::-1]))
    foot = forth @ crops.poses[row, 2:]
    pose = [*(-off / size), -np.log(size), np.cos(turned), np.sin(turned), *foot]
    return np.asarray(seen, np.uint8), np.array(pose, np.float32)


def _unit(angle: float) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)], np.float32)


def worn(rng: Rng, picture: Picture) -> Picture:
    """The window as a worse camera and a harder light give it."""
    if rng.random() < 0.12:
        picture = _glare(rng, picture)
    if rng.random() < 0.1:
        picture = _shaded(rng, picture)
    if rng.random() < 0.3:
        picture = _coarse(rng, picture)
    kind = rng.random()
    if kind < 0.22:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 2.2))), np.uint8)
    elif kind < 0.34:
        picture = _smeared(rng, picture)
    elif kind < 0.46:
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.8, 2)))
        much = float(rng.uniform(0.4, 1.6))
        picture = np.asarray(cv2.addWeighted(picture, 1 + much, soft, -much, 0), np.uint8)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        coded = cv2.imencode(".jpg", picture, quality)[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _coarse(rng: Rng, picture: Picture) -> Picture:
    """With fewer pixels, as far away."""
    side = int(rng.integers(round(SIDE * 0.38), SIDE))
    way = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (side, side), interpolation=way)
    back = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=back), np.uint8)


def _smeared(rng: Rng, picture: Picture) -> Picture:
    """Moved while it was taken."""
    long = int(rng.integers(3, 10))
    kernel = np.zeros((long, long), np.float32)
    step = _unit(float(rng.uniform(0, np.pi))) * long / 2
    a, b = (np.rint(long / 2 - 0.5 + sign * step).astype(int) for sign in (-1, 1))
    cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(1.0, float(kernel.sum()))), np.uint8)


def _glare(rng: Rng, picture: Picture) -> Picture:
    """Lamps mirrored in the die: bent bright lines and spots."""
    light = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(v) for v in rng.integers(SIDE // 6, SIDE * 5 // 6, 2))
        axes = (int(rng.integers(1, SIDE // 5)), int(rng.integers(1, SIDE // 5)))
        start = float(rng.uniform(0, 360))
        thick = -1 if max(axes) < 5 else int(rng.integers(1, 3))
        long = float(rng.uniform(60, 360))
        cv2.ellipse(
            light, (x, y), axes, float(rng.uniform(0, 180)), start, start + long, 255, thick, cv2.LINE_AA
        )
    soft = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.4, 1.5)))
    strong = float(rng.uniform(0.3, 1.2))
    return np.asarray(cv2.addWeighted(picture, 1, cv2.merge([soft] * 3), strong, 0), np.uint8)


def _shaded(rng: Rng, picture: Picture) -> Picture:
    """A shadow's edge across it."""
    side = _unit(float(rng.uniform(0, 2 * np.pi)))
    y, x = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j].astype(np.float32)
    soft = float(np.exp(rng.uniform(-4, -0.5)))
    deep = float(rng.uniform(0.2, 0.75))
    share = np.clip((x * side[0] + y * side[1] - rng.uniform(-0.5, 0.5)) / soft + 0.5, 0, 1)
    return np.asarray(np.rint(picture * (1 - deep * share)[:, :, None]), np.uint8)


def _tinted(
    rng: Rng, windows: NDArray[np.uint8], names: NDArray[np.int64], strength: NDArray[np.float64]
) -> Floats:
    """Other colours for those whose name is no colour, other light and contrast for all; 0 to 1."""
    count = len(windows)
    out = windows.astype(np.float32) / 255
    free = (names < _COLOURS[0]) | (names > _COLOURS[1])
    for n in np.flatnonzero(free & (rng.random(count) < 0.4)):
        out[n] = out[n] @ _mixing(rng)
    inverted = free & (rng.random(count) < 0.08 * strength)
    out[inverted] = 1 - out[inverted]
    gamma = np.exp(rng.normal(0, 0.22, count) * strength).astype(np.float32)
    np.clip(out, 0, 1, out=out)
    np.power(out, gamma[:, None, None, None], out=out)
    casts = np.exp(rng.normal(0, 0.07, (count, 3)) * (rng.random((count, 1)) < 0.7)).astype(np.float32)
    gain = np.exp(rng.normal(0, 0.2, (count, 1)) * strength[:, None]).astype(np.float32)
    shift = (rng.normal(0, 0.06, (count, 1)) * strength[:, None]).astype(np.float32)
    return np.asarray(out * (gain * casts)[:, None, None] + shift[:, None, None], np.float32)


def _mixing(rng: Rng) -> Floats:
    """A turn of the colours about grey, stronger or paler."""
    angle, full = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.2, 1.5))
    c, s = np.cos(angle) * full, np.sin(angle) * full
    mean, skew = 1 / 3, s / np.sqrt(3)
    grey = np.full((3, 3), mean)
    across = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]) * skew
    return np.asarray(grey + c * (np.eye(3) - grey) + across, np.float32)


def _noisy(rng: Rng, shown: Floats, strength: NDArray[np.float64]) -> NDArray[np.uint8]:
    count = len(shown)
    much = np.where(rng.random(count) < 0.6, rng.uniform(0, 0.035, count), 0.004) * strength
    for n in range(count):
        x, y = (int(v) for v in rng.integers(0, 2 * SIDE, 2))
        noise = _NOISES[int(rng.integers(len(_NOISES))), y : y + SIDE, x : x + SIDE]
        shown[n] += noise[:, :, None] * (much[n] * rng.uniform(0.4, 1.4, 3)).astype(np.float32)
    return np.asarray(np.clip(shown * 255, 0, 255), np.uint8)
