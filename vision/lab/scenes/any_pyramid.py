"""Inventing pyramids: any state of building, any light, ground, form and camera, for teaching and testing."""

from collections.abc import Callable, Iterable

import numpy as np

from companion.pyramid.cells import ALL_CELLS, LOWEST, Cell, layer, resting_on, supports_of
from companion.pyramid.dice import ORIENTATIONS
from vision.drawn.scene import (
    PYRAMID_COLOURS,
    DieLook,
    DieOnTable,
    FormShape,
    Lens,
    Light,
    PyramidDie,
    PyramidLook,
    PyramidOnTable,
    Surface,
    SurfaceKind,
    TableScene,
)
from vision.kit.camera import Camera
from vision.lab.scenes.glare import Glare
from vision.mat import Mat
from vision.pictures import Colour

NO_MAT = Mat(1, 1, ())
_TURQUOISE: Colour = (170, 170, 20)
_GROUNDS: tuple[tuple[SurfaceKind, Colour], ...] = (
    ("wood", (75, 130, 185)), ("wood", (60, 90, 130)), ("wood", (110, 160, 200)), ("felt", (60, 110, 30)),
    ("felt", (40, 30, 140)), ("felt", (110, 60, 30)), ("paper", (225, 228, 230)), ("paper", (170, 180, 190)),
    ("check", (120, 120, 210)), ("gingham", (225, 228, 230)), ("gingham", (225, 228, 230)),
    ("leather", (40, 50, 70)), ("plain", (120, 120, 120)), ("plain", (60, 60, 60)),
    ("plain", (200, 205, 210)),
)  # fmt: skip
_FORMS: tuple[tuple[SurfaceKind, Colour], ...] = (
    ("plain", (34, 33, 34)), ("plain", (25, 25, 28)), ("plain", (50, 48, 46)), ("wood", (110, 150, 190)),
    ("wood", (100, 140, 175)), ("wood", (70, 100, 140)), ("wood", (130, 165, 200)),
    ("plain", (150, 150, 150)),
    ("plain", (90, 60, 30)), ("plain", (210, 212, 215)), ("leather", (40, 60, 40)),
)  # fmt: skip


def any_pyramid_scene(seed: int) -> TableScene:
    """A pyramid on a table of its own for every *seed*, without a mat."""
    rng = np.random.default_rng(seed)
    camera = _any_camera(rng)
    pyramid = PyramidOnTable(
        any_pyramid_dice(rng), 300 + rng.uniform(-25, 25), 167 + rng.uniform(-12, 12), rng.uniform(0, 360),
        look=_any_look(rng),
    )  # fmt: skip
    kind, colour = _GROUNDS[rng.integers(len(_GROUNDS))]
    warm = rng.uniform(-1, 1.3)
    return TableScene(
        mat=NO_MAT, camera=camera,
        light=Light(rng.uniform(0, 360), rng.uniform(35, 80), rng.uniform(0.05, 0.85),
                    np.exp(rng.uniform(-0.8, 0.2)),
                    (1 - 0.2 * warm, 1.0, 1 + 0.14 * warm), rng.uniform(0, 0.5), rng.uniform(0, 0.35)),
        lens=Lens(rng.uniform(0.3, 1.3), rng.uniform(0.3, 5)),
        table=Surface(kind, _near(rng, colour, 25), rng.uniform(0.4, 1.2), int(rng.integers(3))),
        dice=_loose(rng, pyramid, camera), pyramid=pyramid, glare=_any_glare(rng, pyramid), seed=seed,
    )  # fmt: skip


def _any_camera(rng: np.random.Generator) -> Camera:
    distance = rng.uniform(390, 640)
    per_mm = rng.uniform(1.9, 4.0)  # pixels
    return Camera(
        x=300, y=167, distance=distance, tilt=abs(rng.normal(0, 2.5)), azimuth=rng.uniform(0, 360),
        roll=rng.uniform(-10, 10), view=float(np.degrees(2 * np.arctan(640 / per_mm / distance))),
    )  # fmt: skip


def _any_look(rng: np.random.Generator) -> PyramidLook:
    red, yellow, white = (32, 26, 186), (20, 190, 235), (218, 222, 228)
    kind, colour = _FORMS[rng.integers(len(_FORMS))]
    shapes: tuple[FormShape, ...] = ("triangle", "triangle", "triangle", "triangle", "round", "none")
    return PyramidLook(
        bodies=(_near(rng, red, 22), _near(rng, yellow, 22), _near(rng, white, 18)),
        marks=(_near(rng, (222, 228, 232), 20), _near(rng, (26, 26, 26), 18), _near(rng, (26, 26, 26), 18)),
        round=rng.uniform(0.06, 0.2), pip=rng.uniform(0.075, 0.11), spread=rng.uniform(0.225, 0.275),
        gloss=rng.uniform(0, 1.2), floor=rng.uniform(0.2, 3), rim=rng.uniform(0.45, 1),
        form=shapes[rng.integers(len(shapes))],
        surface=Surface(kind, _near(rng, colour, 12), rng.uniform(0.4, 1), int(rng.integers(3))),
        reach=rng.uniform(52, 76), corner=rng.uniform(4, 26),
    )  # fmt: skip


def _near(rng: np.random.Generator, colour: Colour, by: float) -> Colour:
    """A colour like *colour*: together lighter or darker, and each channel a little on its own."""
    all_of_it = rng.normal(0, by / 2)
    b, g, r = (int(np.clip(c + all_of_it + rng.normal(0, by / 2.5), 0, 255)) for c in colour)
    return b, g, r


def _loose(rng: np.random.Generator, pyramid: PyramidOnTable, camera: Camera) -> tuple[DieOnTable, ...]:
    """Dice of the pyramid that lie about on the table, the turquoise one among them."""
    out = []
    bodies = [*zip(pyramid.look.bodies, pyramid.look.marks, strict=True), (_TURQUOISE, (235, 238, 240))]
    for _ in range(rng.integers(0, 6)):
        body, mark = bodies[rng.integers(4)]
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(75, 175)
        look = DieLook(
            "pips", body, mark, "", pyramid.edge, pyramid.look.round, pyramid.look.pip, pyramid.look.spread
        )
        x, y = pyramid.x + away * np.cos(angle), pyramid.y + away * np.sin(angle)
        out.append(DieOnTable(look, str(rng.integers(1, 7)), x, y, rng.uniform(0, 360)))
    return tuple(out)


def _any_glare(rng: np.random.Generator, pyramid: PyramidOnTable) -> tuple[Glare, ...]:
    if rng.random() > 0.15:
        return ()
    x, y = pyramid.x + rng.uniform(-90, 90), pyramid.y + rng.uniform(-90, 90)
    return (Glare(x, y, rng.uniform(6, 25), rng.uniform(30, 110)),)


# --- which dice lie where ---


def any_pyramid_dice(rng: np.random.Generator, cells: Iterable[Cell] | None = None) -> tuple[PyramidDie, ...]:
    """Dice of random colours and turnings in *cells*, or in cells as some game leaves them."""
    if cells is None:
        cells = _STATES[rng.integers(len(_STATES))](rng)
    usual = rng.dirichlet((2, 2, 2)) if rng.random() < 0.4 else np.full(3, 1 / 3)
    return tuple(
        PyramidDie(
            cell,
            PYRAMID_COLOURS[rng.choice(3, p=usual)],
            ORIENTATIONS[rng.integers(24)],
            (bool(rng.integers(2)), bool(rng.integers(2)), bool(rng.integers(2))),
        )
        for cell in sorted(set(cells))
    )


def _full(rng: np.random.Generator) -> list[Cell]:
    return list(ALL_CELLS)


def _layers(rng: np.random.Generator) -> list[Cell]:
    top = rng.integers(3, LOWEST + 1)
    return [cell for cell in ALL_CELLS if layer(cell) >= top]


def _built(rng: np.random.Generator) -> list[Cell]:
    """Laid one after the other wherever a die finds hold."""
    cells = {cell for cell in ALL_CELLS if layer(cell) == LOWEST and rng.random() < 0.97}
    for _ in range(rng.integers(5, 110)):
        free = [
            cell for cell in ALL_CELLS if cell not in cells and all(b in cells for b in supports_of(cell))
        ]
        if not free:
            break
        cells.add(free[rng.integers(len(free))])
    return list(cells)


def _unbuilt(rng: np.random.Generator) -> list[Cell]:
    """Taken one after the other from a full pyramid."""
    cells = set(ALL_CELLS)
    for _ in range(rng.integers(3, 120)):
        free = [cell for cell in cells if not any(up in cells for up in resting_on(cell))]
        cells.discard(free[rng.integers(len(free))])
    return list(cells)


def _partial_base(rng: np.random.Generator) -> list[Cell]:
    share = rng.uniform(0.3, 0.95)
    cells = {cell for cell in ALL_CELLS if layer(cell) == LOWEST and rng.random() < share}
    again = rng.uniform(0, 0.8)
    for n in range(LOWEST - 1, -1, -1):
        cells |= {
            cell for cell in ALL_CELLS
            if layer(cell) == n and all(b in cells for b in supports_of(cell)) and rng.random() < again
        }  # fmt: skip
    return list(cells)


def _few(rng: np.random.Generator) -> list[Cell]:
    """A handful in the base, as in Dice March, or one little heap."""
    base = [cell for cell in ALL_CELLS if layer(cell) == LOWEST]
    if rng.random() < 0.5:
        return [base[n] for n in rng.choice(len(base), rng.integers(1, 16), replace=False)]
    inner = [cell for cell in ALL_CELLS if layer(cell) == LOWEST - 1]
    top = inner[rng.integers(len(inner))]
    return [top, *supports_of(top)]


_STATES: tuple[Callable[[np.random.Generator], list[Cell]], ...] = (
    _full, _layers, _built, _built, _built, _unbuilt, _unbuilt, _partial_base, _partial_base, _few,
)  # fmt: skip
