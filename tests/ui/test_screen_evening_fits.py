"""The pages of an evening on every panel, in every language and size of letters; 40 % longer they fit too."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import evenings
import pytest
from screen_audit import complaints, not_drawn
from screen_finger import Finger, Opened, furnished
from test_screen_family import season

from companion.games import all_games
from companion.people import Profile, keep
from ui.screen.ports import Rooms

pytestmark = pytest.mark.screens

SIZES = [(800, 480), (720, 1280), (1024, 600), (1280, 720), (1280, 800)]


def longer(sentence: str) -> str:
    """A language that does not exist and is 40 % longer, with accents that tell a missing translation.

    >>> longer("Spielen")
    'Spíelen áab'
    """
    more = -(-4 * len(sentence) // 10)
    return sentence.replace("i", "í", 1) + " " + ("áab " * more)[:more].strip()


Show = Callable[[Finger], None]


def page(name: str, **kept: Any) -> Show:
    def show(finger: Finger) -> None:
        finger.app.stage.sit(None)
        finger.app.stage.guests = evenings.guests(5, buttons=True)
        finger.app.stage.choose(finger.app.rooms.games["abspecken"])
        given = {key: value(finger) if callable(value) else value for key, value in kept.items()}
        finger.app.go(name, **given)

    return show


def at_table(name: str, *, over: bool = False, **kept: Any) -> Show:
    def show(finger: Finger) -> None:
        stage, rooms = finger.app.stage, finger.app.rooms
        stage.sit(evenings.finished(rooms) if over else evenings.rolled(rooms, 5))
        stage.game = stage.sitting.game
        finger.app.go(name, **kept)

    return show


def chain(finger: Finger) -> None:
    stage = finger.app.stage
    stage.sit(evenings.sit(finger.app.rooms, 3, "squeeze_play"))
    position = {"phase": "over", "winners": ["Anna"], "end_rule": "SP16"}
    stage.sitting.agree_on(position, "over")
    finger.app.go("end")


def then(show: Show, does: Callable[[Any], None]) -> Show:
    def shown(finger: Finger) -> None:
        show(finger)
        does(finger.page)

    return shown


def oldest(finger: Finger) -> int:
    return finger.app.rooms.journal.games()[-1].id


SHOWN: dict[str, Show] = {
    "home": page("home"),
    "choose": page("choose"),
    "choose people": then(page("choose"), lambda p: p._open("people")),
    "players": page("players"),
    "who": page("who"),
    "guest": page("guest", guest=lambda f: f.app.stage.guests[1]),
    "guest looks": page("guest", guest=lambda f: f.app.stage.guests[1], part="looks"),
    "guest more": page("guest", guest=lambda f: f.app.stage.guests[1], part="more"),
    "options": page("options"),
    "settings": page("settings"),
    "scores": page("scores"),
    "fame": page("fame"),
    "folk": page("folk"),
    "person": page("person", key="person:1"),
    "luck": page("luck"),
    "calls": page("calls"),
    "old sheet": page("sheet", game=oldest),
    "old sheet whose": then(page("sheet", game=oldest), lambda p: p._ask_whose(0, p._table.view.sheet[0])),
    "share": page("share", game=oldest),
    "rules whose": page("rules"),
    "rules": page("rules", game="wobble"),
    "rules search": then(page("rules", game="sums"), lambda p: p._ask_for()),
    "off": page("off", trouble="Access denied"),
    "pause": at_table("pause"),
    "big": at_table("big"),
    "sheet": at_table("sheet", over=True),
    "end": at_table("end", over=True),
    "end chain": chain,
}


def combinations() -> Iterator[Any]:
    """The quick run takes three that differ most; the long one takes every combination."""
    quick = {((800, 480), "de", "normal", True), ((720, 1280), "de", "largest", False)}
    for size in SIZES:
        for language in ("de", "en"):
            for letters in ("normal", "large", "largest"):
                for pseudo in (False, True):
                    key = (size, language, letters, pseudo)
                    marks = [] if key in quick else [pytest.mark.long]
                    name = f"{size[0]}x{size[1]}-{language}-{letters}{'-longer' if pseudo else ''}"
                    yield pytest.param(*key, id=name, marks=marks)


@pytest.fixture(scope="module")
def rooms() -> Rooms:
    made = furnished(all_games())
    season(made, 2)
    for name, colour, shape in (("Großmutter", "pink", "heart"), ("Tom", "orange", "cross")):
        keep(made.journal, Profile(name, colour, shape, name[0], handicap_ms=250))
    return made


@pytest.mark.parametrize(("size", "language", "letters", "pseudo"), list(combinations()))
def test_every_page_of_an_evening_fits(
    screen: Opened,
    rooms: Rooms,
    shots_folder: Path,
    size: tuple[int, int],
    language: str,
    letters: str,
    pseudo: bool,
) -> None:
    rooms.preferences.put("language", language)
    rooms.preferences.put("text_size", letters)
    finger = screen.in_rooms(rooms, size, longer if pseudo else None, draws=False)
    found = []
    for name, show in SHOWN.items():
        show(finger)
        finger.step(3)
        file = f"{name.replace(' ', '-')}_{size[0]}x{size[1]}_{language}_{letters}{'_longer' * pseudo}.png"
        picture = finger.shot(shots_folder / file)
        found += [
            f"{name}: {wrong}" for wrong in (*complaints(finger.page), *not_drawn(finger.page, picture))
        ]
    assert not found, "\n".join(found)
