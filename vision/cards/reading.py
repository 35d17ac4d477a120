"""What a card that was cut out is: by its marks, by the faces that were taught, by what covers it."""

from collections.abc import Collection, Sequence

import numpy as np
from msgspec.structs import replace

from vision.cards import rivals
from vision.cards import verdict as verdicts
from vision.cards.decks import Decks
from vision.cards.flat import ink_of, is_printed_over, standing_out
from vision.cards.found_card import Sight, sights_of, still_says
from vision.cards.outlines import Outline, is_nearly_square, lying_down
from vision.cards.quads import height_of
from vision.cards.readers import KINDS, RANKS, Said
from vision.cards.second_witness import Placed, stands
from vision.cards.settings import SETTINGS
from vision.cards.taught import decide, judge_taught
from vision.pictures import Picture

_S = SETTINGS.reading

_DIGITS = tuple(rank for rank in RANKS if rank.isdigit())
_NUMBERS, _NONE = KINDS.index("numbers"), KINDS.index("none")
Seen = tuple[Sight, verdicts.Verdict]  # a card's look, and its reading if nothing covers it


def judged(sight: Sight, decks: Decks, above: Sequence[Outline]) -> verdicts.Verdict:
    """The reading of a card that the cards *above* it may partly hide."""
    outline, said = sight.outline, sight.said
    hidden = rivals.covered_parts(outline, above) | sight.outside
    shows_sign = _is_marked(said)
    if not (decks.taught or shows_sign) and (outline.alone or said.kind[_NONE] > _S.surely_none):
        return verdicts.NOTHING
    seen = verdicts.corners_seen(outline, said, hidden)
    whole = outline.whole and bool(hidden.mean() < _S.little_covered)
    body = whole and len(decks.built_in) > 1 and not decks.taught
    numbered = verdicts.NUMBERS in decks.built_in and _may_be_number(said, body)
    ink = ink_of(sight.flat, _marked(said) or (0, 1, 2, 3)) if numbered else None
    verdict = verdicts.judge(said, seen, decks.built_in, decks.only, whole, ink)
    if verdict.face_down and outline.alone:
        return verdicts.NOTHING  # a corner of anything patterned
    if verdict.face_down and not is_printed_over(sight.flat, max(outline.seen) > SETTINGS.find.only_sheet):
        verdict = verdicts.Verdict("", "", verdict.confidence / 2)
    unsure = not outline.whole and verdict.confidence < _S.sure_in_part
    if verdict.name and (unsure or (whole and _is_no_court(sight, verdict.name))):
        verdict = replace(verdict, name="")
    if verdict.face_down and not decks.taught:
        return verdict
    more = decks.taught or (() if verdict.name else decks.printed)
    known = [(deck, decide(deck, sight.among(deck), hidden)) for deck in more]
    if not known:
        return verdict
    if verdict.face_down:
        plain = judge_taught(known, verdicts.UNREAD)
        return plain if plain.name or verdict.confidence < SETTINGS.found_card.is_back else verdict
    marks = verdict if decks.taught else verdicts.UNREAD  # our own prints have other marks
    families = {deck.family for deck in decks.taught} & set(decks.built_in)
    if families and not verdict.name:
        marks = verdicts.judge(said, seen, families, whole=whole, ink=ink)
        marks = verdicts.UNREAD if marks.face_down else marks  # it lacks the all-over print of a back
    recognised = judge_taught(known, marks, bool(decks.only))
    if recognised.name and shows_another(said, families, recognised.name):
        recognised = verdicts.as_question(recognised, recognised.name)
    marked = bool(decks.built_in) and shows_sign
    traced = [face.fit for _, face in known if face.found > SETTINGS.taught.trace]
    fits = max(traced, default=0) >= SETTINGS.taught.fits_marked  # one that was taught
    if not (recognised.name or outline.whole or marked or fits):
        return verdicts.NOTHING
    return recognised if decks.taught or recognised.name else verdict


def _is_no_court(sight: Sight, name: str) -> bool:
    """Is what has the *name* of a court none? It has as little print as a number card, and perhaps pips."""
    pips = float(sight.said.rank[RANKS.index("2") : RANKS.index("J")].sum())
    return name[0] in "JQK" and pips > _S.may_be_pips and standing_out(sight.flat) < _S.print_of_court


def _may_be_number(said: Said, body: bool) -> bool:
    """Does anything on it look like a number card: its *body*, or else a corner without a suit?"""
    plain = 0.0 if body else float(((1 - said.ranks[:, 0]) * said.suits[:, 0]).max())
    return max(plain, float(said.kind[_NUMBERS])) > _S.may_be_number


def _is_marked(said: Said) -> bool:
    """Does a corner show that there is a rank or a sign?"""
    return float((1 - said.ranks[:, 0]).max()) > 1 - _S.surely_none


def _marked(said: Said) -> tuple[int, ...]:
    """The corners that show an index."""
    return tuple(int(n) for n in np.flatnonzero(said.ranks[:, 0] < _S.blank_corner))


def shows_another(said: Said, families: Collection[str], name: str) -> bool:
    """Does a corner surely show another digit than the card of that name has, and none shows that?

    Signs are not counted: every deck draws them in its own way.
    """
    ranks = {verdicts.rank_of(deck, verdicts.plain_name(name)) for deck in families} & set(_DIGITS)
    own = max((float(said.ranks[:, RANKS.index(rank)].max()) for rank in ranks), default=1.0)
    others = [RANKS.index(digit) for digit in _DIGITS if digit not in ranks]
    return own < _S.sure_index < float(said.ranks[:, others].max())


def telling(said: Said, verdict: verdicts.Verdict) -> tuple[int, ...]:
    """The corners that show the index of the card's name, or of a possible one."""
    name = verdicts.plain_name(verdict.name or next(iter(verdict.names), ""))
    is_french = verdicts.deck_of_name(name) == verdicts.FRENCH  # of a taught deck, too
    rank = verdicts.rank_of(verdicts.FRENCH if is_french else verdict.deck, name)
    likeliest = [(RANKS[int(shares.argmax())], shares.max()) for shares in said.ranks]
    return tuple(
        n
        for n, (said_rank, share) in enumerate(likeliest)
        if said_rank == rank != "" and share > _S.sure_index
    )


def confirmed(
    picture: Picture,
    decks: Decks,
    sight: Sight,
    verdict: verdicts.Verdict,
    above: Sequence[Outline],
    closely: bool = False,
) -> verdicts.Verdict:
    """The reading of a card; a question where another face of its taught deck fits as well.

    *closely*: cards lie in a row, so that each is looked at more than once.
    """
    # of a card that is placed by one corner the others may show another card's index
    marked = telling(sight.said, verdict) if sight.outline.alone else _marked(sight.said)
    by_marks = verdicts.deck_of_name(verdict.name) == verdicts.FRENCH and not verdict.fit
    if by_marks and (closely or len(marked) == 1):
        name = verdicts.plain_name(verdict.name)
        rank = verdicts.rank_of(verdicts.FRENCH, name)
        steady = all(still_says(picture, sight, corner, rank, name[1], closely) for corner in marked)
        return verdict if steady else verdicts.as_question(verdict, verdict.name)
    by_likeness = verdict.name and verdict.fit
    deck = next((deck for deck in decks.taught if deck.name == verdict.deck and by_likeness), None)
    if deck is None:
        return verdict
    hidden = rivals.covered_parts(sight.outline, above) | sight.outside
    placed = Placed(sight.outline.quad, (), 0, sight.among(deck), hidden)
    if stands(picture, deck, placed, decide(deck, placed.beside, hidden)):
        return verdict
    return verdicts.as_question(verdict, verdict.name)


def turned_aslant(picture: Picture, decks: Decks, seen: Sequence[Seen]) -> list[Seen]:
    """The cards; of those that look nearly square, as from low down, the long side may be across."""
    out = list(seen)
    square = [
        n
        for n, (sight, verdict) in enumerate(seen)
        if not sight.outline.alone and not verdict.face_down and is_nearly_square(sight.outline)
    ]
    turned = sights_of(picture, [lying_down(seen[n][0].outline) for n in square], decks.have_indices)
    for n, sight in zip(square, turned, strict=True):
        verdict = judged(sight, decks, [])
        if _lies_rather(verdict, seen[n][1]):
            out[n] = sight, verdict
    return out


def _lies_rather(across: verdicts.Verdict, upright: verdicts.Verdict) -> bool:
    """Does a card look more like one with its long side across? A face that was taught fits only one way."""
    if across.name and upright.name:
        return (across.fit, across.confidence) > (upright.fit, upright.confidence)
    if across.name:
        return not across.fit or across.fit > upright.fit
    return bool(upright.name) and 0 < upright.fit < across.fit


def without_signs(looked: Sequence[Seen]) -> list[Seen]:
    """The cards, but for backs much smaller than the others: those are signs on cards, as a striped oval."""
    sizes = [np.sqrt(sight.outline.width * height_of(sight.outline.quad)) for sight, _ in looked]
    usual = [size for size, (_, said) in zip(sizes, looked, strict=True) if not said.face_down]
    least = _S.least_back * np.median(usual) if len(usual) > 2 else 0.0
    return [
        (sight, verdicts.NOTHING if said.face_down and size < least else said)
        for size, (sight, said) in zip(sizes, looked, strict=True)
    ]
