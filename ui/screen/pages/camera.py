"""Choosing the camera, and aiming it: the live picture with the mat's outline, and how all of it is."""

from collections.abc import Sequence
from functools import partial
from threading import Event
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.game import certain
from companion.sightings import Frame
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.setup import head_of_step, passed
from ui.screen.parts.blocks import brief_line, choice_list
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.layout import Column, Covering, Panel, Region, Row
from ui.screen.parts.text import Text
from ui.screen.ports import Choice, Health, Sight
from ui.screen.stage import Stage, aside

LOOK = 0.7  # seconds between two looks: finding the mat takes a tenth of one
ADDRESS_KEYS, NARROW_ADDRESS_KEYS, ADDRESS_LENGTH = "1234567890 .:/-_?=&@", "12345678 90.:/-_ ?=&@", 120
DARK, BRIGHT = "#000000", "#FFFFFF"


class CameraPage(Page):
    """Looks on a thread of its own: cameras take their time to answer."""

    kept = ("back",)
    back = "settings"
    choices: Sequence[Choice] | None = None
    sight: Sight | None = None
    said = ""
    _busy = _peeking = False
    _turn = 0  # whose picture is next
    _flash: Widget | None = None

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self._fitting = stage.rooms.camera_fitting
        self._views: dict[str, tuple[CameraView, Text]] = {}  # what each camera sees, and how large
        super().__init__(stage, **kept)
        self.every(LOOK, self.look)
        self.search()

    # --- drawing ---

    def make(self) -> Widget:
        self.view = CameraView()
        self._list = Region(self._choices)
        self._found = Region(self._health)
        self._again = again = Region(self._buttons, **self.sizes.high(theme.TOUCH))
        head = head_of_step(self, "camera", self.back)
        self._show_choices(self.choices, self.said)
        if self.sizes.portrait:
            self.view.size_hint_y, self._list.size_hint_y = 0.01, 2.0  # until it shows something
            beside: Widget = Column(self.sizes, self._found, self._list, again)
            return self.body(head, self.view, beside)
        left = Column(self.sizes, self.view, self._found, size_hint_x=1.1)
        return self.body(head, Row(self.sizes, left, Column(self.sizes, self._list, again)))

    def _choices(self, value: tuple[Sequence[Choice] | None, str]) -> Widget:
        choices, said = value
        if self._fitting is None or choices is None or said or not choices:
            key = "nobody" if self._fitting is None else "looking" if choices is None else "none"
            return self.instead(said or self.say(f"camera.{key}"))
        seeing = [choice for choice in choices if choice.key.partition(":")[2]]
        self._views = {choice.key: (CameraView(), self._how_large(choice.taken)) for choice in seeing}
        pictures = {
            key: Column(self.sizes, view, size, gap=0.2, **self.sizes.wide(24))
            for key, (view, size) in self._views.items()
        }
        return choice_list(self.sizes, self.say, choices, self.take, pictures)

    def _how_large(self, taken: bool) -> Text:
        return Text("", self.sizes, "small", theme.INK if taken else theme.MUTED, **self.sizes.high(5))

    def _buttons(self, shown: tuple[bool, bool]) -> Widget:
        late, later = shown
        if later:
            return self.button("camera.start_again", self.stage.start_again, icon="turn", look="main")
        again = self.button("camera.again", self.search, icon="turn")
        return Row(self.sizes, again, self.button("camera.late", self._measure)) if late else again

    def _health(self, found: tuple[Health, ...]) -> Widget:
        """What to do now comes first; everything fits beside the picture, which must stay visible."""
        ordered = sorted(found, key=lambda health: health.level in ("ok", "note"))
        said = [(one.level, f"{one.says} {one.next_step}".strip(), bool(one.next_step)) for one in ordered]
        lines = [brief_line(self.sizes, level, words, 11 if long else 6) for level, words, long in said]
        return Panel(self.sizes, self.listed(*lines, gap=0.4), pad=0.8)

    # --- looking ---

    def search(self) -> None:
        """Search for cameras again."""
        fitting = self._fitting
        if fitting is not None:
            self._show_choices(None)
            aside(fitting.choices, self._show_choices)

    def _show_choices(self, choices: Sequence[Choice] | None, said: str = "") -> None:
        self.choices, self.said = choices, said
        self._list.show((choices, said))
        self._show_buttons()

    def _show_buttons(self) -> None:
        """What shows no picture yet cannot be late."""
        seen = self.sight is not None and self.sight.frame is not None
        late = seen and any(choice.typed and choice.taken for choice in self.choices or ())
        self._again.show((late, self._fitting is not None and self._fitting.later))

    def take(self, key: str) -> None:
        if any(choice.key == key and choice.typed for choice in self.choices or ()):
            self._ask_address(*key.partition(":")[::2])
        else:
            self._take(key)

    def _ask_address(self, kind: str, address: str) -> None:
        extra = NARROW_ADDRESS_KEYS if self.sizes.portrait else ADDRESS_KEYS
        title, then = self.say("camera.network"), partial(self._typed, kind)
        self.ask_for_words(title, address, Typing(ADDRESS_LENGTH, extra, name=False), then)

    def _typed(self, kind: str, address: str) -> None:
        if address:
            self._take(f"{kind}:{address}")

    def _take(self, key: str) -> None:
        fitting = certain(self._fitting)
        self._show_choices(None)
        language = self.say.language
        aside(lambda: (fitting.take(key, language), fitting.choices()), self._taken)

    def _taken(self, came: tuple[str, Sequence[Choice]]) -> None:
        said, choices = came
        self._show_choices(choices, said)

    def look(self, _passed: float = 0.0) -> None:
        fitting = self._fitting
        if fitting is None or self._busy:
            return
        self._busy = True
        language = self.say.language
        aside(lambda: fitting.sight(language), self._looked)
        self._peek()

    def _peek(self) -> None:
        """One after the other: several at once are too much for one plug."""
        if not self._peeking and self._views:
            self._peeking, self._turn, fitting = True, self._turn + 1, certain(self._fitting)
            key = list(self._views)[self._turn % len(self._views)]
            aside(lambda: (key, fitting.peek(key)), self._peeked)

    def _peeked(self, came: tuple[str, Frame | None]) -> None:
        self._peeking = False
        key, frame = came
        if frame is not None and key in self._views:
            view, size = self._views[key]
            view.show(frame)
            size.text = f"{frame.picture.shape[1]} × {frame.picture.shape[0]}"

    # --- how late a network camera's pictures are ---

    def _measure(self) -> None:
        fitting = certain(self._fitting)
        language = self.say.language
        self._show_choices(self.choices, self.say("camera.late_how"))
        aside(lambda: (fitting.measure(self._light, language), fitting.choices()), self._measured)

    def _light(self, bright: bool) -> None:
        """Make the whole screen *bright* or dark, and wait until that is seen. Called by another thread."""
        seen = Event()

        def show(_passed: float) -> None:
            self._unflash()
            self._flash = Covering(BRIGHT if bright else DARK, alpha=1.0)
            self.add_widget(self._flash)
            Clock.schedule_once(lambda _later: seen.set())

        Clock.schedule_once(show)
        seen.wait(LOOK)

    def _unflash(self) -> None:
        if self._flash is not None:
            self.remove_widget(self._flash)

    def _measured(self, came: tuple[str, Sequence[Choice]]) -> None:
        self._unflash()
        self._taken(came)

    def _looked(self, sight: Sight) -> None:
        self._busy, self.sight = False, sight
        outline = [(theme.GOOD if sight.well else theme.KIND, sight.corners)] if sight.corners else []
        self.view.show(sight.frame, quads=outline)
        self._found.show(() if certain(self._fitting).later else sight.found)  # of the camera that was before
        self._show_buttons()
        if self.sizes.portrait and sight.frame is not None:
            self.view.size_hint_y = 0.6
        if sight.well and sight.corners:
            passed(self.stage, "camera")
