"""Where dice may lie in any picture: a small network's heat map, brought back to the picture's own pixels."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.dice.networks import Networks
from vision.dice.settings import SETTINGS
from vision.dice.windows import Halvings, Place
from vision.network import Floats
from vision.pictures import Picture

_S = SETTINGS.finder

_STRIDE, _BLOCK = 4, 32  # pixels from cell to cell of its heat; it takes pictures of whole blocks
_EDGE = 16.0  # pixels of the edge that the network says as nought
_LEAST_SAID = -2.197  # log odds of `_LEAST_HEAT`: what is less is no peak
_AROUND = np.ones((3, 3), np.uint8)

Enough = Callable[[Sequence[Place]], bool]


def find_places(
    halvings: Halvings, nets: Networks, longest: int = _S.longest, enough: Enough = lambda _places: False
) -> list[Place]:
    """Where the top faces of dice may be, the likeliest first. Generous: `judge` parts dice from the rest.

    Where what is seen at first is *enough*, larger dice are not looked for.
    """
    places = seen_at(halvings, nets, longest)
    if enough(places):
        return places
    size = max(halvings.at(0).shape[:2])
    for coarser in (side for side in _S.coarser if side < size):  # else it has been seen so already
        scale = coarser / size
        clear = [place for place in places if place.heat > _S.clear]
        large = [place for place in seen_at(halvings, nets, coarser) if place.edge * scale > _S.large_edge]
        places += [place for place in large if not any(_lies_beside(other, place) for other in clear)]
    return _apart(sorted(places, key=lambda place: -place.heat))[: _S.most_places]


def seen_around(halvings: Halvings, nets: Networks, place: Place) -> list[Place]:
    """What stands out around a *place* that is looked at by itself, the likeliest first."""
    reach = _S.around * place.edge / 2
    step = max(0, int(np.log2(2 * reach / _S.part)))
    shrunk, picture = 0.5**step, halvings.at(step)
    left, top = (max(0, round((at - reach) * shrunk)) for at in (place.x, place.y))
    right, bottom = (round((at + reach) * shrunk) for at in (place.x, place.y))
    seen = seen_at(Halvings(picture[top:bottom, left:right]), nets, _S.part)
    return [Place((p.x + left) / shrunk, (p.y + top) / shrunk, p.edge / shrunk, p.heat) for p in seen]


def seen_at(halvings: Halvings, nets: Networks, longest: int) -> list[Place]:
    """What stands out where the longer side has *longest* pixels, the likeliest first."""
    small, scale = _shrunk(halvings, longest)
    said = _said(small, nets)
    # what is no peak needs no heat: that grows with its logarithm
    peaks = (said[0] >= cv2.dilate(said[0], _AROUND)) & (said[0] > _LEAST_SAID)
    rows, columns = np.divmod(np.flatnonzero(peaks), peaks.shape[1])
    order = np.argsort(-said[0, rows, columns])[: 3 * _S.most_places]
    rows, columns = rows[order], columns[order]
    heat, size, across, down = said[:, rows, columns].astype(np.float64)
    x, y = ((at + off + 0.5) * _STRIDE - 0.5 for at, off in ((columns, across), (rows, down)))
    edges = _EDGE * np.exp(np.clip(size, -3, 4)) / scale
    high, wide = small.shape[:2]
    inside = (x >= -2) & (x <= wide + 1) & (y >= -2) & (y <= high + 1)
    seen = np.column_stack([(x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5, edges, 1 / (1 + np.exp(-heat))])
    return _apart([Place(*one) for one in seen[inside].tolist()])[: _S.most_places]


def _shrunk(halvings: Halvings, longest: int) -> tuple[Picture, float]:
    """The picture with its longer side at most *longest*, and by what its coordinates were multiplied."""
    picture = halvings.at(0)
    scale = longest / max(picture.shape[:2])
    if scale >= 1:
        return picture, 1.0
    step = int(np.log2(1 / (scale * _S.nearly)))
    part = halvings.at(step)
    if max(part.shape[:2]) <= longest:
        return part, 0.5**step
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(part, size), np.uint8), scale


def _said(small: Picture, nets: Networks) -> Floats:
    """What the network says of a picture that is filled up to whole blocks, shape (4, rows, columns)."""
    rows, columns = small.shape[:2]
    below, right = -rows % _BLOCK, -columns % _BLOCK
    if below or right:
        small = np.asarray(cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)
    # four pixels of a row as three numbers, beside them those below: the network takes two by four as one
    rows = np.ascontiguousarray(small).reshape(len(small) // 2, 2, -1)  # a part of a picture has gaps
    fours = rows.view(np.int32).reshape(len(rows), 2, -1, 3)
    blocks = cv2.merge((fours[:, 0], fours[:, 1])).view(np.uint8)
    return np.asarray(nets.finder.said_of(blocks[None])[0], np.float32)


def _apart(places: list[Place]) -> list[Place]:
    """The strongest of those that mean the same face."""
    x, y, edge = np.array([(place.x, place.y, place.edge) for place in places]).reshape(-1, 3).T
    smaller, larger = np.minimum.outer(edge, edge), np.maximum.outer(edge, edge)
    far = np.subtract.outer(x, x) ** 2 + np.subtract.outer(y, y) ** 2
    same = (smaller > _S.alike_size * larger) & (far <= (_S.nearest * smaller) ** 2)
    kept = [True] * len(places)
    for one, other in zip(*map(np.ndarray.tolist, np.nonzero(same)), strict=True):
        kept[other] &= one >= other or not kept[one]
    return [place for place, stays in zip(places, kept, strict=True) if stays]


def _lies_beside(one: Place, other: Place) -> bool:
    """Is *one*, as large as faces may be, a part of *other* beside its middle?"""
    alike = min(one.edge, other.edge) > _S.alike_size * max(one.edge, other.edge)
    return alike and _S.its_middle < one.far(other) / other.edge <= _S.nearest
