"""What a Piggy Die of anybody's make shows: a network of its own knows pigs and plus and minus numbers."""

import numpy as np

from vision.dice.finder import Place
from vision.dice.networks import piggies, said_of, shares_of
from vision.dice.windows import Halvings, window

VALUES = ("+-1", "+-2", "+-3", "smile", "grim")  # the network's last output means none of these
_SIDE, _SPANS = 40, (1.0, 1.1)  # pixels of the face that it looks at, and edges of the die


def piggy_shares(halvings: Halvings, place: Place, turn: float) -> tuple[dict[str, float], float]:
    """How likely each value is of the die at *place*, and how likely it shows any of them (0 to 1)."""
    faces = [window(halvings, place.x, place.y, place.edge, turn, _SIDE, span) for span in _SPANS]
    seen = [np.ascontiguousarray(np.rot90(face, quarters)) for face in faces for quarters in range(4)]
    likely = np.exp(np.log(shares_of(said_of(piggies(), seen)) + 1e-6).mean(axis=0))
    likely /= likely.sum()
    shown = float(1 - likely[-1])
    return {
        value: float(share) / max(1e-6, shown) for value, share in zip(VALUES, likely, strict=False)
    }, shown
