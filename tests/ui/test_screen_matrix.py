"""Every screen on every panel, in every language and text size, for all eyes: rendered, examined by code."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import evenings
import pytest
import screen_scenes
from screen_audit import complaints, not_drawn
from screen_finger import Finger, Opened, furnished
from screen_shots import contact_sheet
from screen_vision import SIMULATIONS, picture_seen_as

from ui.screen import theme
from ui.screen.ports import NoBoard, Rooms
from ui.screen.sitting import Sitting

pytestmark = pytest.mark.screens

SIZES = ((800, 480), (1024, 600), (1280, 720), (1280, 800), (720, 1280))
LANGUAGES = ("de", "en", "longer")


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


GAME_TABLES = {name: table(making) for name, making in screen_scenes.SCENES.items()}
GAME_TABLES |= {
    "abspecken fits": table(screen_scenes.SCENES["abspecken piggy"], "{abspecken.fits}"),
    "abi94 pad": table(screen_scenes.SCENES["abi94 turn"], "{table.touch_card}"),
    "abi94 points": table(screen_scenes.SCENES["abi94 exam"], "{table.points_of}", seat="Ben"),
    "wobble pad": table(screen_scenes.SCENES["wobble turn"], "{table.touch_card}"),
    "abstrac pad": table(screen_scenes.SCENES["abstrac over"], "{table.touch_card}"),
    "cui_bono large": table(screen_scenes.SCENES["cui_bono asked"], "{pyramid.large}"),
}
NAMES = [*SHOWN, *WITH_EYES, *GAME_TABLES]
MOST_LONGER = 1.4


class Look(NamedTuple):
    """How a screen is shown: every one of these changes what fits."""

    size: tuple[int, int]
    language: str
    text_size: str

    @property
    def name(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.language}-{self.text_size}"


EVERY_LOOK = tuple(Look(*parts) for parts in product(SIZES, LANGUAGES, theme.TEXT_SCALES))


def longer(sentence: str) -> str:
    """A language that nobody speaks, 40 % longer than German: what fits here fits in any.

    >>> longer("Noch einmal")
    'Nochooo einmaloo'
    """
    missing = round(len(sentence) * MOST_LONGER) - len(sentence)
    words = sentence.split(" ")
    each, left = divmod(max(0, missing), len(words))
    grown = [word + "o" * (each + (at < left)) for at, word in enumerate(words)]
    return " ".join(grown)


# The looks of the quick run: any two choices of size, language and text size meet in one of them.
QUICK_LOOKS = tuple(
    Look(size, language, tuple(theme.TEXT_SCALES)[(i + j) % len(theme.TEXT_SCALES)])
    for i, size in enumerate(SIZES)
    for j, language in enumerate(LANGUAGES)
)


def test_in_the_quick_run_any_two_choices_meet() -> None:
    parts = (SIZES, LANGUAGES, tuple(theme.TEXT_SCALES))
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert {(look[one], look[other]) for look in QUICK_LOOKS} == set(product(parts[one], parts[other]))
    assert len(NAMES) >= 4 * len(QUICK_LOOKS)


def test_a_language_that_nobody_speaks_is_two_fifths_longer() -> None:
    for sentence in ("Noch einmal", "Wer spielt mit?", "Zurück"):
        assert len(longer(sentence)) == round(1.4 * len(sentence))


@pytest.fixture(scope="module")
def houses() -> dict[str, tuple[Rooms, Callable[[Finger], None]]]:
    """For each screen the rooms that it is shown in, and how one comes to it."""
    off = lambda: None  # noqa: E731
    plain = furnished(evenings.abspecken(), NoBoard(), off)
    seeing = furnished(evenings.abspecken(), WithEyes(), off)
    games = furnished({name: screen_scenes.load(name) for name in screen_scenes.GAMES}, NoBoard(), off)
    rooms = [(SHOWN, plain), (WITH_EYES, seeing), (GAME_TABLES, games)]
    return {name: (house, show) for shown, house in rooms for name, show in shown.items()}


def examine(screen: Opened, houses: Any, name: str, look: Look, shots: Path) -> tuple[list[str], Any]:
    """What is wrong with one screen, and its picture."""
    rooms, show = houses[name]
    rooms.preferences.put("language", "en" if look.language == "en" else "de")
    rooms.preferences.put("text_size", look.text_size)
    disguise = longer if look.language == "longer" else None
    finger = screen.in_rooms(rooms, look.size, disguise, draws=False)
    show(finger)
    picture = finger.shot(shots / f"{name.replace(' ', '-')}_{look.name}.png")
    wrong = [*complaints(finger.page), *not_drawn(finger.page, picture)]
    return [f"{name} {look.name}: {complaint}" for complaint in wrong], picture


@pytest.mark.parametrize("number", range(len(QUICK_LOOKS)), ids=lambda number: QUICK_LOOKS[number].name)
def test_every_screen_fits_at_one_look(screen: Opened, houses: Any, shots_folder: Path, number: int) -> None:
    """Each look has its share of the screens; neighbours in the list are alike, and go to other looks."""
    names = NAMES[number :: len(QUICK_LOOKS)]
    found = [
        one for name in names for one in examine(screen, houses, name, QUICK_LOOKS[number], shots_folder)[0]
    ]
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("look", EVERY_LOOK, ids=lambda look: look.name)
def test_every_screen_fits_at_every_look(screen: Opened, houses: Any, shots_folder: Path, look: Look) -> None:
    """And a contact sheet of them all, for every kind of eyes."""
    found: list[str] = []
    pictures: dict[str, Any] = {}
    for name in NAMES:
        wrong, pictures[name] = examine(screen, houses, name, look, shots_folder)
        found += wrong
    contact_sheet(pictures, shots_folder / f"contact_{look.name}.png")
    if look.text_size == "normal" and look.language == "de":
        for how in SIMULATIONS:
            seen = {name: picture_seen_as(picture, how) for name, picture in pictures.items()}
            contact_sheet(seen, shots_folder / f"contact_{look.name}_{how}.png")
    assert not found, "\n".join(found)
