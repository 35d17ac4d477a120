"""`companion decks`: the decks and dice that the eyes know, built in and learned."""

import argparse
import json
from typing import Any

from ui.command.speech import DONE, worded
from ui.settings import place_for_data

_MOST = 12  # faces named in a line for people


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    for entry in known():
        print(json.dumps(entry, ensure_ascii=False) if args.json else in_words(entry, args.language))
    return DONE


def known() -> list[dict[str, Any]]:
    """What the eyes know: name, kind, faces, and whether a family has taught it."""
    from vision.cards.decks import BUILT_IN, names_of  # noqa: PLC0415  (loaded only here)
    from vision.cards.taught import taught_decks  # noqa: PLC0415
    from vision.kit.values import DIE_VALUES  # noqa: PLC0415
    from vision.teaching import TAUGHT  # noqa: PLC0415

    keep_in = place_for_data() / TAUGHT
    dice = [
        {"name": kind, "kind": f"{kind} die", "faces": list(faces), "taught": False}
        for kind, faces in DIE_VALUES.items()
    ]
    learned = taught_decks(keep_in)
    decks = [
        {"name": name, "kind": "deck", "faces": list(names_of(name, keep_in)), "taught": name in learned}
        for name in dict.fromkeys((*BUILT_IN, *learned))
    ]
    return dice + decks


def in_words(entry: dict[str, Any], language: str) -> str:
    names, left = entry["faces"][:_MOST], len(entry["faces"]) - _MOST
    more = [worded(language, "decks.more", n=left)] if left > 0 else []
    kind = [
        worded(language, entry["kind"]),
        *([worded(language, "decks.learned")] if entry["taught"] else []),
    ]
    return f"{entry['name']} ({', '.join(kind)}): {', '.join([*names, *more])}"
