"""A card that the next one covers at once, or that is laid unseen, makes the set a question."""

import pytest

from companion.asks import Ask, Fact, Kind, Say, Source
from companion.rulings import Refusal, Ruling, Verdict, refused
from companion.sightings import OTHER_LIGHT, CardSeen, Seen, Sighting
from tests.tables import cases
from tests.vision.reports import looking
from vision.calibration import calibrate
from vision.drawn import TableScene, draw
from vision.report.facts import DOUBTED
from vision.report.report import PAUSE
from vision.scene.events import Laid
from vision.scene.moved import Elsewhere

ADA = "discard:Ada"
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
ACCEPTED, REFUSED = Ruling(Verdict.ACCEPTED), refused(Refusal("A15", Say("no")))
STEP = PAUSE // 10


def card(name, x=0.0, *choices):
    corners = ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0))
    return CardSeen("abspecken", name, corners, 0.9, ADA, choices=choices)


class Pile:
    """Ada's pile before the lookout; each look tells what is seen on top, and perhaps what was laid."""

    def __init__(self, *lies):
        self.lookout, self.t = looking(), 0
        for n, name in enumerate(lies):
            self.told(name, 20.0 * (n % 2))
            self.lookout.ruled(self.set(name), ACCEPTED)
        self.lookout.expect((LAY,))

    def set(self, *names):
        return Fact(Kind.CARD, {"place": ADA, "cards": list(names)}, self.t, Source.TOUCH, "Ada", ADA)

    def look(self, *cards, events=()):
        self.t += STEP
        return self.lookout.see(Sighting(self.t, Seen.WAITING, cards=cards, ms={"cards": 1.0}), events)

    def glimpsed(self, name, x=0.0):
        """Too short to be told as laid."""
        self.look(card(name, x))

    def told(self, name, x=0.0):
        self.look(card(name, x))
        self.look(card(name, x), events=(Laid(self.t, ADA, (card(name, x),)),))

    def gone(self):
        self.look()
        self.look(events=(Laid(self.t, ADA),))

    def complete(self, *top):
        """How sure the set is that was laid, once nobody lays any more."""
        self.t += PAUSE
        (fact,) = self.look(*top)
        return fact.value["cards"], fact.sure


@cases(
    "lies, seen, cards, sure",
    {
        "one whose name lies further down was laid now": ("5 3", "~5@40 4", "4", DOUBTED),
        "a name told once is one glimpse of it": ("3", "5@40 ~5@20 4", "5 4", DOUBTED),
        "and is none of another one": ("3", "5@40 ~3@20 4", "5 4", DOUBTED),
        "seen and told in its order": ("3", "5@40 4 5@40", "5 4 5", 1.0),
        "hidden, and there as before": ("6", "- ~6 5@40", "5", 1.0),
        "what could not be read at first is the same card": ("", "? 5", "5", 1.0),
    },
)
def test_what_a_glimpse_says_of_a_set(lies, seen, cards, sure):
    """Glimpsed (~), told, hidden for a look (-), or seen and not read (?); with its place."""
    at = Pile(*lies.split())
    shown = {"-": at.look, "?": lambda: at.look(card("", 0.0, "5", "6"))}
    for told in seen.split():
        name, _, x = told.partition("@")
        if told in shown:
            shown[told]()
        else:
            (at.glimpsed if told[0] == "~" else at.told)(name.strip("~"), float(x or 0))

    assert at.complete(card(name, float(x or 0))) == (cards.split(), sure)


def test_the_top_that_nobody_had_looked_at_since_the_start_is_no_news():
    at = Pile()
    at.lookout.expect((LAY,), piles={ADA: ("6", "3")})
    at.glimpsed("3")
    at.told("5", 40)
    assert at.complete(card("5", 40)) == (["5"], 1.0)


@pytest.mark.parametrize(("stirs", "sure"), [(False, 1.0), (True, DOUBTED)])
def test_a_pile_that_one_look_overlooked_may_lack_a_card_only_if_somebody_was_there(stirs, sure):
    at = Pile("6", "3")
    at.glimpsed("3", 20.0)
    if stirs:
        at.lookout.see(Sighting(at.t + 1, Seen.HAND), ())
    at.look()
    at.glimpsed("3", 22.0)
    at.told("5", 40)
    assert at.complete(card("5", 40)) == (["5"], sure)


def test_a_pile_that_was_hidden_and_shows_another_card_may_lack_one():
    at = Pile("6", "3")
    at.gone()
    at.told("5", 40)
    assert at.complete(card("5", 40)) == (["5"], DOUBTED)

    at.lookout.ruled(at.set("2", "5"), ACCEPTED)
    at.told("4")
    assert at.complete(card("4")) == (["4"], 1.0), "the next set was seen again"


def goes_dark(at):
    at.lookout.see(Sighting(at.t, Seen.BLOCKED), ())


def is_lit_otherwise(at):
    at.lookout.see(Sighting(at.t, Seen.MOVING, why=OTHER_LIGHT), ())


def is_unplugged(at):
    at.lookout.look_away()


@pytest.mark.parametrize("happens", [goes_dark, is_lit_otherwise, is_unplugged])
@pytest.mark.parametrize(("lies", "sure"), [("3", 1.0), ("6", DOUBTED)])
def test_after_a_while_without_pictures_the_pile_itself_tells_whether_one_was_laid(happens, lies, sure):
    at = Pile("3")
    at.glimpsed("3")
    happens(at)
    at.glimpsed(lies)
    at.told("5", 40)
    assert at.complete(card("5", 40)) == (["5"], sure)


def test_a_card_that_was_refused_and_taken_back_leaves_no_doubt():
    at = Pile()
    at.told("3")
    at.complete(card("3"))
    at.lookout.ruled(at.set("3"), REFUSED)
    at.gone()
    at.told("5", 40)
    assert at.complete(card("5", 40)) == (["5"], 1.0)


def test_a_pile_that_was_picked_up_before_anybody_is_to_lay_leaves_no_doubt():
    at = Pile("3")
    at.lookout.expect(())
    at.gone()
    at.lookout.expect((LAY,))
    at.told("5", 40)
    assert at.complete(card("5", 40)) == (["5"], 1.0)


def test_a_set_that_was_completed_by_touch_lies_there_and_the_next_card_of_its_name_is_a_new_one():
    at = Pile("4")
    at.lookout.look_away()
    at.told("1", 40)
    assert at.complete(card("1", 40)) == (["1"], DOUBTED)
    at.lookout.ruled(at.set("6", "1"), ACCEPTED)

    at.told("5")
    at.told("1", 40)
    assert at.complete(card("1", 40)) == (["5", "1"], 1.0)


def calibration():
    return calibrate(draw(TableScene()), TableScene().mat)


def test_a_camera_that_was_knocked_sees_the_same_cards_elsewhere_and_none_was_laid():
    at = Pile("6", "3")
    at.glimpsed("3", 33)
    at.lookout.look_from(Elsewhere(calibration(), calibration()))
    at.glimpsed("3", 47)
    at.told("5", 60)
    assert at.complete(card("5", 60)) == (["5"], 1.0)
