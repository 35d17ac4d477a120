"""The camera as a witness of calls: what lay there just before a press, and what just after it.

A moment after each press the pictures around it are taken out of the camera's ring and compared with the time
of its first edge. Where dice of a pyramid went about then, each is asked about by itself: was the die still
in the pyramid at the Stop? The eyes tell of dice only when hands are away: that answer may come later. Where
press and change are closer together than two frames, that is what is said. Pictures stay in memory and are
gone with the game.
"""

from collections import deque
from collections.abc import Callable, Sequence

from companion.asks import MS, Fact
from companion.sightings import Frame
from hardware.camera.eye import Camera
from ui.screen.ports import CallPictures
from vision.scene.change import Finish, Gone, PyramidLook, change_in, gone_in, photo_finish

AFTER = 700 * MS  # so long after the press the ring holds what came of it
BEFORE = 1_000 * MS
DICE_AROUND = 3_000 * MS  # a die that went earlier or later than that had nothing to do with the call
MOST_DICE = 3  # of one call, the nearest to it
QUIET_LOOKS = 8  # at the pyramid that are kept: the last one before a change is among them


class Witness:
    """Collects calls on the screens' thread and looks on the eyes', and compares both on the board's."""

    def __init__(
        self, camera: Camera | None, now: Callable[[], int], tell: Callable[[CallPictures], None]
    ) -> None:
        self._camera, self._now, self._tell = camera, now, tell
        self._calls: deque[Fact] = deque(maxlen=16)
        self._pictured: deque[Fact] = deque(maxlen=16)  # calls whose pictures were announced; dice may follow
        self._quiet: deque[Frame] = deque(maxlen=QUIET_LOOKS)
        self._looks: deque[tuple[PyramidLook, tuple[Frame, ...]]] = deque(maxlen=16)
        self._gone: deque[Gone] = deque(maxlen=16)

    def called(self, fact: Fact) -> None:
        """Somebody has called, whatever was ruled on it: a dispute may be about a call that came too late."""
        if self._camera is not None:
            self._calls.append(fact)

    def looked(self, look: PyramidLook) -> None:
        """The eyes have looked at the pyramid while nobody's hand was over it."""
        if self._camera is None:
            return
        frames = self._camera.ring.frames()
        if look.rebuilt:
            known = {frame.t: frame for frame in (*self._quiet, *frames)}
            self._looks.append((look, tuple(known[t] for t in sorted(known))))
        self._quiet.extend(frame for frame in frames if frame.t == look.t)

    def tick(self) -> None:
        """Tell of the calls whose pictures are complete, and of the dice that went around calls."""
        while self._looks:
            look, frames = self._looks.popleft()
            for event in look.rebuilt:
                self._notice(tuple(gone_in(event, look.parts, frames)))
        while self._camera is not None and self._calls and self._now() >= self._calls[0].t + AFTER:
            fact = self._calls.popleft()
            self._pictured.append(fact)
            if dice := _around(fact, self._gone):
                self._tell_dice(fact, dice)
                continue
            frames = self._camera.ring.frames()
            around = [frame for frame in frames if fact.t - BEFORE <= frame.t <= fact.t + AFTER]
            if around:
                self._tell(pictures_of(fact, around))

    def _notice(self, dice: Sequence[Gone]) -> None:
        self._gone.extend(dice)
        for fact in self._pictured:
            if near := _around(fact, dice):
                self._tell_dice(fact, near)

    def _tell_dice(self, fact: Fact, dice: Sequence[Gone]) -> None:
        for gone in reversed(dice):  # what is announced last stands first
            self._tell(pictures_of_die(fact, gone))


def _around(fact: Fact, dice: Sequence[Gone]) -> tuple[Gone, ...]:
    """Those of *dice* that went about when *fact* was called, the nearest first."""

    def away(gone: Gone) -> int:
        return max(gone.without.t - fact.t, fact.t - gone.changed.t, 0)

    return tuple(sorted((gone for gone in dice if away(gone) <= DICE_AROUND), key=away)[:MOST_DICE])


def pictures_of_die(fact: Fact, gone: Gone) -> CallPictures:
    """Whether the die that is *gone* was still in the pyramid at the call *fact*."""
    found = photo_finish(fact.t, fact.uncertainty, gone.without, gone.changed)
    gap = round(abs(found.gap_ms), 1)
    frames = (gone.without, gone.changed)
    return CallPictures(
        fact.seat, fact.t, found.finish.value, gap, *frames, gone.cell, gone.colour, gone.part
    )


def pictures_of(fact: Fact, frames: Sequence[Frame]) -> CallPictures:
    """What *frames*, in the order of their times, say about the call *fact*."""
    change = change_in(frames)
    found = photo_finish(fact.t, fact.uncertainty, change.without, change.changed)
    shown = change.without, change.changed
    if found.finish is Finish.UNSEEN:
        before = next((frame for frame in reversed(frames) if frame.t <= fact.t), None)
        shown = before, next((frame for frame in frames if frame.t > fact.t), None)
    return CallPictures(fact.seat, fact.t, found.finish.value, round(abs(found.gap_ms), 1), *shown)
