"""`companion calibrate`: finds mat and lens, says what the eyes understand, and keeps it."""

import argparse
import json
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace

from companion.asks import Say
from companion.clock import SystemClock
from companion.words import words_of
from hardware.board import Board
from hardware.doctor.readings import remember, wait_for_pictures
from ui import eyes_set_up
from ui.check_up import REFERENCE
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, flags, worded
from ui.machine import camera_here
from ui.settings import place_for_data, settings_in_force
from vision.calibration import Calibration, lens_from_mat, markers_in, off_mm
from vision.cards.decks import ANY
from vision.files import open_all
from vision.health import why_blocked
from vision.lens import straightened
from vision.pictures import Picture
from vision.read import read_picture
from vision.teaching import TAUGHT
from vision.wanted import Wanted

PATIENCE_S = 6.0
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
Tell = Callable[..., str]  # `worded` in one language
GOOD_MM = 1.0  # a larger mean error of the markers points to a crumpled mat or a wrong lens


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pictures", nargs="+", metavar="FILE")
    ground = parser.add_mutually_exclusive_group()
    ground.add_argument("--corners", nargs=4, metavar="X,Y")
    ground.add_argument("--no-corners", action="store_true")
    parser.add_argument("--size", metavar="WxH", default="")
    parser.add_argument("--no-lens", action="store_true")
    table = parser.add_mutually_exclusive_group()
    flags(table, "--empty", "--no-empty")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--overlay", metavar="FILE.png")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    folder = place_for_data()
    pictures, board = _pictures(args)
    before = eyes_set_up.kept_set_up(folder)
    set_up = _set_up(args, before, pictures)
    straight = straightened(pictures[-1], set_up.lens)
    try:
        found = eyes_set_up.calibration_for(straight, 4, set_up)
    except ValueError as reason:
        raise CommandError("calibrate.corners", code=USAGE, why=reason) from reason
    found_out = _findings(straight, found, set_up)
    if args.empty or args.no_empty:
        found_out["empty"] = _on_empty(straight, found, folder) if args.empty else None
    if not args.dry_run:
        eyes_set_up.keep_set_up(
            replace(set_up, mat_lay=eyes_set_up.where_it_lies(found) if found else None), folder
        )
        if args.empty or args.no_empty:
            eyes_set_up.keep_empty_table(straight if args.empty else None, folder)
        if board is not None and board.camera is not None:
            remember(board.camera, folder / REFERENCE)
    printed = partial(_printed, args.language)
    if args.overlay:
        _write_overlay(Path(args.overlay), straight, found, printed)
    tell = partial(worded, args.language)
    lines = _ground_in_words(found_out, tell, printed)
    if things := found_out.get("empty"):
        lines += [tell("calibrate.empty"), tell("calibrate.not_empty", n=things)]
    elif "empty" in found_out:
        lines.append(tell("calibrate.forgotten" if things is None else "calibrate.empty"))
    print(json.dumps(found_out) if args.json else "\n".join(lines))
    return DONE if found is not None else NOT_HELD


def _pictures(args: argparse.Namespace) -> tuple[list[Picture], Board | None]:
    """Pictures from the files that are named, else the last ones of the camera, which is let go again."""
    if args.pictures:
        opened = list(open_all([Path(path) for path in args.pictures]))
        bad = next((one for one in opened if one.picture is None), None)
        if bad is not None or not opened:
            why = f"{bad.path}: {bad.error}." if bad else "calibrate.no_picture"
            raise CommandError(why, "calibrate.no_picture.next", USAGE)
        return [one.picture for one in opened if one.picture is not None], None
    settings = settings_in_force(args.set).settings
    camera = camera_here(settings.camera)
    if camera.kind in ("simulated", "none"):
        raise CommandError("calibrate.no_camera")
    board = Board.real(SystemClock(), settings.wiring, camera, settings.sound)
    try:
        board.start()
        wait_for_pictures(board, PATIENCE_S)
    finally:
        board.close()
    frames = board.camera.ring.frames() if board.camera is not None else []
    if not frames:
        raise CommandError("calibrate.blind")
    return [frame.picture for frame in frames], board


def _set_up(
    args: argparse.Namespace, before: eyes_set_up.EyesSetUp, pictures: Sequence[Picture]
) -> eyes_set_up.EyesSetUp:
    """What is known before, with the lens as the mat shows it and the corners that are shown."""
    if args.size and not args.corners:
        raise CommandError("calibrate.only_size", code=USAGE)
    set_up = before
    if not args.no_lens:  # without enough of the mat, and for pictures without distortion, it stays
        set_up = replace(before, lens=lens_from_mat(pictures, before.lens) or before.lens)
    if args.no_corners:
        set_up = replace(set_up, corners=None)
    if args.corners:
        size = (pictures[-1].shape[1], pictures[-1].shape[0])
        corners = [_pair(word, ",", "calibrate.corner_like") for word in args.corners]
        ground = _pair(args.size, "x", "calibrate.size_like")
        straight = set_up.lens.straight(np.array(corners), size)
        one, two, three, four = ((round(float(x), 2), round(float(y), 2)) for x, y in straight)
        set_up = replace(set_up, corners=eyes_set_up.OwnCorners((one, two, three, four), size, ground))
    return set_up


def _pair(word: str, between: str, what: str) -> tuple[float, float]:
    one, _, other = word.lower().partition(between)
    try:
        return float(one), float(other)
    except ValueError:
        raise CommandError("calibrate.bad_pair", what, USAGE, word=word) from None


def _findings(picture: Picture, found: Calibration | None, set_up: eyes_set_up.EyesSetUp) -> dict[str, Any]:
    """Everything that was found out, as plain values."""
    lens = {"view": round(set_up.lens.view, 1), "bend": set_up.lens.bend}
    if found is None:
        return {"found": False, "markers": len(markers_in(picture)), "lens": lens}
    x, y, height = found.eye
    middle = found.mat.width / 2, found.mat.height / 2
    looks_at = found.on_table(np.array([[picture.shape[1] / 2, picture.shape[0] / 2]]))[0]
    lean = np.degrees(np.arctan2(np.hypot(*(looks_at - (x, y))), height))
    ends = found.project(np.array([[*middle, 0.0], [middle[0] + 1, middle[1], 0.0]]))
    off = off_mm(picture, found)
    return {
        "found": True,
        "by": "mat" if found.mat.markers else "corners",
        "mat_mm": [found.mat.width, found.mat.height],
        "markers": sum(marker.number in markers_in(picture) for marker in found.mat.markers),
        "of_markers": len(found.mat.markers),
        "camera_cm": round(float(height) / 10, 1),
        "tilt_deg": round(float(lean), 1),
        "pixels_per_mm": round(float(np.linalg.norm(ends[1] - ends[0])), 2),
        "off_mm": None if off is None else round(off, 3),
        "places": [zone.name for zone in found.mat.zones],
        "lens": lens,
    }


def _on_empty(picture: Picture, found: Calibration | None, folder: Path) -> int:
    """How many things on the empty table's *picture* look like dice or cards; none of them will count."""
    if why := why_blocked(picture):
        raise CommandError("calibrate.blocked", code=USAGE, why=f"@{why}")
    taught = folder / TAUGHT
    everything = Wanted(cards=True, deck=ANY, taught_in=str(taught))
    dice, cards, _ = read_picture(picture, everything, found)
    return len(dice) + len(cards)


def _printed(language: str, place: str) -> str:
    """What the mat says on *place*, which is called like "discard:Elfi"."""
    kind, _, name = place.partition(":")
    return words_of("ui.prints").say(Say(f"mat.{kind}", {"name": name}), language)


def _ground_in_words(found_out: dict[str, Any], tell: Tell, printed: Callable[[str], str]) -> list[str]:
    lens = tell("calibrate.lens", **found_out["lens"])
    if not found_out["found"]:
        return [tell("calibrate.no_mat", **found_out), lens]
    width, height = (round(side) for side in found_out["mat_mm"])
    lines = [
        tell(f"calibrate.by_{found_out['by']}", **found_out, width=width, height=height),
        tell("calibrate.camera", **found_out),
        tell("calibrate.places", names=" · ".join(map(printed, found_out["places"]))),
        lens,
    ]
    off = found_out["off_mm"]
    if off is not None:
        lines.append(tell("calibrate.off", off=off))
        lines += [tell("calibrate.far_off")] if off > GOOD_MM else []
    return lines


def _drawable(words: str) -> str:
    """What OpenCV's letters can write of *words*, as far as the colon: it has plain ones only.

    >>> _drawable("Würfelpyramide: die Grundform"), _drawable("Dés")
    ('Wuerfelpyramide', 'Des')
    """
    plain = words.partition(":")[0].translate(UMLAUTS)
    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()


def _write_overlay(
    file: Path, picture: Picture, found: Calibration | None, printed: Callable[[str], str]
) -> None:
    """The *picture* with every place drawn in, called as it is on the mat."""
    canvas = picture.copy()
    for zone in found.mat.zones if found is not None else ():
        assert found is not None
        outline = np.round(found.project(np.array([[x, y, 0.0] for x, y in zone.corners]))).astype(np.int32)
        cv2.polylines(canvas, [outline], True, (60, 220, 60), 2, cv2.LINE_AA)
        at = (int(outline[0][0]) + 6, int(outline[0][1]) + 22)
        for ink, thick in (((20, 20, 20), 6), ((60, 220, 60), 2)):
            words = _drawable(printed(zone.name))
            cv2.putText(canvas, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, thick, cv2.LINE_AA)
    if not cv2.imwrite(str(file), canvas):
        raise CommandError("calibrate.overlay", file=file)
