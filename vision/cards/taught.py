"""Decks that were taught with one picture per face: learning, keeping and recognising them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.find import find_outlines, is_odd_sheet
from vision.cards.flat import from_above, small
from vision.cards.likeness import MOST, NEAR, PARTS, face_of, look_of, telling, unlike
from vision.cards.outlines import Outline
from vision.cards.quads import height_of
from vision.cards.sheets import LARGE, inner_frames
from vision.cards.verdict import FRENCH, Verdict, deck_of_name, plain_name
from vision.files import open_one
from vision.pictures import Picture, shrunk
from vision.teaching import CannotTeachError, Taught, fitting_name, pictures_by_face

Floats = NDArray[np.float32]
ENDING = ".deck"
_QUALITY = 95
_LONGEST = 1280
_CARD = (1.3, 1.75)  # height over width of a picture that is all card
_UPRIGHT = 1.0  # degrees
_LEAST = 0.1  # of a teaching picture that its card fills
_LOOKED_AT = 6  # pictures that tell whether a folder was scanned
_ALIKE = 0.06  # unlikeness per part, below which two faces are easily confused


class Deck(Struct, frozen=True):
    """A deck as it is kept: for each picture the face's name and the flattened card as JPEG."""

    name: str
    names: tuple[str, ...]
    pictures: tuple[bytes, ...]
    inner: tuple[tuple[float, ...], ...] = ()  # frames printed on many of the cards
    version: int = 1


class Known(Struct, frozen=True, eq=False):
    """A deck ready for comparing; `faces` has shape (parts, numbers, looks): each upright, then turned."""

    name: str
    names: tuple[str, ...]
    faces: Floats
    inner: tuple[tuple[float, ...], ...] = ()
    family: str = ""  # the built-in deck whose names these are


class Recognised(Struct, frozen=True):
    """The likeliest names and how likely each is; how well what the first one shows fits (0 to 1)."""

    names: tuple[str, ...]
    shares: tuple[float, ...]
    fit: float
    upside_down: bool
    shown: float = 1.0  # how much of what tells this face from others is not covered


def teach_deck(name: str, folder: Path, keep_in: Path) -> Taught:
    """Learns the deck *name* from the pictures in *folder* and keeps it in *keep_in*."""
    fitting_name(name)
    names: list[str] = []
    cards: list[Picture] = []
    left_out: list[str] = []
    shown = [(face, path) for face, paths in pictures_by_face(folder).items() for path in paths]
    scanned = _are_scanned([path for _, path in shown])
    for face, path in shown:
        opened = open_one(path)
        if opened.picture is None:
            left_out.append(f"{path.name}: {opened.error}.")
            continue
        card = _filling(opened.picture) if scanned else card_in(opened.picture)
        if card is None:
            left_out.append(f"{path.name}: no card was found in it; lay it on a table of another colour.")
            continue
        names.append(face)
        cards.append(card)
    if not names:
        raise CannotTeachError(
            f"No card was found in the pictures of {folder}.",
            "Take one picture per card, from above, on a plain ground.",
        )
    deck = Deck(name, tuple(names), tuple(_packed(small(card)) for card in cards), inner_frames(cards))
    keep(deck, keep_in)
    return Taught(
        name, "deck", tuple(dict.fromkeys(names)), len(names), _easily_confused(known(deck)), tuple(left_out)
    )


def _are_scanned(paths: Sequence[Path]) -> bool:
    """Are the pictures nothing but faces, as a scanner or a printer's file gives them?

    Then all have one size, a card's shape, and whatever is framed in them stands exactly upright.
    """
    some = [
        opened.picture
        for path in paths[:: max(1, len(paths) // _LOOKED_AT)]
        if (opened := open_one(path)).picture is not None
    ]
    pictures = [picture for picture in some if picture is not None]
    sizes = {picture.shape[:2] for picture in pictures}
    if (
        len(pictures) < 2
        or len(sizes) > 1
        or not all(_CARD[0] < high / wide < _CARD[1] for high, wide in sizes)
    ):
        return False
    found = [
        outline for picture in pictures if (outline := _largest(shrunk(picture, _LONGEST)[0])) is not None
    ]
    leans = [abs(_lean(outline.quad)) for outline in found]
    return len(leans) < len(pictures) / 2 or float(np.median(leans)) < _UPRIGHT


def _lean(quad: NDArray[np.float32]) -> float:
    """By how many degrees a side is off the nearest edge of the picture."""
    x, y = quad[1] - quad[0]
    return (float(np.degrees(np.arctan2(y, x))) + 45) % 90 - 45


def card_in(picture: Picture) -> Picture | None:
    """The one card of a teaching picture, flattened: the largest that is found, or the picture itself."""
    seen, _ = shrunk(picture, _LONGEST)
    high, wide = seen.shape[:2]
    best = _largest(seen)
    if best is not None:
        return from_above(seen, _upright(best), LARGE)  # larger than it is kept, so that fine frames are seen
    return _filling(seen) if _CARD[0] < high / wide < _CARD[1] else None


def _filling(picture: Picture) -> Picture:
    """A picture that is all card, like a large flattened card."""
    return np.asarray(cv2.resize(picture, LARGE, interpolation=cv2.INTER_AREA), np.uint8)


def _largest(picture: Picture) -> Outline | None:
    """The largest card of a picture, if it is large enough to be the one that is shown."""
    found = (o for o in find_outlines(picture) if not is_odd_sheet(o))
    large = [o for o in found if sum(s > 0 for s in o.seen) >= 2]
    best = max(large, key=_area, default=None)
    return best if best is not None and _area(best) > _LEAST * picture.shape[0] * picture.shape[1] else None


def _area(outline: Outline) -> float:
    return outline.width * height_of(outline.quad)


def _upright(outline: Outline) -> NDArray[np.float32]:
    """The corners from the upper left one on: people take pictures of cards upright."""
    turned = np.roll(outline.quad, 2, axis=0)
    return outline.quad if outline.quad[:2, 1].mean() <= turned[:2, 1].mean() else turned


def _packed(card: Picture) -> bytes:
    return bytes(cv2.imencode(".jpg", card, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])


def keep(deck: Deck, keep_in: Path) -> Path:
    """Writes the deck whole or not at all."""
    keep_in.mkdir(parents=True, exist_ok=True)
    path = keep_in / f"{deck.name}{ENDING}"
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.msgpack.encode(deck))
    fresh.replace(path)
    return path


def taught_decks(keep_in: Path | None) -> tuple[str, ...]:
    """The names of the decks that were taught."""
    if keep_in is None or not keep_in.is_dir():
        return ()
    return tuple(sorted(path.stem for path in keep_in.glob(f"*{ENDING}")))


def taught(name: str, keep_in: Path | None) -> Known | None:
    """The deck of that name, ready for comparing; None if it was not taught or its file is damaged."""
    if keep_in is None or name not in taught_decks(keep_in):
        return None
    path = keep_in / f"{name}{ENDING}"
    return _opened(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _opened(path: Path, _changed: int) -> Known | None:
    try:
        return known(msgspec.msgpack.decode(path.read_bytes(), type=Deck))
    except (OSError, msgspec.MsgspecError, cv2.error):
        return None


def known(deck: Deck) -> Known:
    cards = [cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR) for packed in deck.pictures]
    shown = list(zip(deck.names, (np.asarray(card, np.uint8) for card in cards), strict=True))
    return of_faces(deck.name, shown, deck.inner)


def of_faces(
    name: str, faces: Iterable[tuple[str, Picture]], inner: tuple[tuple[float, ...], ...] = ()
) -> Known:
    """A deck from flattened or flat faces in memory."""
    names, looks = [], []
    for face, card in faces:
        names.append(face)
        looks += [face_of(card), face_of(card[::-1, ::-1])]
    families = {deck_of_name(face) for face in names}
    family = families.pop() if len(families) == 1 else ""
    return Known(name, tuple(names), np.ascontiguousarray(np.stack(looks, axis=-1)), inner, family)


def recognise(deck: Known, card: Picture, covered: NDArray[np.bool_] | None = None) -> Recognised:
    """Which faces of *deck* the flattened *card* may be; parts that are *covered* do not count."""
    return decide(deck, compared(deck, card), covered)


def compared(deck: Known, card: Picture) -> Floats:
    """How unlike the flattened *card* and each face of *deck* are, part by part; shape (faces, parts)."""
    return unlike(look_of(card, NEAR), deck.faces)


_SHARP = 0.9  # how fast a face becomes less likely with every part that fits worse,
_SHARPER, _ROUGH = 4.0, 0.66  # and how much faster where the card as a whole fits better than that


def decide(deck: Known, apart: Floats, covered: NDArray[np.bool_] | None) -> Recognised:
    weight = np.ones(PARTS, np.float32) if covered is None else (~covered).astype(np.float32)
    total = apart @ weight
    order = np.argsort(total)
    best = int(order[0])
    says = telling(deck.faces[:, :, best])
    shown = float((says * weight).sum() / says.sum())
    fits = float(1 - (apart[best] * weight * says).sum() / max(1e-3, float((weight * says).sum())) / MOST)
    by_name: dict[str, float] = {}
    for n in order:
        by_name.setdefault(deck.names[n // 2], float(total[n] - total[best]))
    names = list(by_name)[:4]
    sharp = _SHARP + _SHARPER * max(0.0, fits - _ROUGH)
    likely = np.exp(-sharp * np.array([by_name[name] for name in names]))
    shares = likely / likely.sum()
    said = tuple(round(float(s), 4) for s in shares)
    return Recognised(tuple(names), said, round(fits, 4), best % 2 == 1, round(shown, 3))


def _easily_confused(deck: Known) -> tuple[tuple[str, str], ...]:
    """Pairs of faces that look nearly the same."""
    out = []
    flat = deck.faces.transpose(2, 0, 1)
    for a in range(len(deck.names)):
        far = np.minimum(((flat[2 * a] - flat[0::2]) ** 2).sum(axis=2), MOST).mean(axis=1)
        out += [
            (deck.names[a], deck.names[b])
            for b in np.flatnonzero(far < _ALIKE)
            if b > a and deck.names[a] != deck.names[b]
        ]
    return tuple(dict.fromkeys(out))


# --- marks and likeness together ---

FITS = 0.66  # so well must a card fit a taught face; cards of other decks fitted at most 0.5
FITS_MARKED = 0.53  # or so well, where its marks say the same
_FITS_DENIED = 0.92  # so well where they do not: one that was not laid flat exactly fits other faces better
SHOWN = 0.25  # so much of the face must be seen
SURE = 0.97  # and so likely must it be beside the other faces
_HEARD = 0.55  # so sure must marks be that stand by a likeness
_MARKED = 0.9  # the marks alone are as sure as this
_ELSE_MARKED, _ELSE_ALIKE = 0.02, 0.004  # what a name may count that the marks, or the faces, do not think of


def judge_taught(found: Sequence[tuple[Known, Recognised]], before: Verdict) -> Verdict:
    """What a card of taught decks is; *before* is what its marks say.

    Marks that are names of the deck count together with the likeness; where marks of another deck are sure
    and the likeness is too, it is asked about.
    """
    deck, best = max(found, key=lambda pair: pair[1].fit * pair[1].shares[0])
    if before.names and is_in(before.names[0], deck):
        return _together(deck, best, before)
    sure = best.shares[0] >= SURE and best.fit >= FITS and best.shown >= SHOWN
    if before.name:
        if not sure:
            return before  # a card of a built-in deck, which the taught ones do not concern
        return replace(before, deck=deck.name, name="", names=(before.name, *best.names[:2]), confidence=0.5)
    confidence = best.shares[0] * min(1.0, best.fit / FITS)
    if not sure and before.deck != deck.name and before.confidence > confidence:
        return before  # the likelier question
    name = best.names[0] if sure else ""
    return Verdict(deck.name, name, confidence, best.names, upside_down=best.upside_down, fit=best.fit)


def _together(deck: Known, best: Recognised, marks: Verdict) -> Verdict:
    """The name that is likely by its marks and by its looks; either alone may be mistaken."""
    own = {plain_name(name): name for name in deck.names}
    marked = {plain_name(name): share for name, share in zip(marks.names, marks.shares, strict=True)}
    alike = {plain_name(name): share for name, share in zip(best.names, best.shares, strict=True)}
    certain = marks.confidence / max(1e-6, *marks.shares)  # how sure it is that there are marks at all
    names = [name for name in {**alike, **marked} if name in own]
    likely = {
        name: _share(marked, name, _ELSE_MARKED, certain) * _share(alike, name, _ELSE_ALIKE, 1.0)
        for name in names
    }
    order = sorted(likely, key=lambda name: -likely[name])
    share = likely[order[0]] / sum(likely.values())
    shown = tuple(own[name] for name in order[:3])
    agree = next(iter(marked)) == next(iter(alike)) == order[0] and marks.confidence >= _HEARD
    enough = FITS_MARKED if agree else _FITS_DENIED
    if best.shown < SHOWN:
        enough = 1.0
    if marks.confidence >= _MARKED and order[0] == next(iter(marked)) and share >= SURE:
        enough = 0.0  # marks that are sure need no likeness, if that does not say another name
    sure = share >= SURE and best.fit >= enough
    other = next(iter(alike)) != next(iter(marked))
    if marks.name and marks.deck == FRENCH and not (other and best.fit >= _FITS_DENIED):
        return replace(marks, deck=deck.name, name=own[plain_name(marks.name)])  # as if it were not taught
    confidence = share if sure else min(share, 0.5 + share / 3)
    return Verdict(
        deck.name, shown[0] if sure else "", confidence, shown, upside_down=best.upside_down, fit=best.fit
    )


def _share(said: Mapping[str, float], name: str, least: float, certain: float) -> float:
    """How likely a name is: as said if that is *certain* (1), as likely as any other if nothing is (0)."""
    return certain * max(said.get(name, 0.0), least) + (1 - certain)


def is_in(name: str, deck: Known) -> bool:
    """Has the taught *deck* a card of that name, however it is spelt?"""
    return plain_name(name) in {plain_name(own) for own in deck.names}
