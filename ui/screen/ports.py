"""What the screens need from outside, as small protocols; the composition root passes the real things in.

Nothing in here knows Kivy: a board can be built, tested and exchanged without a window.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from companion.asks import Ask, Say
from companion.calls.edges import Edge, Fairness
from companion.clock import Clock
from companion.facts import Fact
from companion.game import AnyGame
from companion.journal import Journal
from companion.layout import Layout
from companion.pyramid.cells import Cell
from companion.sightings import Box, Frame, Sighting
from companion.table import Announcement, Table
from ui.screen.teacher import Teacher
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


Delivery = Edge | Look | Fact | Trouble | CallPictures


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


class CameraFitting(Protocol):
    """Chooses and aims the camera. All methods take a moment and may be called by any thread."""

    later: bool  # whether what was taken last counts only from the next start on

    def choices(self) -> Sequence[Choice]: ...

    def take(self, key: str, language: str) -> str:
        """From now on it is this one; says in words if that counts later, or why not."""

    def peek(self, key: str) -> Frame | None:
        """What that one sees now, for whoever chooses; None if it shows nothing."""

    def measure(self, flash: Callable[[bool], None], language: str) -> str:
        """How late the pictures are, in words: makes the screen bright and dark, and they show it later."""

    def sight(self, language: str) -> Sight: ...


class SoundFitting(Protocol):
    """Chooses what sound comes out of. `play` takes a moment; all may be called by any thread."""

    def choices(self) -> Sequence[Choice]: ...

    def play(self, key: str, language: str) -> str:
        """Play something on it; says in words what went wrong."""

    def take(self, key: str, language: str) -> str:
        """From now on it is this one; says in words why it cannot be kept."""


class Doctor(Protocol):
    """Whoever can tell how the house is. Both methods take a moment and may be called by any thread."""

    def examine(self, language: str) -> Sequence[Health]:
        """How everything is, the most serious first."""

    def bundle(self, language: str, *, names: bool = False, picture: bool = False) -> Path:
        """Write a file for somebody who helps, and say where it lies; raises `OSError` where it cannot."""


class Lesson(Struct, frozen=True):
    """How far the teach-in of the buttons has come."""

    kind: str  # "listen", "press", "lamp" or "done"
    says: str  # what is to be done now
    heard: int = 0  # so many buttons have answered
    found: tuple[Health, ...] = ()  # the most serious first


class ButtonTeacher(Protocol):
    """Finds out which button is on which pin, by having them pressed. Belongs to the screens' thread."""

    @property
    def count(self) -> int:
        """As many buttons as are set up now."""

    def begin(self, count: int, language: str) -> str:
        """From now on every pin listens, and no press is a call; says in words why not, where it cannot."""

    def look(self, language: str) -> Lesson:
        """Hear what was pressed and let time pass; to be called several times a second."""

    def skip(self) -> None:
        """Nobody can press this one."""

    def keep(self, language: str) -> str:
        """The buttons are as they were taught, now and later; says in words why not, where it cannot."""

    def end(self) -> None:
        """The game has its buttons again; may be called at any time."""


class Board(Protocol):
    """Buttons, lamps and eyes, as far as the screens have to know them.

    The screens call all methods on their own thread. `deliver` may be called from any thread, at any time
    between `start` and `stop`: every edge of every button with its own time and its number (none may be left
    out), looks for the screens, and facts (what the eyes made out of looks) for the table that is played.
    """

    @property
    def buttons(self) -> Sequence[str]:
        """The logical numbers of the buttons that are there (`Edge.line`), in the order of the table."""

    @property
    def eyes(self) -> bool:
        """Whether there is a camera that can tell dice and cards."""

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


class Copy(Struct, frozen=True):
    """Something that the journal can be restored from."""

    file: Path
    when: str  # day and time, for people
    games: int | None = None  # None: nobody has counted them
    on_stick: bool = False


class Recovery(Protocol):
    """What helps when nothing else does. Every deed answers with a sentence."""

    @property
    def can_go_back(self) -> bool:
        """Whether there is a version before this one."""

    def copies(self) -> Sequence[Copy]:
        """The newest first."""

    def restore(self, copy: Copy) -> Say:
        """The journal is what stands in *copy* from now on."""

    def export(self) -> Say:
        """Put the journal where it can be taken from."""

    def newer(self) -> Any | None:
        """A newer release on a stick: its `version`, and a `doubt` where nobody is known to have made it."""

    def update(self, release: Any, tell: Callable[[Say], None]) -> Say:
        """Use *release* from the next start on; takes minutes, may be called by any thread, as all these."""

    def go_back(self) -> Say:
        """Use the version before from the next start on; takes minutes."""


class Preferences(Protocol):
    """What the family has chosen for this companion, kept over a restart."""

    def get(self, name: str) -> Any:
        """The value of *name* (like "language" or "text_size"), or None if nobody has chosen one."""

    def put(self, name: str, value: Any) -> None:
        """Keep *value* for *name*."""


Listener = Callable[[Announcement | None, Table], None]  # None: people have sat down


class PlayingFamily(Protocol):
    """A simulated family at the table, as far as whoever watches has a say."""

    paused: bool

    def once(self) -> None:
        """One thing happens, and then they pause."""
        ...


class Rooms(Struct, frozen=True):
    """Everything that the app is built from."""

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Clock
    board: Board
    preferences: Preferences
    fairness: Fairness = Fairness()
    doctor: Doctor | None = None  # None: nobody here can tell
    button_teacher: ButtonTeacher | None = None  # None: there are no wires here
    camera_fitting: CameraFitting | None = None  # None: there is no camera that could be chosen
    sound_fitting: SoundFitting | None = None  # None: nothing here makes a sound
    teacher: Teacher | None = None  # None: there is no camera that could be shown something
    listener: Listener | None = None  # whoever may hear; None: all sit down
    power_off: Callable[[], str] | None = None  # gives what went wrong, or ""; None: only the app is closed
    backlight: Callable[[float], None] | None = None  # from 0 (dark) to 1, where the panel's light can be set
    theme_file: Path | None = None  # the family's own colours
    troubles: tuple[Say, ...] = ()  # what the family has to be shown when the first page is there
    simulated: bool = False  # what lies on the table is drawn; every page says so
    recovery: Recovery | None = None  # None: nothing here could be restored
    # sits down in the app and plays the game that is named, or another one each time
    family: Callable[[Any, AnyGame | None], PlayingFamily] | None = None
    first: str = "home"  # the page that is shown first
    exports: Path | None = None  # where tables and pictures of results are put; None: nowhere


class NoBoard:
    """A board without anything on it: everything is entered by touch and by keyboard."""

    buttons: Sequence[str] = ()
    eyes = False

    def start(self, deliver: Callable[[Delivery], None]) -> None: ...

    def stop(self) -> None: ...

    def light(self, lit: Collection[str], blinking: Collection[str]) -> None: ...

    def watch(self, asks: Sequence[Ask], seats: Sequence[str], layout: Layout | None = None) -> None: ...

    def announced(self, announcement: Announcement, game: AnyGame) -> None: ...

    def say(self, sentence: str, language: str) -> None: ...


class Forgetful:
    """Preferences that last as long as the program."""

    def __init__(self, **chosen: Any) -> None:
        self._chosen = chosen

    def get(self, name: str) -> Any:
        return self._chosen.get(name)

    def put(self, name: str, value: Any) -> None:
        self._chosen[name] = value
