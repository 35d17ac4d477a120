"""`companion wiring`: press each button when asked; or the drawing, the pins and the parts."""

import argparse
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.asks import Say
from companion.clock import SystemClock
from companion.words import languages
from hardware.drawing import drawing, parts_list, pin_table
from hardware.findings import Level, wire_words, worst
from hardware.keys import devices
from hardware.pins import choose_pins
from hardware.teach_in import TeachBoard
from hardware.wiring import Wiring, how_many, problems
from ui.command.own_file import write_settings
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, flags, worded, writing
from ui.fitting import settings_of
from ui.settings import settings_in_force

MOST_BUTTONS = 12
STEP_S = 0.02
_ON_A_PI = Say("teach_on_a_pi")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--drawing", metavar="FILE.svg")
    flags(parser, "--pins", "--parts")
    parser.add_argument("--buttons", type=int, default=0, metavar="N")
    parser.add_argument("--lang", choices=languages())


def run(args: argparse.Namespace) -> int:
    wiring = settings_in_force(args.set).settings.wiring
    if args.drawing or args.pins or args.parts:
        return _show(wiring, args)
    count = args.buttons or how_many(wiring) or 1
    if not 1 <= count <= MOST_BUTTONS:
        raise CommandError("wiring.count", code=USAGE, count=count, most=MOST_BUTTONS)
    return _teach(wiring, count, args.language)


def _show(wiring: Wiring, args: argparse.Namespace) -> int:
    """The drawing, the pins and the parts, all of the configuration that the app uses."""
    wanted = ((args.pins, pin_table), (args.parts, parts_list))
    tables = [make(wiring, args.language) for told, make in wanted if told]
    if tables:
        print("\n\n".join(tables))
    if args.drawing:
        file = Path(args.drawing)
        with writing(file, "wiring.other_file"):
            file.write_text(drawing(wiring, args.language), "utf-8")
        print(worded(args.language, "written", file=file), file=sys.stderr if tables else sys.stdout)
    found = problems(wiring)
    for finding in found:
        if finding.level is not Level.NOTE:
            print(finding.sentence(args.language), file=sys.stderr)
    return NOT_HELD if worst(found) is Level.BROKEN else DONE


def _teach(wiring: Wiring, count: int, language: str) -> int:
    pins = choose_pins(wiring.chip)
    if not pins.real and not any(devices()):
        says, advice = pins.finding.said(language)
        raise CommandError(says, f"{advice} {wire_words().say(_ON_A_PI, language)}")
    board = TeachBoard(wiring, count, SystemClock(), pins)
    try:
        teach_in(board, language, _skips)
        taught, findings = board.wiring(), board.findings
    finally:
        board.close()
    for finding in findings:
        print(finding.sentence(language))
    if not how_many(taught):
        raise CommandError("wiring.silent")
    print(worded(language, "written", file=write_settings(settings_of(taught))))
    return NOT_HELD if worst(findings) is Level.BROKEN else DONE


def teach_in(board: TeachBoard, language: str, skips: Callable[[float], bool]) -> None:
    """Ask for one button after the other; *skips* waits a moment and says if this one is passed over."""
    shown = None
    while board.step.kind != "done":
        if board.step != shown:
            shown = board.step
            print(wire_words().say(shown.says, language), flush=True)
        if skips(STEP_S) and board.step.kind != "listen":
            board.skip()
        board.tick()
    print(wire_words().say(board.step.says, language))


def _skips(seconds: float) -> bool:
    """Wait; Enter passes a button over, where somebody sits at a terminal."""
    if not sys.stdin.isatty():
        time.sleep(seconds)
        return False
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(ready) and sys.stdin.readline() != ""
