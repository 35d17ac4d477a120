"""Rows of overlapping cards: of each only a side is seen, and its beads or its index say which card it is.

The cards come in the order in which they lie: the lowest first, the one that nothing covers last.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.sightings import CardSeen
from vision.cards.anywhere import Decks
from vision.cards.kit_print import BeadedCard, named_as_printed, paleness, read_one_side
from vision.cards.outlines import as_points
from vision.cards.row_index import read_by_index
from vision.cards.row_marks import find_strips_by_corners, strip_between
from vision.cards.row_strips import Strip, find_strips
from vision.cards.verdict import FRENCH, Verdict
from vision.pictures import Mask, Picture

_FEWEST, _FEWEST_BY_INDEX = 2, 3  # cards that lie one upon the other are a row
_OVERLAP = 0.8  # of a card's width: those of a row lie so near to each other, or nearer
_TOUCHING = 0.93  # of a card's width: a neighbour so near covers no part of its bars
_SAME_SIDE, _BOTH_SIDES = 0.08, 0.2  # of a card's width: cards with middles so near are one, seen by that
_SLIVER, _GAP = 0.45, 1.6  # times the usual step from card to card: nearer is none, further one is missing
_BESIDE = 0.1  # of a card's width: nearer to a card that was read nothing else is seen
_NEXT = (0.09, 1.02)  # of a card's width: so far beside a card the one upon it begins
_ASIDE = 0.35  # of a card's height: so far up or down it may lie
_ALIKE = 0.87  # cosine of the angle between neighbours in a fan
_FAR_BAR = (0.76, 0.9), 0.05  # widths inwards and heights down: there the far bar of the same card is
_OWN_BAR = (-0.05, 0.4)  # widths inwards: there the bar of a card is that was read from that side
_PARALLEL = 0.985  # of that between a card that cannot be read and its neighbours
_LINE = 0.5  # of a card's height: rows that lie so far below each other are two lines
_CHOICES = 3  # of a card that is asked about
_UNREAD = Verdict("", "", 0.0)


class RowCard(Struct, frozen=True, eq=False):
    """A card of a row; its verdict has no name where its beads or its index are not sure."""

    strip: Strip
    verdict: Verdict

    @property
    def named(self) -> bool:
        return bool(self.verdict.name)


Row = tuple[RowCard, ...]


def as_seen(card: RowCard, deck: str, place: str = "", number: int = 0) -> CardSeen:
    """The card as the eyes tell of it: where it lies, and which one of the row it is."""
    said = card.verdict
    corners, sure = as_points(card.strip.quad), round(said.confidence, 3)
    choices = () if said.name else said.names[:_CHOICES]
    return CardSeen(deck, said.name, corners, sure, place, choices=choices, in_row=number)


def find_rows(picture: Picture, tall: float, decks: Decks) -> list[Row]:
    """The rows of *picture*, in the order in which one reads lines of a text.

    They are of the kit's own print of *decks*, or of French cards; cards are about *tall* pixels high.
    """
    rows = printed_rows(picture, tall, decks)
    if not rows and FRENCH in decks.built_in:
        rows = _by_index(picture, tall, decks)
    return _line_by_line([_asked_where_twice(row) for row in rows])


def printed_rows(picture: Picture, tall: float, decks: Decks) -> list[Row]:
    """The rows of the kit's own print, in no order among themselves."""
    if not decks.beaded:
        return []
    pale = paleness(picture)
    return _rows_of([RowCard(strip, _read(pale, strip, decks)) for strip in find_strips(pale, tall)])


def rows_of_whole(cards: Sequence[BeadedCard]) -> list[Row]:
    """The rows of *cards* of which nothing is covered, as one reads lines of a text."""
    sides = [
        RowCard(Strip(np.roll(outline.quad, turned, axis=0)), verdict)
        for outline, verdict in cards
        for turned in (0, 2)
        if verdict.name
    ]
    return _line_by_line([_to_the_right(row) for row in _rows_of(sides)])


def _rows_of(cards: Sequence[RowCard]) -> list[Row]:
    read = [card for card in cards if card.named]
    named = _each_once(read)
    blank = [card for card in cards if not card.named and _lies_among(card, named, read)]
    rows = [row for row in _chains([*named, *_first_of_each(blank)]) if any(card.named for card in row)]
    return [_to_the_right(row) if _only_touches(row) else row for row in rows if len(row) >= _FEWEST]


def _only_touches(row: Row) -> bool:
    """Does no card lie upon another, so that each is read from either side, and none is the lowest?"""
    return all(_step(one, other)[0] > _TOUCHING for one, other in pairwise(row))


def _to_the_right(row: Row) -> Row:
    x, y = row[-1].strip.quad.mean(axis=0) - row[0].strip.quad.mean(axis=0)
    if (x if abs(x) > abs(y) else y) > 0:
        return row
    return tuple(RowCard(_turned(card.strip), card.verdict) for card in reversed(row))


def _read(pale: Mask, strip: Strip, decks: Decks) -> Verdict:
    said = read_one_side(pale, strip.quad)
    verdict = named_as_printed(*said) if said else _UNREAD
    return verdict if verdict.deck in decks.beaded else _UNREAD


def _by_index(picture: Picture, tall: float, decks: Decks) -> list[Row]:
    strips = find_strips_by_corners(picture, tall)
    verdicts = read_by_index(picture, strips, decks.taught)
    cards = [
        RowCard(strip, verdict)
        for strip, verdict in zip(strips, verdicts, strict=True)
        if not verdict.nothing
    ]
    rows = [row for row in _chains(_each_once(cards)) if len(row) >= _FEWEST_BY_INDEX and _overlaps(row)]
    return [_closed_up(picture, _without_slivers(row), decks) for row in rows]


def _without_slivers(row: Row) -> Row:
    """The row without what cannot be read and lies much nearer to its neighbours than the others do."""
    usual = _usual_step(row)
    steps = [_step(one, other)[0] for one, other in pairwise(row)]
    near = [min(pair) for pair in zip([usual, *steps], [*steps, usual], strict=True)]
    return tuple(card for card, step in zip(row, near, strict=True) if card.named or step > _SLIVER * usual)


def _closed_up(picture: Picture, row: Row, decks: Decks) -> Row:
    """The row with the cards whose corners were not found, where it has a gap and shows an edge there."""
    usual, out = _usual_step(row), list(row[:1])
    for one, other in pairwise(row):
        wide = _step(one, other)[0] > _GAP * usual
        strip = strip_between(picture, one.strip, other.strip) if wide else None
        if strip is not None:
            (verdict,) = read_by_index(picture, [strip, other.strip], decks.taught)[:1]
            out.append(RowCard(strip, replace(verdict, nothing=False)))
        out.append(other)
    return tuple(out)


def _usual_step(row: Row) -> float:
    return float(np.median([_step(one, other)[0] for one, other in pairwise(row)] or [1.0]))


def _overlaps(row: Row) -> bool:
    """Do the cards lie upon each other, and not only beside each other?"""
    return _usual_step(row) < _OVERLAP


# --- which strips are cards ---


def _each_once(named: Sequence[RowCard]) -> list[RowCard]:
    """The card on top shows both its sides: the one stays that lies as those of its neighbours do."""
    order = sorted(named, key=lambda card: -sum(_alike(card, other, _ALIKE) for other in named))
    stay: list[RowCard] = []
    for card in order:
        if not any(_is_one(card, other) for other in stay):
            stay.append(card)
    return stay


def _is_one(card: RowCard, other: RowCard) -> bool:
    """Are both the same card, by its two sides or by one bar found twice?"""
    away = other.strip.quad.mean(axis=0) - card.strip.quad.mean(axis=0)
    same = _SAME_SIDE if _alike(card, other, _ALIKE) else _BOTH_SIDES
    return float(np.hypot(*away)) < same * float(np.hypot(*card.strip.inwards))


def _lies_among(blank: RowCard, named: Sequence[RowCard], read: Sequence[RowCard]) -> bool:
    """Is a strip that cannot be read a card all the same, beside others and as they lie?"""
    if any(_is_of(blank, card) or _is_covered_by_nothing(card, blank, read) for card in read):
        return False
    steps = [_step(card, blank) for card in named if _alike(blank, card, _PARALLEL)]
    beside = [(along, aside) for along, aside in steps if abs(along) < 1]
    below = min((step for step in beside if step[0] > 0), default=(0.0, 0.0))
    return bool(beside) and all(
        abs(along) > _BESIDE and abs(aside) < _ASIDE and not _is_far_bar(*below) for along, aside in beside
    )


def _is_of(blank: RowCard, card: RowCard) -> bool:
    """Is it the bar of a card that was read from its other side, seen from within?"""
    along, aside = _step(card, blank)
    return _opposed(card, blank) and _OWN_BAR[0] < along < _OWN_BAR[1] and -1 < aside < 1


def _is_covered_by_nothing(card: RowCard, blank: RowCard, read: Sequence[RowCard]) -> bool:
    """Does a strip lie upon a card of which both sides are seen? Then it is a line printed beside it."""
    if not _alike(card, blank, _ALIKE) or not _BESIDE < _step(card, blank)[0] < _NEXT[1]:
        return False
    return any(_opposed(card, other) and _is_one(card, other) for other in read)


def _is_far_bar(along: float, aside: float) -> bool:
    """Is it the other bar of the card below it?"""
    (low, high), most = _FAR_BAR
    return low < along < high and abs(aside) < most


def _first_of_each(blank: Sequence[RowCard]) -> list[RowCard]:
    stay: list[RowCard] = []
    for card in blank:
        if all(abs(_step(other, card)[0]) > _BESIDE for other in stay):
            stay.append(card)
    return stay


def _alike(one: RowCard, other: RowCard, least: float) -> bool:
    """Do both lie in about the same direction?"""
    a, b = one.strip.inwards, other.strip.inwards
    return float(a @ b) > least * float(np.hypot(*a) * np.hypot(*b))


def _opposed(one: RowCard, other: RowCard) -> bool:
    return _alike(RowCard(_turned(one.strip), one.verdict), other, _ALIKE)


def _turned(strip: Strip) -> Strip:
    """The same card, seen by its other side."""
    return Strip(np.roll(strip.quad, 2, axis=0))


def _step(one: RowCard, other: RowCard) -> tuple[float, float]:
    """From one card to the other: in widths inwards, and in heights downwards."""
    away = other.strip.quad[[0, 3]].mean(axis=0) - one.strip.quad[[0, 3]].mean(axis=0)
    inwards, down = one.strip.inwards, one.strip.down
    return float(away @ inwards / (inwards @ inwards)), float(away @ down / (down @ down))


# --- how they lie ---


def _chains(cards: Sequence[RowCard]) -> list[Row]:
    """The cards one after the other as each lies upon the one before."""
    after = [_nearest(n, cards, ahead=True) for n in range(len(cards))]
    before = [_nearest(n, cards, ahead=False) for n in range(len(cards))]
    follows = {n: m for n, m in enumerate(after) if m is not None and before[m] == n}
    chains = []
    for n in range(len(cards)):
        if n in follows.values():
            continue
        chain = [n]
        while chain[-1] in follows:
            chain.append(follows[chain[-1]])
        chains.append(tuple(cards[m] for m in chain))
    return chains


def _nearest(n: int, cards: Sequence[RowCard], ahead: bool) -> int | None:
    """The card that lies next upon card *n*, or next below it."""
    steps = {}
    for m, other in enumerate(cards):
        if m == n or not _alike(cards[n], other, _ALIKE):
            continue
        along, aside = _step(cards[n], other) if ahead else _step(other, cards[n])
        if _NEXT[0] < along < _NEXT[1] and abs(aside) < _ASIDE:
            steps[m] = along
    return min(steps, key=lambda m: steps[m], default=None)


def _line_by_line(rows: Sequence[Row]) -> list[Row]:
    """The rows as the lines of a text, for whoever sits where the longest one is upright."""
    if not rows:
        return []
    longest = max(rows, key=len)
    inwards, down = (_mean([way(card) for card in longest]) for way in (_inwards, _down))
    middles = [_mean([card.strip.quad.mean(axis=0) for card in row]) for row in rows]
    deep = [float(middle @ down / (down @ down)) for middle in middles]
    order = sorted(range(len(rows)), key=lambda n: deep[n])
    line = {order[0]: 0}
    for above, below in pairwise(order):
        line[below] = line[above] + (deep[below] - deep[above] > _LINE)
    order.sort(key=lambda n: (line[n], float(middles[n] @ inwards)))
    return [rows[n] for n in order]


def _inwards(card: RowCard) -> NDArray[np.float64]:
    return card.strip.inwards


def _down(card: RowCard) -> NDArray[np.float64]:
    return card.strip.down


def _mean(points: Iterable[NDArray[np.floating]]) -> NDArray[np.float64]:
    return np.asarray(np.mean(list(points), axis=0), np.float64)


def _asked_where_twice(row: Row) -> Row:
    """There is one French card of each name: where two say the same, both are asked about."""
    names = [card.verdict.name for card in row if card.named and card.verdict.deck == FRENCH]
    return tuple(
        replace(card, verdict=replace(card.verdict, name="")) if names.count(card.verdict.name) > 1 else card
        for card in row
    )
