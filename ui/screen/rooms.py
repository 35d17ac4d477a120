"""Everything that the app is built from: the composition root puts it together."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.asks import Say
from companion.calls.buttons import Fairness
from companion.clock import Clock
from companion.game import AnyGame
from companion.journal import Journal
from companion.table import Announcement, Table
from ui.screen.ports import NoBoard
from ui.settings import Forgetful

if TYPE_CHECKING:  # none of it is loaded where the app does without
    from ui.check_up import HouseDoctor
    from ui.fitting import FittedCamera, FittedSound, WiredButtonTeacher
    from ui.recovery import HouseRecovery
    from ui.replay import Replay
    from ui.stream.server import Stream
    from ui.teaching import EyesTeacher
    from ui.twin.show import FamilyShow

Listener = Callable[[Announcement | None, Table], None]  # None: people have sat down


class Rooms(Struct, frozen=True):
    """Everything that the app is built from."""

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Clock
    board: NoBoard  # or one with more on it
    preferences: Forgetful  # or such as are kept
    fairness: Fairness = Fairness()
    doctor: "HouseDoctor | None" = None  # None: nobody here can tell
    button_teacher: "WiredButtonTeacher | None" = None  # None: there are no wires here
    camera_fitting: "FittedCamera | None" = None  # None: there is no camera that could be chosen
    sound_fitting: "FittedSound | None" = None  # None: nothing here makes a sound
    stream: "Stream | None" = None  # None: nobody looks on or presses from elsewhere
    teacher: "EyesTeacher | None" = None  # None: there is no camera that could be shown something
    replay: "Replay | None" = None  # None: there is no camera whose pictures could be shown again
    listener: Listener | None = None  # whoever may hear; None: all sit down
    power_off: Callable[[], str] | None = None  # gives what went wrong, or ""; None: only the app is closed
    backlight: Callable[[float], None] | None = None  # from 0 (dark) to 1, where the panel's light can be set
    theme_file: Path | None = None  # the family's own colours
    troubles: tuple[Say, ...] = ()  # what the family has to be shown when the first page is there
    simulated: bool = False  # what lies on the table is drawn; every page says so
    recovery: "HouseRecovery | None" = None  # None: nothing here could be restored
    # sits down in the app and plays the game that is named, or another one each time
    family: "Callable[[Any, AnyGame | None], FamilyShow] | None" = None
    first: str = "home"  # the page that is shown first
    exports: Path | None = None  # where tables and pictures of results are put; None: nowhere
