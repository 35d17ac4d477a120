"""Cards of a picture are of one size: how large each is where it lies, however the camera looks at it."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.corners import CornerMark
from vision.cards.outlines import Outline
from vision.cards.quads import height_of

Floats = NDArray[np.float64]
SHAPES = (1.4, 1.55)  # height over width of the cards that are sold: broad ones and slender ones
_LEAN = np.radians(14)  # a side is off the way that its corner says by no more
_LENGTHS = (0.6, 1.9)  # of the width that a corner says
_UNLIKELY = 0.3  # how much longer or shorter than the corners say, as a logarithm, a side hardly is
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


def pairs_of(marks: Sequence[CornerMark], lean: float = _LEAN) -> list[Pair]:
    """All pairs of corners that may be next to each other, as the sides from both of them lead, or nearly."""
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
    leads = near & (_turned_from(way, ahead[:, None]) < lean) & (_turned_from(-way, behind[None]) < lean)
    for a, b in zip(*np.nonzero(leads), strict=True):
        short = ((marks[a].number == 0) + (marks[b].number == 1)) / 2  # clockwise from 0 the short side comes
        said = (np.hypot(*ahead[a]) + np.hypot(*behind[b])) / 2
        odd = float(np.log(far[a, b] / said)) / _UNLIKELY
        out.append(
            Pair(
                int(a), int(b), spots[[a, b]], float(marks[a].sure * marks[b].sure * np.exp(-(odd**2))), short
            )
        )
    return out


def _turned_from(way: Floats, side: Floats) -> Floats:
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


# --- what sizes they speak for ---

_MARKED = 0.3  # a corner is seen, if only by an outline, from here on
_ALIKE = 0.15  # cards whose size differs by less may be of one deck
_SHAPED = 1.0  # how much it counts, beside a card seen, that cards are sold in two shapes,
_ABOVE, _FLAT = 0.12, 0.25  # and that most pictures are taken from above, and from far away
_SAME = 0.025  # sizes that differ by less are one
_SLENDER = (1.3, 1.65)
_ROUNDS, _STILL = 12, 1e-4  # of fitting; it ends where nothing changes any more
_NUDGE = 1e-4
_NUDGES = np.hstack([np.zeros((6, 1)), np.eye(6) * _NUDGE])  # by which it is found out what helps
_ODD = 0.04  # a card so much larger or smaller than the others counts half
_TOO_ODD, _LYING = 0.09, 0.4
_ENOUGH = 0.8  # of the pairs of corners that fit the best size must fit that of the cards seen whole


class Size(Struct, frozen=True, eq=False):
    """The way from the picture to the table, where cards are one wide and so *tall*."""

    to_table: Floats  # shape (3, 3)
    tall: float

    def on_table(self, spots: Floats) -> Floats:
        """Where on the table *spots* of the picture are, shape (n, 2)."""
        there = np.c_[spots, np.ones(len(spots))] @ self.to_table.T
        return np.asarray(there[:, :2] / there[:, 2:])

    def way_at(self, spot: Floats) -> Floats:
        """How steps in the picture lead on the table, near to a *spot*."""
        x, y, w = self.to_table @ np.array([spot[0], spot[1], 1.0])
        return np.asarray((self.to_table[:2, :2] - np.outer([x / w, y / w], self.to_table[2, :2])) / w)

    def width_at(self, spot: Floats) -> float:
        """How many pixels wide a card is there."""
        return 1 / float(np.sqrt(abs(np.linalg.det(self.way_at(spot)))))


def size_of_cards(found: Sequence[Outline], marks: Sequence[CornerMark]) -> Size | None:
    """The size that most corners speak for: that of the cards seen whole, or one at which they are pairs."""
    pairs = pairs_of(marks)
    said = said_size(pairs)
    from_above = _from_above(*said) if said else None
    as_whole = _size_of([card for card in found if sum(s >= _MARKED for s in card.seen) >= 3])
    if as_whole is None or from_above is None:
        return as_whole or from_above
    enough = _ENOUGH * _speak_for(from_above, pairs)
    return as_whole if _speak_for(as_whole, pairs) >= enough else from_above


def other_sizes(
    known: Sequence[Outline], found: Sequence[Outline], marks: Sequence[CornerMark]
) -> Iterator[Size]:
    """More sizes that cards may have: as the known ones, as those seen whole, as fewer pairs say."""
    seen = [card for card in known if not card.alone]
    whole = [card for card in found if sum(s >= _MARKED for s in card.seen) >= 3]
    for size in (_fitted_to(seen) if seen else None, _size_of(whole)):
        if size is not None:
            yield size
    yield from (_from_above(*said) for said in said_sizes(pairs_of(marks)))


def is_new(size: Size, tried: Sequence[Size], spot: Floats) -> bool:
    """Is a card of that size at that *spot* larger or smaller, or more slender, than with those *tried*?"""
    wide = size.width_at(spot)
    return not any(
        abs(wide / other.width_at(spot) - 1) < _SAME and abs(size.tall / other.tall - 1) < _SAME
        for other in tried
    )


def _from_above(wide: float, tall: float) -> Size:
    return Size(np.diag([1 / wide, 1 / wide, 1.0]), tall)


def as_it_lies(card: Outline, size: Size) -> Outline:
    """The card with a short side first, if aslant that looked the longer one."""
    there = size.on_table(card.quad.astype(np.float64))[None]
    quad = _as_they_lie(card.quad[None].astype(np.float64), there, size.tall)[0]
    a, b, c, d = card.seen
    return card if np.array_equal(quad, card.quad) else Outline(quad.astype(np.float32), (d, a, b, c))


def of_that_size(card: Outline, size: Size) -> bool:
    """Is a card as large as the others? One that is not was put together from corners of two."""
    return bool(_oddness(size.on_table(card.quad.astype(np.float64))[None], size.tall)[0] < _TOO_ODD)


def _speak_for(size: Size, pairs: Sequence[Pair]) -> float:
    """How much the corners that lie next to each other speak for a size."""
    ends = size.on_table(np.concatenate([pair.ends for pair in pairs])).reshape(-1, 2, 2)
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    return float(explained(pairs, lengths, size.tall))


def _size_of(whole: Sequence[Outline]) -> Size | None:
    """The size on which most of the cards seen *whole* agree: some as large as each other, or all, aslant."""
    alike = _alike(whole)
    some = (alike, whole) if len(alike) < len(whole) else (whole,)
    tried = [size for cards in some if cards and (size := _fitted_to(cards)) is not None]
    return max(tried, key=lambda size: sum(_fits(card, size) for card in whole), default=None)


def _fits(card: Outline, size: Size) -> bool:
    return of_that_size(as_it_lies(card, size), size)


def _alike(whole: Sequence[Outline]) -> list[Outline]:
    """Those as large as most are; of two sizes the one with the surer corners."""
    sizes = [np.sqrt(card.width * height_of(card.quad)) for card in whole]
    best: list[Outline] = []
    for size in sizes:
        alike = [card for card, other in zip(whole, sizes, strict=True) if abs(other / size - 1) < _ALIKE]
        best = max(best, alike, key=lambda cards: sum(sum(card.seen) for card in cards))
    return best


def _fitted_to(cards: Sequence[Outline]) -> Size | None:
    width = float(np.median([card.width for card in cards]))
    middle = np.mean([card.quad.mean(axis=0) for card in cards], axis=0)
    fit = _fitted(np.array([(card.quad - middle) / width for card in cards], np.float64))
    if fit is None:
        return None
    matrix, tall = fit
    return Size(matrix @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, width]]) / width, tall)


def _fitted(quads: Floats) -> tuple[Floats, float] | None:
    """The way on which cards, shape (n, 4, 2), are most nearly one wide, equally tall and square.

    Step by step (Gauss and Newton), what fits badly counting less each time.
    """
    height = float(np.median(np.hypot(*(quads[:, 3] - quads[:, 0]).T)))
    at = np.array([1.0, 0.0, 1.0, 0.0, 0.0, height])
    for _ in range(_ROUNDS):
        quads = _as_they_lie(quads, _seen_from(at, quads), float(at[5]))
        odd = _oddness(_seen_from(at, quads), float(at[5]))
        trust = 1 / (1 + (odd / max(_ODD, float(np.median(odd)))) ** 2)
        off, *nudged = _off(at[:, None] + _NUDGES, quads, trust).T
        slopes = (np.stack(nudged, axis=1) - off[:, None]) / _NUDGE
        step = np.linalg.lstsq(slopes, off, rcond=None)[0]
        at = at - step
        if not np.isfinite(at).all() or at[0] * at[2] < at[1] ** 2 + 1e-3:
            return None
        if np.abs(step).max() < _STILL:
            break
    if not _SLENDER[0] < at[5] < _SLENDER[1]:
        return None
    return np.array([[at[0], at[1], 0], [at[1], at[2], 0], [at[3], at[4], 1]]), float(at[5])


def _as_they_lie(quads: Floats, cards: Floats, tall: float) -> Floats:
    """Their corners, shape (n, 4, 2), with a short side first where, aslant, that looked the longer one."""
    across = _oddness(np.roll(cards, 1, axis=1), tall) < _LYING * _oddness(cards, tall)
    return np.where(across[:, None, None], np.roll(quads, 1, axis=1), quads)


def _seen_from(at: Floats, quads: Floats) -> Floats:
    there = quads @ np.array([[at[0], at[1]], [at[1], at[2]]])
    return np.asarray(there / (1 + quads @ at[3:5])[..., None])


def _off(at: Floats, quads: Floats, trust: Floats) -> Floats:
    """How far each card is from its size, and the view from the usual one, for each column of *at*."""
    x, y = quads[..., None].transpose(2, 0, 1, 3)
    there = np.stack([at[0] * x + at[1] * y, at[1] * x + at[2] * y]) / (1 + at[3] * x + at[4] * y)
    a, b, c, d = there.transpose(2, 0, 1, 3)
    sides = [
        np.hypot(*(b - a)) - 1,
        np.hypot(*(c - d)) - 1,
        np.hypot(*(d - a)) - at[5],
        np.hypot(*(c - b)) - at[5],
    ]
    sides.append((((b - a) + (c - d)) * ((d - a) + (c - b))).sum(axis=0) / 4)
    shape = min(SHAPES, key=lambda tall: abs(tall - at[5, 0]))
    usual = [
        _ABOVE * (at[0] - at[2]), 2 * _ABOVE * at[1], _FLAT * at[3], _FLAT * at[4], _SHAPED * (at[5] - shape)
    ]  # fmt: skip
    return np.concatenate([(np.array(sides) * trust[:, None]).reshape(-1, at.shape[1]), usual])


def _oddness(cards: Floats, tall: float) -> Floats:
    """By how much each of the cards on the table, shape (n, 4, 2), is not one wide and so *tall*."""
    a, b, c, d = cards.transpose(1, 0, 2)
    across, down = np.hypot(*(b - a + c - d).T) / 2, np.hypot(*(d - a + c - b).T) / 2
    return np.asarray(np.maximum(np.abs(across - 1), np.abs(down / tall - 1)))
