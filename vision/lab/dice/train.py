"""Learns dice from what is drawn here and from photographs, and writes the networks that the eyes use.

    python -m vision.lab.dice WORK                     # drawn tables alone
    python -m vision.lab.dice WORK --photos FOLDER     # and then photographs whose licence allows it

Everything made on the way is kept in WORK; the same command goes on where the last one was stopped.
"""

import argparse
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import torch
from msgspec.structs import replace

import vision.dice
from vision.dice.finder import find_places
from vision.dice.networks import DOUBTER as DOUBTER_FILE
from vision.dice.networks import FINDER as FINDER_FILE
from vision.dice.networks import GLANCE as GLANCE_FILE
from vision.dice.networks import JUDGE as JUDGE_FILE
from vision.dice.networks import Networks, networks_in
from vision.dice.windows import SIDE as WINDOW
from vision.dice.windows import Halvings, Place
from vision.lab.dice import steps
from vision.lab.dice.batches import CROP_FIELDS, SEEK_FIELDS, Part, Shards, finder_batches, judge_batches
from vision.lab.dice.cores import Batch
from vision.lab.dice.doubts import doubt_loss, doubter_batches
from vision.lab.dice.kept import (
    deceits,
    doubtful_crops,
    drawn_crops,
    drawn_seeks,
    found_crops,
    glassy_crops,
    photo_crops,
    photo_seeks,
    rare_crops,
    say,
)
from vision.lab.dice.lessons import FIND_SIDE
from vision.lab.dice.nets import Doubter, Finder, Glance, Judge, save_onnx
from vision.lab.dice.photos import Photo, photos_in
from vision.lab.dice.quick import quickened
from vision.pictures import Picture

FINDER = steps.Plan(steps=1100, batch=24, rate=2e-3)
ON_FINDER = steps.Plan(steps=1500, batch=24, rate=1.2e-3)  # what follows with photographs
JUDGE = steps.Plan(steps=22000, batch=128, rate=2e-3)
ON_JUDGE = steps.Plan(steps=3000, batch=128, rate=3e-4, calm=True)  # what follows with what is rare
GLANCE = steps.Plan(steps=3000, batch=128, rate=3e-3)
DOUBTER = steps.Plan(steps=4200, batch=128, rate=3e-3)
ON_DOUBTER = steps.Plan(steps=3000, batch=128, rate=8e-4, calm=True)  # what follows with clear dice and lamps
_CLOSE, _FROM_TABLES, _FROM_PHOTOS = (64, 0.42), (24, 0.6), (40, 0.85)  # of its windows; of those dice
_GLASSY, _FOUND = (20, 0.93), ((9, 0.92), (3, 0.0))  # the same; clear dice and pictures without dice
_KNOWN, _LIT = 0.75, 0.17  # of the lessons from before; on so many windows lamps are mirrored
_OF_RARE, _RARE_THAT_ARE_DICE = 0.22, 0.55  # of what the judge sees last; the others are no dice
_OF_PHOTOS = 0.4  # so much of what judge and glance see are photographs,
_SHARES = {
    "dice_nell": 24,
    "dice_matteo": 10,
    "dice_epanemu": 16,
    "dice_damian": 6,
}  # of these in this proportion
_USUAL_SHARE = 10


Net = TypeVar("Net", bound=torch.nn.Module)


def finder_from_drawn(work: Path, seeks: list[Path], cores: int) -> Networks:
    """A finder as drawn tables teach it, with others that know nothing yet."""
    out = work / "drawn"
    out.mkdir(exist_ok=True)
    parts = [Part(Shards(seeks, SEEK_FIELDS, 5), FINDER.batch)]
    plan = replace(FINDER, cores=cores)
    finder = _fit(Finder(), finder_batches, parts, steps.find_loss, plan, out / "finder.pt")
    return networks_in(written(out, finder))


def _fit(
    net: Net,
    batches: Callable[[Sequence[Part]], Callable[[int], Batch]],
    parts: list[Part],
    loss: steps.Loss,
    plan: steps.Plan,
    file: Path,
) -> Net:
    """*net* with what is still to be learnt from *parts*, which is kept in *file*."""
    if plan.cores > 1 and not (file.exists() and steps.learnt_all(file, plan)):
        for part in parts:
            part.shards.hold()
    steps.fit(net, batches(parts), loss, plan, file, say)
    learnt: Net = type(net)()
    learnt.load_state_dict(steps.learnt(file))
    return learnt


def finder_with_photos(work: Path, out: Path, drawn: list[Path], photos: list[Path], cores: int) -> Finder:
    """The finder taught on: half of what it sees are photographs."""
    finder = Finder()
    finder.load_state_dict(steps.learnt(work / "drawn" / "finder.pt"))
    half = ON_FINDER.batch // 2
    parts = [Part(Shards(drawn, SEEK_FIELDS, 7), half), Part(Shards(photos, SEEK_FIELDS, 8), half)]
    plan = replace(ON_FINDER, cores=cores)
    return _fit(finder, finder_batches, parts, steps.find_loss, plan, out / "finder.pt")


def judge_from(out: Path, drawn: list[Path], photos: list[Path], cores: int) -> Judge:
    """The judge as drawn tables and photographs teach it."""
    parts = _windows(drawn, photos, JUDGE.batch, 9)
    plan = replace(JUDGE, cores=cores)
    return _fit(Judge(), judge_batches, parts, steps.judge_loss, plan, out / "judge.pt")


def judge_on(
    out: Path, before: Judge, drawn: list[Path], rare: list[Path], photos: list[Path], cores: int
) -> Judge:
    """The judge taught on with what is rare; of all else it is held to what it said *before*."""
    many = round(ON_JUDGE.batch * _OF_RARE)
    known = _windows(drawn, photos, ON_JUDGE.batch - many, 39)
    parts = [*known, Part(Shards(rare, CROP_FIELDS, 38), many, _RARE_THAT_ARE_DICE)]

    def held(parts: Sequence[Part]) -> Callable[[int], Batch]:
        return steps.held_to(before, judge_batches(parts), ON_JUDGE.batch - many)

    judge = Judge()
    judge.load_state_dict(before.state_dict())
    plan = replace(ON_JUDGE, cores=cores)
    return _fit(judge, held, parts, steps.held_loss, plan, out / "judge_on.pt")


def glance_from(out: Path, judge: Judge, drawn: list[Path], photos: list[Path], cores: int) -> Glance:
    """The glance as the judge teaches it: what that says of any window."""

    def taught(parts: Sequence[Part]) -> Callable[[int], Batch]:
        return steps.taught_by(judge, judge_batches(parts))

    parts = _windows(drawn, photos, GLANCE.batch, 19)
    plan = replace(GLANCE, cores=cores)
    return _fit(Glance(), taught, parts, steps.glance_loss, plan, out / "glance.pt")


def doubter_from(out: Path, parts: list[Part], cores: int) -> Doubter:
    """The doubter, which learns from nothing, not from what the judge has learnt."""
    plan = replace(DOUBTER, cores=cores)
    return _fit(Doubter(), doubter_batches, parts, doubt_loss, plan, out / "doubter.pt")


def _doubts(close: list[Path], drawn: list[Path], real: list[Path]) -> list[Part]:
    """What a batch of the doubter's windows is made of."""
    count, dice = _FROM_PHOTOS
    kinds = [(close, *_CLOSE), (drawn, *_FROM_TABLES)]
    kinds += [([file], many, dice) for file, many in zip(real, _shared(count, real), strict=True)]
    return [
        Part(Shards(files, CROP_FIELDS, 71 + n), many, dice) for n, (files, many, dice) in enumerate(kinds)
    ]


def doubter_on(out: Path, before: Doubter, parts: list[Part], cores: int) -> Doubter:
    """The doubter taught on with clear and shining dice, and lamps mirrored in all sorts of them."""
    doubter = Doubter()
    doubter.load_state_dict(before.state_dict())
    plan = replace(ON_DOUBTER, cores=cores)
    return _fit(doubter, doubter_batches, parts, doubt_loss, plan, out / "doubter_on.pt")


def _lit_doubts(doubts: list[Part], glassy: list[Path], found: Sequence[Path]) -> list[Part]:
    """The same lessons, rarer, with lamps, and new ones."""
    known = [replace(part, count=round(_KNOWN * part.count), lit=_LIT) for part in doubts]
    kinds = [(glassy, *_GLASSY)] + [([file], *much) for file, much in zip(found, _FOUND, strict=False)]
    new = [
        Part(Shards(files, CROP_FIELDS, 81 + n), many, dice, _LIT)
        for n, (files, many, dice) in enumerate(kinds)
    ]
    return known + new


def _shared(count: float, photos: list[Path]) -> list[int]:
    """So many of *count* windows come from each source of photographs."""
    sources = (file.stem.partition("dice_")[2] for file in photos)
    shares = [_SHARES.get(f"dice_{source}", _USUAL_SHARE) for source in sources]
    return [round(count * share / sum(shares)) for share in shares]


def _windows(drawn: list[Path], photos: list[Path], batch: int, seed: int) -> list[Part]:
    """What a batch of windows is made of: drawn tables, and each source of photographs by its share."""
    real = _shared(batch * _OF_PHOTOS, photos)
    parts = [Part(Shards(drawn, CROP_FIELDS, seed), batch - sum(real))]
    return parts + [Part(Shards([file], CROP_FIELDS, seed + 1 + n), real[n]) for n, file in enumerate(photos)]


def written(folder: Path, *nets: torch.nn.Module) -> Path:
    """Finder, judge, glance and doubter as the eyes read them; those not given know nothing yet."""
    made = [*nets, *(kind() for kind in (Finder, Judge, Glance, Doubter)[len(nets) :])]
    for name, net in zip((FINDER_FILE, JUDGE_FILE, GLANCE_FILE, DOUBTER_FILE), made, strict=True):
        side = FIND_SIDE if name == FINDER_FILE else WINDOW
        save_onnx(net, folder / name, (3, side, side))
    return folder


def learn(
    work: Path, photos: Path | None, without: str, cores: int = 1, others: tuple[Path, Path] | None = None
) -> Path:
    """Every stage in turn; gives the folder of the networks as the eyes read them."""
    seeks = drawn_seeks(work, cores)
    nets = finder_from_drawn(work, seeks, cores)
    out = work / ("drawn" if photos is None else f"without_{without}" if without else "all")
    out.mkdir(exist_ok=True)
    known: list[Photo] = []
    seen = [seeks]
    if photos is not None:
        known = _known(photos, nets, without)
        seen.append(photo_seeks(out, known, cores))
        finder = finder_with_photos(work, out, seeks, seen[-1], cores)
        nets = networks_in(written(out, finder))
        known = _known(photos, nets, without)
    else:
        finder = Finder()
        finder.load_state_dict(steps.learnt(out / "finder.pt"))
    drawn, real = drawn_crops(work, nets, cores), photo_crops(out, known)
    rare = rare_crops(work, nets, cores)
    judge = judge_on(out, judge_from(out, drawn, real, cores), drawn, rare, real, cores)
    drawn += rare
    glance = glance_from(out, judge, drawn, real, cores)
    nets = networks_in(written(out, finder, judge, glance))
    close = deceits(out, known, nets, cores)
    doubts = _doubts(close, doubtful_crops(out, drawn, nets), doubtful_crops(out, real, nets))
    doubter = doubter_from(out, doubts, cores)
    found = found_crops(work, *others, nets) if others else ()
    lit = _lit_doubts(doubts, glassy_crops(work, cores), found)
    written(out, finder, judge, glance, doubter_on(out, doubter, lit, cores))
    finders = [Part(Shards(files, SEEK_FIELDS, 27 + n), 4) for n, files in enumerate(seen)]
    return quickened(out, finders, _windows(drawn, real, 64, 29), lit)


def _known(photos: Path, nets: Networks, without: str) -> list[Photo]:
    def find(picture: Picture) -> list[Place]:
        return find_places(Halvings(picture), nets)

    return [photo for photo in photos_in(photos, find) if photo.source != without]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path, help="folder for everything that is made on the way")
    parser.add_argument(
        "--photos", type=Path, help="folder with labelled sets of photographs (dice_*/labels.json)"
    )
    parser.add_argument(
        "--without", default="", metavar="SET", help="learn without this set, to measure on it"
    )
    parser.add_argument(
        "--cores", type=int, default=1, help="cores that draw and prepare lessons (default: 1; 0: all)"
    )
    parser.add_argument(
        "--others",
        type=Path,
        nargs=2,
        metavar=("CLEAR", "NONE"),
        help="folders: images and labels of clear dice; pictures without dice",
    )
    parser.add_argument("--ship", action="store_true", help="put the result where the eyes find it")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    others = tuple(args.others) if args.others else None
    folder = learn(args.work, args.photos, args.without, args.cores or os.cpu_count() or 1, others)
    if args.ship:
        for name in (FINDER_FILE, JUDGE_FILE, GLANCE_FILE, DOUBTER_FILE):
            shutil.copy(folder / name, Path(vision.dice.__path__[0]) / "weights" / name)
    say(f"done: {folder}")


if __name__ == "__main__":
    main()
