"""Path-traced tables: the kit's own mat with dice in its tray, in the light of lamps and windows.

    python -m vision.lab.traced_tables 20 --seed 1 -o FOLDER

The folder gets pictures and labels.json, as sets of photographs have them; what is there already is gone on
with. It runs where Blender (the module bpy), numpy, OpenCV and msgspec are.
"""

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

from vision.drawn.prints.mat import mat_drawing
from vision.drawn.shapes import Box, Stroke
from vision.kit.marks import mark_of
from vision.kit.values import COLOURS, DIE_VALUES, DieType
from vision.lab import traced
from vision.lab.traced import Standing
from vision.mat import SIZES, TRAY, Mat, table_mat

MM = 1 / 16  # of an edge of a usual die, in which everything is measured here
WIDE, HIGH = 1280, 720
_SAMPLES = 9
_PER_MM = 4  # pixels of the print
_ROOM = 26.0  # millimetres from the tray's rim to the middle of what lies there
_APART = 34.0  # and from one heap to the next
_KINDS: tuple[DieType, ...] = ("pips", "colour", "piggy", "number")
_OF_KINDS = (0.72, 0.12, 0.1, 0.06)
_NUMBERS = {(0, 0, 1): 0, (0, 0, -1): 5, (1, 0, 0): 1, (-1, 0, 0): 4, (0, 1, 0): 2, (0, -1, 0): 3}


class Laid(NamedTuple):
    """A die on the table, and what its six faces show."""

    kind: DieType
    faces: tuple[str, ...]
    colour: tuple[float, ...]
    thing: Any
    lean: float  # degrees


def table(seed: int, folder: Path, heaps: tuple[int, int], leaning: float) -> dict[str, Any]:
    """One picture and what lies there; so many *heaps* of one or two dice, a share of them *leaning*."""
    rng = random.Random(seed)
    scene = traced._fresh(WIDE, HIGH, _SAMPLES)
    mat = table_mat(rng.choice((1, 2, 3, 4)), rng.choice(list(SIZES)))
    _mat(mat, folder, rng)
    _table_top(rng)
    dice = _dice(mat, rng, rng.randint(*heaps), leaning)
    camera = _camera(mat, rng)
    _light(mat, rng)
    scene.view_settings.exposure = rng.uniform(-0.25, 0.25)
    traced._rendered(scene, folder / "traced.png")
    seen = _as_a_camera(traced._pixels(folder / "traced.png"), np.random.default_rng(seed))
    name = f"table_{seed:05d}.jpg"
    cv2.imwrite(str(folder / name), seen, (cv2.IMWRITE_JPEG_QUALITY, rng.randint(82, 93)))
    return {"file": name, "mat": f"{mat.width:.0f}", "dice": [_label(one, camera) for one in dice]}


def _mat(mat: Mat, folder: Path, rng: random.Random) -> None:
    """The print as it comes from the kit, on paper."""
    sheet = np.full((round(mat.height * _PER_MM), round(mat.width * _PER_MM), 3), 255, np.uint8)
    for shape in mat_drawing(mat, {}):
        if isinstance(shape, Box):
            corners = ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
            (left, top), (right, bottom) = (tuple(round(v * _PER_MM) for v in c) for c in corners)
            sheet[top:bottom, left:right] = shape.fill
        elif isinstance(shape, Stroke):
            points = np.round(np.array(shape.points) * _PER_MM).astype(np.int32)
            cv2.polylines(sheet, [points], False, shape.colour, round(shape.width * _PER_MM), cv2.LINE_AA)
    paper = np.array([rng.uniform(0.93, 1.0), 1.0, 1.0]) * rng.uniform(0.84, 0.94)
    cv2.imwrite(str(folder / "mat.png"), (sheet * paper).astype(np.uint8))
    traced._ground(rng, folder / "mat.png", mat.width * MM, mat.height * MM)


def _table_top(rng: random.Random) -> None:
    """What the mat lies on: wood, cloth or a plain board."""
    traced._ground(rng, None, 200, 200)
    bpy.context.object.location.z = -0.03


def _dice(mat: Mat, rng: random.Random, heaps: int, leaning: float) -> list[Laid]:
    tray = mat.zone(TRAY)
    spots: list[tuple[float, float]] = []
    for _ in range(400):
        x = rng.uniform(tray.x + _ROOM, tray.x + tray.width - _ROOM)
        y = rng.uniform(tray.y + _ROOM, tray.y + tray.height - _ROOM)
        if len(spots) < heaps and all(math.hypot(x - a, y - b) > _APART for a, b in spots):
            spots.append((x, y))
    edge = rng.uniform(0.9, 1.12)
    plain = rng.choice(traced._BODIES)
    dice = []
    for x, y in spots:
        kinds = ("leans", "leans", "on a thing") if rng.random() < leaning else ("alone", "alone", "touching")
        around, _ = traced._around(rng, kinds)
        to = Matrix.Translation(((x - mat.width / 2) * MM, (mat.height / 2 - y) * MM, 0))
        to = to @ Matrix.Diagonal((edge, edge, edge, 1))
        for one in around:
            dice.append(_die(one, to, plain if rng.random() < 0.5 else rng.choice(traced._BODIES), rng))
        if len(around) == 1 and around[0].tilt:
            traced._thing_below(around[0], rng)
            rod = bpy.context.object
            rod.matrix_world = to @ rod.matrix_world
    return dice


def _die(one: Standing, to: Matrix, look: Any, rng: random.Random) -> Laid:
    kind = rng.choices(_KINDS, _OF_KINDS)[0]
    values = list(DIE_VALUES[kind])
    while len(values) < 6:
        values.append(rng.choice(values))
    body, ink = look
    thing = traced._die_mesh(rng)
    thing.matrix_world = to @ traced._matrix(one, traced._any_way_up(rng))
    bpy.context.view_layer.update()
    thing.data.materials.append(traced._plastic(_faces(kind, values, body, ink, rng), rng))
    return Laid(kind, tuple(values), body, thing, math.degrees(one.tilt))


def _faces(kind: DieType, values: list[str], body: Any, ink: Any, rng: random.Random) -> Any:
    """The print of the six faces side by side."""
    if kind == "pips":
        return traced._print_of(body, ink, rng.uniform(0.07, 0.11))
    side = traced._FACE
    picture = np.ones((side, 6 * side, 4), np.float32)
    for n, (normal, _) in enumerate(traced._FACES):
        value = values[_NUMBERS[normal]]
        mark = (
            cv2.resize(mark_of(kind, value), (side, side), interpolation=cv2.INTER_AREA)[::-1, :, None]
            / 255.0
        )
        blue, green, red = COLOURS[value] if kind == "colour" else (0, 0, 0)
        shown = (np.array((red, green, blue)) / 255.0) ** 2.2 if kind == "colour" else np.array(ink)
        picture[:, n * side : (n + 1) * side, :3] = np.array(body) * (1 - mark) + shown * mark
    image = bpy.data.images.new("faces", 6 * side, side)
    image.colorspace_settings.name = "Linear Rec.709"
    image.pixels.foreach_set(picture.ravel())
    return image


def _camera(mat: Mat, rng: random.Random) -> Any:
    """A camera above the mat, nearly straight down, as the kit's holder has it."""
    data = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(camera)
    wide = mat.width * MM * rng.uniform(1.05, 1.2)
    half = math.radians(rng.uniform(54, 67) / 2)
    high = wide / 2 / math.tan(half)
    aside = [high * math.tan(math.radians(rng.uniform(-4, 4))) for _ in range(2)]
    camera.location = (*aside, high)
    tip = [-math.atan2(aside[1], high), math.atan2(aside[0], high)]
    camera.rotation_euler = (tip[0], tip[1], math.radians(rng.uniform(-6, 6)))
    data.sensor_width, data.lens = 36, 18 / math.tan(half)
    bpy.context.scene.camera = camera
    bpy.context.view_layer.update()
    return camera


def _light(mat: Mat, rng: random.Random) -> None:
    """A soft room, and a window or one or two lamps that stand aside."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    warm = rng.uniform(0.78, 1.0)
    back.inputs["Color"].default_value = (1, (1 + warm) / 2, warm, 1)
    back.inputs["Strength"].default_value = rng.uniform(0.2, 0.6)
    for _ in range(rng.choice((1, 1, 2))):
        lamp = bpy.data.lights.new("lamp", "AREA")
        window = rng.random() < 0.5
        lamp.size = rng.uniform(25, 60) if window else rng.uniform(3, 12)
        far, high = (
            (rng.uniform(45, 75), rng.uniform(20, 55))
            if window
            else (rng.uniform(8, 35), rng.uniform(35, 60))
        )
        lamp.energy = rng.uniform(5, 11) * (far**2 + high**2)
        lamp.color = (
            (1, rng.uniform(0.9, 1), rng.uniform(0.85, 1))
            if window
            else (1, rng.uniform(0.8, 0.95), rng.uniform(0.6, 0.85))
        )
        shade = bpy.data.objects.new("lamp", lamp)
        way = rng.uniform(0, 2 * math.pi)
        shade.location = (far * math.cos(way), far * math.sin(way), high)
        shade.rotation_euler = (-shade.location).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(shade)


def _as_a_camera(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A little blur, darker corners, and the noise of a sensor: more of it where there is less light."""
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.35, 0.8)).astype(np.float32)
    y, x = np.mgrid[-1 : 1 : HIGH * 1j, -1 : 1 : WIDE * 1j]
    soft *= (1 - rng.uniform(0.03, 0.14) * (x**2 + y**2))[..., None]
    soft *= rng.uniform(0.94, 1.06, 3)
    noise = rng.uniform(0.8, 2.6) * np.sqrt(0.3 + 0.7 * 128 / np.maximum(soft, 24))
    grain = rng.standard_normal(soft.shape, np.float32)
    lumps = 0.75 * grain + 0.6 * cv2.GaussianBlur(np.asarray(grain), (0, 0), 0.8)
    return np.asarray(np.clip(soft + noise * lumps, 0, 255), np.uint8)


def _label(one: Laid, camera: Any) -> dict[str, Any]:
    to = one.thing.matrix_world
    shown = max(
        (Vector(normal) for normal, _ in traced._FACES), key=lambda way: (to.to_3x3() @ way).normalized().z
    )
    value = one.faces[_NUMBERS[tuple(round(v) for v in shown)]]
    whole = _pixels(
        [Vector((x, y, z)) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)], to, camera
    )
    across = Vector((0, 0, 1)) if abs(shown.x) > 0.5 else Vector((1, 0, 0))
    up = shown.cross(across)
    top = _pixels(
        [shown / 2 + (across * a + up * b) / 2 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))], to, camera
    )
    left, upper = whole.min(axis=0)
    wide, high = np.ptp(whole, axis=0)
    return {
        "type": one.kind,
        "value": int(value) if one.kind in ("pips", "number") else value.replace("+-", "±"),
        "box": [round(float(v), 1) for v in (left, upper, wide, high)],
        "quad_top": [[round(float(v), 1) for v in point] for point in top],
        "cocked": one.lean > 0,
        "lean_deg": round(one.lean, 1),
    }


def _pixels(points: list[Vector], to: Matrix, camera: Any) -> np.ndarray:
    at = [world_to_camera_view(bpy.context.scene, camera, to @ point) for point in points]
    return np.array([(one.x * WIDE - 0.5, (1 - one.y) * HIGH - 0.5) for one in at])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heaps", type=int, nargs=2, default=(2, 5), help="at least and at most")
    parser.add_argument("--leaning", type=float, default=0.06, help="share of the heaps in which one leans")
    parser.add_argument("-o", dest="to", type=Path, required=True)
    told = parser.parse_args()
    told.to.mkdir(parents=True, exist_ok=True)
    file = told.to / "labels.json"
    rows = json.loads(file.read_text()) if file.exists() else []
    while len(rows) < told.count:
        rows.append(table(told.seed * 1000 + len(rows), told.to, tuple(told.heaps), told.leaning))
        file.write_text(json.dumps(rows, indent=1))
        print(len(rows), rows[-1]["file"], flush=True)
