"""`companion doctor`: is everything well? OK, note, warning or broken, with one next step for each."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.asks import Say
from companion.clock import SystemClock
from companion.config import Loaded
from companion.words import languages
from hardware.board import Board
from hardware.doctor.examine import as_json
from hardware.doctor.readings import Readings, wait_for_pictures
from hardware.findings import Finding, Level, wire_words, worst
from ui.check_up import HouseDoctor, house_findings, journal_findings, pack
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, flags, writing
from ui.eyes_set_up import kept_set_up, mat_shift_mm
from ui.machine import camera_here
from ui.settings import Settings, journal_file, place_for_data, settings_in_force
from vision.pictures import NotAPictureError, as_picture

PATIENCE_S = 6.0  # until the camera has shown some pictures
SIGNS = {Level.OK: "+", Level.NOTE: "·", Level.WARNING: "!", Level.BROKEN: "X"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--lang", choices=languages())
    parser.add_argument("--bundle", metavar="FILE.zip")
    flags(parser, "--with-names", "--with-pictures")


def run(args: argparse.Namespace) -> int:
    if (args.with_names or args.with_pictures) and not args.bundle:
        raise CommandError("doctor.no_bundle", code=USAGE)
    loaded = settings_in_force(args.set)
    readings, board = _visit(loaded)
    journal = journal_findings(journal_file(), SystemClock(), args.language)
    findings = house_findings(readings, loaded, journal)
    if args.json:
        print(json.dumps(as_json(findings, args.language), ensure_ascii=False, indent=1))
    else:
        print("\n".join(_report(findings, args.language)))
    if args.bundle:
        packed = pack(readings, findings, loaded, board, names=args.with_names, picture=args.with_pictures)
        with writing(file := Path(args.bundle), "doctor.other_place"):
            file.write_bytes(packed)
    return NOT_HELD if worst(findings) is Level.BROKEN else DONE


def _visit(loaded: Loaded[Settings]) -> tuple[Readings, Board]:
    """The readings of machine and devices; and the board, closed again, with its last pictures."""
    from ui.twin.live import SimulatedTable  # noqa: PLC0415  (its help draws nothing)

    clock, settings = SystemClock(), loaded.settings
    camera = camera_here(settings.camera)
    drawn = camera.kind == "simulated"  # a drawn mat is never the same
    draw = SimulatedTable(clock, Random()).next_frame
    board = Board.real(clock, settings.wiring, camera, settings.sound, draw)
    doctor = HouseDoctor(board, loaded, clock, lambda: None if drawn else _mat_shift_mm(board))
    try:
        board.start()
        wait_for_pictures(board, PATIENCE_S)
        return doctor.readings(), board
    finally:
        board.close()


def _mat_shift_mm(board: Board) -> float | None:
    """By how much the mat has moved since `companion calibrate`; None where one look cannot show it."""
    frames = board.camera.ring.frames() if board.camera is not None else ()
    try:
        return mat_shift_mm(as_picture(frames[-1].picture), kept_set_up(place_for_data())) if frames else None
    except NotAPictureError:
        return None


def _report(findings: tuple[Finding, ...], language: str) -> Iterator[str]:
    """What is most serious comes last, where the eye is."""
    words = wire_words()
    levels = {level: words.say(Say(f"level_{level.value}"), language) for level in Level}
    width = max(map(len, levels.values()))
    for finding in sorted(findings, key=lambda finding: finding.level.weight):
        says, advice = finding.said(language)
        yield f"{SIGNS[finding.level]} {levels[finding.level]:<{width}}  {says}"
        if advice:
            yield f"  {'':<{width}}  → {advice}"
    yield ""
    broken = worst(findings) is Level.BROKEN
    yield words.say(Say("doctor_broken" if broken else "doctor_well"), language)
