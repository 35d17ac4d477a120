"""`companion soak`: a day of family play in virtual time, with everything that may go wrong."""

import argparse
import json
import logging
import os
import sys
import tempfile
from pathlib import Path

import msgspec

from companion.games import all_games
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError
from ui.lab.bench.machine import this_machine
from ui.lab.trials.soak import MEMORY_MB, WORK_MS, SoakResult, soak


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hours", type=float, default=24.0, help="of virtual time (24)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another day")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--folder", metavar="DIR", help="where the journal is kept meanwhile (in memory)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    if not 0 < args.hours <= 10_000:
        raise CommandError(f"--hours {args.hours} does not fit.", "Give a number above 0, like 24.", USAGE)
    from ui.command.rules_command import the_game  # noqa: PLC0415

    # a full disk is warned of each time: here on purpose
    logging.getLogger("companion").setLevel(logging.ERROR)
    games = [the_game(args.game)] if args.game else list(all_games().values())
    with tempfile.TemporaryDirectory(prefix="companion-soak-", dir=args.folder or memory_folder()) as folder:
        result = soak(Path(folder), args.hours, args.seed, games, lambda line: print(line, file=sys.stderr))
    if args.json:
        print(json.dumps({"machine": msgspec.to_builtins(this_machine()), **msgspec.to_builtins(result)}))
    else:
        print("\n".join(_lines(result)))
    return DONE if result.held else NOT_HELD


def memory_folder() -> str | None:
    """A folder that is no disk, where there is one: the journal works as ever, without waiting."""
    place = Path("/dev/shm")
    return str(place) if place.is_dir() and os.access(place, os.W_OK) else None


def _lines(result: SoakResult) -> list[str]:
    mishaps = ", ".join(f"{count} × {name}" for name, count in sorted(result.mishaps.items()))
    return [
        str(this_machine()),
        f"{result.hours:g} hours of virtual time in {result.seconds:g} s: {result.games} games, "
        f"{result.happenings} happenings ({result.refused} refused), {result.sentences} sentences",
        f"{result.seen} of them before the drawn camera, {result.by_hand} of these entered by hand, "
        f"{result.questions} questions",
        f"what went wrong on purpose: {mishaps}",
        _memory(result),
        f"from edge to announcement {result.work_ms_p50:g} ms of work, in 99 of 100 calls at most "
        f"{result.work_ms_p99:g} ms (promised: less than {WORK_MS:g}; {result.calls} calls)",
        *(f"WRONG: {wrong}" for wrong in result.wrong[:20]),
        "The companion withstood it all." if result.held else "NOT everything that is promised held.",
    ]


def _memory(result: SoakResult) -> str:
    if result.memory_mb is None:
        return "too few games to say whether memory grows; all of them need about two hours"
    return (
        f"after a quarter of that time memory grew by {result.memory_mb:g} MB (promised: less than "
        f"{MEMORY_MB:g}), by {result.objects} objects, and the room that longer games left empty "
        f"by {result.room_mb:g} MB"
    )
