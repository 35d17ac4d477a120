"""Cards in any picture: found by their corners, flattened, read, and judged together."""

from collections.abc import Callable, Collection, Sequence
from functools import cache

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from companion.sightings import CardSeen
from vision.cards import rivals
from vision.cards import verdict as verdicts
from vision.cards.corners import CornerMark, find_corners
from vision.cards.decks import Decks
from vision.cards.find import find_outlines, is_odd_sheet, mostly_inside
from vision.cards.fitted import edges_of
from vision.cards.flat import ink_of, is_blank, is_mostly_paper, is_printed_over, is_printed_to_the_edge
from vision.cards.found_card import Sight, as_reported, sights_of, still_says
from vision.cards.four_sides import cards_by_sides
from vision.cards.kit_print import kit_cards, named_by_beads
from vision.cards.lying import Where
from vision.cards.outlines import Outline, is_nearly_square, lying_down
from vision.cards.partly_covered import by_corner, covered_cards, left_over, lie_alike
from vision.cards.readers import KINDS, RANKS, Said
from vision.cards.second_witness import Named, cards_by_print, stands
from vision.cards.settings import SETTINGS
from vision.cards.sizes import Size, is_new, other_sizes, size_of_cards
from vision.cards.taught import Known, Recognised, decide, judge_taught
from vision.pictures import Picture

_S = SETTINGS.anywhere

_DIGITS = tuple(rank for rank in RANKS if rank.isdigit())
_NUMBERS, _NONE = KINDS.index("numbers"), KINDS.index("none")
Seen = tuple[Sight, verdicts.Verdict]  # a card's look, and its reading if nothing covers it
ANYWHERE = Where()


class _Given(Struct, frozen=True, eq=False):
    """The picture, all that is known about it beforehand, and what both looks at it need once."""

    picture: Picture
    decks: Decks
    where: Where
    found: Callable[[], tuple[Sequence[CornerMark], Sequence[Outline]]]
    printed: Sequence[Named] = ()  # the cards of taught decks that are named by what is printed on them
    sights: dict[Outline, Sight] = field(default_factory=dict)


def cards_anywhere(picture: Picture, decks: Decks, where: Where = ANYWHERE) -> tuple[CardSeen, ...]:
    """Every card of *picture* where one may lie, in its own pixels; one that is not sure has only choices.

    Where cards are the kit's own, and all of each is seen, their frames and backs are enough to find them.
    Decks taught with names of a built-in one are read as if they were not, too, where a card is in doubt.
    """
    # courts and pips share their print: French cards are left to those who read their indices
    by_print = [deck for deck in decks.taught if deck.cards and deck.family != verdicts.FRENCH]
    found = cache(lambda: _found_in(picture))
    there = [one.quad for some in found() for one in some] if by_print else []
    printed = cards_by_print(picture, by_print, there)
    given = _Given(picture, decks, where, found, printed)
    cards = _cards_once(given)
    asked = {deck.name for deck in by_print}
    near = [np.array(card.corners, np.float32) for card in cards if not card.name and card.deck in asked]
    finer = cards_by_print(picture, by_print, near, printed) if near else []
    if finer:
        cards = _cards_once(replace(given, printed=[*printed, *finer]))
    doubtful = any(not card.name and not card.face_down for card in cards)
    families = {deck.family for deck in decks.taught if deck.family and doubtful}
    if not families:
        return cards
    untaught = _cards_once(replace(given, decks=replace(decks, taught=()), printed=()))
    untaught = tuple(card for card in untaught if card.deck in families)
    if decks.only:
        (deck,) = decks.taught
        own = {verdicts.plain_name(name): name for name in deck.names}
        untaught = tuple(
            replace(card, deck=deck.name, name=own.get(verdicts.plain_name(card.name), ""))
            for card in untaught
        )
    return rivals.none_worse(cards, untaught)


def _found_in(picture: Picture) -> tuple[Sequence[CornerMark], Sequence[Outline]]:
    marks = find_corners(picture)
    return marks, find_outlines(picture, marks)


def _cards_once(given: _Given) -> tuple[CardSeen, ...]:
    """The cards that the decks can hold at the same time."""
    picture, decks, where = given.picture, given.decks, given.where
    kits: list[verdicts.Card] = []
    outlines: list[Outline] = []
    if decks.beaded and (where.on_mat or not decks.built_in):
        kits, outlines = where.framed or kit_cards(picture, decks.beaded, where)
    # a frame of the kit's own print says which card it is, or nothing does
    framed = [*(card.outline for card in kits), *outlines]
    printed = [
        card
        for card in (one.card for one in given.printed)
        if where.may_lie(card.quad) and not any(rivals.lies_on(card.outline, one) for one in framed)
    ]
    standing = [] if kits else _with_four_sides(given, [*framed, *(card.outline for card in printed)])
    kits = [*kits, *printed]
    in_part = where.in_part and not where.is_all([card.quad for card in kits])
    in_part = in_part and not where.lie_alone([ways[0].quad for ways in standing])
    marks: Sequence[CornerMark] = ()
    if in_part or not (kits or standing):
        marks, found = given.found()
        outlines = [outline for outline in found if where.may_lie(outline.quad)]
        kits, outlines = named_by_beads(picture, outlines, decks.beaded, kits)
    looked = _looked_at(given, [outline for outline in outlines if not outline.alone])
    looked += _as_they_stand(given, standing)
    if in_part:
        _add_covered(given, marks, outlines, looked, [card.outline for card in kits])
    return tuple(
        as_reported(card) for card in rivals.one_of_each([*kits, *_judged_together(given, looked, kits)])
    )


def _judged_together(
    given: _Given, looked: Sequence[Seen], kits: Sequence[verdicts.Card]
) -> list[verdicts.Card]:
    """The cards that there can be beside each other; of each what it is though others cover a part of it.

    Nothing is a card that is blank: a sheet of its size may hide one.
    """
    looked = _of_one_make(looked, given.decks.built_in)
    cards = [verdicts.Card(sight.outline, verdict) for sight, verdict in looked]
    indices = [_telling(sight.said, verdict) for sight, verdict in looked]
    stay = rivals.without_rivals(cards, indices)
    there = [*(cards[n] for n in stay), *kits]
    out: list[verdicts.Card] = []
    for n, above in zip(stay, rivals.covering([card.outline for card in there]), strict=False):
        sight, verdict = looked[n]
        over = [there[m].outline for m in above if there[m].verdict.known]
        over = [other for other in over if not rivals.shows_through(sight.outline, indices[n], other)]
        verdict = _judged(sight, given.decks, over) if over else verdict
        if verdict.known or not is_blank(sight.flat):
            out.append(verdicts.Card(sight.outline, _confirmed(given, sight, verdict, over)))
    return out


def _confirmed(
    given: _Given, sight: Sight, verdict: verdicts.Verdict, above: Sequence[Outline]
) -> verdicts.Verdict:
    """The reading of a card; a question where another face of its taught deck fits as well."""
    # of a card that is placed by one corner the others may show another card's index
    marked = _telling(sight.said, verdict) if sight.outline.alone else _marked(sight.said)
    if verdicts.deck_of_name(verdict.name) == verdicts.FRENCH and not verdict.fit and len(marked) == 1:
        name = verdicts.plain_name(verdict.name)
        rank = verdicts.rank_of(verdicts.FRENCH, name)
        steady = still_says(given.picture, sight, *marked, rank, name[1])
        return verdict if steady else verdicts.as_question(verdict, verdict.name)
    by_likeness = verdict.name and verdict.fit
    deck = next((deck for deck in given.decks.taught if deck.name == verdict.deck and by_likeness), None)
    hidden = rivals.covered_parts(sight.outline, above) | sight.outside
    if deck is None or stands(given.picture, deck, sight.outline, sight.among(deck), hidden):
        return verdict
    return verdicts.as_question(verdict, verdict.name)


def _of_one_make(looked: Sequence[Seen], decks: Collection[str]) -> list[Seen]:
    """The cards; those that may be of no known deck are asked about, though their marks are read.

    A number card is mostly paper. A green 1 printed to the edge may be of colours or of numbers, unless
    another such card beside it can only be of the one with all digits.
    """
    named = [(n, sight.flat, said) for n, (sight, said) in enumerate(looked) if said.name]
    likely = {
        n: said.name for n, flat, said in named if said.deck == verdicts.NUMBERS and not is_mostly_paper(flat)
    }
    edged = {
        n: verdicts.number_like(said.name)
        for n, flat, said in named
        if said.deck == verdicts.UNO and verdicts.NUMBERS in decks and is_printed_to_the_edge(flat)
    }
    likely |= edged if all(edged.values()) else {}
    return [
        (sight, verdicts.as_question(said, likely[n]) if n in likely else said)
        for n, (sight, said) in enumerate(looked)
    ]


def _add_covered(
    given: _Given,
    marks: Sequence[CornerMark],
    outlines: Sequence[Outline],
    looked: list[Seen],
    kits: Sequence[Outline],
) -> None:
    """Adds cards covered in part whose corners are left over, of one size after another that they may have.

    What was read nearly for sure with one size is not looked for with the next.
    """
    picture, tried, edges = given.picture, list[Size](), None
    while len(tried) < _S.sizes:
        known = [*kits, *(sight.outline for sight, verdict in looked if verdict.known)]
        nearly = [sight.outline for sight, verdict in looked if tried and _is_nearly_known(verdict)]
        free = left_over(marks, [*known, *nearly])
        size = _next_size(known, outlines, marks, tried) if free else None
        if size is None:
            break
        edges = edges or edges_of(picture, size.wide)
        there = [
            card
            for card in covered_cards(edges, free, size)
            if mostly_inside(card.quad, picture)
            and given.where.may_lie(card.quad)
            and not any(lie_alike(card, sight.outline) for sight, _ in looked)
        ]
        looked += _looked_at(given, there)
        tried.append(size)
    nearly = [*kits, *(sight.outline for sight, verdict in looked if _is_nearly_known(verdict))]
    free = left_over(marks, nearly) if nearly and edges else []  # a fan has a card that is seen whole
    if edges and free:
        in_fan = [card for card in by_corner(edges, free, tried[0]) if given.where.may_lie(card.quad)]
        looked += _looked_at(given, in_fan)


def _next_size(
    known: Sequence[Outline], outlines: Sequence[Outline], marks: Sequence[CornerMark], tried: Sequence[Size]
) -> Size | None:
    """The likeliest size of cards that has not been *tried*."""
    if not tried:
        return size_of_cards(known or outlines, marks)
    others = other_sizes(known, outlines, marks)
    return next((size for size in others if is_new(size, tried)), None)


def _with_four_sides(given: _Given, framed: Sequence[Outline]) -> list[list[Outline]]:
    """The cards with four visible sides on the mat, each in all its possible poses; none of those *framed*.

    Where only the kit's prints are expected, a strip is not a card.
    """
    decks, lying = given.decks, given.where.lying
    if lying is None or (decks.beaded and not decks.built_in):
        return []
    return [ways for ways in cards_by_sides(lying) if not any(rivals.lies_on(ways[0], one) for one in framed)]


def _as_they_stand(given: _Given, cards: Sequence[Sequence[Outline]]) -> list[Seen]:
    """The cards whose four sides are visible: in their first pose if it can be read, else in one that can."""
    looked = _looked_at(given, [ways[0] for ways in cards])
    for n, ways in enumerate(cards):
        if not looked[n][1].known:
            others = _looked_at(given, ways[1:])
            looked[n] = next((seen for seen in others if seen[1].known), looked[n])
    return looked


def _looked_at(given: _Given, found: Sequence[Outline]) -> list[Seen]:
    """The cards *found*, and what they are if nothing covers them."""
    picture, decks = given.picture, given.decks
    fresh = [outline for outline in found if outline not in given.sights]
    given.sights.update(zip(fresh, sights_of(picture, fresh), strict=True))
    sights = [given.sights[outline] for outline in found]
    seen = turned_aslant(picture, decks, [(sight, _judged(sight, decks, [])) for sight in sights])
    return [
        (sight, verdicts.NOTHING if is_odd_sheet(sight.outline) and not verdict.name else verdict)
        for sight, verdict in seen
    ]


def turned_aslant(picture: Picture, decks: Decks, seen: Sequence[Seen]) -> list[Seen]:
    """The cards; of those that look nearly square, as from low down, the long side may be across."""
    out = list(seen)
    square = [
        n
        for n, (sight, verdict) in enumerate(seen)
        if not sight.outline.alone and not verdict.face_down and is_nearly_square(sight.outline)
    ]
    turned = sights_of(picture, [lying_down(seen[n][0].outline) for n in square])
    for n, sight in zip(square, turned, strict=True):
        verdict = _judged(sight, decks, [])
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


def _is_nearly_known(verdict: verdicts.Verdict) -> bool:
    return verdict.confidence >= _S.nearly_sure and not verdict.nothing


def _judged(sight: Sight, decks: Decks, above: Sequence[Outline]) -> verdicts.Verdict:
    """The reading of a card that the cards *above* it may partly hide."""
    outline, said = sight.outline, sight.said
    hidden = rivals.covered_parts(outline, above) | sight.outside
    if (_is_nothing(said) or (outline.alone and not _is_marked(said))) and not decks.taught:
        return verdicts.NOTHING
    seen, whole = (
        verdicts.corners_seen(outline, said, hidden),
        outline.whole and hidden.mean() < _S.little_covered,
    )
    body = whole and len(decks.built_in) > 1 and not decks.taught
    numbered = verdicts.NUMBERS in decks.built_in and _may_be_number(said, body)
    ink = ink_of(sight.flat, _marked(said) or (0, 1, 2, 3)) if numbered else None
    verdict = verdicts.judge(said, seen, decks.built_in, decks.only, whole, ink)
    if verdict.face_down and outline.alone:
        return verdicts.NOTHING  # a corner of anything patterned
    if verdict.face_down and not is_printed_over(sight.flat):
        verdict = verdicts.Verdict("", "", verdict.confidence / 2)
    if verdict.name and not outline.whole and verdict.confidence < _S.sure_in_part:
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
    marked = bool(decks.built_in) and _is_marked(said)
    if not (recognised.name or outline.whole or marked) and not _fits(known, SETTINGS.taught.fits_marked):
        return verdicts.NOTHING
    return recognised if decks.taught or recognised.name else verdict


def _fits(known: Sequence[tuple[Known, Recognised]], enough: float) -> bool:
    """Does it look like a face that was taught?"""
    return max(recognised.fit for _, recognised in known) >= enough


def _is_nothing(said: Said) -> bool:
    """Is this not a card, neither as a whole nor by any mark in its corners?"""
    return float(said.kind[_NONE]) > _S.surely_none and not _is_marked(said)


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


def _telling(said: Said, verdict: verdicts.Verdict) -> tuple[int, ...]:
    """The corners that show the index of the card's name, or of a possible one."""
    rank = verdicts.rank_of(verdict.deck, verdict.name or next(iter(verdict.names), ""))
    likeliest = [(RANKS[int(shares.argmax())], shares.max()) for shares in said.ranks]
    return tuple(
        n
        for n, (said_rank, share) in enumerate(likeliest)
        if said_rank == rank != "" and share > _S.sure_index
    )
