"""Something that only one person may see: it lies behind a cover until that person takes it away."""

from kivy.uix.widget import Widget

from ui.screen.parts.layout import Column
from ui.screen.parts.touch import TextButton
from ui.screen.theme import Sizes


class Covered(Column):
    """*thing* behind a cover that says *words*; a touch takes the cover away."""

    def __init__(self, sizes: Sizes, words: str, thing: Widget) -> None:
        super().__init__(sizes)
        self._thing = thing
        self.add_widget(TextButton(sizes, words, self._uncover, icon="eye", size="large", size_hint_y=1))

    def _uncover(self) -> None:
        self.clear_widgets()
        self.add_widget(self._thing)
