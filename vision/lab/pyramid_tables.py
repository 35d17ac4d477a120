"""Pyramids on tables of every kind, seen from nearer, farther and more aslant, in any light: lessons.

Grounds are cloths, prints and papers, boards have three, four or six sides or none, dice are of many reds,
yellows and whites, some of pearl, some in a sheen. `vision.lab.pyramid_lessons` teaches with them.
"""

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.drawn.dice import draw_die, draw_shadow, shade
from vision.drawn.ground import light_field
from vision.drawn.layers import Gain, fill, lay, throw_shadow
from vision.drawn.picture import draw, draw_hand
from vision.drawn.pyramid import draw_pyramid, ink_of, occupied_by, on_table, plate_height
from vision.drawn.scene import Hand, Light, PyramidOnTable, TableScene
from vision.kit.camera import Camera, eye, plane, project
from vision.lab.cards.grounds import ground as printed_ground
from vision.lab.cards.grounds import things
from vision.lab.dice.grounds import any_ground
from vision.lab.pyramid_samples import as_stored, quads_of, visibility
from vision.lab.scenes.any_pyramid import any_pyramid_scene
from vision.pictures import Picture
from vision.pyramid.lattice import BOTTOM, CELLS, MIDDLE, OUTER_CORNERS, UNIT, Floats, numbers, seen_faces

Rng = np.random.Generator
Colour = tuple[int, int, int]

_REDS: tuple[Colour, ...] = ((32, 26, 186), (20, 20, 140), (25, 15, 110), (40, 60, 215), (60, 40, 200))
_YELLOWS: tuple[Colour, ...] = (
    (20, 190, 235), (10, 150, 215), (60, 200, 230), (30, 175, 225), (90, 200, 235), (15, 205, 245),
)  # fmt: skip
_WHITES: tuple[Colour, ...] = (
    (218, 222, 228), (185, 208, 220), (170, 200, 218), (230, 232, 232), (205, 205, 212), (160, 190, 205),
)  # fmt: skip
# gains of blue, green and red: day, lamps, candles, green, blue and purple light
_LIGHTS = (
    (1, 1, 1), (1, 1, 1), (0.85, 0.97, 1.05), (0.65, 0.85, 1.05), (0.45, 0.7, 1.05), (0.3, 0.6, 1.0),
    (0.75, 1.0, 0.8), (0.85, 1.05, 0.85), (1.15, 1.0, 0.85), (1.2, 0.95, 0.8), (1.0, 0.82, 1.05),
)  # fmt: skip
_BOARD_MM = 150.0  # no board reaches farther from its middle


class Table(Struct, frozen=True, eq=False):
    """A picture of a pyramid and what of it is known; nothing of dice if there are none in it."""

    picture: Picture
    corners: Floats  # (4, 2) pixels of the outer corners and the middle of the base; nan without a pyramid
    quads: Floats  # (165, 3, 4, 2) pixels of all faces
    seen: Floats  # (165, 3) which share of each shows
    values: NDArray[np.int8]  # (165, 3) 0 to 5
    colours: NDArray[np.int8]  # (165,) as PYRAMID_COLOURS


def ordinary_table(seed: int, smaller: int = 1) -> Table:
    """A drawn pyramid as `pyramid_samples` knows them."""
    scene = _so_small(any_pyramid_scene(seed), smaller)
    return _table(scene, as_stored(seed, draw(scene)))


def any_table(seed: int, smaller: int = 1) -> Table:
    """A pyramid on any table, in any light, in a picture so many times *smaller* than usual."""
    rng = np.random.default_rng(seed + 7 * 10**6)
    scene = _so_small(_scene(rng, any_pyramid_scene(seed)), smaller)
    assert scene.pyramid is not None
    picture = _ground(rng, scene)
    gain = _gain(scene)
    _board(rng, picture, scene, gain)
    draw_pyramid(picture, scene.camera, scene.light, scene.pyramid, gain)
    _finish(rng, picture, scene)
    for die in scene.dice:
        draw_shadow(picture, scene.camera, scene.light, die)
        draw_die(picture, scene.camera, scene.light, die, gain)
    if rng.random() < 0.15:
        _hand(rng, picture, scene, gain)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3)), np.uint8)
    return _table(scene, as_stored(seed, _noisy(rng, picture)))


def bare_table(seed: int, smaller: int = 1) -> Table:
    """Dice on a table, but no pyramid."""
    rng = np.random.default_rng(seed + 8 * 10**6)
    scene = _so_small(_scene(rng, any_pyramid_scene(seed)), smaller)
    assert scene.pyramid is not None
    picture, gain = _ground(rng, scene), _gain(scene)
    for die in scene.dice:
        draw_die(picture, scene.camera, scene.light, die, gain)
    table = _table(scene, as_stored(seed, _noisy(rng, picture)))
    return replace(table, corners=np.full((4, 2), np.nan), seen=np.zeros_like(table.seen))


def _so_small(scene: TableScene, smaller: int) -> TableScene:
    camera = scene.camera
    return replace(
        scene, camera=replace(camera, width=camera.width // smaller, height=camera.height // smaller)
    )


def _table(scene: TableScene, picture: Picture) -> Table:
    assert scene.pyramid is not None
    corners = project(scene.camera, on_table(scene.pyramid, np.vstack([OUTER_CORNERS, MIDDLE])))
    values, colours = np.zeros((len(CELLS), 3), np.int8), np.zeros(len(CELLS), np.int8)
    names = ("red", "yellow", "white")
    for die in scene.pyramid.dice:
        values[numbers()[die.cell]] = np.array(die.faces) - 1
        colours[numbers()[die.cell]] = names.index(die.colour)
    quads = quads_of(scene)
    return Table(picture, corners, quads, visibility(scene, quads, picture.shape), values, colours)


# --- what lies there, and who looks at it ---


def _scene(rng: Rng, scene: TableScene) -> TableScene:
    """*scene* otherwise seen, lit and made."""
    assert scene.pyramid is not None
    distance, per_mm = np.exp(rng.uniform(np.log(230), np.log(950))), np.exp(rng.uniform(0.2, 1.35))
    camera = Camera(
        x=300 + rng.uniform(-30, 30), y=167 + rng.uniform(-15, 15), distance=distance,
        tilt=min(26, abs(rng.normal(0, 8))), azimuth=rng.uniform(0, 360), roll=rng.uniform(-10, 10),
        view=float(np.degrees(2 * np.arctan(640 / per_mm / distance))),
    )  # fmt: skip
    bodies = tuple(_like(rng, made[rng.integers(len(made))]) for made in (_REDS, _YELLOWS, _WHITES))
    look = replace(
        scene.pyramid.look, bodies=bodies, round=rng.uniform(0.03, 0.24), pip=rng.uniform(0.055, 0.12),
        spread=rng.uniform(0.2, 0.29), gloss=rng.uniform(0, 1.5), reach=rng.uniform(50, 76),
    )  # fmt: skip
    tint = np.array(_LIGHTS[rng.integers(len(_LIGHTS))]) * np.exp(rng.normal(0, 0.05, 3))
    light = Light(
        rng.uniform(0, 360), rng.uniform(25, 85), rng.uniform(0.05, 1.0), _level(rng),
        (float(tint[0]), float(tint[1]), float(tint[2])), rng.uniform(0, 0.7), rng.uniform(0, 0.4),
    )  # fmt: skip
    return replace(scene, camera=camera, light=light, pyramid=replace(scene.pyramid, look=look))


def _level(rng: Rng) -> float:
    return float(np.exp(rng.uniform(-1.1, 0.0) if rng.random() < 0.35 else rng.uniform(-0.3, 0.3)))


def _like(rng: Rng, colour: Colour) -> Colour:
    blue, green, red = np.clip(np.array(colour) * np.exp(rng.normal(0, 0.07, 3)), 0, 255).astype(int).tolist()
    return blue, green, red


def _gain(scene: TableScene) -> Gain:
    high, wide = scene.camera.height, scene.camera.width
    middle = light_field(scene.light, wide, high)[high // 2, wide // 2]
    return float(middle[0]), float(middle[1]), float(middle[2])


def _ground(rng: Rng, scene: TableScene) -> Picture:
    """A table top of any kind in its light, and things on it."""
    camera = scene.camera
    flat = any_ground(rng) if rng.random() < 0.5 else _print(rng)
    size, high = rng.uniform(250, 900), flat.shape[0]
    put = np.array([[size / high, 0, 300 - size / 2], [0, size / high, 167 - size / 2], [0, 0, 1]])
    seen = cv2.warpPerspective(
        flat, plane(camera) @ put, (camera.width, camera.height), borderMode=cv2.BORDER_REFLECT_101
    )
    lit = cv2.multiply(seen.astype(np.float32), light_field(scene.light, camera.width, camera.height))
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _print(rng: Rng) -> Picture:
    side = int(rng.integers(600, 1300))
    out = printed_ground(rng, side, side)
    if rng.random() < 0.5:
        things(out, rng)
    if rng.random() < 0.5:
        _painted(rng, out)
    return out


def _painted(rng: Rng, flat: Picture) -> None:
    """Flowers, frames, triangles, drawn dice and words all over, as on cloth, maps, comics and boards."""
    side, scale = len(flat), rng.uniform(10, 60)
    kind = rng.integers(4)
    inks = [tuple(rng.integers(0, 256, 3).tolist()) for _ in range(int(rng.integers(2, 7)))]
    for _ in range(int(rng.integers(40, 250))):
        ink, at, size = inks[rng.integers(len(inks))], rng.uniform(0, side, 2), scale * rng.uniform(0.5, 1.5)
        angle, count = rng.uniform(0, 2 * np.pi), (4, 3, 6, int(rng.integers(3, 9)))[kind]
        ways = angle + np.arange(count) * 2 * np.pi / count
        points = at + size * np.column_stack([np.cos(ways), np.sin(ways)])
        if kind == 2:
            for spot in points:
                cv2.circle(flat, _whole(spot), max(1, round(size * 0.45)), ink, -1, cv2.LINE_AA)
        else:
            cv2.fillPoly(flat, [points.astype(np.int32)], ink, cv2.LINE_AA)
        if kind == 0:
            for spot in at + rng.uniform(-0.5, 0.5, (int(rng.integers(1, 7)), 2)) * size:
                cv2.circle(flat, _whole(spot), max(1, round(size / 8)), (20, 20, 20), -1, cv2.LINE_AA)
        if kind == 3:
            words = "".join(rng.choice(list("ABCDEFGHIJ abcdefgh"), 8))
            cv2.putText(flat, words, _whole(at), int(rng.integers(0, 5)), size / 25, ink, 2, cv2.LINE_AA)


def _whole(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


# --- the board with its funnels ---


def _board(rng: Rng, picture: Picture, scene: TableScene, gain: Gain) -> None:
    """A board of any shape, or none at all; the picture is changed."""
    pyramid, camera, light = scene.pyramid, scene.camera, scene.light
    assert pyramid is not None
    if rng.random() < 0.15:
        return
    sides = (3, 3, 4, 6, 48, 48)[rng.integers(6)]
    outline = _outline(rng, pyramid, sides)
    top = plate_height(pyramid)
    ground = np.column_stack([outline, np.zeros(len(outline))])
    thrown = ground + np.array([1.5, 2.5, 0]) * top * 0.5
    throw_shadow(picture, project(camera, np.vstack([ground, thrown])), light.hardness, (2.0, 5.0), 16)
    upper, lower = project(camera, ground + np.array([0, 0, top])), project(camera, ground)
    flat = any_ground(rng)
    if rng.random() < 0.5:
        flat = np.full_like(flat, rng.choice([15, 30, 60, 120, 180, 220]) * np.exp(rng.normal(0, 0.15, 3)))
    base = flat.mean(axis=(0, 1)).astype(np.float64)
    wall = cv2.convexHull(np.vstack([upper, lower]).astype(np.float32))[:, 0]
    fill(picture, np.asarray(wall, np.float64), ink_of(base * gain * 0.6))
    mm = 2 * _BOARD_MM / flat.shape[0]
    put = np.array([[mm, 0, pyramid.x - _BOARD_MM], [0, mm, pyramid.y - _BOARD_MM], [0, 0, 1]])
    size = (camera.width, camera.height)
    seen = cv2.warpPerspective(flat, plane(camera, top) @ put, size)
    cover = np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(cover, [np.round(upper * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    lay(picture, np.clip(seen * np.array(gain, np.float32), 0, 255), cover)
    deep = rng.uniform(0.1, 0.7)  # how dark the funnels are
    for corners, bright in _funnels(pyramid, light):
        fill(picture, project(camera, corners), ink_of(base * gain * (deep + 0.45 * bright)))


def _outline(rng: Rng, pyramid: PyramidOnTable, sides: int) -> Floats:
    """Around the base with its corners, as millimetres on the table."""
    reach = pyramid.edge * 9 * float(np.hypot(*UNIT[0, :2]))
    far = reach * (rng.uniform(1.04, 1.35) if sides > 3 else rng.uniform(1.12, 1.4))
    if sides == 4:
        far *= 1.25
    turn = np.radians(pyramid.turn) - np.pi / 2
    if sides in (4, 6):
        turn += rng.uniform(0, np.pi)
    ways = turn + np.arange(sides) * 2 * np.pi / sides
    return np.array([pyramid.x, pyramid.y]) + far * np.column_stack([np.cos(ways), np.sin(ways)])


def _funnels(pyramid: PyramidOnTable, light: Light) -> list[tuple[Floats, float]]:
    """The three sides of every funnel that no die fills, and how bright they are."""
    taken, out = {die.cell for die in pyramid.dice}, []
    for cell in CELLS[CELLS.sum(axis=1) == BOTTOM - 3]:
        if tuple(int(c) for c in cell) in taken:
            continue
        rims = [cell + 1.0 - pyramid.look.rim * step for step in np.eye(3)]
        for axis in range(3):
            side = on_table(pyramid, np.array([cell + 1.0, rims[(axis + 1) % 3], rims[(axis + 2) % 3]]))
            normal = on_table(pyramid, np.vstack([np.zeros(3), -np.eye(3)[axis]]))
            out.append((side, shade(light, (normal[1] - normal[0]) / pyramid.edge)))
    return out


# --- what makes each die look otherwise, and what a camera does ---


def _finish(rng: Rng, picture: Picture, scene: TableScene) -> None:
    """No two dice are as bright; pearl has clouds; one way to look, faces may lie in a sheen."""
    assert scene.pyramid is not None
    quads, names = quads_of(scene), np.zeros(picture.shape[:2], np.int32)
    faces = np.argwhere(seen_faces(occupied_by(scene.pyramid)))
    middle = on_table(scene.pyramid, np.asarray(CELLS + 0.5, np.float64))
    away = np.linalg.norm(middle[faces[:, 0]] - eye(scene.camera), axis=1)
    for number, axis in faces[np.argsort(-away)]:
        outline = np.round(quads[number, axis] * 16).astype(np.int32)
        cv2.fillConvexPoly(names, outline, int(number * 3 + axis) + 1, cv2.LINE_8, 4)
    bright = np.exp(
        rng.normal(0, rng.uniform(0, 0.1), (len(CELLS), 1)) + rng.normal(0, 0.05, (len(CELLS), 3))
    )
    sheen = np.zeros((len(CELLS), 3))
    if rng.random() < 0.35:
        sheen[:, rng.integers(3)] = rng.uniform(0, 1, len(CELLS)) ** 2 * rng.uniform(20, 110)
    pearly = np.zeros((len(CELLS), 3))
    if rng.random() < 0.6:
        pearly[[numbers()[die.cell] for die in scene.pyramid.dice if die.colour == "white"]] = 1
    tables = (np.append(usual, each) for usual, each in ((1.0, bright), (0.0, sheen), (0.0, pearly)))
    gain, shine, cloudy = (table[names].astype(np.float32) for table in tables)
    edge = max(2.0, float(np.linalg.norm(quads[:, :, 1] - quads[:, :, 0], axis=-1).mean()))
    tone = np.exp(rng.uniform(0, 0.35) * np.array([-1.0, -0.4, -0.1]) * rng.choice([1.0, -0.4]))
    clouds = _clouds(rng, picture.shape[:2], edge * rng.uniform(0.2, 0.7)) * cloudy
    toned = (1 - clouds[..., None] * (1 - tone.astype(np.float32))) * (1 - 0.15 * clouds[..., None])
    picture[:] = np.clip(picture * gain[..., None] * toned + shine[..., None], 0, 255)


def _clouds(rng: Rng, shape: tuple[int, int], cell: float) -> NDArray[np.float32]:
    small = rng.normal(0, 1, (int(shape[0] / cell) + 2, int(shape[1] / cell) + 2)).astype(np.float32)
    grown = cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(0.5 + 0.5 * grown, 0, 1), np.float32)


def _hand(rng: Rng, picture: Picture, scene: TableScene, gain: Gain) -> None:
    """Beside the pyramid."""
    assert scene.pyramid is not None
    angle, far = rng.uniform(0, 360), rng.uniform(75, 130)
    x, y = np.array([scene.pyramid.x, scene.pyramid.y]) + far * np.array(
        [np.cos(np.radians(angle)), np.sin(np.radians(angle))]
    )
    draw_hand(picture, scene.camera, Hand(float(x), float(y), angle), gain)


def _noisy(rng: Rng, picture: Picture) -> Picture:
    high, wide = picture.shape[:2]
    noise = rng.normal(0, rng.uniform(0.3, 6), (high, wide, 3)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 0.6) * 1.5
    return np.asarray(np.clip(picture + soft, 0, 255), np.uint8)
