"""The line over every page that says that the table is only simulated."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.parts.layout import Ground
from ui.screen.parts.text import Text
from ui.screen.stage import Stage

HIGH = 6.0  # millimetres


class Told(FloatLayout):
    """Pages below a line of words; without words they have all the place."""

    def __init__(self, stage: Stage, pages: Widget, wanted: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._stage, self._pages, self._wanted = stage, pages, wanted
        self._line: Widget | None = None
        pages.size_hint = (1, None)
        self.add_widget(pages)

    def fit(self, width: float, height: float) -> None:
        """The window is so large now, or the words are others; the stage learns what is left."""
        if self._line is not None:
            self.remove_widget(self._line)
            self._line = None
        self._stage.resize(width, height)
        if self._wanted:
            high = self._stage.sizes.mm(HIGH)
            self._line = self._made(high)
            self.add_widget(self._line)
            height -= high
            self._stage.resize(width, height)
        self._pages.height = height

    def _made(self, high: float) -> Widget:
        words = Text(
            self._stage.say("window.simulated"),
            self._stage.sizes,
            "small",
            theme.INK,
            theme.ACCENT,
            "center",
            bold=True,
            pos_hint={"x": 0, "y": 0},
        )
        line = Ground(theme.ACCENT, size_hint=(1, None), height=high, pos_hint={"top": 1})
        line.add_widget(words)
        return line
