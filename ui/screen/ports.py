"""What comes to the screens from outside, as values; and a board and preferences where there are none.

Nothing in here knows Kivy: a board can be built, tested and exchanged without a window.
"""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.asks import Ask, Fact, Say
from companion.calls.buttons import Edge, Pressed
from companion.game import AnyGame
from companion.layout import Layout
from companion.pyramid.cells import Cell
from companion.sightings import Box, Frame, Sighting
from companion.table import Announcement
from vision.report.discrepancy import Discrepancy

if TYPE_CHECKING:
    from vision.scene.events import Event


class Look(Struct, frozen=True, eq=False):
    """What the eyes see now, with the picture that they saw it in."""

    sighting: Sighting
    frame: Frame | None = None
    # every card that was laid before has been reported, and the facts are delivered; None: they see none
    reported_until: int | None = None
    events: "tuple[Event, ...]" = ()  # what happened, as this look reported it
    where: Callable[[Cell], Box | None] = lambda _cell: None  # a place of the pyramid, in the picture


class Trouble(Struct, frozen=True):
    """Something at the table does not work, in words with a next step; `says` None: `what` works again."""

    what: str  # like "camera" or "button:3"
    says: Say | None = None
    discrepancy: Discrepancy | None = None  # what to lay so that all is as it was


class CallPictures(Struct, frozen=True, eq=False):
    """What the camera saw around a call, and what came first: the press, or a change on the table."""

    seat: str
    t: int  # of the call
    finish: str  # "press", "change", "close" (too close to tell) or "unseen"
    gap_ms: float  # at least so far apart, where one of the two was first
    before: Frame | None  # the last frame in which the change has not happened, or the last before the press
    after: Frame | None  # the first frame in which it has, or the first after the press
    die: str = ""  # the cell of the pyramid whose die is what changed; "": anything on the table
    colour: str = ""  # of that die: r, y, m or ?
    part: tuple[float, float, float, float] | None = None  # where it lay: left, top, right, bottom, as shares


Delivery = Edge | Pressed | Look | Fact | Trouble | CallPictures


class Health(Struct, frozen=True):
    """The state of one part of the house, in words; `next_step` is empty if all is well."""

    about: str
    level: str  # "ok", "note", "warning" or "broken"
    says: str
    next_step: str = ""


class Choice(Struct, frozen=True):
    """One of several things that could be taken: a camera, something that sound comes out of."""

    key: str
    title: str | Say
    says: Say  # what it is good for
    taken: bool = False
    typed: bool = False  # what follows in the key is an address that people type


class Sight(Struct, frozen=True, eq=False):
    """What the camera sees while it is set up."""

    frame: Frame | None
    corners: tuple[tuple[float, float], ...] = ()  # of the mat, in pixels of the frame
    found: tuple[Health, ...] = ()  # how camera, mat, light and focus are

    @property
    def well(self) -> bool:
        return self.frame is not None and all(health.level in ("ok", "note") for health in self.found)


class Lesson(Struct, frozen=True):
    """How far the teach-in of the buttons has come."""

    kind: str  # "listen", "press", "lamp" or "done"
    says: str  # what is to be done now
    heard: int = 0  # so many buttons have answered
    found: tuple[Health, ...] = ()  # the most serious first


class Copy(Struct, frozen=True):
    """Something that the journal can be restored from."""

    file: Path
    when: str  # day and time, for people
    games: int | None = None  # None: nobody has counted them
    on_stick: bool = False


class CannotLearn(Exception):  # noqa: N818
    """The eyes can make nothing of what they were shown."""


class Learnt(Struct, frozen=True):
    """What the eyes know now: the faces, and which of them are easily confused."""

    name: str
    faces: tuple[str, ...]
    alike: tuple[tuple[str, str], ...] = ()
    index: str = ""  # of French cards: whose letters they show, those of which language


class NoBoard:
    """Buttons, lamps and eyes, as far as the screens have to know them: there are none here.

    The screens call all methods on their own thread. `deliver` may be called from any thread, at any time
    between `start` and `stop`: every edge of every button with its own time and its number (none may be left
    out), looks for the screens, and facts (what the eyes made out of looks) for the table that is played.
    """

    buttons: Sequence[str] = ()  # the numbers (`Edge.line`) of those that are there, in the table's order
    eyes: bool = False  # whether there is a camera that can tell dice and cards

    def start(self, deliver: Callable[[Delivery], None]) -> None:
        """Begin to deliver."""

    def stop(self) -> None:
        """Deliver nothing more; may be called twice."""

    def light(self, lit: Collection[str], blinking: Collection[str]) -> None:
        """Light the lamps of these buttons, let those blink, and put out all others."""

    def watch(self, asks: Sequence[Ask], seats: Sequence[str], layout: Layout | None = None) -> None:
        """Tell the eyes what is waited for now, who sits at the table (clockwise), and what lies on it."""

    def announced(self, announcement: Announcement, game: AnyGame) -> None:
        """The table has ruled: eyes and loudspeaker learn it."""

    def say(self, sentence: str, language: str) -> None:
        """Say *sentence* after what was announced, in place of what still waits to be said like this."""
