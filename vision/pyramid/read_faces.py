"""What patches show: a small network says whether a face lies there, how far off, its number and colour."""

from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.network import kept
from vision.pictures import Picture
from vision.pyramid.lattice import Floats
from vision.pyramid.patches import as_input, cut_out

_WEIGHTS = Path(__file__).with_name("faces.onnx")
COLOURS = ("red", "yellow", "white")
_MOST = 7.0  # no single look is surer than this, as log odds


class Judged(Struct, frozen=True, eq=False):
    """One row per patch."""

    right: Floats  # (n,) log odds that a face lies as the patch does
    off: Floats  # (n, 2) how far the face's middle lies from the patch's, in edges of the face
    values: Floats  # (n, 6) log probabilities of 1 to 6
    colours: Floats  # (n, 3) the same of COLOURS


def judge(picture: Picture, quads: Floats) -> Judged:
    """What the faces with the corners *quads* (n, 4, 2) in *picture* show."""
    if not len(quads):
        return Judged(np.zeros(0), np.zeros((0, 2)), np.zeros((0, 6)), np.zeros((0, 3)))
    said = kept(_WEIGHTS).said_of(as_input(cut_out(picture, quads))).astype(np.float64)
    return Judged(
        np.clip(said[:, 0], -_MOST, _MOST), said[:, 1:3], _log_share(said[:, 3:9]), _log_share(said[:, 9:12])
    )


def unlooked(count: int) -> Judged:
    """As if none of *count* faces were there."""
    values, colours = np.full((count, 6), -np.log(6.0)), np.full((count, len(COLOURS)), -np.log(len(COLOURS)))
    return Judged(np.full(count, -_MOST), np.zeros((count, 2)), values, colours)


def judge_some(picture: Picture, quads: Floats, which: NDArray[np.bool_], before: Judged) -> Judged:
    """What *which* (n,) of the faces show; the others as in the look *before*."""
    now = judge(picture, quads[which])
    right, off = before.right.copy(), before.off.copy()
    values, colours = before.values.copy(), before.colours.copy()
    right[which], off[which], values[which], colours[which] = now.right, now.off, now.values, now.colours
    return Judged(right, off, values, colours)


def _log_share(said: Floats) -> Floats:
    high = said - said.max(axis=1, keepdims=True)
    return np.asarray(high - np.log(np.exp(high).sum(axis=1, keepdims=True)))
