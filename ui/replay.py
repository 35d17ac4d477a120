"""Shows again what happened: the last ten seconds before a call or a ruling. Off unless it is wished.

Small pictures are kept in memory, none of them on the disk unless somebody takes a clip along. While
something is shown in private nothing is kept, nor for a moment after it.
"""

import threading
from collections import deque
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import MS, Fact, Kind, Say
from companion.rulings import Importance
from companion.sightings import Frame
from companion.table import Announcement, Table
from hardware.camera.eye import Camera
from vision.clip import film, packed

BEFORE_NS, AFTER_NS = 10_000 * MS, 1_000 * MS
EVERY_NS = 90 * MS  # between two pictures at least: ten a second, of a camera that is never quite even
SLOWER = 2  # times, in a film to take along
TOGETHER_NS = 2_000 * MS  # calls no further apart than that are in one clip
STILL_THERE_NS = 5_000 * MS  # so long what was shown in private may still lie there
MARKED_NS = 300 * MS  # so long the frame around a press is seen


class Clip(Struct, eq=False):
    """What was seen around a moment."""

    t: int
    frames: list[Frame]  # their pictures are packed
    says: tuple[Say, ...]  # what was announced
    presses: tuple[Fact, ...] = ()

    @property
    def span(self) -> tuple[int, int]:
        """The times of its first and its last picture."""
        return self.frames[0].t, self.frames[-1].t

    def at(self, t: int) -> Frame:
        """What was seen at *t*."""
        return next((frame for frame in reversed(self.frames) if frame.t <= t), self.frames[0])

    def pressed(self, t: int) -> Fact | None:
        """The last press, if it was a moment before *t*."""
        return next((press for press in reversed(self.presses) if 0 <= t - press.t < MARKED_NS), None)

    def as_film(self) -> bytes:
        """To take along: as slow as it is shown, each press marked."""
        start, end = self.span
        shots = [(frame.picture, self.pressed(frame.t) is not None) for frame in self.frames]
        return film(shots, max(1, len(shots) - 1) * 1000 * MS / SLOWER / max(1, end - start))


class Replay:
    """Keeps the clips of the last call and of the last other ruling."""

    def __init__(self, camera: Camera, wished: Callable[[], bool], now: Callable[[], int]) -> None:
        self.wished, self._now = wished, now
        self._lock = threading.RLock()
        self._frames: deque[Frame] = deque()
        self._clips: dict[bool, Clip] = {}  # by whether it is of a call
        self._blind_until: int | None = 0  # None: as long as something is shown in private
        camera.listen(self._seen)

    def clips(self) -> tuple[Clip, ...]:
        """Those that can be shown, the call first."""
        return tuple(clip for _, clip in sorted(self._clips.items(), reverse=True) if clip.frames)

    def _seen(self, frame: Frame) -> None:
        """On the camera's thread."""
        with self._lock:
            frames = self._frames
            if not self.wished():
                self._forget()
            elif self._blind_until is None or frame.t < self._blind_until:
                return
            elif not frames or frame.t - frames[-1].t >= EVERY_NS:
                frames.append(replace(frame, picture=packed(frame.picture)))
                while frame.t - frames[0].t > BEFORE_NS + AFTER_NS:
                    frames.popleft()
                for clip in self._clips.values():
                    if frame.t <= clip.t + AFTER_NS:
                        clip.frames.append(frames[-1])

    def heard(self, announcement: Announcement | None, table: Table) -> None:
        """Something was announced at *table*; None: people have sat down there."""
        with self._lock:
            if announcement is None or not self.wished():
                self._forget()
            elif announcement.by == "fact" and announcement.fact is not None and not announcement.secret:
                notes = announcement.ruling.notes
                says = tuple(note.says for note in notes if note.importance is not Importance.PRIVATE)
                self._keep(announcement.fact, says)
            if any(ask.secret and ask.kind in (Kind.CARD, Kind.DICE) for ask in table.asks):
                self._frames.clear()
                self._blind_until = None
            elif self._blind_until is None:
                self._blind_until = self._now() + STILL_THERE_NS

    def _keep(self, fact: Fact, says: tuple[Say, ...]) -> None:
        called = fact.kind is Kind.CALL
        before, presses = self._clips.get(True), (fact,) if called else ()
        if called and before is not None and abs(fact.t - before.t) <= TOGETHER_NS:
            before.says += says
            before.presses = tuple(sorted((*before.presses, fact), key=lambda press: press.t))
            return
        frames = [frame for frame in self._frames if frame.t >= fact.t - BEFORE_NS]
        self._clips[called] = Clip(fact.t, frames, says, presses)

    def _forget(self) -> None:
        self._frames.clear()
        self._clips = {}
