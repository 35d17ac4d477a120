"""What a flattened card says: two small networks, one for the index in a corner, one for the whole card."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.flat import as_blob, body_of, index_of
from vision.cards.settings import SETTINGS
from vision.network import Network
from vision.pictures import Picture, least_of, most_of

_S = SETTINGS.readers

KINDS = ("none", "french", "numbers", "uno", "big", "other", "back")
RANKS = (
    "", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker",
    "0", "1", "skip", "reverse", "draw2", "draw4", "wild",
)  # fmt: skip
SUITS = ("", "C", "D", "H", "S")
COLOURS = ("", "red", "green", "blue", "yellow", "black", "pink", "orange", "purple")

Floats = NDArray[np.float32]
# the logits of each answer are divided by it, so that they mean what they say
_WARMTH = {"index": (0.75, 0.75), "body": (1.0, 1.0, 1.0, 0.75)}
_ACE, _ONE = RANKS.index("A"), RANKS.index("1")


class Said(Struct, frozen=True, eq=False):
    """Shares for each word: `ranks` and `suits` of the corners, shape (4, words); the rest of the whole card.

    The corners are those of the flattened card: upper left, upper right, lower right, lower left.
    """

    ranks: Floats
    suits: Floats
    kind: Floats
    rank: Floats
    suit: Floats
    colour: Floats
    coloured: bool = True  # in a picture that has colours


@lru_cache(maxsize=2)
def _net(name: str) -> Network:
    return Network(Path(__file__).with_name(f"{name}.onnx").read_bytes())


def read_cards(cards: Sequence[Picture], have_indices: bool = True) -> list[Said]:
    """What each of the flattened *cards* says; its corners say nothing if none of them *have_indices*."""
    if not cards:
        return []
    crops = [index_of(card, n) for card in cards for n in range(4)] if have_indices else []
    corners = read_indices(crops) if crops else [_nothing(words, len(cards)) for words in (RANKS, SUITS)]
    bodies = _ask(
        "body", [body_of(card) for card in cards], (len(KINDS), len(RANKS), len(SUITS), len(COLOURS))
    )
    ranks, suits = (part.reshape(len(cards), 4, -1) for part in corners)
    return [Said(ranks[n], suits[n], *(part[n] for part in bodies)) for n in range(len(cards))]


def _nothing(words: Sequence[str], cards: int) -> Floats:
    """What the corners of so many cards say that have no index."""
    return np.tile(np.eye(1, len(words), dtype=np.float32), (4 * cards, 1))


def read_indices(corners: Sequence[Picture]) -> tuple[Floats, Floats]:
    """Shares of ranks and of suits for each of the *corners* (see `index_of`)."""
    ranks, suits = _ask("index", list(corners), (len(RANKS), len(SUITS)))
    return with_aces(ranks, suits), suits


def with_aces(ranks: Floats, suits: Floats) -> Floats:
    """The shares of *ranks* of some corners, where a 1 beside a suit is an ace, as some print it."""
    beside = 1 - suits[:, 0]
    out = ranks.copy()
    out[:, _ACE] += ranks[:, _ONE] * beside
    out[:, _ONE] -= ranks[:, _ONE] * beside
    return out


def _ask(name: str, crops: list[Picture], answers: tuple[int, ...]) -> list[Floats]:
    parts = np.split(_net(name).said_of(as_blob(crops)), np.cumsum(answers)[:-1], axis=1)
    return [_shares(part / np.float32(warmth)) for part, warmth in zip(parts, _WARMTH[name], strict=True)]


def _shares(logits: Floats) -> Floats:
    high = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(high / high.sum(axis=1, keepdims=True), np.float32)


# --- pictures without colour ---


def is_colourless(picture: Picture) -> bool:
    """Has nothing in the picture a colour, apart from one that all of it has?"""
    some = np.ascontiguousarray(picture[:: _S.every, :: _S.every])
    light = np.array(cv2.mean(some)[:3])
    if not light.all():
        return False
    even = some * (light.mean() / light).astype(np.float32)
    apart = most_of(even) - least_of(even)
    if np.count_nonzero(apart > _S.coloured) >= _S.some * apart.size:
        return False
    coloured = min(_S.coloured, _S.coloured_in_dim * float(np.percentile(some, _S.bright)))
    return bool(np.count_nonzero(apart > coloured) < _S.some * apart.size)


def said_of(picture: Picture, flats: Sequence[Picture], have_indices: bool = True) -> list[Said]:
    """What each of the flattened cards of a *picture* says."""
    said = read_cards(flats, have_indices)
    return [without_colour(one) for one in said] if said and is_colourless(picture) else said


def without_colour(said: Said) -> Said:
    """What a card of such a picture says: its suit only by what all its corners show together.

    As a whole it tells its suit, and what colour it has, by little else than colour.
    """
    suits = said.suits**_S.shape
    suits /= suits.sum(axis=1, keepdims=True)
    show = said.suits[:, 0] < _S.blank_corner
    if show.any():
        suits[show] = suits[show].mean(axis=0)
    suit = np.full_like(said.suit, (1 - said.suit[0]) / (len(said.suit) - 1))
    suit[0] = said.suit[0]
    colour = np.full_like(said.colour, 1 / len(said.colour))
    return replace(said, suits=suits, suit=suit, colour=colour, coloured=False)
