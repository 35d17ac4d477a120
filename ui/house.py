"""The house: the one place that knows every room and joins them."""

import contextlib
import logging
from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Any, Self

from msgspec.structs import replace

from companion.asks import Say
from companion.clock import Clock, SystemClock
from companion.config import Loaded, load
from companion.family import family_class
from companion.game import AnyGame
from companion.games import all_games, load_again
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Announcement, Table
from companion.words import words_of
from hardware.board import Board as Wires
from hardware.camera.driver import CameraSettings
from ui import machine
from ui.check_up import HouseDoctor
from ui.fitting import FittedCamera, FittedSound, WiredButtonTeacher, WishedSound, kept
from ui.machine import camera_here, troubles_of_camera
from ui.recovery import Copies, HouseRecovery
from ui.replay import Replay
from ui.screen import window
from ui.screen.rooms import Listener, Rooms
from ui.screen.wishes import BY_NAME, is_on, wished
from ui.settings import (
    Forgetful,
    KeptPreferences,
    Settings,
    TableSettings,
    journal_file,
    make_private,
    place_for_data,
    user_file,
)
from ui.stream.outlets import Outlets
from ui.stream.server import Stream
from ui.table_board import TableBoard
from ui.teaching import EyesTeacher

if TYPE_CHECKING:
    from ui.twin.live import SimulatedTable
    from ui.twin.show import FamilyShow

log = logging.getLogger(__name__)
SAFE = (Say("window.safe"),)


class House(contextlib.AbstractContextManager["House"]):
    """The rooms, joined; leaving it lets everything go."""

    def __init__(
        self, rooms: Rooms, settings: Settings, stream: Stream | None = None, copies: Copies | None = None
    ) -> None:
        self.rooms, self._settings, self._stream, self.copies = rooms, settings, stream, copies

    def show(self, opening: Callable[[Any], None] | None = None) -> bool:
        """Stay at the touchscreen until it is closed; whether to start again. *opening* gets the app."""
        return window.run(self.rooms, self._settings.screen, opening)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.rooms.board.stop()
        if self._stream is not None:
            self._stream.close()
        if self.copies is not None:
            self.copies.close()
        self.rooms.journal.close()


def open_house(loaded: Loaded[Settings], *, safe: bool = False) -> House:
    """The house with *loaded* settings; *safe* leaves out devices and takes the built-in settings."""
    settings = load(Settings, ()).settings if safe else loaded.settings
    if safe:
        load_again(others=False)
    clock: Clock = SystemClock()
    with contextlib.suppress(OSError):  # the journal says what that means
        make_private(place_for_data())
    camera = CameraSettings(kind="none") if safe else camera_here(settings.camera)
    demo = settings.camera.kind == "simulated"  # somebody has chosen it; else only a family plays there
    table = None
    if camera.kind == "simulated":
        from ui.twin.film import PatientClock  # noqa: PLC0415  (a table with a camera draws nothing)
        from ui.twin.live import SimulatedTable  # noqa: PLC0415

        clock = PatientClock(clock)
        table = SimulatedTable(clock, Random(), rolls=demo)
    place = journal_file(simulated=demo and table is not None)
    journal = Journal.open(place, clock)
    held = journal.trouble is not None and bool(journal.trouble.held_by)
    preferences = KeptPreferences(place_for_data() / "preferences.json")
    first_wishes(preferences, settings.table)
    if journal.trouble is not None:
        log.warning("%s", words_of("companion").say(journal.trouble.says, settings.table.language))
    draw = table.next_frame if table is not None else None
    # what somebody else holds is not asked for a second time
    real = Wires.real(clock, settings.wiring, camera, settings.sound, draw) if not held else None
    wires = real or Wires.pretend(clock, settings.wiring)
    wires.sound = sound = WishedSound(wires.sound, preferences)
    board = TableBoard(wires, lambda: wished(preferences, "language"), table)
    stream = Stream(settings.stream, lambda: wished(preferences, "language"), clock.now, board.pass_on)
    stream.outlets.append(Outlets(settings.outlets, lambda: wished(preferences, "language")))
    if settings.club.mqtt and table is None and journal.path is not None:
        from ui.stream.club.table import ClubTable  # noqa: PLC0415  (only where it is wanted)

        stream.outlets.append(ClubTable(settings.club, journal, journal.path, preferences))
    stream.keep = lambda listen: kept("stream", wished(preferences, "language"), listen=listen)
    if not held:
        stream.open()
    copies, exports = Copies(place, clock), place_for_data() / "exports"
    replay = Replay(wires.camera, lambda: is_on(preferences, "replay"), clock.now) if wires.camera else None
    listeners = (stream.heard, *(() if demo and table is not None else (copies.heard,)))
    rooms = Rooms(
        games=all_games(),
        journal=journal,
        clock=clock,
        board=board,
        preferences=preferences,
        fairness=settings.calls.fairness(),
        doctor=HouseDoctor(wires, loaded, clock, lambda: board.mat_shift_mm, stream.findings, place),
        button_teacher=WiredButtonTeacher(wires, clock),
        camera_fitting=FittedCamera(wires, settings.camera, table is not None),
        sound_fitting=FittedSound(sound, settings.sound),
        stream=stream if not held else None,
        teacher=None if table is not None else EyesTeacher(place_for_data(), board.set_up_eyes),
        listener=_to_all(*listeners, *(() if replay is None else (replay.heard,))),
        replay=replay,
        power_off=None if held else machine.power_off_here(),
        backlight=machine.backlight_here(),
        theme_file=None if safe else user_file().with_name("theme.toml"),
        troubles=(*troubles_of(journal, loaded), *(SAFE if safe else troubles_of_camera(settings.camera))),
        simulated=table is not None,
        family=_family_at(table, clock, preferences) if table is not None else None,
        recovery=HouseRecovery(journal, place, exports, clock, copies),
        first="held" if held else "recovery" if safe else "home",
        exports=exports,
    )
    return House(rooms, settings, stream, copies)


def _family_at(
    table: "SimulatedTable", clock: Clock, preferences: KeptPreferences
) -> "Callable[[Any, AnyGame | None], FamilyShow]":
    """Lets a simulated family sit down at the simulated *table* to the wished game, or another each time."""
    from ui.twin.evening import NAMES  # noqa: PLC0415
    from ui.twin.show import FamilyShow, seat_family  # noqa: PLC0415

    games = cycle(sorted(all_games().values(), key=lambda game: game.about.name != "abspecken"))

    def come(app: Any, wished_game: AnyGame | None) -> "FamilyShow":
        game = wished_game or next(games)
        low, high = game.about.seats
        seats = seats_named(NAMES[: min(max(3, low), high)], wished(preferences, "language"))
        names, options = tuple(seat.name for seat in seats), game.options()
        family = family_class(game)(game, names, options, Random())
        show = FamilyShow(family, {seat.name: seat.button for seat in seats}, clock, Random(), 1.0)
        table.invite(show)
        nowhere = replace(app.rooms, journal=Journal.open(":memory:", clock))  # nobody plays; nobody keeps it
        seat_family(app, show, app.seat(game, seats, options, nowhere), lambda: table.gone(show))
        return show

    return come


def _to_all(*listeners: Listener) -> Listener:
    def announce(announcement: Announcement | None, table: Table) -> None:
        for listener in listeners:
            listener(announcement, table)

    return announce


def troubles_of(journal: Journal, loaded: Loaded[Settings]) -> tuple[Say, ...]:
    """What the family must know before it plays: the journal's troubles, settings that do not fit."""
    settings = [Say("window.settings", {"what": str(problem)}) for problem in loaded.problems]
    return (journal.trouble.says, *settings) if journal.trouble is not None else tuple(settings)


def first_wishes(preferences: KeptPreferences, table: TableSettings) -> None:
    """What nobody has chosen yet: what the settings say, and that what is new is explained."""
    for name, value in (("language", table.language), ("index", table.index), ("tutorial", "on")):
        if preferences.get(name) not in BY_NAME[name].choices:
            preferences.put(name, value)


def house_for_show(loaded: Loaded[Settings], journal: Journal, clock: Clock, table: "FamilyShow") -> House:
    """The house with a simulated family at *table*: nothing of the family's own is read or written."""
    settings = loaded.settings
    wires = Wires.pretend(clock, settings.wiring, table.next_frame)
    preferences = Forgetful(language=settings.table.language, index=settings.table.index)
    rooms = Rooms(
        games=all_games(),
        journal=journal,
        clock=clock,
        board=TableBoard(wires, lambda: preferences.get("language"), table),
        preferences=preferences,
        fairness=settings.calls.fairness(),
        simulated=True,
    )
    return House(rooms, settings)
