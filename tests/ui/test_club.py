"""A club evening: what every table tells comes to the hall once, whatever dies meanwhile."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from chromium import PROGRAM, Chromium
from command_line import said
from msgspec.structs import replace

from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.journal.connect import connect_read_only
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import MORE
from ui.exporting import forget
from ui.house import open_house
from ui.screen.sitting import Sitting
from ui.settings import Forgetful, settings_in_force
from ui.stream.club.hall import Hall
from ui.stream.club.table import ClubTable, records
from ui.stream.settings import ClubSettings

BROKER = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
needs_broker = pytest.mark.skipif(BROKER is None, reason="no Mosquitto here: no real broker was tried")
LEAGUE = "Sommer 26"
COMPANION = "from ui.command import main; main()"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Process:
    """Something that is killed as a plug is pulled, and started again."""

    def __init__(self, *words, **environment):
        self._words, self._environment = [str(word) for word in words], {**os.environ, **environment}
        self.kills = 0
        self.start()

    def start(self):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(self._words, env=self._environment, **quiet)

    @property
    def lives(self):
        return self._process.poll() is None

    def kill(self):
        self._process.kill()
        self._process.wait()
        self.kills += 1


@pytest.fixture
def started():
    """Starts processes that all end with the test."""
    processes = []

    def start(*words, **environment):
        processes.append(Process(*words, **environment))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()


def broker_at(started, folder, port):
    """A real Mosquitto that keeps nothing on the disk: what it has confirmed is lost when it dies."""
    (folder / "conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n")
    return started(BROKER, "-c", folder / "conf")


def waited(holds, seconds=20):
    over = time.monotonic() + seconds
    while not holds() and time.monotonic() < over:
        time.sleep(0.05)
    assert holds()


class Club:
    """Tables, a broker and a hall, each a process of its own."""

    def __init__(self, started, folder, tables, games):
        self._folder, self._games, self.page = folder, games, free_port()
        port = free_port()
        address = f"mqtt://127.0.0.1:{port}"
        self.broker = broker_at(started, folder, port)
        flags = [f"--set=club.mqtt={address}", f"--set=club.league={LEAGUE}", f"--set=club.port={self.page}"]
        data = {"COMPANION_DATA": str(folder / "hall"), "COMPANION_CONFIG": str(folder / "none.toml")}
        self.hall = started(sys.executable, "-c", COMPANION, "club", *flags, **data)
        script = Path(__file__).with_name("club_table_process.py")
        self.tables = [folder / f"table{n}" for n in range(tables)]
        for place in self.tables:
            place.mkdir()
        self.at_them = [
            started(sys.executable, script, place, address, place.name, n, games)
            for n, place in enumerate(self.tables)
        ]

    def journal_of(self, place):
        """Every game of a table, as its journal says."""
        try:
            with closing(connect_read_only(place / "journal.sqlite")) as journal:
                table = json.loads((place / "p.json").read_text("utf-8"))["club"][1]
                return list(records(journal, 0, table, place.name))
        except Exception:  # it has not begun
            return []

    @property
    def played(self):
        return [record for place in self.tables for record in self.journal_of(place)]

    @property
    def all_done(self):
        assert all(one.lives for one in (self.broker, self.hall, *self.at_them))
        each = (self.journal_of(place) for place in self.tables)
        return all(sum(one.state == "over" for one in games) >= self._games for games in each)

    def shown(self):
        try:
            with urlopen(f"http://127.0.0.1:{self.page}/club.json", timeout=5) as answer:
                return json.load(answer)
        except OSError:
            return {"games": -1}

    @property
    def kept(self):
        """What the hall has on its disk."""
        with closing(connect_read_only(self._folder / "hall" / "league.sqlite")) as file:
            return [body for (body,) in file.execute("SELECT body FROM records")]


@needs_broker
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(
    ("tables", "games", "kills"),
    [
        pytest.param(5, 4, 20, id="5 tables", marks=MORE),
        pytest.param(40, 6, 240, id="40 tables", marks=pytest.mark.long),
    ],
)
def test_no_result_is_lost_or_doubled_whatever_is_killed(started, tmp_path, tables, games, kills):
    random, club = Random(tables), Club(started, tmp_path, tables, games)
    waited(lambda: club.shown()["games"] > 0, 300)
    for number in range(kills):
        one = random.choice([club.broker, club.hall, *random.choices(club.at_them, k=2)])
        one.kill()
        time.sleep(random.uniform(0, 0.5))
        one.start()
        time.sleep(random.uniform(0, 1.5))
        if number == kills // 2:  # the hall loses its file as well
            club.hall.kill()
            shutil.rmtree(tmp_path / "hall")
            club.hall.start()
    waited(lambda: club.all_done, 300)
    played = club.played
    over = [record for record in played if record.state == "over"]
    waited(lambda: club.shown()["games"] == len(over), 60)

    shown = club.shown()
    assert len(over) == len({record.game for record in over}) == tables * games
    seats = [(seat, record) for record in over for seat in record.seats]
    standings = {one["name"]: one for one in shown["standings"]}
    for name in {seat for seat, _ in seats}:
        mine = [record for seat, record in seats if seat == name]
        assert standings[name]["games"] == len(mine)
        assert standings[name]["wins"] == sum(name in record.winners for record in mine)
    assert shown["playing"] == 0 and len(shown["tables"]) == tables
    waited(lambda: all(one["here"] for one in club.shown()["tables"]), 60)
    dead = sum(table.kills for table in club.at_them)
    print(f"\n{len(over)} results of {tables} tables, {len(club.kept)} records; killed: {club.broker.kills}")
    print(f"times the broker, {club.hall.kills} times the hall, {dead} times a table")


@needs_broker
@MORE[0]
@MORE[1]
@pytest.mark.skipif(PROGRAM is None, reason="no Chromium here: no real browser was tried")
def test_the_page_goes_on_by_itself_when_the_hall_is_back(started, tmp_path):
    club = Club(started, tmp_path, 1, 1)
    waited(lambda: club.shown()["games"] == 1, 60)
    browser = Chromium(tmp_path / "browser")
    try:
        page = browser.phone(f"http://127.0.0.1:{club.page}/", (800, 480), "fr")
        page.says("Classement")
        page.says("partie finie")
        club.hall.kill()
        page.says("La salle ne répond pas")
        club.hall.start()
        page.wait("!document.getElementById('trouble').textContent")
        club.broker.kill()
        page.says("Le serveur MQTT ne répond pas")
        club.broker.start()
        page.wait("!document.getElementById('trouble').textContent")
    finally:
        browser.close()


# --- one table, through the house ---


@pytest.fixture
def club(started, tmp_path):
    port = free_port()
    broker_at(started, tmp_path, port)
    return ClubSettings(mqtt=f"mqtt://127.0.0.1:{port}", league=LEAGUE, table="Table 1", port=free_port())


def attended(hall, holds, seconds=20):
    """The *hall* attends until *holds* is true of what it shows."""
    over = time.monotonic() + seconds
    hall.attend(0)
    while not holds(hall.shown) and time.monotonic() < over:
        hall.attend(0.1)
    assert holds(hall.shown), hall.shown


@needs_broker
def test_the_house_tells_the_club_of_games_from_now_on(club, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    plain = ["camera.kind=none", "sound.volume=0", "table.language=en"]
    flags = [*plain, f"club.mqtt={club.mqtt}", f"club.league={LEAGUE}", "club.table=Table 1"]

    def sat(house, *names):
        game = house.rooms.games["abspecken"]
        return Sitting.begin(game, seats_named(names, "en"), game.options(), house.rooms)

    with open_house(settings_in_force(plain)) as house:
        sat(house, "Old", "Older")
    hall = Hall(club, tmp_path / "league.sqlite", tmp_path)
    with open_house(settings_in_force(flags)) as house:
        sitting = sat(house, "Ada", "Ben")
        attended(hall, lambda shown: shown["playing"] == 1)
        sitting.table.leave()
        sat(house, "Cem", "Dora")
        attended(hall, lambda shown: [*shown["tables"][0]["seats"]] == ["Cem", "Dora"])
        assert hall.shown["tables"][0]["called"] == "Table 1" and hall.shown["tables"][0]["here"]
        assert "Old" not in str(hall.shown) and "is told" in str(house.rooms.doctor.examine("en"))
    attended(hall, lambda shown: not shown["tables"][0]["here"])
    hall.close()


# --- what is told, and what is not ---


def told_of(journal, since=0):
    return [(one.seats, one.state) for one in records(journal.connection, since, "t", "T")]


def test_only_games_without_bots_are_told_of():
    clock = HandClock(10**12)
    journal = Journal.open(":memory:", clock)
    for seats in (
        seats_named(("Ada", "Ben")),
        (*seats_named(("Cem",)), replace(seats_named(("Bot",))[0], bot="sly", acts=True)),
    ):
        Table.start(find_game("yacht"), seats, {}, journal, clock)
    assert told_of(journal) == [(("Ada", "Ben"), "playing")]
    assert told_of(journal, since=1) == []


def test_a_game_is_the_same_when_somebody_is_forgotten_and_another_one_in_an_older_journal(tmp_path):
    clock, place = HandClock(10**12), tmp_path / "journal.sqlite"

    def played(journal, name):
        clock.advance(10**10)
        Table.start(find_game("yacht"), seats_named((name, "Ben")), {}, journal, clock).leave()
        return {(one.game, one.entry) for one in records(journal.connection, 0, "t", "T")}

    with Journal.open(place, clock) as journal:
        one = played(journal, "Ada")
        copy = journal.backup(tmp_path / "copy.sqlite")
        two = played(journal, "Ada")
        forget(journal, "Ada")
        told = list(records(journal.connection, 0, "t", "T"))
        assert {(one.game, one.entry) for one in told} == two > one
        assert "Ada" not in str(told)
        journal.restore(copy)
        again = played(journal, "Ada")
        assert again > one and len(again | two) == 3


class Asked:
    """A broker that takes nothing."""

    def __init__(self, *_words):
        self.trouble = "no answer"

    def close(self): ...


def test_a_table_is_the_same_in_its_league_and_another_one_in_the_next(monkeypatch):
    monkeypatch.setattr("ui.stream.club.table.Broker", Asked)
    clock, kept = HandClock(10**12), Forgetful()

    def joined(league, games):
        journal = Journal.open(":memory:", clock)
        for _ in range(games):
            Table.start(find_game("yacht"), seats_named(("Ada", "Ben")), {}, journal, clock)
        ClubTable(ClubSettings(mqtt="x", league=league), journal, Path("none"), kept)
        return kept.get("club")

    first = joined("A", 3)
    assert joined("A", 5) == first == ["A", first[1], 3], "games from before are nobody's business"
    assert joined("A", 1) == ["A", first[1], 1], "an older journal was brought back"
    second = joined("B", 2)
    assert second[0] == "B" and second[1] != first[1] and second[2] == 2
    kept.put("club", {"spoilt": True})
    assert joined("B", 2)[1] not in (first[1], second[1])


def test_what_somebody_else_writes_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr("ui.stream.club.hall.Broker", Asked)
    Asked.tell = lambda *_words, **_more: None
    hall = Hall(ClubSettings(mqtt="x"), tmp_path / "league.sqlite", tmp_path)
    root, good = "companion-club/club", b'{"table":"t","called":"T","game":"g","entry":"e","number":1,'
    good += b'"begun":1,"plays":"chess","seats":["Ada"],"more":"\xff"}'
    for topic, message in (
        ("game/t/g", b""), ("game/t/g", b"\xff"), ("game/t/g", b"[" * 9000), ("game/u/g", good),
        ("here/t", b"\xff" * 99), ("game/t/g", good.replace(b"\xff", b"")),
    ):  # fmt: skip
        hall._news.put((f"{root}/{topic}", message))
    hall.attend(0)
    (table,) = hall.shown["tables"]
    assert table["plays"] == "chess" and table["here"] and len(table["called"]) <= 40
    assert json.loads((tmp_path / "club.json").read_text("utf-8"))["playing"] == 1
    hall.close()


def test_without_a_broker_the_command_says_what_to_do(home, capsys):
    code, _out, err = said(capsys, "club")
    assert code == 2 and "club.mqtt" in err


@pytest.mark.parametrize("address", ["192.168.1.2", "http://192.168.1.2", "mqtt://"])
def test_what_is_no_address_of_a_broker_is_named_with_what_is_one(home, capsys, address):
    code, _out, err = said(capsys, "club", "--set", f"club.mqtt={address}")
    assert code != 0 and "does not fit" in err and "mqtt://user:password@address:1883" in err


def test_a_file_that_is_none_is_named(home, capsys):
    (home / "data").mkdir()
    (home / "data" / "league.sqlite").write_bytes(b"no database" * 1000)
    code, _out, err = said(capsys, "club", "--set", "club.mqtt=mqtt://127.0.0.1:1")
    assert code == 1 and "league.sqlite" in err


def test_nothing_of_it_is_loaded_while_it_is_off():
    loads = "import sys, ui.house; print([name for name in sys.modules if 'club' in name or 'paho' in name])"
    told = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
