"""T13: a card that can no longer be written, as a real mount: what is on it can be taken away from it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.clock import HandClock, SystemClock
from companion.journal import Journal
from companion.journal.connect import beside
from tests.at_first import more, quick
from ui.lab.trials.breaks import play_shortly

ROOT = Path(__file__).parents[2]
MAY_MOUNT = shutil.which("unshare") is not None and not (
    subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode
)
pytestmark = pytest.mark.skipif(not MAY_MOUNT, reason="nobody may mount anything here, not even for itself")
COMPANION = 'exec "$PYTHON" -c "import sys; from ui.command import main; sys.exit(main(sys.argv[1:]))"'


@pytest.fixture
def card(tmp_path):
    """A journal as a pulled plug leaves it, on a card that is mounted read-only for whatever runs on it."""
    folder, elsewhere = tmp_path / "card", tmp_path / "elsewhere"
    for place in (folder, elsewhere, tmp_path / "mounted"):
        place.mkdir()
    with Journal.open(folder / "journal.sqlite", SystemClock()) as journal:
        play_shortly(journal, 2)
        for file in beside(folder / "journal.sqlite"):
            shutil.copyfile(file, tmp_path / file.name)
    for file in beside(folder / "journal.sqlite"):
        shutil.copyfile(tmp_path / file.name, file)

    def call(*words, program=COMPANION):
        mount = 'mount -t tmpfs card "$1" && cp -a "$2"/. "$1" && mount -o remount,ro "$1" && shift 2 && '
        environment = os.environ | {
            "PYTHON": sys.executable,
            "PYTHONPATH": str(ROOT),
            "COMPANION_DATA": str(tmp_path / "mounted"),
            "COMPANION_CONFIG": str(elsewhere / "config.toml"),
        }
        program = f'{mount}! touch "$COMPANION_DATA"/x 2>/dev/null && {program} "$@"'
        return subprocess.run(
            ["unshare", "-rm", "sh", "-ec", program, "-", tmp_path / "mounted", folder, *words],
            env=environment, capture_output=True, text=True, check=False, cwd=elsewhere, timeout=300,
        )  # fmt: skip

    call.elsewhere = elsewhere
    return call


@more
def test_t13_backup_and_export_to_another_place_work(card):
    backed_up = card("backup", str(card.elsewhere / "stick" / "all.sqlite"))
    assert backed_up.returncode == 0, backed_up.stderr
    with Journal.look(card.elsewhere / "stick" / "all.sqlite", HandClock()) as copy:
        assert copy.trouble is None and copy.verify().good and len(copy.games()) == 2
    listed = card("export", "--list")
    assert listed.returncode == 0 and len(listed.stdout.splitlines()) == 2, listed.stderr
    assert card("export", "--as", "csv", "--all", "-o", str(card.elsewhere / "games.csv")).returncode == 0
    assert (card.elsewhere / "games.csv").stat().st_size


@pytest.mark.parametrize(
    ("words", "told"),
    quick(
        [
            (["backup"], "could not be made"),
            (["restore", "journal.sqlite"], "journal is as it was"),
            (["forget", "Ada", "--yes"], "cannot be written"),
        ]
    ),
    ids=["backup beside it", "restore", "forget"],
)
def test_t13_what_would_have_to_write_there_says_so(card, words, told):
    shutil.copy(card.elsewhere.parent / "journal.sqlite", card.elsewhere)
    said = card(*words, "--set", "table.language=en")
    assert said.returncode == 1 and told in said.stderr and "Traceback" not in said.stderr, said.stderr


APP = """exec "$PYTHON" -c "
from ui.house import open_house
from ui.settings import settings_in_force
from ui import recovery
from pathlib import Path
recovery.STICKS = ()
house = open_house(settings_in_force(['sound.volume=0', 'camera.kind=none']))
with house:
    journal = house.rooms.journal
    print(journal.trouble.says.key, len(journal.games()))
    print(len(journal.append(0, [('start', {'game': 'sums'})])))
    house.rooms.recovery._exports = Path.cwd() / 'exports'
    print(house.rooms.recovery.export().key)
" """


def test_t13_the_app_starts_says_so_and_takes_the_journal_along(card):
    said = card(program=APP)
    assert said.stdout.split() == ["journal.read_only", "2", "1", "share.saved"], said.stderr
    (taken,) = (card.elsewhere / "exports").glob("journal-*.sqlite")
    with Journal.look(taken, HandClock()) as copy:
        assert copy.verify().good and len(copy.games()) >= 2
