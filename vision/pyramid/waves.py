"""How the edges of dice repeat: three strong waves in the picture give turn and size of the lattice."""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.pyramid.lattice import Floats

_WINDOW = 256  # pixels: the side of the square in which waves are looked for
_EDGES = 7.5  # edges of dice, as seen from above, that the window spans
_WIDE, _COARSE = 24, 4  # pixels over which the mean of edges is taken, and of its smaller picture
_CANDIDATES = 4  # turns with their sizes that are kept, the clearest first
_TURN_STRAY, _SIZE_STRAY = np.radians(7.0), 0.12  # of the first guess
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
    step = _WINDOW / _EDGES  # pixels of the window per edge as guessed
    angles = turn + _TURNS[:, None, None] + np.radians([0.0, 60.0, 120.0])[None, None]
    often = _WINDOW / (step * sizes[None, :, None] * np.sqrt(3) / 2)
    x, y = often * np.cos(angles), often * np.sin(angles)
    strong = np.stack([_at(spectrum, x * n, y * n) for n in (1, 2)])
    total = (np.log(strong + 1e-3).sum(axis=-1) * np.array([1.0, 0.35])[:, None, None]).sum(axis=0)
    total -= 0.5 * (_TURNS[:, None] / _TURN_STRAY) ** 2 + 0.5 * (np.log(sizes)[None] / _SIZE_STRAY) ** 2
    usual, out = float(np.median(total)), []
    for _ in range(_CANDIDATES):
        row, column = np.unravel_index(int(total.argmax()), total.shape)
        out.append(Waves(float(_TURNS[row]), float(sizes[column]), float(total[row, column] - usual)))
        total[max(0, row - 5) : row + 6, max(0, column - 4) : column + 5] = -np.inf
    return out


def _spectrum(picture: Picture, middle: Floats, per_edge: float) -> NDArray[np.float32]:
    """How strong every wave is in the edges around *middle*, the slowest in the middle."""
    scale = _WINDOW / (_EDGES * per_edge)
    move = np.array(
        [[scale, 0, _WINDOW / 2 - scale * middle[0]], [0, scale, _WINDOW / 2 - scale * middle[1]]]
    )
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    part = cv2.warpAffine(picture, move, (_WINDOW, _WINDOW), flags=way, borderMode=cv2.BORDER_REPLICATE)
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
    wide = cv2.GaussianBlur(small, (0, 0), _WIDE / _COARSE)
    return np.asarray(cv2.resize(wide, edges.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


@cache
def _hann() -> NDArray[np.float32]:
    one = np.hanning(_WINDOW).astype(np.float32)
    return np.outer(one, one)


def _at(spectrum: NDArray[np.float32], x: Floats, y: Floats) -> Floats:
    """The spectrum between its pixels, in any shape."""
    shape = x.shape
    columns = (x + _WINDOW / 2).reshape(1, -1).astype(np.float32)
    rows = (y + _WINDOW / 2).reshape(1, -1).astype(np.float32)
    return np.asarray(cv2.remap(spectrum, columns, rows, cv2.INTER_LINEAR).reshape(shape), np.float64)
