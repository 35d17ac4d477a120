"""Rows and fans of French cards in any picture: those that were read one by one tell how large they are."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from msgspec.structs import replace

from companion.sightings import CardSeen
from vision.cards.decks import Decks
from vision.cards.found_card import as_reported
from vision.cards.quads import height_of, width_of
from vision.cards.rivals import index_spots
from vision.cards.row import next_upon, rows_by_index
from vision.cards.settings import SETTINGS
from vision.cards.verdict import FRENCH, Card, plain_name
from vision.pictures import Picture, Quad

_S = SETTINGS.row


def with_rows(picture: Picture, cards: Sequence[CardSeen], decks: Decks) -> list[CardSeen]:
    """The *cards*, and those that lie in a row or a fan with them and were not found one by one.

    Rows are looked for only where one French card lies next upon another. What is named in two ways is asked
    about.
    """
    out, quads = list(cards), [_quad(card) for card in cards if card.name and card.deck == FRENCH]
    if FRENCH not in decks.built_in or not any(_lies_upon(*two) for two in permutations(quads, 2)):
        return out
    tall = float(np.median([height_of(quad) for quad in quads]))
    found = [card for row in rows_by_index(picture, tall, decks) for card in row]
    out = [_asked_if_named_otherwise(card, found) for card in cards]  # first: its name may be another one's
    doubted = [one for one in out if one not in cards]
    for card in found:
        there = [one for one in out if _has_index_of(card.quad, _quad(one))]
        known = any(one.name or one.face_down or one in doubted for one in there)
        name = plain_name(card.verdict.name)
        taken = name and name in {plain_name(one.name) for one in out}
        if not (known or taken) and (name or not there):
            out = [*(one for one in out if one not in there), as_reported(card)]
    return out


def _asked_if_named_otherwise(card: CardSeen, found: Sequence[Card]) -> CardSeen:
    names = {one.verdict.name for one in found if _has_index_of(one.quad, _quad(card))} - {"", card.name}
    return replace(card, name="", choices=(card.name, *sorted(names))) if card.name and names else card


def _quad(card: CardSeen) -> Quad:
    return np.array(card.corners, np.float32)


def _lies_upon(one: Quad, other: Quad) -> bool:
    along = next_upon(one, other)
    return along is not None and along < _S.overlap


def _has_index_of(quad: Quad, other: Quad) -> bool:
    """Is the index of the upper left corner one of the *other* card, too?"""
    away = np.hypot(*(index_spots(other, (0, 2)) - index_spots(quad, (0,))).T)
    return bool((away < _S.one_index * width_of(quad)).any())
