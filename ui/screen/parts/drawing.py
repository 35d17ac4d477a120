"""Something that is drawn from its value: once a picture, when its place is settled."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

Redraw = Callable[..., Any]  # takes whatever Kivy tells of what has changed


_moves = 0  # of all that is drawn, in all rounds of the layout


def once_settled(widget: Widget, draw: Callable[[], None]) -> Redraw:
    """What lets *draw* be called before the next picture, however often *widget* is moved till then.

    A layout finds its places in several rounds; what is drawn before the last of them is drawn for nothing.
    """
    known = -1

    def moved(*_: Any) -> None:
        global _moves  # noqa: PLW0603
        _moves += 1
        soon()

    def look(*_: Any) -> None:
        nonlocal known
        if known == _moves:
            draw()
        else:
            known = _moves
            soon()

    soon: Callable[..., None] = Clock.create_trigger(look, -1)
    widget.bind(pos=moved, size=moved)
    return soon


def follow_finger(widget: Widget, moved: Callable[[float, float, bool], bool]) -> None:
    """*moved* hears where a finger is that came down on *widget*, and whether it has just come.

    A finger that it says False of at first is somebody else's.
    """

    def down(_widget: Widget, touch: Any) -> bool:
        ours = widget.collide_point(*touch.pos) and moved(touch.x, touch.y, True)
        if ours:
            touch.grab(widget)
        return ours

    def on(_widget: Widget, touch: Any) -> bool:
        ours = touch.grab_current is widget
        if ours:
            moved(touch.x, touch.y, False)
        return ours

    widget.bind(on_touch_down=down, on_touch_move=on)


class Drawing(Widget):
    """Children say in `draw` what they look like; the canvas is open and empty then."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._redraw = once_settled(self, self._draw)
        self._redraw()

    @property
    def middle(self) -> tuple[float, float]:
        """The centre. Kivy's own `center_x` may still be an old one while things are moved."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def _draw(self) -> None:
        self.canvas.clear()
        with self.canvas:
            self.draw()

    def draw(self) -> None:
        raise NotImplementedError
