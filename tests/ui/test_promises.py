"""What README and handbook promise can be reached: each feature by name, through the house as it is started.

A feature that is added there has to be added here: a promise without a proof fails.
"""

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from kivy.core.window import Window

from companion.asks import Source
from companion.clock import SystemClock
from companion.games import all_games
from companion.journal import Journal
from companion.journal.connect import connect_read_only
from companion.journal.damage import Opened
from companion.seats import seats_named
from hardware.buttons import KEY_UNCERTAINTY
from ui.command import PLACES
from ui.command import parser as command_parser
from ui.house import House, open_house
from ui.settings import journal_file, settings_in_force
from ui.stream.outlets import messages

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0


class Started:
    """The house as the command opens it, with its app under a finger."""

    def __init__(self, house: House, finger: Any, port: int) -> None:
        self.house, self.finger, self.port = house, finger, port

    def way(self, *taps: str) -> str:
        """The page that is reached from the first one by tapping what is called so."""
        self.finger.app.go("home")
        for tap in taps:
            self.finger.tap(tap)
        return str(self.finger.app.page_name)

    def wait(self, until: Callable[[], Any]) -> Any:
        over = time.monotonic() + PATIENCE_S
        while not (come := until()):
            self.finger.step()
            assert time.monotonic() < over, "what was promised did not come"
        return come

    def seat(self, name: str) -> Any:
        game = self.house.rooms.games[name]
        return self.finger.app.seat(game, seats_named(["Ada", "Ben"], "en"), game.options())

    def stream(self, path: str) -> Any:
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return answer.read()


@pytest.fixture
def started(screen: Any, home: Path) -> Iterator[Started]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wished = ["stream.listen=here", f"stream.port={port}", "camera.kind=simulated", "sound.volume=0"]
    with open_house(settings_in_force([*wished, "table.language=en"])) as house:
        house.rooms.preferences.put("tutorial", "off")
        finger = screen.in_rooms(house.rooms)
        yield Started(house, finger, port)
        screen.close()


# --- the proofs ---


def eyes(at: Started) -> None:
    looks: list[Any] = []
    at.finger.app.page.looked = looks.append
    at.wait(lambda: looks)


def buttons(at: Started) -> None:
    """A key is a button of those who have no wires."""
    sitting, felt = at.seat("sums"), list[Any]()
    sitting.feel = felt.append
    Window.dispatch("on_key_down", ord("1"), 0, "1", [])
    at.wait(lambda: felt)
    assert (felt[0].line, felt[0].source) == ("1", Source.KEYBOARD)
    assert felt[0].uncertainty >= KEY_UNCERTAINTY, "and what the picture took that was drawn meanwhile"


def referee(at: Started) -> None:
    at.way("Play")
    named = " ".join([*at.finger.texts(), *(str(w.called) for w in at.finger.seen())])
    assert len(all_games()) >= 10
    assert all(game.about.title in named for game in at.house.rooms.games.values()), named


def by_touch(at: Started) -> None:
    at.seat("abspecken")
    ruled = len(at.house.rooms.journal.entries())
    at.finger.step(5)
    at.finger.tap("Ben Ben")
    assert len(at.house.rooms.journal.entries()) > ruled


def journal(at: Started) -> None:
    sitting = at.seat("abspecken")
    ask = next(ask for ask in sitting.table.asks if ask.choices)
    sitting.answer(ask, ask.choices[0].value)
    file = journal_file(simulated=True)  # games at a simulated table have a journal of their own
    with Journal(Opened(connect_read_only(file)), file, SystemClock()) as on_disk:
        last = on_disk.last()
    assert last is not None and Source.TOUCH.value in last.body


def second_screen(at: Started) -> None:
    assert b"<script" in at.stream("/")
    at.seat("abspecken")
    assert json.loads(at.stream("/table"))["people"][0]["seat"] == "Ada"


def outlets(at: Started) -> None:
    told: list[tuple[str, Any]] = []
    sitting = at.seat("abspecken")
    sitting.table.listen(lambda news: told.extend(messages(news, sitting.table, "en")))
    ask = next(ask for ask in sitting.table.asks if ask.choices)
    sitting.answer(ask, ask.choices[0].value)
    assert {topic for topic, _ in told} == {"event", "table"}
    assert at.house._stream is not None and at.house._stream.outlets


def phones(at: Started) -> None:
    assert at.way("Settings", "Phones") == "phones"
    at.finger.tap("Press too")
    at.wait(lambda: at.house.rooms.stream.listen == "phones" and at.house.rooms.stream.port)
    assert b"<script" in at.stream("/phone")


def replay(at: Started) -> None:
    at.house.rooms.preferences.put("replay", "on")
    sitting = at.seat("abspecken")
    at.wait(lambda: at.house.rooms.replay._frames)
    ask = next(ask for ask in sitting.table.asks if ask.choices)
    sitting.answer(ask, ask.choices[0].value)
    at.finger.tap("Menu")
    at.finger.tap("Show again")
    assert at.finger.app.page_name == "replay" and at.finger.page.clip.frames


def page(name: str, *taps: str) -> Callable[[Started], None]:
    def proof(at: Started) -> None:
        assert at.way(*taps) == name

    return proof


def off(at: Started) -> None:
    at.way("Close" if at.house.rooms.power_off is None else "Switch off")
    assert at.finger.page.covered


DOCTOR = page("doctor", "Settings", "Is everything well?")
TEACH = page("teach", "Settings", "Teach the eyes")
RULES = page("rules", "Rules")
PROMISES: dict[str, Callable[[Started], None]] = {
    # README: what it does
    "Eyes": eyes,
    "Buttons": buttons,
    "Referee": referee,
    "Journal": journal,
    "Everything by touch too": by_touch,
    # the handbook: for the evening
    "first-evening.md": page("choose", "Play"),
    "wiring.md": DOCTOR,
    "usb-buttons.md": DOCTOR,
    "camera.md": TEACH,
    "games/README.md": RULES,
    "games/README.de.md": RULES,
    "own-deck.md": TEACH,
    "troubleshooting.md": DOCTOR,
    "screen.md": page("settings", "Settings"),
    "keeping.md": off,
    "privacy.md": page("folk", "Scores", "People"),
    "sound.md": page("sound", "Settings", "Sound"),
    "second-screen.md": second_screen,
    "phones.md": phones,
    "replay.md": replay,
    "outlets.md": outlets,
}
WAYS = {proof: name for name, proof in PROMISES.items()}  # what several pages promise is gone to once
BY_COMMAND = {
    "parts.md": "wiring",
    "printing.md": "print",
    "calibration.md": "calibrate",
    "symptoms.md": "doctor",
    "configuration.md": "config",
    "tested.md": "selftest",
    "club.md": "club",
}


def promised() -> list[str]:
    readme, handbook = ((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/README.md"))
    does = readme.partition("## What it does")[2].partition("\n## ")[0]
    evening = handbook.partition("For the evening:")[2].partition("\nFor whoever")[0]
    return [*re.findall(r"(?m)^- \*\*(.+?)\.\*\*", does), *re.findall(r"\]\(([^)]+)\)", evening)]


def test_every_promise_has_a_proof_and_every_proof_a_promise() -> None:
    assert set(promised()) == {*PROMISES, *BY_COMMAND}


@pytest.mark.parametrize("proof", WAYS, ids=WAYS.get)
def test_what_is_promised_is_reached_from_the_started_app(
    proof: Callable[[Started], None], started: Started
) -> None:
    proof(started)


def test_what_is_promised_as_a_command_is_one() -> None:
    assert all(name in PLACES and command_parser(name).format_help() for name in BY_COMMAND.values())


def test_the_table_of_commands_names_every_command_and_no_other() -> None:
    rows = re.findall(r"(?m)^\| (`companion.+?) \|", (ROOT / "README.md").read_text("utf-8"))
    named = {word.removeprefix("companion").split()[0] if word != "companion" else "run"
             for row in rows for word in re.findall(r"`([^`]+)`", row)}  # fmt: skip

    assert named == set(PLACES)
