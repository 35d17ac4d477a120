"""The lessons of all networks, kept in files: drawn or cut from photographs where they are missing."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from msgspec import Struct

from vision.dice.finder import find_places
from vision.dice.networks import Networks
from vision.dice.windows import Halvings
from vision.lab.dice.batches import CROP_FIELDS, SEEK_FIELDS
from vision.lab.dice.boxed import crops_in_boxes, crops_of_no_dice, labelled_pictures
from vision.lab.dice.clutter import RARE_THINGS, THINGS
from vision.lab.dice.cores import spread
from vision.lab.dice.crops import Crop, Crops, crops_in, crops_of, gathered_crops
from vision.lab.dice.deceits import Views, empty_part, views
from vision.lab.dice.doubts import doubtful
from vision.lab.dice.gadgets import Thing
from vision.lab.dice.glassy import glassy_views
from vision.lab.dice.grounds import any_ground
from vision.lab.dice.lessons import Seek, seek_in
from vision.lab.dice.photos import Photo, tables_of
from vision.lab.dice.scenes import Table, any_table
from vision.lab.dice.sprites import Bank, bank_in
from vision.pictures import Picture

_DICE, _RARE_DICE, _STEEP_DICE, _GLASSY_DICE = 18000, 6000, 1200, 1200
_GROUNDS, _EMPTY_PARTS = 260, 300
_TABLES, _JUDGED, _RARE, _DECEITS, _GLASSY, _PER_SHARD = 3000, 8000, 3000, 24000, 8000, 1000
_VIEWS = 450  # of the photographs of each source, for the finder


def say(line: str) -> None:
    """Progress, with the time."""
    print(time.strftime("%H:%M:%S"), line, flush=True)


class Studio(Struct, frozen=True, eq=False):
    """What tables are drawn with."""

    bank: Bank
    grounds: list[Picture]
    things: Sequence[Thing] = THINGS

    def table(self, rng: np.random.Generator) -> Table:
        """Some table."""
        return any_table(rng, self.bank, self.grounds, self.things)


Made = TypeVar("Made")
Draw = Callable[[np.random.Generator, Made, Path], None]


def studio_in(work: Path, cores: int) -> Studio:
    """The dice and grounds kept in *work*; drawn first if they are not there."""
    bank = bank_in(work / "bank.npz", _DICE, 1, say, partial(spread, cores=cores))
    return Studio(bank, _grounds(cores))


def rare_studio_in(work: Path, cores: int) -> Studio:
    """The same for dice as few makers make them, among what has been taken for dice."""
    bank = bank_in(work / "rare_bank.npz", _RARE_DICE, 101, say, partial(spread, cores=cores), sort="rare")
    return Studio(bank, _grounds(cores), RARE_THINGS)


def _grounds(cores: int) -> list[Picture]:
    return list(spread(lambda n: any_ground(np.random.default_rng((2, n))), range(_GROUNDS), cores))


def drawn_seeks(work: Path, cores: int, tables: int = _TABLES) -> list[Path]:
    """The finder's lessons from drawn tables, drawn first where they are missing."""

    def draw(rng: np.random.Generator, studio: Studio, file: Path) -> None:
        save_seeks(file, [seek_in(rng, studio.table(rng)) for _ in range(_PER_SHARD)])

    return _drawn(_files(work, "seek", tables), 1000, draw, partial(studio_in, work, cores), cores)


def drawn_crops(work: Path, nets: Networks, cores: int, tables: int = _JUDGED) -> list[Path]:
    """The judge's lessons from drawn tables, and from what the finder takes for top faces there."""
    files, studio = _files(work, "crops", tables), partial(studio_in, work, cores)
    return _drawn(files, 2000, _drawing_crops(nets), studio, cores)


def rare_crops(work: Path, nets: Networks, cores: int, tables: int = _RARE) -> list[Path]:
    """The same from tables with rare dice and things that have been taken for dice."""
    files, studio = _files(work, "rare", tables), partial(rare_studio_in, work, cores)
    return _drawn(files, 3000, _drawing_crops(nets), studio, cores)


def _drawing_crops(nets: Networks) -> Draw[Studio]:
    def draw(rng: np.random.Generator, studio: Studio, file: Path) -> None:
        crops: list[Crop] = []
        for _ in range(_PER_SHARD):
            crops.extend(crops_in(rng, studio.table(rng), lambda seen: find_places(Halvings(seen), nets)))
        save_crops(file, crops)

    return draw


def _files(work: Path, lessons: str, tables: int) -> list[Path]:
    return [work / f"{lessons}_{n:03d}.npz" for n in range(tables // _PER_SHARD)]


def _drawn(
    files: list[Path], seed: int, draw: Draw[Made], make: Callable[[], Made], cores: int
) -> list[Path]:
    """*files* of lessons; those that are missing are drawn, each from a seed of its own."""
    missing = [n for n, file in enumerate(files) if not file.exists()]
    if missing:
        made_with = make()

        def file_of(n: int) -> None:
            draw(np.random.default_rng(seed + n), made_with, files[n])

        for n, _ in zip(missing, spread(file_of, missing, cores), strict=True):
            say(f"tables for {files[n].stem}: {(n + 1) * _PER_SHARD} of {len(files) * _PER_SHARD}")
    return files


def deceits(work: Path, photos: list[Photo], nets: Networks, cores: int, count: int = _DECEITS) -> list[Path]:
    """The doubter's own lessons: dice seen close, and what the judge takes for dice."""

    def views_in() -> Views:
        by_many = partial(spread, cores=cores)
        steep = bank_in(work / "steep_bank.npz", _STEEP_DICE, 201, say, by_many, sort="steep")
        rng = np.random.default_rng(77)
        empty = [empty_part(rng, photos[n % len(photos)]) for n in range(_EMPTY_PARTS)] if photos else []
        usual, rare = studio_in(work, cores), rare_studio_in(work, cores)
        grounds = [*usual.grounds, *(part for part in empty if part is not None)]
        return Views((usual.bank, usual.bank, rare.bank, steep, _glassy_bank(work, cores)), grounds)

    def draw(rng: np.random.Generator, made_with: Views, file: Path) -> None:
        save_crops(file, list(islice(views(rng, made_with, nets), _PER_SHARD)))

    return _drawn(_files(work, "deceits", count), 4000, draw, views_in, cores)


def glassy_crops(work: Path, cores: int, count: int = _GLASSY) -> list[Path]:
    """Clear and shining dice seen close."""

    def views_in() -> Views:
        return Views((_glassy_bank(work, cores),), _grounds(cores))

    def draw(rng: np.random.Generator, made_with: Views, file: Path) -> None:
        save_crops(file, list(islice(glassy_views(rng, made_with), _PER_SHARD)))

    return _drawn(_files(work, "glassy", count), 5000, draw, views_in, cores)


def _glassy_bank(work: Path, cores: int) -> Bank:
    by_many = partial(spread, cores=cores)
    return bank_in(work / "glassy_bank.npz", _GLASSY_DICE, 301, say, by_many, sort="glassy")


def found_crops(work: Path, clear: Path, without_dice: Path, nets: Networks) -> tuple[Path, Path]:
    """Crops of pictures of clear dice with boxes, and of pictures without dice."""
    files = work / "clear.npz", work / "nothing.npz"
    if not files[0].exists():
        boxed = labelled_pictures(clear)
        save_crops(files[0], [crop for seen in boxed for crop in crops_in_boxes(*seen, nets)])
    if not files[1].exists():
        rng, others = np.random.default_rng(8), sorted(without_dice.iterdir())
        pictures = (np.asarray(cv2.imread(str(file)), np.uint8) for file in others)
        save_crops(files[1], [crop for seen in pictures for crop in crops_of_no_dice(rng, seen, nets)])
    return files


def doubtful_crops(out: Path, files: list[Path], nets: Networks) -> list[Path]:
    """The judge's lessons as the doubter sees them: of what is no die mostly what the judge believes."""
    made = [out / f"doubtful_{file.stem}.npz" for file in files]
    for n, (old, new) in enumerate(zip(files, made, strict=True)):
        if not new.exists():
            with np.load(old) as kept:
                crops = Crops(**{name: kept[name] for name in CROP_FIELDS})
            chosen = doubtful(np.random.default_rng(n), crops, nets)
            _save(new, {name: getattr(chosen, name) for name in CROP_FIELDS})
    return made


def photo_seeks(work: Path, photos: list[Photo], cores: int) -> list[Path]:
    """The finder's lessons from photographs, a file for each source."""
    files = []
    for source, own in _by_source(photos).items():
        file = work / f"seek_{source}.npz"
        files.append(file)
        if not file.exists():
            save_seeks(file, list(spread(partial(_view, source, own), range(_VIEWS), cores)))
            say(f"{source}: {len(own)} photographs seen in {_VIEWS} ways")
    return files


def _view(source: str, photos: list[Photo], n: int) -> Seek:
    rng = np.random.default_rng((sum(map(ord, source)), n))
    return seek_in(rng, next(tables_of(rng, photos[n % len(photos)])))


def photo_crops(work: Path, photos: list[Photo]) -> list[Path]:
    """The judge's lessons from photographs, a file for each source."""
    files = []
    for source, own in _by_source(photos).items():
        file = work / f"crops_{source}.npz"
        files.append(file)
        if not file.exists():
            rng = np.random.default_rng(sum(map(ord, source)))
            save_crops(file, [crop for photo in own for crop in crops_of(rng, photo)])
            say(f"{source}: crops of {len(own)} photographs")
    return files


def _by_source(photos: list[Photo]) -> dict[str, list[Photo]]:
    sources = sorted({photo.source for photo in photos})
    return {source: [photo for photo in photos if photo.source == source] for source in sources}


def save_seeks(file: Path, seeks: list[Seek]) -> None:
    """As the finder's batches read them."""
    pictures = np.stack([seek.picture for seek in seeks])
    _save(file, dict(zip(SEEK_FIELDS, (pictures, np.stack([seek.places for seek in seeks])), strict=True)))


def save_crops(file: Path, crops: list[Crop]) -> None:
    """As the judge's batches read them."""
    gathered = gathered_crops(crops)
    _save(file, {name: getattr(gathered, name) for name in CROP_FIELDS})


def _save(file: Path, arrays: dict[str, Any]) -> None:
    """All at once or not at all."""
    part = file.with_suffix(".part.npz")
    np.savez(part, **arrays)
    part.replace(file)
