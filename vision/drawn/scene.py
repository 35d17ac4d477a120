"""A table as it lies before the camera: plain values that say everything the drawing needs.

Lengths are millimetres on the mat (x to the right, y downwards as in the picture, z up from the table),
angles
are degrees, colours are (blue, green, red). The same scene always gives the same picture.
"""

from typing import Literal, Protocol

from msgspec import Struct

from vision.kit.camera import Camera
from vision.kit.values import DieType
from vision.mat import Mat, table_mat
from vision.pictures import Colour, Picture

SurfaceKind = Literal["plain", "felt", "paper", "wood", "leather", "check", "gingham"]


class Light(Struct, frozen=True):
    """The light: where it comes from, how hard it is, its colour and how evenly it falls."""

    azimuth: float = 220.0  # where the lamp stands, as seen from the table
    elevation: float = 55.0
    hardness: float = 0.5  # 0 an overcast window, 1 a naked bulb
    level: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains of blue, green, red
    slope: float = 0.0  # brightness falls by this share across the picture, away from the lamp
    vignette: float = 0.1


class Surface(Struct, frozen=True):
    """What a part of the table is made of."""

    kind: SurfaceKind = "felt"
    colour: Colour = (90, 100, 60)
    grain: float = 1.0
    seed: int = 0


class DieLook(Struct, frozen=True):
    """How one die is made."""

    type: DieType = "pips"
    body: Colour = (225, 238, 242)
    mark: Colour = (28, 24, 24)
    name: str = "ivory"  # of the body's colour, for the labels
    edge: float = 16.0
    round: float = 0.14  # radius of edges and corners, as a share of the edge
    pip: float = 0.09  # radius of a pip, as a share of the edge
    spread: float = 0.255  # distance of the outer pips from the middle line, as a share of the edge
    gloss: float = 0.3


class DieOnTable(Struct, frozen=True):
    """A die: which face is up and how it lies. `tilt` makes it cocked; `drift` is its way while the shutter
    is open."""

    look: DieLook
    value: str
    x: float
    y: float
    yaw: float = 0.0
    tilt: float = 0.0
    tilt_towards: float = 0.0
    lift: float = 0.0  # of its lowest point above the table
    drift: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0  # degrees turned while the shutter is open

    @property
    def cocked(self) -> bool:
        return abs(self.tilt) >= COCKED_FROM or self.lift >= self.look.edge / 4


COCKED_FROM = 7.0  # a die that leans by less than this many degrees lies flat for everybody at the table


class CardOnTable(Struct, frozen=True):
    """A card; cards are drawn in the order of the scene, so later ones lie on top."""

    name: str
    x: float
    y: float
    angle: float = 0.0
    deck: str = "abspecken"
    face_down: bool = False
    place: str = ""
    drift: tuple[float, float] = (0.0, 0.0)


class PyramidDie(Struct, frozen=True):
    """A die of the pyramid: its cell, "red", "yellow" or "white", and what it shows along -i, -j and -k."""

    cell: tuple[int, int, int]
    colour: str
    faces: tuple[int, int, int]
    twisted: tuple[bool, bool, bool] = (False, False, False)  # whether the pips lie the other way


PYRAMID_COLOURS = ("red", "yellow", "white")
FormShape = Literal["triangle", "round", "none"]


class PyramidLook(Struct, frozen=True):
    """How the dice and the base form of one pyramid are made; lengths of dice as shares of their edge."""

    bodies: tuple[Colour, ...] = ((32, 26, 186), (20, 190, 235), (214, 220, 230))  # as PYRAMID_COLOURS
    marks: tuple[Colour, ...] = ((225, 232, 235), (22, 24, 26), (26, 24, 24))
    round: float = 0.1
    pip: float = 0.09
    spread: float = 0.25
    gloss: float = 0.4
    floor: float = 1.0  # millimetres: the lowest corners of the lowest dice above the table
    rim: float = 0.7  # how deep the lowest dice sit in the form: 1 up to their three lower edges' ends
    form: FormShape = "triangle"
    surface: Surface = Surface("plain", (34, 33, 34))
    reach: float = 64.0  # millimetres from the middle of the form to its sides
    corner: float = 15.0  # millimetres: radius of its corners


class PyramidOnTable(Struct, frozen=True):
    """The base form with its middle at (x, y), turned clockwise by `turn` from i pointing up, and its dice.

    `loose` are millimetres by which single dice do not sit right: to the right, downwards and up.
    """

    dice: tuple[PyramidDie, ...] = ()
    x: float = 151.0
    y: float = 167.0
    turn: float = 0.0
    edge: float = 12.0
    look: PyramidLook = PyramidLook()
    loose: tuple[tuple[tuple[int, int, int], tuple[float, float, float]], ...] = ()


class Hand(Struct, frozen=True):
    """An arm that reaches from outside the picture to the point (x, y), coming from *angle* (0: right, 90:
    below)."""

    x: float
    y: float
    angle: float = 90.0
    skin: Colour = (140, 175, 225)
    sleeve: Colour = (110, 70, 50)
    scale: float = 1.0


class Glare(Protocol):
    """A lamp that is seen in the picture."""

    def shine(self, picture: Picture, camera: Camera) -> None: ...


class Lens(Struct, frozen=True):
    """What lens and sensor add: blur in pixels, noise in grey levels."""

    blur: float = 0.6
    noise: float = 2.0


class TableScene(Struct, frozen=True):
    """Everything the camera can see at one moment. `seed` moves only the sensor's noise."""

    mat: Mat = table_mat(4)
    camera: Camera = Camera()
    light: Light = Light()
    lens: Lens = Lens()
    table: Surface = Surface("wood", (75, 110, 150))
    paper: Surface = Surface("paper", (176, 170, 160))  # of the mat
    tray: Surface = Surface("felt", (70, 90, 40))
    dice: tuple[DieOnTable, ...] = ()
    cards: tuple[CardOnTable, ...] = ()
    pyramid: PyramidOnTable | None = None
    hands: tuple[Hand, ...] = ()
    glare: tuple[Glare, ...] = ()
    seed: int = 0
