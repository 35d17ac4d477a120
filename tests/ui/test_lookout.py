"""What was seen becomes facts: told once, when it is complete, and only where nobody else can be meant."""

import pytest
from msgspec.structs import replace

from companion.asks import Ask, Say
from companion.facts import MS, Fact, Kind, Source
from companion.rulings import Refusal, Ruling, Verdict, refused
from companion.sightings import CardSeen, DieSeen, Seen, Sighting
from companion.table.judge import DOUBTFUL, SURE_ENOUGH
from ui.lookout import HANDS_LATER, PAUSE, Lookout
from ui.lookout_facts import MISSED, SEVERAL
from ui.places import mat_for
from vision.events import Laid, Moved, Rolled, Taken

BOX = (0.0, 0.0, 10.0, 10.0)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ADA, BEN = "discard:Ada", "discard:Ben"
MAT = mat_for(("Ada", "Ben"))
ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2})
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
SHOW = Ask("show:Ada", Kind.CARD, ("Ada",), Say("show"), "A25", place="hand:Ada", cards=(1, 9))
SHOW_BEN = Ask("show:Ben", Kind.CARD, ("Ben",), Say("show"), "A25", place="hand:Ben", cards=(1, 9))
ACCEPTED = Ruling(Verdict.ACCEPTED)
REFUSED = refused(Refusal("A15", Say("no")))


def die(value, *choices):
    return DieSeen("pips", value, BOX, 0.9, choices=choices)


def card(name, *choices):
    return CardSeen("abspecken", name, CORNERS, 0.9, choices=choices)


def laid(*names, place=ADA, t=0):
    return Laid(t, place, tuple(card(name) for name in names))


def looking(*asks):
    lookout = Lookout()
    lookout.expect(asks)
    return lookout


def see(lookout, *events, t=0, state=Seen.WAITING):
    return lookout.see(Sighting(t, state), events)


def cards_of(facts):
    return [fact.value["cards"] for fact in facts]


def by_touch(*cards, place=ADA):
    return Fact(Kind.CARD, {"place": place, "cards": list(cards)}, 0, Source.TOUCH, "Ada", place)


# --- dice ---


@pytest.mark.parametrize(
    ("dice", "value", "choices"),
    [
        pytest.param((die("3"), die("5")), [3, 5], (), id="sure"),
        pytest.param((die("", "3", "2"), die("5")), [3, 5], ({"pips": [2, 5]},), id="one doubtful"),
        pytest.param((die(""), die("5")), ["?", 5], (), id="unreadable"),
    ],
)
def test_a_roll_is_told_at_once(dice, value, choices):
    (fact,) = see(looking(ROLL), Rolled(7, dice), t=9)
    assert (fact.ask, fact.t, fact.source, fact.value) == ("roll", 7, Source.CAMERA, {"pips": value})
    assert fact.choices == choices


def rolled_by_touch(*pips):
    return Fact(Kind.DICE, {"pips": list(pips)}, 0, Source.TOUCH, "Ada", "roll")


@pytest.mark.parametrize(
    ("dice", "is_new"),
    [
        pytest.param((die("3"), die("5")), False, id="it comes to light"),
        pytest.param((die("5"), die("3")), False, id="in whatever order"),
        pytest.param((die("5"), die("", "3", "2")), False, id="one of them in doubt"),
        pytest.param((die("5"), die("4")), True, id="another roll"),
        pytest.param((die("3"), die("3")), True, id="one face twice"),
    ],
)
def test_a9_a_roll_that_the_eyes_did_not_see_is_no_new_one_when_it_comes_to_light(dice, is_new):
    lookout = looking(ROLL)
    lookout.ruled(rolled_by_touch(3, 5), ACCEPTED)

    assert bool(see(lookout, Rolled(7, dice), t=9)) is is_new
    assert see(lookout, Rolled(8, (die("3"), die("5"))), t=10), "once"


def test_a9_what_was_only_asked_about_was_seen():
    lookout = looking(ROLL)
    see(lookout, Rolled(7, (die("", "3", "2"), die("5"))), t=9)
    lookout.ruled(rolled_by_touch(3, 5), ACCEPTED)
    assert see(lookout, Rolled(8, (die("3"), die("5"))), t=10)


def test_a9_a_roll_that_was_refused_lies_nowhere():
    lookout = looking(ROLL)
    lookout.ruled(rolled_by_touch(3, 5), REFUSED)
    assert see(lookout, Rolled(7, (die("3"), die("5"))), t=9)


@pytest.mark.parametrize(
    ("asks", "dice"),
    [
        pytest.param((ROLL,), (die("3"),), id="too few"),
        pytest.param((ROLL,), (die("3"), die("3"), die("3")), id="too many"),
        pytest.param((LAY,), (die("3"), die("5")), id="nobody is to roll"),
    ],
)
def test_no_roll(asks, dice):
    assert see(looking(*asks), Rolled(0, dice)) == ()


def test_rolled_dice_are_watched_on_while_cards_are_laid():
    lookout = looking(ROLL)
    lookout.expect((LAY,))
    wanted = lookout.wanted(MAT)
    assert (wanted.tray, wanted.cards, wanted.dice) == (True, True, {"pips": 2})


# --- cards laid one upon the other ---


def test_a_set_is_told_once_after_the_pause():
    lookout = looking(LAY)
    assert see(lookout, laid("5"), t=0) == ()
    assert see(lookout, laid("1", t=500 * MS), t=500 * MS) == ()
    assert lookout.next_look == 500 * MS + PAUSE
    facts = see(lookout, t=lookout.next_look)
    assert cards_of(facts) == [["5", "1"]]
    assert see(lookout, t=10 * PAUSE) == ()


def goes_dark(lookout):
    see(lookout, state=Seen.BLOCKED)


def is_unplugged(lookout):
    lookout.look_away()


@pytest.mark.parametrize("happens", [goes_dark, is_unplugged])
def test_a_set_that_was_laid_while_nobody_saw_it_is_a_question(happens):
    lookout = looking(LAY)
    happens(lookout)
    see(lookout, laid("4", t=500 * MS), t=500 * MS)
    (fact,) = see(lookout, t=500 * MS + PAUSE)
    assert (fact.value["cards"], fact.sure) == (["4"], MISSED)

    lookout.ruled(by_touch("5", "4"), ACCEPTED)
    see(lookout, laid("2", t=20 * PAUSE), t=20 * PAUSE)
    (fact,) = see(lookout, t=21 * PAUSE)
    assert (fact.value["cards"], fact.sure) == (["2"], 1.0), "the next one was seen again"


def rests(lookout, name, t, told_until=None):
    """The table is at rest, and *name* lies on top; the eyes have told all, but for what they say."""
    cards = (CardSeen("abspecken", name, CORNERS, 0.9, ADA),)
    until = t if told_until is None else told_until
    lookout.see(Sighting(t, Seen.WAITING, cards=cards, told_until=until), ())


def test_what_was_told_by_touch_and_seen_since_swallows_no_card_of_the_same_name():
    lookout = looking(LAY)
    see(lookout, laid("3"), t=0)
    see(lookout, t=PAUSE)
    lookout.ruled(by_touch("3"), ACCEPTED)
    lookout.ruled(by_touch("6", "3"), ACCEPTED)  # laid in the dark, with the same card on top as before
    rests(lookout, "3", HANDS_LATER)
    see(lookout, laid("6", t=10 * PAUSE), t=10 * PAUSE)
    see(lookout, laid("5", t=11 * PAUSE), t=10 * PAUSE + 500 * MS)
    facts = see(lookout, t=12 * PAUSE)
    assert cards_of(facts) == [["6", "5"]]


def test_what_was_told_by_touch_is_not_told_again_when_it_comes_to_light_much_later():
    """A phone lay on the pile meanwhile: the eyes see the card in one look, and tell of it in the next."""
    lookout = looking(LAY)
    lookout.ruled(by_touch("3"), ACCEPTED)
    rests(lookout, "3", 30 * PAUSE, told_until=0)
    see(lookout, laid("3", t=30 * PAUSE), t=31 * PAUSE)
    assert see(lookout, t=33 * PAUSE) == ()

    rests(lookout, "3", 34 * PAUSE)
    see(lookout, laid("3", t=35 * PAUSE), t=35 * PAUSE)
    assert cards_of(see(lookout, t=37 * PAUSE)) == [["3"]], "one of the same name, laid later"


def test_what_was_not_seen_before_anybody_was_to_lay_is_no_question():
    lookout = looking(ROLL)
    goes_dark(lookout)
    lookout.expect((LAY,))
    see(lookout, laid("4"), t=0)
    (fact,) = see(lookout, t=PAUSE)
    assert fact.sure == 1.0


def test_the_table_asks_about_a_set_that_may_lack_a_card():
    assert MISSED < DOUBTFUL <= SEVERAL < SURE_ENOUGH


def glimpse(lookout, name, t):
    """A card lies there for a moment, too short to be told as laid."""
    seen = CardSeen("abspecken", "", CORNERS, 0.4, ADA, choices=(name,))
    return lookout.see(Sighting(t, Seen.MOVING, cards=(seen,)), ())


def test_a_card_that_was_covered_before_it_could_be_read_makes_the_set_a_question():
    lookout = looking(LAY)
    glimpse(lookout, "4", t=0)
    see(lookout, laid("3", t=100 * MS), t=100 * MS)
    (fact,) = see(lookout, t=2 * PAUSE)
    assert (fact.value["cards"], fact.sure) == (["3"], MISSED)


def test_a_glimpse_of_a_card_that_was_read_later_is_no_doubt():
    lookout = looking(LAY)
    glimpse(lookout, "3", t=0)
    see(lookout, laid("3", t=100 * MS), t=100 * MS)
    (fact,) = see(lookout, t=2 * PAUSE)
    assert fact.sure == 1.0


def test_the_card_that_lay_there_before_is_no_doubt():
    lookout = looking()
    glimpse(lookout, "6", t=0)
    lookout.expect((LAY,))
    glimpse(lookout, "6", t=1)
    see(lookout, laid("3", t=100 * MS), t=100 * MS)
    (fact,) = see(lookout, t=2 * PAUSE)
    assert fact.sure == 1.0


def test_a_hand_in_view_holds_the_set_back():
    lookout = looking(LAY)
    see(lookout, laid("5"))
    assert see(lookout, t=PAUSE, state=Seen.HAND) == ()
    assert see(lookout, t=PAUSE + 1) == ()
    assert cards_of(see(lookout, t=2 * PAUSE)) == [["5"]]


def test_a_card_counts_from_when_it_was_laid_however_long_a_hand_stays():
    lookout = looking(LAY)
    see(lookout, laid("5", t=7), t=7)
    see(lookout, t=PAUSE, state=Seen.HAND)
    (fact,) = see(lookout, t=2 * PAUSE)

    assert fact.t == 7


def test_the_same_number_twice_is_a_question():
    lookout = looking(LAY)
    see(lookout, laid("5"))
    see(lookout, Moved(1, ADA, (card("5"),)), t=1)
    (fact,) = see(lookout, t=2 * PAUSE)
    assert fact.value["cards"] == ["5", "5"]
    assert [choice["cards"] for choice in fact.choices] == [["5"]]
    assert fact.sure < 1


def test_a_refused_set_is_taken_back_and_laid_anew():
    lookout = looking(LAY)
    lookout.ruled(by_touch("2"), ACCEPTED)
    see(lookout, laid("2"))
    see(lookout, laid("5"))
    (fact,) = see(lookout, t=PAUSE)
    lookout.ruled(fact, REFUSED)
    assert see(lookout, laid("2", t=2 * PAUSE), t=4 * PAUSE) == ()  # what lay below can be seen again
    see(lookout, laid("4", t=5 * PAUSE), t=5 * PAUSE)
    assert cards_of(see(lookout, t=6 * PAUSE)) == [["4"]]


def test_an_accepted_set_stands_and_the_next_begins_anew():
    lookout = looking(LAY)
    see(lookout, laid("5"))
    (fact,) = see(lookout, t=PAUSE)
    lookout.ruled(fact, ACCEPTED)
    see(lookout, laid("3", t=2 * PAUSE), t=2 * PAUSE)
    assert cards_of(see(lookout, t=4 * PAUSE)) == [["3"]]


def test_a_card_picked_up_is_no_move():
    lookout = looking(LAY)
    see(lookout, laid("5"))
    (fact,) = see(lookout, t=PAUSE)
    lookout.ruled(fact, ACCEPTED)
    lookout.expect(())
    see(lookout, Taken(2 * PAUSE, ADA), t=2 * PAUSE)
    lookout.expect((LAY,))
    assert see(lookout, t=5 * PAUSE) == ()


@pytest.mark.parametrize("seen_first", [True, False], ids=["seen before", "seen after"])
def test_what_a_finger_told_is_no_news(seen_first):
    lookout = looking(LAY)
    if seen_first:
        see(lookout, laid("5"))
    lookout.ruled(by_touch("5"), ACCEPTED)
    if not seen_first:
        see(lookout, laid("5"))
    assert see(lookout, t=5 * PAUSE) == ()


def test_what_the_table_takes_back_brings_to_light_what_lay_below():
    lookout = looking(LAY)
    for name in ("2", "5"):
        lookout.ruled(by_touch(name), ACCEPTED)
        see(lookout, laid(name))
    lookout.taken_back()
    see(lookout, laid("2", t=1), t=1)
    assert see(lookout, t=5 * PAUSE) == ()


def test_a_place_that_is_not_asked_for_tells_nothing():
    lookout = looking(LAY)
    see(lookout, laid("5", place=BEN))
    assert see(lookout, t=5 * PAUSE) == ()


# --- the scan place ---


def test_cards_beside_each_other_are_what_lies_there_now():
    lookout = looking(SHOW)
    see(lookout, laid("5", place="scan"))
    see(lookout, laid("5", "3", place="scan", t=1), t=1)
    (fact,) = see(lookout, t=2 * PAUSE)
    assert fact.value == {"place": "hand:Ada", "cards": ["5", "3"]}
    assert fact.seat == "Ada"


def test_where_two_hands_could_be_meant_it_is_asked_whose():
    lookout = looking(SHOW, SHOW_BEN)
    see(lookout, laid("5", "3", place="scan"))
    (fact,) = see(lookout, t=5 * PAUSE)
    assert (fact.ask, fact.seat, fact.sure) == ("", "", MISSED)
    places = [value["place"] for value in (fact.value, *fact.choices)]
    assert places == ["hand:Ada", "hand:Ben"] and fact.value["cards"] == ["5", "3"]
    assert lookout.sees("hand:Ada", MAT) and lookout.sees("hand:Ben", MAT)


@pytest.mark.parametrize(
    "asks",
    [
        pytest.param((SHOW, replace(SHOW_BEN, secret=True)), id="one of them is shown alone"),
        pytest.param((SHOW, replace(SHOW_BEN, optional=True)), id="one of them need not be shown"),
    ],
)
def test_it_is_not_asked_whose_where_not_all_are_to_see_them(asks):
    lookout = looking(*asks)
    see(lookout, laid("5", place="scan"))
    assert see(lookout, t=5 * PAUSE) == ()
    assert not lookout.sees("hand:Ada", MAT)


def test_of_somebodys_hand_with_a_card_in_doubt_nothing_is_told():
    lookout = looking(SHOW, SHOW_BEN)
    see(lookout, Laid(0, "scan", (card("5"), card("", "3", "6"))))
    assert see(lookout, t=5 * PAUSE) == ()


@pytest.mark.parametrize("count", [1, 6, 7, 11])
def test_there_is_a_mat_for_every_round_of_people(count):
    names = tuple(f"Seat {n}" for n in range(count))
    zones = {zone.name for zone in mat_for(names).zones}
    assert {"tray", "scan"} <= zones
    assert (f"discard:{names[0]}" in zones) == (count <= 6)


def test_of_a_long_row_the_sure_cards_are_told_and_the_doubtful_ones_left_open():
    row = Ask("row:1", Kind.CARD, ("Ada", "Ben"), Say("row"), "AS1", place="row", cards=(24, 24))
    lookout = looking(row)
    cards = (*(card(f"c{n}") for n in range(20)), *(card("", "x", "y", "z") for _ in range(4)))
    see(lookout, Laid(0, "scan", cards))
    (fact,) = see(lookout, t=PAUSE)
    assert fact.value["cards"] == [*(f"c{n}" for n in range(20)), *"????"]
    assert (fact.sure, fact.choices) == (1.0, ())


@pytest.mark.parametrize(
    ("cards", "value", "sure"),
    [
        pytest.param((card("5"), card("3")), ["5", "3"], 1.0, id="both sure"),
        pytest.param((card("5"), card("", "3")), ["5", "3"], MISSED, id="one may be a 3, or who knows what"),
        pytest.param((card("5"), card("")), ["5", "?"], MISSED, id="one cannot be read"),
        pytest.param((card("5"), card("", "3", "6")), ["5", "3"], SEVERAL, id="one may be two things"),
    ],
)
def test_a_card_that_is_only_perhaps_something_is_asked_about(cards, value, sure):
    lookout = looking(SHOW)
    see(lookout, Laid(0, "scan", cards))
    (fact,) = see(lookout, t=PAUSE)

    assert (fact.value["cards"], fact.sure) == (value, sure)
