"""`companion bench vision`: how long a look takes, stage by stage, and how often it is right."""

import resource
import shutil
import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from msgspec import Struct

from ui.lab.bench.peers import CARD_PEERS, PEERS, Peer, peers_table
from ui.lab.bench.scoring import Score, score, total
from ui.lab.bench.sets import Progress, Teaching, labelled_sets
from vision.calibration import calibrate
from vision.drawn import draw
from vision.kit.values import DieType
from vision.lab.scenes import any_scene, truth
from vision.look import look
from vision.mat import table_mat
from vision.pictures import Picture
from vision.read import as_json
from vision.wanted import Wanted

SEATS = 4
DICE: dict[DieType, int] = {"pips": 2, "colour": 1}
NUMBERS = "123456"
BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.995, 1.01)


class Range(Struct, frozen=True):
    """Dice of which the eyes were about as sure: how sure on average, and how many of them were right."""

    least: float
    dice: int
    said: float
    right: float


class VisionResult(Struct, frozen=True):
    """The eyes, measured."""

    frames: int  # drawn, 1280 x 720, each with a scene, a light and a camera of its own
    ms: dict[str, float]  # median of each stage
    drawn_dice: Score
    drawn_cards: Score
    sets: dict[str, Score]  # real pictures
    set_ms: dict[str, float]  # median of a picture
    all_right: dict[str, float]  # share of pictures in which everything is right
    reliability: list[Range]  # of the dice in real pictures
    peak_mb: int  # of this program's memory, all in all
    taught: dict[str, Teaching] = {}  # decks that were learned for a set
    peers: tuple[Peer, ...] = PEERS
    card_peers: tuple[Peer, ...] = CARD_PEERS


def bench_vision(
    frames: int,
    seed: int,
    pictures: Path | None = None,
    progress: Progress = lambda _line: None,
    keep_in: Path | None = None,
) -> VisionResult:
    """Looks at *frames* drawn frames, and at the labelled sets below *pictures*; taught dice: *keep_in*."""
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
    taught: dict[str, Teaching] = {}
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as place:
        kept = with_what_is_taught(keep_in, Path(place))
        sets = dict(labelled_sets(pictures, progress, kept, taught)) if pictures else {}
    return VisionResult(
        frames,
        {stage: round(median(times), 1) for stage, times in took.items()},
        total(dice),
        total(cards),
        {name: one.score for name, one in sets.items()},
        {name: one.ms for name, one in sets.items()},
        {name: one.all_right for name, one in sets.items()},
        ranges([belief for one in sets.values() for belief in one.beliefs]),
        round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        taught,
    )


def with_what_is_taught(keep_in: Path | None, place: Path) -> Path:
    """A folder with a copy of what the family has taught, for decks that are taught only for a set."""
    for file in keep_in.iterdir() if keep_in is not None and keep_in.is_dir() else ():
        if file.is_file():
            shutil.copy2(file, place)
    return place


def _some_cards(random: Random) -> dict[str, list[str]]:
    """A card on each pile that the mat has for cards on top."""
    places = [zone.name for zone in table_mat(SEATS).zones if zone.kind == "discard"]
    return {place: [random.choice(NUMBERS)] for place in places}


def _look_at(picture: Picture, took: dict[str, list[float]]) -> dict[str, Any]:
    """What the eyes say of *picture*; how long each stage took goes to *took*."""
    wanted = Wanted(dice={str(kind): number for kind, number in DICE.items()}, cards=True)
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


def ranges(beliefs: list[tuple[float, bool]]) -> list[Range]:
    """How often the eyes are right when they are so sure; what is empty is left out."""
    out = []
    for least, most in pairwise(BINS):
        inside = [(sure, right) for sure, right in beliefs if least <= sure < most]
        if inside:
            said, right = (sum(values) / len(inside) for values in zip(*inside, strict=True))
            out.append(Range(least, len(inside), round(said, 4), round(right, 4)))
    return out


def vision_table(result: VisionResult) -> str:
    """For people."""
    lines = [f"median over {result.frames} drawn frames of 1280x720:"]
    lines += [f"  {stage:<24} {ms:>8.1f} ms" for stage, ms in result.ms.items()]
    lines += [f"  {'memory at most':<24} {result.peak_mb:>8} MB"]
    names = ("objects", "right", "asked", "wrong", "missed")
    head = f"{'pictures':>9} {'all right':>10} " + " ".join(f"{n:>8}" for n in names) + f" {'median':>10}"
    lines += ["", f"{'set':<32}{head}"]
    lines += [_line("drawn dice", result.drawn_dice), _line("drawn cards", result.drawn_cards)]
    lines += [_line(n, done, result.all_right[n], result.set_ms[n]) for n, done in result.sets.items()]
    if result.reliability:
        lines += ["", f"{'as sure as':<12}{'dice':>8} {'said':>9} {'right':>9}"]
        lines += [_reliable(one) for one in result.reliability]
    lines += [f"taught for it: {name}, {t.faces} faces in {t.seconds} s" for name, t in result.taught.items()]
    for want, peers in (("dice", PEERS), ("cards", CARD_PEERS)):
        if any(name.endswith(f"({want})") for name in result.sets):
            lines += ["", *peers_table(f"public readers of {want}", peers)]
    return "\n".join(lines)


def _line(name: str, done: Score, all_right: float | None = None, ms: float | None = None) -> str:
    shares = " ".join(f"{100 * done.share(what):>6.1f} %" for what in ("right", "asked", "wrong", "missed"))
    took = "" if ms is None else f" {ms:>7.1f} ms"
    whole = " " * 10 if all_right is None else f"{100 * all_right:>8.1f} %"
    return f"{name:<32}{done.pictures:>9} {whole} {done.objects:>8} {shares}{took}"


def _reliable(one: Range) -> str:
    bar = "#" * round(40 * one.right)
    return f"{one.least:<12.2f}{one.dice:>8} {100 * one.said:>7.1f} % {100 * one.right:>7.1f} %  {bar}"
