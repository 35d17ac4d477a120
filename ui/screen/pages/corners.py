"""A table without the kit's mat: its corners are set with a finger on the camera's picture."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct
from msgspec.structs import replace

from companion.game import certain
from companion.sightings import Frame
from ui.eyes_set_up import OwnCorners
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import tabs
from ui.screen.parts.camera_view import CornerView, Point
from ui.screen.parts.layout import Panel, Region, Row, on_felt
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, stepper
from ui.screen.ports import CannotLearn, Look
from ui.screen.stage import Stage

CORNERS = 4
GRAB = 45.0  # pixels of the camera: a finger so near to a corner moves it
SIDES = range(100, 1201, 10)  # mm
PLACES = {"tray": theme.ACCENT, "pyramid": theme.GOOD}


class Drawn(Struct, frozen=True):
    """The settings made so far."""

    corners: dict[str, tuple[Point, ...]]
    size_mm: tuple[float, float] = (400.0, 300.0)
    place: str = "tray"  # whose corners are set now
    said: str = ""  # the key of what came of keeping it

    @property
    def whole(self) -> bool:
        """Whether it can be kept: all corners of the tray, and of the pyramid's place all or none."""
        return len(self.corners["tray"]) == CORNERS and len(self.corners["pyramid"]) in (0, CORNERS)


class CornersPage(Page):
    kept = ("drawn", "frame")
    drawn: Drawn
    frame: Frame | None = None
    _moved: int | None = None  # the corner that the finger is on

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self._teacher = certain(stage.rooms.teacher)
        self.drawn = as_kept(self._teacher.ground())
        super().__init__(stage, **kept)
        self.refresh()

    # --- drawing ---

    def make(self) -> Widget:
        sizes = self.sizes
        self.view = CornerView(self._touched)
        self._side = Region(self._make_side)
        self._which = Region(self._make_which)
        above = [] if sizes.portrait else [self._which]  # beside the title: the side has to hold enough
        self._which.size_hint_x, self._which.width = None, sizes.mm(68)
        head = self.head(self.say("corners.title"), "teach", *above)
        picture = on_felt(sizes, self.view, pad=0.8)
        return self.beside(head, picture, self._side, (0.78, 1.5))

    def refresh(self) -> None:
        quads = [(PLACES[place], corners) for place, corners in self.drawn.corners.items()]
        self.view.show(self.frame, quads=quads)
        self._side.show((self.drawn, self.frame is not None))
        self._which.show(self.drawn.place)

    def _make_which(self, shown: str) -> Widget:
        """The thing whose corners are being set."""
        names = {place: self.say(f"corners.{place}") for place in PLACES}
        return tabs(self.sizes, names, shown, lambda place: self._change(place=place, said=""))

    def _make_side(self, shown: tuple[Drawn, bool]) -> Widget:
        drawn, seeing = shown
        sizes, say = self.sizes, self.say
        left = CORNERS - len(drawn.corners[drawn.place])
        key = "blind" if not seeing else drawn.said or (f"tap_{drawn.place}" if left else "fine")
        words = Text(say(f"corners.{key}", n=left), sizes, "body")
        keep = TextButton(sizes, say("corners.keep"), self._keep, icon="check", look="main")
        keep.disabled = not (drawn.whole and seeing)
        anew = TextButton(sizes, say("corners.anew"), self._anew, icon="erase", look="quiet")
        mat = TextButton(sizes, say("corners.mat"), self._by_the_mat, look="quiet")
        things: list[Widget] = [self._make_which(drawn.place), words] if sizes.portrait else [words]
        if drawn.place == "tray" and not drawn.said:  # what came of it needs the room
            things += [self._length(0), self._length(1)]
        return Panel(sizes, *things, Row(sizes, anew, mat, **sizes.high(theme.TOUCH)), keep, gap=1.2)

    def _length(self, side: int) -> Widget:
        sizes, say = self.sizes, self.say
        name, mm = say("corners.across" if side == 0 else "corners.deep"), self.drawn.size_mm[side]
        words = say("corners.cm", name=name, cm=say.number(mm / 10, 1))
        said = (say("corners.shorter", name=name), words, say("corners.longer", name=name))
        steps = stepper(sizes, said, partial(self._resize, side), round(mm), SIDES, "body")
        return Row(sizes, *steps, gap=0.8, **sizes.high(theme.TOUCH))

    # --- fingers ---

    def _touched(self, at: Point, came: bool) -> None:
        """A finger sets the next corner, or takes hold of one that it is near to and draws it along."""
        corners = list(self.drawn.corners[self.drawn.place])
        if came:
            self._moved = nearest(corners, at)
            if self._moved is None and len(corners) < CORNERS:
                corners.append(at)
                self._moved = len(corners) - 1
        if self._moved is None:
            return
        corners[self._moved] = at
        changed = {**self.drawn.corners, self.drawn.place: tuple(corners)}
        self._change(corners=changed, said="")

    def _change(self, **changes: Any) -> None:
        self.drawn = replace(self.drawn, **changes)
        self.refresh()

    def _resize(self, side: int, mm: int) -> None:
        sides = list(self.drawn.size_mm)
        sides[side] = float(mm)
        self._change(size_mm=tuple(sides), said="")

    def _anew(self) -> None:
        self._change(corners={**self.drawn.corners, self.drawn.place: ()}, said="")

    def _keep(self) -> None:
        tall, wide = certain(self.frame).picture.shape[:2]
        tray, pyramid = (self.drawn.corners[place] for place in ("tray", "pyramid"))
        try:
            ground = OwnCorners(tray, (wide, tall), self.drawn.size_mm, pyramid or None)  # type: ignore[arg-type]
            self._teacher.keep_ground(ground)
        except CannotLearn:
            self._change(said="no_table")
        else:
            self._change(said="kept")

    def _by_the_mat(self) -> None:
        try:
            self._teacher.keep_ground(None)
        except CannotLearn:
            self._change(said="not_kept")
        else:
            self._change(corners=dict.fromkeys(PLACES, ()), said="by_the_mat")

    # --- the camera ---

    def looked(self, look: Look) -> None:
        if look.frame is not None:
            self.frame = look.frame
            self.refresh()


def as_kept(ground: OwnCorners | None) -> Drawn:
    if ground is None:
        return Drawn(dict.fromkeys(PLACES, ()))
    return Drawn({"tray": ground.corners, "pyramid": ground.pyramid or ()}, ground.ground_mm)


def nearest(corners: list[Point], at: Point) -> int | None:
    """Which of *corners* a finger at this place means, if any.

    >>> nearest([(0, 0), (300, 0)], (280, 10)), nearest([(0, 0)], (100, 100))
    (1, None)
    """
    far = [((x - at[0]) ** 2 + (y - at[1]) ** 2) ** 0.5 for x, y in corners]
    best = min(range(len(far)), key=far.__getitem__, default=None)
    return best if best is not None and far[best] <= GRAB else None
