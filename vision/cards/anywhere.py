"""Cards in any picture: found by their corners, flattened, read, and judged together."""

from collections.abc import Callable, Collection, Sequence
from functools import cache

from msgspec import Struct, field
from msgspec.structs import replace

from companion.sightings import CardSeen
from vision.cards import rivals
from vision.cards import verdict as verdicts
from vision.cards.corners import CornerMark, find_corners
from vision.cards.decks import Decks
from vision.cards.find import find_outlines, is_odd_sheet, is_sheet, mostly_inside
from vision.cards.fitted import edges_of
from vision.cards.flat import is_blank, is_mostly_paper, is_printed_to_the_edge
from vision.cards.found_card import Sight, as_reported, from_far_and_near, sights_of
from vision.cards.four_sides import cards_by_sides
from vision.cards.kit_print import kit_cards, named_by_beads
from vision.cards.lying import Where
from vision.cards.outlines import Outline
from vision.cards.partly_covered import by_corner, covered_cards, left_over, lie_alike
from vision.cards.prints import votes_near
from vision.cards.quads import area_of, between_middles, height_of
from vision.cards.reading import Seen, confirmed, judged, telling, turned_aslant, without_signs
from vision.cards.second_witness import Named, cards_by_look, cards_by_print, shown_by_none
from vision.cards.settings import SETTINGS
from vision.cards.sizes import Size, is_new, other_sizes, size_of_cards
from vision.pictures import Picture

_S = SETTINGS.anywhere

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
    votes = votes_near(picture, by_print, there)
    printed = cards_by_print(picture, votes)
    given = _Given(picture, decks, where, found, printed)
    cards = _cards_once(given)
    more = cards_by_look(picture, votes, list(given.sights.values()), printed)
    if there and not (cards or more):  # of round cards no corner is found: then what was is none of theirs
        more = cards_by_print(picture, votes_near(picture, by_print, ()))
    if more:
        cards = _cards_once(replace(given, printed=[*printed, *more]))
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
    looked = without_signs(_of_one_make(looked, given.decks.built_in))
    cards = [verdicts.Card(sight.outline, verdict) for sight, verdict in looked]
    indices = [telling(sight.said, verdict) for sight, verdict in looked]
    stay = rivals.without_rivals(cards, indices)
    there = [*(cards[n] for n in stay), *kits]
    out: list[tuple[Sight, verdicts.Card]] = []
    for n, above in zip(stay, rivals.covering([card.outline for card in there]), strict=False):
        sight, verdict = looked[n]
        over = [there[m].outline for m in above if there[m].verdict.known]
        over = [other for other in over if not rivals.shows_through(sight.outline, indices[n], other)]
        verdict = judged(sight, given.decks, over) if over else verdict
        if verdict.known or not is_blank(sight.flat):
            verdict = confirmed(given.picture, given.decks, sight, verdict, over)
            out.append((sight, verdicts.Card(sight.outline, verdict)))
    return [card for _, card in (out if given.where.on_mat else _without_clutter(given.picture, out, kits))]


def _without_clutter(
    picture: Picture, found: Sequence[tuple[Sight, verdicts.Card]], kits: Sequence[verdicts.Card]
) -> list[tuple[Sight, verdicts.Card]]:
    """The cards *found*, but for what is small and in a crowd: keys, letters, a pattern.

    A card that is seen in part lies below others: where far more look like parts of cards than like whole
    ones, none of those is a card that nothing speaks for.
    """
    known = [card.outline for card in (*(card for _, card in found), *kits) if card.verdict.known]
    whole = sum(_is_whole(sight) and not card.verdict.known for sight, card in found)
    alone = [sight for sight, card in found if not _is_spoken_for(sight, card.verdict, known)]
    if len(alone) <= _S.parts * (len(known) + whole + 1):
        return list(found)
    least = max(_S.small * max(picture.shape[:2]), *(_S.wider * outline.width for outline in known), 0.0)
    return [one for one in found if one[0] not in alone or one[0].outline.width > least]


def _is_whole(sight: Sight) -> bool:
    """Are three corners of a card seen, and does it look like one?"""
    outline, kinds = sight.outline, sight.said.kind
    return outline.whole and not is_sheet(outline) and float(kinds[0]) < _S.no_card


def _is_spoken_for(sight: Sight, verdict: verdicts.Verdict, known: Sequence[Outline]) -> bool:
    """Does more than corners and edges say that it is a card: index, taught face, a known card upon it?"""
    outline, said = sight.outline, sight.said
    if verdict.known or verdict.fit > SETTINGS.taught.fits_marked:
        return True
    if outline.whole and (not is_sheet(outline) or float(said.kind[1:].max()) > _S.like_a_card):
        return True
    beside = any(_lies_beside(outline, other) for other in known)
    return beside or float((1 - said.ranks[:, 0]).max()) > _S.shows_index


def _lies_beside(one: Outline, other: Outline) -> bool:
    """Are they as large as each other, and so near that one may cover the other?"""
    larger = area_of(one.quad) / area_of(other.quad)
    near = between_middles(one.quad, other.quad) < _S.beside * height_of(other.quad)
    return near and 1 / _S.as_large < larger < _S.as_large


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
    unshown = shown_by_none(marks, given.printed)
    while len(tried) < _S.sizes[bool(given.printed)]:
        known = [*kits, *(sight.outline for sight, verdict in looked if verdict.known)]
        nearly = [seen[0].outline for seen in looked if tried and _is_nearly_known(*seen)]
        free = left_over(unshown, [*known, *nearly])
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
    read = [*kits, *(seen[0].outline for seen in looked if _is_nearly_known(*seen, in_part=False))]
    free = left_over(unshown, read) if read and edges else []  # a fan has a card that is seen whole
    if edges and free:
        in_fan = by_corner(picture, edges, free, tried[0], given.decks.have_indices)
        looked += _looked_at(given, [card for card in in_fan if given.where.may_lie(card.quad)])


def _next_size(
    known: Sequence[Outline], outlines: Sequence[Outline], marks: Sequence[CornerMark], tried: Sequence[Size]
) -> Size | None:
    """The likeliest size of cards that has not been *tried*."""
    if not tried:
        return size_of_cards(known or outlines, marks)
    return next((size for size in other_sizes(known, outlines, marks) if is_new(size, tried)), None)


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
    given.sights.update(zip(fresh, sights_of(picture, fresh, decks.have_indices), strict=True))
    sights = [given.sights[outline] for outline in found]
    seen = turned_aslant(picture, decks, [(sight, judged(sight, decks, [])) for sight in sights])
    for n, (sight, verdict) in enumerate(seen):
        if not (verdict.known or verdict.nothing):
            again = from_far_and_near(picture, sight)
            seen[n] = again, verdict if again is sight else judged(again, decks, [])
    return [
        (sight, verdicts.NOTHING if is_odd_sheet(sight.outline) and not verdict.name else verdict)
        for sight, verdict in seen
    ]


def _is_nearly_known(sight: Sight, verdict: verdicts.Verdict, in_part: bool = True) -> bool:
    """Is it known, or nearly, and seen whole or *in_part*?"""
    nearly = verdict.confidence >= _S.nearly_sure and not verdict.nothing
    return verdict.known or (nearly and (in_part or sight.outline.whole))
