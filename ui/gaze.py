"""The thread of the eyes: looks at the newest frame for what is asked, and whether the mat is where it was.

A camera that is knocked or a mat that is pushed is noticed within two seconds by the mat's markers. Once both
lie still the eyes are set up again, and the game goes on.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.asks import Ask, Say
from companion.layout import Layout
from companion.pyramid.notation import cell_named
from companion.rulings import Verdict
from companion.sightings import Frame, Seen
from companion.table import Announcement
from ui.eyes_set_up import AS_BUILT, EyesSetUp, calibration_for, kept_empty_table
from ui.screen.ports import Delivery, Look, Trouble
from ui.settings import place_for_data
from vision.calibration import Calibration
from vision.eyes import Eyes
from vision.lens import straightened
from vision.mat import Mat
from vision.pictures import NotAPictureError, as_picture
from vision.report.report import Report
from vision.scene.change import Part, PyramidLook, dice_gone
from vision.scene.events import Event, Rebuilt
from vision.scene.moved import elsewhere
from vision.teaching import TAUGHT
from vision.wanted import Wanted

log = logging.getLogger(__name__)

ON_TABLE = "on the table"  # what a trouble is about that somebody there can put right
LAST_LOOK = 2.0  # seconds that a thread may take for what it has begun when the board stops
NO_MAT_NS = 4_000_000_000  # no mat was seen for so long: there is none, and things may lie anywhere
CALIBRATE_EVERY = 30  # frames between two searches for the mat while it has not been found
COMPARE_EVERY_NS = 700_000_000  # between two looks whether the mat is still there
REST_NS, REST_COMPARE_NS = 400_000_000, 3_000_000_000  # the same, and between two looks, with nothing asked
WITHOUT_NS = 1_000_000_000  # no picture for so long: cards may have been laid upon each other meanwhile
BETWEEN_MOVES_NS = 1_500_000_000  # nothing stirs for so long: nobody is rolling
MARKER_SHARE = 0.06  # of the picture: half of a window around a marker
DRIFTED_MM, STEADY_MM = 2.0, 0.7  # moved by more than this; and lying still by less than that


class Gaze:
    """The thread of the eyes: looks at the newest frame for what is asked."""

    def __init__(
        self,
        deliver: Callable[[Delivery], None],
        set_up: EyesSetUp = AS_BUILT,
        witness: Callable[[PyramidLook], None] = lambda look: None,
    ) -> None:
        """*witness* hears of every look at the pyramid that no hand was over."""
        self._deliver, self._set_up, self._witness = deliver, set_up, witness
        self._report, self._lock = Report(), threading.Lock()
        self._seats: tuple[str, ...] = ()
        self.mat: Mat | None = None
        self.eyes: Eyes | None = None
        self._newest: deque[Frame] = deque(maxlen=1)
        self._wake, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._asked = False  # whether anything is waited for
        self._looked, self._shown = -REST_NS, 0
        self._frames = 0
        self._first_without: int | None = None  # when a mat was first looked for in vain
        self._size: tuple[int, ...] = ()  # of the newest picture
        self._rests_since: int | None = None  # since when neither a hand nor anything that moves was seen
        self._read = False  # and what lies there was read
        self._trouble: Say | None = None  # what was reported last: somebody is to put it right on the table
        self._compared = 0  # when it was last seen whether the mat is still there
        self._drifted: Calibration | None = None  # where the mat seemed to be at the last comparison
        self.mat_shift_mm: float | None = None  # by which the mat lies elsewhere than the eyes believe

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Look at nothing more; may be called twice. The look that is under way is waited for."""
        self._over.set()
        self._wake.set()
        finish(self._thread)

    def show(self, frame: Frame) -> None:
        """A frame from the camera, on any thread; an older one that was not looked at yet is left out."""
        if 0 < self._shown < frame.t - WITHOUT_NS:
            self.look_away()
        self._shown = frame.t
        self._newest.append(frame)
        self._wake.set()

    def use(self, set_up: EyesSetUp) -> None:
        """From now on the eyes are set up like this."""
        with self._lock:
            self._set_up = set_up
            self.mat, self.eyes = None, None
            self._first_without = None
            self._report.forget()

    def watch(self, asks: Sequence[Ask], seats: Sequence[str], layout: Layout | None = None) -> None:
        """What is waited for from these people, and what lies there as the referee knows."""
        with self._lock:
            self._asked = bool(asks)
            if tuple(seats) != self._seats:
                self._seats, self.mat, self.eyes = tuple(seats), None, None
                self._first_without = None
                self._report.forget()
            self._report.expect(asks, layout)

    def look_away(self) -> None:
        """There are no pictures now."""
        with self._lock:
            self._report.look_away()

    def ruled(self, announcement: Announcement) -> None:
        """Something was ruled on, or taken back by the whole table."""
        with self._lock:
            if announcement.goes_back:
                if announcement.ruling.verdict is Verdict.ACCEPTED:
                    self._report.taken_back()
            elif announcement.fact is not None:
                self._report.ruled(announcement.fact, announcement.ruling)

    def rests(self, now: int) -> bool:
        """Whether nobody has reached in and nothing has moved for a moment: it is between two moves."""
        since = self._rests_since
        return since is not None and now - since >= BETWEEN_MOVES_NS

    @property
    def markers(self) -> tuple[Part, ...]:
        """Where the markers of the mat are in the picture, as shares of it; nothing while no mat is seen."""
        eyes, mat = self.eyes, self.mat
        calibration = eyes.calibration if eyes is not None else None
        return _corners_in(calibration) if calibration is not None and mat is not None else ()

    def _run(self) -> None:
        while not self._over.is_set():
            self._wake.wait()
            self._wake.clear()
            if not self._newest or self._over.is_set():
                continue
            frame = self._newest.pop()
            if not self._asked and frame.t - self._looked < REST_NS:
                continue  # nobody plays: the eyes may rest
            try:
                self.look(frame)
            except Exception:  # one bad frame must not blind the table
                log.exception("a frame could not be looked at")

    def look(self, frame: Frame) -> None:
        """One look; called by the thread of the eyes, or by whoever lets time pass as fast as it can."""
        frame = self._straight(frame)
        with self._lock:
            eyes = self._eyes_for(frame)
            wanted = replace(self._report.wanted(self.mat), taught_in=str(place_for_data() / TAUGHT))
            wanted = self._as_long_as_no_mat_is_seen(wanted, frame.t)
        if self._drifted is not None:  # nothing is read where things only seem to lie elsewhere
            self._look_for_drift(frame, eyes, at_once=True)
        sighting, events = eyes.see(frame, wanted)
        if sighting.state in (Seen.HAND, Seen.MOVING):
            self._rests_since = None
        elif self._rests_since is None:
            self._rests_since = frame.t
        stirred, self._read = not self._read, len(sighting.ms) > 1  # more than whether anything stirs
        if sighting.state is not Seen.BLOCKED:
            self._looked = frame.t  # who sees nothing looks again at once
            # at hands too: a table that has moved as a whole looks like one large hand
            self._look_for_drift(frame, eyes, at_once=stirred and self._read)
        if sighting.pyramid is not None:
            self._witness(_pyramid_look(frame, events, eyes))
        with self._lock:
            facts = self._report.see(sighting, events)
            trouble, discrepancy = self._report.trouble, self._report.discrepancy
            reported_until = self._report.reported_until
        self._deliver(Look(sighting, frame, reported_until or None, tuple(events), eyes.where))
        if trouble != self._trouble:
            self._trouble = trouble
            self._deliver(Trouble(ON_TABLE, trouble, discrepancy))
        for fact in facts:
            self._deliver(fact)

    def _straight(self, frame: Frame) -> Frame:
        """*frame* without the bend of the lens; one that is no picture is left to the eyes."""
        try:
            picture = straightened(as_picture(frame.picture), self._set_up.lens)
        except NotAPictureError:
            return frame
        return frame if picture is frame.picture else replace(frame, picture=picture)

    def _eyes_for(self, frame: Frame) -> Eyes:
        """The eyes, set up by the mat's markers as soon as those are seen."""
        self._frames += 1
        self._notice_other_size(frame)
        if self.eyes is None or (self.mat is None and self._frames % CALIBRATE_EVERY == 0):
            calibration = _calibration(frame, self._seats, self._set_up)
            if calibration is not None:
                self.mat = calibration.mat
            elif self._first_without is None:
                self._first_without = frame.t
            if self.eyes is None or calibration is not None:
                self.eyes = Eyes(calibration, empty=kept_empty_table(place_for_data()))
        return self.eyes

    def _notice_other_size(self, frame: Frame) -> None:
        """A camera that sends pictures of another size is looked through anew; what is known stays."""
        shape = getattr(frame.picture, "shape", ())
        if len(shape) < 2:  # no picture at all: the eyes say so themselves
            return
        size, before = tuple(shape[1::-1]), self._size
        self._size = size
        calibration = self.eyes.calibration if self.eyes is not None else None
        if self.eyes is None or calibration is None or size == calibration.size or size != before:
            return  # one torn picture among others is no other camera
        now = _calibration(frame, self._seats, self._set_up)
        log.info("the pictures are %d x %d pixels now; the eyes are set up again", *size)
        if (moved := elsewhere(calibration, now)) is not None:
            self._report.look_from(moved)
        self.eyes.look_from(now)
        self.mat = now.mat if now is not None else None
        self._drifted, self._first_without = None, None

    def _as_long_as_no_mat_is_seen(self, wanted: Wanted, now: int) -> Wanted:
        """What may be looked for where no mat was found: after a while dice and cards, wherever they lie.

        Before that a mat may only be covered for a moment.
        """
        if self.mat is not None:
            return wanted
        waited = self._first_without is not None and now - self._first_without >= NO_MAT_NS
        waits = self._set_up.mat and not waited
        return replace(wanted, tray=False, cards=False) if waits else wanted

    def _look_for_drift(self, frame: Frame, eyes: Eyes, *, at_once: bool) -> None:
        """Compare the mat with where it was, about once a second; it has moved if two looks say the same.

        *at_once* when something has come to rest: what was pushed and what lies on a pushed mat look alike.
        """
        pause = 0 if at_once else COMPARE_EVERY_NS if self._asked else REST_COMPARE_NS
        if eyes.calibration is None or self.mat is None or frame.t - self._compared <= pause:
            return
        self._compared = frame.t
        now = _calibration(frame, self._seats, self._set_up)
        if now is None:
            return  # covered markers say nothing
        self.mat_shift_mm, drifted = eyes.calibration.shift_mm(now.corners), self._drifted
        if self.mat_shift_mm <= DRIFTED_MM and now.mat == eyes.calibration.mat:
            self._drifted = None
        elif drifted is None or drifted.mat != now.mat or drifted.shift_mm(now.corners) > STEADY_MM:
            self._drifted = now  # perhaps it is still moving
        else:
            log.info(
                "the mat moved by %.1f mm, or another one lies there; the eyes follow", self.mat_shift_mm
            )
            with self._lock:
                if (moved := elsewhere(eyes.calibration, now)) is not None:
                    self._report.look_from(moved)
                eyes.look_from(now)
            self._drifted, self.mat_shift_mm = None, 0.0
            self.mat = now.mat  # perhaps the sheet was turned over


def _corners_in(calibration: Calibration) -> tuple[Part, ...]:
    """Around each corner of the mat, as shares of the picture; a corner outside of it is left out."""
    shares = calibration.corners / calibration.size
    middle = shares.mean(axis=0)
    inwards = shares + (middle - shares) * MARKER_SHARE  # the markers lie inside of the corners
    return tuple(
        (x - MARKER_SHARE, y - MARKER_SHARE, x + MARKER_SHARE, y + MARKER_SHARE)
        for x, y in inwards.tolist()
        if MARKER_SHARE <= x <= 1 - MARKER_SHARE and MARKER_SHARE <= y <= 1 - MARKER_SHARE
    )


def _pyramid_look(frame: Frame, events: Sequence[Event], eyes: Eyes) -> PyramidLook:
    rebuilt = tuple(event for event in events if isinstance(event, Rebuilt))
    cells = [cell_named(name) for event in rebuilt for name in dice_gone(event.changes)]
    height, width = frame.picture.shape[:2]
    parts = {
        cell: (x / width, y / height, (x + w) / width, (y + h) / height)
        for cell in cells
        if (box := eyes.where(cell)) is not None
        for x, y, w, h in (box,)
    }
    return PyramidLook(frame.t, rebuilt, parts)


def finish(thread: threading.Thread) -> None:
    """Wait until *thread*, which was asked to end, is over; one that hangs is left to itself."""
    if thread.is_alive() and thread is not threading.current_thread():
        thread.join(LAST_LOOK)


def _calibration(frame: Frame, seats: Sequence[str], set_up: EyesSetUp) -> Calibration | None:
    """Where the mat lies, whichever of the kit's it is, or the ground that was shown by hand."""
    try:
        return calibration_for(as_picture(frame.picture), tuple(seats) or 4, set_up)
    except NotAPictureError:
        return None
