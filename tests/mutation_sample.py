"""One figure for all of `companion/`: of mistakes drawn by chance, how many do the tests notice?

    python -m tests.mutation_sample --share 0.045 --seed 1

Every mistake in every module has the same chance to be drawn, wherever it stands, also outside of functions.
It is tried with the tests that stand by its module alone, so the figure is rather too low than too high: what
survives them may be noticed by others. Takes about an hour for five hundred mistakes.
"""

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path

MIND, TESTS = Path("companion"), Path("tests/companion")
CHEATING = f"{TESTS}/test_families.py::test_a_family_cheats_in_every_way_and_a_wrong_referee_is_noticed"
PYRAMID = ("cui_bono", "dice_march", "forced_memory", "pack_rat", "squeeze_play", "sums")
PEOPLE = re.compile(r"/(family|people|real_\w+)\.py$")  # simulated people and what lies before them
COUNTED = re.compile(r": (\d+) of (\d+) killed")


def groups() -> dict[tuple[str, ...], list[Path]]:
    """All modules, by the tests that stand by them."""
    found = defaultdict(list)
    for module in sorted(MIND.rglob("*.py")):
        found[tuple(tests_of(module))].append(module)
    return found


def tests_of(module: Path) -> Iterator[str]:
    """Which tests are to notice mistakes in *module*."""
    room = module.parts[1]
    game = module.parts[2] if room == "games" and len(module.parts) > 3 else ""
    if game and PEOPLE.search(str(module)):
        if game in PYRAMID:
            yield from _matching("test_families.py", "test_pyramid_families.py")
        else:
            yield from (f"{CHEATING}[{game}]", f"{TESTS}/{game}")
    elif game in PYRAMID:
        yield from (f"{TESTS}/{game}", *_matching("test_pyramid_[glp]*.py"))
    elif game:
        yield f"{TESTS}/{game}"
    elif room in ("journal", "people") and len(module.parts) > 2:
        yield from (f"{TESTS}/{room}", *_matching(f"test_{room}.py"))
    elif room == "pyramid":
        yield from (f"{TESTS}/pyramid", *_matching("test_pyramid_*.py"))
    elif room in ("table", "calls"):
        yield from _matching("test_table*.py", "test_undo.py", "test_call*.py", "test_presses.py")
    elif room in ("lab", "games", "words"):
        yield from _matching("test_every_*.py", "test_family_of_any_game.py")
    else:
        yield from _matching(
            "test_[!efpt]*.py", "test_family_of_any_game.py", "test_people.py", "test_table*.py"
        )


def _matching(*patterns: str) -> Iterator[str]:
    for pattern in patterns:
        yield from map(str, sorted(TESTS.glob(pattern)))


def tried(modules: Sequence[Path], tests: Sequence[str], share: float, seed: str) -> tuple[int, int]:
    """How many of the mistakes drawn in *modules* were noticed, and how many were drawn."""
    words = ["--share", str(share), "--seed", seed, ",".join(map(str, modules)), *tests]
    run = subprocess.Popen(
        [sys.executable, "-m", "tests.mutation", *words], stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    noticed = drawn = 0
    for line in run.stdout:
        if " survived" in line or "do not pass" in line:
            print(line, end="", flush=True)
        if counted := COUNTED.search(line):
            noticed, drawn = noticed + int(counted[1]), drawn + int(counted[2])
    run.wait()
    return noticed, drawn


def between(noticed: int, drawn: int) -> tuple[float, float]:
    """Where the share of all mistakes lies, in 95 of 100 such samples (Wilson)."""
    share, z = noticed / drawn, 1.96
    middle, width = share + z * z / (2 * drawn), z * sqrt(share * (1 - share) / drawn + (z / drawn / 2) ** 2)
    return (middle - width) / (1 + z * z / drawn), (middle + width) / (1 + z * z / drawn)


def main(told: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--share", type=float, default=0.045, help="of all mistakes (0.045)")
    parser.add_argument("--only", default="", metavar="TEXT", help="groups that have this in their name")
    parser.add_argument("--seed", default="1", help="another seed, other mistakes (1)")
    args = parser.parse_args(told)
    if not 0 < args.share <= 1:
        parser.error(f"a share lies between 0 and 1, not {args.share}")
    noticed = drawn = 0
    for tests, modules in groups().items():
        name = f"{modules[0].parent}/{modules[0].stem} and {len(modules) - 1} more"
        if args.only not in name:
            continue
        killed, number = tried(modules, tests, args.share, args.seed)
        noticed, drawn = noticed + killed, drawn + number
        print(f"{name}: {killed} of {number}", flush=True)
    if drawn:
        low, high = between(noticed, drawn)
        print(f"{noticed} of {drawn} noticed ({noticed / drawn:.1%}); of all {low:.0%} to {high:.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
