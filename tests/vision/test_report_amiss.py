"""What lies otherwise than it counts, though nobody was asked: told in words, with no fact and no ruling."""

import pytest
from msgspec.structs import replace

from companion.asks import Ask, Fact, Kind, Say, Source
from companion.games import find_game
from companion.layout import tray
from companion.rulings import Ruling, Verdict
from companion.sightings import CardSeen, DieSeen, Seen, Sighting
from companion.words import game_words, languages
from tests.tables import cases
from tests.vision.reports import looking
from vision.report.pyramid import WHILE
from vision.scene.events import Laid, Miscounted, Nudged, Rolled

BOX = (0.0, 0.0, 10.0, 10.0)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PLACE = "discard:Ada"
ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2, "colour": 1})
LAY = Ask(PLACE, Kind.CARD, ("Ada",), Say("lay"), "A15", place=PLACE, cards=(1, 3))
ACCEPTED = Ruling(Verdict.ACCEPTED)
COUNTS = {"pips": [3, 5], "colour": ["blue"]}


def dice(*values):
    return tuple(DieSeen("pips" if v in ("", *"123456") else "colour", v, BOX, 0.9) for v in values)


def laid(*names):
    return Laid(2, PLACE, tuple(CardSeen("abspecken", name, CORNERS, 0.9) for name in names))


def see(lookout, *events):
    return lookout.see(Sighting(5, Seen.WAITING), events)


@pytest.fixture
def rolled():
    """A roll of 3, 5 and blue was accepted, and now something else is waited for."""
    lookout = looking()
    lookout.expect((ROLL,))
    (fact,) = see(lookout, Rolled(1, dice("3", "5", "blue")))
    lookout.ruled(fact, ACCEPTED)
    lookout.expect((LAY,))
    return lookout


@pytest.fixture
def piled():
    """6 and 1 lie on Ada's pile, and nobody is to lay there."""
    lookout = looking()
    lookout.expect((LAY,))
    lookout.ruled(
        Fact(Kind.CARD, {"place": PLACE, "cards": ["6", "1"]}, 1, Source.TOUCH, "Ada", PLACE), ACCEPTED
    )
    lookout.expect(())
    return lookout


def words_of_trouble(lookout):
    words = game_words(find_game("abspecken"))
    return [words.say(lookout.trouble, language) for language in languages()]


def test_a_die_that_was_knocked_over_is_told_and_what_counts_stays(rolled):
    facts = see(rolled, Nudged(2, dice("3", "2", "blue"), dice("2")))

    assert facts == () and rolled.trouble.key == "amiss.dice"
    for sentence in words_of_trouble(rolled):
        assert "3" in sentence and "5" in sentence and "2" in sentence and "{" not in sentence


SIXES = tray({"pips": [6, 6], "colour": ["red"]})
TURNED = Nudged(2, dice("3", "2", "blue"), dice("2"))


def nudged(*seen):
    return Nudged(2, dice(*seen), dice(*seen)[:1])


@cases(
    "expected, events, told",
    {
        "it was turned back": ({}, [TURNED, Nudged(3, dice("5", "3", "blue"), dice("5"))], ""),
        "all were laid so again": ({}, [TURNED, Rolled(3, dice("blue", "3", "5"))], ""),
        "one cannot be read": ({}, [nudged("3", "", "blue")], ""),
        "one was taken away": ({}, [nudged("3", "blue")], ""),
        "the same, pushed": ({}, [nudged("5", "3", "blue")], ""),
        "who is to roll knocks none over": (
            {"asks": (ROLL,)},
            [Rolled(2, dice("1", "2", "red"))],
            "",
        ),
        "nobody knows what counts": ({"dice": None}, [TURNED], ""),
        "nor of one of them": ({"dice": tray({"pips": [3, "?"], "colour": ["blue"]})}, [TURNED], ""),
        "an undone roll is there still": (
            {"dice": SIXES},
            [Rolled(3, dice("6", "3", "blue"))],
            "amiss.dice",
        ),
        "until the one before it is laid again": (
            {"dice": SIXES},
            [Rolled(3, dice("6", "3", "blue")), Rolled(4, dice("6", "6", "red"))],
            "",
        ),
    },
)
def test_when_dice_lie_otherwise_than_they_count(rolled, expected, events, told):
    rolled.expect(expected.pop("asks", (LAY,)), **expected)
    for event in events:
        see(rolled, event)

    assert (rolled.trouble.key if rolled.trouble else "") == told


def after_a_while(lookout):
    lookout.see(Sighting(WHILE + 10, Seen.WAITING), ())
    return lookout.trouble.key if lookout.trouble else ""


@cases(
    "left, asks, told",
    {
        "one is missing": (dice("3", "blue"), (LAY,), "amiss.die_missing"),
        "and another one was knocked over": (dice("2", "blue"), (LAY,), "amiss.die_missing"),
        "to be rolled again": (dice("3", "blue"), (ROLL,), ""),
        "others lie there": (dice("3", "5", "1"), (LAY,), ""),
    },
)
def test_a_die_that_is_missing_is_told_after_a_while_and_the_game_goes_on(rolled, left, asks, told):
    rolled.expect(asks)
    see(rolled, Miscounted(2, left, {"pips": 2, "colour": 1}))
    assert rolled.trouble is None
    assert after_a_while(rolled) == told and rolled.discrepancy is None
    (fact,) = [*see(rolled, laid("6")), *rolled.see(Sighting(2 * WHILE, Seen.WAITING), ())] or [None]
    assert (fact is not None) == (asks == (LAY,)), "cards are told all the same"

    see(rolled, Nudged(3, dice("3", "5", "blue"), ()))
    assert rolled.trouble is None


@pytest.mark.parametrize("hidden", [False, True])
def test_a_pile_that_is_gone_is_told_after_a_while_and_not_if_something_hides_it(piled, hidden):
    see(piled, laid("6", "1"))
    see(piled, Laid(3, PLACE, hidden=hidden))
    assert piled.trouble is None
    assert after_a_while(piled) == ("" if hidden else "amiss.card_missing")
    for sentence in words_of_trouble(piled) if not hidden else ():
        assert "1" in sentence and "{" not in sentence

    see(piled, replace(laid("6", "1"), again=True))
    assert piled.trouble is None


@cases(
    "may_be, told",
    {
        "nothing that counts": (("4", "6"), "amiss.dice_unread"),
        "only what another one shows already": (("3", "6"), "amiss.dice_unread"),
        "perhaps what counts": (("6", "5"), ""),
    },
)
def test_a_die_that_cannot_be_read_is_told_if_it_cannot_show_what_counts(rolled, may_be, told):
    three, five, blue = dice("3", "", "blue")
    see(rolled, Nudged(2, (three, replace(five, choices=may_be), blue), (five,)))

    assert (rolled.trouble.key if rolled.trouble else "") == told
    if told:
        assert rolled.discrepancy.lies is None and rolled.discrepancy.counts == COUNTS
        for sentence in words_of_trouble(rolled):
            assert "3" in sentence and "5" in sentence and "{" not in sentence

    see(rolled, Nudged(3, dice("3", "5", "blue"), dice("5")))
    assert rolled.trouble is None


def test_a_card_that_was_exchanged_is_told_and_is_no_move(piled):
    facts = see(piled, laid("6", "4"))

    assert facts == () and piled.trouble.key == "amiss.card"
    for sentence in words_of_trouble(piled):
        assert "Ada" in sentence and "4" in sentence and "{" not in sentence


GHOST = replace(laid("2").cards[0], name="", choices=("2", "3"), confidence=0.12)


@cases(
    "asks, events, told",
    {
        "it was swapped back": ((), [laid("6", "4"), laid("6", "1")], ""),
        "the pile was picked up": ((), [laid("6", "4"), Laid(3, PLACE)], ""),
        "what hardly looks like a card lies on no pile": (
            (),
            [laid("6", "4"), replace(laid("6", "1"), cards=(*laid("6", "1").cards, GHOST))],
            "",
        ),
        "one was taken back": ((), [laid("6", "1"), laid("6")], "amiss.card"),
        "who may lay there exchanges nothing": ((LAY,), [laid("6", "1", "2")], ""),
    },
)
def test_when_a_pile_lies_otherwise_than_it_counts(piled, asks, events, told):
    piled.expect(asks)
    for event in events:
        see(piled, event)

    assert (piled.trouble.key if piled.trouble else "") == told


def test_a_card_before_a_seat_lies_on_the_pile_there():
    lookout = looking()
    before = [
        Ask(f"play:{seat}", Kind.CARD, ("Ben",), Say("play"), "AB9", place=f"now:{seat}") for seat in "AB"
    ]
    lookout.expect(before)
    card = replace(laid("+2"), place="discard:B", t=10**9)
    facts = [*see(lookout, card), *see_at(lookout, 3)]

    assert [(fact.ask, fact.value) for fact in facts] == [("play:B", {"place": "now:B", "cards": ["+2"]})]


def discarding(lookout):
    """What the eyes tell of a 2 and a 6 that Ada lays on her pile, when the pause after it is over."""
    two, six = laid("2"), laid("2", "6")
    seen = (Sighting(t * 10**9, Seen.WAITING) for t in (3, 4, 9))
    events = ((replace(two, t=3 * 10**9),), (replace(six, t=4 * 10**9),), ())
    return [fact for sighting, told in zip(seen, events, strict=True) for fact in lookout.see(sighting, told)]


def test_the_eyes_pause_until_the_die_is_turned_back(rolled):
    see(rolled, Nudged(2, dice("3", "2", "blue"), dice("2")))
    assert discarding(rolled) == []

    (fact,) = see_at(rolled, 12, Nudged(12 * 10**9, dice("3", "5", "blue"), dice("5")))
    assert fact.value == {"place": PLACE, "cards": ["2", "6"]}


def see_at(lookout, seconds, *events):
    return lookout.see(Sighting(seconds * 10**9, Seen.WAITING), events)


def test_who_goes_on_by_touch_need_not_turn_it_back(rolled):
    see(rolled, Nudged(2, dice("3", "2", "blue"), dice("2")))
    rolled.ruled(Fact(Kind.CONFIRM, True, 2, Source.TOUCH, "Ben", "ready"), ACCEPTED)

    assert len(discarding(rolled)) == 1
    assert rolled.trouble is not None, "it lies there otherwise still"


def test_what_the_table_has_agreed_on_is_no_accident(rolled):
    see(rolled, Nudged(2, dice("3", "2", "blue"), dice("2")))
    rolled.expect((LAY,), dice=tray({"pips": [3, 2], "colour": ["blue"]}))

    assert rolled.trouble is None
