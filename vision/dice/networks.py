"""The networks that read dice; `WEIGHTS.md` tells what they learnt from."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.network import Network, network_in

FINDER, JUDGE, GLANCE, DOUBTER = "finder.onnx.gz", "judge.onnx.gz", "glance.onnx.gz", "doubter.onnx.gz"
WEIGHTS = Path(__file__).with_name("weights")
TEN_SIDED, PIGGIES = "ten_sided.onnx.gz", "piggy.onnx.gz"
_GREY = 127.5
_AT_ONCE = 16  # pictures: more would not be quicker, and need a lot of memory


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


def said_of(net: Network, pictures: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """What a network says of pictures that are all of one size."""
    said = []
    for start in range(0, len(pictures), _AT_ONCE):
        said.append(net.said_of(_as_input(pictures[start : start + _AT_ONCE])))
    return np.concatenate(said)


def shares_of(logits: NDArray[Any]) -> NDArray[Any]:
    """Rows of logits as shares that add up to one."""
    shares: NDArray[Any] = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def _as_input(pictures: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Pictures as the networks take them: -1 to 1, channels first."""
    return np.stack(pictures).transpose(0, 3, 1, 2) * np.float32(1 / _GREY) - np.float32(1)
