"""Path-traced dice, by a renderer that shares no code with the drawn tables: Blender, as the module bpy.

    python -m vision.lab.traced crops 500 --seed 1 -o crops.npz

It runs in an environment of its own, with bpy and numpy and nothing else of the project.
"""

import argparse
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

SIDE = 96  # pixels of a crop
SPAN = 2.7  # edges of a die that it shows
_FACE = 128  # pixels of a face's print
_PIPS = {
    1: [(0.5, 0.5)],
    2: [(0.25, 0.25), (0.75, 0.75)],
    3: [(0.25, 0.25), (0.5, 0.5), (0.75, 0.75)],
    4: [(0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)],
    5: [(0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75), (0.5, 0.5)],
    6: [(0.25, 0.22), (0.25, 0.5), (0.25, 0.78), (0.75, 0.22), (0.75, 0.5), (0.75, 0.78)],
}
_BODIES = [
    ((0.9, 0.9, 0.88), (0.02, 0.02, 0.02)), ((0.85, 0.78, 0.6), (0.05, 0.03, 0.02)),
    ((0.6, 0.02, 0.02), (0.9, 0.9, 0.88)), ((0.02, 0.02, 0.02), (0.9, 0.9, 0.88)),
    ((0.02, 0.05, 0.4), (0.9, 0.9, 0.88)), ((0.02, 0.25, 0.05), (0.9, 0.9, 0.88)),
    ((0.85, 0.6, 0.03), (0.02, 0.02, 0.02)), ((0.9, 0.9, 0.88), (0.6, 0.02, 0.02)),
    ((0.25, 0.03, 0.3), (0.9, 0.9, 0.88)), ((0.8, 0.3, 0.03), (0.9, 0.9, 0.88)),
    ((0.03, 0.35, 0.4), (0.9, 0.85, 0.6)), ((0.8, 0.35, 0.45), (0.05, 0.05, 0.05)),
]  # fmt: skip
_FACES = (  # normal, and the die's number there: opposite sides add up to seven
    ((0, 0, 1), 1), ((0, 0, -1), 6), ((1, 0, 0), 2), ((-1, 0, 0), 5), ((0, 1, 0), 3), ((0, -1, 0), 4),
)  # fmt: skip
_KINDS = ("alone", "beside", "beside", "touching", "leans", "leans", "leans", "on a thing", "leant on")


class Standing(NamedTuple):
    """One die on the table: where its middle is, in edges, how it is turned, and how far it leans."""

    x: float
    y: float
    yaw: float  # radians, around the upright axis
    tilt: float = 0.0  # radians, towards +x of the turned die
    lift: float = 0.0


# --- shapes ---


def _print_of(body: Sequence[float], pip: Sequence[float], size: float) -> Any:
    """The six faces side by side as a picture for Blender, with soft rims of the pips."""
    picture = np.empty((_FACE, 6 * _FACE, 4), np.float32)
    picture[...] = (*body, 1.0)
    y, x = np.mgrid[0:_FACE, 0:_FACE] / _FACE
    for n, (_, number) in enumerate(_FACES):
        for across, down in _PIPS[number]:
            away = np.hypot(x - across, y - down)
            share = np.clip((size - away) * _FACE / 2 + 0.5, 0, 1)[..., None]
            part = picture[:, n * _FACE : (n + 1) * _FACE, :3]
            part[...] = part * (1 - share) + np.array(pip, np.float32) * share
    image = bpy.data.images.new("faces", 6 * _FACE, _FACE)
    image.colorspace_settings.name = "Linear Rec.709"
    image.pixels.foreach_set(picture.ravel())
    return image


def _die_mesh(rng: random.Random) -> Any:
    """A cube with edges of length one, every face with its own print, its edges rounded."""
    mesh = bpy.data.meshes.new("die")
    points, faces, places = [], [], []
    for n, (normal, _) in enumerate(_FACES):
        z = Vector(normal)
        x = Vector((0, 0, 1)) if abs(z.x) == 1 else Vector((1, 0, 0))
        y = z.cross(x)
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            points.append(tuple(z / 2 + x * (u - 0.5) + y * (v - 0.5)))
            places.append(((n + 0.02 + 0.96 * u) / 6, 0.02 + 0.96 * v))
        faces.append(tuple(range(4 * n, 4 * n + 4)))
    mesh.from_pydata(points, [], faces)
    layer = mesh.uv_layers.new()
    for n, place in enumerate(places):
        layer.data[n].uv = place
    die = bpy.data.objects.new("die", mesh)
    bpy.context.collection.objects.link(die)
    weld = die.modifiers.new("weld", "WELD")
    weld.merge_threshold = 0.001
    bevel = die.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments = rng.choice((0.04, 0.07, 0.1, 0.14, 0.18)), 5
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    return die


def _plastic(image: Any, rng: random.Random) -> Any:
    material = bpy.data.materials.new("plastic")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    texture = nodes.new("ShaderNodeTexImage")
    texture.image, texture.extension = image, "EXTEND"
    plain = nodes["Principled BSDF"]
    links.new(texture.outputs["Color"], plain.inputs["Base Color"])
    plain.inputs["Roughness"].default_value = rng.uniform(0.1, 0.5)
    plain.inputs["Subsurface Weight"].default_value = rng.choice((0.0, 0.0, 0.1))
    return material


def _ground(rng: random.Random, picture: Path | None, wide: float, high: float) -> None:
    """The table's top: a print, or a plain or grained colour."""
    bpy.ops.mesh.primitive_plane_add(size=1)
    plane = bpy.context.object
    plane.scale = (wide, high, 1)
    material = bpy.data.materials.new("ground")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    plain = nodes["Principled BSDF"]
    plain.inputs["Roughness"].default_value = rng.uniform(0.4, 0.95)
    if picture is not None:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = bpy.data.images.load(str(picture))
        links.new(texture.outputs["Color"], plain.inputs["Base Color"])
    elif rng.random() < 0.55:
        grey = rng.uniform(0.55, 0.85)
        tint = [grey * rng.uniform(0.93, 1.0) for _ in range(3)]
        plain.inputs["Base Color"].default_value = (*tint, 1)
    else:
        _grain(nodes, links, plain, rng)
    plane.data.materials.append(material)


def _grain(nodes: Any, links: Any, plain: Any, rng: random.Random) -> None:
    """Cloth or wood: two colours mixed by noise."""
    noise, mix = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
    place, stretch = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (rng.uniform(5, 60), rng.uniform(5, 60), 1)
    noise.inputs["Scale"].default_value = rng.uniform(2, 20)
    hue = [rng.uniform(0.02, 0.6) for _ in range(3)]
    for stop, share in zip(mix.color_ramp.elements, (0.7, 1.2), strict=True):
        stop.color = (*(min(1.0, part * share) for part in hue), 1)
    links.new(place.outputs["Object"], stretch.inputs["Vector"])
    links.new(stretch.outputs["Vector"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], mix.inputs["Fac"])
    links.new(mix.outputs["Color"], plain.inputs["Base Color"])


def _light(rng: random.Random) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    warm = rng.uniform(0.75, 1.0)
    back.inputs["Color"].default_value = (1, (1 + warm) / 2, warm, 1)
    back.inputs["Strength"].default_value = rng.uniform(0.15, 0.7)
    for _ in range(rng.choice((1, 1, 2, 3))):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.size = rng.uniform(2, 40)
        lamp.energy = rng.uniform(8000, 45000)
        lamp.color = (1, rng.uniform(0.8, 1), rng.uniform(0.6, 1))
        shade = bpy.data.objects.new("lamp", lamp)
        way = rng.uniform(0, 2 * math.pi)
        far, high = rng.uniform(5, 50), rng.uniform(25, 60)
        shade.location = (far * math.cos(way), far * math.sin(way), high)
        shade.rotation_euler = (-shade.location).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(shade)


# --- how dice lie ---


def _corners(tilt: float) -> np.ndarray:
    """An edge-on square of side one, tilted towards +x, its lowest corner on the table."""
    c, s = math.cos(tilt), math.sin(tilt)
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    turned = square @ np.array([(c, -s), (s, c)])
    return np.asarray(turned - (0, turned[:, 1].min()))


def _leaning_on(tilt: float) -> tuple[float, float]:
    """How far from the middle of a standing die a tilted one lies that leans on it, and how high."""
    corners = _corners(tilt)
    dense = np.concatenate(
        [np.linspace(a, b, 60) for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
    below = dense[dense[:, 1] <= 1.0]
    return 0.5 + float(below[:, 0].max()), float(-_lowest(tilt))


def _lowest(tilt: float) -> float:
    return -0.5 * (math.cos(tilt) + abs(math.sin(tilt)))


def _around(rng: random.Random, kinds: Sequence[str] = _KINDS) -> tuple[list[Standing], float]:
    """The die in the middle, others around it, and how far it leans in degrees."""
    yaw = rng.uniform(0, 2 * math.pi)
    kind = rng.choice(kinds)
    if kind == "alone":
        return [Standing(0, 0, yaw)], 0.0
    if kind in ("beside", "touching"):
        way = rng.uniform(0, 2 * math.pi)
        near = 1.0 if kind == "touching" else rng.uniform(1.15, 1.9)
        turn = yaw if kind == "touching" and rng.random() < 0.6 else rng.uniform(0, 2 * math.pi)
        if kind == "touching":
            way = yaw + rng.choice((0, 1, 2, 3)) * math.pi / 2
            near = (
                1.01
                if turn == yaw
                else 1.0 / 2 + 0.5 * (abs(math.cos(turn - way)) + abs(math.sin(turn - way)))
            )
            slip = rng.uniform(-0.6, 0.6)
        else:
            near, slip = max(near, 1.42), 0.0
        c, s = math.cos(way), math.sin(way)
        return [Standing(0, 0, yaw), Standing(near * c - slip * s, near * s + slip * c, turn)], 0.0
    if kind == "on a thing":
        tilt = math.radians(rng.uniform(8, 30))
        return [Standing(0, 0, yaw, tilt, -_lowest(tilt) - 0.5)], math.degrees(tilt)
    tilt = math.radians(rng.uniform(9, 44))
    far, middle = _leaning_on(tilt)
    c, s, slip = math.cos(yaw), math.sin(yaw), rng.uniform(-0.7, 0.7)
    turn = yaw + rng.uniform(-0.15, 0.15)
    if kind == "leans":
        other = Standing(far * c - slip * s, far * s + slip * c, turn)
        return [Standing(0, 0, yaw, tilt, middle - 0.5), other], math.degrees(tilt)
    other = Standing(-far * c - slip * s, -far * s + slip * c, yaw, tilt, middle - 0.5)
    return [Standing(0, 0, turn), other], 0.0


def _matrix(one: Standing, spun: Matrix) -> Matrix:
    turn = Matrix.Rotation(one.yaw, 4, "Z") @ Matrix.Rotation(one.tilt, 4, "Y")
    return Matrix.Translation((one.x, one.y, 0.5 + one.lift)) @ turn @ spun


def _any_way_up(rng: random.Random) -> Matrix:
    """One of the 24 ways in which a cube can stand."""
    up = rng.choice([("X", 0), ("X", 1), ("X", 2), ("X", 3), ("Y", 1), ("Y", 3)])
    turn = Matrix.Rotation(rng.choice((0, 1, 2, 3)) * math.pi / 2, 4, "Z")
    return turn @ Matrix.Rotation(up[1] * math.pi / 2, 4, up[0])


def _lay(dice: Sequence[Standing], rng: random.Random) -> None:
    body, pip = rng.choice(_BODIES)
    size = rng.uniform(0.07, 0.11)
    for n, one in enumerate(dice):
        if n and rng.random() < 0.5:
            body, pip = rng.choice(_BODIES)
        die = _die_mesh(rng)
        die.matrix_world = _matrix(one, _any_way_up(rng))
        die.data.materials.append(_plastic(_print_of(body, pip, size), rng))
    if len(dice) == 1 and dice[0].tilt:  # what it leans on: a pencil, the rim of a coin
        _thing_below(dice[0], rng)


def _thing_below(one: Standing, rng: random.Random) -> None:
    """A rod below the raised side of a die that leans on nothing else."""
    reach = 0.3
    high = math.sin(abs(one.tilt)) * (0.5 + reach)
    bpy.ops.mesh.primitive_cylinder_add(radius=max(0.03, high / 2), depth=rng.uniform(1.5, 6), vertices=24)
    rod = bpy.context.object
    # the die tilts towards +x, so its side at -x is raised
    rod.matrix_world = (
        Matrix.Translation((-reach * math.cos(one.yaw), -reach * math.sin(one.yaw), high / 2))
        @ Matrix.Rotation(one.yaw, 4, "Z")
        @ Matrix.Rotation(math.pi / 2, 4, "X")
    )
    colour = [rng.uniform(0.02, 0.8) for _ in range(3)]
    material = bpy.data.materials.new("rod")
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*colour, 1)
    rod.data.materials.append(material)


# --- the camera ---


def _camera(rng: random.Random) -> Any:
    """A camera that looks straight down or nearly so, and sees the die in the middle from aside."""
    data = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(camera)
    high = rng.uniform(24, 42)  # edges of a die: 40 to 70 cm
    aside, way = high * math.tan(math.radians(rng.uniform(0, 30))), rng.uniform(0, 2 * math.pi)
    camera.location = (aside * math.cos(way), aside * math.sin(way), high)
    tip = math.radians(rng.uniform(0, 8))
    camera.rotation_euler = (tip * rng.choice((-1, 1)), 0, rng.uniform(0, 2 * math.pi))
    data.sensor_width = data.sensor_height = 36
    data.lens = 36 * high / SPAN
    scene = bpy.context.scene
    scene.camera = camera
    bpy.context.view_layer.update()
    seen = world_to_camera_view(scene, camera, Vector((0, 0, 0.9)))
    data.shift_x, data.shift_y = (
        seen.x - 0.5 + rng.uniform(-0.03, 0.03),
        seen.y - 0.5 + rng.uniform(-0.03, 0.03),
    )
    return camera


def _seen(camera: Any, point: Sequence[float], wide: int, high: int) -> np.ndarray:
    bpy.context.view_layer.update()
    at = world_to_camera_view(bpy.context.scene, camera, Vector(point))
    return np.array([at.x * wide - 0.5, (1 - at.y) * high - 0.5])


def _fresh(wide: int, high: int, samples: int) -> Any:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = samples, True
    scene.cycles.max_bounces = 4
    scene.render.resolution_x, scene.render.resolution_y = wide, high
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.view_settings.view_transform = "Standard"
    return scene


def _rendered(scene: Any, file: Path) -> None:
    scene.render.filepath = str(file)
    scene.render.image_settings.file_format = "PNG"
    bpy.ops.render.render(write_still=True)


def _pixels(file: Path) -> np.ndarray:
    image = bpy.data.images.load(str(file))
    wide, high = image.size
    flat = np.empty(wide * high * 4, np.float32)
    image.pixels.foreach_get(flat)
    rgb = flat.reshape(high, wide, 4)[::-1, :, :3]
    bpy.data.images.remove(image)
    return np.clip(rgb[:, :, ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)


class Crop(NamedTuple):
    """A die in the middle of a small picture, by how many degrees it leans, and where one that stands there
    would show its foot, in edges."""

    picture: np.ndarray
    lean: np.float32
    foot: np.ndarray


def crop(seed: int, work: Path) -> Crop:
    """One die in the middle of a small picture, and how it stands."""
    rng = random.Random(seed)
    scene = _fresh(SIDE, SIDE, 20)
    _ground(rng, None, 200, 200)
    _light(rng)
    dice, lean = _around(rng)
    _lay(dice, rng)
    camera = _camera(rng)
    scene.view_settings.exposure = rng.uniform(-0.6, 0.5)
    _rendered(scene, work / "crop.png")
    foot = _seen(camera, (0, 0, 0), SIDE, SIDE) - _seen(camera, (0, 0, 1), SIDE, SIDE)
    return Crop(_pixels(work / "crop.png"), np.float32(lean), (foot * SPAN / SIDE).astype(np.float32))


def crops(count: int, seed: int, to: Path) -> None:
    """*count* crops into one file; what is there already is gone on with."""
    made: dict[str, list[Any]] = {"pictures": [], "leans": [], "feet": []}
    if to.exists():
        with np.load(to) as kept:
            made = {name: list(kept[name]) for name in made}
    while len(made["leans"]) < count:
        one = crop(seed * 1_000_000 + len(made["leans"]), to.parent)
        for name, value in zip(made, (one.picture, one.lean, one.foot), strict=True):
            made[name].append(value)
        if len(made["leans"]) % 50 == 0 or len(made["leans"]) == count:
            arrays: dict[str, Any] = {name: np.array(values) for name, values in made.items()}
            np.savez_compressed(to, **arrays)
            print(len(made["leans"]), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("crops",))
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="to", type=Path, required=True)
    told = parser.parse_args()
    crops(told.count, told.seed, told.to)
