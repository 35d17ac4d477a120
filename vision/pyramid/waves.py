"""How the edges of dice repeat: three strong waves in the picture give turn and size of the lattice."""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.lattice import Floats
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.waves

_COARSE = 4  # pixels of the picture of edges that are one in its smaller copy
_TURNS = np.radians(np.arange(-24, 24.1, 0.75))
_SIZES = np.exp(np.arange(-0.24, 0.241, 0.015))


class Waves(NamedTuple):
    """How the lattice repeats: by how much it is turned and larger than guessed, and how clearly."""

    turn: float
    larger: float
    clear: float


def waves(
    picture: Picture, middle: Floats, per_edge: float, turn: float, sizes: Floats = _SIZES
) -> list[Waves]:
    """Turn and size about *middle* (pixels), where an edge of the plan is about *per_edge* pixels long.

    The clearest comes first; *turn* is about known.
    """
    spectrum = _spectrum(picture, middle, per_edge)
    step = _S.window / _S.edges  # pixels of the window per edge as guessed
    angles = turn + _TURNS[:, None, None] + np.radians([0.0, 60.0, 120.0])[None, None]
    often = _S.window / (step * sizes[None, :, None] * np.sqrt(3) / 2)
    x, y = often * np.cos(angles), often * np.sin(angles)
    strong = np.stack([_at(spectrum, x * n, y * n) for n in (1, 2)])
    total = (np.log(strong + 1e-3).sum(axis=-1) * np.array([1.0, 0.35])[:, None, None]).sum(axis=0)
    turn_stray = np.radians(_S.turn_stray)
    total -= 0.5 * (_TURNS[:, None] / turn_stray) ** 2 + 0.5 * (np.log(sizes)[None] / _S.size_stray) ** 2
    usual, out = float(np.median(total)), []
    for _ in range(_S.candidates):
        row, column = np.unravel_index(int(total.argmax()), total.shape)
        out.append(Waves(float(_TURNS[row]), float(sizes[column]), float(total[row, column] - usual)))
        total[max(0, row - 5) : row + 6, max(0, column - 4) : column + 5] = -np.inf
    return out


def _spectrum(picture: Picture, middle: Floats, per_edge: float) -> NDArray[np.float32]:
    """How strong every wave is in the edges around *middle*, the slowest in the middle."""
    scale = _S.window / (_S.edges * per_edge)
    move = np.array(
        [[scale, 0, _S.window / 2 - scale * middle[0]], [0, scale, _S.window / 2 - scale * middle[1]]]
    )
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    part = cv2.warpAffine(picture, move, (_S.window, _S.window), flags=way, borderMode=cv2.BORDER_REPLICATE)
    part = cv2.GaussianBlur(part, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(part, cv2.CV_32F, 1, 0), cv2.Sobel(part, cv2.CV_32F, 0, 1)
    blue, green, red = cv2.split(cv2.magnitude(across, down))
    edges = np.sqrt(cv2.max(cv2.max(blue, green), red))
    edges = (edges - _around(edges)) * _hann()
    real, imaginary = cv2.split(cv2.dft(edges, flags=cv2.DFT_COMPLEX_OUTPUT))
    strong = np.fft.fftshift(cv2.magnitude(real, imaginary))
    return np.asarray(strong / np.median(strong), np.float32)


def _around(edges: NDArray[np.float32]) -> NDArray[np.float32]:
    """Their mean over a wide neighbourhood, which a small picture shows as well."""
    small = cv2.resize(edges, None, fx=1 / _COARSE, fy=1 / _COARSE, interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(small, (0, 0), _S.wide / _COARSE)
    return np.asarray(cv2.resize(wide, edges.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


@cache
def _hann() -> NDArray[np.float32]:
    one = np.hanning(_S.window).astype(np.float32)
    return np.outer(one, one)


def _at(spectrum: NDArray[np.float32], x: Floats, y: Floats) -> Floats:
    """The spectrum between its pixels, in any shape."""
    shape = x.shape
    columns = (x + _S.window / 2).reshape(1, -1).astype(np.float32)
    rows = (y + _S.window / 2).reshape(1, -1).astype(np.float32)
    return np.asarray(cv2.remap(spectrum, columns, rows, cv2.INTER_LINEAR).reshape(shape), np.float64)
