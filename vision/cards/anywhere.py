"""Cards in any picture: found by their corners, flattened, read, and judged together."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen, Point
from vision.cards.agreement import FITS_MARKED, is_in, judge_taught
from vision.cards.align import aligned
from vision.cards.by_beads import named_by_beads
from vision.cards.find import find_outlines
from vision.cards.flat import flat_card
from vision.cards.inner import enlarged
from vision.cards.layers import covered_parts, covering
from vision.cards.outlines import Outline
from vision.cards.readers import Said, read_cards
from vision.cards.rivals import one_of_each, rivals, without_rivals
from vision.cards.taught import Known, recognise
from vision.cards.verdict import Verdict, judge
from vision.cards.words import KINDS
from vision.pictures import Picture

_FITS_WELL, _BETTER = 0.8, 0.04  # a card that fits a face so is found; another outline must fit better by
_MOST_TRIES = 14  # in one picture
_CHOICES = 3  # of a card that is asked about
_LITTLE = 0.1  # of a card that is covered, and yet it counts as whole
_BACK, _IS_BACK = KINDS.index("back"), 0.985  # beside taught faces, of which some look much like a back
_IN_PART = 0.97  # a card that is not seen whole is named from here on
_NONE, _SURELY_NONE = KINDS.index("none"), 0.8


class Decks(Struct, frozen=True, eq=False):
    """Which decks may lie in a picture: built in by name, taught ones; the names that there are in them."""

    built_in: tuple[str, ...]
    taught: tuple[Known, ...] = ()
    only: frozenset[str] = frozenset()
    printed: tuple[Known, ...] = ()  # the kit's own prints of the built-in decks, tried where no mark is read
    beaded: frozenset[str] = frozenset()  # decks of the kit's own print that may lie there
    fit_printed: bool = False  # bring outlines onto those too: where the kit's cards are likely


def cards_anywhere(picture: Picture, decks: Decks) -> tuple[CardSeen, ...]:
    """Every card of *picture*, in its own pixels; one that is not sure has no name but choices."""
    likely = decks.fit_printed or not decks.built_in
    beaded, found = named_by_beads(picture, find_outlines(picture), decks.beaded, likely)
    flats = [flat_card(picture, outline.quad) for outline in found]
    said = read_cards(flats)
    for deck in (*decks.taught, *(decks.printed if decks.fit_printed else ())):
        _improve(picture, deck, found, flats, said, decks.built_in if decks.taught else ())
    first = [_judged(found[n], flats[n], said[n], decks, []) for n in range(len(found))]
    stay = without_rivals(found, first)
    cards = [*(found[n] for n in stay), *(outline for outline, _ in beaded)]
    above = covering(cards)
    out = list(beaded)
    for k, n in enumerate(stay):
        over = [cards[m] for m in above[k]]
        verdict = _judged(found[n], flats[n], said[n], decks, over) if over else first[n]
        out.append((found[n], verdict))
    return tuple(_seen(outline, verdict) for outline, verdict in one_of_each(out))


def _improve(
    picture: Picture,
    deck: Known,
    found: list[Outline],
    flats: list[Picture],
    said: list[Said],
    built_in: tuple[str, ...],
) -> None:
    """Where a card does not fit a face well as it was found: the outline, near it or about it, that does."""
    fits = [recognise(deck, flat).fit for flat in flats]
    good = [found[n] for n, fit in enumerate(fits) if fit >= _FITS_WELL]
    tries = _MOST_TRIES
    for n in sorted(range(len(found)), key=lambda n: -fits[n]):
        settled = said[n].kind[_BACK] > _IS_BACK or _is_of_another(deck, found[n], said[n], built_in)
        if fits[n] >= _FITS_WELL or settled or any(rivals(found[n], other) for other in good):
            continue
        for tried in (found[n], *(larger for frame in deck.inner for larger in enlarged(found[n], frame))):
            enough = max(fits[n] + _BETTER, FITS_MARKED)  # cards of other decks fit less, however bent
            better = aligned(picture, tried, deck, enough) if tries > 0 else None
            tries -= 1
            if better is not None:
                found[n], flats[n], fits[n] = better
                said[n] = read_cards([flats[n]])[0]
            if fits[n] >= _FITS_WELL:
                good.append(found[n])
                break


def _is_of_another(deck: Known, outline: Outline, said: Said, built_in: tuple[str, ...]) -> bool:
    """Do a card's marks say a name of a built-in deck that the taught *deck* does not have?"""
    name = judge(said, outline.seen, built_in, whole=outline.whole).name if built_in else ""
    return bool(name) and not is_in(name, deck)


def _judged(outline: Outline, flat: Picture, said: Said, decks: Decks, above: Sequence[Outline]) -> Verdict:
    """What a card is, of which the cards *above* it may hide a part."""
    hidden = covered_parts(outline, above)
    alone = sum(s > 0 for s in outline.seen) < 2
    if (_is_nothing(said) or (alone and not _is_marked(said))) and not decks.taught:
        return Verdict("", "", 0.0, nothing=True)
    seen, whole = _corners_seen(outline, hidden), outline.whole and hidden.mean() < _LITTLE
    verdict = judge(said, seen, decks.built_in, decks.only, whole)
    if verdict.name and not outline.whole and verdict.confidence < _IN_PART:
        verdict = replace(verdict, name="")
    if verdict.face_down and not decks.taught:
        return verdict
    more = decks.taught or (() if verdict.name else decks.printed)
    known = [(deck, recognise(deck, flat, hidden)) for deck in more]
    if not known:
        return verdict
    marks = verdict if decks.taught else Verdict("", "", 0.0)  # our prints have marks of another make
    families = {deck.family for deck in decks.taught} & set(decks.built_in)
    if verdict.face_down:
        plain = judge_taught(known, Verdict("", "", 0.0))
        return plain if plain.name or verdict.confidence < _IS_BACK else verdict
    if families and not verdict.name:
        marks = judge(said, seen, families, whole=whole)
    recognised = judge_taught(known, marks)
    return recognised if decks.taught or recognised.name else verdict


def _is_nothing(said: Said) -> bool:
    """Is this no card at all: neither as a whole nor by any mark in its corners?"""
    return float(said.kind[_NONE]) > _SURELY_NONE and not _is_marked(said)


def _is_marked(said: Said) -> bool:
    """Does a corner show that there is a rank or a sign?"""
    return float((1 - said.ranks[:, 0]).max()) > 1 - _SURELY_NONE


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
        choices=() if verdict.name or verdict.face_down else verdict.names[:_CHOICES],
    )  # fmt: skip


def _points(quad: NDArray[np.float32]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad)
    return a, b, c, d
