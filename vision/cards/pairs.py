"""Corners next to each other on one card, and the size of cards that they speak for."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.corners import CornerMark

Floats = NDArray[np.float64]
SHAPES = (1.4, 1.55)  # height over width of the cards that are sold: broad ones and slender ones
_LEAN = np.radians(14)  # a side is off the way that its corner says by no more
_LENGTHS = (0.6, 1.9)  # of the width that a corner says
_ODD = 0.3  # how much longer or shorter than the corners say, as a logarithm, a side hardly is
_LIKE = 0.04  # a card's shape is so near to one of those
_FITS = 0.05  # two lengths are one that differ by less
_SIZES, _APART = 4, 0.03  # sizes that are kept, so much apart
_LABEL = 0.3  # what it counts more where both corners say that it is the short side, or the long one


class Pair(Struct, frozen=True, eq=False):
    """Marks *one* and *other* as corners next to each other, clockwise; where they are, and how sure."""

    one: int
    other: int
    ends: Floats  # shape (2, 2)
    sure: float
    short: float  # from 0 (the marks say a long side) to 1


def corner_of(mark: CornerMark) -> Floats:
    return np.asarray(mark.quad[mark.number], np.float64)


def pairs_of(marks: Sequence[CornerMark]) -> list[Pair]:
    """All pairs of corners that may be next to each other, as the sides from both of them lead."""
    if len(marks) < 2:
        return []
    spots = np.array([corner_of(mark) for mark in marks])
    # from each corner the side that goes clockwise and the one that goes the other way round
    ahead = np.array([mark.quad[(mark.number + 1) % 4] - mark.quad[mark.number] for mark in marks])
    behind = np.array([mark.quad[(mark.number - 1) % 4] - mark.quad[mark.number] for mark in marks])
    wide = np.minimum(np.hypot(*ahead.T), np.hypot(*behind.T))
    out = []
    way = spots[None] - spots[:, None]
    far = np.hypot(way[..., 0], way[..., 1])
    fair = np.minimum(wide[:, None], wide[None])
    near = (far > _LENGTHS[0] * fair) & (far < _LENGTHS[1] * np.maximum(wide[:, None], wide[None]))
    leads = near & (_off(way, ahead[:, None]) < _LEAN) & (_off(-way, behind[None]) < _LEAN)
    for a, b in zip(*np.nonzero(leads), strict=True):
        short = ((marks[a].number == 0) + (marks[b].number == 1)) / 2  # clockwise from 0 the short side comes
        said = (np.hypot(*ahead[a]) + np.hypot(*behind[b])) / 2
        odd = float(np.log(far[a, b] / said)) / _ODD
        out.append(
            Pair(
                int(a), int(b), spots[[a, b]], float(marks[a].sure * marks[b].sure * np.exp(-(odd**2))), short
            )
        )
    return out


def _off(way: Floats, side: Floats) -> Floats:
    """The angle between them."""
    across = way[..., 0] * side[..., 1] - way[..., 1] * side[..., 0]
    return np.asarray(np.abs(np.arctan2(across, (way * side).sum(axis=-1))))


def said_size(pairs: Sequence[Pair]) -> tuple[float, float] | None:
    """Width in pixels and height over width as most pairs have it, if the cards are seen from above."""
    return next(iter(said_sizes(pairs)), None)


def said_sizes(pairs: Sequence[Pair]) -> list[tuple[float, float]]:
    """The same, and some that fewer pairs have, the likeliest first."""
    lengths = np.array([np.hypot(*(pair.ends[1] - pair.ends[0])) for pair in pairs])
    tried = [(one / part, shape) for one in lengths for shape in SHAPES for part in (1.0, shape)]
    wide, tall = np.array(tried).reshape(-1, 2).T
    order = np.argsort(-explained(pairs, lengths / wide[:, None], tall[:, None]), kind="stable")
    out: list[tuple[float, float]] = []
    for n in order:
        if len(out) < _SIZES and all(abs(wide[n] / other - 1) > _APART for other, _ in out):
            out.append(_settled(lengths, float(wide[n]), float(tall[n])))
    return out


def _settled(lengths: Floats, wide: float, tall: float) -> tuple[float, float]:
    """That size, as long and as tall as the lengths that fit it are."""
    is_short, is_long = np.abs(lengths / wide - 1) < _FITS, np.abs(lengths / (wide * tall) - 1) < _FITS
    if is_short.any():
        wide = float(np.median(lengths[is_short]))
    if is_long.any():
        seen = float(np.median(lengths[is_long])) / wide
        tall = float(np.clip(seen, tall * (1 - _LIKE), tall * (1 + _LIKE)))
    return wide, tall


def explained(pairs: Sequence[Pair], lengths: Floats, tall: Floats | float) -> Floats:
    """How many pairs are sides of cards one wide and so *tall*, with those lengths; the surer count more.

    The last axis of *lengths* is that of the pairs; before it there may be others, of sizes to be compared.
    """
    sure, short = np.array([(pair.sure, pair.short) for pair in pairs]).reshape(-1, 2).T
    is_short, is_long = np.abs(lengths - 1) < _FITS, np.abs(lengths / tall - 1) < _FITS
    worth = sure * (is_short * (1 + _LABEL * short) + is_long * (1 + _LABEL * (1 - short)))
    return np.asarray(worth.sum(axis=-1))
