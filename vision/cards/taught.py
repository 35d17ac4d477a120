"""Decks that were taught with one picture per face: learning, keeping and recognising them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.find import find_outlines, is_odd_sheet
from vision.cards.flat import HIGH, WIDE, flat_card, small
from vision.cards.likeness import NEAR, PARTS, Beside, Mask, beside, face_of, look_of, tells_of, texture_of
from vision.cards.outlines import Outline
from vision.cards.quads import height_of
from vision.cards.settings import SETTINGS
from vision.cards.verdict import FRENCH, Verdict, deck_of_name, plain_name
from vision.files import open_one
from vision.pictures import Picture, shrunk
from vision.teaching import CannotTeachError, Taught, fitting_name, pictures_by_face

_S = SETTINGS.taught

Floats = NDArray[np.float32]
ENDING = ".deck"


class Deck(Struct, frozen=True):
    """A deck as it is kept: for each picture the face's name and the flattened card as JPEG."""

    name: str
    names: tuple[str, ...]
    pictures: tuple[bytes, ...]
    tall: float = HIGH / WIDE  # height of a card over its width
    version: int = 1


class Known(Struct, frozen=True, eq=False):
    """A deck ready for comparing; `faces` has shape (parts, numbers, looks): each upright, then turned."""

    name: str
    names: tuple[str, ...]
    faces: Floats
    texture: Floats  # how strong it is, of shape (faces, parts)
    tells: Floats  # the same, but little where other faces have that texture too
    family: str = ""  # the built-in deck whose names these are
    cards: tuple[Picture, ...] = ()  # flattened, one for each name
    tall: float = HIGH / WIDE


class Recognised(Struct, frozen=True):
    """The likeliest names and how likely each is; how well what the first one shows fits (0 to 1)."""

    names: tuple[str, ...]
    shares: tuple[float, ...]
    fit: float
    upside_down: bool
    shown: float = 1.0  # how much of what tells this face from others is not covered
    found: float = 1.0  # how much of its texture there is seen again
    ahead: float = 1.0  # the same, less a share of how much is of the texture of any other


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
        card = small(opened.picture) if scanned else card_in(opened.picture)
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
    as_jpeg = [cv2.IMWRITE_JPEG_QUALITY, _S.quality]
    packed = tuple(bytes(cv2.imencode(".jpg", card, as_jpeg)[1]) for card in cards)
    deck = Deck(name, tuple(names), packed, scanned or HIGH / WIDE)
    keep(deck, keep_in)
    alike = _easily_confused(known(deck))
    return Taught(name, "deck", tuple(dict.fromkeys(names)), len(names), alike, tuple(left_out))


def _are_scanned(paths: Sequence[Path]) -> float:
    """How tall cards are, if the pictures are nothing but faces, as a scanner or a printer's file gives them.

    Then all have one size, a card's shape, and what is framed in them stands exactly upright, or lies across
    in the same place in all: a picture that is printed on the card.
    """
    opened = [open_one(path).picture for path in paths[:: max(1, len(paths) // _S.looked_at)]]
    pictures = [picture for picture in opened if picture is not None]
    sizes = {picture.shape[:2] for picture in pictures}
    if len(pictures) < 2 or len(sizes) > 1 or not _has_shape(pictures[0], _S.tall, _S.square):
        return 0.0
    largest = [_largest(shrunk(picture, _S.longest)[0]) for picture in pictures]
    found = np.array([one.quad for one in largest if one is not None and one.whole]).reshape(-1, 4, 2)
    high, wide = sizes.pop()
    upright = _S.tall[0] * wide < high and np.median([abs(_lean(quad)) for quad in found] or 0) < _S.upright
    return float(high / wide) if upright or len(found) < len(pictures) / 2 or _lie_across(found) else 0.0


def _lie_across(quads: NDArray[np.float32]) -> bool:
    """Do most *quads* lie across, and in the same place?"""
    middles, (x, y) = quads.mean(axis=1), np.abs(quads[:, 1] - quads[:, 0]).T
    off = np.median(np.abs(middles - np.median(middles, axis=0)), axis=0)
    return bool((x < y).mean() > 0.5 and off.max() < _S.in_place)


def _has_shape(picture: Picture, *shapes: tuple[float, float]) -> bool:
    return any(low < picture.shape[0] / picture.shape[1] < high for low, high in shapes)


def _lean(quad: NDArray[np.float32]) -> float:
    """By how many degrees a side is off the nearest edge of the picture."""
    x, y = quad[1] - quad[0]
    return (float(np.degrees(np.arctan2(y, x))) + 45) % 90 - 45


def card_in(picture: Picture) -> Picture | None:
    """The one card of a teaching picture, flattened: the largest that is found, or the picture itself."""
    seen, _ = shrunk(picture, _S.longest)
    best = _largest(seen)
    if best is not None:
        return flat_card(seen, _upright(best))
    return small(seen) if _has_shape(seen, _S.tall) else None


def _largest(picture: Picture) -> Outline | None:
    """The largest card of a picture, if it is large enough to be the one that is shown."""
    large = [o for o in find_outlines(picture) if not (o.alone or is_odd_sheet(o))]
    best = max(large, key=_area, default=None)
    return best if best is not None and _area(best) > _S.least * picture.shape[0] * picture.shape[1] else None


def _area(outline: Outline) -> float:
    return outline.width * height_of(outline.quad)


def _upright(outline: Outline) -> NDArray[np.float32]:
    """The corners from the upper left one on: people take pictures of cards upright."""
    turned = np.roll(outline.quad, 2, axis=0)
    return outline.quad if outline.quad[:2, 1].mean() <= turned[:2, 1].mean() else turned


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


@lru_cache(maxsize=_S.kept_ready)
def _opened(path: Path, _changed: int) -> Known | None:
    try:
        return known(msgspec.msgpack.decode(path.read_bytes(), type=Deck))
    except (OSError, msgspec.MsgspecError, cv2.error):
        return None


def known(deck: Deck) -> Known:
    cards = [cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR) for packed in deck.pictures]
    faces = zip(deck.names, (np.asarray(card, np.uint8) for card in cards), strict=True)
    return of_faces(deck.name, faces, deck.tall)


def of_faces(name: str, faces: Iterable[tuple[str, Picture]], tall: float = HIGH / WIDE) -> Known:
    """A deck from flattened or flat faces in memory."""
    names, cards = zip(*faces, strict=True)
    looks = [face_of(way) for card in cards for way in (card, card[::-1, ::-1])]
    families = {deck_of_name(face) for face in names}
    family = families.pop() if len(families) == 1 else ""
    shown = np.ascontiguousarray(np.stack(looks, axis=-1))
    tells = tells_of(shown, texture := texture_of(shown), names)
    return Known(name, names, shown, texture, tells, family, cards, tall)


def compared(deck: Known, card: Picture, faces: Sequence[int] | slice = slice(None)) -> Beside:
    """The flattened *card* beside each face of *deck*, or some of its *faces*."""
    return beside(look_of(card, NEAR), deck.faces[:, :, faces], deck.texture[faces])


def seen_again(deck: Known, card: Beside, shown: Mask) -> Floats:
    """The share of what tells each face from others that is seen again on the card where that is *shown*."""
    texture = deck.tells * shown
    return np.asarray((texture * card.again).sum(axis=1) / np.maximum(texture.sum(axis=1), 1e-3))


def decide(deck: Known, card: Beside, covered: Mask | None) -> Recognised:
    """Which faces of *deck* the card may be; if it has the texture of one, those with much less are none."""
    shown = np.ones(PARTS, bool) if covered is None else ~covered
    again = seen_again(deck, card, shown)
    total = card.unlike @ shown.astype(np.float32)
    if again.max() >= _S.found:
        total[again < again.max() - _S.nearly] += PARTS * SETTINGS.likeness.most_unlike
    order = np.argsort(total)
    best = int(order[0])
    says = SETTINGS.likeness.plain + deck.tells[best]  # plain paper fits anything
    seen = says * shown
    off = float(card.unlike[best] @ seen) / max(1e-3, float(seen.sum()))
    fits = 1 - off / SETTINGS.likeness.most_unlike
    by_name: dict[str, float] = {}
    for n in order:
        by_name.setdefault(deck.names[n // 2], float(total[n] - total[best]))
    names = list(by_name)[:4]
    sharp = _S.sharp + _S.sharper * max(0.0, fits - _S.rough)
    likely = np.exp(-sharp * np.array([by_name[name] for name in names]))
    said = tuple(round(float(share), 4) for share in likely / likely.sum())
    other = np.repeat([name != names[0] for name in deck.names], 2)
    ahead = again[best] - _S.others * again[other].max(initial=0)
    told = (round(float(share), 3) for share in (seen.sum() / says.sum(), again[best], ahead))
    return Recognised(tuple(names), said, round(fits, 4), best % 2 == 1, *told)


def _easily_confused(deck: Known) -> tuple[tuple[str, str], ...]:
    """Pairs of faces that look nearly the same."""
    out = []
    flat = deck.faces.transpose(2, 0, 1)
    for a in range(len(deck.names)):
        far = ((flat[2 * a] - flat[::2]) ** 2).sum(axis=2)
        far = np.minimum(far, SETTINGS.likeness.most_unlike).mean(axis=1)
        out += [
            (deck.names[a], deck.names[b])
            for b in np.flatnonzero(far < _S.alike)
            if b > a and deck.names[a] != deck.names[b]
        ]
    return tuple(dict.fromkeys(out))


# --- marks and likeness together ---


def is_sure(best: Recognised, ahead: float = _S.ahead) -> bool:
    """Is its look enough to name a card, if its texture is so far *ahead*? If farther, in bad light too."""
    clear = best.ahead >= _S.clear and best.shown >= _S.mostly
    fits = best.fit >= (_S.fits_clear if clear else _S.fits)
    seen = best.shown >= _S.shown and best.ahead >= ahead and best.shown + best.ahead >= _S.together
    return best.shares[0] >= _S.sure and fits and seen


def judge_taught(looks: Sequence[tuple[Known, Recognised]], before: Verdict, alone: bool = False) -> Verdict:
    """What a card of taught decks is; *before* is what its marks say; *alone*: no other deck is there.

    Marks that are sure name a card of the deck, unless its looks are much surer of another, or like none of
    its faces: then it is of another make. Marks that are likely bear out its looks. Where marks of another
    deck are sure and its looks are too, it is asked about.
    """
    deck, best = max(looks, key=lambda pair: pair[1].fit * pair[1].shares[0])
    own = {plain_name(name): name for name in deck.names}
    marked = own.get(plain_name(before.names[0]), "") if before.names else ""
    agree = bool(marked) and plain_name(marked) == plain_name(best.names[0])
    if marked and before.name and (agree or best.fit < _S.fits_denied):
        of_deck = replace(before, deck=deck.name, name=marked)  # as if it were not taught
        return of_deck if alone or best.fit >= _S.fits_marked else before
    borne_out = agree and before.confidence >= _S.heard
    enough = _S.fits_marked if borne_out else _S.fits_denied if marked else _S.fits
    likely = best.shares[0] >= (_S.likely if borne_out else _S.sure)
    ahead = _S.ahead if borne_out else _S.ahead_alone
    sure = likely and best.fit >= enough and best.shown >= _S.shown and best.ahead >= ahead
    if before.name and not sure:
        return before  # a card of a built-in deck, which the taught ones do not concern
    confidence = best.shares[0] * min(1.0, best.fit / _S.fits_marked)
    likelier = before.confidence > confidence or (before.deck == FRENCH and best.ahead < _S.ahead)
    if not sure and before.deck != deck.name and likelier and not marked:
        return before  # the likelier question
    if before.name or not sure:
        names = tuple(dict.fromkeys((before.name or marked or best.names[0], *best.names)))[:4]
        asked = replace(before, deck=deck.name, name="", names=names, fit=best.fit)
        return replace(asked, confidence=min(confidence, _S.asked))
    name, turned = best.names[0], best.upside_down
    return Verdict(deck.name, name, confidence, best.names, upside_down=turned, fit=best.fit)
