"""`companion enrol NAME FOLDER --kind piggy-die --test`: what was taught is tried out on other pictures."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from ui.command.errors import DONE, NOT_HELD

if TYPE_CHECKING:  # the eyes are loaded only when something is tried
    from vision.dice.confusion import Confusion


def try_out(args: argparse.Namespace, keep_in: Path) -> int:
    """Read the pictures of the folder with all dice that are known, and say what was taken for what."""
    from vision.dice.confusion import confusions  # noqa: PLC0415

    done = confusions(Path(args.source), args.kind, keep_in)
    if args.json:
        told = {"pictures": done.pictures, "right": done.right, "silently_wrong": done.silently_wrong}
        print(json.dumps(told | {"counts": done.counts, "left_out": done.left_out}, ensure_ascii=False))
    else:
        print(in_words(done))
    return NOT_HELD if done.silently_wrong else DONE


def in_words(done: "Confusion") -> str:
    """A line for each face, and one for all."""
    lines = list(done.left_out)
    for face, said in done.counts.items():
        told = ", ".join(f"{name} {count}x" for name, count in sorted(said.items(), key=lambda one: -one[1]))
        lines.append(f"{face}: read as {told}")
    lines.append(f"{done.right} of {done.pictures} right, {done.silently_wrong} wrong without asking.")
    return "\n".join(lines)
