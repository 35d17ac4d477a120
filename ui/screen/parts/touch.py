"""Everything that can be touched: with words, a picture or both, and never smaller than a fingertip."""

from collections.abc import Callable, Collection, Mapping, Sequence
from time import time
from typing import Any, TypeVar

from kivy.graphics import RoundedRectangle, SmoothLine, SmoothRoundedRectangle
from kivy.input import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.looks import Face
from ui.screen.parts.dice import write
from ui.screen.parts.layout import Grid, Row, Text
from ui.screen.parts.shapes import Drawing, draw_icon, draw_shape, ink, once_settled, outline

Touched = Callable[[], None]
Key = TypeVar("Key")

# look: ground, ground while pressed, words
LOOKS: dict[str, tuple[str, str, str]] = {
    "main": (theme.ACCENT, theme.ACCENT_PRESSED, theme.INK),
    "plain": (theme.RAISED, theme.PRESSED, theme.TEXT),
    "quiet": (theme.SURFACE, theme.RAISED, theme.TEXT),
    "chosen": (theme.TEXT, theme.MUTED, theme.INK),
    "good": (theme.GOOD, theme.ACCENT, theme.INK),
    "kind": (theme.KIND_BUTTON, theme.KIND, theme.KIND_INK),
    "danger": (theme.SURFACE, theme.RAISED, theme.DANGER),
    "ground": (theme.GROUND, theme.SURFACE, theme.TEXT),
    "panel": (theme.SURFACE, theme.RAISED, theme.TEXT),
    "felt": (theme.FELT, theme.FELT_EDGE, theme.TEXT),
}


class Icon(Drawing):
    """A drawn picture in a square."""

    def __init__(
        self, sizes: theme.Sizes, name: str, colour: str = theme.TEXT, side: float = 6.0, **kwargs: Any
    ) -> None:
        kwargs.setdefault("size_hint", (None, 1))
        super().__init__(width=sizes.mm(side), **kwargs)
        self._name, self._colour, self._side = name, colour, sizes.mm(side)

    def draw(self) -> None:
        side, (x, y) = min(self._side, self.width, self.height), self.middle
        draw_icon(self._name, self._colour, x - side / 2, y - side / 2, side)


class Touchable(ButtonBehavior, BoxLayout):
    """A place to touch, with whatever stands on it. `when` says whether the finger coming or going counts.

    What is decided by its time (a call) counts when the finger comes: that is its first edge.
    """

    text = StringProperty()  # a name, where the words on it are not enough

    def __init__(
        self,
        sizes: theme.Sizes,
        touched: Touched,
        *things: Widget,
        look: str = "plain",
        when: str = "up",
        pad: float = theme.GAP,
        edge: str = "",
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("orientation", "horizontal")
        super().__init__(padding=[sizes.mm(pad), sizes.mm(0.6)], spacing=sizes.mm(theme.GAP), **kwargs)
        self.sizes, self.look = sizes, look
        self._touched, self._when, self._edge = touched, when, edge
        self.waited_ns = 0  # how long the touch had waited before it was dealt with
        for thing in things:
            self.add_widget(thing)
        self._redraw = once_settled(self, self._draw)
        self.bind(state=self._redraw, disabled=self._redraw)
        self._redraw()

    @property
    def ground(self) -> str:
        return LOOKS[self.dress][0]

    @property
    def dress(self) -> str:
        """The look as it is now: what cannot be touched does not shine."""
        return "plain" if self.disabled and self.look == "main" else self.look

    @property
    def words(self) -> str:
        """What stands on it."""
        return " ".join(one.text for one in self.walk(restrict=True) if isinstance(one, Text) and one.text)

    @property
    def called(self) -> str:
        """What it is called: by its name if it has one, else by the words that stand on it."""
        return self.text or self.words

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.collide_point(*touch.pos) and not self.disabled:
            self.waited_ns = max(0, round((time() - touch.time_start) * 1e9))
        return bool(super().on_touch_down(touch))

    def mark(self, chosen: bool) -> None:
        """Show by a rim whether this is what has been chosen."""
        edge = theme.ACCENT if chosen else ""
        if edge != self._edge:
            self._edge = edge
            self._redraw()

    def on_press(self) -> None:
        if self._when == "down":
            self._touched()

    def on_release(self) -> None:
        if self._when == "up":
            self._touched()

    def _draw(self) -> None:
        ground, pressed, _words = LOOKS[self.dress]
        self.canvas.before.clear()
        radius = self.sizes.mm(theme.RADIUS)
        with self.canvas.before:
            ink(pressed if self.state == "down" else ground, 0.4 if self.disabled else 1)
            # the smooth rim of what can be seen through shows even where it is scrolled away
            ground_shape = RoundedRectangle if self.disabled else SmoothRoundedRectangle
            ground_shape(pos=self.pos, size=self.size, radius=[radius])
            if self._edge or self.look == "quiet":
                ink(self._edge or theme.EDGE)
                rim = (*self.pos, *self.size, radius)
                SmoothLine(rounded_rectangle=rim, width=max(1.1, 0.2 * self.sizes.unit))


class TextButton(Touchable):
    """Words, with a picture before them if there is one."""

    align = StringProperty("center")

    def __init__(
        self,
        sizes: theme.Sizes,
        text: str,
        touched: Touched,
        icon: str = "",
        look: str = "plain",
        size: theme.TextSize = "body",
        **kwargs: Any,
    ) -> None:
        if "size_hint" not in kwargs:
            kwargs.setdefault("size_hint_y", None)
            kwargs.setdefault("height", sizes.mm(theme.TOUCH))
        super().__init__(sizes, touched, look=look, **kwargs)
        self.text = text
        if icon:
            self.add_widget(Icon(sizes, icon, LOOKS[look][2], side=5.2))
        words = LOOKS[self.dress][2]
        self.label = Text(text, sizes, size, words, align=self.align, bold=look in ("main", "chosen"))
        self.add_widget(self.label)
        self.bind(disabled=lambda *_: setattr(self.label, "ink", LOOKS[self.dress][2]))


class IconButton(Touchable):
    """A picture alone, for what everybody knows; `name` is what tests and screen readers call it."""

    def __init__(
        self, sizes: theme.Sizes, icon: str, name: str, touched: Touched, look: str = "quiet", **kwargs: Any
    ) -> None:
        side = sizes.mm(theme.TOUCH)
        kwargs = {"size_hint": (None, None), "width": side, "height": side, **kwargs}
        super().__init__(sizes, touched, look=look, **kwargs)
        self.text = name
        self.add_widget(Icon(sizes, icon, LOOKS[look][2], side=6.0, size_hint=(1, 1)))


def several(
    sizes: theme.Sizes,
    names: Mapping[Key, str],
    chosen: Collection[Key],
    touched: Callable[[Key], None],
    size: theme.TextSize = "body",
    look: str = "plain",
) -> list[Widget]:
    """A button for each of *names*, of which some are *chosen*; *touched* hears of keys."""

    def button(key: Key, words: str) -> Widget:
        dress = "chosen" if key in chosen else look
        return TextButton(sizes, words, lambda: touched(key), look=dress, size=size, size_hint_y=1, pad=0.8)

    return [button(key, words) for key, words in names.items()]


def stepper(
    sizes: theme.Sizes,
    words: tuple[str, str, str],
    to: Callable[[int], None],
    value: int,
    values: range,
    size: theme.TextSize = "large",
) -> Row:
    """A *value* between a minus and a plus, which go *to* another one; *words* are for all three."""

    def button(icon: str, name: str, other: int) -> Widget:
        made = IconButton(sizes, icon, name, lambda: to(other), look="plain")
        made.disabled = not values.start <= other < values.stop
        return made

    less, figure, more = words
    shown = Text(figure, sizes, size, align="center", bold=size == "large")
    minus, plus = button("less", less, value - values.step), button("add", more, value + values.step)
    return Row(sizes, minus, shown, plus, **sizes.high(theme.TOUCH))


# --- several of them ---

SHORT = 22  # letters that fit on a button or beside a line of them
BADGE = 5  # letters that a badge takes the room of


def button_grid(sizes: theme.Sizes, buttons: Sequence[Touchable]) -> Widget:
    """*buttons* in as few rows as they need."""
    longest = max((_letters(button) for button in buttons), default=0)
    columns = grid_columns(len(buttons), sizes.portrait, longest)
    grid = Grid(sizes, *buttons, cols=columns, size_hint_y=None)
    grid.height = grid_height(sizes, -(-len(buttons) // columns))
    return grid


def _letters(button: Touchable) -> int:
    """The length of the text on *button*; a badge has one width for all names."""
    letters, words = len(button.called), len(button.words)
    return min(letters, words + BADGE) if words else letters


def grid_columns(count: int, portrait: bool, longest: int = 0) -> int:
    """As many beside each other as the *longest* words on them allow."""
    if longest > (2 if portrait else 3) * SHORT:
        return 1
    if longest > SHORT + 4 and not portrait:
        return min(max(count, 1), 2)
    if portrait or count in (2, 4):
        return min(count, 2) or 1
    return min(max(count, 1), 3)


def grid_height(sizes: theme.Sizes, rows: int) -> float:
    return sizes.mm(rows * theme.TOUCH + max(0, rows - 1) * theme.GAP)


# --- who somebody is: colour, shape and letter together, always the same wherever the seat is shown ---


class Badge(Drawing):
    """A seat's shape in its colour with its letter. A ring round it: it is this seat's turn."""

    def __init__(self, face: Face, ringed: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.face, self._ringed = face, ringed

    def draw(self) -> None:
        x, y = self.middle
        draw_badge(self.face, x, y, min(self.width, self.height) / 2 * 0.8, self._ringed)


def points_line(sizes: theme.Sizes, face: Face, points: object, won: bool = False, **kwargs: Any) -> Row:
    """Somebody with their *points*."""
    badge, name = Badge(face, **sizes.wide(8)), Text(face.name, sizes, "large", bold=won)
    trophy = [Icon(sizes, "trophy", theme.ACCENT, side=4.5)] if won else []
    figure = Text(str(points), sizes, "large", align="right", bold=won, **sizes.wide(11))
    return Row(sizes, badge, name, *trophy, figure, **kwargs)


def draw_badge(face: Face, x: float, y: float, r: float, ringed: bool = False) -> None:
    """Draw *face* on the canvas that is open now."""
    colour = face.paint
    draw_shape(face.shape, colour, x, y, r)
    ink(theme.MUTED if face.colour == "black" else theme.INK)  # else lost on a ground of the same colour
    SmoothLine(points=outline(face.shape, x, y, r), width=1.3, close=True)
    low = {"triangle": 0.16, "house": 0.1, "drop": 0.18}.get(face.shape, 0.0)
    small = 0.78 if face.shape in ("triangle", "star", "cross", "heart") else 0.95
    write(face.letter, x, y - low * r, r * small, theme.ink_on(colour))
    if ringed:
        ink(theme.TEXT)
        points = outline(face.shape, x, y, r * 1.2)
        SmoothLine(points=points, width=max(1.4, r * 0.07), close=True)
