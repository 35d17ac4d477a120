"""Updates: the new version is tried first, every failure leaves what ran before, and there is a way back."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.clock import SystemClock
from companion.journal import Journal
from tests.at_first import more
from tests.tables import cases
from ui.command import main, update_command
from ui.lab.release import make_bundle
from ui.update import steps, trial
from ui.update.bundle import NoRelease, UpdateFailed, read_bundle, unpack
from ui.update.releases import KEPT, Releases, came_up, here
from ui.update.steps import Updater, folder_of_the_first_time, newest_release
from ui.update.trial import UNREADABLE

COMPANION = Path(sys.executable).parent / "companion"
UNIT = Path(__file__).parents[2] / ".kit" / "files" / "table-companion.service"
NOW = datetime(2026, 5, 4, 12, 0, 0)


class Workshop:
    """The world around an update, with a fault at the wished place."""

    def __init__(self, make="", trial="", restart=(), running=True):
        self.faults, self.restarts, self.running = {"make": make, "trial": trial}, list(restart), running
        self.stopped = self.started = 0

    def make(self, release, source):
        if not self.faults["make"]:
            put_command(release)
        return self.faults["make"]

    def what_is_wrong(self, release, journal):
        return self.faults["trial"]

    def runs(self):
        return self.running

    def stop(self):
        self.stopped += 1

    def start(self):
        self.started += 1
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
    return Updater(releases, journal, works).update("new.whl", NOW, lambda _line: None)


@pytest.mark.parametrize("running", [True, False], ids=["the app is restarted", "none runs"])
def test_a_good_version_comes_into_use(releases, journal, running):
    works = Workshop(running=running)

    updated = done(releases, journal, works)

    assert releases.current() == updated.release.resolve()
    assert (works.stopped, works.started) == (running, running)
    assert updated.backup is not None and updated.backup.is_file()


@cases(
    "works, told, restarts",
    {
        "cannot be made": (Workshop(make="no network"), "no network", 0),
        "is not well": (Workshop(trial="It does not start: boom"), "boom", 0),
        "does not come up: started again": (
            Workshop(restart=["timed out"]),
            "not_up.*timed out",
            2,
        ),
    },
)
def test_whatever_goes_wrong_the_version_before_is_in_use(releases, journal, works, told, restarts):
    before = releases.current()

    with pytest.raises(UpdateFailed, match=told):
        done(releases, journal, works)

    assert releases.current() == before and (restarts or releases.all() == (before,)), "or it is kept"
    assert (works.stopped, works.started) == (restarts, restarts)


def test_the_way_back(releases, journal):
    first = releases.current()
    done(releases, journal, Workshop())

    assert Updater(releases, journal, Workshop()).go_back(NOW).resolve() == first == releases.current()
    with pytest.raises(UpdateFailed, match="no_older"):
        Updater(releases, journal, Workshop()).go_back(NOW)
    third = done(releases, journal, Workshop()).release
    assert len(releases.all()) == 3 and releases.current() == third.resolve()
    assert Updater(releases, journal, Workshop()).go_back(NOW).resolve() == first, (
        "not the one nobody wanted to keep"
    )


def test_only_the_last_few_versions_are_kept(releases, journal):
    for minute in range(5):
        Updater(releases, journal, Workshop()).update("x", NOW.replace(minute=minute), lambda _line: None)

    assert len(releases.all()) == KEPT
    assert releases.current() in {release.resolve() for release in releases.all()}


def test_two_updates_in_one_second_do_not_meet(releases):
    (releases.place / "releases" / "20260504-120000").mkdir()

    assert releases.fresh(NOW).name == "20260504-120001"


def test_a_clock_in_1970_does_not_turn_the_order_round(releases, journal):
    first = releases.current()
    done = Updater(releases, journal, Workshop()).update("x", datetime(1970, 1, 1), lambda _line: None)

    assert releases.all()[-1] == done.release and releases.before().resolve() == first
    assert Updater(releases, journal, Workshop()).go_back(NOW).resolve() == first


def test_a_program_knows_whether_the_installer_has_put_it_there(tmp_path):
    assert here(str(tmp_path / "kit" / "releases" / "20260101-000000" / "bin" / "python")) == Releases(
        tmp_path / "kit"
    )
    assert here(str(tmp_path / ".venv" / "bin" / "python")) is None


def test_the_newest_release_is_found_by_its_version_not_by_its_letters(tmp_path, monkeypatch):
    for version in ("0.9.1", "0.10.0", "0.10.0rc1", "0.2.0"):
        bundle_of(tmp_path / f"any-{version}.bundle", version)
    (tmp_path / "table-companion-9.9.bundle").write_bytes(b"no release")

    assert newest_release([tmp_path, tmp_path / "none"]).version == "0.10.0"
    assert newest_release([tmp_path / "none"]) is None
    monkeypatch.setattr(steps, "mounted", lambda root: [tmp_path] if str(root) == "/media" else [])
    assert newest_release(steps.places_for_releases(tmp_path / "home")).version == "0.10.0", "on a stick"


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


@more
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


# --- one file ---


def bundle_of(file, version="9.0.0", key=None, wheels=(), **changed):
    """A release of *version* with a wheel that is none, signed where there is a *key*; *changed* after."""
    folder = file.parent / f"{file.name}.wheels"
    folder.mkdir(exist_ok=True)
    for name in (f"table_companion-{version}-py3-none-any.whl", *wheels):
        (folder / name).write_bytes(name.encode())
    make_bundle(file, folder, key)
    if changed:
        with zipfile.ZipFile(file) as before:
            content = {name: before.read(name) for name in before.namelist()}
        content |= {name.replace("__", "."): told for name, told in changed.items()}
        with zipfile.ZipFile(file, "w") as after:
            for name, told in content.items():
                after.writestr(name, told)
    return file


@pytest.fixture
def key(tmp_path):
    """A key, whose public half counts in the file `signers` beside it."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen (openssh-client) is not here to sign with")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "signers").write_text(f"release {key.with_suffix('.pub').read_text('utf-8')}", "utf-8")
    return key


def test_a_signature_counts_if_its_key_does_and_nothing_was_changed(key, tmp_path):
    signers = [tmp_path / "none", tmp_path / "signers"]
    bundle = bundle_of(tmp_path / "a.bundle", key=key)
    assert read_bundle(bundle, signers).doubt == ""
    assert read_bundle(bundle).doubt == "update.unknown_key", "a key that nobody here knows"
    assert read_bundle(bundle_of(tmp_path / "b.bundle"), signers).doubt == "update.unsigned"
    with zipfile.ZipFile(bundle) as opened:
        told = opened.read("SHA256SUMS")
    told = bytes([told[0] ^ 1]) + told[1:]  # another hash, and so another wheel
    assert (
        read_bundle(bundle_of(tmp_path / "d.bundle", key=key, SHA256SUMS=told), signers).doubt
        == "update.unknown_key"
    )


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"SHA256SUMS": b"hello"}, "update.no_release"),
        ({"SHA256SUMS": b""}, "update.no_release"),
        ({"SHA256SUMS": b"0" * 64 + b"  ../../evil.whl\n"}, "update.no_release"),
        ({"SHA256SUMS": b"x" * 200_000}, "update.no_release"),
        ({"SHA256SUMS__sig": b"x" * 200_000}, "update.no_release"),
        ({"more.whl": b"not listed"}, "update.changed"),
        ({"../evil.whl": b"not listed"}, "update.changed"),
    ],
    ids=str,
)
def test_what_is_no_release_is_refused_whoever_agrees(tmp_path, changed, key):
    with pytest.raises(NoRelease) as refused:
        read_bundle(bundle_of(tmp_path / "a.bundle", **changed))
    assert refused.value.says.key == key


PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@pytest.mark.parametrize("packed", PACKED)
def test_whatever_is_spoilt_in_a_release_it_is_whole_or_refused(tmp_path, packed):
    file, chance, ends = bundle_of(tmp_path / "a.bundle"), Random(packed), set()
    with zipfile.ZipFile(file) as before:
        content = {name: before.read(name) for name in before.namelist()}
    with zipfile.ZipFile(file, "w", packed) as after:
        for name, told in content.items():
            after.writestr(name, told)
    whole = file.read_bytes()
    for number in range(400):
        spoilt = bytearray(whole)
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        file.write_bytes(spoilt)
        try:
            unpack(read_bundle(file), tmp_path / f"{number}")
            ends.add("whole")  # a bit that nobody reads, such as a date
        except (NoRelease, OSError) as error:
            ends.add(type(error).__name__)
    assert {"whole", "NoRelease"} <= ends


def test_only_the_wheels_for_this_machine_are_unpacked_and_each_is_what_it_ought_to_be(tmp_path):
    wheels = ("a-1-cp313-cp313-manylinux_2_28_aarch64.whl", "a-1-cp313-cp313-manylinux_2_28_x86_64.whl")
    bundle = read_bundle(bundle_of(tmp_path / "a.bundle", wheels=wheels))
    unpack(bundle, tmp_path / "out", "aarch64")
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        wheels[0],
        "table_companion-9.0.0-py3-none-any.whl",
    }
    spoilt = read_bundle(bundle_of(tmp_path / "b.bundle", wheels=wheels, **{wheels[1]: b"another"}))
    unpack(spoilt, tmp_path / "pi", "aarch64")
    with pytest.raises(NoRelease, match="changed"):
        unpack(spoilt, tmp_path / "pc", "x86_64")


@pytest.mark.parametrize(
    ("version", "words", "told"),
    [
        ("9.0.0", [], "no signature"),
        ("0.0.1", ["--unsigned"], "no newer"),
        ("9.0.0", ["--unsigned"], "could not be made (no wheel)"),
        ("0.0.1", ["--unsigned", "--older"], "could not be made (no wheel)"),
    ],
)
@pytest.mark.parametrize("form", ["wheel", "bundle"])
def test_what_is_unsigned_or_older_is_refused_unless_agreed(
    releases, home, monkeypatch, capsys, version, words, told, form
):
    file = home / f"table_companion-{version}-py3-none-any.whl"
    file.write_bytes(b"no wheel")
    if form == "bundle":
        file = bundle_of(home / "of-any-name.bundle", version)
    monkeypatch.setattr(update_command, "here", lambda: releases)
    monkeypatch.setattr(update_command.steps, "RealWorks", lambda: Workshop(make="no wheel", running=False))

    assert main(["update", str(file), *words, "--set", "table.language=en"]) == 1
    assert told.replace("no signature", "signature") in capsys.readouterr().err


def test_a_broken_release_is_refused_even_where_it_is_agreed_to(releases, home, monkeypatch, capsys):
    monkeypatch.setattr(update_command, "here", lambda: releases)
    file = bundle_of(home / "a.bundle", more__whl=b"not listed")

    assert main(["update", str(file), "--unsigned", "--set", "table.language=de"]) == 1
    assert "kopiere sie noch einmal" in capsys.readouterr().err


# --- one at a time ---


def test_t13_while_somebody_else_has_the_journal_nothing_is_updated(releases, journal):
    before = releases.current()
    with Journal.open(journal, SystemClock()):
        for change in (
            lambda works: done(releases, journal, works),
            lambda works: Updater(releases, journal, works).go_back(NOW),
        ):
            with pytest.raises(UpdateFailed, match=f"held.*{os.getpid()}"):
                change(Workshop(running=False))
    assert releases.current() == before and len(list((releases.place / "releases").iterdir())) == 1
    assert done(releases, journal, Workshop(running=False)).backup.is_file()
    assert not list(journal.parent.glob("*.lock")) and not list(releases.place.glob("*.lock"))


def test_t13_the_second_update_is_told_of_the_first(releases, journal):
    class Slow(Workshop):
        def make(self, release, source):
            with pytest.raises(UpdateFailed, match=f"busy.*{os.getpid()}"):
                done(releases, journal, Workshop())
            return super().make(release, source)

    assert done(releases, journal, Slow()).release.is_dir()


def test_t13_what_is_played_while_the_new_version_is_made_is_in_the_copy(releases, journal):
    class Service(Workshop):
        """The app runs, and plays until it is closed."""

        app = None

        def make(self, release, source):
            self.app.append(0, [("start", {"game": "sums"})])
            return super().make(release, source)

        def stop(self):
            super().stop()
            self.app.close()

    works = Service()
    works.app = Journal.open(journal, SystemClock())
    with Journal.look(done(releases, journal, works).backup, SystemClock()) as kept:
        assert len(kept.games()) == 1


def test_t13_if_somebody_else_has_the_journal_the_service_runs_on_with_the_old_version(releases, journal):
    before, works = releases.current(), Workshop()
    with Journal.open(journal, SystemClock()), pytest.raises(UpdateFailed, match="held"):
        done(releases, journal, works)
    assert releases.current() == before and (works.stopped, works.started) == (1, 1)


@pytest.mark.parametrize("held", [False, True])
def test_t13_a_journal_that_the_new_version_has_changed_is_put_back_or_that_is_said(releases, journal, held):
    class Changing(Workshop):
        """Starts a version that writes the journal in a form of its own, and falls over."""

        other = None

        def start(self):
            if self.started == 0:
                journal.write_bytes(b"another form")
                self.faults["trial"] = "it cannot read it"
                self.other = Journal.open(journal, SystemClock()) if held else None
            return super().start()

    works = Changing(restart=["boom"])
    with Journal.open(journal, SystemClock()) as opened:
        opened.append(0, [("start", {"game": "sums"})])
    with pytest.raises(UpdateFailed, match="journal.held" if held else "not_up"):
        done(releases, journal, works)
    if not held:
        with Journal.look(journal, SystemClock()) as put_back:
            assert len(put_back.games()) == 1
    elif works.other is not None:
        works.other.close()


def test_t13_the_app_itself_updates_and_its_journal_stays_its_own(releases, journal):
    works = Workshop()
    with Journal.open(journal, SystemClock()) as app:
        made = Updater(releases, journal, works, here=True).update("x", NOW, lambda _says: None)
        assert releases.current() == made.release and (works.stopped, works.started) == (0, 0)
        assert app.append(0, [("start", {})])
        Updater(releases, journal, works, here=True).go_back(NOW)
        assert releases.current() != made.release


@pytest.mark.parametrize(
    ("result", "came", "goes_back"),
    [
        ("exit-code", False, True),
        ("timeout", False, True),
        ("success", False, False),
        ("signal", True, False),
    ],
)
def test_the_service_goes_back_from_a_version_that_never_came_up(tmp_path, result, came, goes_back):
    """What the unit runs when the app has ended, with a version that was put in use from the screen."""
    kit = Releases(tmp_path / ".local" / "lib" / "table-companion")
    first, journal = kit.place / "releases" / "20260101-000000", tmp_path / "journal.sqlite"
    put_command(first)
    kit.use(first)
    new = Updater(kit, journal, Workshop(), here=True).update("x", NOW, lambda _says: None).release
    assert kit.current() == new
    if came:
        came_up(str(new / "bin" / "python"))

    line = next(one for one in UNIT.read_text("utf-8").splitlines() if one.startswith("ExecStopPost=-"))
    words = shlex.split(line.removeprefix("ExecStopPost=-").replace("%h", str(tmp_path)).replace("$$", "$"))
    subprocess.run(words, env={**os.environ, "SERVICE_RESULT": result}, check=False)

    assert kit.current() == (first if goes_back else new)


def test_going_back_from_a_newer_journal_names_the_copy_that_fits(releases, journal):
    """The version before cannot read what the new one has made of the journal."""
    done(releases, journal, Workshop())
    (kept,) = journal.parent.glob("before-update-*.sqlite")

    class Newer(Workshop):
        def what_is_wrong(self, release, place):
            return "" if place == kept else f"{UNREADABLE}: it is of a newer version"

    now = releases.current()
    with pytest.raises(UpdateFailed, match="journal_newer") as refused:
        Updater(releases, journal, Newer()).go_back(NOW + timedelta(days=1))
    assert refused.value.says.args["file"] == str(kept) and releases.current() == now


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


@more
def test_a_hundred_killed_updates_leave_one_whole_version_that_starts(releases, journal):
    chance, places = Random(1), set()
    (releases.current() / "whole").touch()
    (releases.current() / "bin" / "companion").chmod(0o755)
    for number in range(100):
        if not (child := os.fork()):
            Updater(releases, journal, SlowWorkshop()).update(
                "x", NOW + timedelta(hours=number), lambda _line: None
            )
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
    Updater(releases, journal, SlowWorkshop()).update("x", NOW + timedelta(days=9), lambda _line: None)
    left = list((releases.place / "releases").iterdir())
    assert set(left) == set(releases.all()) and len(left) <= KEPT


@pytest.mark.parametrize("words", [["update"], ["update", "some.whl"], ["update", "--back"]], ids=" ".join)
def test_a_companion_of_another_making_says_how_it_is_updated(words, capsys):
    assert main(words) == 1
    assert "make env" in capsys.readouterr().err


def test_the_list_of_versions(capsys):
    assert main(["update", "--list"]) == 0
    assert capsys.readouterr().out
