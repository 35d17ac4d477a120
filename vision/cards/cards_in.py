"""The cards of a picture, with the kit's mat or with nothing known about the table.

A calibration only adds what it knows: where cards may lie, how large they look there, and that they are
likely the kit's own.
"""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.layout import DISCARD
from companion.sightings import CardSeen, PassedOver
from vision.calibration import Calibration
from vision.cards.anywhere import cards_anywhere
from vision.cards.decks import ANY, Decks, decks_called
from vision.cards.found_card import as_reported
from vision.cards.kit_print import kit_cards
from vision.cards.lying import Where, lying_on
from vision.cards.outlines import as_points
from vision.cards.quads import between_middles, height_of, width_of
from vision.cards.row import Row, find_rows, printed_rows
from vision.cards.row_anywhere import with_rows
from vision.cards.settings import SETTINGS
from vision.cards.verdict import NUMBERS, UNO
from vision.kit.bead_code import CARD_SIZE
from vision.kit.values import COLOUR_OF_NUMBER
from vision.mat import SCAN, TRAY, Zone
from vision.pictures import Picture, Quad, shrunk
from vision.wanted import Wanted

_S = SETTINGS.cards_in

_CALLED = {name: f"{name}_{colour}" for name, colour in COLOUR_OF_NUMBER.items()}
_NUMBERED = ("abspecken", NUMBERS)  # decks whose cards a game calls by their numbers
_NUMBER_OF = {printed: name for name, printed in _CALLED.items()}


class FoundCards(Struct, frozen=True):
    cards: tuple[CardSeen, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()


def cards_in(picture: Picture, wanted: Wanted, calibration: Calibration | None = None) -> FoundCards:
    """The cards that are *wanted*, in the pixels of *picture*.

    On a mat each carries its place there; else, or with a ground that has no places for cards, none does.
    """
    decks = decks_called(wanted.deck, Path(wanted.taught_in) if wanted.taught_in else None)
    if decks is None:
        whole = (0.0, 0.0, float(picture.shape[1]), float(picture.shape[0]))
        return FoundCards((), (PassedOver("card", whole, f"the deck {wanted.deck} was not taught yet"),))
    places = places_for_cards(calibration)
    if calibration is None or not places:
        cards, scale = _anywhere(picture, decks)
        found = [_moved(card, 1 / scale) for card in cards]
    else:
        found = _on_mat(picture, wanted, calibration, places, decks)
    return FoundCards(tuple(_called(card, wanted.deck) for card in found))


def places_for_cards(calibration: Calibration | None) -> list[Zone]:
    """Where cards may lie on a ground; empty if it does not say."""
    return [] if calibration is None else [zone for zone in calibration.mat.zones if zone.kind != TRAY]


def _anywhere(picture: Picture, decks: Decks) -> tuple[list[CardSeen], float]:
    """The cards of a picture without a calibration, and the scale of its coordinates.

    Where several cannot be read, or seem to be of unlike decks, they may lie in a row: the kit's own cards
    tell how large those are.
    """
    seen, scale = shrunk(picture, _S.longest)
    cards = cards_anywhere(seen, decks)
    unread = sum(not card.name and not card.face_down for card in cards)
    unlike = len({card.deck for card in cards if card.name}) > 1
    there = (unlike or unread >= _S.unread) and kit_cards(seen, decks.beaded, Where())[0]
    if there:
        tall = float(np.median([height_of(card.quad) for card in there]))
        rows = printed_rows(seen, tall, decks)
        cards = cards_anywhere(_without(seen, rows), decks) if rows else cards
        cards = (*cards, *(as_reported(card) for row in rows for card in row))
    return with_rows(seen, cards, decks), scale


def _on_mat(
    picture: Picture, wanted: Wanted, calibration: Calibration, places: Sequence[Zone], decks: Decks
) -> list[CardSeen]:
    """The cards in their places; those of rows in the order in which they lie, wherever there is room."""
    sought = [zone for zone in places if not wanted.places or zone.name in wanted.places] or list(places)
    names = {zone.name for zone in sought}
    lying = lying_on(picture, calibration, sorted(names))
    if lying is not None and lying.nothing:
        return []
    left, top, right, bottom = _part_with(sought, picture, calibration)
    corner = np.array([left, top], np.float32)

    def may_lie(quad: Quad) -> bool:
        here = quad + corner
        in_place = _place_of(here, calibration) in names and _of_cards_size(here, calibration)
        return in_place and (lying is None or lying.shows(here))

    # of a pile of the kit's cards only its top matters
    in_part = wanted.rows or not decks.beaded
    there = None if lying is None else lying.seen_from((left, top))
    where = Where(may_lie, on_mat=True, in_part=in_part, lying=there)
    part = np.ascontiguousarray(picture[top:bottom, left:right])
    framed = kit_cards(part, decks.beaded, where) if decks.beaded else ([], [])
    kits = [card.quad for card in framed[0]]
    apart = all(between_middles(a, b) > _S.apart * width_of(a) for a, b in combinations(kits, 2))
    sought_rows = wanted.rows and not (apart and where.is_all(kits))
    rows = find_rows(picture, _tall(calibration), decks, bool(kits)) if sought_rows else []
    rows = [row for row in rows if not _in_a_seats_place(row, calibration)]
    in_rows = [card for row in rows for card in row]  # two rows are one: the upper line first
    cards = [replace(as_reported(card), place=SCAN, in_row=number) for number, card in enumerate(in_rows, 1)]
    if rows:
        there = there and there.without([card.quad - corner for card in in_rows])
        part = np.ascontiguousarray(_without(picture, rows)[top:bottom, left:right])
    where = replace(where, lying=there, framed=None if rows else framed)
    for card in cards_anywhere(part, decks, where):
        here = _moved(card, 1.0, (left, top))
        cards.append(replace(here, place=_place_of(np.array(here.corners, np.float32), calibration)))
    return cards


def _part_with(
    zones: Sequence[Zone], picture: Picture, calibration: Calibration
) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of *picture* that shows the *zones*.

    The rest is ignored: the mat's own print, and other things on the table.
    """
    corners = [(x, y, 1.0) for zone in zones for x, y in zone.corners]
    seen = calibration.project(np.array(corners, np.float64))
    wide = float(np.hypot(*(seen[1] - seen[0]))) / zones[0].width * _S.around
    left, top = np.floor(seen.min(axis=0) - wide).astype(int)
    right, bottom = np.ceil(seen.max(axis=0) + wide).astype(int)
    high, across = picture.shape[:2]
    return max(0, int(left)), max(0, int(top)), min(across, int(right)), min(high, int(bottom))


def _place_of(quad: Quad, calibration: Calibration) -> str:
    """The place of the mat in which a card has its middle."""
    x, y = calibration.on_table(np.array([quad.mean(axis=0)], np.float64), 1.0)[0]
    return calibration.mat.place_of(float(x), float(y), _S.beside)


def _of_cards_size(quad: Quad, calibration: Calibration) -> bool:
    """Has it the size of cards, and right angles? A place that is printed on the mat is larger."""
    a, b, c, _ = calibration.on_table(quad.astype(np.float64), 1.0)
    across, down = float(np.hypot(*(b - a))), float(np.hypot(*(c - b)))
    square = abs(float((b - a) @ (c - b))) < _S.slant * across * down
    return square and _S.across[0] < across < _S.across[1] and _S.down[0] < down < _S.down[1]


def _tall(calibration: Calibration) -> float:
    """The height of a card in pixels, where rows usually lie."""
    mat = calibration.mat
    x, y = mat.zone(SCAN).centre if mat.has(SCAN) else (mat.width / 2, mat.height / 2)
    half = CARD_SIZE[1] / 2
    upper, lower = calibration.project(np.array([[x, y - half, 1.0], [x, y + half, 1.0]]))
    return float(np.hypot(*(lower - upper)))


def _in_a_seats_place(row: Row, calibration: Calibration) -> bool:
    """The cards of a seat's place are a pile, not a row."""
    middles = np.array([card.quad.mean(axis=0) for card in row], np.float64)
    on_mat = calibration.on_table(middles, 1.0)
    return any(calibration.mat.place_of(float(x), float(y)).startswith(DISCARD) for x, y in on_mat)


def _without(picture: Picture, rows: Sequence[Row]) -> Picture:
    """*picture* with the rows painted over as the table beside them is; what touches them stays whole."""
    rest = picture.copy()
    for row in rows:
        quads = [card.quad for card in row]
        hull = cv2.convexHull(np.concatenate(quads))[:, 0]
        away = np.sign(hull - hull.mean(axis=0)) * _S.rim * height_of(quads[0])
        around = (hull + away).round().astype(np.int32)
        inside = np.clip(around, 0, [picture.shape[1] - 1, picture.shape[0] - 1])
        beside = np.median(picture[inside[:, 1], inside[:, 0]], axis=0)
        cv2.fillConvexPoly(rest, around, tuple(float(channel) for channel in beside))
    return rest


def _moved(card: CardSeen, by: float, corner: tuple[int, int] = (0, 0)) -> CardSeen:
    return replace(card, corners=as_points((np.array(card.corners) * by + corner).astype(np.float32)))


def _called(card: CardSeen, deck: str) -> CardSeen:
    """The card by the *deck* that was asked for, a number card by its number alone, as its game calls it."""
    if card.deck in _NUMBERED:
        choices = tuple(_NUMBER_OF.get(name, name) for name in card.choices)
        card = replace(card, name=_NUMBER_OF.get(card.name, card.name), choices=choices)
    return card if deck == ANY else replace(card, deck=deck)


def printed_name(card: CardSeen) -> dict[str, str]:
    """How a card is called in print: a number with its colour, an action card with both its words."""
    if card.deck == UNO and card.name.startswith("wild"):
        return {"name": card.name, "colour": "black", "rank": card.name}
    return {"name": _CALLED.get(card.name, card.name) if card.deck in _NUMBERED else card.name}
