"""Rows, columns and panels in millimetres, and regions that are made anew only when their value changes."""

from collections.abc import Callable
from typing import Any

from kivy.effects.scroll import ScrollEffect
from kivy.graphics import Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.screen.parts.drawing import once_settled
from ui.screen.parts.shapes import ink
from ui.screen.theme import EDGE, FELT, FELT_EDGE, GAP, GROUND, PAD, RADIUS, SURFACE, Sizes, rgb


class Row(BoxLayout):
    """Things beside each other; with *grow* as high as they need, for scrolling."""

    def __init__(
        self,
        sizes: Sizes,
        *things: Widget,
        gap: float = GAP,
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
        self, sizes: Sizes, *things: Widget, gap: float = GAP, grow: bool = False, **kwargs: Any
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
        ground: str = SURFACE,
        edge: str = "",
        pad: float = PAD,
        **kwargs: Any,
    ) -> None:
        self.ground, self._edge = ground, edge
        super().__init__(sizes, *things, pad=pad, **kwargs)
        once_settled(self, self._draw)()

    def _draw(self) -> None:
        self.canvas.before.clear()
        radius = [self.sizes.mm(RADIUS)]
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
    anchor.add_widget(Panel(sizes, thing, size_hint=(None, None), size=(width, height), edge=EDGE))
    return anchor


def on_felt(sizes: Sizes, *things: Widget, pad: float) -> Panel:
    """*things* on the green of a table."""
    return Panel(sizes, *things, ground=FELT, edge=FELT_EDGE, pad=pad)


class Ground(FloatLayout):
    """What lies behind a page."""

    def __init__(self, colour: str = GROUND, alpha: float = 1.0, **kwargs: Any) -> None:
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
            bar_color=(*rgb(EDGE), 1),
            bar_inactive_color=(*rgb(EDGE), 0.6),
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
