"""Text that always fits its place, rows, columns and panels in millimetres, and regions.

Text wraps, and where that is not enough it becomes smaller, never cut. A region is made anew only when its
value changes.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Writing
from kivy.effects.scroll import ScrollEffect
from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.fonts import font_for
from ui.screen.parts.shapes import Drawing, ink, once_settled
from ui.screen.theme import Sizes, TextSize, rgb

MEASURED, KEPT = 20_000, 500  # sizes are small, textures are not


def _writing(text: str, size: float, bold: bool, width: float | None, align: str = "left") -> Any:
    return Writing(
        text=text, font_size=size, font_name=font_for(text), bold=bold, text_size=(width, None), halign=align
    )


@lru_cache(MEASURED)
def measured(text: str, size: float, bold: bool, width: float | None = None) -> tuple[float, float]:
    """Width and height of *text*, broken between words at *width*."""
    writing = _writing(text, size, bold, width)
    writing.resolve_font_name()
    wide, tall = writing.render()
    return float(wide), float(tall)


def unbroken(text: str) -> list[str]:
    """The parts that no line is broken within: words, or words that are bound together."""
    return [part for part in text.replace("\n", " ").split(" ") if part]


@lru_cache(MEASURED)
def width_of(word: str, size: int, bold: bool) -> float:
    return float(Writing(font_size=size, font_name=font_for(word), bold=bold).get_extents(word)[0])


@lru_cache(KEPT)
def texture_of(
    text: str, size: float, bold: bool, width: float | None = None, align: str = "left"
) -> Texture:
    """*text* in white, to be tinted when it is drawn."""
    writing = _writing(text, size, bold, width, align)
    writing.refresh()
    return writing.texture


@lru_cache(MEASURED)
def fitting(text: str, wanted: float, least: float, bold: bool, width: float, height: float | None) -> float:
    """The largest size up to *wanted* at which nothing is cut; no smaller than about *least*."""
    sizes = [wanted]
    while sizes[-1] > least:
        sizes.append(sizes[-1] - 1)
    longest = max(unbroken(text), key=len, default="")

    def fits(size: float) -> bool:
        if width_of(longest, int(size), bold) > width:
            return False
        return height is None or measured(text, size, bold, width)[1] <= height + 1

    low, high = 0, len(sizes) - 1  # the first that fits: whatever is smaller fits as well
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(sizes[middle]) else (middle + 1, high)
    return sizes[low]


FAINT = 0.45  # of words on what cannot be touched now


class Text(Drawing):
    """Words in a box. `wanted` is the size they would like to have."""

    text = StringProperty("")
    align = StringProperty("left")
    valign = StringProperty("middle")
    bold = BooleanProperty(False)
    grow = BooleanProperty(False)  # be as high as the text needs

    def __init__(
        self,
        text: str,
        sizes: Sizes,
        size: TextSize = "body",
        colour: str = theme.TEXT,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.sizes, self.ink = sizes, colour
        self.wanted = sizes.text(size)
        if self.grow:
            self.size_hint_y = None
        self.bind(size=self._fit, text=self._fit, disabled=self._redraw)
        self.text = text
        self._fit()

    def want(self, pixels: float) -> None:
        """Another size of letters than the theme has, for what is read from far away."""
        self.wanted = pixels
        self._fit()

    @property
    def font_size(self) -> float:
        """The largest size, up to the wanted one, at which nothing is cut."""
        height = None if self.grow else int(self.height)
        return fitting(self.text, self.wanted, self.sizes.text_least, self.bold, self._room, height)

    @property
    def _room(self) -> int:
        return max(int(self.width), 1)

    def _fit(self, *_: Any) -> None:
        if self.grow:
            self.height = max(measured(self.text, self.font_size, self.bold, self._room)[1], 1)
        self._redraw()

    def draw(self) -> None:
        if not self.text.strip():
            return
        texture = texture_of(self.text, self.font_size, self.bold, self._room, self.align)
        tall = texture.height
        low = {"top": self.height - tall, "bottom": 0}.get(self.valign, (self.height - tall) / 2)
        Color(*rgb(self.ink), FAINT if self.disabled else 1)
        Rectangle(texture=texture, pos=(round(self.x), round(self.y + low)), size=texture.size)


# --- rows, columns and panels ---


class Row(BoxLayout):
    """Things beside each other; with *grow* as high as they need, for scrolling."""

    def __init__(
        self,
        sizes: Sizes,
        *things: Widget,
        gap: float = theme.GAP,
        pad: float = 0,
        grow: bool = False,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("orientation", "horizontal")
        super().__init__(spacing=sizes.mm(gap), padding=sizes.mm(pad), **kwargs)
        self.sizes = sizes
        if grow:
            self.size_hint_y = None
            self.bind(minimum_height=self.setter("height"))
        for thing in things:
            self.add_widget(thing)


class Column(Row):
    """Things below each other."""

    def __init__(self, sizes: Sizes, *things: Widget, **kwargs: Any) -> None:
        super().__init__(sizes, *things, orientation="vertical", **kwargs)


def at_hand(sizes: Sizes, read: Widget, touched: Widget, **kwargs: Any) -> Row:
    """What is read beside what is touched: that lies on the side of the hand that touches it."""
    things = (touched, read) if sizes.left_handed else (read, touched)
    return Row(sizes, *things, **kwargs)


def beside(sizes: Sizes, *things: Widget, **kwargs: Any) -> Row:
    """*things* beside each other, in portrait below each other."""
    return (Column if sizes.portrait else Row)(sizes, *things, **kwargs)


class Stack(Column):
    """A column that is as high as its things, for scrolling."""

    def __init__(self, sizes: Sizes, *things: Widget, **kwargs: Any) -> None:
        super().__init__(sizes, *things, grow=True, **{"height": 0, **kwargs})


class Grid(GridLayout):
    """Things beside and below each other; with *grow* as high as they are together, for scrolling."""

    def __init__(
        self, sizes: Sizes, *things: Widget, gap: float = theme.GAP, grow: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(spacing=sizes.mm(gap), **kwargs)
        if grow:
            self.size_hint_y = None
            self.bind(minimum_height=self.setter("height"))
        for thing in things:
            self.add_widget(thing)


class Panel(Column):
    """A column on a ground of its own with round corners."""

    def __init__(
        self,
        sizes: Sizes,
        *things: Widget,
        ground: str = theme.SURFACE,
        edge: str = "",
        pad: float = theme.PAD,
        **kwargs: Any,
    ) -> None:
        self.ground, self._edge = ground, edge
        super().__init__(sizes, *things, pad=pad, **kwargs)
        once_settled(self, self._draw)()

    def _draw(self) -> None:
        self.canvas.before.clear()
        radius = [self.sizes.mm(theme.RADIUS)]
        with self.canvas.before:
            ink(self.ground)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=radius)
            if self._edge:
                ink(self._edge)
                line = (*self.pos, *self.size, radius[0])
                SmoothLine(rounded_rectangle=line, width=max(1.2, 0.28 * self.sizes.unit))


def in_the_middle(sizes: Sizes, thing: Widget, width: float, height: float) -> AnchorLayout:
    """*thing* on a panel of so many pixels, with whatever lies there round it."""
    anchor = AnchorLayout()
    anchor.add_widget(Panel(sizes, thing, size_hint=(None, None), size=(width, height), edge=theme.EDGE))
    return anchor


def on_felt(sizes: Sizes, *things: Widget, pad: float) -> Panel:
    """*things* on the green of a table."""
    return Panel(sizes, *things, ground=theme.FELT, edge=theme.FELT_EDGE, pad=pad)


class Ground(FloatLayout):
    """What lies behind a page."""

    def __init__(self, colour: str = theme.GROUND, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ground = colour
        with self.canvas.before:
            ink(colour, alpha)
            self._ground = Rectangle()
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: Any) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size


class Covering(Ground):
    """Lies over everything else and keeps every touch from it."""

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True


class Still(ScrollEffect):
    """What is scrolled stops where the finger leaves it."""

    def update_velocity(self, _passed: float) -> None:
        self.velocity = 0


class Scroll(ScrollView):
    """A part that can be longer than its place; the bar at its side shows it."""

    def __init__(self, sizes: Sizes, thing: Widget, **kwargs: Any) -> None:
        super().__init__(
            do_scroll_x=False,
            bar_width=sizes.mm(1.2),
            scroll_type=["bars", "content"],
            bar_color=(*rgb(theme.EDGE), 1),
            bar_inactive_color=(*rgb(theme.EDGE), 0.6),
            scroll_distance=sizes.mm(2.5),
            scroll_timeout=120,
            scroll_wheel_distance=sizes.mm(8),
            **kwargs,
        )
        self.effect_cls = Still if sizes.calm else "ScrollEffect"
        self.add_widget(thing)


class Region(BoxLayout):
    """A place whose content is made out of one value, and made anew only when that value is another one."""

    def __init__(self, make: Callable[[Any], Widget | None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._make, self._shown = make, object()

    def show(self, value: Any) -> None:
        if value == self._shown:
            return
        self._shown = value
        self.clear_widgets()
        thing = self._make(value)
        if thing is not None:
            self.add_widget(thing)


def space(weight: float = 1.0) -> Widget:
    """Nothing, as much of it as there is room for."""
    return Widget(size_hint=(weight, weight))
