"""What patches show: a small network says whether a face lies there, how far off, its number and colour."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from vision.network import channels_first, kept
from vision.pictures import NO_MAP, Picture
from vision.pyramid.lattice import Floats
from vision.pyramid.settings import SETTINGS

_S = SETTINGS.read_faces

SIDE = 32  # pixels: the side of a patch as the network sees it
MARGIN = 0.25  # share of a face's edge: what of its surroundings a patch shows on each side
_WEIGHTS = Path(__file__).with_name("faces.onnx")
COLOURS = ("red", "yellow", "white")
_INNER = slice(SIDE // 4, -SIDE // 4)  # of a patch, where nothing but the face is


class Judged(Struct, frozen=True, eq=False):
    """One row per patch."""

    right: Floats  # (n,) log odds that a face lies as the patch does
    off: Floats  # (n, 2) how far the face's middle lies from the patch's, in edges of the face
    values: Floats  # (n, 6) log probabilities of 1 to 6
    colours: Floats  # (n, 3) the same of COLOURS
    tints: Floats  # (n, 2) how red and how blue the body is beside green, as logarithms; nan if nobody looked


def judge(picture: Picture, quads: Floats) -> Judged:
    """What the faces with the corners *quads* (n, 4, 2) in *picture* show."""
    if not len(quads):
        return unlooked(0)
    patches = cut_out(picture, quads)
    said = kept(_WEIGHTS).said_of(as_input(patches)).astype(np.float64)
    values, colours = _log_share(said[:, 3:9]), _log_share(said[:, 9:12])
    return Judged(
        np.clip(said[:, 0], -_S.most_odds, _S.most_odds), said[:, 1:3], values, colours, _tints(patches)
    )


def _tints(patches: NDArray[np.uint8]) -> Floats:
    """The tints (n, 2) of patches of which at least a half, the brighter one, is no pip."""
    inner = patches[:, _INNER, _INNER].reshape(len(patches), -1, 3).astype(np.float32)
    bright = inner.sum(axis=2)
    body = (bright >= np.median(bright, axis=1, keepdims=True)).astype(np.float32)
    logs = np.log((body[:, None] @ inner)[:, 0] / body.sum(axis=1, keepdims=True) + _S.dark)
    return np.asarray(logs[:, [2, 0]] - logs[:, [1]], np.float64)


def unlooked(count: int) -> Judged:
    """The answer for *count* faces of which none is there."""
    values, colours = np.full((count, 6), -np.log(6.0)), np.full((count, len(COLOURS)), -np.log(len(COLOURS)))
    return Judged(
        np.full(count, -_S.most_odds), np.zeros((count, 2)), values, colours, np.full((count, 2), np.nan)
    )


def judge_some(picture: Picture, quads: Floats, which: NDArray[np.bool_], before: Judged) -> Judged:
    """What *which* (n,) of the faces show; the others as in the look *before*."""
    return with_some(before, which, judge(picture, quads[which]))


def with_some(before: Judged, which: NDArray[np.bool_], now: Judged) -> Judged:
    """The look *before* with what *which* (n,) of its faces show *now*."""
    after = structs.asdict(before)
    for name, seen in structs.asdict(now).items():
        after[name] = after[name].copy()
        after[name][which] = seen
    return Judged(**after)


def judge_often(pictures: Sequence[Picture], quads: Floats) -> Judged:
    """What many looks together show, each at another of the *pictures* or a little beside the faces."""
    right, down = quads[:, 1:2] - quads[:, :1], quads[:, 3:] - quads[:, :1]
    looks = [
        structs.asdict(judge(picture, quads + x * right + y * down))
        for picture, (x, y) in product(pictures, _S.beside)
    ]
    mean = {name: np.mean([look[name] for look in looks], axis=0) for name in looks[0]}
    return Judged(**(mean | {"values": _log_share(_S.together * mean["values"])}))


def _log_share(said: Floats) -> Floats:
    high = said - said.max(axis=1, keepdims=True)
    return np.asarray(high - np.log(np.exp(high).sum(axis=1, keepdims=True)))


# --- faces cut out of the picture and straightened, all in one go ---


def cut_out(picture: Picture, quads: Floats) -> NDArray[np.uint8]:
    """The faces with the corners *quads* (n, 4, 2) as square patches, shape (n, SIDE, SIDE, 3)."""
    if not len(quads):
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    part = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * (1 + 2 * MARGIN) - 0.5 - MARGIN
    middle = quads.mean(axis=1).astype(np.float32)
    right = ((quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2).astype(np.float32)
    down = ((quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2).astype(np.float32)
    places = (
        middle[:, None, None]
        + part[None, None, :, None] * right[:, None, None]
        + part[None, :, None, None] * down[:, None, None]
    )
    flat = places.reshape(len(quads) * SIDE, SIDE, 2)
    cut = cv2.remap(picture, flat, NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8).reshape(len(quads), SIDE, SIDE, 3)


def as_input(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches as the network takes them: (n, 3, SIDE, SIDE), normalized for brightness and contrast."""
    planes = channels_first(patches)
    flat = planes.reshape(len(planes), -1)
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.sqrt((flat[:, None] @ flat[..., None])[:, 0] / flat.shape[1]) + _S.calm
    return planes
