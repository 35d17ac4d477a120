"""Learns dice from what is drawn here and from photographs, and writes the networks that the eyes use.

    python -m vision.learn.dice WORK                     # drawn tables alone
    python -m vision.learn.dice WORK --photos FOLDER     # and then photographs whose licence allows it

Everything made on the way is kept in WORK; the same command goes on where the last one was stopped.
"""

import argparse
import shutil
import time
from pathlib import Path

import numpy as np
import torch

import vision.dice
from vision.dice.finder import find_places
from vision.dice.networks import FINDER as FINDER_FILE
from vision.dice.networks import JUDGE as JUDGE_FILE
from vision.dice.networks import Networks, networks_in
from vision.dice.windows import SIDE as WINDOW
from vision.learn.dice import steps
from vision.learn.dice.batches import Shards, finder_batches, judge_batches, learnt
from vision.learn.dice.grounds import any_ground
from vision.learn.dice.lessons import FIND_SIDE, Lessons, gathered, not_dice, seek_in, unposed, windows_in
from vision.learn.dice.nets import Finder, Judge, save_onnx
from vision.learn.dice.photos import Photo, photos_in, tables_of
from vision.learn.dice.scenes import any_table
from vision.learn.dice.sprites import Bank, bank_in
from vision.pictures import Picture

_DICE = 9000
_GROUNDS = 260
_TABLES, _PER_SHARD = 5000, 1000
_VIEWS = 450  # of the photographs of each source
SEEK_FIELDS = ("seek", "places")
WINDOW_FIELDS = ("windows", "names", "cocked", "poses")
FINDER = steps.Plan(steps=1100, batch=24, rate=2e-3)
JUDGE = steps.Plan(steps=1400, batch=128, rate=2e-3)
ON_FINDER = steps.Plan(steps=900, batch=24, rate=1.2e-3)  # what follows with photographs
ON_JUDGE = steps.Plan(steps=5800, batch=128, rate=1.5e-3)


def say(line: str) -> None:
    """Progress, with the time."""
    print(time.strftime("%H:%M:%S"), line, flush=True)


def drawn_lessons(work: Path, tables: int = _TABLES) -> list[Path]:
    """The lessons from drawn tables, drawn first where they are missing."""
    files = [work / f"drawn_{n:03d}.npz" for n in range(tables // _PER_SHARD)]
    todo = [n for n, file in enumerate(files) if not file.exists()]
    if todo:
        bank = bank_in(work / "bank.npz", _DICE, 1, say)
        rng = np.random.default_rng(2)
        grounds = [any_ground(rng) for _ in range(_GROUNDS)]
        for n in todo:
            save_lessons(
                files[n], lessons_of_tables(np.random.default_rng(1000 + n), bank, grounds, _PER_SHARD)
            )
            say(f"tables drawn: {(n + 1) * _PER_SHARD} of {tables}")
    return files


def lessons_of_tables(rng: np.random.Generator, bank: Bank, grounds: list[Picture], count: int) -> Lessons:
    """Lessons from *count* new tables."""
    seeks, windows = [], []
    for _ in range(count):
        table = any_table(rng, bank, grounds)
        seeks.append(seek_in(rng, table))
        windows.extend(windows_in(rng, table))
    return gathered(seeks, windows)


def save_lessons(file: Path, lessons: Lessons) -> None:
    """All at once or not at all."""
    part = file.with_suffix(".part.npz")
    np.savez(part, **{name: getattr(lessons, name) for name in lessons.__struct_fields__})
    part.replace(file)


def photo_lessons(work: Path, photos: Path, nets: Networks) -> list[Path]:
    """A file of lessons for each source of photographs, as the finder of *nets* places their dice."""
    known = photos_in(photos, lambda picture: find_places(picture, nets))
    files = []
    for source in sorted({photo.source for photo in known}):
        file = work / f"photos_{source}.npz"
        files.append(file)
        if file.exists():
            continue
        own = [photo for photo in known if photo.source == source]
        save_lessons(file, lessons_of_photos(np.random.default_rng(sum(map(ord, source))), own, _VIEWS))
        say(f"{source}: {len(own)} photographs seen in {_VIEWS} ways")
    return files


def lessons_of_photos(rng: np.random.Generator, photos: list[Photo], count: int) -> Lessons:
    """Lessons from *count* views of the photographs, in turn."""
    views = [tables_of(rng, photo) for photo in photos]
    seeks, windows = [], []
    for n in range(count):
        table, others = next(views[n % len(views)])
        seeks.append(seek_in(rng, table))
        windows.extend(unposed(windows_in(rng, table)))
        windows.extend(unposed(not_dice(rng, table, others)))
    return gathered(seeks, windows)


def drawn_alone(work: Path, files: list[Path]) -> Path:
    """Both networks as drawn tables teach them; the folder they are in."""
    out = work / "drawn"
    out.mkdir(exist_ok=True)
    seeks, windows = Shards(files, SEEK_FIELDS, 5), Shards(files, WINDOW_FIELDS, 6)
    finder = steps.fit(
        Finder(), finder_batches([seeks], FINDER.batch), steps.find_loss, FINDER, out / "finder.pt", say
    )
    judge = steps.fit(
        Judge(), judge_batches([windows], JUDGE.batch), steps.judge_loss, JUDGE, out / "judge.pt", say
    )
    return written(out, finder, judge)


def with_photos(work: Path, base: Path, drawn: list[Path], photos: list[Path], without: str) -> Path:
    """Both networks taught on: half of what they see are photographs, but none of the source *without*."""
    out = work / (f"without_{without}" if without else "all")
    out.mkdir(exist_ok=True)
    real = [file for file in photos if not without or without not in file.stem]
    finder, judge = Finder(), Judge()
    finder.load_state_dict(learnt(base / "finder.pt"))
    judge.load_state_dict(learnt(base / "judge.pt"))
    both = [Shards(drawn, SEEK_FIELDS, 7), Shards(real, SEEK_FIELDS, 8)]
    found = steps.fit(
        finder, finder_batches(both, ON_FINDER.batch), steps.find_loss, ON_FINDER, out / "finder.pt", say
    )
    both = [Shards(drawn, WINDOW_FIELDS, 9), Shards(real, WINDOW_FIELDS, 10)]
    judged = steps.fit(
        judge, judge_batches(both, ON_JUDGE.batch), steps.judge_loss, ON_JUDGE, out / "judge.pt", say
    )
    return written(out, found, judged)


def written(folder: Path, finder: torch.nn.Module, judge: torch.nn.Module) -> Path:
    """Both networks as OpenCV reads them."""
    save_onnx(finder, folder / FINDER_FILE, (3, FIND_SIDE, FIND_SIDE))
    save_onnx(judge, folder / JUDGE_FILE, (3, WINDOW, WINDOW))
    return folder


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
    parser.add_argument("--ship", action="store_true", help="put the result where the eyes find it")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    drawn = drawn_lessons(args.work)
    folder = base = drawn_alone(args.work, drawn)
    if args.photos is not None:
        photos = photo_lessons(args.work, args.photos, networks_in(base))
        folder = with_photos(args.work, base, drawn, photos, args.without)
    if args.ship:
        for name in (FINDER_FILE, JUDGE_FILE):
            shutil.copy(folder / name, Path(vision.dice.__path__[0]) / "weights" / name)
    say(f"done: {folder}")


if __name__ == "__main__":
    main()
