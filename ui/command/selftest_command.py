"""`companion selftest`: a file with what this machine really does, to be sent to the project."""

import argparse
from functools import partial
from pathlib import Path

from companion.clock import SystemClock
from companion.words import languages
from hardware.board import Board
from hardware.findings import Level
from ui.command.speech import DONE, USAGE, CommandError, worded, writing
from ui.machine import camera_here
from ui.selftest import Acceptance, gather, packed
from ui.settings import place_for_data, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pi", action="store_true")
    parser.add_argument("-o", "--output", default="selftest.zip", metavar="FILE.zip")
    parser.add_argument("--loop", metavar="OUT,IN")
    parser.add_argument("--lang", choices=languages())


def run(args: argparse.Namespace) -> int:
    settings = settings_in_force(args.set).settings
    loop = _pins(args.loop) if args.loop else None
    camera = camera_here(settings.camera, kit=True if args.pi else None)
    board = Board.real(SystemClock(), settings.wiring, camera, settings.sound)
    try:
        if loop is not None:
            board.let_wires_go()
        acceptance = gather(board, place_for_data(), loop)
    finally:
        board.close()
    file = Path(args.output)
    with writing(file, "selftest.other_place"):
        file.write_bytes(packed(acceptance))
    print("\n".join(_summary(acceptance, args.language)))
    print(worded(args.language, "selftest.done", file=file))
    return DONE


def _summary(acceptance: Acceptance, language: str) -> list[str]:
    tell = partial(worded, language)
    amiss = [f for f in acceptance.findings() if f.level in (Level.WARNING, Level.BROKEN)]
    lines = [
        tell("selftest.machine", name=acceptance.machine or acceptance.processor),
        tell("selftest.camera", name=acceptance.camera or "-", n=acceptance.pictures),
        tell("selftest.eyes", times=", ".join(map(str, acceptance.eyes_ms))),
    ]
    if (loop := acceptance.loopback) is not None:
        lines.append(tell("selftest.wire", heard=loop.heard, sent=loop.sent))
    return [*lines, *(finding.said(language)[0] for finding in amiss)]


def _pins(words: str) -> tuple[int, int]:
    one, _, other = words.partition(",")
    if not (one.strip().isdecimal() and other.strip().isdecimal()):
        raise CommandError("selftest.bad_pins", code=USAGE, words=words)
    return int(one), int(other)
