"""Networks that are asked about some dice only: Piggy Dice of any make, ten-sided ones, and doubtful pips.

The doubter is a second voice: whether a die that is about to be reported truly shows so many pips.
"""

from collections.abc import Sequence

import numpy as np

from vision.dice.networks import PIGGIES, TEN_SIDED, WEIGHTS, Networks, said_of, shares_of
from vision.dice.windows import Halvings, Place, window
from vision.network import Network, kept
from vision.pictures import Picture

VALUES = ("+-1", "+-2", "+-3", "smile", "grim")  # the network's last output means none of these
_SIDE, _SPANS = 40, (1.0, 1.1)  # pixels of the face that it looks at, and edges of the die


def piggy_shares(halvings: Halvings, place: Place, turn: float) -> tuple[dict[str, float], float]:
    """How likely each value is of the die at *place*, and how likely it shows any of them (0 to 1)."""
    faces = [window(halvings, place, turn, _SIDE, span) for span in _SPANS]
    seen = [np.ascontiguousarray(np.rot90(face, quarters)) for face in faces for quarters in range(4)]
    likely = np.exp(np.log(shares_of(said_of(kept(WEIGHTS / PIGGIES), seen)) + 1e-6).mean(axis=0))
    likely /= likely.sum()
    shown = float(1 - likely[-1])
    return {
        value: float(share) / max(1e-6, shown) for value, share in zip(VALUES, likely, strict=False)
    }, shown


_TURNS = 8  # the digit may stand in any direction: the die is looked at in so many


def digit_shares(halvings: Halvings, place: Place, net: Network | None = None) -> dict[str, float]:
    """How likely each digit is of the ten-sided die at *place*."""
    turns = (360 * n / _TURNS for n in range(_TURNS))
    seen = [window(halvings, place, turn) for turn in turns]
    shares = shares_of(said_of(net or kept(WEIGHTS / TEN_SIDED), seen).astype(np.float64))
    likely = np.exp(np.log(shares).mean(axis=0))
    return {str(digit): float(share) for digit, share in enumerate(likely / likely.sum())}


SPAN = 2.2  # edges of a die that it sees: more than the judge, so that it knows what the face belongs to
_LEAST = 0.06  # what it believes less than this, in a mirror too, is doubted


def doubted(halvings: Halvings, read: Sequence[tuple[Place, int]], nets: Networks) -> list[bool]:
    """Which of the places are none that show so many pips?"""
    seen = [window(halvings, place, span=SPAN) for place, _ in read]
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
