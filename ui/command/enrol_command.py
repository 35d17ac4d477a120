"""`companion enrol`: learn a deck or a die from one picture per face."""

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError, flags, trying, worded
from ui.settings import place_for_data

if TYPE_CHECKING:  # the eyes are loaded only when something is taught or tried
    from vision.dice.taught import Confusion
    from vision.teaching import Taught


DECK = "deck"
DICE = ("colour-die", "piggy-die", "number-die")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("source", metavar="FOLDER")
    parser.add_argument("--kind", choices=(DECK, *DICE), default=DECK)
    flags(parser, "--test", "--json")


def run(args: argparse.Namespace) -> int:
    from vision.teaching import TAUGHT, CannotTeachError  # noqa: PLC0415  (loaded only here)

    keep_in = place_for_data() / TAUGHT
    start = time.monotonic()
    try:
        with trying("enrol.not_kept", folder=keep_in):
            if args.test:
                return try_out(args, keep_in)
            taught = _teach(args.kind, args.name, Path(args.source), keep_in)
    except CannotTeachError as reason:
        raise CommandError(reason.why, reason.next_step, USAGE) from reason
    seconds = time.monotonic() - start
    if args.json:
        done = {"name": taught.name, "kind": taught.kind, "faces": taught.faces, "pictures": taught.pictures}
        print(json.dumps(done | {"alike": taught.alike, "left_out": taught.left_out, "s": round(seconds, 1)}))
    else:
        print(in_words(taught, seconds, args.language))
    return DONE if taught.faces else NOT_HELD


def _teach(kind: str, name: str, folder: Path, keep_in: Path) -> "Taught":
    if kind == DECK:
        from vision.cards.taught import teach_deck  # noqa: PLC0415

        return teach_deck(name, folder, keep_in)
    from vision.dice.taught import teach_dice  # noqa: PLC0415

    return teach_dice(name, folder, kind, keep_in)


def in_words(taught: "Taught", seconds: float, language: str) -> str:
    """What was learned, for people: the faces, what is easily confused, and what to do now."""
    counts = {"faces": len(taught.faces), "pictures": taught.pictures, "seconds": round(seconds, 1)}
    lines = [worded(language, "enrol.learned", name=taught.name, **counts), *taught.left_out]
    if taught.alike:
        pairs = ", ".join(f"{one} – {other}" for one, other in taught.alike)
        lines.append(worded(language, "enrol.alike", pairs=pairs))
    how = "--deck " + taught.name if taught.kind == DECK else "--want dice"
    lines.append(worded(language, "enrol.try_it", how=how))
    return "\n".join(lines)


# `companion enrol NAME FOLDER --kind piggy-die --test`: what was taught is tried out on other pictures.


def try_out(args: argparse.Namespace, keep_in: Path) -> int:
    """Read the pictures of the folder with all dice that are known, and say what was taken for what."""
    from vision.dice.taught import confusions  # noqa: PLC0415

    if args.kind == DECK:
        raise CommandError("enrol.only_dice", code=USAGE, kind=DICE[1])
    done = confusions(Path(args.source), args.kind, keep_in)
    if args.json:
        score = {"pictures": done.pictures, "right": done.right, "silently_wrong": done.silently_wrong}
        print(json.dumps(score | {"counts": done.counts, "left_out": done.left_out}, ensure_ascii=False))
    else:
        print(confusion_in_words(done, args.language))
    return NOT_HELD if done.silently_wrong else DONE


def confusion_in_words(done: "Confusion", language: str) -> str:
    """A line for each face, and one for all."""
    lines = list(done.left_out)
    for face, said in done.counts.items():
        read = ", ".join(f"{name} {count}x" for name, count in sorted(said.items(), key=lambda one: -one[1]))
        lines.append(worded(language, "enrol.read_as", face=face, read=read))
    score = {"right": done.right, "pictures": done.pictures, "wrong": done.silently_wrong}
    lines.append(worded(language, "enrol.score", **score))
    return "\n".join(lines)
