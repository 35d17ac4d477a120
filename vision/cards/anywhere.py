"""Cards in any picture: found by their corners, flattened, read, and judged together."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.corners import CornerMark, find_corners
from vision.cards.find import find_outlines, is_odd_sheet, mostly_inside
from vision.cards.fitted import edges_of
from vision.cards.flat import ink_of, is_blank, is_printed_over
from vision.cards.found_card import (
    CHOICES,
    IS_BACK,
    Sight,
    as_reported,
    bring_onto_faces,
    closer,
    confirmed,
    likelier_face,
    sights_of,
)
from vision.cards.kit_print import BeadedCard, Framed, kit_cards, named_by_beads
from vision.cards.lying import Lying
from vision.cards.outlines import Outline, is_nearly_square, lying_down
from vision.cards.partly_covered import covered_cards, left_over, lie_alike, not_of
from vision.cards.readers import KINDS, RANKS, Said
from vision.cards.rivals import (
    covered_parts,
    covering,
    denied,
    lies_on,
    none_worse,
    one_of_each,
    shows_through,
    without_rivals,
)
from vision.cards.sizes import Size, corner_of, is_new, other_sizes, size_of_cards
from vision.cards.taught import FITS_MARKED, Known, Recognised, decide, judge_taught
from vision.cards.verdict import FRENCH, NUMBERS, SURE, Verdict, as_question, judge, plain_name, rank_of
from vision.kit.values import COLOUR_OF_NUMBER
from vision.pictures import Picture, Quad

_SIZES = 3  # sizes that cards may have which are tried
_NEARLY = 0.8  # so sure is a card that is asked about, and need not be looked for with another size
_MOST_TRIES, _FEWER_TRIES = 8, 3  # of bringing outlines onto faces: at one look, at a further one
_LITTLE = 0.1  # of a card that is covered, and yet it counts as whole
_IN_PART = 0.95  # a card that is not seen whole is named from here on
_INDEX = 0.5  # a corner shows an index from here on,
_DIGITS = tuple(rank for rank in RANKS if rank.isdigit())
_SURE_INDEX = 0.6  # and no other card can have it from here on
_NUMBERS, _HARDLY = KINDS.index("numbers"), 0.05
_NONE, _SURELY_NONE = KINDS.index("none"), 0.8


class Decks(Struct, frozen=True, eq=False):
    """Which decks may lie in a picture: built in by name, taught ones; the names that there are in them."""

    built_in: tuple[str, ...]
    taught: tuple[Known, ...] = ()
    only: frozenset[str] = frozenset()
    printed: tuple[Known, ...] = ()  # the kit's own prints of the built-in decks, tried where no mark is read
    beaded: frozenset[str] = frozenset()  # decks of the kit's own print that may lie there
    fit_printed: bool = False  # bring outlines onto those too: where the kit's cards are likely


class Where(Struct, frozen=True, eq=False):
    """What is known of where cards lie."""

    may_lie: Callable[[Quad], bool] = lambda _quad: True
    kits_own: bool = False  # they are likely the kit's own
    framed: Framed | None = None  # those that `kit_cards` has found there
    in_part: bool = True  # some may be covered in part by others
    lying: Lying | None = None  # what lies there at all
    standing: Sequence[Sequence[Outline]] = ()  # all sides are seen of them: each in the ways it may lie

    def is_all(self, cards: Sequence[Outline]) -> bool:
        """Does nothing lie there but those *cards*?"""
        quads = [card.quad for card in cards]
        return bool(quads) and self.lying is not None and self.lying.without(quads).nothing

    def lie_alone(self, cards: Sequence[Outline]) -> bool:
        """Are all *cards* there seen whole? What else lies there lies apart from them, and is no card."""
        quads = [card.quad for card in cards]
        return bool(quads) and self.lying is not None and self.lying.is_free_beside(quads)


ANYWHERE = Where()


def cards_anywhere(picture: Picture, decks: Decks, where: Where = ANYWHERE) -> tuple[CardSeen, ...]:
    """Every card of *picture* where one may lie, in its own pixels; one that is not sure has only choices.

    Where cards are the kit's own, and all of each is seen, their frames and backs are enough to find them. A
    deck of French cards that was taught is read once more as if it were not, where a card is in doubt.
    """
    cards = _cards_once(picture, decks, where)
    doubtful = any(not card.name and not card.face_down for card in cards)
    taught = next((deck for deck in decks.taught if deck.family == FRENCH), None) if doubtful else None
    if taught is None:
        return cards
    untaught = _cards_once(picture, replace(decks, taught=(), built_in=(FRENCH,)), where)
    if decks.only:
        own = {plain_name(name): name for name in taught.names}
        untaught = tuple(replace(card, name=own.get(plain_name(card.name), "")) for card in untaught)
    return none_worse(cards, untaught)


def _cards_once(picture: Picture, decks: Decks, where: Where) -> tuple[CardSeen, ...]:
    """The cards as the *decks* have it at once."""
    may_lie, likely = where.may_lie, where.kits_own or not decks.built_in
    beaded: list[BeadedCard] = []
    outlines: list[Outline] = []
    if decks.beaded and likely:
        beaded, outlines = where.framed or kit_cards(
            picture, decks.beaded, may_lie, backs=where.kits_own, is_all=where.is_all
        )
    marks: Sequence[CornerMark] = ()
    kits = [outline for outline, _ in beaded]
    # a frame of the kit's own print says which card it is, or nothing does
    framed = [*kits, *outlines]
    standing = [ways for ways in where.standing if not any(lies_on(ways[0], one) for one in framed)]
    in_part = where.in_part and not where.is_all(kits)
    in_part = in_part and not (standing and where.lie_alone([*kits, *(ways[0] for ways in standing)]))
    if in_part or not (beaded or standing):
        marks = find_corners(picture)
        outlines = [*_there(find_outlines(picture, marks), may_lie)]
        beaded, outlines = named_by_beads(picture, outlines, decks.beaded, beaded)
    decks = replace(decks, fit_printed=where.kits_own)
    found = [outline for outline in outlines if not outline.alone]
    looked = _looked_at(picture, decks, found)
    looked.add(_standing(picture, decks, standing))
    if in_part:
        _add_covered(picture, decks, marks, outlines, looked, [outline for outline, _ in beaded], may_lie)
    sights, first = looked
    found = [sight.outline for sight in sights]
    indices = [_telling(sight.said, verdict) for sight, verdict in zip(sights, first, strict=True)]
    stay = without_rivals(found, first, indices)
    cards = [*(found[n] for n in stay), *(outline for outline, _ in beaded)]
    above = covering(cards)
    out = list(beaded)
    seen_so = list(zip(found, first, strict=True))
    for k, n in enumerate(stay):
        over = [cards[m] for m in above[k] if m >= len(stay) or _is_known(first[stay[m]])]
        over = [other for other in over if not shows_through(found[n], indices[n], other)]
        verdict = _judged(sights[n], decks, over) if over else first[n]
        verdict = denied((found[n], verdict), seen_so)
        out.append((found[n], _looked_at_again(picture, sights[n], decks, verdict, over)))
    return tuple(as_reported(outline, verdict) for outline, verdict in one_of_each(out))


class Looked(NamedTuple):
    """Cards as they were seen, and what each of them is if nothing covers it."""

    sights: list[Sight]
    verdicts: list[Verdict]

    def those(self, fit: Callable[[Verdict], bool]) -> list[Outline]:
        """The outlines of those whose verdicts *fit*."""
        return [
            sight.outline for sight, verdict in zip(self.sights, self.verdicts, strict=True) if fit(verdict)
        ]

    def add(self, more: "Looked") -> None:
        self.sights.extend(more.sights)
        self.verdicts.extend(more.verdicts)


def _add_covered(
    picture: Picture,
    decks: Decks,
    marks: Sequence[CornerMark],
    outlines: Sequence[Outline],
    looked: Looked,
    beaded: Sequence[Outline],
    may_lie: Callable[[Quad], bool],
) -> None:
    """Adds cards covered in part whose corners are left over, of one size after another that they may have.

    What was read nearly for sure with one size is not looked for with the next.
    """
    tried: list[Size] = []
    edges = None
    while len(tried) < _SIZES:
        known = [*looked.those(_is_known), *beaded]
        free = left_over(marks, [*known, *looked.those(_is_nearly_known)] if tried else known)
        size = _next_size(known, outlines, marks, free, tried) if free else None
        if size is None:
            break
        edges = edges or edges_of(picture, size.width_at(_middle(free)))
        covered = covered_cards(edges, free, known, size)
        there = [card for card in covered if mostly_inside(card.quad, picture) and may_lie(card.quad)]
        there = [card for card in there if not any(lie_alike(card, one.outline) for one in looked.sights)]
        looked.add(_looked_at(picture, decks, there, _FEWER_TRIES if tried else _MOST_TRIES))
        tried.append(size)
    told = [*looked.those(lambda verdict: not verdict.nothing), *beaded]
    alone = not_of(told, [card for card in outlines if card.alone])
    looked.add(_looked_at(picture, decks, alone, 0 if tried else _MOST_TRIES))


def _next_size(
    known: Sequence[Outline],
    outlines: Sequence[Outline],
    marks: Sequence[CornerMark],
    free: Sequence[CornerMark],
    tried: Sequence[Size],
) -> Size | None:
    """The likeliest size of cards that was not *tried*."""
    if not tried:
        return size_of_cards(known or outlines, marks)
    others = other_sizes(known, outlines, marks)
    return next((size for size in others if is_new(size, tried, _middle(free))), None)


def _middle(marks: Sequence[CornerMark]) -> NDArray[np.float64]:
    return np.asarray(np.mean([corner_of(mark) for mark in marks], axis=0), np.float64)


def _there(found: Iterable[Outline], may_lie: Callable[[Quad], bool]) -> Iterable[Outline]:
    return (outline for outline in found if may_lie(outline.quad))


def _standing(picture: Picture, decks: Decks, cards: Sequence[Sequence[Outline]]) -> Looked:
    """The cards of which all sides are seen: as they lie if they are read so, else as they can be read.

    A blank sheet of a card's size is none: what it lies upon is hidden.
    """
    looked = _looked_at(picture, decks, [ways[0] for ways in cards])
    for n, ways in enumerate(cards):
        if not _is_known(looked.verdicts[n]):
            others = _looked_at(picture, decks, list(ways[1:]), 0)
            sights = zip(others.sights, others.verdicts, strict=True)
            known = ((sight, verdict) for sight, verdict in sights if _is_known(verdict))
            looked.sights[n], looked.verdicts[n] = next(known, (looked.sights[n], looked.verdicts[n]))
    named = [_is_known(verdict) for verdict in looked.verdicts]
    stay = [n for n, sight in enumerate(looked.sights) if named[n] or not is_blank(sight.flat)]
    return Looked([looked.sights[n] for n in stay], [looked.verdicts[n] for n in stay])


def _looked_at(picture: Picture, decks: Decks, found: list[Outline], tries: int = _MOST_TRIES) -> Looked:
    """The cards *found*, and what they are if nothing covers them."""
    sights = sights_of(picture, found)
    for deck in (*decks.taught, *(decks.printed if decks.fit_printed else ())):
        bring_onto_faces(picture, deck, sights, decks.built_in if decks.taught else (), tries)
    verdicts = [_judged(sight, decks, []) for sight in sights]
    turn_aslant(picture, decks, sights, verdicts)
    for n in [n for n, verdict in enumerate(verdicts) if not _is_known(verdict)][:tries]:
        for deck in decks.taught:
            better = closer(picture, deck, sights[n], verdicts[n].names[:CHOICES])
            if better is not None:
                before, now = (sights[n], verdicts[n]), (better, _judged(better, decks, []))
                sights[n], verdicts[n] = better, confirmed(picture, deck, before, now)
    for n, sight in enumerate(sights):
        if is_odd_sheet(sight.outline) and not verdicts[n].name:
            verdicts[n] = Verdict("", "", 0.0, nothing=True)
    return Looked(sights, verdicts)


def turn_aslant(picture: Picture, decks: Decks, sights: list[Sight], verdicts: list[Verdict]) -> None:
    """Cards that look nearly square are seen from low down: the long side may be across."""
    square = [
        n
        for n, sight in enumerate(sights)
        if not sight.outline.alone and not verdicts[n].face_down and is_nearly_square(sight.outline)
    ]
    for n, sight in zip(
        square, sights_of(picture, [lying_down(sights[n].outline) for n in square]), strict=True
    ):
        verdict = _judged(sight, decks, [])
        if _lies_rather(verdict, verdicts[n]):
            sights[n], verdicts[n] = sight, verdict


def _lies_rather(across: Verdict, upright: Verdict) -> bool:
    """Does a card look more like one with its long side across? A face that was taught fits only one way."""
    if across.name and upright.name:
        return (across.fit, across.confidence) > (upright.fit, upright.confidence)
    if across.name:
        return not across.fit or across.fit > upright.fit
    return bool(upright.name) and 0 < upright.fit < across.fit


def _looked_at_again(
    picture: Picture, sight: Sight, decks: Decks, verdict: Verdict, above: Sequence[Outline]
) -> Verdict:
    """What a card is; a question where it looks even more like another face of its taught deck."""
    by_likeness = verdict.name and verdict.fit
    deck = next((deck for deck in decks.taught if deck.name == verdict.deck and by_likeness), None)
    if deck is None:
        return verdict
    hidden = covered_parts(sight.outline, above) | sight.outside
    other = likelier_face(picture, sight, deck, verdict.name, hidden)
    return as_question(verdict, other) if other else verdict


def _is_known(verdict: Verdict) -> bool:
    return bool(verdict.name) or verdict.face_down


def _is_nearly_known(verdict: Verdict) -> bool:
    return verdict.confidence >= _NEARLY and not verdict.nothing


def _judged(sight: Sight, decks: Decks, above: Sequence[Outline]) -> Verdict:
    """What a card is, of which the cards *above* it may hide a part."""
    outline, said = sight.outline, sight.said
    hidden = covered_parts(outline, above) | sight.outside
    if (_is_nothing(said) or (outline.alone and not _is_marked(said))) and not decks.taught:
        return Verdict("", "", 0.0, nothing=True)
    seen, whole = _corners_seen(outline, hidden), outline.whole and hidden.mean() < _LITTLE
    numbered = NUMBERS in decks.built_in and _may_be_number(said)
    ink = ink_of(sight.flat, _marked(said) or (0, 1, 2, 3)) if numbered else None
    verdict = judge(said, seen, decks.built_in, decks.only, whole, ink)
    if verdict.face_down and outline.alone:
        return Verdict("", "", 0.0, nothing=True)  # a corner of anything patterned
    if verdict.face_down and not is_printed_over(sight.flat):
        verdict = Verdict("", "", verdict.confidence / 2)
    if verdict.name and not outline.whole and verdict.confidence < _enough_in_part(verdict, ink):
        verdict = replace(verdict, name="")
    if verdict.face_down and not decks.taught:
        return verdict
    more = decks.taught or (() if verdict.name else decks.printed)
    known = [(deck, decide(deck, sight.unlike(deck), hidden)) for deck in more]
    if not known:
        return verdict
    if verdict.face_down:
        plain = judge_taught(known, Verdict("", "", 0.0))
        return plain if plain.name or verdict.confidence < IS_BACK else verdict
    marks = verdict if decks.taught else Verdict("", "", 0.0)  # our prints have marks of another make
    families = {deck.family for deck in decks.taught} & set(decks.built_in)
    if families and not verdict.name:
        marks = judge(said, seen, families, whole=whole, ink=ink)
        marks = Verdict("", "", 0.0) if marks.face_down else marks  # it is not printed over as backs are
    recognised = judge_taught(known, marks)
    if recognised.name and shows_another(said, families, recognised.name):
        recognised = as_question(recognised, recognised.name)
    told = bool(decks.built_in) and _is_marked(said)
    if not (recognised.name or outline.whole or told) and not _fits(known, FITS_MARKED):
        return Verdict("", "", 0.0, nothing=True)
    return recognised if decks.taught or recognised.name else verdict


def _fits(known: Sequence[tuple[Known, Recognised]], enough: float) -> bool:
    """Does it look like a face that was taught?"""
    return max(recognised.fit for _, recognised in known) >= enough


def _enough_in_part(verdict: Verdict, ink: NDArray[np.float64] | None) -> float:
    """How sure the name of a card not seen whole must be; a number in its own ink has two witnesses."""
    numbers = list(COLOUR_OF_NUMBER)
    if verdict.deck == NUMBERS and ink is not None and numbers[int(ink.argmax())] == verdict.name[0]:
        return SURE
    return _IN_PART


def _is_nothing(said: Said) -> bool:
    """Is this no card at all: neither as a whole nor by any mark in its corners?"""
    return float(said.kind[_NONE]) > _SURELY_NONE and not _is_marked(said)


def _may_be_number(said: Said) -> bool:
    """Does anything on it look like a number card: the whole of it, or a corner without a suit?"""
    plain = float(((1 - said.ranks[:, 0]) * said.suits[:, 0]).max())
    return max(plain, float(said.kind[_NUMBERS])) > _HARDLY


def _is_marked(said: Said) -> bool:
    """Does a corner show that there is a rank or a sign?"""
    return float((1 - said.ranks[:, 0]).max()) > 1 - _SURELY_NONE


def _marked(said: Said) -> tuple[int, ...]:
    """The corners that show an index."""
    return tuple(int(n) for n in np.flatnonzero(said.ranks[:, 0] < _INDEX))


def shows_another(said: Said, families: Collection[str], name: str) -> bool:
    """Does a corner surely show another digit than the card of that name has, and none shows that?

    Signs are not counted: every deck draws them in its own way.
    """
    ranks = {rank_of(deck, plain_name(name)) for deck in families} & set(_DIGITS)
    own = max((float(said.ranks[:, RANKS.index(rank)].max()) for rank in ranks), default=1.0)
    others = [RANKS.index(digit) for digit in _DIGITS if digit not in ranks]
    return own < _SURE_INDEX < float(said.ranks[:, others].max())


def _telling(said: Said, verdict: Verdict) -> tuple[int, ...]:
    """The corners that show the index of the card that it is, or may be."""
    rank = rank_of(verdict.deck, verdict.name or next(iter(verdict.names), ""))
    likeliest = [(RANKS[int(shares.argmax())], shares.max()) for shares in said.ranks]
    return tuple(
        n for n, (said_rank, share) in enumerate(likeliest) if said_rank == rank != "" and share > _SURE_INDEX
    )


def _corners_seen(outline: Outline, hidden: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """How sure each corner is seen; one that no card covers may be read even if it was not marked."""
    grid = hidden.reshape(11, 8)
    corners = grid[:3, :3].mean(), grid[:3, -3:].mean(), grid[-3:, -3:].mean(), grid[-3:, :3].mean()
    a, b, c, d = (max(s, 0.2) if cover < 0.3 else s for s, cover in zip(outline.seen, corners, strict=True))
    return a, b, c, d
