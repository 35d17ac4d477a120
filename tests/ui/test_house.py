"""The whole house: it opens with the devices that are here, tells how it is, and lets everything go."""

import json
import re
import socket
import threading
import time
import zipfile
from urllib.request import urlopen

import pytest
from kivy.app import App
from kivy.base import EventLoop

from companion.asks import Fact, Source
from companion.rulings import Verdict
from companion.seats import seats_named
from hardware.findings import broken
from ui.house import open_house
from ui.screen.app import CompanionApp
from ui.screen.ports import Look
from ui.screen.sitting import Sitting
from ui.settings import settings_in_force

PATIENCE = 20.0  # seconds; only a failing test waits for so long
OURS = ("eyes", "board", "camera", "doctor")


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house in a folder of its own, with whatever devices this machine has."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    with open_house(settings_in_force(["table.language=en", "sound.volume=0"])) as opened:
        yield opened


class Inbox:
    """What the board delivers, by any thread, and a way to wait for it."""

    def __init__(self):
        self.things, self._come = [], threading.Condition()

    def __call__(self, thing):
        with self._come:
            self.things.append(thing)
            self._come.notify_all()

    def wait_for(self, holds):
        with self._come:
            assert self._come.wait_for(lambda: any(map(holds, self.things)), PATIENCE)


def test_a_table_without_a_camera_reports_none(house):
    """The drawn table is only for a family that is watched: no word of its picture, and no trouble."""
    house.rooms.board.start(Inbox())
    found = house.rooms.doctor.examine("en")
    assert not any("simulated" in one.says for one in found)
    assert [one.says for one in found if one.about == "camera"] == ["No camera is set up."]
    troubles = Inbox()
    house.rooms.board._deliver = troubles
    house.rooms.board._tell_troubles([broken("camera", "camera_gone", name="drawn")])
    assert not troubles.things


def our_threads():
    return {t for t in threading.enumerate() if t.name.split()[0] in OURS}


def all_ended(before):
    """Whether every thread since *before* ends: the last thing it does is to say that it is over."""
    for thread in our_threads() - before:
        thread.join(PATIENCE)
    return our_threads() <= before


def test_the_board_delivers_what_the_camera_sees_until_it_is_stopped(house):
    inbox, before = Inbox(), our_threads()  # a driver that hangs for good in another test may still be there
    house.rooms.board.start(inbox)
    inbox.wait_for(lambda thing: isinstance(thing, Look))
    house.rooms.board.stop()
    house.rooms.board.stop()  # twice is as good as once
    heard = len(inbox.things)

    assert all_ended(before)
    assert len(inbox.things) == heard


def test_a_game_goes_on_in_the_next_house_after_this_one_was_closed(house):
    game = house.rooms.games["abspecken"]
    sitting = Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), house.rooms)
    ask = sitting.table.asks[0]
    choice = ask.choices[0].value
    now = house.rooms.clock.now()
    assert sitting.hear(Fact(ask.kind, choice, now, Source.TOUCH, ask=ask.id)).verdict is Verdict.ACCEPTED
    waited_for = [one.id for one in sitting.table.asks]
    house.__exit__(None, None, None)

    with open_house(settings_in_force([])) as again:
        assert [one.id for one in Sitting.resume(again.rooms).table.asks] == waited_for


def test_the_doctor_of_the_running_house_finds_it_well_and_packs_a_file_without_names(house, tmp_path):
    game = house.rooms.games["abspecken"]
    Sitting.begin(game, seats_named(["Adalbert", "Ben"], "en"), game.options(), house.rooms)
    house.rooms.board.start(lambda thing: None)
    found = house.rooms.doctor.examine("en")

    assert not [health for health in found if health.level == "broken"]
    assert {"journal", "settings", "games", "camera"} <= {health.about for health in found}
    assert all(bool(health.next_step) == (health.level != "ok") for health in found)
    levels = [("broken", "warning", "note", "ok").index(health.level) for health in found]
    assert levels == sorted(levels)

    with zipfile.ZipFile(house.rooms.doctor.bundle()) as bundle:
        texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert not any("Adalbert" in text or name.endswith(".jpg") for name, text in texts.items())
    assert json.loads(texts["findings.json"])["findings"]


def test_a_bundle_can_be_read_whatever_people_are_called(house):
    """A name is a token where people have written it; our own words stay as they are."""

    def texts():
        with zipfile.ZipFile(house.rooms.doctor.bundle()) as bundle:
            return {name: re.sub(r"\d", "", bundle.read(name).decode()) for name in bundle.namelist()}

    before = texts()
    game = house.rooms.games["abspecken"]
    people = seats_named(["e", "n", "M", "camera", "the"], "en")
    Sitting.begin(game, people, game.options(), house.rooms)

    assert texts() == before


def test_the_second_screen_opens_with_the_house_and_closes_with_it(home):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    loaded = settings_in_force(["stream.listen=network", f"stream.port={port}", "table.language=en"])
    with open_house(loaded) as opened:
        game = opened.rooms.games["abspecken"]
        Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), opened.rooms)
        (told,) = [health for health in opened.rooms.doctor.examine("en") if health.about == "stream"]
        code = opened.rooms.stream.code
        assert "in the settings, under Phones" in told.says and code not in told.says
        with urlopen(f"http://127.0.0.1:{port}/table?code={code}", timeout=10) as answer:
            assert json.load(answer)["people"][0]["seat"] == "Ada"
        with zipfile.ZipFile(opened.rooms.doctor.bundle()) as bundle:
            assert not any(code in bundle.read(name).decode() for name in bundle.namelist())

    with pytest.raises(OSError, match="refused"):
        urlopen(f"http://127.0.0.1:{port}/", timeout=10)


def test_the_doctor_never_mends_a_journal_that_is_being_written(house, tmp_path):
    before = sorted(path.name for path in tmp_path.iterdir())
    house.rooms.doctor.examine("de")

    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_the_app_can_be_closed_while_everything_runs(house, kivy_window):
    before = our_threads()
    app = CompanionApp(house.rooms)
    app._run_prepare()
    looks = []
    app.page.looked = looks.append
    over = time.monotonic() + PATIENCE
    try:
        while not looks:
            EventLoop.idle()
            assert time.monotonic() < over, "nothing was seen"
        assert {thread.name.split()[0] for thread in our_threads() if thread not in before} >= {
            "eyes",
            "board",
            "camera",
        }
    finally:
        app.dispatch("on_stop")
        app._app_window.remove_widget(app.root)
        App._running_app = None

    assert all_ended(before)
