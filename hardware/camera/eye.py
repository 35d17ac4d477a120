"""The camera that the house looks through: a driver on its own thread, and a watchdog for its faults.

A loose cable makes a camera silent, makes it repeat the same picture, or makes even its `stop` hang. So a
driver never runs on a thread that anybody waits for. If it is silent or frozen for too long it is
abandoned with its thread, and a new one is opened after a pause. Whatever happens, the game goes on by
touch and `finding` says what to do.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver, EndOfPictures, Report, failed, findings_of
from hardware.camera.light import LightWatch
from hardware.camera.settling import Part
from hardware.findings import Finding, broken, note, ok, warning

log = logging.getLogger(__name__)


# --- the last seconds of pictures, small: what was before a press, and what after it ---

WIDTH = 640  # wide enough to see whether a die still lies there


class Ring:
    """Keeps frames in the order of their times while they are young. Safe to use from several threads."""

    def __init__(self, seconds: float = 2.0) -> None:
        self._span = int(seconds * 1000) * MS
        self._frames: deque[Frame] = deque()
        self._lock = threading.Lock()

    def add(self, frame: Frame) -> None:
        """Keep *frame*; one that is older than the newest is a messenger's mistake and is left out."""
        with self._lock:
            if self._frames and frame.t <= self._frames[-1].t:
                return
            self._frames.append(replace(frame, picture=_small(frame.picture)))
            while frame.t - self._frames[0].t > self._span:
                self._frames.popleft()

    def frames(self) -> tuple[Frame, ...]:
        with self._lock:
            return tuple(self._frames)


def _small(picture: Any) -> Any:
    step = max(1, -(-picture.shape[1] // WIDTH))
    small = picture[::step, ::step].copy()
    small.flags.writeable = False
    return small


# --- whether a picture can be trusted: black, torn or frozen ones are named, not read ---

DARKEST_USEFUL_MEAN = 6.0  # of 255: below this nothing can be read, whatever lies there
FLAT_ROWS_SHARE = 0.25  # a quarter of the picture without any texture at its lower end: a frame cut in two
SAMPLED_ROWS = 64


class PictureState(StrEnum):
    """How a picture is."""

    GOOD = "good"
    BLACK = "black"
    TORN = "torn"  # only a part of it has arrived
    EMPTY = "empty"  # not a picture, or not in the promised shape


def picture_state(picture: Any, shape: tuple[int, int] | None = None) -> PictureState:
    """How *picture* is, which should have *shape* (rows, columns)."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.shape[2] != 3 or picture.size == 0:
        return PictureState.EMPTY
    if picture.dtype != np.uint8:
        return PictureState.EMPTY
    if shape is not None and picture.shape[:2] != shape:
        return PictureState.TORN if picture.shape[1] == shape[1] else PictureState.EMPTY
    rows = _sampled(picture)
    if rows.mean() < DARKEST_USEFUL_MEAN:
        return PictureState.BLACK
    return PictureState.TORN if _flat_end(rows) >= FLAT_ROWS_SHARE else PictureState.GOOD


def fingerprint(picture: NDArray[np.uint8]) -> int:
    """A number that is the same only for the same picture: a live sensor never gives the same one twice."""
    return hash(picture[:: max(1, picture.shape[0] // SAMPLED_ROWS)].tobytes())


def _sampled(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = picture.shape[:2]
    sampled: NDArray[np.uint8] = picture[:: max(1, rows // SAMPLED_ROWS), :: max(1, columns // 128)]
    return sampled


def _flat_end(rows: NDArray[np.uint8]) -> float:
    """The share of rows at the lower end that are one plain colour, while something is above them."""
    low, high = rows.min(axis=1), rows.max(axis=1)
    plain = ((high - low) == 0).all(axis=1)  # a row of one exact colour: no sensor delivers that
    same = (low == low[-1]).all(axis=1)
    flat = plain & same
    count = int(np.argmin(flat[::-1])) if not flat.all() else len(flat)
    return 0.0 if count == len(flat) else count / len(flat)


# --- the camera and its watchdog ---


class CameraState(StrEnum):
    """How the camera is."""

    OFF = "off"
    STARTING = "starting"
    LOOKING = "looking"
    LOST = "lost"  # it will be tried again
    ENDED = "ended"  # the pictures are all shown


class Patience(Struct, frozen=True):
    """How long is waited for what."""

    first_ms: int = 20_000  # until the first frame: a process starts, and settling takes its time
    frame_ms: int = 2_000  # between two frames
    frozen_ms: int = 2_000  # with the very same picture
    dark_ms: int = 2_000  # until darkness is reported
    pauses_ms: tuple[int, ...] = (500, 1_000, 2_000, 5_000, 10_000)  # before each further try
    stuck_threads: int = 3  # threads that hang in a driver, before nothing new is tried


class Camera:
    """One camera, whatever becomes of it."""

    def __init__(
        self,
        make: Callable[[], Driver],
        now: Callable[[], int],
        *,
        ring: Ring | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.ring = ring or Ring()
        self._make, self._now, self._patience = make, now, patience or Patience()
        self._listeners: list[Callable[[Frame], None]] = []
        self._lock = threading.RLock()
        self._life: _Life | None = None
        self._stuck: list[_Life] = []
        self.state = CameraState.OFF
        self._trouble: CameraTrouble | None = None
        self._tries = 0
        self._next_try = 0
        self._light = LightWatch()
        self.latest: Frame | None = None
        self.torn = 0  # frames left out because only a part had arrived
        self.name = ""

    def listen(self, heard: Callable[[Frame], None]) -> None:
        """Call *heard* with each whole frame, on the camera's own thread."""
        self._listeners.append(heard)

    def start(self) -> None:
        """Begin to look. Comes back at once; `check` must be called from time to time."""
        with self._lock:
            if self._life is None:
                self._tries, self._trouble = 0, None
                self._open()

    def check(self) -> None:
        """Look after the driver: abandon a silent or frozen one, open a new one when it is time."""
        with self._lock:
            now, life = self._now(), self._life
            self._stuck = [old for old in self._stuck if old.thread.is_alive()]
            if life is not None and life.over.is_set():
                self._ended(life, now)
            elif life is not None and (trouble := self._complaint(life, now)):
                life.abandoned.set()
                self._stuck.append(life)
                self._lost(trouble, now)
            if self.state is CameraState.LOST and now >= self._next_try:
                self._try_again(now)

    def stop(self, wait: float = 2.0) -> bool:
        """Look no more. False if the driver hangs; then its thread is left to itself."""
        with self._lock:
            life, self._life, self.state = self._life, None, CameraState.OFF
        if life is None:
            return True
        life.abandoned.set()
        return life.over.wait(wait)

    @property
    def report(self) -> Report:
        """The report of the camera in use."""
        life = self._life
        return life.driver.report if life is not None else Report()

    @property
    def light_changed(self) -> bool:
        """Whether the light is another one than that which the camera has got used to."""
        return self._can_settle and self._light.changed

    def settle(self, sharp: Sequence[Part] = ()) -> bool:
        """Let the camera adapt to the light again and focus on *sharp*; False if it cannot do that.

        The pictures go on, and are brighter and darker for some moments.
        """
        if not self._can_settle:
            return False
        assert self._life is not None
        self._life.driver.settle(sharp)  # type: ignore[attr-defined]
        self._light.settled()
        return True

    @property
    def _can_settle(self) -> bool:
        return self._life is not None and hasattr(self._life.driver, "settle")

    def findings(self) -> tuple[Finding, ...]:
        """How the camera is and what it sees of the table, for people."""
        report = () if self.state is not CameraState.LOOKING else findings_of(self.report, self.name)
        return (self.finding(), *report)

    def exchange(self, make: Callable[[], Driver]) -> None:
        """From now on look through what *make* makes; may take a moment."""
        self.stop()
        self._make = make
        self.start()

    def finding(self) -> Finding:
        """How the camera is, for people."""
        with self._lock:
            if self._trouble is not None and self.state is not CameraState.LOOKING:
                how = note if self.state is CameraState.ENDED else broken
                return how("camera", self._trouble.says.key, **self._trouble.says.args)
            if self.state is CameraState.OFF:
                return note("camera", "camera_off")
            life = self._life
            if self.state is CameraState.STARTING or life is None:
                return note("camera", "camera_starting", camera=self.name)
            if life.dark_since and self._now() - life.dark_since >= self._patience.dark_ms * MS:
                return warning("camera", "camera_dark", camera=self.name)
            if life.recent.count(False) > len(life.recent) // 4:
                return warning("camera", "camera_torn", camera=self.name)
            return ok("camera", "camera_ok", camera=self.name)

    def _open(self) -> None:
        driver = self._make()
        self.name = driver.name
        self.state = CameraState.STARTING
        self._light.settled()
        self._life = _Life(driver, self._now(), self._heard)
        self._life.thread.start()

    def _try_again(self, now: int) -> None:
        if len(self._stuck) >= self._patience.stuck_threads:
            self._trouble = CameraTrouble("camera_stuck", camera=self.name)
            self._next_try = now + self._patience.pauses_ms[-1] * MS
            return
        self._open()

    def _ended(self, life: "_Life", now: int) -> None:
        trouble = life.trouble or CameraTrouble("camera_gone", camera=self.name)
        if trouble.says.key == "camera_busy" and self._stuck:  # our own hanging driver still holds it
            trouble = CameraTrouble("camera_stuck", camera=self.name)
        if isinstance(trouble, EndOfPictures):
            self._life, self.state, self._trouble = None, CameraState.ENDED, trouble
        else:
            self._lost(trouble, now)

    def _lost(self, trouble: CameraTrouble, now: int) -> None:
        pauses = self._patience.pauses_ms
        self._life, self.state, self._trouble = None, CameraState.LOST, trouble
        self._next_try = now + pauses[min(self._tries, len(pauses) - 1)] * MS
        self._tries += 1

    def _complaint(self, life: "_Life", now: int) -> CameraTrouble | None:
        patience = self._patience.frame_ms if life.frames else self._patience.first_ms
        if now - life.last_sign > patience * MS:
            return CameraTrouble("camera_silent", camera=self.name)
        if life.driver.live and now - life.changed > self._patience.frozen_ms * MS and life.same >= 5:
            return CameraTrouble("camera_frozen", camera=self.name)
        return None

    def _heard(self, life: "_Life", frame: Frame) -> None:
        """On the driver's thread: *frame* has come."""
        with self._lock:
            if life is not self._life:
                return
            if not life.judge(frame, self._now()):
                self.torn += 1
                return
            if life.same and life.driver.live and not life.dark_since:
                return  # a repeated picture says nothing of the table as it is now; in the dark all are alike
            self.state, self._trouble = CameraState.LOOKING, None
            if life.frames > 5:
                self._tries = 0
            self.latest = frame
            self.ring.add(frame)
            self._light.see(frame)
            listeners = tuple(self._listeners)
        for heard in listeners:
            try:
                heard(frame)
            except Exception:  # a listener's mistake is not the camera's
                log.exception("a listener of the camera failed")


class _Life:
    """One opening of a driver, with the thread that it runs on."""

    def __init__(self, driver: Driver, now: int, heard: Callable[["_Life", Frame], None]) -> None:
        self.driver = driver
        self.last_sign = now  # when the driver last delivered anything
        self.changed = now  # when the picture last was another one
        self.dark_since = 0
        self.frames = 0
        self.same = 0
        self.trouble: CameraTrouble | None = None
        self.recent: list[bool] = []  # the last frames: was it whole?
        self._fingerprint = 0
        self._heard = heard
        self.abandoned = threading.Event()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run, name=f"camera {driver.name}", daemon=True)

    def judge(self, frame: Frame, now: int) -> bool:
        """Take note of *frame*; False if it is not a whole picture."""
        self.last_sign = now
        state = picture_state(frame.picture, self.driver.shape)
        whole = state in (PictureState.GOOD, PictureState.BLACK)
        self.recent = [*self.recent[-19:], whole]
        if not whole:
            return False
        self.frames += 1
        self.dark_since = (self.dark_since or now) if state is PictureState.BLACK else 0
        mark = fingerprint(frame.picture)
        if mark == self._fingerprint:
            self.same += 1
        else:
            self._fingerprint, self.changed, self.same = mark, now, 0
        return True

    def _run(self) -> None:
        try:
            self.driver.open()
            while not self.abandoned.is_set():
                self._heard(self, self.driver.read())
        except CameraTrouble as trouble:
            self.trouble = trouble
        except Exception as error:  # whatever a driver throws, the house stands
            self.trouble = failed(self.driver.name, error)
        finally:
            try:
                self.driver.close()
            except Exception as error:
                self.trouble = self.trouble or failed(self.driver.name, error)
            self.over.set()
