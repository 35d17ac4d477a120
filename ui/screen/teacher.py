"""Whoever shows the eyes something new, as the pages of teaching need it; passed in like the other ports."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from companion.sightings import Box, Frame

_SAME_SHAPE = 0.01  # pictures whose sides are in another ratio show another part of the table

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class CannotLearn(Exception):  # noqa: N818
    """The eyes can make nothing of what they were shown."""


class Learnt(Struct, frozen=True):
    """What the eyes know now: the faces, and which of them are easily confused."""

    name: str
    faces: tuple[str, ...]
    alike: tuple[tuple[str, str], ...] = ()
    index: str = ""  # of French cards: whose letters they show, those of which language


class OwnCorners(Struct, frozen=True):
    """A ground without markers: its four corners in pictures of that size, and how large it is."""

    corners: Corners
    size: tuple[int, int]
    ground_mm: tuple[float, float]
    pyramid: Corners | None = None  # round the place of the dice pyramid

    def seen_in(self, size: tuple[int, int]) -> "OwnCorners | None":
        """The same in larger or smaller pictures of the same camera; None if those show another part."""
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across - down) > _SAME_SHAPE * across:
            return None
        pyramid = _larger(self.pyramid, across, down) if self.pyramid is not None else None
        return OwnCorners(_larger(self.corners, across, down), size, self.ground_mm, pyramid)


def _larger(corners: Corners, across: float, down: float) -> Corners:
    one, two, three, four = ((x * across, y * down) for x, y in corners)
    return one, two, three, four


class Teacher(Protocol):
    """Shows the eyes something new. `learn` and `read` take a moment and may be called by any thread.

    Kinds are "colour-die", "piggy-die", "number-die" and "deck"; pictures are as in `Frame`.
    """

    def faces_of(self, kind: str) -> tuple[str, ...]:
        """What can lie uppermost on such a die; nothing for a deck, whose cards are named by people."""

    def thing_on(self, empty: Frame, now: Frame) -> Box | None:
        """Where the one thing lies that is on *now* and not on *empty*."""

    def cut_out(self, kind: str, frame: Frame, box: Box) -> Any:
        """The picture of the thing in *box*, as `learn` and `read` want it."""

    def learn(self, kind: str, name: str, pictures: Mapping[str, Sequence[Any]]) -> Learnt:
        """Keep what the pictures of each face show; raises `CannotLearn`."""

    def read(self, kind: str, name: str, picture: Any) -> tuple[str, ...]:
        """The face that is seen; several where the eyes are not sure, none where they see nothing."""

    def known(self) -> Sequence[tuple[str, str]]:
        """(kind, name) of all that was taught."""

    def forget(self, kind: str, name: str) -> None:
        """As if it had never been taught."""

    def ground(self) -> OwnCorners | None:
        """The table as it was shown by hand; None where the eyes go by the kit's mat."""

    def keep_ground(self, ground: OwnCorners | None) -> None:
        """From now on the table is *ground*; raises `CannotLearn` where such corners cannot be."""


# --- what a person shows to the eyes: something that lies alone and still on a table that was seen empty ---

STILL = 0.15  # of its size, by which a thing may seem to move between two looks


class Showing:
    """Follows the newest pictures of the camera; holds no picture longer than it is needed."""

    def __init__(self, teacher: Teacher, kind: str) -> None:
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
        self.box = box if still and self._is_new(frame) else None

    def _is_new(self, frame: Frame) -> bool:
        return self._taken is None or self._teacher.thing_on(self._taken, frame) is not None

    def table_is_empty(self) -> None:
        """There is nothing on the table in the newest picture."""
        self._empty, self._taken, self._box, self.box = self.newest, None, None, None

    def picture(self) -> Any:
        """The thing that lies there now, as the eyes want to have it; None without one."""
        if self.newest is None or self.box is None:
            return None
        return self._teacher.cut_out(self._kind, self.newest, self.box)

    def take(self) -> Any:
        """The same, and from now on something else has to be shown."""
        picture = self.picture()
        self._taken, self.box = self.newest, None
        return picture


def near(one: Box, other: Box) -> bool:
    """Whether two boxes are the same, but for the noise of the camera.

    >>> near((10, 10, 40, 40), (11, 10, 40, 41)), near((10, 10, 40, 40), (30, 10, 40, 40))
    (True, False)
    """
    size = max(one[2], one[3])
    return all(abs(a - b) <= STILL * size for a, b in zip(one, other, strict=True))
