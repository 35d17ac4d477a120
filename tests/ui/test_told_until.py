"""Up to when everything that was laid has been told: a time that runs out waits for it (AW-4, A15)."""

import pytest

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.rulings import Ruling, Verdict
from companion.sightings import CardSeen, Frame, Seen, Sighting
from tests.ui.evenings import sit
from tests.ui.gazed_table import GazedTable
from tests.vision.reports import looking
from ui.screen.ports import Look, Trouble
from vision.report.report import PAUSE
from vision.scene.events import Laid

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ADA, BEN = "discard:Ada", "discard:Ben"
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
SEEN_BEFORE = 300 * MS


def card(name):
    return CardSeen("abspecken", name, CORNERS, 0.9)


def see(lookout, t, *events, reported_until=None, state=Seen.WAITING):
    """The facts of a look at *t*; the eyes have told everything but what they say."""
    return lookout.see(
        Sighting(t, state, reported_until=t if reported_until is None else reported_until), events
    )


@pytest.fixture
def lookout():
    lookout = looking()
    lookout.expect((LAY,))
    return lookout


def test_with_nothing_new_it_is_the_time_of_the_look(lookout):
    assert lookout.reported_until == 0, "nobody has looked"
    see(lookout, 5 * MS)
    assert lookout.reported_until == 5 * MS


def test_what_the_eyes_have_not_told_yet_holds_it_back(lookout):
    see(lookout, 900 * MS, reported_until=700 * MS, state=Seen.HAND)
    assert lookout.reported_until == 700 * MS


@pytest.mark.parametrize("moved", [False, True])
def test_a15_a_set_that_is_not_complete_holds_it_back_until_it_is_told_and_heard(moved, lookout):
    see(lookout, 900 * MS, Laid(900 * MS, ADA, (card("4"),), since=600 * MS))
    see(lookout, 1000 * MS, Laid(1000 * MS, ADA, (card("4"),), moved=moved, since=700 * MS))
    assert lookout.reported_until == 700 * MS

    (fact,) = see(lookout, 1000 * MS + PAUSE)
    assert (fact.t, fact.uncertainty) == (1000 * MS, SEEN_BEFORE)
    assert lookout.reported_until == 700 * MS, "the table hears it after this look"

    see(lookout, 1100 * MS + PAUSE)
    assert lookout.reported_until == 1100 * MS + PAUSE


def test_what_nobody_is_asked_to_lay_holds_nothing_back(lookout):
    see(lookout, 900 * MS, Laid(900 * MS, BEN, (card("4"),), since=600 * MS))
    assert lookout.reported_until == 900 * MS


def test_a_card_laid_under_a_hand_may_be_as_old_as_the_last_picture_without_the_hand():
    """Through pixels: the hand lays a card, and the fact says between which two looks that was."""
    table = GazedTable(LAY)
    before = table.t
    (fact,) = table.happens(table.stage.lay(ADA, ["4"]))

    assert fact.value["cards"] == ["4"]
    assert fact.t - fact.uncertainty == before
    assert before < fact.t < table.t - PAUSE
    assert table.last.reported_until == table.t


class Journalled:
    """A sitting whose table only notes what it was told of the eyes."""

    def __init__(self, sitting, monkeypatch):
        self.told, self.ticked = [], 0
        monkeypatch.setattr(sitting.table, "looked", self._looked)
        monkeypatch.setattr(sitting.table, "tick", self._tick)

    def _looked(self, reported_until):
        self.told.append(reported_until)
        return reported_until == 2

    def _tick(self):
        self.ticked += 1
        return ()


def test_the_table_learns_of_every_look_and_decides_what_has_waited_for_it(rooms, monkeypatch):
    sitting = sit(rooms)
    noted = Journalled(sitting, monkeypatch)

    for until in (None, 1, 2, 3):
        sitting.looked(Look(Sighting(4, Seen.WAITING), Frame(None, 4), until))

    assert (noted.told, noted.ticked) == ([None, 1, 2, 3], 1)


def test_no_time_waits_for_a_camera_that_is_lost(rooms, monkeypatch):
    sitting = sit(rooms)
    noted = Journalled(sitting, monkeypatch)

    sitting.troubled(Trouble("button:1", Say("common.trouble", {"sentence": "!"})))
    sitting.troubled(Trouble("camera", Say("common.trouble", {"sentence": "!"})))
    sitting.troubled(Trouble("camera", None))

    assert noted.told == [None]


def test_what_a_finger_has_told_is_not_waited_for(lookout):
    lookout.ruled(
        Fact(Kind.CARD, {"place": ADA, "cards": ["4"]}, 0, Source.TOUCH, "Ada", ADA), Ruling(Verdict.ACCEPTED)
    )
    see(lookout, 900 * MS, Laid(900 * MS, ADA, (card("4"),), since=600 * MS))
    assert lookout.reported_until == 900 * MS
