"""Showing the eyes something new: which die, which deck, or a table without the mat."""

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
from ui.screen.parts.blocks import name_and_more, tabs
from ui.screen.parts.camera_view import CornerView, Point
from ui.screen.parts.layout import Grid, Panel, Region, Row, Text, on_felt
from ui.screen.parts.touch import Icon, IconButton, TextButton, Touchable, stepper
from ui.screen.ports import CannotLearn, Look
from ui.screen.stage import Stage

WAYS = {  # what can be shown: its picture, and the page for it
    "colour-die": ("dice", "teach_die"),
    "piggy-die": ("dice", "teach_die"),
    "number-die": ("dice", "teach_die"),
    "deck": ("cards", "teach_deck"),
    "corners": ("large", "corners"),
}


class TeachPage(Page):
    def make(self) -> Widget:
        head = self.head(self.say("teach.title"), "settings")
        teacher = self.stage.rooms.teacher
        if teacher is None:
            return self.body(head, self.instead(self.say("teach.no_camera")))
        ways = [self._way(name) for name in WAYS]
        grid = Grid(self.sizes, *ways, cols=1 if self.sizes.portrait else 2, gap=1.6, grow=True)
        known = [self._known(kind, name) for kind, name in teacher.known()]
        lines: list[Widget] = [grid]
        if known:
            title = self.say("teach.known")
            lines += [Text(title, self.sizes, "large", theme.MUTED, grow=True), *known]
        return self.body(head, self.listed(*lines))

    def _way(self, name: str) -> Widget:
        sizes, (icon, page), key = self.sizes, WAYS[name], key_of(name)
        words = name_and_more(sizes, self.say(key), self.say(f"{key}_how"))
        sign, high = Icon(sizes, icon, side=7), sizes.high(20 * (1.2 if sizes.text_scale > 1 else 1))
        opens = partial(self.stage.go, page, **({"kind": name} if page == "teach_die" else {}))
        return Touchable(sizes, opens, sign, words, **high, text=self.say(key))

    def _known(self, kind: str, name: str) -> Widget:
        words = Text(self.say("teach.known_one", name=name, kind=self.say(key_of(kind))), self.sizes, "body")
        forget = IconButton(
            self.sizes, "erase", self.say("teach.forget", name=name), lambda: self._ask_forget(kind, name)
        )
        return Panel(self.sizes, Row(self.sizes, words, forget), pad=1.0, **self.sizes.high(theme.TOUCH + 2))

    def _ask_forget(self, kind: str, name: str) -> None:
        def forget() -> None:
            assert self.stage.rooms.teacher is not None
            self.stage.rooms.teacher.forget(kind, name)
            self.again()

        words = self.say("teach.forget_question", name=name)
        self.ask(words, self.say("teach.forget_yes"), forget, "erase")


def key_of(kind: str) -> str:
    """Where the words for what can be shown begin."""
    return f"teach.{kind.replace('-', '_')}"


# --- a table without the mat: its corners are set with a finger on the picture ---

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
        return stepper(sizes, said, partial(self._resize, side), round(mm), SIDES, "body")

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
