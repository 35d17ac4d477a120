"""What every part of the table page needs to be drawn and to report what was touched."""

from collections.abc import Callable, Mapping
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.asks import JSON, Ask, Say
from companion.game import AnyGame, Options
from ui.screen.language import Speaker
from ui.screen.looks import Face
from ui.screen.offers import Offer
from ui.screen.parts.pads import titled
from ui.screen.theme import Sizes

Answer = Callable[[Ask, JSON, str, int], None]  # ask, value, seat, how long the touch has waited


class Desk(Struct, frozen=True, eq=False):
    sizes: Sizes
    say: Speaker
    game: AnyGame
    options: Options
    faces: Mapping[str, Face]
    answer: Answer
    open_pad: Callable[[Offer], None]
    open_by_touch: Callable[[], None]
    open_secret: Callable[[str], None]
    open_rule: Callable[[str], None]
    lay_over: Callable[[Widget, float, float], None]
    close: Callable[[], None]
    now: Callable[[], int]
    kept: dict[str, Any]  # what a view of its own wants to find again when the scene has changed

    def words(self, says: Say) -> str:
        """A sentence of the game."""
        return self.say.game(self.game, says)

    def sheet(self, title: str, thing: Widget, close: Callable[[], None] | None = None) -> Widget:
        """*thing* to be laid over the page, under a title, with a cross that puts it away."""
        return titled(self.sizes, self.say, title, thing, close or self.close)
