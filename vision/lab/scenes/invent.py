"""Invented scenes: dice and cards thrown about under random light, on random surfaces, before a random
camera."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from vision.drawn.scene import (
    CardOnTable,
    DieLook,
    DieOnTable,
    Lens,
    Light,
    Surface,
    SurfaceKind,
    TableScene,
)
from vision.kit.camera import Camera
from vision.kit.values import DIE_VALUES, DieType
from vision.lab.scenes.glare import Glare
from vision.mat import TRAY, Mat, Zone, table_mat
from vision.pictures import Colour

BODIES: dict[str, tuple[Colour, Colour]] = {  # body and mark
    "ivory": ((205, 228, 236), (30, 26, 26)),
    "white": ((242, 242, 242), (20, 20, 20)),
    "red": ((40, 35, 190), (240, 240, 240)),
    "black": ((42, 40, 40), (236, 236, 236)),
    "blue": ((170, 80, 30), (240, 240, 240)),
    "green": ((70, 130, 30), (240, 240, 240)),
    "yellow": ((50, 205, 240), (30, 26, 26)),
    "pink": ((185, 170, 240), (40, 20, 60)),
}
_BODIES_OF: dict[str, tuple[str, ...]] = {
    "pips": ("ivory", "white", "red", "black", "blue", "green", "yellow"),
    "number": ("ivory", "white", "black", "blue"),
    "colour": ("white", "black", "ivory"),
    "piggy": ("pink", "white"),
}
_TRAYS: tuple[Colour, ...] = (
    (70, 90, 40), (45, 45, 120), (60, 60, 60), (120, 140, 165), (150, 160, 165), (200, 205, 208),
    (165, 140, 120),
)  # fmt: skip
_APART = 26.0  # a die is put only into a tray from whose colour it differs by so much (Lab)


class Variety(Struct, frozen=True):
    """How far invented scenes stray from the ideal: 0 the ideal, 1 as far as a real evening goes."""

    light: float = 1.0
    lens: float = 1.0
    camera: float = 1.0
    glare: float = 0.1  # share of scenes with a lamp's reflection in the tray
    cocked: float = 0.0  # share of dice
    touching: float = 0.2  # share of dice that lie against the one before


AS_AT_HOME = Variety()


def any_scene(
    seed: int,
    dice: Mapping[DieType, int] | None = None,
    cards: Mapping[str, Sequence[str]] | None = None,
    *,
    seats: int = 4,
    variety: Variety = AS_AT_HOME,
) -> TableScene:
    """A scene of its own for every *seed*: so many *dice* of each kind, and the *cards* in each place."""
    rng = np.random.default_rng(seed)
    mat = table_mat(seats)
    scene = TableScene(
        mat=mat,
        camera=_any_camera(rng, mat, variety.camera),
        light=_any_light(rng, variety.light),
        lens=Lens(rng.uniform(0.4, 0.6 + 0.7 * variety.lens), rng.uniform(1.0, 1.5 + 4 * variety.lens)),
        table=Surface("wood", (75, 110, 150), seed=int(rng.integers(4))),
        tray=Surface(
            _any_kind(rng), _TRAYS[rng.integers(len(_TRAYS))], rng.uniform(0.8, 3.0), int(rng.integers(4))
        ),
        cards=tuple(
            card for place, names in (cards or {}).items() for card in any_pile(rng, mat, place, names)
        ),
        seed=seed,
    )
    scene = replace(scene, dice=any_dice(rng, scene, dice or {}, variety))
    return replace(scene, glare=_any_glare(rng, mat.zone(TRAY)) if rng.random() < variety.glare else ())


def _any_kind(rng: np.random.Generator) -> SurfaceKind:
    kinds: tuple[SurfaceKind, ...] = ("felt", "plain", "leather", "wood", "paper")
    return kinds[rng.integers(len(kinds))]


def _any_camera(rng: np.random.Generator, mat: Mat, variety: float) -> Camera:
    def stray(most: float) -> float:
        return float(rng.uniform(-most, most)) * variety

    return Camera(
        x=mat.width / 2 + stray(6), y=mat.height / 2 + stray(4), distance=600 + stray(12), tilt=abs(stray(4)),
        azimuth=rng.uniform(0, 360), roll=stray(1.5), view=56.0,
    )  # fmt: skip


def _any_light(rng: np.random.Generator, variety: float) -> Light:
    warm = rng.uniform(-1, 1) * variety
    return Light(
        azimuth=rng.uniform(0, 360), elevation=rng.uniform(35, 70), hardness=rng.uniform(0.3, 1.0),
        level=float(np.exp(rng.uniform(-0.4, 0.2) * variety)), tint=(1 - 0.14 * warm, 1.0, 1 + 0.1 * warm),
        slope=rng.uniform(0, 0.3) * variety, vignette=rng.uniform(0, 0.2) * variety,
    )  # fmt: skip


def _any_glare(rng: np.random.Generator, tray: Zone) -> tuple[Glare, ...]:
    x, y = rng.uniform(tray.x, tray.x + tray.width), rng.uniform(tray.y, tray.y + tray.height)
    return (Glare(float(x), float(y), float(rng.uniform(6, 22)), float(rng.uniform(60, 200))),)


def any_look(rng: np.random.Generator, die_type: DieType, tray: Colour) -> DieLook:
    """A die of that kind which can be told from the tray's colour."""
    names = [n for n in _BODIES_OF[die_type] if _distance(BODIES[n][0], tray) > _APART] or ["ivory"]
    name = names[rng.integers(len(names))]
    body, mark = BODIES[name]
    return DieLook(
        die_type, body, mark, name, edge=float(rng.uniform(15.5, 17.5)), round=float(rng.uniform(0.09, 0.18)),
        pip=float(rng.uniform(0.075, 0.105)), spread=float(rng.uniform(0.235, 0.27)),
    )  # fmt: skip


def _distance(one: Colour, other: Colour) -> float:
    lab = cv2.cvtColor(np.array([[one, other]], np.float32) / 255, cv2.COLOR_BGR2Lab)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def any_dice(
    rng: np.random.Generator, scene: TableScene, counts: Mapping[DieType, int], variety: Variety = AS_AT_HOME
) -> tuple[DieOnTable, ...]:
    """Dice thrown into the tray of *scene*: none on top of another, some against each other, some cocked."""
    tray = scene.mat.zone(TRAY)
    looks = {kind: any_look(rng, kind, scene.tray.colour) for kind in counts}
    dice: list[DieOnTable] = []
    for kind, count in counts.items():
        for _ in range(count):
            values = DIE_VALUES[kind]
            die = DieOnTable(looks[kind], values[rng.integers(len(values))], 0, 0, float(rng.uniform(0, 360)))
            if rng.random() < variety.cocked:
                die = replace(die, tilt=float(rng.uniform(14, 40)), tilt_towards=float(rng.uniform(0, 360)))
            dice.append(_put_down(rng, tray, die, dice, rng.random() < variety.touching))
    return tuple(dice)


def _put_down(
    rng: np.random.Generator, tray: Zone, die: DieOnTable, others: list[DieOnTable], touching: bool
) -> DieOnTable:
    """*die* at a free spot; if *touching*, flat against the last of the others."""
    edge = die.look.edge
    for attempt in range(200):
        if touching and others and attempt < 20:
            last = others[-1]
            side = np.radians(last.yaw + 90 * rng.integers(4))
            gap = (edge + last.look.edge) / 2 + 0.2
            along = rng.uniform(-0.5, 0.5) * edge
            x = last.x + np.cos(side) * gap - np.sin(side) * along
            y = last.y + np.sin(side) * gap + np.cos(side) * along
            placed = replace(die, x=float(x), y=float(y), yaw=last.yaw + 90.0 * int(rng.integers(4)))
            rest = others[:-1]
        else:
            x, y = rng.uniform(edge, tray.width - edge), rng.uniform(edge, tray.height - edge)
            placed = replace(die, x=float(tray.x + x), y=float(tray.y + y))
            rest = others
        free = all(np.hypot(placed.x - o.x, placed.y - o.y) > 0.75 * (edge + o.look.edge) for o in rest)
        if free and tray.holds(placed.x, placed.y, -edge):
            return placed
    raise ValueError(f"no room in the tray for {len(others) + 1} dice")


def any_pile(rng: np.random.Generator, mat: Mat, place: str, names: Sequence[str]) -> list[CardOnTable]:
    """Cards laid by hand on one place, the last on top; in the scan place side by side."""
    zone = mat.zone(place)
    cards = []
    for number, name in enumerate(names):
        x, y = zone.centre
        if zone.kind == "scan":
            x = zone.x + (number + 0.5) * zone.width / len(names)
        turn = 180 * int(rng.integers(2))
        cards.append(
            CardOnTable(
                name,
                x + rng.uniform(-4, 4),
                y + rng.uniform(-3.5, 3.5),
                turn + rng.uniform(-5, 5),
                place=place,
            )
        )
    return cards
