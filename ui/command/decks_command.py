"""`companion decks`: the decks and dice that the eyes know."""

import argparse
import json

from ui.command.errors import DONE


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    from vision.drawn import COLOUR_OF_NUMBER, DIE_VALUES  # noqa: PLC0415  (the eyes are loaded only here)

    known = [
        {"name": kind, "kind": f"{kind} die", "faces": list(faces)} for kind, faces in DIE_VALUES.items()
    ]
    cards = [f"{number} ({colour})" for number, colour in COLOUR_OF_NUMBER.items()]
    known.append({"name": "abspecken", "kind": "deck", "faces": cards})
    for entry in known:
        told = (
            json.dumps(entry)
            if args.json
            else f"{entry['name']} ({entry['kind']}): {', '.join(entry['faces'])}"
        )
        print(told)
    return DONE
