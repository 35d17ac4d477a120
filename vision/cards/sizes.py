"""Cards of a picture are of one size, or of few: which sizes what is seen of them speaks for."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.corners import CornerMark
from vision.cards.outlines import Outline
from vision.cards.quads import height_of
from vision.cards.settings import SETTINGS

_S = SETTINGS.sizes

Floats = NDArray[np.float64]
_LEAN = np.radians(14)  # greatest angle between a side and the direction of its corner


class Size(Struct, frozen=True):
    """How many pixels cards are wide, and how often that they are *tall*."""

    wide: float
    tall: float

    @property
    def ways(self) -> list[Floats]:
        """The corners of a card upright and lying down, from its first one on, shape (4, 2)."""
        sizes = (self.wide, self.wide * self.tall), (self.wide * self.tall, self.wide)
        return [np.array([[0, 0], [across, 0], [across, down], [0, down]]) for across, down in sizes]


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
    near = (far > _S.lengths[0] * fair) & (far < _S.lengths[1] * np.maximum(wide[:, None], wide[None]))
    leads = near & (turned_from(way, ahead[:, None]) < _LEAN) & (turned_from(-way, behind[None]) < _LEAN)
    for a, b in zip(*np.nonzero(leads), strict=True):
        short = ((marks[a].number == 0) + (marks[b].number == 1)) / 2  # it follows corner 0 clockwise
        said = (np.hypot(*ahead[a]) + np.hypot(*behind[b])) / 2
        odd = float(np.log(far[a, b] / said)) / _S.unlikely
        sure = float(marks[a].sure * marks[b].sure * np.exp(-(odd**2)))
        out.append(Pair(int(a), int(b), spots[[a, b]], sure, short))
    return out


def turned_from(way: Floats, side: Floats) -> Floats:
    """The angle between them."""
    across = way[..., 0] * side[..., 1] - way[..., 1] * side[..., 0]
    return np.asarray(np.abs(np.arctan2(across, (way * side).sum(axis=-1))))


def said_sizes(pairs: Sequence[Pair]) -> list[Size]:
    """The sizes of cards that pairs of corners speak for, the likeliest first."""
    lengths = _lengths(pairs)
    tried = [Size(one / part, shape) for one in lengths for shape in _S.shapes for part in (1.0, shape)]
    out: list[Size] = []
    for size in (tried[n] for n in np.argsort(-explained(pairs, tried), kind="stable")):
        if len(out) < _S.sizes and all(abs(size.wide / other.wide - 1) > _S.apart for other in out):
            out.append(_settled(lengths, size))
    return out


def _lengths(pairs: Sequence[Pair]) -> Floats:
    return np.array([float(np.hypot(*(pair.ends[1] - pair.ends[0]))) for pair in pairs])


def _settled(lengths: Floats, size: Size) -> Size:
    """That size, as long and as tall as the lengths that fit it are."""
    wide, tall = size.wide, size.tall
    is_short, is_long = np.abs(lengths / wide - 1) < _S.fits, np.abs(lengths / (wide * tall) - 1) < _S.fits
    if is_short.any():
        wide = float(np.median(lengths[is_short]))
    if is_long.any():
        seen = float(np.median(lengths[is_long])) / wide
        tall = float(np.clip(seen, tall * (1 - _S.like), tall * (1 + _S.like)))
    return Size(wide, tall)


def explained(pairs: Sequence[Pair], sizes: Sequence[Size]) -> Floats:
    """How many pairs are sides of cards of each of the *sizes*; the surer count more."""
    wide, tall = np.array([(size.wide, size.tall) for size in sizes]).reshape(-1, 2, 1).transpose(1, 0, 2)
    lengths = _lengths(pairs) / wide
    sure, short = np.array([(pair.sure, pair.short) for pair in pairs]).reshape(-1, 2).T
    is_short, is_long = np.abs(lengths - 1) < _S.fits, np.abs(lengths / tall - 1) < _S.fits
    said = is_short * (1 + _S.label * short) + is_long * (1 + _S.label * (1 - short))
    return np.asarray((sure * said).sum(axis=1), np.float64)


# --- what sizes whole cards have ---


def size_of_cards(found: Sequence[Outline], marks: Sequence[CornerMark]) -> Size | None:
    """The size that most corners speak for: that of the cards seen whole, or one at which they are pairs."""
    pairs = pairs_of(marks)
    said = next(iter(said_sizes(pairs)), None)
    as_whole = _size_of(_whole(found))
    if as_whole is None or said is None:
        return as_whole or said
    for_whole, for_said = explained(pairs, [as_whole, said])
    return as_whole if for_whole >= _S.enough * for_said else said


def other_sizes(
    known: Sequence[Outline], found: Sequence[Outline], marks: Sequence[CornerMark]
) -> Iterator[Size]:
    """More sizes that cards may have: as the known ones, as those seen whole, as fewer pairs say."""
    for cards in ([card for card in known if not card.alone], _whole(found)):
        if (size := _size_of(cards)) is not None:
            yield size
    yield from said_sizes(pairs_of(marks))


def is_new(size: Size, tried: Sequence[Size]) -> bool:
    """Is a card of that size larger or smaller, or more slender, than with those *tried*?"""
    return not any(
        abs(size.wide / other.wide - 1) < _S.same and abs(size.tall / other.tall - 1) < _S.same
        for other in tried
    )


def _whole(found: Sequence[Outline]) -> list[Outline]:
    return [card for card in found if sum(seen >= _S.marked for seen in card.seen) >= 3]


def _size_of(cards: Sequence[Outline]) -> Size | None:
    """The size of most of the *cards*; of two sizes that with the surer corners."""
    sizes = [np.sqrt(card.width * height_of(card.quad)) for card in cards]
    best: list[Outline] = []
    for size in sizes:
        alike = [card for card, other in zip(cards, sizes, strict=True) if abs(other / size - 1) < _S.alike]
        best = max(best, alike, key=lambda some: sum(sum(card.seen) for card in some))
    if not best:
        return None
    wide = float(np.median([card.width for card in best]))
    tall = float(np.median([height_of(card.quad) for card in best])) / wide
    return Size(wide, tall) if _S.tall[0] < tall < _S.tall[1] else None
