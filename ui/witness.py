"""The camera as a witness of calls: what lay there just before a press, and what just after it.

A moment after each press the pictures around it are taken out of the camera's ring and compared with the time
of its first edge: was the die still in the pyramid at the Stop? Where both are closer together than two
frames, that is what is said. Pictures stay in memory and are gone with the game.
"""

from collections import deque
from collections.abc import Callable, Sequence

from companion.facts import MS, Fact
from companion.sightings import Frame
from hardware.camera import Camera, Finish, photo_finish
from hardware.camera.change import change_in
from ui.screen.ports import CallPictures

AFTER = 700 * MS  # so long after the press the ring holds what came of it
BEFORE = 1_000 * MS
NAMES = {
    Finish.PRESS: "press",
    Finish.CHANGE: "change",
    Finish.TOO_CLOSE: "close",
    Finish.UNSEEN: "unseen",
}


class Witness:
    """Collects calls on the screens' thread, and looks at their pictures on the board's."""

    def __init__(
        self, camera: Camera | None, now: Callable[[], int], tell: Callable[[CallPictures], None]
    ) -> None:
        self._camera, self._now, self._tell = camera, now, tell
        self._calls: deque[Fact] = deque(maxlen=16)

    def called(self, fact: Fact) -> None:
        """Somebody has called, whatever was ruled on it: a dispute may be about a call that came too late."""
        if self._camera is not None:
            self._calls.append(fact)

    def tick(self) -> None:
        """Tell of the calls whose pictures are complete."""
        while self._camera is not None and self._calls and self._now() >= self._calls[0].t + AFTER:
            fact = self._calls.popleft()
            frames = self._camera.ring.frames()
            around = [frame for frame in frames if fact.t - BEFORE <= frame.t <= fact.t + AFTER]
            if around:
                self._tell(pictures_of(fact, around))


def pictures_of(fact: Fact, frames: Sequence[Frame]) -> CallPictures:
    """What *frames*, in the order of their times, say about the call *fact*."""
    change = change_in(frames)
    found = photo_finish(fact.t, fact.uncertainty, change.without, change.changed)
    before = [frame for frame in frames if frame.t <= fact.t]
    after = [frame for frame in frames if frame.t > fact.t]
    shows_change = found.finish is not Finish.UNSEEN
    return CallPictures(
        fact.seat,
        fact.t,
        NAMES[found.finish],
        round(abs(found.gap_ms), 1),
        change.without if shows_change else (before[-1] if before else None),
        change.changed if shows_change else (after[0] if after else None),
    )
