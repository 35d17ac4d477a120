"""From corners to cards: marks of the same card are put together."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from companion.sightings import Point
from vision.cards.corners import CornerMark
from vision.cards.quads import height_of, on_average, turned_round, width_of
from vision.cards.settings import SETTINGS
from vision.pictures import Quad

_S = SETTINGS.outlines


class Outline(Struct, frozen=True, eq=False):
    """A card's corners, clockwise, the first two on a short side; how sure each was seen (0: not)."""

    quad: Quad
    seen: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        return width_of(self.quad)

    @property
    def whole(self) -> bool:
        """Are three corners seen at least, so that it is known where the fourth is?"""
        return sum(s > 0 for s in self.seen) > 2

    @property
    def alone(self) -> bool:
        """Is only one corner seen, so that it is hardly known how the card lies?"""
        return sum(s > 0 for s in self.seen) < 2


def is_nearly_square(outline: Outline) -> bool:
    """Is it not clear which of its sides are the short ones?"""
    return height_of(outline.quad) < _S.square * outline.width


def lying_down(outline: Outline) -> Outline:
    """The same outline with the other sides as the short ones."""
    a, b, c, d = outline.seen
    return Outline(np.roll(outline.quad, 1, axis=0), (d, a, b, c))


def as_points(quad: Quad) -> tuple[Point, Point, Point, Point]:
    """The corners as plain values."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return a, b, c, d


def outlines(marks: Sequence[CornerMark]) -> list[Outline]:
    """The cards that the *marks* speak of, each corner of a card used once, the best agreement first."""
    good = [mark for mark in marks if _like_a_card(mark.quad)]
    groups: list[dict[int, tuple[CornerMark, Quad]]] = [{mark.number: (mark, mark.quad)} for mark in good]
    owner = list(range(len(good)))
    for _, a, b in sorted(_agreements(good)):
        one, other = owner[a], owner[b]
        if one == other:
            continue
        joined = _joined(groups[one], groups[other])
        if joined is not None:
            groups[one], groups[other] = joined, {}
            owner = [one if o == other else o for o in owner]
    surest = [max((mark.sure for mark, _ in group.values()), default=0.0) for group in groups]
    told = zip(groups, surest, strict=True)
    return [_outline(group) for group, sure in told if len(group) > 1 or sure >= _S.sure_alone]


def _like_a_card(quad: Quad) -> bool:
    width = width_of(quad)
    return width > 8 and _S.tall[0] < height_of(quad) / width < _S.tall[1]


def _agreements(marks: Sequence[CornerMark]) -> list[tuple[float, int, int]]:
    """Pairs of marks that may speak of one card: how far apart, and which two."""
    if len(marks) < 2:
        return []
    quads = np.stack([m.quad for m in marks])
    widths = np.array([width_of(m.quad) for m in marks])
    narrower = np.minimum(widths[:, None], widths[None])
    middles = quads.mean(axis=1)
    near = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1)) < 0.6 * narrower
    one, other = np.nonzero(np.triu(near, 1))
    ways = [quads[one] - quads[other], quads[one] - np.roll(quads, 2, axis=1)[other]]
    apart = np.min([np.hypot(*way.T).mean(axis=0) for way in ways], axis=0) / narrower[one, other]
    same = apart < _S.same
    return list(zip(apart[same].tolist(), one[same].tolist(), other[same].tolist(), strict=True))


def _joined(
    one: dict[int, tuple[CornerMark, Quad]], other: dict[int, tuple[CornerMark, Quad]]
) -> dict[int, tuple[CornerMark, Quad]] | None:
    """Both groups as one; None if they name the same corner twice at different spots."""
    quad = _mean(one)
    with_it = _mean(other)
    turned = on_average(quad, turned_round(with_it)) < on_average(quad, with_it)
    out = dict(one)
    for number, (mark, said) in other.items():
        place, lies = ((number + 2) % 4, turned_round(said)) if turned else (number, said)
        if place not in out:
            out[place] = (mark, lies)
        elif float(np.hypot(*(out[place][1][place] - lies[place]))) > 0.08 * width_of(quad):
            return None
    return out


def _mean(group: dict[int, tuple[CornerMark, Quad]]) -> Quad:
    return np.asarray(np.add.reduce([quad for _, quad in group.values()]) / len(group), np.float32)


def _outline(group: dict[int, tuple[CornerMark, Quad]]) -> Outline:
    """Each corner where its own mark says; one that is covered where its neighbours say."""
    quad = _mean(group)
    for n in range(4):
        beside = [group[m][1][n] for m in ((n - 1) % 4, (n + 1) % 4) if m in group]
        if n in group:
            quad[n] = group[n][1][n]
        elif beside:
            quad[n] = np.mean(beside, axis=0)
    if len(group) == 3:  # the fourth of a card seen aslant, as the other three and their sides have it
        missing = next(n for n in range(4) if n not in group)
        a, b, c = (quad[(missing + k) % 4] for k in (1, 2, 3))
        quad[missing] = (quad[missing] + a + c - b) / 2
    sure = [group[n][0].sure if n in group else 0.0 for n in range(4)]
    return Outline(quad, (sure[0], sure[1], sure[2], sure[3]))
