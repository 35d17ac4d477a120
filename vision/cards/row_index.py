"""French cards of a row, read by the index in the corner that is seen and by the faces of a taught deck."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.flat import flat_card, index_of
from vision.cards.likeness import COLUMNS, ROWS
from vision.cards.quads import seen_as, step
from vision.cards.readers import RANKS, SUITS, read_indices
from vision.cards.taught import Known, recognise
from vision.cards.verdict import FRENCH, NOTHING, Verdict, french_name, plain_name
from vision.pictures import Picture, Quad

_VIEWS = (  # signs are of many sizes: enlargement of the corner, and where it begins
    (1.15, 0.0, 0.0), (1.3, 0.0, 0.0), (1.3, 0.03, 0.02),
    (1.45, 0.03, 0.02), (1.45, 0.045, 0.03), (1.6, 0.04, 0.02),
)  # fmt: skip
_NEVER = 1e-3  # no look alone may rule a word out,
_NEVER_RANK, _NEVER_SUIT = 0.01, 0.003  # nor all looks together, where the face is known
_NO_INDEX = 0.3  # least confidence that a corner shows an index
_NEXT = (0.05, 0.98)  # of a card's width: how far along a card the next one above it may begin
_ASIDE = 0.4  # of a card's height: how far it may be shifted up or down
_FITS = 0.6  # how well the visible side must fit a taught face
# how much the likeness counts beside the index, and a face that was not thought of
_ALIKE, _UNLIKE = (1.5, 0.004)
_SURE = 0.97  # least confidence for naming a card that is seen in part only
_CHOICES = 3
_FRENCH = [
    n for n, rank in enumerate(RANKS) if rank in ("A", "J", "Q", "K") or (rank.isdigit() and rank != "0")
]

Floats = NDArray[np.float64]


def read_by_index(picture: Picture, cards: Sequence[Quad], taught: Sequence[Known]) -> list[Verdict]:
    """What each card is of which the left side is seen; of the *taught* decks those of French cards help."""
    if not cards:
        return []
    crops = [index_of(flat_card(picture, seen_as(quad, *view)), 0) for quad in cards for view in _VIEWS]
    ranks, suits = (_together(part, len(cards)) for part in read_indices(crops))
    decks = [deck for deck in taught if deck.family == FRENCH]
    return [
        _verdict(rank, suit, _alike(picture, quad, cards, decks) if decks else {})
        for rank, suit, quad in zip(ranks, suits, cards, strict=True)
    ]


def _together(shares: NDArray[np.float32], cards: int) -> Floats:
    """What all looks at each card say together."""
    logs = np.log(shares.astype(np.float64) + _NEVER).reshape(cards, -1, shares.shape[1]).mean(axis=1)
    high = np.exp(logs)
    return np.asarray(high / high.sum(axis=1, keepdims=True))


def _alike(picture: Picture, quad: Quad, cards: Sequence[Quad], decks: Sequence[Known]) -> dict[str, float]:
    """How likely each name is by what the visible side looks like; empty if it looks like none."""
    steps = [step(quad, other) for other in cards]
    upon = [along for along, aside in steps if _NEXT[0] < along < _NEXT[1] and abs(aside) < _ASIDE]
    hidden = np.zeros((ROWS, COLUMNS), bool)
    hidden[:, int(COLUMNS * min(upon, default=1.0) + 0.25) :] = True
    card = flat_card(picture, quad)
    looks = [recognise(deck, card, hidden.ravel()) for deck in decks]
    deck, best = max(zip(decks, looks, strict=True), key=lambda pair: pair[1].fit)
    if best.fit < _FITS:
        return {}
    said = {plain_name(name): share for name, share in zip(best.names, best.shares, strict=True)}
    return {plain_name(name): said.get(plain_name(name), 0.0) for name in deck.names}


def _verdict(rank: Floats, suit: Floats, alike: dict[str, float]) -> Verdict:
    certain = float((1 - rank[0]) * (1 - suit[0]))
    if certain < _NO_INDEX:
        return NOTHING
    floors = (_NEVER_RANK, _NEVER_SUIT) if alike else (0.0, 0.0)
    likely = {
        french_name(RANKS[r], SUITS[s]): (rank[r] + floors[0]) * (suit[s] + floors[1])
        for r in _FRENCH
        for s in range(1, len(SUITS))
    }
    if alike:
        certain = 1.0
        likely = {name: likely[name] * (share + _UNLIKE) ** _ALIKE for name, share in alike.items()}
    names = sorted(likely, key=lambda name: -likely[name])[:_CHOICES]
    total = sum(likely.values())
    shares = tuple(likely[name] / total for name in names)
    sure = certain * shares[0]
    return Verdict(FRENCH, names[0] if sure >= _SURE else "", sure, tuple(names), shares)
