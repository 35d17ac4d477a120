"""Updates: the new version is tried first, every failure leaves what ran before, and there is a way back."""

import os
import signal
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.clock import SystemClock
from companion.journal import Journal
from ui.command import main, update_command
from ui.update import trial
from ui.update.releases import KEPT, Releases, here
from ui.update.signatures import what_is_wrong
from ui.update.sources import folder_of_the_first_time, newest_wheel
from ui.update.steps import UpdateFailed, go_back, update

COMPANION = Path(sys.executable).parent / "companion"
NOW = datetime(2026, 5, 4, 12, 0, 0)


class Workshop:
    """The world around an update, with a fault at the wished place."""

    def __init__(self, make="", trial="", restart=(), running=True):
        self.faults, self.restarts, self.running = {"make": make, "trial": trial}, list(restart), running
        self.restarted = 0

    def make(self, release, source):
        if not self.faults["make"]:
            put_command(release)
        return self.faults["make"]

    def what_is_wrong(self, release, journal):
        return self.faults["trial"]

    def runs(self):
        return self.running

    def restart(self):
        self.restarted += 1
        return self.restarts.pop(0) if self.restarts else ""


def put_command(release):
    (release / "bin").mkdir(parents=True)
    (release / "bin" / "companion").write_text("#!/bin/sh\n", "utf-8")


@pytest.fixture
def releases(tmp_path):
    found = Releases(tmp_path / "kit")
    put_command(tmp_path / "kit" / "releases" / "20260101-000000")
    found.use(tmp_path / "kit" / "releases" / "20260101-000000")
    return found


@pytest.fixture
def journal(tmp_path):
    place = tmp_path / "data" / "journal.sqlite"
    place.parent.mkdir()
    Journal.open(place, SystemClock()).close()
    return place


def done(releases, journal, works):
    return update(releases, "new.whl", journal, works, NOW, lambda _line: None)


def test_a_good_version_comes_into_use(releases, journal):
    works = Workshop()

    updated = done(releases, journal, works)

    assert releases.current() == updated.release.resolve()
    assert works.restarted == 1
    assert updated.backup is not None and updated.backup.is_file()


def test_without_a_running_app_nothing_is_restarted(releases, journal):
    works = Workshop(running=False)

    done(releases, journal, works)

    assert works.restarted == 0


@pytest.mark.parametrize(
    ("works", "told"),
    [
        (Workshop(make="no network"), "no network"),
        (Workshop(trial="It does not start: boom"), "boom"),
        (Workshop(restart=["timed out"]), "runs again"),
    ],
    ids=["cannot be made", "is not well", "does not come up"],
)
def test_whatever_goes_wrong_the_version_before_is_in_use(releases, journal, works, told):
    before = releases.current()

    with pytest.raises(UpdateFailed, match=told):
        done(releases, journal, works)

    assert releases.current() == before


def test_what_could_not_be_used_is_thrown_away(releases, journal):
    with pytest.raises(UpdateFailed):
        done(releases, journal, Workshop(trial="no"))

    assert len(list((releases.place / "releases").iterdir())) == 1


def test_the_app_is_restarted_with_the_version_before_when_the_new_one_does_not_come_up(releases, journal):
    works = Workshop(restart=["timed out"])

    with pytest.raises(UpdateFailed):
        done(releases, journal, works)

    assert works.restarted == 2


def test_the_way_back(releases, journal):
    first = releases.current()
    done(releases, journal, Workshop())

    assert go_back(releases, journal, Workshop()).resolve() == first == releases.current()
    with pytest.raises(UpdateFailed, match="no older"):
        go_back(releases, journal, Workshop())


def test_only_the_last_few_versions_are_kept(releases, journal):
    for minute in range(5):
        update(releases, "x", journal, Workshop(), NOW.replace(minute=minute), lambda _line: None)

    assert len(releases.all()) == KEPT
    assert releases.current() in {release.resolve() for release in releases.all()}


def test_two_updates_in_one_second_do_not_meet(releases):
    (releases.place / "releases" / "20260504-120000").mkdir()

    assert releases.fresh(NOW).name == "20260504-120001"


def test_a_clock_in_1970_does_not_turn_the_order_round(releases, journal):
    first = releases.current()
    done = update(releases, "x", journal, Workshop(), datetime(1970, 1, 1), lambda _line: None)

    assert releases.all()[-1] == done.release and releases.before().resolve() == first
    assert go_back(releases, journal, Workshop()).resolve() == first


def test_a_program_knows_whether_the_installer_has_put_it_there(tmp_path):
    assert here(str(tmp_path / "kit" / "releases" / "20260101-000000" / "bin" / "python")) == Releases(
        tmp_path / "kit"
    )
    assert here(str(tmp_path / ".venv" / "bin" / "python")) is None


def test_the_newest_wheel_is_found_by_its_version_not_by_its_letters(tmp_path):
    for version in ("0.9.1", "0.10.0", "0.10.0rc1", "0.2.0"):
        (tmp_path / f"table_companion-{version}-py3-none-any.whl").touch()
    (tmp_path / "table_companion-9.9-cp311-win.whl").touch()

    assert newest_wheel([tmp_path, tmp_path / "none"]).name == "table_companion-0.10.0-py3-none-any.whl"
    assert newest_wheel([tmp_path / "none"]) is None


def test_the_folder_of_the_first_time_is_remembered(tmp_path):
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    (tmp_path / "source").write_text(f"folder {folder} 0123456789abcdef\n", "utf-8")

    assert folder_of_the_first_time(tmp_path) == folder
    (folder / "pyproject.toml").unlink()
    assert folder_of_the_first_time(tmp_path) is None
    assert folder_of_the_first_time(folder) is None


def test_a_version_that_fails_its_trial_is_told_with_its_last_line(tmp_path, journal):
    asked = []

    def run(command, words, place):
        asked.append(words[0])
        return ("kivy is missing" if words[0] == "demo" else ""), ""

    assert (
        trial.what_is_wrong(tmp_path, journal, run) == "It does not play a whole game right: kivy is missing"
    )
    assert asked == ["version", "demo"]


def test_the_trial_works_on_a_copy_of_the_journal(tmp_path, journal):
    places = set()

    def run(command, words, place):
        places.add(place["COMPANION_DATA"])
        assert (Path(place["COMPANION_DATA"]) / "journal.sqlite").exists()
        return trial.started(COMPANION, words, place) if words[0] in ("export", "replay") else ("", "")

    assert trial.what_is_wrong(tmp_path, journal, run) == ""
    assert str(journal.parent) not in places


def test_a_command_that_is_not_there_is_no_traceback(tmp_path):
    assert trial.started(tmp_path / "bin" / "companion", ("version",), {})[0] != ""


def test_a_command_that_only_returns_0_does_not_pass_the_trial(tmp_path, journal):
    put_command(tmp_path)
    (tmp_path / "bin" / "companion").chmod(0o755)

    assert "known game" in trial.what_is_wrong(tmp_path, journal)


@pytest.fixture
def signed(tmp_path):
    """A wheel with its signature, and the file of signers who count."""
    key, wheel = tmp_path / "key", tmp_path / "table_companion-9.0.0-py3-none-any.whl"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    wheel.write_bytes(b"wheel")
    sign = ["ssh-keygen", "-q", "-Y", "sign", "-n", "table-companion", "-f", key, wheel]
    subprocess.run(sign, check=True, capture_output=True)
    signers = tmp_path / "signers"
    signers.write_text(f"release {key.with_suffix('.pub').read_text('utf-8')}", "utf-8")
    return wheel, signers


def test_a_signature_counts_if_its_key_does_and_nothing_was_changed(signed, tmp_path):
    wheel, signers = signed
    assert what_is_wrong(wheel, [signers]) == ""
    assert "key" in what_is_wrong(wheel), "a key that nobody here knows"
    assert "no signature" in what_is_wrong(signers, [signers])
    assert "folder" in what_is_wrong(tmp_path, [signers])
    wheel.write_bytes(b"wheel!")
    assert "changed" in what_is_wrong(wheel, [signers])


@pytest.mark.parametrize(
    ("version", "words", "told"),
    [
        ("9.0.0", [], "no signature"),
        ("0.0.1", ["--unsigned"], "no newer"),
        ("9.0.0", ["--unsigned"], "could not be made"),
        ("0.0.1", ["--unsigned", "--older"], "could not be made"),
    ],
)
def test_what_is_unsigned_or_older_is_refused_unless_agreed(
    releases, tmp_path, monkeypatch, capsys, version, words, told
):
    wheel = tmp_path / f"table_companion-{version}-py3-none-any.whl"
    wheel.write_bytes(b"no wheel")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "none"))
    monkeypatch.setattr(update_command, "here", lambda: releases)
    monkeypatch.setattr(update_command, "RealWorks", lambda: Workshop(make="no wheel"))

    assert main(["update", str(wheel), *words]) == 1
    assert told in capsys.readouterr().err


class SlowWorkshop(Workshop):
    """One that takes its time, and puts down a version piece by piece."""

    def make(self, release, source):
        for number in range(20):
            (release / f"part{number}").write_bytes(b"x" * 2000)
            time.sleep(0.001)
        put_command(release)
        (release / "bin" / "companion").chmod(0o755)
        for number in range(20):
            (release / "bin" / f"part{number}").write_bytes(b"x" * 2000)
        (release / "whole").touch()
        return ""


def test_a_hundred_killed_updates_leave_one_whole_version_that_starts(releases, journal):
    chance, places = Random(1), set()
    (releases.current() / "whole").touch()
    (releases.current() / "bin" / "companion").chmod(0o755)
    for number in range(100):
        if not (child := os.fork()):
            update(releases, "x", journal, SlowWorkshop(), NOW + timedelta(hours=number), lambda _line: None)
            os._exit(0)
        time.sleep(chance.uniform(0, 0.12))
        os.kill(child, signal.SIGKILL)
        _, how = os.waitpid(child, 0)
        places.add(how)
        current = releases.current()
        assert current is not None and (current / "whole").exists(), number
        assert subprocess.run([current / "bin" / "companion"], check=False).returncode == 0
        assert all((release / "whole").exists() for release in releases.all())
    assert signal.SIGKILL in places
    update(releases, "x", journal, SlowWorkshop(), NOW + timedelta(days=9), lambda _line: None)
    left = list((releases.place / "releases").iterdir())
    assert set(left) == set(releases.all()) and len(left) <= KEPT


@pytest.mark.parametrize("words", [["update"], ["update", "some.whl"], ["update", "--back"]], ids=" ".join)
def test_a_companion_of_another_making_says_how_it_is_updated(words, capsys):
    assert main(words) == 1
    assert "make env" in capsys.readouterr().err


def test_the_list_of_versions(capsys):
    assert main(["update", "--list"]) == 0
    assert capsys.readouterr().out
