"""The one Kivy app: shows a page, turns keys into buttons, and lets time pass for the table."""

from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.asks import Fact, Kind, Say, Source
from companion.calls.buttons import Edge, Pressed
from companion.game import AnyGame, Options, certain
from companion.seats import Seat
from companion.sightings import Seen
from companion.table import CannotStart
from companion.words import unread
from hardware.buttons import KEY_UNCERTAINTY, SoftButtons
from ui.screen import palettes
from ui.screen.aloud import Aloud
from ui.screen.child_lock import Shield, numbers_at
from ui.screen.looks import wear_letters
from ui.screen.pages import page_named
from ui.screen.pages.page import Page
from ui.screen.pages.setup import never_seen
from ui.screen.parts.keyboard import ENTER, ERASES, Keyboard
from ui.screen.ports import CallPictures, Delivery, Look, Trouble
from ui.screen.resting import Dimmer, Pace
from ui.screen.rooms import Rooms
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage
from ui.screen.table_now import TableNow
from ui.screen.wishes import dims_after, is_on, wished

# The only door between other threads and the screens: what comes in by any thread goes out on Kivy's own.
# Cameras and buttons deliver whenever they like. Everything waits in one queue, in the order of arrival,
# and is dealt with once a picture, before it is drawn: what comes while it is drawn is for the next one. Of
# looks only the newest counts; nothing else is left out.


class Handover:
    def __init__(self, take: Callable[[Delivery], None]) -> None:
        """*take* is called on Kivy's thread with everything that `deliver` was given."""
        self._take = take
        self._waiting: deque[Delivery] = deque()
        self._lock = Lock()
        self._trigger = Clock.create_trigger(self._hand_over, 0)

    def deliver(self, thing: Delivery) -> None:
        """May be called by any thread."""
        with self._lock:
            if isinstance(thing, Look) and self._waiting and isinstance(self._waiting[-1], Look):
                self._waiting.pop()
            self._waiting.append(thing)
        self._trigger()

    def _hand_over(self, *_: object) -> None:
        with self._lock:
            things, self._waiting = self._waiting, deque()
        for thing in things:
            self._take(thing)


AWAY = ("home", "pause", "settings", "rules", "scores", "sheet", "sound", "camera", "doctor", "setup")
SAME_PLACE = 5.0  # millimetres between two taps of one finger
SECOND_TAP = 0.4  # seconds within which a second tap may still be meant for the page before
REST = 15.0  # seconds without a touch after which the table is shown large, if that is wished


class CompanionApp(App):
    """The screens over the *rooms* that the composition root has built."""

    starts_again = False  # once it is closed

    def __init__(self, rooms: Rooms, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = "Companion"
        self.rooms = rooms
        self._alarm = Clock.create_trigger(self._tick)
        self.stage = Stage(rooms, self.go, self._arm)
        self.page: Page | None = None
        self._pages, self._place = FloatLayout(), FloatLayout()  # what lies over every page is beside them
        self.table_now = TableNow(self.stage, self._pages)
        self._place.add_widget(self.table_now)
        self.shield: Shield | None = None
        self.dimmer = Dimmer(self._place, lambda: dims_after(rooms.preferences), rooms.backlight)
        if rooms.family is not None:
            self.stage.watch = self._watch
        self.stage.is_read_elsewhere = lambda: self.read_in
        self.stage.lock, self.stage.switch_off, self.stage.wished = self.lock, self.switch_off, self._wished
        self.stage.start_again = self.start_again
        self._rest = Clock.create_trigger(self._nobody_taps, REST)
        self._pace = Pace(self._calls_by_touch)
        self._turn = 0
        self._handover = Handover(self._take)
        self._aloud = Aloud(self.stage)
        self._keys = SoftButtons(Source.KEYBOARD, KEY_UNCERTAINTY, self._take)
        self._tapped = (0.0, 0.0, 0.0)  # where and when somebody has tapped last
        self._hears = {
            "on_resize": self._resized,
            "on_key_down": self._key_down,
            "on_key_up": self._key_up,
            "on_textinput": self._written,
            "on_touch_down": self._touched,
        }

    # --- the life of the app ---

    def build(self) -> Widget:
        self._paint()
        self.table_now.fit(*Window.size)
        Window.bind(**self._hears)
        rooms = self.rooms
        first = rooms.camera_fitting is not None and not rooms.simulated and never_seen(rooms.preferences)
        self.go("setup" if first and rooms.first == "home" else rooms.first)
        if self.rooms.preferences.get("locked") is True:
            self.lock()
        self.dimmer.awake()
        return self._place

    def on_start(self) -> None:
        self._tell_troubles()
        self._pace.start()
        self.rooms.board.start(self._handover.deliver)

    def on_stop(self) -> None:
        Window.unbind(**self._hears)
        self.dimmer.stop()
        self._pace.stop()
        self._rest.cancel()
        self.rooms.board.stop()
        self._alarm.cancel()

    def _calls_by_touch(self) -> bool:
        """Whether somebody may call by touch or key now: then every picture counts."""
        sitting = self.stage.sitting
        return sitting is not None and any(ask.kind is Kind.CALL for ask in sitting.table.asks)

    # --- for whoever drives the app from outside: the demo ---

    def seat(
        self, game: AnyGame, seats: Sequence[Seat], options: Options, rooms: Rooms | None = None
    ) -> Sitting:
        """Begin *game* at once and show its table; other *rooms* bring another journal."""
        self.stage.game = game
        sitting = Sitting.begin(game, seats, options, rooms or self.rooms)
        sitting.moved = self._arm
        self.stage.sitting = sitting
        self.go("table")
        sitting.wake()
        return sitting

    def _watch(self, game: AnyGame | None = None) -> None:
        self.stage.family = certain(self.rooms.family)(self, game)
        self.go("watch")

    def _away_from_family(self, name: str) -> str:
        """Whoever watches a family and goes *name*: their game can be left, and paused only there."""
        if name == "home":
            self.stage.rest()
        elif name == "pause" and self.stage.family is not None:
            self.stage.family.paused, name = True, "watch"
        return name

    @property
    def page_name(self) -> str:
        return self.page.name if self.page is not None else ""

    @property
    def read_in(self) -> bool:
        """Whether another page than the table is shown, or something covers it."""
        return self.page_name in AWAY or bool(self.page and self.page.covered)

    def every(self, seconds: float, call: Callable[[], Any]) -> None:
        """Call *call* again and again, on this thread, until it gives False."""
        Clock.schedule_interval(lambda _passed: call(), seconds)

    def deliver(self, thing: Delivery) -> None:
        """As the board does; may be called by any thread."""
        self._handover.deliver(thing)

    def picture(self, path: str) -> None:
        """Write what the screen shows now to *path*."""
        self._place.export_to_png(path)

    # --- pages ---

    def go(self, name: str, **kept: Any) -> None:
        """Show the page *name*; why a game cannot begin is said in words, over the page before."""
        if self.stage.watching:
            name = self._away_from_family(name)
        if self.stage.sitting is not None:
            self.stage.sitting.changed = lambda: None
        self._turn = turn = self._turn + 1
        self.stage.paused = None
        try:
            page = page_named(name)(self.stage, **kept)
        except CannotStart as error:
            assert self.page is not None
            self.page.complain(error)
            return
        if turn != self._turn:
            return  # the page has sent on to another one while it was made
        self._pages.clear_widgets()
        self.page = page
        self.stage.shown()
        self.table_now.refresh()
        self._pages.add_widget(page)
        self._rest()

    def _tell_troubles(self) -> None:
        """Shows troubles found at the start, in words, over the first page."""
        says = [*self.rooms.troubles]
        if self.colours_trouble is not None:
            says.append(self.colours_trouble)
        if unread:
            says.append(Say("window.words", {"files": ", ".join(unread)}))
        if says and self.page is not None:
            tall = min(80, 40 + 15 * len(says))
            self.page.tell(says, 140, tall)

    def _resized(self, _window: Any, width: float, height: float) -> None:
        self.table_now.fit(width, height)
        if self.page is not None:
            self.page.again()
        if self.shield is not None:
            self.lock()

    # --- what lies over every page ---

    def lock(self) -> None:
        """Fingers do nothing any more until a grown-up opens the lock."""
        self._unlock()
        self.rooms.preferences.put("locked", True)
        numbers = numbers_at(self.rooms.clock.wall())
        self.shield = Shield(self.stage.sizes, self.stage.say, numbers, self._unlock, self.switch_off)
        self._place.add_widget(self.shield)

    def _unlock(self) -> None:
        if self.shield is not None:
            self._place.remove_widget(self.shield)
            self.shield = None
        self.rooms.preferences.put("locked", False)

    def switch_off(self) -> None:
        """Off, or out where the machine cannot be switched off from here; all is on the disk already."""
        if self.rooms.power_off is None:
            self.stop()
            return
        self.go("off")
        Clock.schedule_once(self._power_off, 0.5)  # the page has to be seen first

    def start_again(self) -> None:
        """Out, and in again with what the settings say by now."""
        self.starts_again = True
        self.stop()

    def _power_off(self, *_: Any) -> None:
        trouble = certain(self.rooms.power_off)()
        if trouble:
            self.go("off", trouble=trouble)

    def _touched(self, _window: Any, touch: Any) -> bool:
        """The second of two quick taps is not for what the first one has brought there.

        A slow machine draws for longer than a double tap takes: what counts is since when all is seen.
        """
        self._rest.cancel()
        self._rest()
        if not self.dimmer.dark:  # else the veil lights the screen, and keeps the touch
            self.dimmer.awake()
        (x, y, before), now = self._tapped, Clock.get_time()
        self._tapped = (touch.x, touch.y, now)
        there = max(abs(touch.x - x), abs(touch.y - y)) < self.stage.sizes.mm(SAME_PLACE)
        brought = before > self.stage.shown_at - SECOND_TAP
        return there and brought and now - self.stage.seen_at < SECOND_TAP

    def _nobody_taps(self, *_: Any) -> None:
        """Shows the table large from now on, if that is wished."""
        quiet = self.page is not None and not self.page.covered and self.page_name == "table"
        if quiet and is_on(self.rooms.preferences, "big"):
            self.go("big")

    def _wished(self, name: str) -> None:
        if name in ("contrast", "index"):
            self._paint()
        if name in ("language", "text_size"):
            self.table_now.fit(*Window.size)
        self.dimmer.awake()

    def _paint(self) -> None:
        preferences = self.rooms.preferences
        self.colours_trouble = palettes.wear(wished(preferences, "contrast"), self.rooms.theme_file)
        wear_letters(wished(preferences, "index"))

    # --- what other threads deliver ---

    def _take(self, thing: Delivery) -> None:
        page, sitting = self.page, self.stage.sitting
        if page is None:
            return
        if not isinstance(thing, Look) or thing.sighting.state is Seen.HAND:
            self.dimmer.awake()
        if isinstance(thing, Fact):
            # of a family that has just made room for another, eyes may still report something
            gone = sitting is not None and self.stage.rooms.simulated and thing.t < sitting.since
            if sitting is not None and not gone:
                sitting.hear(thing)
                self._pace.changed()
        elif isinstance(thing, Edge):
            page.felt(thing)
            self._aloud.felt(thing)
        elif isinstance(thing, Pressed):
            page.phoned(thing)
        elif isinstance(thing, Look):
            self.table_now.looked(thing)
            page.looked(thing)
        elif isinstance(thing, Trouble):
            self.stage.troubles[thing.what] = thing
            self.table_now.refresh()
            page.troubled(thing)
        elif isinstance(thing, CallPictures) and sitting is not None:
            sitting.pictured(thing)

    # --- keys are buttons ---

    def _key_down(self, _window: Any, key: int, _scan: int, text: str | None, _held: list[str]) -> bool:
        """Letters come as text as well, and only that knows capitals and how the keyboard is laid out."""
        keyboard = self._keyboard()
        if keyboard is not None and key in (ord(ERASES), ord(ENTER)):
            keyboard.press(chr(key))
        elif keyboard is None or not text or not keyboard.takes(text):
            return self._key(key, down=True)
        return True

    def _written(self, _window: Any, text: str) -> None:
        keyboard = self._keyboard()
        if keyboard is not None:
            for letter in text:
                keyboard.press(letter)

    def _keyboard(self) -> Keyboard | None:
        if self.page is None or self.shield is not None:
            return None
        return next((w for w in self.page.walk() if isinstance(w, Keyboard)), None)

    def _key_up(self, _window: Any, key: int, *_: Any) -> bool:
        return self._key(key, down=False)

    def _key(self, key: int, down: bool) -> bool:
        if not ord("1") <= key <= ord("9"):
            return False
        # it came at any time since this turn of the loop began: a picture may take long to draw
        late = round((Clock.time() - Clock.get_time()) * 1e9)
        (self._keys.press if down else self._keys.release)(chr(key), self.rooms.clock.now(), late)
        return True

    # --- time ---

    def _arm(self) -> None:
        """Wake up when the table has something to decide, and not before."""
        sitting = self.stage.sitting
        self._aloud.turned()
        self._alarm.cancel()
        due = sitting.table.next_tick() if sitting is not None else None
        if due is not None:
            self._alarm.timeout = max(0.0, (due - self.rooms.clock.now()) / 1e9)
            self._alarm()

    def _tick(self, *_: Any) -> None:
        sitting = self.stage.sitting
        if sitting is not None:
            sitting.tick()
