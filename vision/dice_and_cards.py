"""Dice and cards in one picture: what the one eye is sure of is no question, and no find, of the other."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec.structs import replace

from companion.sightings import Box, CardSeen, DieSeen, PassedOver
from vision.cards.quads import width_of
from vision.pictures import Quad

PRINTED = "it is printed on a card"
A_DIE = "it is a die"
NO_CARDS_SIZE = "beside the dice it is too small or too large for a card"
_BOX = 1.16  # the upright box around a die is so many times its edge, as dice usually lie
# edges of a die that a card is wide: small cards beside large dice, large ones beside small
_WIDTHS = (1.6, 8.0)
# widths of a card that a die's edge is long: what is surely one, and so large, may be a real one upon it
_UPON = (0.2, 0.5)
_MOSTLY = 0.5  # of a card that is seen as one: dice lie there
Found = tuple[tuple[DieSeen, ...], tuple[CardSeen, ...], tuple[PassedOver, ...]]


def told_apart(dice: Sequence[DieSeen], cards: Sequence[CardSeen]) -> Found:
    """The dice and the cards, and what was taken for one and is none.

    What may be a die that lies upon a card is asked about: prints of that size have been taken for dice.
    """
    known = [np.array(card.corners, np.float32) for card in cards if card.name or card.face_down]
    below = {n: card for n, die in enumerate(dice) for card in known if _lies_on(die.box, card)}
    printed = [dice[n] for n, card in below.items() if not _may_lie_upon(dice[n], card)]
    there = [_asked(die) if n in below else die for n, die in enumerate(dice) if die not in printed]
    sure = [die.box for die in there if die.value or die.cocked]
    doubts = {
        n: why
        for n, card in enumerate(cards)
        if not (card.name or card.face_down)
        and (why := _why_no_card(np.array(card.corners, np.float32), sure, bool(known)))
    }
    passed = [PassedOver("die", die.box, PRINTED) for die in printed]
    passed += [PassedOver("card", around(cards[n]), why) for n, why in doubts.items()]
    return tuple(there), tuple(card for n, card in enumerate(cards) if n not in doubts), tuple(passed)


def _why_no_card(card: Quad, dice: Sequence[Box], sized: bool) -> str:
    """Why what is asked about as a card is none; "" if it may be one. *sized*: cards are known beside it."""
    if not dice:
        return ""
    area = max(1.0, cv2.contourArea(card))
    if sum(cv2.intersectConvexConvex(card, corners_of(box))[0] for box in dice) > _MOSTLY * area:
        return A_DIE
    edge = float(np.median([edge_of(box) for box in dice]))
    least, most = _WIDTHS
    return "" if sized or least * edge < width_of(card) < most * edge else NO_CARDS_SIZE


def _lies_on(box: Box, card: Quad) -> bool:
    x, y, wide, high = box
    return cv2.pointPolygonTest(card, (x + wide / 2, y + high / 2), False) >= 0


def _may_lie_upon(die: DieSeen, card: Quad) -> bool:
    least, most = _UPON
    return bool(die.value) and least * width_of(card) < edge_of(die.box) < most * width_of(card)


def _asked(die: DieSeen) -> DieSeen:
    """The same die, as one that somebody is asked about."""
    return replace(die, value="", confidence=die.confidence / 2, choices=(die.value, *die.choices))


def edge_of(box: Box) -> float:
    """How long the edge of a die is, from the upright box around it."""
    return max(box[2:]) / _BOX


def corners_of(box: Box) -> Quad:
    x, y, wide, high = box
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


def around(card: CardSeen) -> Box:
    """The upright box around a card."""
    (left, top), (right, low) = np.min(card.corners, axis=0), np.max(card.corners, axis=0)
    return float(left), float(top), float(right - left), float(low - top)
