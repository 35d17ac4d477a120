"""Rows of overlapping cards: of each only a side is seen, and its beads or its index say which card it is.

The cards come in the order in which they lie: the lowest first, the one that nothing covers last.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from msgspec.structs import replace

from vision.cards.decks import Decks
from vision.cards.flat import cut, flat_card
from vision.cards.found_card import Sight, from_far_and_near
from vision.cards.kit_print import named_as_printed, paleness, read_one_side
from vision.cards.outlines import Outline
from vision.cards.quads import Floats, between_middles, down, inwards, step, turned_round, upon, width_of
from vision.cards.readers import said_of
from vision.cards.reading import confirmed, judged
from vision.cards.rivals import covered_parts, parts_outside
from vision.cards.row_corners import find_strips_by_corners
from vision.cards.row_strips import find_strips
from vision.cards.settings import SETTINGS
from vision.cards.verdict import FRENCH, UNREAD, Card, Verdict, not_covered
from vision.pictures import Mask, Picture, Quad

_S = SETTINGS.row

_LEFT, _WHOLE = (1.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)  # how sure corners are that are seen
Row = tuple[Card, ...]


def find_rows(picture: Picture, tall: float, decks: Decks, only_printed: bool = False) -> list[Row]:
    """The rows of *picture*, in the order in which one reads lines of a text.

    They are of the kit's own print of *decks*, or of French cards if not *only_printed*; cards are about
    *tall* pixels high.
    """
    rows = printed_rows(picture, tall, decks)
    if not (rows or only_printed) and FRENCH in decks.built_in:
        rows = rows_by_index(picture, tall, decks)
    return _line_by_line(_asked_where_twice(rows))


def printed_rows(picture: Picture, tall: float, decks: Decks) -> list[Row]:
    """The rows of the kit's own print, in no order among themselves."""
    if not decks.beaded:
        return []
    pale = paleness(picture)
    cards = [_card(quad, _read(pale, quad, decks)) for quad in find_strips(pale, tall)]
    read = [card for card in cards if card.verdict.name]
    named = _each_once(read)
    blank = [card for card in cards if not card.verdict.name and _lies_among(card, named, read)]
    rows = [row for row in _chains([*named, *blank]) if any(card.verdict.name for card in row)]
    return [_to_the_right(row) if _only_touches(row) else row for row in rows if len(row) >= _S.fewest]


def _card(quad: Quad, verdict: Verdict) -> Card:
    return Card(Outline(quad, _LEFT), verdict)


def _only_touches(row: Row) -> bool:
    """Does no card lie upon another, so that each is read from either side, and none is the lowest?"""
    return all(away > _S.touching for away in _steps(row))


def _to_the_right(row: Row) -> Row:
    x, y = row[-1].quad.mean(axis=0) - row[0].quad.mean(axis=0)
    return row if (x if abs(x) > abs(y) else y) > 0 else tuple(_turned(card) for card in reversed(row))


def _read(pale: Mask, quad: Quad, decks: Decks) -> Verdict:
    said = read_one_side(pale, quad)
    verdict = named_as_printed(*said) if said else UNREAD
    return verdict if verdict.deck in decks.beaded else UNREAD


def rows_by_index(picture: Picture, tall: float, decks: Decks) -> list[Row]:
    """The rows of French cards, each read by its index, in no order among themselves."""
    decks = Decks((FRENCH,), tuple(deck for deck in decks.taught if deck.family == FRENCH), decks.only)
    either_way = [_shown(picture, quads, decks) for quads in find_strips_by_corners(picture, tall)]
    cards = max(either_way, key=_believed)
    rows = [row for row in _chains(_each_once(cards)) if len(row) >= _S.fewest_by_index]
    return [
        _closed_up(picture, _without_slivers(row), decks) for row in rows if _usual_step(row) < _S.overlap
    ]


def _shown(picture: Picture, quads: Sequence[Quad], decks: Decks) -> list[Card]:
    """The cards whose left sides are seen, by their indices; what lies upon them hides the rest."""
    outlines = [Outline(quad, _LEFT) for quad in quads]
    upper = [[other for other in outlines if upon(quad, other.quad) is not None] for quad in quads]
    whole = [Outline(quad, _LEFT if above else _WHOLE) for quad, above in zip(quads, upper, strict=True)]
    shown = [_uncovered(picture, *both) for both in zip(whole, upper, strict=True)]
    said = said_of(picture, [flat for _, flat, _ in shown])
    out = []
    for outline, above, (part, flat, corner), says in zip(whole, upper, shown, said, strict=True):
        own, over = _moved(outline, corner), [_moved(other, corner) for other in above]
        shows = not_covered(says, own, covered_parts(own, over))
        if float((1 - shows.ranks[0, 0]) * (1 - shows.suits[0, 0])) > _S.least_index:
            sight = from_far_and_near(part, Sight(own, flat, shows, parts_outside(outline.quad, picture)))
            verdict = confirmed(part, decks, sight, judged(sight, decks, over), over, closely=True)
            out += [] if verdict.nothing else [Card(outline, verdict)]
    return out


def _uncovered(picture: Picture, card: Outline, above: Sequence[Outline]) -> tuple[Picture, Picture, Floats]:
    """The part of the picture about a card, the card flattened, and where that part begins.

    What lies *above* is painted over as the card's paper is, or the next index would be read as well.
    """
    part, quad = cut(picture, card.quad, np.inf)
    corner, part = np.asarray(card.quad[0] - quad[0]), part.copy()
    own, over = (np.zeros(part.shape[:2], np.uint8) for _ in range(2))
    cv2.fillConvexPoly(own, quad.round().astype(np.int32), 1)
    for other in above:
        cv2.fillConvexPoly(over, (other.quad - corner).round().astype(np.int32), 1)
    strip = part[(own > over)]
    part[over > 0] = np.median(strip, axis=0) if len(strip) else 0
    return part, flat_card(part, quad), corner


def _moved(outline: Outline, corner: Floats) -> Outline:
    return replace(outline, quad=np.asarray(outline.quad - corner, np.float32))


def _believed(cards: Sequence[Card]) -> float:
    """How much speaks for it that these are cards: what is less sure than half speaks against it."""
    return sum(card.verdict.confidence - _S.half_sure for card in cards)


def _without_slivers(row: Row) -> Row:
    """The row without what cannot be read between two cards that are hardly farther apart than others."""
    usual, out = _usual_step(row), list(row[:1])
    for card, after in pairwise(row[1:]):
        if card.verdict.name or step(out[-1].quad, after.quad)[0] > _S.sliver * usual:
            out.append(card)
    return (*out, row[-1])


def _closed_up(picture: Picture, row: Row, decks: Decks) -> Row:
    """The row with the cards whose corners were not found, where it has a gap and shows an index there."""
    usual, out = _usual_step(row), list(row[:1])
    for one, other in pairwise(row):
        if step(one.quad, other.quad)[0] > _S.gap * usual:
            quads = [one.quad + (other.quad - one.quad) * np.float32(share) for share in _S.between]
            read = _shown(picture, [*quads, other.quad], decks)
            between = [card for card in read if card.quad is not other.quad]
            out += [max(between, key=lambda card: card.verdict.confidence)] if between else []
        out.append(other)
    return tuple(out)


def _steps(row: Row) -> list[float]:
    return [step(one.quad, other.quad)[0] for one, other in pairwise(row)]


def _usual_step(row: Row) -> float:
    return float(np.median(_steps(row) or [1.0]))


# --- which strips are cards ---


def _each_once(named: Sequence[Card]) -> list[Card]:
    """The card on top shows both its sides: the one stays that lies as those of its neighbours do."""
    order = sorted(named, key=lambda card: -sum(_alike(card.quad, other.quad, _S.alike) for other in named))
    stay: list[Card] = []
    for card in order:
        if not any(_is_one(card.quad, other.quad) for other in stay):
            stay.append(card)
    return stay


def _is_one(quad: Quad, other: Quad) -> bool:
    """Are both the same card, by its two sides or by one bar found twice?"""
    same = _S.same_side if _alike(quad, other, _S.alike) else _S.both_sides
    return between_middles(quad, other) < same * width_of(quad)


def _lies_among(blank: Card, named: Sequence[Card], read: Sequence[Card]) -> bool:
    """Is a strip that cannot be read a card all the same, beside others and as they lie?"""
    if any(_is_of(blank.quad, card.quad) for card in read):
        return False
    steps = [step(card.quad, blank.quad) for card in named if _alike(blank.quad, card.quad, _S.parallel)]
    beside = [(along, aside) for along, aside in steps if abs(along) < 1]
    return bool(beside) and all(abs(along) > _S.beside and abs(aside) < _S.aside for along, aside in beside)


def _is_of(blank: Quad, card: Quad) -> bool:
    """Is it the bar of a card that was read from its other side, seen from within?"""
    along, aside = step(card, blank)
    return _opposed(card, blank) and _S.own_bar[0] < along < _S.own_bar[1] and -1 < aside < 1


def _alike(one: Quad, other: Quad, least: float) -> bool:
    """Do both lie in about the same direction?"""
    a, b = inwards(one), inwards(other)
    return float(a @ b) > least * float(np.hypot(*a) * np.hypot(*b))


def _opposed(one: Quad, other: Quad) -> bool:
    return _alike(turned_round(one), other, _S.alike)


def _turned(card: Card) -> Card:
    """The same card, seen by its other side."""
    return _card(turned_round(card.quad), card.verdict)


# --- how they lie ---


def _chains(cards: Sequence[Card]) -> list[Row]:
    """The cards one after the other as each lies upon the one before."""
    after = [_nearest(n, cards, ahead=True) for n in range(len(cards))]
    before = [_nearest(n, cards, ahead=False) for n in range(len(cards))]
    follows = {n: m for n, m in enumerate(after) if m is not None and before[m] == n}
    chains = []
    for n in set(range(len(cards))) - set(follows.values()):
        chain = [n]
        while chain[-1] in follows:
            chain.append(follows[chain[-1]])
        chains.append(tuple(cards[m] for m in chain))
    return chains


def _nearest(n: int, cards: Sequence[Card], ahead: bool) -> int | None:
    """The card that lies next upon card *n*, or next below it."""
    quad, steps = cards[n].quad, {}
    for m, other in enumerate(cards):
        along = next_upon(quad, other.quad) if ahead else next_upon(other.quad, quad)
        if m != n and along is not None:
            steps[m] = along
    return min(steps, key=lambda m: steps[m], default=None)


def next_upon(one: Quad, other: Quad) -> float | None:
    """How far along the one, in widths, the other begins that lies upon it in a row; None if it does not."""
    return upon(one, other) if _alike(one, other, _S.alike) else None


def _line_by_line(rows: Sequence[Row]) -> list[Row]:
    """The rows as the lines of a text, for whoever sits where the longest one is upright."""
    if not rows:
        return []
    longest = max(rows, key=len)
    across, along = (_mean([way(card.quad) for card in longest]) for way in (inwards, down))
    middles = [_mean([card.quad.mean(axis=0) for card in row]) for row in rows]
    deep = [float(middle @ along / (along @ along)) for middle in middles]
    order = sorted(range(len(rows)), key=lambda n: deep[n])
    line = {order[0]: 0}
    for above, below in pairwise(order):
        line[below] = line[above] + (deep[below] - deep[above] > _S.line)
    order.sort(key=lambda n: (line[n], float(middles[n] @ across)))
    return [rows[n] for n in order]


def _mean(points: Sequence[Floats]) -> Floats:
    return np.asarray(np.mean(points, axis=0), np.float64)


def _asked_where_twice(rows: Sequence[Row]) -> list[Row]:
    """There is one French card of each name: where two say the same, both are asked about."""
    names = Counter(card.verdict.name for row in rows for card in row if card.verdict.deck == FRENCH)
    return [tuple(_unnamed(card) if names[card.verdict.name] > 1 else card for card in row) for row in rows]


def _unnamed(card: Card) -> Card:
    return Card(card.outline, replace(card.verdict, name=""))
