"""A second voice: whether a die that is about to be reported truly shows so many pips.

It learnt from nothing, among much that the judge had believed: digits on other solids, plugs, lamps, side
faces. What it doubts is asked about. It is asked of pips only: other dice are reported where more agrees.
"""

from collections.abc import Sequence

import numpy as np

from vision.dice.finder import Place
from vision.dice.networks import Networks, said_of, shares_of
from vision.dice.windows import Halvings, window
from vision.network import Network
from vision.pictures import Picture

SPAN = 2.2  # edges of a die that it sees: more than the judge, so that it knows what the face belongs to
_LEAST = 0.06  # what it believes less than this, in a mirror too, is doubted


def doubted(halvings: Halvings, read: Sequence[tuple[Place, int]], nets: Networks) -> list[bool]:
    """Which of the places are none that show so many pips?"""
    seen = [window(halvings, place.x, place.y, place.edge, span=SPAN) for place, _ in read]
    doubts = _doubts(seen, [pips for _, pips in read], nets.doubter)
    again = [n for n, doubt in enumerate(doubts) if doubt]
    mirrored = [np.ascontiguousarray(seen[n][:, ::-1]) for n in again]
    for n, doubt in zip(again, _doubts(mirrored, [read[n][1] for n in again], nets.doubter), strict=True):
        doubts[n] = doubt
    return doubts


def _doubts(seen: list[Picture], pips: Sequence[int], net: Network) -> list[bool]:
    """At one look: which of the windows hardly shows so many pips?"""
    if not seen:
        return []
    shares = shares_of(said_of(net, seen))
    return [bool(share[number] < _LEAST) for share, number in zip(shares, pips, strict=True)]
