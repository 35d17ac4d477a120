"""`companion watch`: pictures and clips as a game sees them: what is seen, told and found amiss."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.command.read_command import check_deck
from ui.command.speech import DONE, NOT_HELD, USAGE, CommandError
from ui.settings import place_for_data

if TYPE_CHECKING:
    from companion.asks import Ask

CARDS, PYRAMID = "cards", "pyramid"
CORNERS = "corners="
_MOST_CARDS = 60
_SEATS = 4  # who have a place of their own on a mat of which nobody says who plays


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="pictures, folders of pictures or videos")
    parser.add_argument(
        "--ask",
        default="",
        metavar="WHAT=N,…",
        help="what the game waits for, like dice=3,colour=1 or cards=2 or pyramid; "
        "without it whatever dice and cards lie there",
    )
    parser.add_argument(
        "--mat",
        default="auto",
        metavar="auto|none|corners=X,Y,…",
        help="auto: the kit's mat is looked for; none: there is none; "
        "or the four corners of your own tray in the picture",
    )
    parser.add_argument("--deck", default="any", metavar="NAME", help="the deck that cards belong to")
    parser.add_argument("--json", action="store_true", help="JSON lines (without it: the same in words)")


def run(args: argparse.Namespace) -> int:
    from vision.teaching import TAUGHT  # noqa: PLC0415  (the eyes are only loaded where they are used)

    check_deck(args.deck, place_for_data() / TAUGHT)
    asks = asks_of(args.ask, args.deck, mat=args.mat == "auto")
    corners = _corners(args.mat)
    failed = 0
    for line in _lines([Path(path) for path in args.paths], asks, args.mat, corners, args.language):
        failed += "error" in line
        if args.json:
            print(json.dumps(line, ensure_ascii=False), flush=True)
        elif words := in_words(line):
            print(words, flush=True)
    return NOT_HELD if failed else DONE


def asks_of(words: str, deck: str = "any", *, mat: bool = True) -> "tuple[Ask, ...]":
    """What *words* like "dice=3,colour=1" ask for; without any: whatever dice and cards lie there.

    On a *mat* cards may lie in the place of any seat.
    """
    from companion.asks import Ask, Kind, Say  # noqa: PLC0415
    from companion.layout import DISCARD  # noqa: PLC0415
    from vision.kit.values import DIE_VALUES  # noqa: PLC0415
    from vision.mat import SCAN  # noqa: PLC0415
    from vision.wanted import D10, PIPS  # noqa: PLC0415

    def ask(kind: Kind, **more: Any) -> Ask:
        return Ask(str(more.get("place", kind.value)), kind, (), Say(kind.value), "watch", **more)

    def cards(least: int, most: int) -> "tuple[Ask, ...]":
        places = (SCAN, *(f"{DISCARD}:{seat + 1}" for seat in range(_SEATS if mat else 0)))
        return tuple(ask(Kind.CARD, place=place, deck=deck, cards=(least, most)) for place in places)

    kinds = (*DIE_VALUES, D10)
    if not words:
        return ask(Kind.DICE), *cards(1, _MOST_CARDS)
    counts = _counts(words, {"dice": PIPS, **{kind: kind for kind in (*kinds, CARDS, PYRAMID)}})
    asks = []
    if dice := {kind: n for kind, n in counts.items() if kind in kinds and n}:
        asks.append(ask(Kind.DICE, dice=dice))
    if counts.get(CARDS):
        asks += cards(counts[CARDS], counts[CARDS])
    if counts.get(PYRAMID):
        asks.append(ask(Kind.PYRAMID))
    if not asks:
        raise CommandError("--ask asks for nothing.", "Ask for one die or card at least.", USAGE)
    return tuple(asks)


def _counts(words: str, names: dict[str, str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for part in words.split(","):
        name, _, count = part.strip().partition("=")
        if name not in names:
            raise CommandError(
                f"Nothing is called {name or 'that'}.", f"Choose from {', '.join(names)}.", USAGE
            )
        if not count.isdecimal() and not (name == PYRAMID and not count):
            raise CommandError(f"--ask {part.strip()}: how many?", "Write it like dice=3.", USAGE)
        counts[names[name]] = int(count or 1)
    return counts


def _corners(mat: str) -> list[tuple[float, float]]:
    """The four corners that *mat* names; none for "auto" and "none"."""
    if mat in ("auto", "none"):
        return []
    try:
        numbers = [float(number) for number in mat.removeprefix(CORNERS).replace(" ", ",").split(",")]
    except ValueError:
        numbers = []
    if not mat.startswith(CORNERS) or len(numbers) != 8:
        raise CommandError(f"--mat {mat} is no table.", "Write auto, none or corners=X,Y,X,Y,X,Y,X,Y.", USAGE)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _lines(
    paths: Sequence[Path], asks: "Sequence[Ask]", mat: str, corners: list[tuple[float, float]], language: str
) -> Iterator[dict[str, Any]]:
    from ui.lab.watching import watch_paths  # noqa: PLC0415

    yield from watch_paths(paths, asks, corners, mat=mat != "none", language=language)


def in_words(line: dict[str, Any]) -> str:
    """One line for people; "" where there is nothing for them in it."""
    if "error" in line:
        return f"{line['file']}: {line['error']}"
    if "file" in line:
        told = "; ".join(_values(roll) for roll in line["told"]) or "nothing"
        return f"{line['file']}: told {told}; {line['questions']} questions; {len(line['troubles'])} troubles"
    at = f"{line['t']:7.2f} s"
    if "trouble" in line:
        return f"{at}  {line['says']}"
    what = f"told: {line['fact']}" if "fact" in line else line["sees"]
    things = [*line.get("dice", ()), *line.get("cards", ())]
    values = [thing.get("value") or thing.get("name") or "leans" for thing in things]
    if "pyramid" in line:
        values.append(f"{len(line['pyramid']['cells'])} dice of the pyramid that are seen")
    unsure = len(line.get("unsure", ()))
    asked = f" and {unsure} to ask about" if unsure else ""
    return f"{at}  {what} {_values(values)}{asked}".rstrip()


def _values(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values)) or "-"
