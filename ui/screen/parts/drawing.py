"""Something that is drawn from its value: once a picture, however often it was moved till then."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget


class Drawing(Widget):
    """Children say in `draw` what they look like; the canvas is open and empty then."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw)
        self._redraw()

    @property
    def middle(self) -> tuple[float, float]:
        """The centre. Kivy's own `center_x` may still be an old one while things are moved."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            self.draw()

    def draw(self) -> None:
        raise NotImplementedError
