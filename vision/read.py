"""Reading picture files: one line of plain values per picture, as `companion read` prints them."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace

from companion.sightings import Box, CardSeen, DieSeen, PassedOver, Seen, Sighting
from vision.calibration import Calibration, calibrate_any
from vision.cards.cards_in import printed_name
from vision.cards.decks import ANY
from vision.files import VIDEOS, Opened, listed, moving_pictures, open_one
from vision.health import why_blocked
from vision.look import at_rest
from vision.mat import PYRAMID
from vision.pictures import Colour, NotAPictureError, Picture
from vision.pyramid.eye import is_crooked, seen_of
from vision.pyramid.lattice import numbers
from vision.pyramid.output import as_json as pyramid_as_json
from vision.pyramid.output import unsure as pyramid_unsure
from vision.pyramid.read_at import PyramidRead
from vision.pyramid.read_on_mat import read_on_mat
from vision.pyramid.read_pyramid import read_pyramid
from vision.scene.motion import Memory, camera_moved, hand_in_view, is_moving, remember, small
from vision.wanted import D10, Wanted

# --- a clip as a row of settled states: what comes to rest is read, and what lies there is reported once ---

LOOK_MS = 100  # between two looks: a die that is soon thrown again lies still for a third of a second
# looks that agree, so many if something is doubtful, and after which a state is reported whatever they say
_ENOUGH, _IN_DOUBT, _AT_MOST = 2, 4, 12
_SAME = 0.3  # of its size: so near to where it lay a thing lies still

Line = dict[str, Any]


def settled(path: Path, read: Callable[[Opened], Line]) -> Iterator[Line]:
    """What *read* says of each state of the clip once it has settled; of an empty table only if it is all.

    Raises NotAPictureError if the clip shows nothing.
    """
    memory, reported, last = Memory(held=True), None, None
    looks: list[Line] = []
    for shown in moving_pictures(path, LOOK_MS):
        now = small(shown.picture)
        moving, hand = is_moving(memory, now), hand_in_view(memory, now)
        if camera_moved(memory, now) is not None:  # or all that can be distinguished rolls side by side
            looks = looks[1 - _IN_DOUBT :]
        state = Seen.HAND if hand else Seen.MOVING if moving else Seen.WAITING
        memory = remember(memory, shown.picture, Sighting(0, state), now)
        if moving:
            looks = []
        elif len(looks) < _AT_MOST:
            looks.append(read(Opened(path, shown.picture, frame=shown.frame)))
            last = looks[-1]
            if (_agree(looks) and not hand) or len(looks) == _AT_MOST:
                looks = [last] * _AT_MOST
                if _values_of(last) and (reported is None or not _is_same(reported, last)):
                    reported = last
                    yield last
    if reported is None and last is not None:
        yield last


def _agree(looks: list[Line]) -> bool:
    """Whether the last ones show the same; of what is doubtful more looks are asked than of what is sure."""
    enough = _IN_DOUBT if looks[-1].get("unsure") else _ENOUGH
    return len(looks) >= enough and all(_is_same(one, looks[-1]) for one in looks[-enough:])


def _values_of(line: Line) -> Counter[str]:
    """What is read, and how much is doubtful, wherever it lies."""
    dice = (f"{die['type']} {die['value']}" for die in line.get("dice", ()))
    cards = (card.get("name") or "face down" for card in line.get("cards", ()))
    cells = (f"{cell['ijk']}" for cell in line.get("pyramid", {}).get("cells", ()))
    return Counter([*dice, *cards, *cells, *("?" for _ in line.get("unsure", ()))])


def _is_same(one: Line, other: Line) -> bool:
    """Whether the same dice lie as they lay, wherever the camera went, or the same cards do."""
    if _values_of(one) != _values_of(other):
        return False
    before, now = _places_of(one), _places_of(other)
    if len(before) != len(now):
        return False
    apart = np.linalg.norm(before[:, None] - now[None], axis=2).min(axis=1, initial=np.inf)
    return bool((apart < _SAME * before[:, 2]).all())


def _places_of(line: Line) -> np.ndarray:
    """Where dice lie beside each other, doubtful ones too, and how large they are."""
    boxes = [thing["box"] for thing in (*line.get("dice", ()), *line.get("unsure", ())) if "box" in thing]
    places = np.array(boxes, np.float64).reshape(-1, 4)
    middles, sizes = places[:, :2] + places[:, 2:] / 2, places[:, 2:].max(axis=1, keepdims=True)
    return np.hstack([middles - middles.mean(axis=0) if boxes else middles, sizes])


WHOLE_NUMBERS = ("pips", "number", D10)
_UNSEEABLE = ("black", "overexposed")


def read_paths(
    paths: Iterable[Path | str],
    want: Collection[str] = ("dice", "cards"),
    deck: str = ANY,
    overlay_dir: Path | str | None = None,
    keep_in: Path | None = None,
    empty: Picture | None = None,
) -> Iterator[Line]:
    """One dict per picture, in the order of *paths*; a picture that cannot be read gives `file` and `error`.

    A video gives one for each state in which things come to rest, with the number of the `frame`.

    *want* is a choice of "dice", "cards", "pyramid". Into *overlay_dir* go copies with what was read drawn
    in. *keep_in* is the folder of what was taught, *empty* a picture of the table with nothing on it.
    """
    wanted = Wanted(tray="dice" in want, cards="cards" in want, pyramid="pyramid" in want)
    wanted = replace(wanted, rows=True, deck=deck, taught_in=str(keep_in or ""))
    folder = Path(overlay_dir) if overlay_dir is not None else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for path in listed([Path(path) for path in paths]):
        if path.suffix.lower() in VIDEOS:
            try:
                yield from settled(path, lambda opened: _line(opened, wanted, folder, empty))
            except NotAPictureError as reason:
                yield {"file": str(path), "error": str(reason)}
        else:
            yield _line(open_one(path), wanted, folder, empty)


def _line(opened: Opened, wanted: Wanted, folder: Path | None, empty: Picture | None) -> Line:
    line: Line = {"file": str(opened.path)}
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
    pyramid = _pyramid(opened.picture, calibrate_any(opened.picture)) if wanted.pyramid else None
    other = replace(wanted, pyramid=False)
    more = wanted.tray or wanted.cards or not wanted.pyramid
    read = read_picture(opened.picture, other, empty=empty) if more else ((), (), ())
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


def _pyramid(picture: Picture, calibration: Calibration | None) -> PyramidRead | None:
    """The pyramid: in its place if the kit's mat has one, else wherever it stands."""
    if calibration is None or not calibration.mat.has(PYRAMID):
        return read_pyramid(picture)
    return read_on_mat(picture, calibration, calibration.mat.zone(PYRAMID))


def read_picture(
    picture: Picture, wanted: Wanted, calibration: Calibration | None = None, empty: Picture | None = None
) -> tuple[tuple[DieSeen, ...], tuple[CardSeen, ...], tuple[PassedOver, ...]]:
    """The dice and cards of one picture, and what was passed over; on the kit's mat if its markers are
    there."""
    seen = at_rest(picture, wanted, calibration or calibrate_any(picture), empty)
    return seen.dice, seen.cards, seen.passed_over


def as_json(dice: Iterable[DieSeen], cards: Iterable[CardSeen], wanted: Wanted, scale: float = 1.0) -> Line:
    """Dice and cards as `companion read --json` writes them; what is unsure is a question, never a value."""
    dice, cards = tuple(dice), tuple(cards)
    out: Line = {}
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


def _die(die: DieSeen, scale: float) -> Line:
    return {
        "type": die.type,
        "value": _value(die.type, die.value) if die.value else None,
        "colour": die.colour,
        "box": _numbers(die.box, scale),
        "confidence": die.confidence,
        "cocked": die.cocked,
    }


def _card(card: CardSeen, scale: float) -> Line:
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
    """A whole number on dice that have them; what a die is asked about may be a face of another kind."""
    return int(value) if die_type in WHOLE_NUMBERS and value.isdigit() else value


# --- a picture with everything drawn in that was read, that is unsure, and that was passed over and why ---

READ: Colour = (60, 220, 60)
UNSURE: Colour = (0, 190, 255)
PASSED: Colour = (160, 160, 160)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_overlay(
    picture: Picture,
    dice: Iterable[DieSeen],
    cards: Iterable[CardSeen] = (),
    passed: Iterable[PassedOver] = (),
) -> Picture:
    """A copy of *picture*: green what was read, amber what is unsure, grey what was passed over."""
    canvas = picture.copy()
    size = max(0.4, picture.shape[1] / 1800)
    for thing in passed:
        _boxed(canvas, thing.box, thing.why, PASSED, size * 0.8)
    for die in dice:
        _boxed(canvas, die.box, _die_words(die), READ if die.value else UNSURE, size)
    for card in cards:
        sure = bool(card.name) or card.face_down
        words = card.name or ("face down" if card.face_down else "/".join(card.choices) + "?")
        corners = np.round(np.array(card.corners)).astype(np.int32)
        cv2.polylines(canvas, [corners], True, READ if sure else UNSURE, 2, cv2.LINE_AA)
        _say(canvas, words, (int(corners[0][0]), int(corners[0][1])), READ if sure else UNSURE, size)
    return canvas


def _die_words(die: DieSeen) -> str:
    if die.cocked:
        return "cocked"
    kind = "" if die.type == "pips" else die.type + " "
    return kind + (f"{die.value} {die.confidence:.2f}" if die.value else "/".join(die.choices) + "?")


def _boxed(canvas: Picture, box: Box, words: str, colour: Colour, size: float) -> None:
    x, y, width, height = (round(v) for v in box)
    cv2.rectangle(canvas, (x, y), (x + width, y + height), colour, 2 if size > 0.5 else 1)
    _say(canvas, words, (x, y - 3), colour, size)


def _say(canvas: Picture, words: str, at: tuple[int, int], colour: Colour, size: float) -> None:
    at = (max(0, at[0]), max(12, at[1]))
    cv2.putText(canvas, words, at, _FONT, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(canvas, words, at, _FONT, size, colour, 1, cv2.LINE_AA)


# --- a picture with the pyramid drawn in as it was read: each visible face with its number ---

_CROOKED: Colour = (60, 60, 255)


def draw_pyramid_overlay(picture: Picture, read: PyramidRead) -> None:
    """Draws into *picture*."""
    size = max(0.3, picture.shape[1] / 3200)
    for die in read.dice:
        for axis in np.flatnonzero(die.seen):
            quad, face = read.quads[numbers()[die.cell], axis], die.faces[axis]
            ink = _CROOKED if is_crooked(die) else UNSURE if face is None or not die.colour else READ
            cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, ink, 1, cv2.LINE_AA)
            words = "?" if face is None else f"{die.colour[:1] or '?'}{face}"
            x, y = np.round(quad.mean(axis=0)).astype(int)
            _say(picture, words, (int(x) - round(18 * size * 1.2), int(y) + 5), ink, size)
