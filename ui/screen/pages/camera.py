"""Choosing the camera, and aiming it: the live picture with the mat's outline, and how all of it is."""

from collections.abc import Callable, Sequence
from threading import Event
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.game import certain
from companion.sightings import Frame
from ui.screen import theme
from ui.screen.pages.setup import StepPage
from ui.screen.parts.blocks import brief_line, choice_list
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.layout import Column, Covering, Panel, Region, Row, Text
from ui.screen.ports import Choice, Health, Sight
from ui.screen.stage import Stage, aside

LOOK = 0.7  # seconds between two looks: finding the mat takes a tenth of one
ADDRESS_KEYS, NARROW_KEYS, ADDRESS_LENGTH = "1234567890 .:/-_?=&@", "12345678 90.:/-_ ?=&@", 120
DARK, BRIGHT = "#000000", "#FFFFFF"


class CameraPage(StepPage):
    """Looks on a thread of its own: cameras take their time to answer."""

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
        self._again = Region(self._buttons, **self.sizes.high(theme.TOUCH))
        self._show_choices(self.choices, self.said)
        if self.sizes.portrait:
            self.view.size_hint_y, self._list.size_hint_y = 0.01, 2.0  # until it shows something
            below = Column(self.sizes, self._found, self._list, self._again)
            return self.body(self.head_of_step(), self.view, below)
        left = Column(self.sizes, self.view, self._found, size_hint_x=1.1)
        right = Column(self.sizes, self._list, self._again)
        return self.body(self.head_of_step(), Row(self.sizes, left, right))

    def _choices(self, value: tuple[Sequence[Choice] | None, str]) -> Widget:
        choices, said = value
        if self._fitting is None or choices is None or said or not choices:
            key = "nobody" if self._fitting is None else "looking" if choices is None else "none"
            return self.instead(said or self.say(f"camera.{key}"))
        sizes, self._views, pictures = self.sizes, {}, {}
        for key, taken in [(one.key, one.taken) for one in choices if one.key.partition(":")[2]]:
            size = Text("", sizes, "small", theme.INK if taken else theme.MUTED, **sizes.high(5))
            view, _ = self._views[key] = CameraView(), size
            pictures[key] = Column(sizes, view, size, gap=0.2, **sizes.wide(24))
        return choice_list(sizes, self.say, choices, self.take, pictures)

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
            kind, _, address = key.partition(":")
            typing = Typing(ADDRESS_LENGTH, NARROW_KEYS if self.sizes.portrait else ADDRESS_KEYS, name=False)
            typed = lambda typed: self._take(f"{kind}:{typed}") if typed else None  # noqa: E731
            self.ask_for_words(self.say("camera.network"), address, typing, typed)
        else:
            self._take(key)

    def _take(self, key: str) -> None:
        fitting, language = certain(self._fitting), self.say.language
        self._show_choices(None)
        self._then_list(lambda: fitting.take(key, language))

    def _then_list(self, work: Callable[[], str]) -> None:
        """What there is now is listed after *work*, which says what came of it."""
        fitting = certain(self._fitting)

        def listed(came: tuple[str, Sequence[Choice]]) -> None:
            self._unflash()
            self._show_choices(came[1], came[0])

        aside(lambda: (work(), fitting.choices()), listed)

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
        fitting, language = certain(self._fitting), self.say.language
        self._show_choices(self.choices, self.say("camera.late_how"))
        self._then_list(lambda: fitting.measure(self._light, language))

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

    def _looked(self, sight: Sight) -> None:
        self._busy, self.sight = False, sight
        outline = [(theme.GOOD if sight.well else theme.KIND, sight.corners)] if sight.corners else []
        self.view.show(sight.frame, quads=outline)
        self._found.show(() if certain(self._fitting).later else sight.found)  # of the camera that was before
        self._show_buttons()
        if self.sizes.portrait and sight.frame is not None:
            self.view.size_hint_y = 0.6
        if sight.well and sight.corners:
            self.passed()
