"""What came first, a press or something that only the camera saw? Or is it too close to tell?

A change falls between two frames: in one it has not happened, in the next it has. A press has its time
and an uncertainty. Only if the whole of one lies before the whole of the other is there an answer.
"""

from enum import StrEnum

from msgspec import Struct

from companion.facts import MS
from companion.sightings import Frame


class Finish(StrEnum):
    """Which of the two was first."""

    PRESS = "press"
    CHANGE = "change"
    TOO_CLOSE = "close"  # too close to tell
    UNSEEN = "unseen"  # the frames that are kept do not show the change, or only what came after it


class PhotoFinish(Struct, frozen=True):
    """The answer."""

    finish: Finish
    gap_ms: float = 0.0  # how long after the press the change was at the earliest; negative: before it


def photo_finish(press: int, uncertainty: int, without: Frame | None, changed: Frame | None) -> PhotoFinish:
    """Whether the press at *press* ± *uncertainty* was before a change between two frames.

    A frame shows the table from the first light on its first row until the last on its last one: what it
    does not show may have happened from its start on, and what it shows may have happened until its end.
    """
    if changed is None:
        return PhotoFinish(Finish.UNSEEN)
    if press - uncertainty > changed.until:
        return PhotoFinish(Finish.CHANGE, (changed.until - press) / MS)
    if without is None:
        return PhotoFinish(Finish.UNSEEN)
    if press + uncertainty < without.t:
        return PhotoFinish(Finish.PRESS, (without.t - press) / MS)
    return PhotoFinish(Finish.TOO_CLOSE)
