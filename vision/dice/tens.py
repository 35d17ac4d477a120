"""Which digit a ten-sided die shows: a network of its own, asked only where a game waits for such a die."""

import numpy as np

from vision.dice.finder import Place
from vision.dice.networks import said_of, shares_of, ten_sided
from vision.dice.windows import Halvings, window
from vision.network import Network

_TURNS = 8  # the digit may stand in any direction: the die is looked at in so many


def digit_shares(halvings: Halvings, place: Place, net: Network | None = None) -> dict[str, float]:
    """How likely each digit is of the ten-sided die at *place*."""
    turns = (360 * n / _TURNS for n in range(_TURNS))
    seen = [window(halvings, place.x, place.y, place.edge, turn) for turn in turns]
    shares = shares_of(said_of(net or ten_sided(), seen).astype(np.float64))
    likely = np.exp(np.log(shares).mean(axis=0))
    return {str(digit): float(share) for digit, share in enumerate(likely / likely.sum())}
