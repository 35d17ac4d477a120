"""Cards in any picture: found by their corners, flattened, read, and judged together."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.sightings import CardSeen, Point
from vision.cards.find import find_outlines
from vision.cards.flat import flat_card
from vision.cards.inner import enlarged
from vision.cards.layers import covered_parts, covering
from vision.cards.outlines import Outline, fitted
from vision.cards.readers import Said, read_cards
from vision.cards.rivals import without_rivals
from vision.cards.taught import Known, recognise
from vision.cards.verdict import Verdict, judge, judge_taught
from vision.pictures import Picture

_FITS_WELL, _BETTER = (
    0.75,
    0.05,
)  # a card that fits a taught face so is found; another outline must fit better by


class Decks(Struct, frozen=True, eq=False):
    """Which decks may lie in a picture: built in by name, taught ones; the names that there are in them."""

    built_in: tuple[str, ...]
    taught: tuple[Known, ...] = ()
    only: frozenset[str] = frozenset()


def cards_anywhere(picture: Picture, decks: Decks) -> tuple[CardSeen, ...]:
    """Every card of *picture*, in its own pixels; one that is not sure has no name but choices."""
    found = find_outlines(picture)
    flats = [flat_card(picture, outline.quad) for outline in found]
    for deck in decks.taught:
        if deck.inner:
            _enlarge(picture, deck, found, flats)
    said = read_cards(flats)
    verdicts = judged(found, flats, said, decks)
    return tuple(_seen(found[n], verdicts[n]) for n in without_rivals(found, verdicts))


def _enlarge(picture: Picture, deck: Known, found: list[Outline], flats: list[Picture]) -> None:
    """Where only a frame printed on a card was found: the whole card in its stead, if it fits better."""
    for n, outline in enumerate(found):
        best = recognise(deck, flats[n]).fit
        if best >= _FITS_WELL:
            continue
        for frame in deck.inner:
            for larger in enlarged(outline, frame):
                whole = fitted(picture, larger)
                flat = flat_card(picture, whole.quad)
                fit = recognise(deck, flat).fit
                if fit > best + _BETTER:
                    best, found[n], flats[n] = fit, whole, flat


def judged(
    found: Sequence[Outline], flats: Sequence[Picture], said: Sequence[Said], decks: Decks
) -> list[Verdict]:
    """What each card is."""
    above = covering(found)
    out = []
    for n, outline in enumerate(found):
        hidden = covered_parts(outline, [found[m] for m in above[n]])
        seen = _corners_seen(outline, hidden)
        verdict = judge(said[n], seen, decks.built_in, decks.only)
        if decks.taught and not verdict.name and not verdict.face_down:
            verdict = judge_taught(
                said[n], seen, [(deck, recognise(deck, flats[n], hidden)) for deck in decks.taught], verdict
            )
        out.append(verdict)
    return out


def _corners_seen(outline: Outline, hidden: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """How sure each corner is seen; one that no card covers may be read even if it was not marked."""
    grid = hidden.reshape(11, 8)
    corners = grid[:3, :3].mean(), grid[:3, -3:].mean(), grid[-3:, -3:].mean(), grid[-3:, :3].mean()
    a, b, c, d = (max(s, 0.2) if cover < 0.3 else s for s, cover in zip(outline.seen, corners, strict=True))
    return a, b, c, d


def _seen(outline: Outline, verdict: Verdict) -> CardSeen:
    quad = np.roll(outline.quad, 2, axis=0) if verdict.upside_down else outline.quad
    corners = _points(quad)
    return CardSeen(
        verdict.deck, verdict.name, corners, round(verdict.confidence, 3), face_down=verdict.face_down,
        choices=() if verdict.name or verdict.face_down else verdict.names,
    )  # fmt: skip


def _points(quad: NDArray[np.float32]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return a, b, c, d
