"""`companion torture`: the plug is pulled many times; nothing that was told may be lost, nothing invented."""

import argparse
import json
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path

import msgspec

from companion.games import all_games
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError
from ui.lab.bench.machine import this_machine
from ui.lab.command.soak_command import memory_folder
from ui.lab.trials.breaks import every_bit
from ui.lab.trials.cuts import BACK_WITHIN_S
from ui.lab.trials.torture import Progress, Torture


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cuts", type=int, default=100, metavar="N", help="how many in all (100)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other cuts")
    parser.add_argument("--folder", metavar="DIR", help="keeps how far it came there, and goes on from it")
    parser.add_argument(
        "--bits",
        action="store_true",
        help="instead: flip every single bit of a small journal and its log (an hour)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    if args.cuts <= 0:
        raise CommandError(f"--cuts {args.cuts} is nothing to try.", "Give a number above 0.", USAGE)
    with tempfile.TemporaryDirectory(prefix="companion-torture-", dir=memory_folder()) as memory:
        if args.bits:
            return _flip(Path(memory))
        return _run(Path(args.folder or memory), Path(memory), args)


def _run(folder: Path, memory: Path, args: argparse.Namespace) -> int:
    start = time.monotonic()
    try:
        torture = Torture(folder, all_games(), args.seed, memory)
        progress = torture.run(args.cuts, _tell)
    except (OSError, msgspec.MsgspecError) as error:
        raise CommandError(f"{folder} cannot be used ({error}).", "Name another folder.", USAGE) from error
    if args.json:
        print(json.dumps({"machine": msgspec.to_builtins(this_machine()), **msgspec.to_builtins(progress)}))
    else:
        print("\n".join(_lines(progress, time.monotonic() - start)))
    return NOT_HELD if progress.wrong else DONE


def _flip(folder: Path) -> int:
    """Every single bit; a wrong reason is as wrong as a start that is refused."""
    told, wrong = 0, list[str]()
    parts = (every_bit(folder, part=0), every_bit(folder, part=1), every_bit(folder, step=29, part=2))
    for number, one in enumerate(chain(*parts), 1):
        told += one.told
        wrong += [one.wrong] if one.wrong else []
        if number % 1000 == 0:
            print(f"{number} bits, {len(wrong)} wrong", file=sys.stderr)
    print(this_machine())
    print(f"{number} bits, each flipped in files of its own; {told} times there was damage to tell of")
    print("\n".join([*(f"WRONG: {one}" for one in wrong[:20]), f"{len(wrong)} wrong"]))
    return NOT_HELD if wrong else DONE


def _tell(progress: Progress) -> None:
    print(f"{progress.done} cuts, {len(progress.wrong)} wrong", file=sys.stderr)


def _lines(progress: Progress, seconds: float) -> list[str]:
    kinds = ", ".join(f"{count} × {kind}" for kind, count in sorted(progress.kinds.items()))
    return [
        str(this_machine()),
        f"{progress.done} cuts ({kinds}) in {seconds:.0f} s; {progress.on_disk} of them in the folder named, "
        "the others in memory",
        f"{progress.told} rulings had been told before a process was killed; the table stood again after "
        f"{progress.slowest_back_s:g} s at the latest (promised: {BACK_WITHIN_S:g})",
        f"{progress.set_aside} damaged files were told of, the others could be read as they were",
        *(f"WRONG: {wrong}" for wrong in progress.wrong[:20]),
        "NOT everything held." if progress.wrong else "Nothing that was told was lost, and nothing invented.",
    ]
