"""Whoever shows the eyes something new, as the pages of teaching need it; passed in like the other ports."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from companion.sightings import Box, Frame

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


class CannotLearn(Exception):  # noqa: N818
    """The eyes can make nothing of what they were shown."""


class Learnt(Struct, frozen=True):
    """What the eyes know now: the faces, and which of them are easily confused."""

    name: str
    faces: tuple[str, ...]
    alike: tuple[tuple[str, str], ...] = ()
    index: str = ""  # of French cards: whose letters they show, "en" or "de"


class Ground(Struct, frozen=True):
    """A table without the kit's mat, as it was shown by hand in pictures of that *size*."""

    size: tuple[int, int]
    tray: Corners
    tray_mm: tuple[float, float]
    pyramid: Corners | None = None


class Teacher(Protocol):
    """Shows the eyes something new. `learn` and `read` take a moment and may be called by any thread.

    Kinds are "colour-die", "piggy-die", "number-die" and "deck"; pictures are as in `Frame`.
    """

    def faces_of(self, kind: str) -> tuple[str, ...]:
        """What can lie uppermost on such a die; nothing for a deck, whose cards are named by people."""
        ...

    def thing_on(self, empty: Frame, now: Frame) -> Box | None:
        """Where the one thing lies that is on *now* and not on *empty*."""
        ...

    def cut_out(self, kind: str, frame: Frame, box: Box) -> Any:
        """The picture of the thing in *box*, as `learn` and `read` want it."""
        ...

    def learn(self, kind: str, name: str, pictures: Mapping[str, Sequence[Any]]) -> Learnt:
        """Keep what the pictures of each face show; raises `CannotLearn`."""
        ...

    def read(self, kind: str, name: str, picture: Any) -> tuple[str, ...]:
        """The face that is seen; several where the eyes are not sure, none where they see nothing."""
        ...

    def known(self) -> Sequence[tuple[str, str]]:
        """(kind, name) of all that was taught."""
        ...

    def forget(self, kind: str, name: str) -> None:
        """As if it had never been taught."""
        ...

    def ground(self) -> Ground | None:
        """The table as it was shown by hand; None where the eyes go by the kit's mat."""
        ...

    def keep_ground(self, ground: Ground | None) -> None:
        """From now on the table is *ground*; raises `CannotLearn` where such corners cannot be."""
        ...
