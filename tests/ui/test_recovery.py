"""Copies after every game, the page that needs nothing, looking on elsewhere, and the seal of a game."""

import os
import shutil
import time
from contextlib import contextmanager
from itertools import product
from random import Random

import cv2
import numpy as np
import pytest
import screen_audit
import screen_shots
from msgspec.structs import replace
from screen_finger import furnished

from companion import __version__
from companion.clock import HandClock
from companion.games import all_games
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.seats import seats_named
from tests.at_first import quick
from ui.command import main
from ui.exporting import FOLDER
from ui.house import open_house
from ui.lab.release import make_bundle
from ui.lab.trials.breaks import play_shortly
from ui.recovery import KEPT, Copies
from ui.screen.sitting import Sitting
from ui.seal import Seal, seal_of, sealed_lines, why_not_proven
from ui.settings import journal_file, settings_in_force
from ui.update.releases import Releases

SIZES = [(800, 480), (720, 1280)]
SHOWN = [*product(["de", "en"], SIZES)]


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "data"


@contextmanager
def house(*, safe=False, language="en"):
    with open_house(
        settings_in_force([f"table.language={language}", "sound.volume=0", "camera.kind=none"]), safe=safe
    ) as opened:
        yield opened


def played_out(rooms, name="sums"):
    """A game played by random moves to its end, through the rooms of a house."""
    game = rooms.games[name]
    sitting = Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), rooms)
    random = Random(1)
    for _ in range(3000):
        if sitting.table.over:
            return sitting
        state = sitting.table.state
        moves = [move for seat in state.seats for move in legal(game, state, seat)]
        sitting.table.propose(game.write_move(random.choice(moves)))
    raise AssertionError("it never ended")


def photographed(finger, name):
    """What the window shows, upper row first."""
    finger.step(4)
    picture = finger.picture()
    screen_shots.kept(picture, name)
    return picture


# --- copies ---


def test_t13_after_a_game_a_copy_lies_beside_the_journal_and_on_a_stick(data, tmp_path, monkeypatch):
    stick = tmp_path / "media" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr("ui.recovery.mounted", lambda root: [stick] if str(root) == "/media" else [])
    with house() as opened:
        played_out(opened.rooms)
        opened.copies.close()
        copies = opened.rooms.recovery.copies()

        assert {copy.file.parent for copy in copies} == {data, stick / FOLDER}
        assert [(copy.games, copy.on_stick) for copy in sorted(copies, key=lambda c: c.on_stick)] == [
            (1, False),
            (1, True),
        ]
        with Journal.look(copies[0].file, HandClock()) as copy:
            assert copy.trouble is None
            assert copy.games()[0].finished and copy.verify().good


def test_t13_a_few_generations_stay_and_the_largest(tmp_path):
    clock = HandClock(wall=1_700_000_000 * 10**9)
    with Journal.open(tmp_path / "journal.sqlite", clock) as journal:
        play_shortly(journal, 30)
    copies = Copies(tmp_path / "journal.sqlite", clock, ())
    (largest,) = copies.make()
    (tmp_path / "journal.sqlite").unlink()
    with Journal.open(tmp_path / "journal.sqlite", clock) as journal:
        play_shortly(journal, 1)
    made = []
    for _ in range(2 * KEPT):
        clock.advance(3600 * 10**9)
        made += copies.make()

    assert {copy.file for copy in copies.found()} == {largest, *made[-KEPT:]}
    assert copies.found()[0].file == made[-1]


def test_t13_a_copy_on_a_stick_that_is_full_is_not_half_there(tmp_path, monkeypatch):
    clock = HandClock()
    with Journal.open(tmp_path / "journal.sqlite", clock) as journal:
        play_shortly(journal, 1)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.journal.swap.fill", full)
    assert Copies(tmp_path / "journal.sqlite", clock, ()).make() == ()
    assert not list(tmp_path.glob("journal_*"))


# --- the page that needs nothing ---


def spoil(data, what):
    file = {"journal": journal_file(), "preferences": data / "preferences.json"}[what.split()[0]]
    file.parent.mkdir(parents=True, exist_ok=True)
    match what.partition(" ")[2]:
        case "is garbage":
            file.write_bytes(os.urandom(9000))
        case "is a folder":
            file.mkdir()
        case "half a character":
            file.write_text('{"language":"\\ud800"}')
        case "is empty":
            file.write_bytes(b"")


@pytest.mark.screens
@pytest.mark.parametrize(
    "what",
    [
        "journal is missing",
        "journal is garbage",
        "journal is a folder",
        "journal is empty",
        "preferences is garbage",
        "preferences is a folder",
        "preferences half a character",
        "no place at all",
    ],
)
def test_t13_safe_mode_starts_whatever_is_there_and_its_page_works(data, tmp_path, what, screen, monkeypatch):
    if what == "no place at all":
        data.write_text("a file lies where the folder should be")
    else:
        spoil(data, what)
    monkeypatch.setattr("ui.exporting.mounted", lambda root: [tmp_path] if str(root) == "/media" else [])
    with house(safe=True) as opened:
        opened.rooms.preferences.put("language", "en")
        finger = screen.in_rooms(opened.rooms)
        finger.step(3)
        finger.page.clear_over()
        finger.tap("Copy to a stick")
        assert any("On the memory stick" in text for text in finger.texts())
        finger.tap("All right", "Play by touch")
        assert finger.app.page_name == "home"
    assert list(tmp_path.glob("journal-*.sqlite"))


@pytest.mark.screens
def test_t13_a_copy_comes_back_by_two_taps(data, screen):
    with house() as opened:
        played_out(opened.rooms)
        opened.copies.close()
        play_shortly(opened.rooms.journal, 2)
    with house(safe=True) as opened:
        opened.rooms.preferences.put("language", "en")
        finger = screen.in_rooms(opened.rooms)
        finger.step(3)
        finger.page.clear_over()
        finger.tap("1 game", "Restore it")
        assert any("1 game" in text and "before-restore" in text for text in finger.texts())
        assert len(opened.rooms.journal.games()) == 1
        assert opened.rooms.journal.append(0, [("start", {"game": "sums"})])


@pytest.mark.screens
@pytest.mark.parametrize(("language", "size"), quick(SHOWN, 0, more=2), ids=str)
def test_t13_the_pages_can_be_read_and_touched(data, screen, size, language):
    with house(language=language) as opened:
        played_out(opened.rooms)
        opened.copies.close()
        with house(language=language) as second:
            finger = screen.in_rooms(second.rooms, size)
            finger.page.clear_over()
            for name in ("held", "onlook"):
                finger.app.go(name)
                photographed(finger, f"{name} {language} {size[0]}")
                assert screen_audit.complaints(finger.page) == []
    with house(safe=True, language=language) as opened:
        opened.rooms.preferences.put("language", language)
        finger = screen.in_rooms(opened.rooms, size)
        for name in ("recovery", "settings"):
            finger.app.go(name)
            photographed(finger, f"{name} {language} {size[0]}")
            assert screen_audit.complaints(finger.page) == []
        finger.app.go("recovery")
        finger.tap(next(one for one in finger.seen() if opened.rooms.recovery.copies()[0].when in one.called))
        photographed(finger, f"restore {language} {size[0]}")
        assert screen_audit.complaints(finger.page) == []


# --- looking on ---


@pytest.mark.screens
def test_t13_a_second_app_says_who_has_the_table_and_looks_on(data, screen):
    with house() as first:
        game = first.rooms.games["abspecken"]
        sitting = Sitting.begin(game, seats_named(["Ada", "Ben"], "en"), game.options(), first.rooms)
        with house() as second:
            finger = screen.in_rooms(second.rooms)
            finger.page.clear_over()
            assert any(f"process {os.getpid()}" in text for text in finger.texts())
            before = first.rooms.journal.last()
            finger.tap("Look on")
            shown = finger.texts()
            assert any("0" in text for text in shown)
            ask = sitting.table.asks[0]
            evenings_answer(sitting, ask)
            finger.page.look()
            finger.step(2)
            assert first.rooms.journal.last().id > before.id
            assert finger.texts() != shown
            finger.tap("Back")
    with Journal.look(journal_file(), HandClock()) as journal:
        assert journal.games()
        assert "resume" not in {entry.kind for entry in journal.entries()}, "looking on writes nothing"


def evenings_answer(sitting, ask):
    sitting.answer(ask, ask.choices[0].value)


# --- the seal ---


@pytest.mark.screens
@pytest.mark.parametrize(("language", "size"), quick(SHOWN, 0, more=2), ids=str)
def test_t13_the_last_hash_is_photographed_from_the_end_page(kivy_window, screen, size, language):
    rooms = furnished(all_games())
    rooms.preferences.put("language", language)
    finger = screen.in_rooms(rooms, size)
    sitting = played_out(rooms)
    finger.app.stage.sit(sitting)
    finger.app.go("end")
    seal = seal_of(rooms.journal, sitting.table.game_id)

    assert read(photographed(finger, f"end {language} {size[0]}")) == seal.text
    assert screen_audit.complaints(finger.page) == []
    finger.page._show_seal(seal)
    assert read(photographed(finger, f"seal {language} {size[0]}")) == seal.text
    assert screen_audit.complaints(finger.page) == []


def read(picture):
    large = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(large)[0]


def test_the_code_that_closes_a_record_is_read_by_a_phone():
    """Each sign is two modules, one above the other, light where it is full."""
    light = {" ": (0, 0), "▄": (0, 255), "▀": (255, 0), "█": (255, 255)}
    lines = [line.removeprefix("# ") for line in sealed_lines(Seal(7, "ab" * 32))][1:]
    rows = [[light[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))

    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == Seal(7, "ab" * 32).text


def test_t13_the_seal_proves_a_record_and_no_changed_one(data, tmp_path, capsys):
    with house() as opened:
        sitting = played_out(opened.rooms)
        seal = seal_of(opened.rooms.journal, sitting.table.game_id)
    assert main(["export", "-o", str(tmp_path / "record")]) == 0
    lines = (tmp_path / "record").read_text("utf-8").splitlines()
    assert f"# {seal.text}" in lines and any("█" in line for line in lines)
    assert main(["replay", str(tmp_path / "record"), "--verify", "--seal", seal.text]) == 0
    assert "beweist, dass nichts geändert wurde" in capsys.readouterr().out

    other = seal.text.replace(seal.hash.upper()[-1], "0" if seal.hash[-1] != "0" else "1")
    assert main(["replay", str(tmp_path / "record"), "--verify", "--seal", other]) != 0
    assert "another seal" in capsys.readouterr().out


def test_t13_a_game_that_was_changed_and_hashed_anew_has_another_seal():
    clock = HandClock()
    honest, forged = Journal.open(":memory:", clock), Journal.open(":memory:", clock)
    for journal, points in ((honest, 3), (forged, 4)):
        first = journal.append(0, [("start", {"game": "sums"})])[0]
        journal.append(first.id, [("fact", {"points": points}), ("end", {"outcome": {}})])
    seal = seal_of(honest, 1)

    assert why_not_proven(honest.entries(1), seal.text) == ""
    assert why_not_proven(forged.entries(1), seal.text) == "the record ends with another seal"
    changed = [replace(entry, body="{}") if entry.id == 2 else entry for entry in honest.entries(1)]
    assert why_not_proven(changed, seal.text) == "entry 2 was changed"
    assert "no seal" in why_not_proven(honest.entries(1), "hello")


def test_t13_entries_of_another_game_in_between_are_told():
    journal = Journal.open(":memory:", HandClock())
    journal.append(0, [("start", {"game": "sums"})])
    journal.append(0, [("start", {"game": "sums"})])
    journal.append(1, [("end", {"outcome": {}})])

    assert "from entry 3 on" in why_not_proven(journal.entries(1), seal_of(journal, 1).text)
    assert seal_of(journal, 2) is None


# --- a new version on a stick ---


@pytest.fixture
def stick(tmp_path, monkeypatch):
    """A stick that is put in when its folder is made; and a kit with one version."""
    place, kit = tmp_path / "STICK", Releases(tmp_path / "kit")
    release = tmp_path / "kit" / "releases" / "20260101-000000"
    (release / "bin").mkdir(parents=True)
    (release / "bin" / "companion").touch()
    kit.use(release)
    for module in ("ui.recovery", "ui.exporting"):
        monkeypatch.setattr(
            f"{module}.mounted", lambda root: [place] if str(root) == "/media" and place.is_dir() else []
        )
    monkeypatch.setattr("ui.recovery.here", lambda: kit)
    return place


def put_in(stick, version="9.0.0"):
    wheels = stick.parent / "wheels"
    wheels.mkdir()
    (wheels / f"table_companion-{version}-py3-none-any.whl").write_bytes(b"no wheel")
    stick.mkdir()
    make_bundle(stick / "table-companion.bundle", wheels)


@pytest.mark.screens
@pytest.mark.parametrize(("size", "language"), quick([*product(SIZES, ["de", "en"])], 0, 1), ids=str)
def test_t13_a_release_on_a_stick_is_found_agreed_to_and_tried(data, stick, screen, size, language):
    agree, yes = {"de": ("Zustimmen", "Verwenden"), "en": ("Agree", "Use it")}[language]
    with house(language=language) as opened:
        opened.rooms.preferences.put("tutorial", "off")
        finger = screen.in_rooms(opened.rooms, size)
        finger.app.go("home")
        finger.step(4)
        assert not any("9.0.0" in touchable.called for touchable in finger.seen())
        put_in(stick)
        finger.page.look()
        finger.wait(lambda: any("9.0.0" in touchable.called for touchable in finger.seen()), 5000)
        photographed(finger, f"stick {language} {size[0]}")
        assert screen_audit.complaints(finger.page) == []
        finger.tap("9.0.0")
        photographed(finger, f"stick recovery {language} {size[0]}")
        assert screen_audit.complaints(finger.page) == []
        finger.tap("9.0.0")
        finger.tap(yes)
        photographed(finger, f"stick unsigned {language} {size[0]}")
        assert screen_audit.complaints(finger.page) == []
        assert any("signature" in text or "Unterschrift" in text for text in finger.texts())
        before = opened.rooms.recovery.releases.current()
        finger.tap(agree)
        photographed(finger, f"stick trying {language} {size[0]}")
        for _ in range(1200):  # an environment is made in truth
            if any("could not be made" in text or "nicht anlegen" in text for text in finger.texts()):
                break
            time.sleep(0.1)
            finger.step(1)
        photographed(finger, f"stick refused {language} {size[0]}")
        assert opened.rooms.recovery.releases.current() == before, "what is no wheel comes into no use"
        assert opened.rooms.journal.append(0, [("start", {"game": "sums"})])


def test_t13_only_a_release_that_is_newer_is_offered(data, stick):
    put_in(stick, __version__)
    with house() as opened:
        assert opened.rooms.recovery.newer() is None
        for folder in (stick, stick.parent / "wheels"):
            shutil.rmtree(folder)
        put_in(stick)
        assert opened.rooms.recovery.newer().version == "9.0.0"
