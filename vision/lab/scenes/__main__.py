"""Writes labelled pictures of drawn tables, for teaching and measuring:

    python -m vision.lab.scenes FOLDER [--what trays cards pyramids] [--count 100] [--seed 0]

The folder holds the pictures and labels.json; the same seed gives the same pictures. Light, surfaces, lens,
camera and all things on the table differ from picture to picture.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from companion.layout import DISCARD
from vision.drawn.scene import TableScene
from vision.kit.values import COLOUR_OF_NUMBER, DieType
from vision.lab.scenes.any_pyramid import any_pyramid_scene
from vision.lab.scenes.invent import any_scene
from vision.lab.scenes.labelled import write_labelled
from vision.mat import SCAN

_KINDS: tuple[DieType, ...] = ("pips", "colour", "piggy", "number")


def a_tray(seed: int) -> TableScene:
    """One to six dice in the tray."""
    rng = np.random.default_rng(seed)
    dice: dict[DieType, int] = {}
    for _ in range(int(rng.integers(1, 7))):
        kind = _KINDS[rng.choice(4, p=(0.55, 0.2, 0.1, 0.15))]
        dice[kind] = dice.get(kind, 0) + 1
    return any_scene(seed, dice)


def some_cards(seed: int) -> TableScene:
    """Cards in the discard places and in the scan place."""
    rng = np.random.default_rng(seed)
    names = list(COLOUR_OF_NUMBER)
    cards = {
        f"{DISCARD}:{n}": [names[rng.integers(6)] for _ in range(rng.integers(1, 5))] for n in range(1, 5)
    }
    return any_scene(seed, {}, {**cards, SCAN: [names[rng.integers(6)] for _ in range(rng.integers(0, 7))]})


KINDS: dict[str, Callable[[int], TableScene]] = {
    "trays": a_tray,
    "cards": some_cards,
    "pyramids": any_pyramid_scene,
}


def scenes(what: Sequence[str], count: int, seed: int) -> Iterator[TableScene]:
    """So many scenes, the kinds in turn."""
    for number, kind in enumerate(islice(cycle(what), count)):
        yield KINDS[kind](seed + number)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m vision.lab.scenes", description="Write labelled pictures."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--what", nargs="+", choices=tuple(KINDS), default=list(KINDS))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    try:
        written = sum(1 for _ in write_labelled(args.folder, scenes(args.what, args.count, args.seed)))
    except OSError as error:
        print(f"{error}. Choose a folder that can be written.", file=sys.stderr)
        return 1
    print(f"{written} pictures and labels.json are in {args.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
