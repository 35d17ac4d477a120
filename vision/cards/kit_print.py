"""Cards of the kit's own print: by the beads along their frame, beyond doubt or not at all, and by backs.

The white inside of a closed coloured frame is found first, as markers are. The row of beads is then read at
its two long sides. Cards of other makers have no such rows. A back is a plate of ink with paper all around.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.cards.flat import cut, flat_card, from_above
from vision.cards.likeness import beside, look_of
from vision.cards.lying import Framed, Where
from vision.cards.outlines import Outline
from vision.cards.printed_faces import printed_faces
from vision.cards.quads import UNIT, height_of, led, upright, way_onto, width_of
from vision.cards.rivals import rivals
from vision.cards.settings import SETTINGS
from vision.cards.taught import Known, decide, of_faces
from vision.cards.verdict import FRENCH, NUMBERS, UNO, Card, Verdict
from vision.kit.bead_code import (
    CARD_SIZE,
    FRAME_INSET,
    FRAME_WIDTH,
    LENGTH,
    PITCH,
    STANDS_OUT,
    bead_height,
    rows,
)
from vision.kit.values import COLOUR_OF_NUMBER
from vision.pictures import Mask, Picture, Quad, least_of

_S = SETTINGS.kit_print

Floats = NDArray[np.float32]

_WIDE, _HIGH = CARD_SIZE
_EDGE = FRAME_INSET + FRAME_WIDTH  # millimetres from the card's edge to the inside of its frame

# pixels of a strip: where a row may really lie
_SHIFTS = range(-6, 7)


def paleness(picture: Picture) -> Mask:
    """How bright the darkest channel of every pixel is: high on paper, low wherever there is ink.

    In a dim picture it is made brighter, so that paper is about as bright as in any other.
    """
    pale = least_of(picture)
    bright = float(np.percentile(pale[::8, ::8], 98))
    lifted = cv2.convertScaleAbs(pale, alpha=float(np.clip(_S.paper / max(bright, 1.0), 1.0, _S.most_lifted)))
    return np.asarray(lifted)


def _framed_in(pale: Mask, halved: int) -> Iterator[Quad]:
    """The quadrangles of paper that a closed frame of ink surrounds, a short side first.

    The picture was *halved* so often; they are in pixels of what it was before.
    """
    soft = cv2.blur(pale, (3, 3))
    ways = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
    ink = cv2.adaptiveThreshold(soft, 255, *ways, _S.neighbourhood, _S.darker)
    outlines, tree = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for number in np.flatnonzero(tree[0][:, 3] >= 0).tolist() if outlines else ():
        if (quad := _quadrangle(np.asarray(outlines[number], np.int32))) is not None:
            yield (quad + 0.5) * 2**halved - 0.5


def _quadrangle(outline: NDArray[np.int32]) -> Quad | None:
    """The four corners of an outline that may be the inside of a frame: beads only dent it."""
    _, _, wide, high = cv2.boundingRect(outline)
    if wide * high < _S.smallest:
        return None
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < _S.smallest or len(hull) < 4:
        return None
    corners = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float32)
    if len(corners) != 4 or area < _S.full * cv2.contourArea(corners):
        return None
    quad = upright(corners)
    return quad if _S.tall[0] < height_of(quad) / max(width_of(quad), 1.0) < _S.tall[1] else None


def _plates(pale: Mask) -> Iterator[Quad]:
    """The quadrangles of ink with paper on all four sides, a short side first."""
    ink = cv2.threshold(cv2.blur(pale, (3, 3)), _S.inked * _S.paper, 255, cv2.THRESH_BINARY_INV)[1]
    for outline in cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
        quad = _quadrangle(np.asarray(outline, np.int32))
        if quad is None:
            continue
        flat = from_above(*cut(pale, _about(quad, _S.plate), _S.largest), CARD_SIZE)
        inner, rim = flat[6:-6, 6:-6], (slice(1, 3), slice(8, -8))
        sides = (np.median(np.rot90(flat, turn)[rim]) for turn in range(4))
        if (inner < _S.inked * _S.paper).mean() > _S.full and min(sides) > _S.inked * _S.paper:
            yield quad


def _about(inside: Quad, edge: float = _EDGE) -> Quad:
    """The corners of a card from the *inside* of its frame; *edge*: millimetres from frame to edge."""
    beyond = edge / (np.array(CARD_SIZE) - 2 * edge)  # of the inside's own width and height
    return led(way_onto(inside), UNIT * (1 + 2 * beyond) - beyond).astype(np.float32)


def read_beads(pale: Mask, corners: Quad) -> tuple[str, str] | None:
    """Deck and name of the card between *corners*, if its beads are sure; *pale* is the whole picture."""
    sides = [_side(pale, np.roll(corners, turned, axis=0)) for turned in (0, 2)]
    seen = [side for side in sides if side is not None]
    if not seen:
        return None
    cards, words = _known()
    votes = np.mean([side.votes for side in seen], axis=0)
    best = int(np.argmax(votes))
    ahead = float(votes[best] - np.partition(votes, -2)[-2])
    wrong = [int(((side.beads[best] > 0) != words[best]).sum()) for side in seen]
    if len(seen) == 2 and max(wrong) <= 1 and ahead > _S.ahead / 2:
        return cards[best]
    if any(float(side.votes.max() - side.votes[best]) > _S.ahead for side in seen):
        return None  # the two sides say different cards
    clear = [float(np.abs(side.beads[best]).min()) > _S.clear for side in seen]
    alone = any(w == 0 and c for w, c in zip(wrong, clear, strict=True))
    return cards[best] if alone and ahead > _S.ahead / 2 else None


def read_one_side(pale: Mask, corners: Quad) -> tuple[str, str] | None:
    """Deck and name of the card between *corners* by its left row alone: other cards cover the rest of it."""
    side = _side(pale, corners)
    if side is None:
        return None
    cards, words = _known()
    best = int(np.argmax(side.votes))
    ahead = float(side.votes[best] - np.partition(side.votes, -2)[-2])
    exact = bool(((side.beads[best] > 0) == words[best]).all())
    return cards[best] if exact and ahead > _S.ahead and np.abs(side.beads[best]).min() > _S.clear else None


@cache
def _known() -> tuple[tuple[tuple[str, str], ...], NDArray[np.bool_]]:
    table = rows()
    return tuple(table), np.array(list(table.values()), bool)


@cache
def _signs() -> Floats:
    """What each bead of each card contributes to its vote, shape (cards, LENGTH)."""
    return np.where(_known()[1], 1.0, -1.0).astype(np.float32) / np.float32(LENGTH)


class _Side(Struct, frozen=True, eq=False):
    """For each card: how well the visible row agrees with its own (0.5: wholly), and the visible row.

    A row is seen a little differently for each card, as it may lie a little beside where it is expected.
    """

    votes: Floats  # shape (cards,)
    beads: Floats  # shape (cards, LENGTH): 0.5 a bead for sure, -0.5 none for sure


def _side(pale: Mask, corners: Quad) -> _Side | None:
    """The left row of the card between *corners*; None if there is no frame beside it."""
    strip = cv2.blur(_strip(pale, corners), (3, 3)).astype(np.float32)
    lines, at_bead, at_frame = _grid(strip.shape)
    paper = _paper(strip).take(lines)
    depth = paper - strip.take(at_frame)
    seen = (paper - strip.take(at_bead)) / np.maximum(depth, 1)
    ordered = np.sort(seen, axis=1)
    low, high = ordered[:, : _S.surely].mean(axis=1), ordered[:, -_S.surely :].mean(axis=1)
    good = (depth > _S.contrast * paper).all(axis=1) & (high - low > _S.spread)
    if not good.any():
        return None
    middle, spread = (high + low)[good, None] / 2, (high - low)[good, None]
    seen = np.clip((seen[good] - middle) / spread, -0.5, 0.5)
    votes = _signs() @ np.ascontiguousarray(seen.T, np.float32)
    best = votes.argmax(axis=1)
    return _Side(votes[np.arange(len(votes)), best], seen[best].astype(np.float32))


@cache
def _grid(size: tuple[int, int]) -> tuple[NDArray[np.int_], ...]:
    """Where a row may lie in a strip of that *size*: the lines of its beads, and the numbers of the pixels of
    beads and of the frame beside them; all of shape (ways, LENGTH)."""
    places = np.array([bead_height(n, _HIGH) for n in range(LENGTH)])
    ways = [
        (shift + lean * (places / _HIGH - 0.5) * 2, (places - _S.ends) * _S.fine + along)
        for shift in _SHIFTS
        for lean in _S.leans
        for along in _S.along
    ]
    across, down = (np.round(np.array(part)).astype(int) for part in zip(*ways, strict=True))
    lines = down.clip(0, size[0] - 1)
    columns = (round((x - _S.strip[0]) * _S.fine) + across for x in (STANDS_OUT, -FRAME_WIDTH / 2))
    return lines, *(lines * size[1] + column for column in columns)


def _paper(strip: Floats) -> Floats:
    """How bright the paper is beside each line of a strip."""
    inner = strip[:, round(-_S.strip[0] * _S.fine) :]
    reach = round(PITCH * 2 * _S.fine)
    parts = inner[: len(inner) // reach * reach].reshape(-1, reach * inner.shape[1])
    bright = np.percentile(parts[:, ::3], 85, axis=1)
    return np.interp(np.arange(len(strip)), (np.arange(len(bright)) + 0.5) * reach, bright).astype(np.float32)


def _strip(pale: Mask, corners: Quad) -> Mask:
    """The left side of the card between *corners* from straight above, its frame and what is right of it."""
    low, high = _EDGE + _S.strip[0], _EDGE + _S.strip[1]
    size = round((high - low) * _S.fine), round((_HIGH - 2 * _S.ends) * _S.fine)
    part, quad = cut(pale, corners, _S.largest)
    return from_above(
        part, quad, (_WIDE * _S.fine, _HIGH * _S.fine), (low * _S.fine, _S.ends * _S.fine), size
    )


# --- which cards they are ---

_CALLED = {"french": FRENCH, "abspecken": NUMBERS, "uno-like": UNO}  # printed decks that are built in
_SEEN = (1.0, 1.0, 1.0, 1.0)  # how sure each of its corners counts
_DEEP = 1.5 / CARD_SIZE[0], (FRAME_INSET + FRAME_WIDTH / 2) / CARD_SIZE[0]  # within the edge, in the frame
_ON_FRAME = np.array(
    [[x, y] for deep in _DEEP for x in (deep, 1 - deep) for y in np.linspace(0.12, 0.88, 12)], np.float32
)


def kit_cards(picture: Picture, decks: Collection[str], where: Where) -> Framed:
    """The cards of *decks* whose whole frame is seen; and frames that do not say which card it is.

    Backs, too, where their size is known: elsewhere other things look like them. What is all that lies there
    need not be looked through once more.
    """
    pale = paleness(picture)
    named: list[Card] = []
    unread: list[Outline] = []
    smaller = pale
    for halved in range(_S.sizes):
        for inside in _framed_in(smaller, halved):
            outline = Outline(_about(inside), _SEEN)
            if not _is_among(outline, named) and where.may_lie(outline.quad):
                card = _of(picture, outline, read_beads(pale, outline.quad), decks)
                named += card
                unread += [] if card else [outline]
        if where.is_all([card.quad for card in named]):
            return named, []
        smaller = np.asarray(cv2.pyrDown(smaller), np.uint8)
    for plate in _plates(pale) if where.on_mat else ():
        outline = Outline(_about(plate, _S.plate), _SEEN)
        if where.may_lie(outline.quad) and not _is_among(outline, named):
            named.append(Card(outline, Verdict("", "", _S.back, face_down=True)))
    return named, [one for one in unread if not _is_among(one, named)]


def named_by_beads(
    picture: Picture, found: Sequence[Outline], decks: Collection[str], known: Sequence[Card]
) -> tuple[list[Card], list[Outline]]:
    """The cards of *decks* among those *found* that show their beads, with those *known*; and what is left.

    If there is one, frames that were not found as cards are searched for.
    """
    left = [outline for outline in found if not _is_among(outline, known)]
    framed = [outline for outline in left if decks and _framed(picture, outline.quad)]
    if not framed:
        return list(known), left
    pale, named = paleness(picture), list(known)
    for outline in framed:
        named += _of(picture, outline, read_beads(pale, outline.quad), decks)
    if named and not known:
        whole, _ = kit_cards(picture, decks, Where())
        named = whole + [card for card in named if not _is_among(card.outline, whole)]
    return named, [outline for outline in left if not _is_among(outline, named)]


def _is_among(outline: Outline, cards: Sequence[Card]) -> bool:
    return any(rivals(outline, card.outline) for card in cards)


def _framed(picture: Picture, quad: Quad) -> bool:
    """Is a card darker along one of its long sides, where our frames are, than at its very edge?"""
    points = led(way_onto(quad), _ON_FRAME).round().astype(int)
    across, down = np.clip(points, 0, [picture.shape[1] - 1, picture.shape[0] - 1]).T
    edge, frame = picture[down, across].min(axis=1).reshape(2, 2, -1).astype(np.float32)
    return bool((np.median(frame / np.maximum(edge, 1), axis=1) < _S.framed).any())


def _of(
    picture: Picture, outline: Outline, said: tuple[str, str] | None, decks: Collection[str]
) -> list[Card]:
    """The card, if its beads said a card of *decks* that it looks like."""
    verdict = _verdict(picture, outline.quad, *said) if said else None
    return [Card(outline, verdict)] if verdict is not None and verdict.deck in decks else []


def _verdict(picture: Picture, quad: Quad, deck: str, name: str) -> Verdict | None:
    """What the card is; None if it does not look like the face that its beads name."""
    known = _looks(deck, name)
    look = look_of(flat_card(picture, quad), _S.about)
    if decide(known, beside(look, known.faces, known.texture), None).fit < _S.like:
        return None
    return named_as_printed(deck, name)


def named_as_printed(deck: str, name: str) -> Verdict:
    """A card that its beads name beyond doubt, called as in its built-in deck if it is of one."""
    called = _CALLED.get(deck, deck)
    if called == NUMBERS:
        name = f"{name}_{COLOUR_OF_NUMBER[name]}"
    return Verdict(called, name, _S.sure, (name,), (1.0,))


@lru_cache(maxsize=300)
def _looks(deck: str, name: str) -> Known:
    """The printed face, as if it had been taught."""
    return of_faces(deck, [(name, printed_faces(deck)[name])])
