"""Dice as bodies: rounded cubes with perspective, side faces, shading, shadow and motion blur."""

from functools import lru_cache

import cv2
import numpy as np
from msgspec.structs import replace

from vision.drawn.layers import Box, Gain, Layer, Seen, blend, fill, lay, roi_around, throw_shadow
from vision.drawn.scene import DieLook, DieOnTable, Light
from vision.kit.camera import Camera, Floats, eye, project, rotation
from vision.kit.marks import SIDE, mark_of, rounded_box
from vision.kit.values import COLOURS, DIE_VALUES
from vision.pictures import Mask, Picture

# --- the faces of drawn dice as flat pictures: the kit's marks in the colours of one die ---


@lru_cache(maxsize=512)
def face(look: DieLook, value: str) -> Picture:
    """One face in its colours, `SIDE` pixels square."""
    mark = mark_of(look.type, value, look.pip, look.spread).astype(np.float32)[:, :, None] / 255
    body = np.array(look.body, np.float32)
    ink = np.array(COLOURS[value] if look.type == "colour" else look.mark, np.float32)
    picture = np.asarray(np.rint(body * (1 - mark) + ink * mark), np.uint8)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=16)
def face_outline(rounding: float) -> Mask:
    """The flat part of a face: 255 inside, softly falling to 0 where the edges begin to curve."""
    canvas = np.zeros((SIDE * 2, SIDE * 2), np.uint8)
    inset, radius = round(rounding * 0.55 * SIDE * 2), max(2, round(rounding * 1.1 * SIDE * 2))
    rounded_box(canvas, (inset, inset), (SIDE * 2 - inset, SIDE * 2 - inset), radius, 255)
    soft = cv2.GaussianBlur(canvas, (0, 0), max(1.0, rounding * 0.3 * SIDE * 2))
    return np.asarray(cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


_FINE = 2  # dice at rest are drawn larger by this, then reduced; what is blurred needs none of it
_STEPS = 7  # pictures along the way of a moving die
# The outward normals of the six faces in the die's own axes; opposite faces lie together.
NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float64)
UP = np.array([0.0, 0.0, -1.0])  # in right-handed axes x, y, depth


def face_order(die: DieOnTable) -> tuple[str, ...]:
    """The values on +x, -x, +y, -y, +z, -z; opposite pips make seven, right-handed; the piggy has two
    grim."""
    values = DIE_VALUES[die.look.type]
    if die.look.type == "piggy":
        values = (*values, "grim")
    one, two, three, four, five, six = values
    return one, six, two, five, three, four


@lru_cache(maxsize=256)
def orientation(die: DieOnTable) -> Floats:
    """The rotation from the die's own axes to right-handed table axes (x, y, depth)."""
    normal = NORMALS[face_order(die).index(die.value)]
    axis = np.cross(normal, UP)
    if np.linalg.norm(axis) < 1e-9:
        raised = np.eye(3) if normal @ UP > 0 else rotation(0, 180)
    else:
        skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
        raised = np.eye(3) + skew + skew @ skew  # a quarter turn about `axis`
    lean = rotation(2, die.tilt_towards) @ rotation(0, die.tilt) @ rotation(2, -die.tilt_towards)
    out: Floats = lean @ rotation(2, die.yaw) @ raised
    out.flags.writeable = False
    return out


def corners(die: DieOnTable, inset: float = 0.0) -> Floats:
    """The eight corners, shape (8, 3) in millimetres (x, y, z up); *inset* draws them towards the middle."""
    half = die.look.edge / 2
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    turned = signs * (half - inset) @ orientation(die).T
    return turned * [1, 1, -1] + [die.x, die.y, _reach(die) + die.lift]


def _reach(die: DieOnTable) -> float:
    return float((np.abs(orientation(die)[2]) * die.look.edge / 2).sum())


def _flat(normal: int) -> Floats:
    """The corners of one face of a die that is not turned and two long, in the order of its texture."""
    n = NORMALS[normal]
    right = np.roll(np.abs(n), 1)
    down = -np.cross(n, right)
    return np.array([n - right - down, n + right - down, n + right + down, n - right + down])


_FLAT = tuple(map(_flat, range(6)))


def face_quad(die: DieOnTable, normal: int) -> Floats:
    """The four corners of one face, shape (4, 3), in the order of its texture (clockwise from outside)."""
    flat = _FLAT[normal] * (die.look.edge / 2)
    return (flat @ orientation(die).T) * [1, 1, -1] + [die.x, die.y, _reach(die) + die.lift]


def silhouette(camera: Camera, die: DieOnTable, points: int = 8) -> Floats:
    """The outline in the picture: the hull of the eight rounded corners."""
    radius = die.look.round * die.look.edge
    inner = corners(die, inset=radius)
    centre = project(camera, inner)
    reach = np.linalg.norm(project(camera, inner + np.array([radius, 0, 0])) - centre, axis=1)
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cloud = (centre[:, None] + reach[:, None, None] * ring[None]).reshape(-1, 2)
    return np.asarray(cv2.convexHull(cloud.astype(np.float32))[:, 0], np.float64)


def lamp(light: Light) -> Floats:
    """The direction towards the lamp in x, y, z up."""
    a, e = np.radians(light.azimuth), np.radians(light.elevation)
    return np.array([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)])


def shade(light: Light, normal: Floats) -> float:
    """How bright a surface with that normal (x, y, z up) is, compared with the flat table."""
    towards = lamp(light)
    key = max(0.0, float(normal @ towards)) / max(0.2, towards[2])
    sky = 0.55 + 0.45 * float(normal[2])
    return float(light.hardness * key + (1 - light.hardness) * sky)


def draw_shadow(picture: Picture, camera: Camera, light: Light, die: DieOnTable) -> None:
    """The die's shadow on the table, soft as the lamp is."""
    if any(die.drift) or die.lift > die.look.edge * 3:
        return
    towards = lamp(light)
    body = corners(die, inset=die.look.round * die.look.edge * 0.5)
    thrown = body - towards * (body[:, 2:] / max(0.3, towards[2]))
    ground = project(camera, np.vstack([thrown, body * [1, 1, 0]]))
    throw_shadow(picture, ground, light.hardness, (1.5, 4.5), 14)


def draw_die(picture: Picture, camera: Camera, light: Light, die: DieOnTable, gain: Gain) -> None:
    """The die itself, blurred along its way if it moves."""
    outline = silhouette(camera, die)
    ways = project(camera, np.array([[die.x, die.y, 0], [die.x + die.drift[0], die.y + die.drift[1], 0]]))
    reach = np.abs(ways[1] - ways[0])
    box = roi_around(np.vstack([outline - reach, outline + reach]), picture.shape, 3)
    if box is None:
        return
    blend(picture, _painted(camera, light, die, box, gain))


@lru_cache(maxsize=16)
def _painted(camera: Camera, light: Light, die: DieOnTable, box: Box, gain: Gain) -> Seen:
    """The die in its box: where it lies still it is painted only once."""
    steps = _STEPS if any(die.drift) or die.spin else 1
    layer = Layer.empty(box, _FINE if steps == 1 else 1)
    for n in range(steps):
        part = n / (steps - 1) - 0.5 if steps > 1 else 0.0
        x, y = die.x + die.drift[0] * part, die.y + die.drift[1] * part
        there = replace(die, x=x, y=y, yaw=die.yaw + die.spin * part)
        _paint(layer, camera, light, there, 1 / steps)
    return layer.as_seen(gain)


def _paint(layer: Layer, camera: Camera, light: Light, die: DieOnTable, share: float) -> None:
    """Add one picture of the die to *layer* with the weight *share*."""
    size = layer.colour.shape[1], layer.colour.shape[0]
    hull = layer.to_layer(silhouette(camera, die, 16))
    body = np.array(die.look.body, np.float64)
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = np.clip(body * (0.5 * shade(light, np.array([0, 0, 1.0])) + 0.32), 0, 255).astype(np.uint8)
    alpha = np.zeros((size[1], size[0]), np.uint8)
    fill(alpha, hull, 255)
    turn = orientation(die)
    camera_at = eye(camera)
    names = face_order(die)
    for number in range(6):
        quad = face_quad(die, number)
        normal = (turn @ NORMALS[number]) * [1, 1, -1]
        if normal @ (camera_at - quad.mean(axis=0)) > 0:
            _paint_face(
                canvas, layer.to_layer(project(camera, quad)), die, names[number], shade(light, normal)
            )
    layer.add(canvas, alpha, share)


_TEXTURE = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) - 0.5


def _paint_face(canvas: Picture, quad: Floats, die: DieOnTable, value: str, brightness: float) -> None:
    size = canvas.shape[1], canvas.shape[0]
    matrix = cv2.getPerspectiveTransform(_TEXTURE, quad.astype(np.float32))
    lit = cv2.convertScaleAbs(face(die.look, value), alpha=brightness)
    ink = cv2.warpPerspective(lit, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    edge = cv2.warpPerspective(face_outline(die.look.round), matrix, size, flags=cv2.INTER_LINEAR)
    lay(canvas, ink, np.asarray(edge, np.uint8))
