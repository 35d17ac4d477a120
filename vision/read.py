"""Reading picture files: one line of plain values per picture, as `companion read` prints them."""

import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
from msgspec.structs import replace

from companion.sightings import CardSeen, DieSeen, PassedOver
from vision.calibration import Calibration, calibrate_any
from vision.cards.known import ANY
from vision.cards.whole import printed_name
from vision.clips import VIDEOS
from vision.clips import Seen as Shown
from vision.files import Opened, listed, open_all
from vision.health import why_blocked
from vision.look import at_rest
from vision.mat import PYRAMID
from vision.overlay import draw_overlay
from vision.pictures import NotAPictureError, Picture
from vision.pyramid.eye import seen_of
from vision.pyramid.overlay import draw_pyramid_overlay
from vision.pyramid.read_on_mat import read_on_mat
from vision.pyramid.read_pyramid import PyramidRead, read_pyramid
from vision.pyramid.told import as_json as pyramid_as_json
from vision.pyramid.told import unsure as pyramid_unsure
from vision.settled import settled
from vision.wanted import D10, Wanted

WHOLE_NUMBERS = ("pips", "number", D10)
_UNSEEABLE = ("black", "overexposed")


def read_paths(
    paths: Iterable[Path | str],
    want: Collection[str] = ("dice", "cards"),
    deck: str = ANY,
    overlay_dir: Path | str | None = None,
    calibration: Calibration | None = None,
    keep_in: Path | None = None,
    empty: Picture | None = None,
) -> Iterator[dict[str, Any]]:
    """One dict per picture, in the order of *paths*; a picture that cannot be read gives `file` and `error`.

    A video gives one for each state in which things come to rest, with the number of the `frame`.

    *want* is a choice of "dice", "cards", "pyramid". Into *overlay_dir* go copies with what was read drawn
    in. *keep_in* is the folder of what was taught, *empty* a picture of the table with nothing on it.
    """
    wanted = Wanted(
        tray="dice" in want,
        cards="cards" in want,
        deck=deck,
        taught_in=str(keep_in or ""),
        pyramid="pyramid" in want,
    )
    folder = Path(overlay_dir) if overlay_dir is not None else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for path in listed([Path(path) for path in paths]):
        if path.suffix.lower() in VIDEOS:
            yield from _clip(path, wanted, folder, calibration, empty)
        else:
            for opened in open_all([path]):
                yield _line(opened, wanted, folder, calibration, empty)


def _clip(
    path: Path, wanted: Wanted, folder: Path | None, calibration: Calibration | None, empty: Picture | None
) -> Iterator[dict[str, Any]]:
    """A line for each state in which the things of a clip come to rest."""

    def read(shown: Shown) -> dict[str, Any]:
        return _line(Opened(path, shown.picture, frame=shown.frame), wanted, folder, calibration, empty)

    try:
        yield from settled(path, read)
    except NotAPictureError as reason:
        yield {"file": str(path), "error": str(reason)}


def _line(
    opened: Opened,
    wanted: Wanted,
    folder: Path | None,
    calibration: Calibration | None,
    empty: Picture | None,
) -> dict[str, Any]:
    line: dict[str, Any] = {"file": str(opened.path)}
    if opened.frame is not None:
        line["frame"] = opened.frame
    if opened.picture is None:
        return line | {"error": opened.error}
    start = time.perf_counter()
    why = why_blocked(opened.picture)
    if why in _UNSEEABLE:
        return line | {"error": f"nothing can be seen in this picture: it is {why}"}
    if empty is not None and empty.shape != opened.picture.shape:
        return line | {
            "error": f"this picture is {_size(opened.picture)}, that of the empty table {_size(empty)}: "
            "take both with the same camera in the same way"
        }
    if wanted.pyramid:
        calibration = calibration or calibrate_any(opened.picture)
    pyramid = _pyramid(opened.picture, calibration) if wanted.pyramid else None
    other = replace(wanted, pyramid=False)
    more = _more(wanted)
    read = read_picture(opened.picture, other, calibration, empty) if more else ((), (), ())
    dice, cards, passed = read
    line["ms"] = round((time.perf_counter() - start) * 1e3, 1)
    if folder is not None:
        suffix = "" if opened.frame is None else f"_{opened.frame:06d}"
        overlay = draw_overlay(opened.picture, dice, cards, passed)
        if pyramid is not None:
            draw_pyramid_overlay(overlay, pyramid)
        cv2.imwrite(str(folder / f"{opened.path.stem}{suffix}.png"), overlay)
    line |= as_json(dice, cards, wanted, opened.scale)
    if wanted.pyramid:
        seen = None if pyramid is None else seen_of(pyramid)
        line |= {"pyramid": pyramid_as_json(seen), "unsure": line["unsure"] + pyramid_unsure(seen)}
    return line


def _size(picture: Picture) -> str:
    high, wide = picture.shape[:2]
    return f"{wide} x {high}"


def _more(wanted: Wanted) -> bool:
    """Whether anything but the pyramid is wanted."""
    return wanted.tray or wanted.cards or not wanted.pyramid


def _pyramid(picture: Picture, calibration: Calibration | None) -> PyramidRead | None:
    """The pyramid: in its place if the kit's mat has one, else wherever it stands."""
    if calibration is None or not calibration.mat.has(PYRAMID):
        return read_pyramid(picture)
    return read_on_mat(picture, calibration, calibration.mat.zone(PYRAMID))


def read_picture(
    picture: Picture,
    wanted: Wanted,
    calibration: Calibration | None = None,
    empty: Picture | None = None,
) -> tuple[tuple[DieSeen, ...], tuple[CardSeen, ...], tuple[PassedOver, ...]]:
    """The dice and cards of one picture, and what was passed over; on the kit's mat if its markers are
    there."""
    seen = at_rest(picture, wanted, calibration or calibrate_any(picture), empty)
    return seen.dice, seen.cards, seen.passed_over


def as_json(
    dice: Iterable[DieSeen], cards: Iterable[CardSeen], wanted: Wanted, scale: float = 1.0
) -> dict[str, Any]:
    """Dice and cards as `companion read --json` writes them; what is unsure is a question, never a value."""
    dice, cards = tuple(dice), tuple(cards)
    out: dict[str, Any] = {}
    if wanted.tray:
        out["dice"] = [_die(die, scale) for die in dice if die.value or die.cocked]
    if wanted.cards:
        out["cards"] = [_card(card, scale) for card in cards if card.name or card.face_down]
    out["unsure"] = [
        {
            "what": "die",
            "type": die.type,
            "box": _numbers(die.box, scale),
            "confidence": die.confidence,
            "choices": [_value(die.type, c) for c in die.choices],
            **({"why": die.why} if die.why else {}),
        }
        for die in dice
        if not die.value and not die.cocked
    ] + [
        {
            "what": "card",
            "corners": _corners(card, scale),
            "choices": [printed_name(replace(card, name=choice))["name"] for choice in card.choices],
        }
        for card in cards
        if not card.name and not card.face_down
    ]
    return out


def _die(die: DieSeen, scale: float) -> dict[str, Any]:
    return {
        "type": die.type,
        "value": _value(die.type, die.value) if die.value else None,
        "colour": die.colour,
        "box": _numbers(die.box, scale),
        "confidence": die.confidence,
        "cocked": die.cocked,
    }


def _card(card: CardSeen, scale: float) -> dict[str, Any]:
    return {
        "deck": card.deck,
        **printed_name(card),
        "corners": _corners(card, scale),
        "confidence": card.confidence,
        "face_down": card.face_down,
        "place": card.place,
    }


def _corners(card: CardSeen, scale: float) -> list[list[float]]:
    return [_numbers(corner, scale) for corner in card.corners]


def _numbers(values: Iterable[float], scale: float) -> list[float]:
    return [round(value * scale, 1) for value in values]


def _value(die_type: str, value: str) -> int | str:
    return int(value) if die_type in WHOLE_NUMBERS else value
