"""`companion bench vision`: how long a look takes, stage by stage, and how often it is right."""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct

from ui.command.bench_scoring import Score, score, total
from ui.command.errors import CommandError
from vision.calibration import calibrate
from vision.drawn import any_scene, draw, truth
from vision.look import look
from vision.mat import table_mat
from vision.pictures import Picture
from vision.read import as_json, read_paths
from vision.wanted import Wanted

SEATS = 4
DICE = {"pips": 2, "colour": 1}
NUMBERS = "123456"
LABELS = "labels.json"

Progress = Callable[[str], None]


class VisionResult(Struct, frozen=True):
    """The eyes, measured."""

    frames: int  # drawn, 1280 x 720, each with a scene, a light and a camera of its own
    ms: dict[str, float]  # median of each stage
    drawn_dice: Score
    drawn_cards: Score
    sets: dict[str, Score]  # real pictures
    set_ms: dict[str, float]  # median of a picture


def bench_vision(
    frames: int, seed: int, pictures: Path | None = None, progress: Progress = lambda _line: None
) -> VisionResult:
    """Looks at *frames* drawn frames, and at the labelled sets below *pictures*."""
    took: dict[str, list[float]] = defaultdict(list)
    dice, cards = [], []
    for number in range(frames):
        scene = any_scene(
            seed * 100_000 + number, DICE, _some_cards(Random(seed * 100_000 + number)), seats=SEATS
        )
        label = truth(scene)
        answer = _look_at(draw(scene), took)
        dice.append(score(label, answer, "dice"))
        cards.append(score(label, answer, "cards"))
        if number % 10 == 9:
            progress(f"{number + 1} of {frames} drawn frames")
    sets = dict(_sets(pictures, progress)) if pictures else {}
    return VisionResult(
        frames,
        {stage: round(median(times), 1) for stage, times in took.items()},
        total(dice),
        total(cards),
        {name: result for name, (result, _ms) in sets.items()},
        {name: ms for name, (_result, ms) in sets.items()},
    )


def _some_cards(random: Random) -> dict[str, list[str]]:
    """A card on each pile that the mat has for cards on top."""
    places = [zone.name for zone in table_mat(SEATS).zones if zone.kind == "discard"]
    return {place: [random.choice(NUMBERS)] for place in places}


def _look_at(picture: Picture, took: dict[str, list[float]]) -> dict[str, Any]:
    """What the eyes say of *picture*; how long each stage took goes to *took*."""
    wanted = Wanted(dice=DICE, cards=True)
    start = time.perf_counter()
    calibration = calibrate(picture, table_mat(SEATS))
    found = time.perf_counter()
    took["find the mat (once)"].append((found - start) * 1e3)
    if calibration is None:
        return {}
    sighting = look(picture, wanted, calibration)
    took["a look"].append((time.perf_counter() - found) * 1e3)
    for stage, ms in sighting.ms.items():
        took[f"a look: {stage}"].append(ms)
    return as_json(sighting.dice, sighting.cards, wanted)


def _sets(folder: Path, progress: Progress) -> Iterator[tuple[str, tuple[Score, float]]]:
    """Every labelled set in *folder* (or *folder* itself), with its score and the median time."""
    files = sorted(folder.glob(f"*/{LABELS}")) or sorted(folder.glob(LABELS))
    if not files:
        raise CommandError(f"There is no set in {folder}.", f"A set is a folder with pictures and {LABELS}.")
    for file in files:
        rows = _rows(file)
        want = "dice" if any(row.get("dice") for row in rows) else "cards"
        decks = (card.get("deck") for row in rows for card in row.get("cards") or ())
        deck = next(filter(None, decks), "abspecken")
        by_path = {str(file.parent / row["file"]): row for row in rows}
        scores, times = [], []
        for line in read_paths([Path(path) for path in by_path], [want], deck):
            scores.append(score(by_path[line["file"]], line, want))
            times.append(line.get("ms", 0.0))
        progress(f"{file.parent.name}: {len(rows)} pictures")
        yield f"{file.parent.name} ({want})", (total(scores), round(median(times), 1) if times else 0.0)


def _rows(file: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(file.read_text("utf-8"))
        return [row for row in rows if isinstance(row["file"], str)]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CommandError(
            f"{file} cannot be read as labels.", 'It is a list of rows like {"file": "a.jpg", "dice": […]}.'
        ) from error


def vision_table(result: VisionResult) -> str:
    """For people."""
    lines = [f"median over {result.frames} drawn frames of 1280x720:"]
    lines += [f"  {stage:<24} {ms:>8.1f} ms" for stage, ms in result.ms.items()]
    head = (
        f"{'pictures':>9} {'objects':>8} {'right':>8} {'asked':>8} {'wrong':>8} {'missed':>8} {'median':>10}"
    )
    lines += ["", f"{'set':<26}{head}"]
    lines += [_line("drawn dice", result.drawn_dice), _line("drawn cards", result.drawn_cards)]
    lines += [_line(name, done, result.set_ms[name]) for name, done in result.sets.items()]
    return "\n".join(lines)


def _line(name: str, done: Score, ms: float | None = None) -> str:
    shares = " ".join(f"{100 * done.share(what):>6.1f} %" for what in ("right", "asked", "wrong", "missed"))
    took = "" if ms is None else f" {ms:>7.1f} ms"
    return f"{name:<26}{done.pictures:>9} {done.objects:>8} {shares}{took}"
