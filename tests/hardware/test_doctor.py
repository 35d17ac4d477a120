"""The doctor: every fault is injected at the seam and named, and a healthy evening gets no false alarm."""

import io
import json
import zipfile
from collections.abc import Callable
from functools import cache

import msgspec
import numpy as np
import pytest

from companion.asks import MS
from companion.calls.buttons import Edge
from hardware.camera.light import look_at, reference_of, shift_from
from hardware.doctor.examine import as_json, examine, hiding, support_bundle
from hardware.doctor.readings import Readings, read_machine
from hardware.findings import Level, broken
from tests.tables import cases

SIZE = (180, 320)
SECOND = 1000 * MS


class Table:
    """A table under a lamp, seen by a camera that can be moved, blurred, dimmed and made to flicker."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.brightness = self.chance.uniform(90, 170)
        self.flicker = self.chance.uniform(0, 0.004)
        self.noise = self.chance.uniform(1, 3)
        self.shift, self.blur, self.glare = 0, 0, 0.0
        self._mat = self._draw_mat()

    def _draw_mat(self) -> np.ndarray:
        mat = np.full((SIZE[0] + 60, SIZE[1] + 60), 0.8)
        for _ in range(25):
            row, column = (
                self.chance.integers(0, mat.shape[0] - 30),
                self.chance.integers(0, mat.shape[1] - 40),
            )
            high, wide = self.chance.integers(6, 30), self.chance.integers(6, 40)
            mat[row : row + high, column : column + wide] = self.chance.uniform(0.4, 1.3)
        return mat

    def picture(self, hand: bool = False) -> np.ndarray:
        at = 30 + self.shift
        grey = self._mat[at : at + SIZE[0], at : at + SIZE[1]]
        for _ in range(self.blur):
            grey = (grey + sum(np.roll(grey, step, axis) for step in (-1, 1) for axis in (0, 1))) / 5
        light = self.brightness * (1 + self.flicker * self.chance.choice((-1, 1)))
        seen = grey * light + self.chance.normal(0, self.noise, SIZE)
        if hand:
            column = self.chance.integers(0, SIZE[1] - 60)
            seen[60:, column : column + 60] = 150
        rows = round(self.glare * SIZE[0])
        seen[:rows] = 255
        return np.repeat(np.clip(seen, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)

    def readings(self, reference, hands: float = 0.0) -> Readings:
        frames = [self.picture(self.chance.uniform() < hands) for _ in range(8)]
        frames[-1] = self.picture()
        return Readings(
            look=look_at(frames), usual_sharpness=reference.sharpness, shift=shift_from(reference, frames[-1])
        )


def healthy_machine(seed: int) -> dict:
    chance = np.random.default_rng(seed + 10_000)
    return {
        "throttled": 0,
        "celsius": float(chance.uniform(35, 70)),
        "free_mb": int(chance.uniform(800, 30_000)),
        "writeable": True,
        "memory_mb": int(chance.uniform(300, 6_000)),
        "wall_drift_s": float(chance.normal(0, 2)),
        "year": 2026,
        "python": (3, int(chance.integers(11, 14))),
        "mat_shift_mm": float(chance.uniform(0, 2)),
        "edges": healthy_edges(chance),
        "now": 60 * SECOND,
    }


def healthy_edges(chance: np.random.Generator) -> tuple[Edge, ...]:
    edges = []
    for line in "1234":
        t = int(chance.integers(SECOND, 3 * SECOND))
        while t < 50 * SECOND:
            hold, bounce = int(chance.integers(40, 300)) * MS, float(chance.uniform(0.1, 8))
            for start, down in ((t, True), (t + hold, False)):
                flips = np.sort(chance.uniform(0, bounce, 2 * int(chance.integers(0, 4))))
                edges.append(Edge(line, start, down))
                edges += [
                    Edge(line, start + round((f + 0.05) * MS), down if n % 2 else not down)
                    for n, f in enumerate(flips)
                ]
            t += hold + int(chance.integers(200, 9000)) * MS
    return tuple(sorted(edges, key=lambda edge: edge.t))


def healthy(seed: int) -> tuple[Readings, Table, object]:
    table = Table(seed)
    reference = reference_of(table.picture())
    table.brightness *= table.chance.uniform(0.85, 1.15)  # the evening comes
    return table.readings(reference, hands=0.3), table, reference


@cache
def whole(seed: int) -> Readings:
    seen, _, _ = healthy(seed)
    return msgspec.structs.replace(seen, **healthy_machine(seed))


def alarms(readings: Readings) -> list[str]:
    return [finding.says.key for finding in examine(readings) if finding.level is not Level.OK]


@pytest.mark.parametrize(
    ("first", "last"),
    [pytest.param(0, 10, id="ten"), pytest.param(10, 1000, id="a thousand", marks=pytest.mark.long)],
)
def test_healthy_evenings_get_no_false_alarm(first, last):
    for seed in range(first, last):
        assert alarms(whole(seed)) == [], f"seed {seed}"


Inject = Callable[[int], Readings]


def seen(change: Callable[[Table], None]) -> Inject:
    def inject(seed: int) -> Readings:
        _, table, reference = healthy(seed)
        change(table)
        return msgspec.structs.replace(table.readings(reference), **_without_mat(seed))

    return inject


def _without_mat(seed: int) -> dict:
    return {name: value for name, value in healthy_machine(seed).items() if name != "mat_shift_mm"}


def read(**values) -> Inject:
    return lambda seed: msgspec.structs.replace(whole(seed), **values)


def felt(make: Callable[[np.random.Generator], list[Edge]]) -> Inject:
    def inject(seed: int) -> Readings:
        good = whole(seed)
        edges = [edge for edge in good.edges if edge.line not in "12"]
        edges += make(np.random.default_rng(seed))
        return msgspec.structs.replace(good, edges=tuple(sorted(edges, key=lambda edge: edge.t)))

    return inject


def stuck(chance) -> list[Edge]:
    return [Edge("1", int(chance.uniform(1, 35) * SECOND), True)]


def humming(chance) -> list[Edge]:
    start, step = int(chance.uniform(1, 50) * SECOND), int(chance.uniform(1, 9) * MS)
    return [Edge("1", 52 * SECOND + start % SECOND + n * step, n % 2 == 0) for n in range(200)]


def sparking(chance) -> list[Edge]:
    times = np.sort(chance.uniform(51, 59, 12)) * SECOND
    return [Edge("1", int(t) + part * MS // 20, part == 0) for t in times for part in (0, 1)]


def crossed(chance) -> list[Edge]:
    edges = []
    for n in range(6):
        t = int((5 + 7 * n + chance.uniform(0, 3)) * SECOND)
        for line, late in (("1", 0), ("2", int(chance.uniform(0, 0.1) * MS))):
            edges += [Edge(line, t + late, True), Edge(line, t + late + 90 * MS, False)]
    return edges


def worn(chance) -> list[Edge]:
    edges = []
    for n in range(8):
        t = int((5 + 5 * n) * SECOND)
        edges += [
            Edge("1", t + round(at * MS), k % 2 == 0)
            for k, at in enumerate((0, 3, 6, 9, 12 + chance.uniform()))
        ]
        edges.append(Edge("1", t + 200 * MS, False))
    return edges


def set_to(**values) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        for name, value in values.items():
            setattr(table, name, value)

    return change


FAULTS = {
    "stuck button": (felt(stuck), "button_stuck"),
    "wire without ground": (felt(humming), "button_noisy"),
    "sparks on the wire": (felt(sparking), "button_noisy"),
    "two wires touch": (felt(crossed), "button_crossed"),
    "worn switch": (felt(worn), "button_worn"),
    "dim light": (seen(set_to(brightness=30)), "light_dim"),
    "flickering light": (seen(set_to(flicker=0.06)), "light_flickers"),
    "glare": (seen(set_to(glare=0.2)), "light_glares"),
    "out of focus": (seen(set_to(blur=6)), "focus_soft"),
    "moved camera": (seen(set_to(shift=12)), "mat_moved"),
    "moved mat": (read(mat_shift_mm=9.0), "mat_moved"),
    "too little power now": (read(throttled=0x50005), "power_low_now"),
    "too little power before": (read(throttled=0x50000), "power_low_before"),
    "hot": (read(celsius=78.0), "heat_hot"),
    "very hot": (read(celsius=84.0), "heat_very_hot"),
    "the firmware slows down for heat": (read(throttled=0x80008), "heat_hot"),
    "full disk": (read(free_mb=12, writeable=False), "disk_full"),
    "nearly full disk": (read(free_mb=200), "disk_little"),
    "worn card": (read(writeable=False), "disk_read_only"),
    "little memory": (read(memory_mb=60), "memory_little"),
    "clock set back": (read(wall_drift_s=-86_400.0), "clock_jumped"),
    "clock set forward": (read(wall_drift_s=7200.0), "clock_jumped"),
    "no date": (read(year=1970), "clock_unset"),
    "old Python": (read(python=(3, 10)), "versions_python"),
    "old libgpiod": (read(versions={"gpiod": "1.6.3"}), "versions_gpiod"),
    "unplugged camera": (read(devices=(broken("camera", "camera_gone", camera="x"),)), "camera_gone"),
    "stale pictures": (read(devices=(broken("camera", "camera_frozen", camera="x"),)), "camera_frozen"),
}
EACH = 4


@cases("inject, key", FAULTS)
def test_each_fault_is_named_and_nothing_else(inject, key):
    named = [alarms(inject(seed)) for seed in range(EACH)]

    assert sum(found == [key] for found in named) >= 0.95 * EACH, named


def test_what_cannot_be_read_is_not_judged():
    assert [f.about for f in examine(Readings())] == ["versions"]


def test_this_machine_can_be_read(tmp_path):
    start, end = (10, 10**18), (10 + 5 * SECOND, 10**18 + 5 * SECOND)
    readings = read_machine(tmp_path / "not" / "yet" / "there", start, end)

    assert readings.writeable and readings.free_mb > 0
    assert readings.wall_drift_s == 0
    assert "numpy" in readings.versions
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "pathlib.Path.write_bytes", lambda *_: (_ for _ in ()).throw(OSError(30, "read-only"))
    )

    assert read_machine(tmp_path).writeable is False


def test_the_json_has_a_next_step_for_everything_that_is_not_well():
    told = as_json(examine(msgspec.structs.replace(whole(1), throttled=1, free_mb=3)), "de")

    assert told["level"] == "broken"
    assert all(bool(f["next"]) == (f["level"] != "ok") for f in told["findings"])
    assert json.dumps(told)


def test_the_support_bundle_has_no_names_and_no_pictures_unless_asked():
    findings = examine(whole(1))
    hide = hiding(["Elfi"])
    texts = {"log.txt": hide("Elfi pressed. elfi's hand. /home/elfi/.config and /home/bert/x")}
    with zipfile.ZipFile(io.BytesIO(support_bundle(findings, whole(1), texts, hide))) as bundle:
        assert bundle.namelist() == ["findings.json", "machine.json", "log.txt"]
        text = bundle.read("log.txt").decode()
    assert "elfi" not in text.lower() and "bert" not in text

    asked = support_bundle(findings, whole(1), texts, hide, pictures={"table.jpg": b"x"})
    assert zipfile.ZipFile(io.BytesIO(asked)).namelist()[-1] == "pictures/table.jpg"


def test_a_hand_in_the_picture_is_no_flicker():
    table = Table(3)
    frames = [table.picture(hand=n % 2 == 0) for n in range(10)]

    assert look_at(frames).flicker < 0.02


def test_no_pictures_tell_nothing():
    assert look_at([]).flicker is None
    assert look_at([np.zeros((4, 4, 3), np.uint8)] * 9).flicker == 0
