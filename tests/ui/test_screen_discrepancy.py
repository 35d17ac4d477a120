"""What lies otherwise than it counts, on the screen: a picture of what to lay, or the table is right."""

import evenings
import pytest
from screen_finger import furnished

from companion.asks import Kind, Say
from companion.games import find_game
from companion.table.answers import reading
from tests.tables import cases
from ui.screen.parts.cards import CardFace
from ui.screen.parts.dice import DieFace
from ui.screen.ports import Trouble
from ui.screen.sitting import Sitting
from vision.report.discrepancy import Discrepancy

pytestmark = pytest.mark.screens

COUNTS, LIES = {"pips": [3, 5], "colour": ["blue"]}, {"pips": [3, 6], "colour": ["blue"]}
KNOCKED = Discrepancy(Kind.DICE, COUNTS, LIES)


def laid(name):
    return {"place": "discard:Anna", "cards": [name]}


def exchanged(counts, lies):
    return Discrepancy(Kind.CARD, laid(counts), laid(lies), "abspecken")


def trouble(found):
    key = "amiss.dice" if found.kind is Kind.DICE else "amiss.card"
    both = {"counts": reading(found.kind, found.counts), "lies": reading(found.kind, found.lies)}
    return Trouble("on the table", Say(key, {"seat": "Anna", **both}), found)


def discarded(rooms):
    """Anna has discarded a two and a six."""
    sitting = evenings.rolled(rooms)
    evenings.touch(sitting, Kind.CARD, {"place": "discard:Anna", "cards": ["2", "6"]}, "Anna")
    return sitting


@pytest.fixture
def at(screen):
    """A finger at a table that has been played so far, and its sitting."""

    def open_at(evening):
        finger = screen.in_rooms(furnished(evenings.abspecken()))
        finger.app.stage.sit(evening(finger.app.rooms))
        finger.app.go("table")
        finger.step()
        return finger, finger.app.stage.sitting

    return open_at


def drawn(finger, sort):
    widgets = [w for w in finger.page._banner.walk() if isinstance(w, sort)]
    return [w.value if sort is DieFace else w.card for w in widgets]


def tell(finger, told):
    finger.page.troubled(told)
    finger.step()


@pytest.mark.parametrize("name", ["dice", "cards"])
def test_a_picture_shows_what_to_lay_and_goes_when_it_lies_so_again(at, name):
    finger, sitting = at(discarded if name == "cards" else evenings.rolled)
    state, found = sitting.table.state, KNOCKED if name == "dice" else exchanged("6", "4")
    tell(finger, trouble(found))

    assert drawn(finger, DieFace if name == "dice" else CardFace) == (
        ["3", "5", "blue"] if name == "dice" else ["6"]
    )
    assert finger.find("Der Tisch hat recht") and finger.find("Alles klar")
    tell(finger, Trouble("on the table"))
    assert sitting.scene().banner is None and sitting.table.state is state


def test_the_table_is_right_the_roll_counts_as_it_lies(at):
    finger, sitting = at(evenings.rolled)
    scores = sitting.game.scores(sitting.table.state)
    tell(finger, trouble(KNOCKED))
    finger.tap("Der Tisch hat recht")

    assert [die.value for die in sitting.table.view.dice[:2]] == ["3", "6"]
    assert sitting.game.scores(sitting.table.state) == scores and sitting.scene().banner is None


@cases(
    "lies, stands",
    {"A15 it does not fit the roll: refused in words": ("2", False), "the same again": ("6", True)},
)
def test_the_table_is_right_about_a_card_only_if_it_can_have_been_laid(at, lies, stands):
    finger, sitting = at(discarded)
    scores = sitting.game.scores(sitting.table.state)
    tell(finger, trouble(exchanged("6", lies)))
    finger.tap("Der Tisch hat recht")

    banner = sitting.scene().banner
    assert (banner is None) is stands and sitting.game.scores(sitting.table.state) == scores
    if not stands:
        assert banner.rule and banner.discrepancy is None


def test_one_die_after_the_other_can_be_corrected(at):
    _, sitting = at(evenings.rolled)
    for number, face in ((0, 4), (1, 6), (0, 2)):
        sitting.correct_die(number, face)
        assert sitting.scene().banner is None

    assert [die.value for die in sitting.table.view.dice[:2]] == ["2", "6"]


def after_a_break(evening):
    """The same evening, after the plug was pulled."""

    def resumed(rooms):
        evening(rooms)
        return Sitting.resume(rooms)

    return resumed


def corrected(rooms):
    """Of the roll of 3 and 5 the first die was corrected to 2."""
    evenings.rolled(rooms).correct_die(0, 2)


@pytest.mark.parametrize(("evening", "first"), [(evenings.rolled, 3), (corrected, 2)])
def test_the_table_is_right_about_dice_after_a_break_too(at, evening, first):
    finger, sitting = at(after_a_break(evening))
    counts, lies = ({**COUNTS, "pips": [first, other]} for other in (5, 6))
    tell(finger, trouble(Discrepancy(Kind.DICE, counts, lies)))
    finger.tap("Der Tisch hat recht")

    assert [die.value for die in sitting.table.view.dice[:2]] == [str(first), "6"]
    assert sitting.scene().banner is None


def test_the_table_is_right_about_cards_after_a_break_too(at):
    finger, sitting = at(after_a_break(discarded))
    tell(finger, trouble(exchanged("6", "2")))
    finger.tap("Der Tisch hat recht")

    assert sitting.scene().banner.rule, "two 2 do not fit the roll: refused in words, so it was offered"


def test_dice_are_corrected_after_a_break_as_they_lie(at):
    _, sitting = at(after_a_break(evenings.rolled))
    sitting.correct_die(1, 4)

    assert [die.value for die in sitting.table.view.dice] == ["3", "4", "blue"]


def test_who_has_read_it_may_go_on_by_touch(at):
    finger, sitting = at(evenings.rolled)
    tell(finger, trouble(KNOCKED))
    finger.tap("Alles klar")

    assert sitting.scene().banner is None and sitting.scene().trouble is not None
    evenings.touch(sitting, Kind.CARD, {"place": "discard:Anna", "cards": ["2", "6"]}, "Anna")
    assert sitting.table.view.dice and sitting.scene().banner is None


def test_a_question_that_stands_is_not_covered(at):
    finger, sitting = at(evenings.refused)
    before = sitting.scene().banner
    tell(finger, trouble(KNOCKED))

    assert sitting.scene().banner == before and sitting.scene().trouble is not None


# --- a row ---


def row_lies_out(rooms):
    """Abstrac: the row was dealt and agreed on, and the first of two takes from it."""
    sitting = evenings.sit(rooms, 2, "abstrac")
    table = sitting.table
    row = [rank + suit for rank in "9TJQKA" for suit in "SHDC"]
    table.propose({"move": "lots", "dealer": "Anna"})
    evenings.touch(sitting, Kind.CARD, {"place": "row", "cards": row})
    for move in ({"move": "agree", "seat": "Anna"}, {"move": "choose", "seat": "Ben", "goes": "first"}):
        table.propose(move)
    assert any(ask.lies == tuple(row) for ask in table.asks)
    return sitting


def swapped(at, counts, lies):
    both = ({"place": "row", "cards": list(cards)} for cards in (counts, lies))
    found = Discrepancy(Kind.CARD, *both, "french", at)
    says = {"places": [n + 1 for n in at], "counts": reading(Kind.CARD, found.counts)}
    return Trouble("on the table", Say("amiss.row", {**says, "lies": reading(Kind.CARD, found.lies)}), found)


@cases(
    "told, stands",
    {
        "two have changed places": (swapped((0, 1), ("9S", "9H"), ("9H", "9S")), True),
        "AS1 a card that lies there twice": (swapped((2,), ("9D",), ("AC",)), False),
    },
)
def test_the_table_is_right_about_a_row_if_it_can_lie_so(screen, told, stands):
    finger = screen.in_rooms(furnished({"abstrac": find_game("abstrac")}))
    finger.app.stage.sit(row_lies_out(finger.app.rooms))
    finger.app.go("table")
    finger.step()
    sitting = finger.app.stage.sitting
    before, scores = sitting.table.state.row, sitting.game.scores(sitting.table.state)
    tell(finger, told)
    assert drawn(finger, CardFace) == list(told.discrepancy.counts["cards"])
    finger.tap("Der Tisch hat recht")

    after = sitting.table.state.row
    assert after == (("9H", "9S", *before[2:]) if stands else before)
    assert (sitting.scene().banner is None) is stands
    assert sitting.game.scores(sitting.table.state) == scores
