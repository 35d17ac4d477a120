"""Cards: from the picture to which card lies on top in which place.

The kit's number cards: `flatten` (a place from straight above) → `frames` (whole cards in it) → `numbers`.
All other decks, on the mat or anywhere: `find` (every card) → `flat` → `readers`, `taught` → `verdict`.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import CardSeen, PassedOver, Point
from vision.calibration import Calibration
from vision.cards.anywhere import cards_anywhere
from vision.cards.frames import Frame, find_frames
from vision.cards.known import ANY, decks_called
from vision.cards.numbers import flat_card, read_number
from vision.cards.row_on_mat import cards_in_rows
from vision.dice.colours import Gains
from vision.flatten import Flat, box_around, flatten
from vision.mat import TRAY
from vision.pictures import Picture, Quad
from vision.wanted import EVERYTHING, Wanted

ABSPECKEN = "abspecken"
_ACROSS, _DOWN = (46.0, 66.5), (74.0, 94.5)  # millimetres
_SLANT = 0.17  # cosine of the angle between two sides
_PER_MM = 2.0
_MARGIN = 10.0
_AROUND = 35.0  # millimetres round the places: a card that lies half beside one is seen whole


class FoundCards(Struct, frozen=True):
    cards: tuple[CardSeen, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()


def find_cards(
    picture: Picture,
    calibration: Calibration,
    gains: Gains,
    wanted: Wanted = EVERYTHING,
    keep_in: Path | None = None,
) -> FoundCards:
    """The cards that are *wanted*, in the places named there or in all; taught decks lie in *keep_in*."""
    if wanted.deck != ABSPECKEN:
        numbers = replace(wanted, deck=ABSPECKEN)
        kit = find_cards(picture, calibration, gains, numbers) if wanted.deck == ANY else FoundCards()
        return kit if kit.cards else _of_any_deck(picture, calibration, wanted, keep_in)
    places = wanted.places
    cards: list[CardSeen] = []
    passed: list[PassedOver] = []
    for zone in calibration.mat.zones:
        if zone.kind == TRAY or (places and zone.name not in places):
            continue
        flat = flatten(picture, calibration, zone, height=1.0, per_mm=_PER_MM, margin=_MARGIN)
        found = find_frames(flat, gains)
        cards += [
            _seen(flat, frame, gains, zone.name, ABSPECKEN)
            for frame in found.cards
            if _lies_in(flat, frame, calibration, zone.name)
        ]
        passed += [
            PassedOver("card", _box(flat, box), "no whole frame: covered, or another deck")
            for box in found.unexplained
        ]
    return FoundCards(tuple(cards), tuple(passed))


def _of_any_deck(
    picture: Picture, calibration: Calibration, wanted: Wanted, keep_in: Path | None
) -> FoundCards:
    """Cards of any deck, spread out or overlapping, in the order in which they lie in their places."""
    deck, places = wanted.deck, wanted.places
    if all(zone.kind == TRAY for zone in calibration.mat.zones):
        return FoundCards()
    decks = decks_called(deck, keep_in)
    if decks is None:
        whole = (0.0, 0.0, float(picture.shape[1]), float(picture.shape[0]))
        return FoundCards((), (PassedOver("card", whole, f"the deck {deck} was not taught yet"),))
    in_rows = cards_in_rows(picture, calibration, decks, deck) if wanted.rows else None
    rest = picture if in_rows is None else in_rows.rest
    cards = [] if in_rows is None else list(in_rows.cards)
    left, top, right, bottom = _part_with_places(picture, calibration, places)
    corner = np.array([left, top], np.float32)

    def may_lie(quad: Quad) -> bool:
        place = _place_of(quad + corner, calibration)
        return bool(place) and place != TRAY and (not places or place in places)

    part = np.ascontiguousarray(rest[top:bottom, left:right])
    in_part = wanted.rows or not decks.beaded  # of a pile of the kit's cards only its top matters
    decks = replace(decks, fit_printed=True, in_part=in_part)
    for card in cards_anywhere(part, decks, may_lie):
        quad = np.array(card.corners, np.float32)
        if may_lie(quad) and _of_cards_size(quad + corner, calibration):
            a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in quad + corner)
            place = _place_of(quad + corner, calibration)
            cards.append(replace(card, corners=(a, b, c, d), place=place, deck=deck))
    return FoundCards(tuple(cards))


def _part_with_places(
    picture: Picture, calibration: Calibration, places: Sequence[str]
) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part of *picture* that shows the wanted places for cards.

    Elsewhere nothing is looked for: not what is printed on the mat, and not what else lies on the table.
    """
    zones = [zone for zone in calibration.mat.zones if zone.kind != TRAY]
    wanted = [zone for zone in zones if not places or zone.name in places]
    corners = [(x, y, 1.0) for zone in wanted or zones for x, y in zone.corners]
    seen = calibration.project(np.array(corners, np.float64))
    wide = float(np.hypot(*(seen[1] - seen[0]))) / (wanted or zones)[0].width * _AROUND
    left, top = np.floor(seen.min(axis=0) - wide).astype(int)
    right, bottom = np.ceil(seen.max(axis=0) + wide).astype(int)
    high, across = picture.shape[:2]
    return max(0, int(left)), max(0, int(top)), min(across, int(right)), min(high, int(bottom))


def _place_of(quad: Quad, calibration: Calibration) -> str:
    """The place of the mat in which a card has its middle."""
    x, y = calibration.on_table(np.array([quad.mean(axis=0)], np.float64), 1.0)[0]
    return calibration.mat.place_of(float(x), float(y), 4.0)


def _of_cards_size(quad: Quad, calibration: Calibration) -> bool:
    """Has it the size of cards on the mat, and right angles? Those in a pile lie nearer to the camera.

    A place that is printed on the mat looks like a card, but is larger.
    """
    a, b, c, _ = calibration.on_table(quad.astype(np.float64), 1.0)
    across, down = float(np.hypot(*(b - a))), float(np.hypot(*(c - b)))
    square = abs(float((b - a) @ (c - b))) < _SLANT * across * down
    return square and _ACROSS[0] < across < _ACROSS[1] and _DOWN[0] < down < _DOWN[1]


def _seen(flat: Flat, frame: Frame, gains: Gains, place: str, deck: str) -> CardSeen:
    if frame.face_down:
        return CardSeen(deck, "", _corners(flat, frame, False), 0.95, place, face_down=True)
    reading = read_number(flat_card(flat.picture, frame.corners), gains)
    corners = _corners(flat, frame, reading.upside_down)
    return CardSeen(deck, reading.name, corners, reading.confidence, place, choices=reading.choices)


def _lies_in(flat: Flat, frame: Frame, calibration: Calibration, place: str) -> bool:
    """Is the card's middle in this place, not in a neighbour's margin?"""
    x, y = flat.on_mat(*(float(v) for v in frame.corners.mean(axis=0)))
    return calibration.mat.place_of(x, y, 4.0) == place


def _corners(flat: Flat, frame: Frame, upside_down: bool) -> tuple[Point, Point, Point, Point]:
    ordered = np.roll(frame.corners, 2, axis=0) if upside_down else frame.corners
    a, b, c, d = (
        (round(float(x), 1), round(float(y), 1)) for x, y in flat.in_picture(ordered.astype(np.float64))
    )
    return a, b, c, d


def _box(flat: Flat, box: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    x, y, w, h = box
    return box_around(flat.in_picture(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)))
