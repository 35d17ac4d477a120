"""Old scores and the figures of all evenings, looked at, changed and taken along."""

import json
from pathlib import Path

import evenings
import pytest
from evenings import GAME, Played, season
from msgspec.structs import replace
from screen_finger import Finger

from companion.journal import Journal
from companion.people.past import past_game
from companion.people.profiles import profiles
from companion.table import Table
from tests.at_first import more, quick

pytestmark = pytest.mark.screens


# --- old scores and figures ---


@more
def test_an_old_score_is_changed_by_touch_and_the_old_version_stays(rooms, open_in):
    (table, *_) = season(rooms, 1)
    before = past_game(rooms.journal, table.game_id)
    finger = open_in(rooms)
    finger.tap("Ergebnisse", "ABspecken", "Runde 1", "Ben ")
    for key in ("-", "5", "0", "OK"):
        finger.tap(key)
    finger.tap("Ja, wir alle")
    after = past_game(rooms.journal, table.game_id)
    assert after.scores != before.scores and after.versions == 1
    assert any("statt" in text for text in finger.texts()), "the change stands below the sheet"
    assert rooms.journal.verify().good


@more
def test_a_score_of_the_game_that_is_played_can_be_changed_too(rooms, open_in):
    finger = open_in(rooms)
    sitting = evenings.finished(rooms)
    finger.app.stage.sit(sitting)
    finger.app.go("sheet")
    finger.tap("Runde 1", "Ben ")
    for key in ("-", "4", "0", "OK"):
        finger.tap(key)
    finger.tap("Ja, wir alle")
    assert sitting.table.log()[-1].by in ("override", "fact")
    assert any(entry.by == "override" for entry in sitting.table.log())


def test_a_game_that_was_not_finished_has_no_sheet_to_change(rooms, open_in):
    finger = open_in(rooms)
    table = Table.start(GAME, evenings.seats(2), {}, rooms.journal, rooms.clock)
    entries = len(rooms.journal.entries())
    finger.app.go("sheet", game=table.game_id)
    assert any("nicht zu Ende" in text for text in finger.texts())
    assert len(rooms.journal.entries()) == entries, "looking at it writes nothing"


@more
def test_the_figures_of_all_evenings(rooms, open_in, tmp_path):
    rooms = replace(rooms, journal=Journal.open(tmp_path / "journal.sqlite", rooms.clock))
    season(rooms, 3)
    finger = open_in(rooms)
    finger.tap("Ergebnisse", "Ruhm")
    assert any("bestes Ergebnis" in text for text in finger.texts())
    finger.tap("Leute", "Anna")
    assert any("bei gleichem Glück wären es 1,5" in text for text in finger.texts())
    finger.tap("Vergessen", "Vergessen")
    assert profiles(rooms.journal) == ()
    rooms.journal.close()


def test_the_dice_page_says_how_little_few_rolls_tell(rooms, open_in):
    evenings.rolled(rooms)
    finger = open_in(rooms)
    finger.app.go("luck")
    assert "2 Würfe sagen noch nichts. Ab 30 kann ich" in " ".join(finger.texts())
    finger.tap("Anna")
    assert "Farbwürfel: 1 Würfe" not in " ".join(finger.texts())
    season(rooms, 1)
    finger.app.go("luck")
    told = " ".join(finger.texts())
    assert "Nichts spricht gegen faire Würfel" in told and "Vergleiche" in told


def test_without_any_game_every_page_of_figures_says_so(rooms, open_in):
    finger = open_in(rooms)
    for name in ("scores", "fame", "folk", "luck"):
        finger.app.go(name)
        assert any("noch" in text.lower() for text in finger.texts())


# --- taking along ---


@pytest.fixture
def shared(rooms, open_in, tmp_path) -> tuple[Finger, Path, Played]:
    table = season(rooms, 1)[0]
    folder = tmp_path / "exports"
    finger = open_in(replace(rooms, exports=folder))
    finger.app.go("share", game=table.game_id)
    finger.step(3)
    return finger, folder, table


@pytest.mark.parametrize(
    ("button", "ending"),
    quick([("Als Bild", "png"), ("Als Tabelle (CSV)", "csv"), ("Alles (JSON)", "json")], more=2),
)
def test_a_result_is_taken_along(shared, button, ending):
    finger, folder, table = shared
    finger.tap(button)
    (file,) = folder.glob(f"*.{ending}")
    assert any(str(file) in text for text in finger.texts()), "it says where the file is"
    data = file.read_bytes()
    if ending == "png":
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(data[16:20], "big") > 800, "sharper than the screen"
    elif ending == "json":
        assert json.loads(data)["games"][0]["id"] == table.game_id
    else:
        assert data.decode("utf-8-sig").splitlines()[0] == ",Anna,Ben"


def test_a_place_that_cannot_be_written_says_so(rooms, open_in, tmp_path):
    table = season(rooms, 1)[0]
    (tmp_path / "file").write_text("")
    finger = open_in(replace(rooms, exports=tmp_path / "file" / "exports"))
    finger.app.go("share", game=table.game_id)
    finger.tap("Alles (JSON)")
    assert any("ließ sich nicht speichern" in text for text in finger.texts())
