"""What lies on a mat whose print is known: wherever it is bare no card lies, and nothing need be read."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.cards.outlines import Outline
from vision.cards.settings import SETTINGS
from vision.cards.verdict import Card
from vision.mat import MARKER, MARKER_MARGIN, TRAY
from vision.pictures import NO_MAP, Mask, Picture, Quad, most_of

_S = SETTINGS.lying

_LOGS = np.log(np.arange(256) + _S.dim).astype(np.float32)
Floats = NDArray[np.float32]


class Lying(Struct, frozen=True, eq=False):
    """Where something lies on the mat, seen from straight above; one pixel per millimetre."""

    mask: Mask
    to_mat: NDArray[np.float64]  # from the picture, shape (3, 3)
    # by how much it is brighter or darker than the bare mat, as a logarithm; 0 where it is not
    shades: Floats

    def without(self, quads: Sequence[Quad]) -> "Lying":
        """The same without the cards there, in pixels of the picture."""
        rest = self.mask.copy()
        for quad in quads:
            card = self._on_mat(quad)
            away = card - card.mean(axis=0)
            cv2.fillConvexPoly(rest, np.round(card + _S.around_card * np.sign(away)).astype(np.int32), (0,))
        return replace(self, mask=rest)

    def is_free_beside(self, quads: Sequence[Quad]) -> bool:
        """Does nothing lie next to those cards, so that none of them lies upon another?"""
        beside = np.zeros_like(self.mask)
        for quad in quads:
            cv2.fillConvexPoly(beside, np.round(self._on_mat(quad)).astype(np.int32), (255,))
        next_to = np.ones((2 * _S.next_to + 1, 2 * _S.next_to + 1), np.uint8)
        about = np.asarray(cv2.dilate(beside, next_to), np.uint8)
        rest = self.without(quads)
        return replace(rest, mask=rest.mask & about).nothing

    def shows(self, quad: Quad) -> bool:
        """Does anything lie where that card would?"""
        card = np.round(self._on_mat(quad)).astype(np.int32)
        (left, top), (right, bottom) = np.maximum(card.min(axis=0), 0), card.max(axis=0) + 1
        part = self.mask[top:bottom, left:right].copy()
        inside = np.zeros_like(part)
        cv2.fillConvexPoly(inside, card - [left, top], (255,))
        return part.size > 0 and cv2.countNonZero(cv2.bitwise_and(inside, part)) >= _S.least_seen

    def seen_from(self, corner: tuple[int, int]) -> "Lying":
        """The same for a part of the picture that begins at that *corner*."""
        moved = np.array([[1, 0, corner[0]], [0, 1, corner[1]], [0, 0, 1]])
        return replace(self, to_mat=self.to_mat @ moved)

    @property
    def nothing(self) -> bool:
        """Is there no part of a card, but only specks and thin lines?"""
        opened = cv2.morphologyEx(self.mask, cv2.MORPH_OPEN, np.ones((_S.thin, _S.thin), np.uint8))
        if not _S.speck <= cv2.countNonZero(opened) < _S.surely:
            return cv2.countNonZero(opened) < _S.speck
        stats = cv2.connectedComponentsWithStats(opened)[2]
        return bool((stats[1:, cv2.CC_STAT_AREA] < _S.speck).all())

    def _on_mat(self, quad: Quad) -> NDArray[np.float32]:
        return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), self.to_mat)[0], np.float32)


Framed = tuple[list[Card], list[Outline]]  # cards of the kit's print, and frames that name none


class Where(Struct, frozen=True, eq=False):
    """What is known of where cards lie."""

    may_lie: Callable[[Quad], bool] = lambda _quad: True
    on_mat: bool = False  # in the mat's places, so probably the kit's own cards
    in_part: bool = True  # others may cover parts of some
    lying: Lying | None = None  # where anything lies
    framed: Framed | None = None  # what `kit_cards` has found there

    def is_all(self, cards: Sequence[Quad]) -> bool:
        """Does nothing lie there but those *cards*?"""
        return bool(cards) and self.lying is not None and self.lying.without(cards).nothing

    def lie_alone(self, cards: Sequence[Quad]) -> bool:
        """Are all *cards* there seen whole? What else lies there lies apart from them, and is no card."""
        return bool(cards) and self.lying is not None and self.lying.is_free_beside(cards)


def lying_on(picture: Picture, calibration: Calibration, places: Sequence[str]) -> Lying | None:
    """What lies in the *places* and beside them; None if it cannot be distinguished from the mat.

    The mat has one colour, under a light that changes evenly from one side to the other.
    """
    if not calibration.mat.markers:
        return None
    ground = _ground(calibration, tuple(places))
    light, noise = _light(picture, ground)
    if light is None:
        return None
    flat = cv2.warpPerspective(picture, ground.to_mat, ground.sought.shape[::-1], flags=cv2.INTER_LINEAR)
    shades = cv2.subtract(np.asarray(cv2.LUT(cv2.blur(flat, (3, 3)), _LOGS)), light)
    apart = cv2.absdiff(shades, np.zeros(1))
    differs = np.where(most_of(apart) > max(_S.apart, _S.noises * noise), ground.sought, np.uint8(0))
    bounded = np.clip(shades.mean(axis=2), -_S.strong, _S.strong)
    return Lying(differs, ground.to_mat, np.where(ground.sought > 0, bounded, 0))


class _Ground(Struct, frozen=True, eq=False):
    """What is known of a mat before anything is seen: where it is plain, and which part of it is sought."""

    sought: Mask  # the part, where it is plain
    to_mat: NDArray[np.float64]  # from the picture to that part
    spots: Floats  # of the picture, where the mat is plain, shape (1, spots, 2)
    terms: Floats  # of the spots, shape (spots, 6)
    every: Floats  # of a coarse grid over the part


@lru_cache(maxsize=4)
def _ground(calibration: Calibration, places: tuple[str, ...]) -> _Ground:
    mat = calibration.mat
    plain = np.zeros((round(mat.height), round(mat.width)), np.uint8)
    high, wide = plain.shape
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (np.array(calibration.size) - 1.0)
    cv2.fillConvexPoly(plain, np.round(calibration.on_table(corners)).astype(np.int32), (255,))
    cv2.rectangle(plain, (0, 0), (wide - 1, high - 1), (0,), 2 * _S.rim)
    about = np.zeros_like(plain)
    for zone in mat.zones:
        left, top, right, bottom = (round(v) for v in (*zone.corners[0], *zone.corners[2]))
        cv2.rectangle(plain, (left, top), (right, bottom), (0,), _S.line)
        if zone.kind == TRAY:
            cv2.rectangle(plain, (left, top), (right, bottom), (0,), cv2.FILLED)
        if zone.name in places:
            start, end = (left - _S.beside, top - _S.beside), (right + _S.beside, bottom + _S.beside)
            cv2.rectangle(about, start, end, (255,), cv2.FILLED)
    edge = MARKER_MARGIN + _S.line / 2
    for marker in mat.markers:
        start = round(marker.x - edge), round(marker.y - edge)
        end = round(marker.x + MARKER + edge), round(marker.y + MARKER + edge)
        cv2.rectangle(plain, start, end, (0,), cv2.FILLED)
    left, top, across, down = cv2.boundingRect(about)
    rows, columns = (n * _S.cell for n in np.nonzero(plain[:: _S.cell, :: _S.cell]))
    spots = calibration.project(np.column_stack([columns, rows, np.zeros(len(rows))]))
    y, x = np.mgrid[top : top + down : _S.cell, left : left + across : _S.cell]
    return _Ground(
        (plain & about)[top : top + down, left : left + across],
        np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ np.linalg.inv(calibration.plane()),
        spots[None].astype(np.float32),
        _terms(rows / high, columns / wide),
        _terms(y / high, x / wide),
    )


def _light(picture: Picture, ground: _Ground) -> tuple[Floats | None, float]:
    """How bright the bare mat would be where it is sought, and its noise; None where too little is bare."""
    shown = cv2.remap(picture, ground.spots, NO_MAP, cv2.INTER_LINEAR)[0].astype(np.uint8)
    spots, terms = _LOGS[shown], ground.terms
    fit = np.zeros((terms.shape[1], 3), np.float32)
    fit[0] = np.median(spots, axis=0)
    most_off = np.geomspace(*_S.astray, _S.rounds)
    bare = _off(spots, terms @ fit) < most_off[0]
    for most in most_off:
        if bare.mean() < _S.least_bare:
            return None, 0.0
        some = terms[bare]
        even = np.asarray(some.T @ some + _S.stiff * np.eye(len(fit)), np.float64)
        fit = np.linalg.solve(even, some.T @ spots[bare]).astype(np.float32)
        off = _off(spots, terms @ fit)
        bare = off < most
    every = cv2.resize(ground.every @ fit, ground.sought.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(every, np.float32), float(np.median(off[bare]))


def _off(one: Floats, other: Floats) -> Floats:
    """How far colours are apart, by the channel in which they are farthest."""
    return most_of(np.abs(one - other))


def _terms(y: NDArray[np.floating], x: NDArray[np.floating]) -> Floats:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)
