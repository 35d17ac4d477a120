"""Every screen that the app can show, by a name, with the rooms it is shown in and the way to it."""

import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import evenings
import screen_scenes
from msgspec.structs import replace
from screen_finger import Finger, furnished

from companion.asks import Say
from companion.games import all_games
from companion.people.profiles import Profile, keep
from companion.sightings import Frame
from ui.screen.pages.setup import Course as Wired
from ui.screen.pages.teach import Drawn
from ui.screen.ports import Health, Learnt, Lesson, NoBoard
from ui.screen.rooms import Rooms
from ui.screen.showing import Course, Showing, Slip, TryingOut
from ui.screen.sitting import Sitting
from ui.teaching import EyesTeacher
from vision.cards.taught import ENDING
from vision.drawn import DieLook, DieOnTable, TableScene, draw
from vision.teaching import TAUGHT

Show = Callable[[Finger], None]
Making = Callable[[Rooms], Sitting]


class WithEyes(NoBoard):
    """A board that has a camera and four buttons, and stays silent."""

    eyes = True
    buttons = ("1", "2", "3", "4")


class SomethingFound:
    """A doctor who finds one thing of each kind."""

    def examine(self, language: str) -> list[Health]:
        step = "Put the mat back under the camera, with all four corners to be seen."
        return [
            Health("camera", "broken", "The camera gives no pictures.", "Look whether its cable sits."),
            Health("mat", "warning", "The mat lies 12 mm beside where it lay.", step),
            Health("sound", "note", "No loudspeaker was found.", ""),
            Health("disk", "ok", "There is room for years of games.", ""),
        ]

    def bundle(self, *, picture: bool = False) -> Any:
        raise OSError("not in this test")


class SomebodyPresses:
    """A teach-in of six buttons that waits for the third for ever."""

    count = 6

    def begin(self, count: int, language: str) -> str:
        return ""

    def look(self, language: str) -> Lesson:
        return wired("press")

    def skip(self) -> None: ...

    def keep(self, language: str) -> str:
        return ""

    def end(self) -> None: ...


def wired(kind: str) -> Lesson:
    """A teach-in that has found one thing of each kind."""
    step = "See whether a button got stuck there or a wire belongs on another pin. It is left out for now."
    found = (
        Health("pin 13", "broken", "GPIO 13 is connected to ground all the time.", step),
        Health("button 2", "note", "Button 2 is plugged in where button 1 was.", "Nothing to do."),
        Health("button 1", "ok", "Button 1 is on GPIO 12.", ""),
    )
    return Lesson(kind, "Please press button 3." if kind == "press" else "All done.", 2, found)


PASSING = (evenings.refused,)
_made: dict[tuple[int, Any], Sitting] = {}


def made(making: Making, finger: Finger) -> Sitting:
    """Each evening is played once for all pictures, but for what passes with time."""
    if making in PASSING:
        return making(finger.app.rooms)
    key = (id(finger.app.rooms), making)
    if key not in _made:
        _made[key] = making(finger.app.rooms)
    return _made[key]


def taps(finger: Finger, *what: str, **said: Any) -> None:
    """Tap one thing after the other; {keys} of the words files are said in the language of the picture."""
    for one in what:
        finger.tap(re.sub(r"{(.+?)}", lambda key: finger.app.stage.say(key[1], **said), one))


def table(making: Making, *tapped: str, **said: Any) -> Show:
    """Sit down at a table and tap."""

    def show(finger: Finger) -> None:
        stage = finger.app.stage
        stage.sit(made(making, finger))
        stage.game = stage.sitting.game
        finger.app.go("table")
        taps(finger, *tapped, **said)

    return show


def page(
    name: str,
    *tapped: str,
    count: int = 3,
    making: Making | None = None,
    buttons: bool = False,
    said: Any = None,
    **kept: Any,
) -> Show:
    """Open a page, at a table if one is *made*, and tap."""

    def show(finger: Finger) -> None:
        stage = finger.app.stage
        stage.sit(made(making, finger) if making else None)
        stage.game = stage.sitting.game if stage.sitting else stage.rooms.games["abspecken"]
        stage.guests = evenings.guests(count, buttons)
        given = {key: value(finger) if callable(value) else value for key, value in kept.items()}
        finger.app.go(name, **given)
        taps(finger, *tapped, **(said or {}))

    return show


def then(show: Show, does: Callable[[Any], None]) -> Show:
    """What *show* shows, after *does* was done to its page."""

    def shown(finger: Finger) -> None:
        show(finger)
        does(finger.page)

    return shown


# --- tables that are not in `evenings` ---


def five(rooms: Rooms) -> Sitting:
    return evenings.rolled(rooms, 5)


def open_hands(rooms: Rooms) -> Sitting:
    return evenings.sit(rooms, 4, hands="open")


def pyramid_built(rooms: Rooms) -> Sitting:
    sitting = evenings.sit(rooms, 3, "squeeze_play")
    sitting.agree_on({"phase": "over", "winners": ["Anna"], "end_rule": "SP16"}, "over")
    return sitting


# --- what lies over a page ---


def lesson(finger: Finger) -> None:
    """The first ask of a game is explained."""
    preferences = finger.app.rooms.preferences
    preferences.put("tutorial", "on")
    preferences.put("explained", [])
    table(evenings.rolled)(finger)
    preferences.put("tutorial", "off")


def notice(finger: Finger) -> None:
    page("home")(finger)
    app, rooms = finger.app, finger.app.rooms
    app.rooms = replace(rooms, troubles=(Say("window.settings", {"what": "sound.volume = 700"}),))
    app._tell_troubles()
    app.rooms = rooms


def complaint(finger: Finger) -> None:
    """Too few people for the game."""
    page("options", "{options.begin}", count=1)(finger)
    assert finger.page.covered


def locked(finger: Finger) -> None:
    table(evenings.rolled)(finger)
    finger.app.lock()


def lock_question(finger: Finger) -> None:
    locked(finger)
    finger.app.shield._ask()


def oldest(finger: Finger) -> int:
    return finger.app.rooms.journal.games()[-1].id


def second_guest(finger: Finger) -> Any:
    return finger.app.stage.guests[1]


# --- showing the eyes something new ---


@cache
def taught_in() -> Path:
    """A folder in which nothing was taught; a name in it tells of something all the same."""
    folder = Path(tempfile.mkdtemp(prefix="companion-taught-"))
    (folder / TAUGHT).mkdir()
    (folder / TAUGHT / f"Die Hexen von Großmutter{ENDING}").touch()
    return folder


@cache
def drawn_table() -> Frame:
    die = DieOnTable(DieLook("piggy"), "+-2", 310, 150, 20.0)
    return Frame(draw(TableScene(dice=(die,))), 1)


def lesson_of(kind: str, does: Callable[[Course], None]) -> Show:
    """The page of teaching a die or a deck, when a course has come as far as *does* brings it."""

    def show(finger: Finger) -> None:
        stage = finger.app.stage
        stage.sit(None)
        course = Course(Showing(stage.rooms.teacher, kind), "Die Hexen")
        course.showing.newest = drawn_table()
        does(course)
        name, kept = ("teach_deck", {}) if kind == "deck" else ("teach_die", {"kind": kind})
        finger.app.go(name, course=course, **kept)

    return show


def ready(course: Course) -> None:
    course.showing.table_is_empty()
    course.showing.box = (640.0, 300.0, 60.0, 60.0)


def tried(*slips: Slip, seen: tuple[str, ...] | None = None, over: bool = False) -> Callable[[Course], None]:
    def does(course: Course) -> None:
        ready(course)
        course.learnt = Learnt("Die Hexen", ("+-1", "+-2", "smile"), (("+-1", "smile"),))
        course.trying = TryingOut(course.learnt.faces, Random(1))
        course.seen = seen
        if over:
            course.trying._left, course.trying.right = [], 3 - len(slips)
            course.trying.slips = list(slips)

    return does


def corners_of(place: str, said: str = "") -> Show:
    tray = ((350.0, 60.0), (900.0, 80.0), (880.0, 460.0), (360.0, 440.0))
    drawn = Drawn({"tray": tray, "pyramid": tray[:2]}, place=place, said=said)
    return page("corners", drawn=drawn, frame=lambda _finger: drawn_table())


PLAIN: dict[str, Show] = {
    "home": page("home"),
    "home power": page("home", "{home.power_off}"),
    "home notice": notice,
    "players": page("players"),
    "players five": page("players", count=5, buttons=True),
    "guest name": page("guest", guest=second_guest),
    "guest looks": page("guest", guest=second_guest, part="looks"),
    "guest more": page("guest", guest=second_guest, part="more"),
    "options": page("options"),
    "settings": page("settings"),
    "table start": table(evenings.sit),
    "table lesson": lesson,
    "table rolled": table(evenings.rolled),
    "table five": table(five),
    "table called": table(evenings.called),
    "table open": table(open_hands),
    "table refused": table(evenings.refused),
    "table why": table(evenings.refused, "{table.why_rule}", rule="A15"),
    "table cards": table(evenings.rolled, "Ben {table.touch_card}"),
    "table correct": table(evenings.rolled, "{table.die}", number=1),
    "table by touch": table(evenings.called, "{table.by_touch}"),
    "table menu": table(evenings.called, "{table.menu}"),
    "table log": table(evenings.called, "{table.menu}", "{table.log_title}"),
    "table undo": table(evenings.called, "{table.undo}"),
    "table locked": locked,
    "table lock question": lock_question,
    "agreement": page("agreement", making=evenings.called),
    "rules": page("rules", making=evenings.called),
    "sheet": page("sheet", making=evenings.finished),
    "sheet chart": page("sheet", making=evenings.finished, chart=True),
    "first": page("first", making=evenings.called),
    "first nobody": page("first", making=evenings.rolled),
    "pause": page("pause", making=five),
    "big": page("big", making=five),
    "end": page("end", making=evenings.finished),
    "doctor nobody": page("doctor"),
    "wiring nobody": page("wiring"),
    "off": page("off", trouble="Access denied"),
}
WITH_EYES: dict[str, Show] = {
    "eyes rolled": table(evenings.seen),
    "eyes called": table(evenings.called),
    "eyes by touch": table(evenings.rolled, "{table.by_touch}"),
}
EVENING: dict[str, Show] = {
    "choose": page("choose"),
    "choose people": then(page("choose"), lambda p: p._open("people")),
    "who": page("who", count=1),
    "too few": complaint,
    "scores": page("scores"),
    "fame": page("fame"),
    "folk": page("folk"),
    "person": page("person", key="person:1"),
    "person forget": page("person", "{folk.forget}", key="person:1"),
    "luck": page("luck"),
    "calls": page("calls"),
    "old sheet": page("sheet", game=oldest),
    "old sheet whose": then(page("sheet", game=oldest), lambda p: p._ask_whose(0, p._table.view.sheet[0])),
    "share": page("share", game=oldest),
    "rules whose": page("rules"),
    "rules wobble": page("rules", game="wobble"),
    "rules search": then(page("rules", game="sums"), lambda p: p._ask_for()),
    "rules found": page("rules", game="wobble", search="magenta"),
    "end chain": page("end", making=pyramid_built),
    "doctor": page("doctor"),
    "doctor bundle": page("doctor", "{doctor.bundle}"),
    "wiring": page("wiring"),
    "wiring press": page("wiring", course=Wired(6, wired("press"))),
    "wiring done": page("wiring", course=Wired(6, wired("done"))),
    "wiring kept": page("wiring", course=Wired(6, wired("done"), kept=True)),
}
TEACHING: dict[str, Show] = {
    "teach": page("teach"),
    "teach forget": then(page("teach"), lambda p: p._ask_forget("deck", "Die Hexen von Großmutter")),
    "teach empty": lesson_of("colour-die", lambda course: None),
    "teach die": lesson_of("piggy-die", ready),
    "teach colour": lesson_of("colour-die", ready),
    "teach try": lesson_of("piggy-die", tried()),
    "teach doubt": lesson_of("piggy-die", tried(seen=("+-3", "smile"))),
    "teach over": lesson_of("piggy-die", tried(over=True)),
    "teach slips": lesson_of("piggy-die", tried(Slip("+-1", ()), Slip("smile", ("grim", "+-2")), over=True)),
    "teach deck": lesson_of("deck", ready),
    "teach card name": then(lesson_of("deck", ready), lambda p: p._name_card()),
    "corners": corners_of("tray"),
    "corners pyramid": corners_of("pyramid"),
    "corners told": corners_of("tray", "no_table"),
}
GAME_TABLES: dict[str, Show] = {name: table(making) for name, making in screen_scenes.SCENES.items()}
GAME_TABLES |= {
    "abspecken fits": table(screen_scenes.SCENES["abspecken piggy"], "{abspecken.fits}"),
    "abi94 pad": table(screen_scenes.SCENES["abi94 turn"], "{table.card_before}"),
    "abi94 points": table(screen_scenes.SCENES["abi94 exam"], "{table.points_of}", seat="Ben"),
    "wobble pad": table(screen_scenes.SCENES["wobble turn"], "{table.touch_card}"),
    "abstrac pad": table(screen_scenes.SCENES["abstrac over"], "{table.touch_card}"),
}

HOUSES: tuple[dict[str, Show], ...] = (PLAIN, WITH_EYES, EVENING, TEACHING, GAME_TABLES)
NAMES = tuple(name for shown in HOUSES for name in shown)


def furnish() -> dict[str, tuple[Rooms, Show]]:
    """For each screen the rooms that it is shown in, and how one comes to it."""
    off = lambda: ""  # noqa: E731
    plain = furnished(evenings.abspecken(), NoBoard(), off)
    seeing = furnished(evenings.abspecken(), WithEyes(), off)
    games = furnished(all_games(), NoBoard(), off)
    teaching = replace(furnished(all_games()), teacher=EyesTeacher(taught_in(), lambda set_up: None))
    rooms = (plain, seeing, _lived_in(), teaching, games)
    return {
        name: (house, show)
        for shown, house in zip(HOUSES, rooms, strict=True)
        for name, show in shown.items()
    }


def _lived_in() -> Rooms:
    """A house in which two games were played, with a doctor."""
    rooms = replace(furnished(all_games()), doctor=SomethingFound(), button_teacher=SomebodyPresses())
    evenings.season(rooms, 2)
    for name, colour, shape in (("Großmutter", "pink", "heart"), ("Tom", "orange", "cross")):
        keep(rooms.journal, Profile(name, colour, shape, name[0], handicap_ms=250))
    return rooms
