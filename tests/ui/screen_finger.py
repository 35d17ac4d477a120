"""A running app under a finger: opens pages, taps what can be seen, and takes pictures."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.tests.common import UnitTestTouch
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.asks import MS, Say
from companion.clock import Clock as Clock_
from companion.clock import HandClock
from companion.game import AnyGame
from companion.journal import Journal
from ui.screen.app import CompanionApp
from ui.screen.language import Speaker
from ui.screen.parts.touch import Touchable
from ui.screen.ports import NoBoard
from ui.screen.rooms import Rooms
from ui.settings import Forgetful

AT_ONCE = 10  # turns after which what the app alone does has come
A_WHILE_S = 0.002


class Finger:
    """One app; where its clock can be moved by hand, in the test's."""

    def __init__(self, app: CompanionApp, clock: Clock_) -> None:
        """All is laid out, but only pictures that are asked for are drawn: that takes most of the time."""
        self.app, self.clock = app, clock

    # --- time ---

    def step(self, turns: int = 3) -> None:
        for _ in range(turns):
            lay_out()

    def wait(self, until: Callable[[], Any], turns: int = 10_000) -> None:
        """Turn the loop until something is true; how long that takes on the wall does not matter."""
        for turn in range(turns):
            if until():
                return
            lay_out()
            if turn > AT_ONCE:
                time.sleep(A_WHILE_S)  # another thread or process is at work, and needs the processor
        raise AssertionError("what was waited for did not come")

    def pass_ms(self, ms: float) -> None:
        """Let time pass for the table."""
        assert isinstance(self.clock, HandClock)
        self.clock.advance(round(ms * MS))
        if self.app.stage.sitting is not None:
            self.app.stage.sitting.tick()
        self.step()

    # --- seeing ---

    @property
    def page(self) -> Any:
        return self.app.page

    def seen(self) -> list[Touchable]:
        """All that can be touched now: what is covered by something laid over the page is not."""
        return [w for w in self.top.walk(restrict=True) if isinstance(w, Touchable) and not w.disabled]

    def texts(self) -> list[str]:
        """Every text on the page."""
        return [
            str(w.text)
            for w in self.page.walk(restrict=True)
            if getattr(w, "text", "") and not isinstance(w, Touchable)
        ]

    def find(self, text: str) -> Touchable:
        """The touchable that is called *text*, or whose name has it in it."""
        names = {w.called: w for w in reversed(self.seen())}
        found = names.get(text) or next((w for name, w in names.items() if text in name), None)
        if found is None:
            raise LookupError(f"nothing to touch is called {text!r}; there are {sorted(names)}")
        return found

    # --- touching ---

    def tap(self, *targets: Touchable | str) -> None:
        """Touch the middle of something, as it is seen in the window, and let go; then the next one."""
        for target in targets:
            self.step(2)  # what was just shown has to be laid out
            widget = self.find(target) if isinstance(target, str) else target
            self.reach(widget)
            self.press(widget).touch_up()
            self.step(2)

    def key(self, letter: str, unshifted: str = "") -> bool:
        """A key of a keyboard goes down, and its text follows, as SDL says both; whether the app takes it."""
        key = unshifted or letter
        taken = Window.dispatch("on_key_down", ord(key), 0, key if key.isprintable() else None, [])
        if letter.isprintable():
            Window.dispatch("on_textinput", letter)
        return bool(taken)

    def reach(self, widget: Widget) -> None:
        """Draw with the finger until *widget*, which may be scrolled out of sight, can be touched."""
        scroller = next((w for w in _above(widget) if isinstance(w, ScrollView)), None)
        for _ in range(60):
            away = 0.0 if scroller is None else _out_of_sight(widget, scroller)
            if scroller is None or not away:
                return
            x, y = scroller.to_window(*scroller.center)
            most = scroller.height * 0.35
            stretch = max(-most, min(most, away))
            self.app.stage.seen_at = 0.0  # people look before they draw
            touch = UnitTestTouch(x, y - stretch / 2)
            touch.time_start = time.time()
            touch.touch_down()
            for part in range(1, 7):
                touch.touch_move(x, y - stretch / 2 + stretch * part / 6)
                self.step(1)
            self.step(2)
            touch.touch_up()
            self.step(3)
        raise AssertionError(f"{widget} cannot be reached by scrolling")

    def press(self, widget: Touchable) -> UnitTestTouch:
        x, y = widget.to_window(*widget.center)
        self.app.stage.seen_at = 0.0  # people look before they tap
        assert 0 <= x <= Window.width and 0 <= y <= Window.height, f"{widget.text!r} is not in the window"
        self.tapped = touch = UnitTestTouch(x, y)
        touch.time_start = time.time()
        touch.touch_down()
        self.step(1)
        return touch

    @property
    def top(self) -> Widget:
        """What can be touched: the lock if it is closed, else what lies over the page, else the page."""
        page = self.page
        return self.app.shield or (page.overlay if page.covered else page)

    def picture(self) -> Any:
        """What is shown now: the pixels as they were drawn, the upper row first."""
        self.step(2)
        texture = self.app.root.export_as_image().texture
        pixels = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)
        return cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGR)

    def shot(self, file: Path) -> Any:
        """Keep what is shown now."""
        picture = self.picture()
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        return picture


def named(finger: Finger) -> list[str]:
    return [thing.called for thing in finger.seen()]


def _above(widget: Widget) -> Iterator[Widget]:
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        yield widget


def _out_of_sight(widget: Widget, scroller: ScrollView) -> float:
    """By how much what is scrolled has to go up so that the middle of *widget* is well in sight."""
    y = widget.to_window(*widget.center)[1]
    bottom = scroller.to_window(scroller.x, scroller.y)[1]
    margin = min(widget.height, scroller.height) / 2
    low, high = bottom + margin, bottom + scroller.height - margin
    if low - 2 <= y <= high + 2:
        return 0.0
    return (low + high) / 2 - y


def lay_out() -> None:
    """A turn of Kivy's loop without drawing into the window."""
    Clock.tick()
    EventLoop.dispatch_input()
    Builder.sync()
    Clock.tick_draw()
    Builder.sync()


class _Unhurried:
    """No pace: a test draws as fast as it can, and tidying all memory takes a second each time."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def awake(self) -> None: ...

    def changed(self) -> None: ...


Disguise = Callable[[str], str]  # done to each sentence, to see whether a longer language fits


def disguised(disguise: Disguise) -> type[Speaker]:
    """Those who say everything in *disguise*."""

    class Disguised(Speaker):
        def __call__(self, key: str, /, **args: Any) -> str:
            return disguise(super().__call__(key, **args))

        def game(self, game: AnyGame, says: Say) -> str:
            return disguise(super().game(game, says))

    return Disguised


class Opened:
    """Makes running apps and closes them after the test."""

    def __init__(self) -> None:
        self._app: CompanionApp | None = None

    def __call__(
        self,
        games: Mapping[str, AnyGame],
        board: NoBoard | None = None,
        size: tuple[int, int] = (800, 480),
        language: str = "de",
        text_size: str = "normal",
        power_off: Callable[[], None] | None = None,
        disguise: Disguise | None = None,
    ) -> Finger:
        rooms = furnished(games, board, power_off)
        rooms.preferences.put("language", language)
        rooms.preferences.put("text_size", text_size)
        return self.in_rooms(rooms, size, disguise)

    def in_rooms(
        self, rooms: Rooms, size: tuple[int, int] = (800, 480), disguise: Disguise | None = None
    ) -> Finger:
        """An app in rooms that others may have used before."""
        self.close()
        resize(size)
        Clock.tick()  # what is due in a while counts from the last tick, and that was with the app before
        app = CompanionApp(rooms)
        if disguise is not None:
            app.stage.say = disguised(disguise)(app.stage.say.language)
        app._pace = _Unhurried()
        app._run_prepare()
        self._app = app
        finger = Finger(app, rooms.clock)
        finger.step(5)
        return finger

    def close(self) -> None:
        if self._app is None:
            return
        self._app.dispatch("on_stop")
        self._app._app_window.remove_widget(self._app.root)
        for event in list(Clock.get_events()):
            event.cancel()
        App._running_app = None
        self._app = None


def furnished(
    games: Mapping[str, AnyGame], board: NoBoard | None = None, power_off: Callable[[], None] | None = None
) -> Rooms:
    """Rooms with a journal in memory and a clock that is moved by hand."""
    clock = HandClock(10**12)
    journal = Journal.open(":memory:", clock)
    return Rooms(games, journal, clock, board or NoBoard(), Forgetful(language="de"), power_off=power_off)


def resize(size: tuple[int, int]) -> None:
    if tuple(Window.size) != size:
        Window.size = size
        for _ in range(4):
            EventLoop.idle()
    assert tuple(Window.size) == size, f"the window is {Window.size}, not {size}"
