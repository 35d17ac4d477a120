"""Every page on every panel in every language: rendered, examined by code, kept as a picture."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import evenings
import pytest
from screen_audit import complaints, not_drawn
from screen_finger import Finger, Opened, furnished

from ui.screen.ports import NoBoard, Rooms
from ui.screen.sitting import Sitting

pytestmark = pytest.mark.screens

SIZES = [(800, 480), (1024, 600), (1280, 720), (720, 1280)]
LANGUAGES = ["de", "en"]


class WithEyes(NoBoard):
    """A board that has a camera and four buttons, and stays silent."""

    eyes = True
    buttons = ("1", "2", "3", "4")


def table(making: Callable[..., Sitting], *taps: str, **kept: Any) -> Callable[[Finger], None]:
    """Sit down at a table and tap; {keys} of the words files are said in the language of the picture."""

    def show(finger: Finger) -> None:
        stage = finger.app.stage
        stage.sit(made(making, finger))
        stage.game = stage.sitting.game
        finger.app.go("table")
        for tap in taps:
            finger.tap(re.sub(r"{(.+?)}", lambda key: stage.say(key[1], **kept), tap))

    return show


_made: dict[tuple[int, Any], Sitting] = {}


def made(making: Callable[..., Sitting], finger: Finger) -> Sitting:
    """Each evening is played once for all pictures."""
    key = (id(finger.app.rooms), making)
    if key not in _made:
        _made[key] = making(finger.app.rooms)
    return _made[key]


@pytest.fixture(scope="module")
def furnished_rooms() -> list[tuple[Rooms, dict[str, Callable[[Finger], None]]]]:
    """Rooms without anything, and rooms with eyes and buttons, and what is shown in them."""
    games, off = evenings.abspecken(), lambda: None
    return [(furnished(games, NoBoard(), off), SHOWN), (furnished(games, WithEyes(), off), WITH_EYES)]


def page(
    name: str, count: int = 3, making: Any = None, buttons: bool = False, **kept: Any
) -> Callable[[Finger], None]:
    def show(finger: Finger) -> None:
        stage = finger.app.stage
        stage.sit(made(making, finger) if making else None)
        stage.game = next(iter(stage.rooms.games.values()))
        stage.guests = evenings.guests(count, buttons)
        given = {key: value(stage) if callable(value) else value for key, value in kept.items()}
        finger.app.go(name, **given)

    return show


def power_question(finger: Finger) -> None:
    page("home")(finger)
    finger.tap(finger.app.stage.say("home.power_off"))


def five(rooms: Any) -> Sitting:
    return evenings.rolled(rooms, 5)


def open_hands(rooms: Any) -> Sitting:
    return evenings.sit(rooms, 4, hands="open")


FIRST_GUEST: dict[str, Any] = {"guest": lambda stage: stage.guests[1]}

SHOWN: dict[str, Callable[[Finger], None]] = {
    "home": page("home"),
    "home power": power_question,
    "choose": page("choose"),
    "players": page("players"),
    "players five": page("players", 5, buttons=True),
    "guest name": page("guest", **FIRST_GUEST),
    "guest looks": page("guest", part="looks", **FIRST_GUEST),
    "options": page("options"),
    "settings": page("settings"),
    "scores": page("scores", making=evenings.finished),
    "table start": table(evenings.sit),
    "table rolled": table(evenings.rolled),
    "table five": table(five),
    "table called": table(evenings.called),
    "table open": table(open_hands),
    "table refused": table(evenings.refused),
    "table why": table(evenings.refused, "(A15)"),
    "table cards": table(evenings.rolled, "Ben {table.touch_card}"),
    "table correct": table(evenings.rolled, "{table.die}", number=1),
    "table by touch": table(evenings.called, "{table.by_touch}"),
    "table menu": table(evenings.called, "{table.menu}"),
    "table log": table(evenings.called, "{table.menu}", "{table.log_title}"),
    "table undo": table(evenings.called, "{table.undo}"),
    "agreement": page("agreement", making=evenings.called),
    "rules": page("rules", making=evenings.called),
    "sheet": page("sheet", making=evenings.finished),
    "sheet chart": page("sheet", making=evenings.finished, chart=True),
    "end": page("end", making=evenings.finished),
}
WITH_EYES = {
    "eyes rolled": table(evenings.seen),
    "eyes called": table(evenings.called),
    "eyes by touch": table(evenings.rolled, "{table.by_touch}"),
}


def combinations() -> Iterator[Any]:
    """Every size in every language; the quick run takes one language for each size, by turns."""
    for number, size in enumerate(SIZES):
        for turn, language in enumerate(LANGUAGES):
            marks = [] if (number + turn) % 2 == 0 else [pytest.mark.long]
            yield pytest.param(size, language, id=f"{size[0]}x{size[1]}-{language}", marks=marks)


@pytest.mark.parametrize(("size", "language"), list(combinations()))
def test_every_page_fits(
    screen: Opened, furnished_rooms: Any, shots_folder: Path, size: tuple[int, int], language: str
) -> None:
    found = []
    for rooms, shown in furnished_rooms:
        rooms.preferences.put("language", language)
        finger = screen.in_rooms(rooms, size, draws=False)
        for name, show in shown.items():
            show(finger)
            picture = finger.shot(
                shots_folder / f"{name.replace(' ', '-')}_{size[0]}x{size[1]}_{language}.png"
            )
            wrong = [*complaints(finger.page), *not_drawn(finger.page, picture)]
            found += [f"{name}: {complaint}" for complaint in wrong]
    assert not found, "\n".join(found)
