"""The board of the touchscreen: buttons, lamps, camera, eyes and sound as one thing.

Edges come from the pins' thread and are passed on at once. Frames come from the camera's thread; only the
newest one is looked at, on a thread of the eyes, so that a slow look delays neither a button nor the screen.
"""

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from companion.asks import Ask, Kind, Say
from companion.game import AnyGame
from companion.layout import Layout
from companion.table import Announcement
from companion.words import game_words
from hardware.board import Board as Wires
from hardware.camera.eye import Camera
from hardware.findings import Finding, Level
from ui.announcer import Announcer, for_ears
from ui.eyes_set_up import AS_BUILT, EyesSetUp, kept_set_up
from ui.gaze import ON_TABLE, Gaze, finish
from ui.screen.ports import Delivery, Look, NoBoard, Trouble
from ui.settings import place_for_data
from ui.witness import Witness

log = logging.getLogger(__name__)


# --- lets the camera get used to another light, between two moves and never while somebody rolls ---
# A camera is frozen once it has settled, because a hand that reaches in must not change what the eyes
# compare. When the lamp is switched on later it has to settle anew. A lens also looks once at the mat's
# markers, as soon as these are known: at the start it may have taken anything else for the table.

SEARCHED = ("found", "not found")  # what a camera reports whose lens looks for its focus itself
LONGEST_NS = 20_000_000_000  # so long no roll lasts: the new light itself looks like something that moves
PAUSE_NS = 8_000_000_000  # between two settlings; one takes at most four seconds


class LightKeeper:
    """Asks the *camera* to settle when that is needed and the *eyes* see that there is time for it."""

    def __init__(self, camera: Camera | None, eyes: Gaze) -> None:
        self._camera, self._eyes = camera, eyes
        self._sharp_on_mat = False
        self._waiting_since: int | None = None
        self._last = -PAUSE_NS

    def tick(self, now: int) -> None:
        camera, markers = self._camera, tuple(self._eyes.markers)
        if camera is None or now - self._last < PAUSE_NS:
            return
        focus_due = bool(markers) and not self._sharp_on_mat and camera.report.focus in SEARCHED
        if not camera.light_changed and not focus_due:
            self._waiting_since = None
            return
        self._waiting_since = self._waiting_since or now
        if self._eyes.rests(now) or now - self._waiting_since >= LONGEST_NS:
            self._last, self._waiting_since = now, None
            self._sharp_on_mat = camera.settle(markers) and bool(markers)


TICK = 0.05  # seconds between two looks at lamps and watchdogs


class TableBoard(NoBoard):
    """What the screens know as their board."""

    def __init__(self, wires: Wires, language: Callable[[], str], staged: "Staged | None" = None) -> None:
        """*staged* is the simulated table that the camera looks at, if it is not a real one."""
        self._wires, self._language, self._staged = wires, language, staged
        self._deliver: Callable[[Delivery], None] = lambda thing: None
        self._announcer = Announcer(wires.sound, language)
        self._witness = Witness(wires.camera, wires.now, self.pass_on)
        set_up = AS_BUILT if staged else kept_set_up(place_for_data())
        self._gaze = Gaze(self.pass_on, set_up, self._witness.looked)
        self._light = LightKeeper(wires.camera, self._gaze)
        self._game: AnyGame | None = None  # that was played last
        self._over = threading.Event()
        self._troubles: dict[str, Say | None] = {}
        self._ticker = threading.Thread(target=self._tick, name="board", daemon=True)
        wires.listen(self.pass_on)
        if wires.camera is not None:
            wires.camera.listen(self._gaze.show)

    @property
    def buttons(self) -> Sequence[str]:  # type: ignore[override]
        return self._wires.lines

    @property
    def mat_shift_mm(self) -> float | None:
        """By how much the mat lies elsewhere than the eyes believe; None while nobody has seen it."""
        return self._gaze.mat_shift_mm

    @property
    def eyes(self) -> bool:  # type: ignore[override]
        return self._wires.camera is not None and (self._staged is None or self._staged.shows)

    def start(self, deliver: Callable[[Delivery], None]) -> None:
        self._deliver = deliver
        self._wires.start()
        self._gaze.start()
        self._ticker.start()

    def stop(self) -> None:
        self._deliver = lambda thing: None
        self._over.set()
        finish(self._ticker)
        self._wires.close()  # before the eyes: a simulated table waits for them
        self._gaze.stop()

    def set_up_eyes(self, set_up: EyesSetUp) -> None:
        """The family has shown the eyes another table."""
        self._gaze.use(set_up)

    def light(self, lit: Collection[str], blinking: Collection[str]) -> None:
        self._wires.light(lit, blinking)

    def watch(self, asks: Sequence[Ask], seats: Sequence[str], layout: Layout | None = None) -> None:
        seen = self.eyes  # else nothing is looked for where nothing lies
        self._gaze.watch(asks if seen else (), seats, layout if seen else None)
        if self._staged is not None:
            self._staged.watch(asks, seats)

    def announced(self, announcement: Announcement, game: AnyGame) -> None:
        """The table has ruled: the eyes learn it, and the loudspeaker says what all should hear."""
        self._game = game
        if self.eyes:
            self._gaze.ruled(announcement)
        if (
            announcement.fact is not None
            and announcement.fact.kind is Kind.CALL
            and announcement.by == "fact"
        ):
            self._witness.called(announcement.fact)
        if self._staged is not None:
            self._staged.announced(announcement)
        self._announcer.announced(announcement, game)

    def say(self, sentence: str, language: str) -> None:
        self._wires.sound.say(sentence, language, after=True)

    def pass_on(self, thing: Delivery) -> None:
        self._deliver(thing)
        if isinstance(thing, Trouble) and self._game is not None:
            self._say_aloud(thing, self._game)
        if self._staged is not None and isinstance(thing, Look) and thing.frame is not None:
            self._staged.looked(thing.frame.number)

    def _say_aloud(self, trouble: Trouble, game: AnyGame) -> None:
        """That nothing can be seen was said already of a camera that is lost."""
        if trouble.says is None or (trouble.what == ON_TABLE and self._troubles.get("camera")):
            return
        language = self._language()
        self._wires.sound.say(game_words(game).say(for_ears(trouble.says), language), language)

    def _tick(self) -> None:
        while not self._over.wait(TICK):
            try:
                self._wires.tick()
                self._witness.tick()
                self._light.tick(self._wires.now())
                self._tell_troubles(self._wires.findings())
            except Exception:  # a slip in a watchdog must not end the watching
                log.exception("the board could not be looked after")

    def _tell_troubles(self, findings: Sequence[Finding]) -> None:
        """What is wrong with camera, buttons and lamps; a silent loudspeaker disturbs no game.

        Nor does a drawn camera while nothing is played before it.
        """
        besides = ("sound",) if self._staged is None or self._staged.shows else ("sound", "camera")
        urgent = [f for f in findings if f.level in (Level.WARNING, Level.BROKEN) and f.about not in besides]
        if any(f.about == "camera" and f.level is Level.BROKEN for f in urgent):
            self._gaze.look_away()
        says = {f.about: Say("common.trouble", {"sentence": f.sentence(self._language())}) for f in urgent}
        for about in self._troubles.keys() | says.keys():
            now = says.get(about)
            if self._troubles.get(about) != now:
                self._troubles[about] = now
                self._deliver(Trouble(about, now))


class Staged(Protocol):
    """A simulated table on which something happens when it is waited for."""

    @property
    def shows(self) -> bool:
        """Whether what is played lies on it now."""
        ...

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now."""

    def announced(self, announcement: Announcement) -> None:
        """The companion has ruled."""

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*. Called by the thread of the eyes."""
