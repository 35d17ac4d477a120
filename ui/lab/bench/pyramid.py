"""`companion bench vision --pyramid`: dice come, go, are tipped, turned and slide; how much of it is told.

Every table has a light, a form and dice of its own. Before each change a hand is in view, after it the table
is at rest; what the eyes tell is compared with what was done.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from statistics import median, quantiles

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.lab.real_pyramid import BASE_PLACES, PLACES, Place, RealPyramid, down
from companion.sightings import Frame, PyramidSeen, Seen
from ui.lab.bench.pyramid_changes import KINDS, Happening, change
from vision.calibration import calibration_of
from vision.drawn import draw
from vision.drawn.scene import Hand, PyramidDie, PyramidOnTable, TableScene
from vision.eyes import Eyes
from vision.kit.camera import Camera
from vision.lab.scenes import any_pyramid_scene
from vision.mat import PYRAMID, pyramid_mat
from vision.pictures import Picture
from vision.pyramid.changes import Changes
from vision.scene.events import Rebuilt
from vision.wanted import Wanted

COLOURS = {"r": "red", "y": "yellow", "m": "white"}
BOX = {"r": 55, "y": 55, "m": 55}
CHANGES_PER_TABLE = 10
STEP_NS = 100_000_000  # between two frames
LOOKS = 9  # frames of a table at rest that the eyes get to make up their mind
_LOOK = Wanted(tray=False, pyramid=True)
_BASE_ONLY = 0.35  # of the tables have dice in the base only, as in Dice March

Progress = Callable[[str], None]


class Told(Struct, frozen=True):
    """What became of all changes of one kind."""

    done: int = 0
    right: int = 0
    asked: int = 0  # the eyes said that they were not sure
    missed: int = 0
    invented: int = 0  # told, and not done


class PyramidResult(Struct, frozen=True):
    """The eyes for the pyramid, measured."""

    tables: int
    kinds: dict[str, Told]
    under_a_hand: int  # told while a hand was in view
    mistimed: int  # told with a time in which it did not happen
    faces_wrong: int  # numbers and colours of new or turned dice that were told for sure, and wrongly
    first_ms: tuple[float, float]  # a first look: median, and what nine of ten do not take (processor time)
    next_ms: tuple[float, float]  # a look after a change

    @property
    def changes(self) -> int:
        return sum(kind.done for kind in self.kinds.values())


def bench_pyramid(count: int, seed: int, progress: Progress = lambda _line: None) -> PyramidResult:
    """*count* changes at as many tables as that takes."""
    counts: Counter[tuple[str, str]] = Counter()
    first, later, tables = [], [], 0
    _Table(seed).begin()  # the first look of all is slow: networks are loaded
    while sum(n for (_, what), n in counts.items() if what == "done") < count:
        table = _Table(seed * 10_000 + tables)
        first.append(table.begin())
        for _ in range(min(CHANGES_PER_TABLE, count)):
            later.append(table.change_and_look(counts))
        tables += 1
        progress(f"{sum(n for (_, what), n in counts.items() if what == 'done')} of {count} changes")
    kinds = {kind: Told(**{what: counts[kind, what] for what in Told.__struct_fields__}) for kind in KINDS}
    single = {what: counts["", what] for what in ("under_a_hand", "mistimed", "faces_wrong")}
    return PyramidResult(tables, kinds, first_ms=_usual(first), next_ms=_usual(later), **single)


def pyramid_table(result: PyramidResult) -> str:
    """For people."""
    head = f"{'':<10}" + "".join(f"{name:>10}" for name in Told.__struct_fields__)
    lines = [
        f"{result.changes} changes at {result.tables} drawn tables of 1280x720, a hand before each:",
        head,
    ]
    for name, kind in result.kinds.items():
        lines.append(f"{name:<10}" + "".join(f"{getattr(kind, f):>10}" for f in Told.__struct_fields__))
    lines += [
        f"told under a hand: {result.under_a_hand}; at a wrong time: {result.mistimed}; "
        f"numbers or colours told wrongly: {result.faces_wrong}",
        f"a first look: {result.first_ms[0]:.0f} ms (median), {result.first_ms[1]:.0f} ms (nine of ten); "
        f"after a change: {result.next_ms[0]:.0f} ms, {result.next_ms[1]:.0f} ms of processor time",
    ]
    return "\n".join(lines)


def _usual(times: list[float]) -> tuple[float, float]:
    high = quantiles(times, n=10)[-1] if len(times) > 1 else times[0]
    return round(median(times), 1), round(high, 1)


class _Table:
    """One pyramid under one camera, and the eyes that watch it."""

    def __init__(self, seed: int) -> None:
        self._random, self._grain = Random(seed), np.random.default_rng(seed)
        self.real = RealPyramid.filled(_some_places(self._random), BOX, self._random)
        self._scene = _scene(seed, self._random)
        self._eyes = Eyes(calibration_of(self._scene.camera, self._scene.mat))
        self._t = 0

    def begin(self) -> float:
        """The first look; how long it took."""
        self._picture = draw(self._standing())
        return max(ms for ms, *_ in self._looks())

    def change_and_look(self, counts: Counter[tuple[str, str]]) -> float:
        """One change, what the eyes tell of it, and how long the longest look took."""
        before = RealPyramid(self.real.dice)
        done = change(self.real, self._random)
        happened = self._t + STEP_NS
        told = list(self._under_a_hand())
        counts["", "under_a_hand"] += len(told)
        self._picture = draw(self._standing())
        looks = list(self._looks())
        events = [event for _, found, _ in looks for event in found]
        said = {one for event in events for one in happenings(event.changes)}
        doubts = looks[-1][2]
        for one in done:
            counts[one.kind, "done"] += 1
            counts[one.kind, "right" if one in said else "asked" if _in_doubt(one, doubts) else "missed"] += 1
        for one in said - done:
            counts[one.kind, "invented"] += not _in_doubt(one, doubts)
        counts["", "mistimed"] += sum(not event.since <= happened <= event.t for event in events)
        counts["", "faces_wrong"] += sum(self._wrong_faces(event, before) for event in events)
        return max(ms for ms, *_ in looks)

    def _under_a_hand(self) -> Iterator[Rebuilt]:
        """What is told while a hand reaches in; that should be nothing."""
        middle = self._scene.pyramid
        assert middle is not None
        away = Hand(middle.x + self._random.uniform(-40, 40), middle.y + self._random.uniform(-40, 40), 90)
        self._picture = draw(replace(self._standing(), hands=(away,)))
        yield from (event for _, events, _ in self._looks(2) for event in events)

    def _looks(self, count: int = LOOKS) -> Iterator[tuple[float, list[Rebuilt], PyramidSeen | None]]:
        """So many frames of what is there: time taken (ms), what is told, what is seen; to the first told."""
        for _ in range(count):
            self._t += STEP_NS
            frame = Frame(self._grainy(), self._t, 0)
            start = time.process_time()
            sighting, events = self._eyes.see(frame, _LOOK)
            took = (time.process_time() - start) * 1e3
            told = [event for event in events if isinstance(event, Rebuilt)]
            yield took, told, sighting.pyramid
            if told and sighting.state is not Seen.HAND:
                return

    def _grainy(self) -> Picture:
        """The picture as a sensor sees it once more: the same, with other noise."""
        grain = self._grain.integers(-2, 3, self._picture.shape, np.int16)
        grainy: Picture = np.clip(self._picture + grain, 0, 255).astype(np.uint8)
        return grainy

    def _standing(self) -> TableScene:
        dice = tuple(
            PyramidDie(place, COLOURS[die.colour], die.shows, (False, True, False))
            for place, die in sorted(self.real.dice.items())
        )
        form = self._scene.pyramid
        assert form is not None
        return replace(self._scene, pyramid=replace(form, dice=dice))

    def _wrong_faces(self, event: Rebuilt, before: RealPyramid) -> int:
        """How many marks of visible dice were told surely and are otherwise."""
        wrong = 0
        for seen in event.seen.dice:
            lying = self.real.dice.get(seen.cell)
            if lying is None or before.dice.get(seen.cell) == lying:
                continue
            wrong += bool(seen.colour) and seen.colour != COLOURS[lying.colour]
            pairs = zip(seen.faces, lying.shows, strict=True)
            wrong += sum(face is not None and face != shown for face, shown in pairs)
        return wrong


def happenings(changes: Changes) -> Iterator[Happening]:
    """What the eyes told, one by one."""
    for kind, cells in (("added", changes.added), ("taken", changes.taken), ("turned", changes.turned)):
        yield from (Happening(kind, (_place(name),)) for name in cells)
    for kind, moves in (("tipped", changes.tipped), ("slid", changes.slid)):
        yield from (Happening(kind, (move.start, move.end)) for move in moves)


def _place(name: str) -> Place:
    i, j, k = (int(n) for n in name.split(","))
    return i, j, k


def _in_doubt(one: Happening, seen: PyramidSeen | None) -> bool:
    """Whether the eyes say that they are not sure of a place."""
    if seen is None:
        return True
    unsure = {die.cell for die in seen.dice if die.crooked or not die.colour or None in _visible(die)}
    return bool(set(one.places) & (unsure | set(seen.doubtful)))


def _visible(die: object) -> list[int | None]:
    return [face for face, sees in zip(die.faces, die.seen, strict=True) if sees]  # type: ignore[attr-defined]


# --- tables ---


def _some_places(random: Random) -> list[Place]:
    """Where the dice of one table lie at first."""
    if random.random() < _BASE_ONLY:
        return random.sample(BASE_PLACES, random.randint(5, 30))
    low = random.randint(3, 8)
    places = {place for place in PLACES if sum(place) >= low}
    for _ in range(random.randint(0, 12)):
        places.discard(random.choice([place for place in places if not _carries(place, places)]))
    return sorted(places)


def _carries(place: Place, places: set[Place]) -> bool:
    return any(place in {down(other, axis) for axis in range(3)} for other in places)


def _scene(seed: int, random: Random) -> TableScene:
    """The mat in a light of its own, with a form of its own about in its place."""
    mat, drawn = pyramid_mat(50), any_pyramid_scene(seed)
    assert drawn.pyramid is not None
    look = drawn.pyramid.look
    x, y = mat.zone(PYRAMID).centre
    form = PyramidOnTable(
        (), x + random.uniform(-5, 5), y + 12 + random.uniform(-4, 4), random.uniform(-12, 12),
        look=replace(look, form="triangle") if look.form == "none" else look,
    )  # fmt: skip
    tilt, azimuth = random.uniform(0, 3), random.uniform(0, 360)
    camera = Camera(x=mat.width / 2, y=mat.height / 2, distance=500, tilt=tilt, azimuth=azimuth)
    return replace(drawn, mat=mat, camera=camera, pyramid=form, dice=(), glare=())
