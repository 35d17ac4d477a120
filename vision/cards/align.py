"""Bringing a roughly found card exactly onto the face that it resembles: a geometric check by its parts."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from msgspec import Struct

from vision.cards.flat import flat_card
from vision.cards.likeness import FAR, NEAR, Floats, Look, displaced, look_of, unlike
from vision.cards.outlines import Outline
from vision.cards.quads import UNIT, area_of, led, way_onto
from vision.cards.taught import Known, compared, decide
from vision.pictures import Picture, Quad

_TRIED = 3  # faces that the card as it was found is likest to
_HOPELESS = 0.66  # so unlike is a card, though its parts may be displaced, to the faces of other decks
_FEWEST = 8  # parts that must agree on how the card lies
_ROUNDS = 300  # of looking for parts that agree; with more no better places were found
_EXACT = 0.035  # of the card: parts that agree lie no further from where they should
_WELL = 0.8  # a card that fits a face so is not looked for elsewhere


class Aligned(Struct, frozen=True, eq=False):
    """A card where it fits a face well: `apart` is how unlike each face is (see `compared`)."""

    outline: Outline
    flat: Picture
    apart: Floats
    fit: float


def aligned(
    picture: Picture,
    found: tuple[Outline, Picture],
    others: Sequence[Outline],
    deck: Known,
    fit: float,
    names: Sequence[str] = (),
) -> Aligned | None:
    """Where a card fits a face of *deck* better than *fit*: near to how it was *found*, or to the *others*.

    It is given with the flattened card, as that was made before. *names* are tried in any case.
    """
    best = None
    tried = [found, *((outline, flat_card(picture, outline.quad)) for outline in others)]
    for unlikeness, outline, look, faces in sorted(_begun(tried, deck, names), key=lambda one: one[0]):
        if unlikeness > _HOPELESS:
            break
        for face in faces:
            now = onto(picture, outline, look, deck, face)
            if now is not None and now.fit > fit:
                best, fit = now, now.fit
        if fit > _WELL:
            break
    return best


def _begun(
    tried: Sequence[tuple[Outline, Picture]], deck: Known, names: Sequence[str]
) -> Iterable[tuple[float, Outline, Look, list[int]]]:
    """How unlike the likeliest face is with each of those *tried*; how that looks; its likeliest faces."""
    for outline, flat in tried:
        look = look_of(flat, FAR)
        faces = likeliest(look, deck, names)
        yield next(iter(faces.values())), outline, look, list(faces)


def likeliest(look: Look, deck: Known, names: Sequence[str] = ()) -> dict[int, float]:
    """The few faces that a card is likest to, wherever its parts may lie, and how unlike it is to each.

    With them the likeliest face of each of those *names*.
    """
    unlikeness = unlike(look, deck.faces).mean(axis=1)
    order = np.argsort(unlikeness)
    named = [
        next(face for face in order if deck.names[face // 2] == name) for name in names if name in deck.names
    ]
    return {int(face): float(unlikeness[face]) for face in (*order[:_TRIED], *named)}


def onto(picture: Picture, outline: Outline, look: Look, deck: Known, face: int) -> Aligned | None:
    """The card moved onto that face, in two steps; None if too few parts agree on it."""
    shown = deck.faces[:, :, face]
    quad = _moved(outline.quad, look, FAR, shown)
    if quad is not None:
        quad = _moved(quad, look_of(flat_card(picture, quad, rough=True), NEAR), NEAR, shown)
    if quad is None:
        return None
    flat = flat_card(picture, quad)
    apart = compared(deck, flat)
    return Aligned(Outline(quad, outline.seen), flat, apart, decide(deck, apart, None).fit)


def _moved(quad: Quad, look: Look, reach: tuple[int, ...], face: Floats) -> Quad | None:
    """The corners after one step towards that face; None if too few parts agree on it."""
    start, end = displaced(look, reach, face)
    if len(start) < _FEWEST:
        return None
    matrix, agree = cv2.findHomography(start, end, cv2.USAC_FAST, _EXACT, maxIters=_ROUNDS)
    if matrix is None or int(agree.sum()) < _FEWEST:
        return None
    moved = led(way_onto(quad) @ matrix, UNIT).astype(np.float32)
    grown = not 0.6 < area_of(moved) / max(1.0, area_of(quad)) < 1.6  # then the parts were found by chance
    return moved if cv2.isContourConvex(moved) and not grown else None
