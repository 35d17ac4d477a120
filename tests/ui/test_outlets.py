"""Outlets: what the screen shows goes to a real broker and to a web address, and the game survives both."""

import json
import shutil
import socket
import subprocess
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from ui.house import open_house
from ui.screen.sitting import Sitting
from ui.settings import Settings, settings_in_force
from ui.stream.outlets import Outlets, messages
from ui.stream.settings import OutletSettings

BROKER = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
needs_broker = pytest.mark.skipif(BROKER is None, reason="no Mosquitto here: no real broker was tried")


def buzzing():
    clock = HandClock(10**12)
    seats = seats_named(("Ada", "Ben", "Cem"))
    table = Table.start(find_game("buzzer"), seats, {"answer_s": 0}, Journal.open(":memory:", clock), clock)
    return table, clock


def press(table, clock, *seats):
    """All press within a millisecond."""
    ask = next(ask for ask in table.asks if ask.kind is Kind.CONFIRM)
    table.hear(Fact(Kind.CONFIRM, True, clock.now(), Source.TOUCH, ask.seats[0], ask.id))
    clock.advance(500 * MS)
    for n, seat in enumerate(seats):
        table.hear(Fact(Kind.CALL, "buzz", clock.now() + n * MS // 10, Source.BUTTON, seat))
    clock.advance(500 * MS)
    table.tick()


@pytest.mark.parametrize(("pressing", "tie"), [(("Ben",), False), (("Cem", "Ada"), True)])
def test_who_was_first_goes_out_once_with_the_colour_for_a_lamp(pressing, tie):
    table, clock = buzzing()
    told = []
    table.listen(lambda news: told.extend(messages(news, table, "en")))
    press(table, clock, *pressing)

    (first,) = [message for topic, message in told if topic == "first"]
    assert first["seat"] in pressing and first["tie"] is tie
    assert first["colour"] in ("red", "blue", "yellow")
    assert len(first["rgb"]) == 3 and all(0 <= part <= 255 for part in first["rgb"])
    assert [topic for topic, _ in told].count("table") == [topic for topic, _ in told].count("event")


def test_by_default_nothing_goes_out():
    assert Settings().outlets == OutletSettings(mqtt="", webhook="")
    outlets = Outlets(OutletSettings(), lambda: "en")
    outlets.heard(None, None)
    assert outlets.findings() == ()
    outlets.close()
    outlets.close()


def waited(holds):
    over = time.monotonic() + 15
    while not holds() and time.monotonic() < over:
        time.sleep(0.02)
    assert holds()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Broker:
    """A real Mosquitto, and somebody who has subscribed to everything."""

    def __init__(self, folder):
        self.port, self._folder, self.heard = free_port(), folder, {}
        (folder / "words").touch()
        subprocess.run(["mosquitto_passwd", "-b", folder / "words", "lamp", "p@ss"], check=True)
        (folder / "conf").write_text(
            f"listener {self.port} 127.0.0.1\npassword_file {folder}/words\nuser root\n"
        )
        self.start()

    def start(self):
        self.process = subprocess.Popen([BROKER, "-c", self._folder / "conf"], stderr=subprocess.DEVNULL)
        from paho.mqtt.client import Client  # noqa: PLC0415
        from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415

        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.username_pw_set("lamp", "p@ss")
        self.client.on_connect = lambda client, *_: client.subscribe("#")
        self.client.on_message = lambda _client, _data, told: self.heard.setdefault(told.topic, []).append(
            told.payload
        )
        waited(self._connects)
        self.client.loop_start()

    def _connects(self):
        try:
            return self.client.connect("127.0.0.1", self.port) == 0
        except OSError:
            return False

    def stop(self):
        self.client.loop_stop()
        self.process.kill()
        self.process.wait()

    def last(self, end):
        return next((told[-1] for topic, told in self.heard.items() if topic.endswith(end)), None)


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path)
    yield broker
    broker.stop()


@needs_broker
@pytest.mark.timeout(120)
def test_a_real_broker_hears_the_table_and_home_assistant_finds_it(broker):
    outlets = Outlets(OutletSettings(mqtt=f"mqtt://lamp:p%40ss@127.0.0.1:{broker.port}"), lambda: "en")
    table, clock = buzzing()
    table.listen(lambda news: outlets.heard(news, table))
    outlets.heard(None, table)
    press(table, clock, "Ben")
    waited(lambda: broker.last("/first"))
    assert json.loads(broker.last("/first"))["seat"] == "Ben"
    assert json.loads(broker.last("/table"))["game"] == table.game.about.title
    about = json.loads(broker.last("first/config"))
    assert about["state_topic"] in broker.heard and about["availability_topic"] in broker.heard
    assert broker.last("/here") == b"online" and [f.says.key for f in outlets.findings()] == ["outlet_ok"]

    broker.stop()
    waited(lambda: [f.says.key for f in outlets.findings()] == ["outlet_trouble"])
    table.undo(agreed=True)  # the game does not mind
    broker.heard.clear()
    broker.start()
    waited(lambda: broker.last("/here") == b"online")
    waited(lambda: broker.last("/table"))
    outlets.close()
    waited(lambda: broker.last("/here") == b"offline")


@needs_broker
@pytest.mark.timeout(120)
def test_the_house_sends_what_its_settings_say_and_keeps_the_password(broker, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    address = f"mqtt://lamp:p%40ss@127.0.0.1:{broker.port}"
    flags = [f"outlets.mqtt={address}", "camera.kind=none", "sound.volume=0", "table.language=en"]
    with open_house(settings_in_force(flags)) as house:
        game = house.rooms.games["abspecken"]
        Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), house.rooms)
        waited(lambda: broker.last("/table"))
        assert "outlet_ok" not in str(told := house.rooms.doctor.examine("en")) and "goes out" in str(told)
        with zipfile.ZipFile(house.rooms.doctor.bundle()) as bundle:
            assert not any("p%40ss" in bundle.read(name).decode() for name in bundle.namelist())
    waited(lambda: broker.last("/here") == b"offline")


@needs_broker
def test_a_broker_that_does_not_know_us_is_said(broker):
    outlets = Outlets(OutletSettings(mqtt=f"mqtt://lamp:wrong@127.0.0.1:{broker.port}"), lambda: "en")
    waited(lambda: "authori" in str(outlets.findings()[0].says.args["why"]).lower())
    outlets.close()


@pytest.mark.parametrize("address", ["mqtt://127.0.0.1:1", "mqtt://:x", "nonsense", "mqtt://127.0.0.1:99999"])
def test_a_broker_that_is_not_there_costs_nothing(address):
    outlets = Outlets(OutletSettings(mqtt=address), lambda: "en")
    table, _clock = buzzing()
    begun = time.monotonic()
    for _ in range(300):
        outlets.heard(None, table)
    assert time.monotonic() - begun < 5 and outlets.findings()[0].says.key == "outlet_trouble"
    outlets.close()


def test_each_event_is_posted_and_an_address_that_fails_is_said():
    posted, status = [], [200]

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self):
            posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status[0])
            self.end_headers()

        def log_message(self, *_): ...

    server = HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    outlets = Outlets(OutletSettings(webhook=f"http://127.0.0.1:{server.server_port}/hook"), lambda: "en")
    table, clock = buzzing()
    table.listen(lambda news: outlets.heard(news, table))
    press(table, clock, "Ben")
    waited(lambda: any(event.get("seat") == "Ben" and "rgb" in event for event in posted))
    assert outlets.findings()[0].says.key == "outlet_ok"
    status[0] = 500
    table.undo(agreed=True)
    waited(lambda: outlets.findings()[0].says.key == "outlet_trouble")
    server.shutdown()
    outlets.close()
