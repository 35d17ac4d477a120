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
from vision.cards.settings import SETTINGS
from vision.cards.taught import Known
from vision.pictures import Picture, Quad, shrunk

_S = SETTINGS.prints

Floats = NDArray[np.float32]
_EVENLY = np.asarray(np.sqrt(np.arange(256) * 255.0), np.uint8)  # dark print counts nearly as much


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
    """The features of the part of *picture* about these *quads*."""
    spots = np.concatenate(quads)
    sizes = [sorted((width_of(quad), height_of(quad))) for quad in quads]
    around = _S.around * max(long for _, long in sizes)
    low = np.clip(spots.min(axis=0) - around, 0, None).astype(int)
    far = np.ceil(spots.max(axis=0) + around).astype(int)
    part = picture[low[1] : far[1], low[0] : far[0]]
    scale = max(_S.least_scale, _S.at_best / float(np.median([short for short, _ in sizes])))
    seen = features_of([part], longest=round(min(1.0, scale) * max(part.shape[:2])))
    return replace(seen, spots=seen.spots + np.array([*low, 0, 0], np.float32))


def features_of(
    pictures: Sequence[Picture], most: int = _S.of_picture, longest: int = _S.longest
) -> Features:
    """The features of *pictures*, in their pixels."""
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=_S.faint)
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


@lru_cache(maxsize=SETTINGS.taught.kept_ready)
def _of_faces(deck: Known) -> Features:
    size = WIDE, round(WIDE * deck.tall)
    upright = [cv2.resize(card, size, interpolation=cv2.INTER_CUBIC) for card in deck.cards]
    most = max(_S.of_a_face[0], min(_S.of_a_face[1], _S.of_all // len(upright)))
    return features_of([np.asarray(card, np.uint8) for card in upright], most)


class Votes(Struct, frozen=True, eq=False):
    """Pairs of features alike: where both are, what card they speak for, and which speak for none yet."""

    deck: Known
    start: Floats
    end: Floats
    said: NDArray[np.intp]
    poses: Floats
    weight: Floats  # how much each pair counts
    free: NDArray[np.bool_]


def votes_near(picture: Picture, decks: Sequence[Known], near: Sequence[Quad]) -> list[Votes]:
    """What is printed about these quads, or in the whole *picture*, and speaks for cards of each deck."""
    if not decks:
        return []
    seen = features_near(picture, near) if near else features_of([picture])
    return [votes_of(seen, deck) for deck in decks]


def votes_of(seen: Features, deck: Known) -> Votes:
    """The features *seen* that are like those of the faces, and the cards for which they speak."""
    faces = _of_faces(deck)
    own, theirs, alike = _alike(seen, faces)
    start, end = faces.spots[theirs], seen.spots[own]
    poses = _poses(end, start, WIDE * deck.tall)
    fair = (poses[:, 2] > np.log2(_S.widths[0])) & (poses[:, 2] < np.log2(_S.widths[1]))
    return Votes(deck, start, end, np.stack([own, theirs, faces.faces[theirs]], axis=1), poses, alike, fair)


def prints_in(votes: Votes) -> list[Print]:
    """The places on which so many features agree that no other has, those first of which most is seen."""
    found: list[Print] = []
    for seed in np.argsort(np.where(votes.free, -votes.weight, 0))[: _S.seeds]:
        agree = np.flatnonzero(votes.free[seed] and votes.free & _like(votes.poses, votes.poses[seed]))
        if len(agree) < _S.fewest:
            continue
        wide = 2 ** float(np.median(votes.poses[agree, 2]))
        way, exact = cv2.estimateAffinePartial2D(
            votes.start[agree, :2], votes.end[agree, :2], ransacReprojThreshold=max(4.0, _S.exact * wide)
        )
        held = agree[np.flatnonzero(exact)]
        if len(held) < _S.fewest:  # then there may be no way either
            continue
        quad = (UNIT * np.array([WIDE, WIDE * votes.deck.tall]) @ way[:, :2].T + way[:, 2]).astype(np.float32)
        one = Print(quad, votes.said[held], votes.end[held, :2])
        if one.seen < _S.fewest or not 0.7 * wide < width_of(quad) < 1.4 * wide:
            continue
        votes.free[held] = False
        if not any(between_middles(quad, other.quad) < _S.apart * wide for other in found):
            found.append(one)
    return sorted(found, key=lambda one: -one.seen)


def leads_in(votes: Votes, wide: float, own: NDArray[np.bool_]) -> list[Print]:
    """Cards about so *wide* for which features that are their *own* speak, those of most and likest first."""
    tall = votes.deck.tall
    number = np.flatnonzero(own & (np.abs(votes.poses[:, 2] - np.log2(wide)) < _S.larger))
    number = number[np.argsort(-votes.weight[number])[: _S.tried]]
    said, here, there = votes.said[number], votes.end[number], votes.start[number]
    as_wide = np.column_stack([here[:, :2], there[:, 2] * wide / WIDE, here[:, 3]])
    poses = _poses(as_wide, there, WIDE * tall)
    same = _like(poses[:, None], poses[None]) & (said[:, None, 2] == said[:, 2])
    weight = same @ votes.weight[number]
    leads: list[Print] = []
    while weight.max(initial=0) > 0 and len(leads) < _S.leads:
        agree = same[weight.argmax()] & (weight > 0)
        weight[agree] = 0
        turn = np.angle(np.exp(1j * poses[agree, 3]).sum())
        across = wide * np.array([np.cos(turn), np.sin(turn)])
        corners = (UNIT - 0.5) @ np.stack([across, tall * np.array([-across[1], across[0]])])
        quad = (corners + poses[agree, :2].mean(axis=0)).astype(np.float32)
        leads.append(Print(quad, said[agree], here[agree, :2]))
    return leads


def _alike(seen: Features, faces: Features) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """Pairs of features that look alike, of the picture and of the faces; how much each pair counts."""
    likeness = seen.looks @ faces.looks.T
    least = np.maximum(likeness.max(axis=1, initial=0) - _S.nearly, _S.alike)
    own, theirs = np.divmod(np.flatnonzero(likeness >= least[:, None]), max(1, likeness.shape[1]))
    alike = likeness[own, theirs]
    order = np.lexsort((-alike, own))
    order = order[np.arange(len(own)) - np.searchsorted(own, own) < _S.nearest]
    return own[order], theirs[order], ((alike[order] - _S.chance) / (1 - _S.chance)) ** 2


def _poses(here: Floats, there: Floats, high: float) -> Floats:
    """The card that each pair of features speaks for: its middle, its width in doublings, its turn."""
    larger, turn = here[:, 2] / there[:, 2], np.radians(here[:, 3] - there[:, 3])
    x, y = WIDE / 2 - there[:, 0], high / 2 - there[:, 1]
    across = here[:, 0] + larger * (np.cos(turn) * x - np.sin(turn) * y)
    down = here[:, 1] + larger * (np.sin(turn) * x + np.cos(turn) * y)
    return np.stack([across, down, np.log2(larger * WIDE), np.mod(turn, 2 * np.pi)], axis=1)


def _like(poses: Floats, pose: Floats) -> NDArray[np.bool_]:
    """Which poses speak for the same card as *pose*."""
    apart = np.hypot(poses[..., 0] - pose[..., 0], poses[..., 1] - pose[..., 1])
    turned = np.abs(poses[..., 3] - pose[..., 3])
    near = (apart < _S.apart * 2 ** pose[..., 2]) & (np.abs(poses[..., 2] - pose[..., 2]) < _S.larger)
    return np.asarray(near & ((turned < _S.turned) | (turned > 2 * np.pi - _S.turned)))
