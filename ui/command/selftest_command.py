"""`companion selftest`: a file with what this machine really does, to be sent to the project."""

import argparse
from pathlib import Path

from companion.clock import SystemClock
from companion.words import languages
from hardware.board import Board
from hardware.findings import Level, wire_words
from ui.command.errors import DONE, USAGE, CommandError, writing
from ui.machine import camera_here
from ui.selftest import Acceptance, gather, packed
from ui.settings import place_for_data, settings_in_force


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pi", action="store_true", help="look for a Pi's camera and pins whatever the settings say"
    )
    parser.add_argument(
        "-o", "--output", default="selftest.zip", metavar="FILE.zip", help="the file to write"
    )
    parser.add_argument(
        "--loop", metavar="OUT,IN", help="two GPIO numbers with a wire between them and nothing else on it"
    )
    parser.add_argument("--lang", choices=languages(), help="the language of what is said")


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
    with writing(file, "Name another place with -o."):
        file.write_bytes(packed(acceptance))
    print("\n".join(_summary(acceptance, args.lang or settings.table.language)))
    print(f"Written: {file}. No name, picture or address is in it; docs/tested.md says where it helps.")
    return DONE


def _summary(acceptance: Acceptance, language: str) -> list[str]:
    words = wire_words()
    amiss = [f for f in acceptance.findings() if f.level in (Level.WARNING, Level.BROKEN)]
    lines = [
        f"Machine: {acceptance.machine or acceptance.processor}",
        f"Camera: {acceptance.camera or '-'}, {acceptance.pictures} pictures",
        f"Eyes: {', '.join(map(str, acceptance.eyes_ms))} ms",
    ]
    if acceptance.loopback is not None:
        lines.append(f"Wire: {acceptance.loopback.heard} of {acceptance.loopback.sent} edges heard")
    return [*lines, *(words.say(finding.says, language) for finding in amiss)]


def _pins(words: str) -> tuple[int, int]:
    one, _, other = words.partition(",")
    if not (one.strip().isdecimal() and other.strip().isdecimal()):
        raise CommandError(f"{words!r} are no two pins.", "Write two GPIO numbers like --loop 17,27.", USAGE)
    return int(one), int(other)
