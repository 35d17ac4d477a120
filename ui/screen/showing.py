"""What a person shows to the eyes: something alone and still on an empty table; and how far a lesson is."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.sightings import Box, Frame
from ui.screen.ports import Learnt

if TYPE_CHECKING:
    from ui.teaching import EyesTeacher

STILL = 0.15  # of its size, by which a thing may seem to move between two looks


class Showing:
    """Follows the newest pictures of the camera; holds no picture longer than it is needed."""

    def __init__(self, teacher: "EyesTeacher", kind: str) -> None:
        self._teacher, self._kind = teacher, kind
        self.newest: Frame | None = None
        self._empty: Frame | None = None  # the table with nothing on it
        self._taken: Frame | None = None  # as it was taken last: only something else counts now
        self._box: Box | None = None
        self.box: Box | None = None  # where something new lies still

    @property
    def ready(self) -> bool:
        """Whether the empty table was seen."""
        return self._empty is not None

    def look(self, frame: Frame) -> None:
        """The newest picture."""
        self.newest = frame
        if self._empty is None:
            return
        box = self._teacher.thing_on(self._empty, frame)
        still = box is not None and self._box is not None and near(box, self._box)
        self._box = box
        same = self._taken is not None and still and self._teacher.thing_on(self._taken, frame) is None
        self.box = box if still and not same else None

    def table_is_empty(self) -> None:
        """There is nothing on the table in the newest picture."""
        self._empty, self._taken, self._box, self.box = self.newest, None, None, None

    def take(self) -> Any:
        """The thing that lies there, as the eyes want to have it, if any; something else comes next."""
        picture = None
        if self.newest is not None and self.box is not None:
            picture = self._teacher.cut_out(self._kind, self.newest, self.box)
        self._taken, self.box = self.newest, None
        return picture


def near(one: Box, other: Box) -> bool:
    """Whether two boxes are the same, but for the noise of the camera.

    >>> near((10, 10, 40, 40), (11, 10, 40, 41)), near((10, 10, 40, 40), (30, 10, 40, 40))
    (True, False)
    """
    size = max(one[2], one[3])
    return all(abs(a - b) <= STILL * size for a, b in zip(one, other, strict=True))


# --- whether the eyes know what they were taught: "show me a 4", and what they take for what ---


class Slip(Struct, frozen=True):
    """A face that was shown, and what the eyes took it for; () where they saw nothing at all."""

    shown: str
    seen: tuple[str, ...]


class TryingOut:
    """Asks for some *faces* in any order, never for the one before."""

    def __init__(self, faces: Sequence[str], random: Random, most: int = 6) -> None:
        self._left = random.sample(list(faces), min(most, len(faces)))
        self.asked = len(self._left)
        self.right = 0
        self.slips: list[Slip] = []

    @property
    def face(self) -> str:
        """What is to be shown now, or "" when all was asked."""
        return self._left[0] if self._left else ""

    def saw(self, seen: tuple[str, ...]) -> bool:
        """The eyes have looked; whether they saw what was asked for. Then the next face is asked for."""
        if seen != (self.face,):
            return False
        self.right += 1
        self._left.pop(0)
        return True

    def confused(self, seen: tuple[str, ...]) -> None:
        """It was shown all the same: the eyes have it wrong, or are not sure."""
        self.slips.append(Slip(self.face, seen))
        self._left.pop(0)


class Course:
    """The progress of a lesson; it outlives the page, which is rebuilt when the window changes."""

    def __init__(self, showing: Showing, name: str) -> None:
        self.showing, self.name = showing, name
        self.shown: dict[str, list[Any]] = {}  # pictures of each face
        self.learnt: Learnt | None = None
        self.trying: TryingOut | None = None
        self.seen: tuple[str, ...] | None = None  # what the eyes took the last thing for that was not right
        self.trouble = ""  # the key of what went wrong
        self.busy = False
