"""A second voice: whether a die that is about to be told truly shows so many pips.

It learnt from nothing, among much that the judge had believed: digits on other solids, plugs, lamps, side
faces. What it doubts is asked about. It is asked of pips only: other dice are told where more agrees.
"""

from collections.abc import Sequence

import numpy as np

from vision.dice.finder import Place
from vision.dice.networks import Networks, said_of
from vision.dice.windows import Halvings, window

SPAN = 2.2  # edges of a die that it sees: more than the judge, so that it knows what the face belongs to
_LEAST = 0.06  # what it believes less than this, in a mirror too, is doubted


def doubted(halvings: Halvings, told: Sequence[tuple[Place, int]], nets: Networks) -> list[bool]:
    """Which of the places are none that show so many pips?"""
    if not told:
        return []
    seen = [window(halvings, place.x, place.y, place.edge, span=SPAN) for place, _ in told]
    said = said_of(nets.doubter, seen + [np.ascontiguousarray(one[:, ::-1]) for one in seen])
    shares = np.exp(said - said.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    believed = np.maximum(shares[: len(told)], shares[len(told) :])
    return [bool(share[pips] < _LEAST) for share, (_, pips) in zip(believed, told, strict=True)]
