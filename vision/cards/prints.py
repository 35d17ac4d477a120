"""Cards of taught decks by what is printed on them: a second witness, which needs no border and no network.

Features of the picture that look like features of the faces vote for where a card lies, how large it is and
how it is turned. The faces are all as large, so they vote together for the place, and apart for the name.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.flat import WIDE
from vision.cards.quads import UNIT, between_middles, height_of, width_of
from vision.cards.taught import MANY, Known
from vision.pictures import Picture, Quad, shrunk

Floats = NDArray[np.float32]
_LONGEST, _NEARER = 640, 1280  # pixels of the longer side of a picture; and of a part of it looked at again
_OF_A_FACE, _OF_ALL, _OF_PICTURE = (20, 200), 4800, 2000  # features: per face, per deck, per picture
_FAINT = (
    0.006  # contrast threshold of features: dark print has hardly more, and the noise of a picture as much
)
_EVENLY = np.asarray(np.sqrt(np.arange(256) * 255.0), np.uint8)  # dark print counts nearly as much
_NEAREST, _NEARLY = (
    3,
    0.03,
)  # features of faces for each one of the picture, nearly as similar as the best of them
_ALIKE, _CHANCE = (
    0.82,
    0.75,
)  # similarity above which two features look alike, from 0 to 1; one that counts nothing
_WIDTHS = 45, 900  # pixels: between these a card's width is possible
_SEEDS = 60  # number of candidate poses examined, those first whose features are most and likest
FEWEST = 4  # least number of features that agree on a pose
_APART, _LARGER, _TURNED = 0.25, 0.4, 0.4  # tolerances: of a card's width, in doublings, in radians
_EXACT = 0.05  # of a card's width: greatest error of a feature's position
_SAME = 0.25  # of a card's width: poses whose middles are closer are one
_MOST = 16  # number of poses that are kept, those with most features first


class Print(Struct, frozen=True, eq=False):
    """A card where its print has it, and which features of the picture speak for it."""

    quad: Quad
    votes: NDArray[np.intp]  # rows of a feature, a face's feature like it, and that face
    spots: Floats  # where these features are in the picture

    @property
    def seen(self) -> int:
        """How many features of the card are seen; a pattern of the table is like few of them, often."""
        return min(len(set(column)) for column in self.votes[:, :2].T.tolist())

    def names(self, deck: Known, share: float) -> tuple[str, ...]:
        """The names for which at least that *share* of the features speaks of those for the likeliest."""
        said = {(deck.names[face], feature) for feature, _, face in self.votes.tolist()}
        count = Counter(name for name, _ in said).most_common()
        return tuple(name for name, features in count if features >= share * count[0][1])


class Features(Struct, frozen=True, eq=False):
    """Rows of x, y, size and angle (degrees); what they look like; the number of the face they are on."""

    spots: Floats
    looks: Floats
    faces: NDArray[np.intp]


def features_near(picture: Picture, quads: Sequence[Quad]) -> Features:
    """The features of the part of *picture* about these *quads*, finer ones than of all of it."""
    spots = np.concatenate(quads)
    around = max(max(width_of(quad), height_of(quad)) for quad in quads)
    low = np.clip(spots.min(axis=0) - around, 0, None).astype(int)
    far = np.ceil(spots.max(axis=0) + around).astype(int)
    part = features_of([picture[low[1] : far[1], low[0] : far[0]]], longest=_NEARER)
    return replace(part, spots=part.spots + np.array([*low, 0, 0], np.float32))


def features_of(pictures: Sequence[Picture], most: int = _OF_PICTURE, longest: int = _LONGEST) -> Features:
    """The features of *pictures*, in their pixels."""
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=_FAINT)
    spots, looks, faces = [np.zeros((0, 4))], [np.zeros((0, 128))], [np.zeros(0, np.intp)]
    for n, picture in enumerate(pictures):
        seen, scale = shrunk(picture, longest)
        points, found = sift.detectAndCompute(cv2.LUT(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), _EVENLY), None)
        if points:
            spots.append(np.array([(*p.pt, p.size, p.angle) for p in points]) / (scale, scale, scale, 1))
            looks.append(np.sqrt(found / (found.sum(axis=1, keepdims=True) + 1e-9)))  # Hellinger's likeness
            faces.append(np.full(len(points), n))
    at, look = (np.concatenate(rows).astype(np.float32) for rows in (spots, looks))
    return Features(at, look, np.concatenate(faces))


@lru_cache(maxsize=MANY)
def _of_faces(deck: Known) -> Features:
    size = WIDE, round(WIDE * deck.tall)
    upright = [cv2.resize(card, size, interpolation=cv2.INTER_CUBIC) for card in deck.cards]
    most = max(_OF_A_FACE[0], min(_OF_A_FACE[1], _OF_ALL // len(upright)))
    return features_of([np.asarray(card, np.uint8) for card in upright], most)


class _Votes(Struct, frozen=True, eq=False):
    """Pairs of features alike: where both are, what card they speak for, and which speak for none yet."""

    start: Floats
    end: Floats
    said: NDArray[np.intp]
    poses: Floats
    weight: Floats  # how much each pair counts
    free: NDArray[np.bool_]


def prints_in(seen: Features, deck: Known) -> list[Print]:
    """Where cards of *deck* lie by their print, those first of which most is seen."""
    faces = _of_faces(deck)
    if len(seen.looks) < FEWEST or len(faces.looks) < FEWEST:
        return []
    own, theirs, alike = _alike(seen, faces)
    start, end = faces.spots[theirs], seen.spots[own]
    poses = _poses(end, start, WIDE * deck.tall)
    fair = (poses[:, 2] > np.log2(_WIDTHS[0])) & (poses[:, 2] < np.log2(_WIDTHS[1]))
    votes = _Votes(start, end, np.stack([own, theirs, faces.faces[theirs]], axis=1), poses, alike, fair)
    return _placed(votes, deck.tall)


def _placed(votes: _Votes, tall: float) -> list[Print]:
    """The places on which so many features agree that no other place has."""
    found: list[Print] = []
    for seed in _seeds(votes):
        agree = np.flatnonzero(votes.free & _like(votes.poses, votes.poses[seed].mean(axis=0)))
        if len(agree) < FEWEST:
            continue
        wide = 2 ** float(np.median(votes.poses[agree, 2]))
        way, exact = cv2.estimateAffinePartial2D(
            votes.start[agree, :2], votes.end[agree, :2], ransacReprojThreshold=max(4.0, _EXACT * wide)
        )
        held = agree[np.flatnonzero(exact)]
        if len(held) < FEWEST:  # then there may be no way either
            continue
        quad = (UNIT * np.array([WIDE, WIDE * tall]) @ way[:, :2].T + way[:, 2]).astype(np.float32)
        one = Print(quad, votes.said[held], votes.end[held, :2])
        if one.seen < FEWEST or not 0.7 * wide < width_of(quad) < 1.4 * wide:
            continue
        votes.free[held] = False
        if not any(between_middles(quad, other.quad) < _SAME * wide for other in found):
            found.append(one)
    return sorted(found, key=lambda one: -one.seen)[:_MOST]


def _alike(seen: Features, faces: Features) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Pairs of features that look alike, of the picture and of the faces; how much each pair counts."""
    likeness = seen.looks @ faces.looks.T
    least = np.maximum(likeness.max(axis=1) - _NEARLY, _ALIKE)
    own, theirs = np.nonzero(likeness >= least[:, None])
    alike = likeness[own, theirs]
    order = np.lexsort((-alike, own))
    order = order[np.arange(len(own)) - np.searchsorted(own, own) < _NEAREST]
    return own[order], theirs[order], ((alike[order] - _CHANCE) / (1 - _CHANCE)) ** 2


def _poses(here: Floats, there: Floats, high: float) -> Floats:
    """The card that each pair of features speaks for: its middle, its width in doublings, its turn."""
    larger, turn = here[:, 2] / there[:, 2], np.radians(here[:, 3] - there[:, 3])
    x, y = WIDE / 2 - there[:, 0], high / 2 - there[:, 1]
    across = here[:, 0] + larger * (np.cos(turn) * x - np.sin(turn) * y)
    down = here[:, 1] + larger * (np.sin(turn) * x + np.cos(turn) * y)
    return np.stack([across, down, np.log2(larger * WIDE), np.mod(turn, 2 * np.pi)], axis=1)


def _seeds(votes: _Votes) -> list[NDArray[np.intp]]:
    """Pairs that speak for nearly the same card, the likeliest crowd first."""
    number = np.flatnonzero(votes.free)
    poses = votes.poses[number]
    level = np.floor(poses[:, 2] * 2)
    cell = (0.4 * 2 ** (level / 2))[:, None]
    bins = np.column_stack([np.floor(poses[:, :2] / cell), level, np.floor(poses[:, 3] * 10 / (2 * np.pi))])
    _, bin_of, count = np.unique(bins.astype(np.int64), axis=0, return_inverse=True, return_counts=True)
    likely = np.bincount(bin_of.ravel(), votes.weight[number])
    order = [n for n in np.argsort(-likely)[:_SEEDS] if count[n] > 1]
    return [number[bin_of.ravel() == n] for n in order]


def _like(poses: Floats, pose: Floats) -> NDArray[np.bool_]:
    """Which poses speak for the same card as *pose*."""
    apart = np.hypot(poses[:, 0] - pose[0], poses[:, 1] - pose[1])
    turned = np.abs(np.mod(poses[:, 3] - pose[3] + np.pi, 2 * np.pi) - np.pi)
    near = (apart < _APART * 2 ** pose[2]) & (np.abs(poses[:, 2] - pose[2]) < _LARGER)
    return np.asarray(near & (turned < _TURNED))
