"""The networks that read dice; `WEIGHTS.md` tells what they learnt from."""

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.dice.drawings import unlike_pips
from vision.dice.settings import SETTINGS
from vision.dice.unread import burnt_share
from vision.dice.windows import Halvings, Place, turned, window
from vision.network import Network, channels_first, kept, network_in
from vision.pictures import Picture

_S = SETTINGS.networks

FINDER, JUDGE, GLANCE, DOUBTER = "finder.onnx.gz", "judge.onnx.gz", "glance.onnx.gz", "doubter.onnx.gz"
WEIGHTS = Path(__file__).with_name("weights")
TEN_SIDED, PIGGIES = "ten_sided.onnx.gz", "piggy.onnx.gz"
RULED_OUT = 1e-6  # share that is left to what a look rules out
_GREY = 127.5  # grey level that the networks take as nought


class Networks(Struct, frozen=True, eq=False):
    """The finder sees whole pictures, the judge one window, and so does the glance, more quickly.

    The doubter sees a wider window of what is about to be told.
    """

    finder: Network
    judge: Network
    glance: Network
    doubter: Network


@lru_cache(maxsize=1)
def shipped() -> Networks:
    """The networks that come with the program; read once."""
    return networks_in(WEIGHTS)


def networks_in(folder: Path) -> Networks:
    """The networks in files of these names."""
    return Networks(*(network_in(folder / name) for name in (FINDER, JUDGE, GLANCE, DOUBTER)))


def said_of(net: Network, pictures: Sequence[Picture] | NDArray[np.uint8]) -> NDArray[np.float32]:
    """What a network says of pictures that are all of one size."""
    seen = channels_first(np.asarray(pictures, np.uint8))
    seen *= np.float32(1 / _GREY)
    seen -= np.float32(1)
    return net.said_of(seen)


def shares_of(logits: NDArray[Any]) -> NDArray[Any]:
    """Rows of logits as shares that add up to one."""
    shares: NDArray[Any] = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def mean_of(looks: NDArray[Any]) -> NDArray[Any]:
    """What several looks, a row each, say together: what one of them rules out is hardly left."""
    mean = np.exp(np.log(looks + RULED_OUT).sum(axis=0) / len(looks))
    return np.asarray(mean / mean.sum(), looks.dtype)


# --- asked about some dice only: Piggy Dice of any make, ten-sided ones, and doubtful pips ---

VALUES = ("+-1", "+-2", "+-3", "smile", "grim")  # the network's last output means none of these
_SIDE, _SPANS = 40, (1.0, 1.1)  # pixels of the face that it looks at, and edges of the die


def piggy_shares(halvings: Halvings, place: Place, turn: float) -> tuple[dict[str, float], float]:
    """How likely each value is of the die at *place*, and how likely it shows any of them (0 to 1)."""
    faces = [window(halvings, place, turn, _SIDE, span) for span in _SPANS]
    seen = [turned(face, quarters) for face in faces for quarters in range(4)]
    likely = mean_of(shares_of(said_of(kept(WEIGHTS / PIGGIES), seen)))
    shown = float(1 - likely[-1])
    shares = zip(VALUES, likely, strict=False)
    return {value: float(share) / max(1e-6, shown) for value, share in shares}, shown


def digit_shares(halvings: Halvings, place: Place, net: Network | None = None) -> dict[str, float]:
    """How likely each digit is of the ten-sided die at *place*."""
    seen = [window(halvings, place, 360 * n / _S.turns) for n in range(_S.turns)]
    likely = mean_of(shares_of(said_of(net or kept(WEIGHTS / TEN_SIDED), seen).astype(np.float64)))
    return {str(digit): float(share) for digit, share in enumerate(likely)}


SPAN = 2.2  # edges of a die that the doubter sees: enough to know what a face belongs to
_FACE = slice(20, 44)  # pixels of the window, down and across, that show the face's middle


class Told(Struct, frozen=True):
    """What is about to be told: where, how many pips, how sure that is without the doubter."""

    place: Place
    pips: int
    sure: float
    turn: float | None = None  # of a face seen from above

    def least(self, unlike: float = 0.0) -> float:
        """So much must the doubter believe it, on average of two looks, one of them in a mirror; the
        more, the more its pips lie *unlike* those of that number."""
        sure = min(self.sure, _S.surest)
        odds = _S.together * math.exp(_S.unlike * unlike) * (1 - sure) / sure
        return odds / (1 + odds)


def doubted(halvings: Halvings, told: Sequence[Told], nets: Networks) -> list[bool]:
    """Which of them are not what the doubter sees?"""
    seen = [window(halvings, one.place, span=SPAN) for one in told]
    beliefs = _beliefs(seen, told, nets.doubter)
    lit = [burnt_share(face[_FACE, _FACE]) > _S.lit for face in seen]
    least = [max(one.least(), _S.least_in_light * light) for one, light in zip(told, lit, strict=True)]
    again = [n for n in range(len(told)) if beliefs[n] < 2 * least[n]]  # else the mean is more than that
    mirrored = [np.ascontiguousarray(seen[n][:, ::-1]) for n in again]
    for n, belief in zip(again, _beliefs(mirrored, [told[n] for n in again], nets.doubter), strict=True):
        beliefs[n] = (beliefs[n] + belief) / 2
    return [
        belief < much or (belief < _S.beyond_doubt and belief < one.least(_unlike(halvings, one)))
        for one, belief, much in zip(told, beliefs, least, strict=True)
    ]


def _unlike(halvings: Halvings, one: Told) -> float:
    if one.turn is None or one.place.edge < _S.fine:
        return 0.0
    return unlike_pips(halvings, one.place, one.turn, str(one.pips))


def _beliefs(seen: list[Picture], told: Sequence[Told], net: Network) -> list[float]:
    """How much of what is told each window shows."""
    if not seen:
        return []
    shares = shares_of(said_of(net, seen))
    return [float(share[one.pips]) for share, one in zip(shares, told, strict=True)]
