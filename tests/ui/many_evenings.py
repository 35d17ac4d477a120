"""Evenings of all games through pixels, one after the other, each with a line in a file.

    python -m tests.ui.many_evenings --log FILE [GAME ...]    # those that FILE has are not played again
    python -m tests.ui.many_evenings --log FILE --table       # what FILE has, by game and kind

An evening is honest (0), of people who cheat (0.1, 0.3), or one of faults and accidents ("faults").
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from companion.games import all_games
from tests.ui.faulty_evening import HAPPENINGS
from tests.ui.faulty_evening import evening as faulty
from tests.ui.test_twin import Played

FAULTS = "faults"
KINDS = ("0", "0.1", "0.3", FAULTS)
QUICK_FIRST = (
    "dice_march",
    "cui_bono",
    "squeeze_play",
    "sums",
    "forced_memory",
    "pack_rat",
    "abi94",
    "abstrac",
)
NOTED = ("happenings", "questions", "by_hand", "cheats", "caught", "hidden_cheats")


def evening(game: str, seed: int, kind: str, happenings: int) -> dict:
    """How one evening went."""
    begun = time.process_time()
    if kind == FAULTS:
        one = faulty(game, seed, happenings)
    else:
        played = Played(game, seed=seed, cheats=float(kind), frames=True)
        report = played.play(happenings).report
        one = {name: getattr(report, name) for name in NOTED}
        one["disagreements"] = [f"{one.entry}: {one.what}" for one in report.disagreements]
    return {"game": game, "seed": seed, "kind": kind, **one, "seconds": round(time.process_time() - begun, 1)}


def table(evenings: list[dict]) -> Iterator[str]:
    """The results by game and kind, a line each."""
    groups = defaultdict(list)
    for one in evenings:
        groups[one["game"], one["kind"]].append(one)
    yield "game kind | agree | visible cheats caught | in 100 happenings: questions, by hand | seconds"
    for (game, kind), ones in sorted(groups.items()):
        total = defaultdict(int)
        for one in ones:
            for name in (*NOTED, "seconds"):
                total[name] += one.get(name, 0)
        agree = sum(not one["disagreements"] for one in ones)
        visible = total["cheats"] - total["hidden_cheats"]
        often = (100 * total[name] / max(1, total["happenings"]) for name in ("questions", "by_hand"))
        per_100 = ", ".join(f"{share:.2f}" for share in often)
        seconds = total["seconds"] / len(ones)
        yield f"{game} {kind} | {agree}/{len(ones)} | {total['caught']}/{visible} | {per_100} | {seconds:.0f}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Evenings of all games through pixels.")
    parser.add_argument("games", nargs="*", default=[*QUICK_FIRST, *sorted({*all_games()} - {*QUICK_FIRST})])
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=range(1, 11))
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--happenings", type=int, default=HAPPENINGS, help="an evening ends after so many")
    parser.add_argument("--table", action="store_true", help="only show what the file has")
    asked = parser.parse_args(arguments)
    if unknown := sorted({*asked.games} - {*all_games()}):
        parser.error(f"no game {', '.join(unknown)}; there are {', '.join(sorted(all_games()))}")
    lines = asked.log.read_text().splitlines() if asked.log.exists() else []
    played = [json.loads(line) for line in lines]
    done = {(one["game"], one["seed"], one["kind"]) for one in played}
    every = ((game, seed, kind) for seed in asked.seeds for game in asked.games for kind in asked.kinds)
    for game, seed, kind in every if not asked.table else ():
        if (game, seed, kind) not in done:
            played.append(evening(game, seed, kind, asked.happenings))
            with asked.log.open("a") as log:
                log.write(json.dumps(played[-1]) + "\n")
            print(game, seed, kind, played[-1]["disagreements"] or "agreed", flush=True)
    print(*table(played), sep="\n")
    return int(any(one["disagreements"] for one in played))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
