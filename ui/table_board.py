"""The board of the touchscreen: buttons, lamps, camera, eyes and sound as one thing.

Edges come from the pins' thread and are passed on at once. Frames come from the camera's thread; only the
newest one is looked at, on a thread of the eyes, so that a slow look delays neither a button nor the screen.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from companion.asks import Ask, Say
from companion.game import AnyGame
from companion.rulings import Importance, Verdict
from companion.sightings import Frame
from companion.table import Announcement
from companion.words import game_words
from hardware.board import Board as Wires
from hardware.findings import Finding, Level
from ui.lookout import Lookout, mat_for
from ui.screen.ports import Delivery, Look, Trouble
from vision.calibration import Calibration, calibrate
from vision.eyes import Eyes
from vision.mat import Mat
from vision.pictures import NotAPictureError, as_picture

log = logging.getLogger(__name__)

TICK = 0.05  # seconds between two looks at lamps and watchdogs
LAST_LOOK = 2.0  # seconds that a thread may take for what it has begun when the board stops
CALIBRATE_EVERY = 30  # frames between two searches for the mat while it has not been found


class TableBoard:
    """What the screens know as their board."""

    def __init__(self, wires: Wires, language: Callable[[], str], staged: "Staged | None" = None) -> None:
        """*staged* is the simulated table that the camera looks at, if it is not a real one."""
        self._wires, self._language, self._staged = wires, language, staged
        self._deliver: Callable[[Delivery], None] = lambda thing: None
        self._gaze = Gaze(self._pass_on)
        self._over = threading.Event()
        self._troubles: dict[str, Say | None] = {}
        self._ticker = threading.Thread(target=self._tick, name="board", daemon=True)
        wires.listen(self._pass_on)
        if wires.camera is not None:
            wires.camera.listen(self._gaze.show)

    @property
    def buttons(self) -> Sequence[str]:
        return self._wires.lines

    @property
    def eyes(self) -> bool:
        return self._wires.camera is not None

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

    def light(self, lit: Collection[str], blinking: Collection[str]) -> None:
        self._wires.light(lit, blinking)

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        self._gaze.watch(asks, seats)
        if self._staged is not None:
            self._staged.watch(asks, seats)

    def announced(self, announcement: Announcement, game: AnyGame) -> None:
        """The table has ruled: the lookout learns it, and the loudspeaker says what all should hear."""
        ruling, words, language = announcement.ruling, game_words(game), self._language()
        self._gaze.ruled(announcement)
        if self._staged is not None:
            self._staged.announced(announcement)
        if announcement.secret:
            return
        if ruling.verdict is not Verdict.ACCEPTED:
            self._wires.sound.signal("refused" if ruling.verdict is Verdict.REFUSED else "question")
        loud = [note for note in ruling.notes if note.importance in (Importance.ANNOUNCE, Importance.WARN)]
        for note in loud:
            self._wires.sound.say(words.say(note.says, language), language)

    def _pass_on(self, thing: Delivery) -> None:
        self._deliver(thing)
        if self._staged is not None and isinstance(thing, Look) and thing.frame is not None:
            self._staged.looked(thing.frame.number)

    def _tick(self) -> None:
        while not self._over.wait(TICK):
            try:
                self._wires.tick()
                self._tell_troubles(self._wires.findings())
            except Exception:  # a slip in a watchdog must not end the watching
                log.exception("the board could not be looked after")

    def _tell_troubles(self, findings: Sequence[Finding]) -> None:
        """What is wrong with camera, buttons and lamps; a silent loudspeaker disturbs no game."""
        told = [f for f in findings if f.level in (Level.WARNING, Level.BROKEN) and f.about != "sound"]
        says = {f.about: Say("common.trouble", {"sentence": f.sentence(self._language())}) for f in told}
        for about in self._troubles.keys() | says.keys():
            now = says.get(about)
            if self._troubles.get(about) != now:
                self._troubles[about] = now
                self._deliver(Trouble(about, now))


class Staged(Protocol):
    """A simulated table on which something happens when it is waited for."""

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        """This is waited for now."""
        ...

    def announced(self, announcement: Announcement) -> None:
        """The companion has ruled."""
        ...

    def looked(self, number: int) -> None:
        """The eyes have looked at frame *number*. Called by the thread of the eyes."""
        ...


class Gaze:
    """The thread of the eyes: looks at the newest frame for what is asked."""

    def __init__(self, deliver: Callable[[Delivery], None]) -> None:
        self._deliver = deliver
        self._lookout, self._lock = Lookout(), threading.Lock()
        self._seats: tuple[str, ...] = ()
        self._mat: Mat | None = None
        self._eyes: Eyes | None = None
        self._newest: deque[Frame] = deque(maxlen=1)
        self._wake, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._frames = 0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Look at nothing more; may be called twice. The look that is under way is waited for."""
        self._over.set()
        self._wake.set()
        finish(self._thread)

    def show(self, frame: Frame) -> None:
        """A frame from the camera, on any thread; an older one that was not looked at yet is left out."""
        self._newest.append(frame)
        self._wake.set()

    def watch(self, asks: Sequence[Ask], seats: Sequence[str]) -> None:
        with self._lock:
            self._lookout.expect(asks)
            if tuple(seats) != self._seats:
                self._seats, self._mat, self._eyes = tuple(seats), None, None
                self._lookout.forget()

    def ruled(self, announcement: Announcement) -> None:
        """Something was ruled on, or taken back by the whole table."""
        with self._lock:
            if announcement.by in ("undo", "override", "correction"):
                self._lookout.taken_back()
            elif announcement.fact is not None:
                self._lookout.ruled(announcement.fact, announcement.ruling)

    def _run(self) -> None:
        while not self._over.is_set():
            self._wake.wait()
            self._wake.clear()
            if not self._newest or self._over.is_set():
                continue
            try:
                self._look(self._newest.pop())
            except Exception:  # one bad frame must not blind the table
                log.exception("a frame could not be looked at")

    def _look(self, frame: Frame) -> None:
        with self._lock:
            eyes = self._eyes_for(frame)
            wanted = self._lookout.wanted(self._mat)
        sighting, events = eyes.see(frame, wanted)
        with self._lock:
            facts = self._lookout.see(sighting, events)
        self._deliver(Look(sighting, frame))
        for fact in facts:
            self._deliver(fact)

    def _eyes_for(self, frame: Frame) -> Eyes:
        """The eyes, set up by the mat's markers as soon as those are seen."""
        self._frames += 1
        if self._eyes is None or (self._mat is None and self._frames % CALIBRATE_EVERY == 0):
            mat = mat_for(self._seats)
            calibration = _calibration(frame, mat)
            if calibration is not None:
                self._mat = mat
            if self._eyes is None or calibration is not None:
                self._eyes = Eyes(calibration)
        return self._eyes


def finish(thread: threading.Thread) -> None:
    """Wait until *thread*, which has been told to end, is over; one that hangs is left to itself."""
    if thread.is_alive() and thread is not threading.current_thread():
        thread.join(LAST_LOOK)


def _calibration(frame: Frame, mat: Mat) -> Calibration | None:
    try:
        return calibrate(as_picture(frame.picture), mat)
    except NotAPictureError:
        return None
