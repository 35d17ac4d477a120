"""Cards covered in part: where each must lie, as large as the others, for the corners of it that are seen."""

from collections.abc import Sequence
from math import dist, hypot

import cv2
import numpy as np
from msgspec import Struct

from vision.cards.corners import INWARDS, CornerMark
from vision.cards.fitted import Edges, Lies, corners_of, settled
from vision.cards.flat import index_at
from vision.cards.outlines import Outline
from vision.cards.quads import between_middles, farthest, height_of, middle_of, turned_round
from vision.cards.readers import read_indices
from vision.cards.settings import SETTINGS
from vision.cards.sizes import Floats, Pair, Size, corner_of, pairs_of
from vision.pictures import Picture, Quad

_S = SETTINGS.partly_covered


class Pose(Struct, frozen=True, eq=False):
    """One way in which a card may lie; how much of it is seen; the marks that are its corners."""

    quad: Quad
    worth: float
    seen: tuple[float, float, float, float]
    marks: frozenset[int]


def covered_cards(edges: Edges, free: Sequence[CornerMark], size: Size) -> list[Outline]:
    """The cards of that *size* that the *free* marks speak for; of doubtful ones both ways to lie."""
    poses: list[Pose] = []
    for pair in pairs_of(free):
        poses += _by_two(pair, free, size, edges)
    paired = {n for pose in poses for n in pose.marks}
    for n, mark in enumerate(free):
        if n not in paired and mark.sure >= _S.sure_alone:
            poses += _by_one(mark, free, size, edges)
    return [Outline(pose.quad, pose.seen) for pose in _best(poses)]


def left_over(marks: Sequence[CornerMark], known: Sequence[Outline]) -> list[CornerMark]:
    """The marks that belong to no card known, the surest first; none if they are too few or too unsure."""
    cards = [(card, middle_of(card.quad), _S.reach * (card.width + height_of(card.quad))) for card in known]
    free = [mark for mark in sorted(marks, key=lambda mark: -mark.sure) if not _is_of_one(mark, cards)]
    return free[: _S.most] if any(mark.sure >= _S.sure_alone for mark in free) or pairs_of(free) else []


def _is_of_one(mark: CornerMark, cards: Sequence[tuple[Outline, tuple[float, float], float]]) -> bool:
    """Does it belong to one of the *cards*, each with its middle and how far about that it reaches?"""
    spot = mark.quad[mark.number].tolist()
    return any(
        dist(spot, middle) <= far and _belongs(mark.quad, mark.number, card) for card, middle, far in cards
    )


def _belongs(quad: Quad, number: int, card: Outline) -> bool:
    """Is that corner of *quad* one of the card, or printed on it?"""
    corner = quad[number]
    apart = np.hypot(*(card.quad - corner).T)
    is_seen = card.whole or card.seen[int(apart.argmin())] > 0
    turned = not card.whole and _is_turned(quad, card)
    if float(apart.min()) < _S.taken * card.width and (is_seen or not turned):
        return True
    if turned or not is_seen:
        return False  # of what lies upon it
    deep, index_deep = (
        cv2.pointPolygonTest(card.quad, (float(x), float(y)), True) / card.width
        for x, y in (corner, index_in(quad, number))
    )
    return deep > _S.inside or (card.whole and deep > -_S.astride and index_deep > _S.astride)


def _is_turned(quad: Quad, card: Outline) -> bool:
    """Does a corner point another way than the card? What is printed on a card stands upright on it."""
    (ax, ay), (bx, by) = (quad[1] - quad[0]).tolist(), (card.quad[1] - card.quad[0]).tolist()
    across, along = abs(ax * by - ay * bx), abs(ax * bx + ay * by)
    return bool(min(across, along) > _S.turned * hypot(ax, ay) * hypot(bx, by))


def index_in(quad: Quad, number: int) -> Quad:
    """Where the index in that corner is."""
    sides = quad[[(number + 1) % 4, number - 1]] - quad[number]
    lengths = np.hypot(*sides.T)
    inwards = (sides / np.maximum(lengths, 1e-6)[:, None]).sum(axis=0)
    return np.asarray(quad[number] + inwards * INWARDS * lengths.min(), np.float32)


def _by_two(pair: Pair, marks: Sequence[CornerMark], size: Size, edges: Edges) -> list[Pose]:
    """The cards of which a pair is a short or a long side."""
    start, end = pair.ends
    length, angle = float(np.hypot(*(end - start))), float(np.arctan2(*(end - start)[::-1]))
    out = []
    for shape in size.ways:
        across = shape[1, 0]
        if abs(length / across - 1) > _S.fits:
            continue
        begin = Lies(start + (end - start) * (1 - across / length) / 2, angle)
        lies, seen = settled(shape, begin, edges, _S.paired)
        if seen >= _S.least:
            out.append(_pose(corners_of(shape, lies), seen, marks))
    return out


def _by_one(mark: CornerMark, marks: Sequence[CornerMark], size: Size, edges: Edges) -> list[Pose]:
    """The two ways in which a card may lie that has that corner."""
    found = ((shape, *settled(shape, _as_marked(mark), edges, _S.alone)) for shape in size.ways)
    return [
        _pose(corners_of(shape, lies), seen, marks) for shape, lies, seen in found if seen >= _S.least_alone
    ]


def _as_marked(mark: CornerMark) -> Lies:
    ahead, behind = (mark.quad[(mark.number + step) % 4] - corner_of(mark) for step in (1, -1))
    return Lies(corner_of(mark), float(np.angle(complex(*ahead) + complex(*behind) * -1j)))


def by_corner(
    picture: Picture, edges: Edges, free: Sequence[CornerMark], size: Size, have_indices: bool = True
) -> list[Outline]:
    """The cards of that *size* that lie as the *free* marks point; of their sides hardly anything is seen.

    Where an index may be seen in the corner, some turned a little, a card lies as it is seen most surely.
    """
    out = []
    for mark in free:
        marked, number = _as_marked(mark), mark.number
        lies = settled(size.ways[number], marked, edges, _S.pointed)[0]
        turned = [Lies(marked.spot, marked.angle + turn) for turn in _S.turns]
        if have_indices and (shown := _shown(picture, turned, size)).max() > _S.may_be:
            best = settled(size.ways[0], turned[int(shown.argmax())], edges, _S.pointed)[0]
            ways = [marked, best, *([] if number else [lies])]
            shown = _shown(picture, ways, size)
            if shown.max() > _S.shown:
                lies, number = ways[int(shown.argmax())], 0
        pose = _pose(corners_of(size.ways[number], lies), 0.0, [mark])
        out += [Outline(pose.quad, pose.seen)] if pose.marks else []
    return out


def _shown(picture: Picture, ways: Sequence[Lies], size: Size) -> Floats:
    """How surely an index is seen in the first corner of a card that lies in each of the *ways*."""
    quads = [np.asarray(corners_of(size.ways[0], lies), np.float32) for lies in ways]
    ranks, suits = read_indices([index_at(picture, quad, 0) for quad in quads])
    return np.asarray(ranks[:, 1:].max(axis=1) * suits[:, 1:].max(axis=1), np.float64)


def _pose(quad: Floats, sides: float, marks: Sequence[CornerMark]) -> Pose:
    """The pose, a short side of it first, with the marks that are its corners."""
    if np.hypot(*(quad[1] - quad[0])) > np.hypot(*(quad[2] - quad[1])):
        quad = np.roll(quad, -1, axis=0)
    width = float(np.hypot(*(quad[1] - quad[0])))
    seen, used = [0.0] * 4, set()
    for number, mark in enumerate(marks):
        far = np.hypot(*(quad - corner_of(mark)).T)
        n = int(far.argmin())
        if far[n] < _S.taken * width and _leads_inwards(mark, quad, n):
            seen[n] = max(seen[n], mark.sure)
            used.add(number)
    worth = sides + _S.per_mark * sum(1 for s in seen if s > 0)
    return Pose(quad.astype(np.float32), worth, (seen[0], seen[1], seen[2], seen[3]), frozenset(used))


def _leads_inwards(mark: CornerMark, quad: Floats, n: int) -> bool:
    """Do the sides of a mark run along those of the card from its corner *n*?"""
    sides = mark.quad[(mark.number + 1) % 4] + mark.quad[(mark.number - 1) % 4] - 2 * corner_of(mark)
    inwards = quad[(n + 1) % 4] + quad[(n - 1) % 4] - 2 * quad[n]
    cosine = float(sides @ inwards) / max(1e-6, float(np.hypot(*sides) * np.hypot(*inwards)))
    return cosine > _S.onwards


def _best(poses: Sequence[Pose]) -> list[Pose]:
    """The poses most of which is seen; of the same marks only those nearly as well seen."""
    out: list[Pose] = []
    for pose in sorted(poses, key=lambda pose: -pose.worth):
        if any(lie_alike(pose, other, _S.same) for other in out):
            continue
        if all(other.worth - pose.worth < _S.close for other in out if pose.marks & other.marks):
            out.append(pose)
    return out


def lie_alike(one: Pose | Outline, other: Pose | Outline, apart: float = _S.exactly) -> bool:
    """Are both one way to lie, upright or turned round, or *apart* by less than that part of a width?"""
    near = apart * float(np.hypot(*(one.quad[1] - one.quad[0])))
    if between_middles(one.quad, other.quad) > near:
        return False
    return any(farthest(quad, other.quad) < near for quad in (one.quad, turned_round(one.quad)))
