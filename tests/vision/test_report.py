"""What was seen becomes facts: told once, when it is complete, and only where nobody else can be meant."""

import pytest
from msgspec.structs import replace

from companion.asks import MS
from companion.sightings import CardSeen, Seen, Sighting
from companion.table.judge import DOUBTFUL, SURE_ENOUGH
from tests.tables import cases
from tests.vision.reports import (
    ACCEPTED,
    ADA,
    BEN,
    CORNERS,
    LAY,
    MAT,
    REFUSED,
    ROLL,
    SHOW,
    SHOW_BEN,
    by_touch,
    card,
    cards_of,
    laid,
    looking,
    see,
)
from vision.mat import mat_for
from vision.report.facts import DOUBTED, SEVERAL
from vision.report.piles import HANDS_LATER
from vision.report.report import PAUSE
from vision.scene.events import Laid

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
    assert (fact.value["cards"], fact.sure) == (["4"], DOUBTED)

    lookout.ruled(by_touch("5", "4"), ACCEPTED)
    see(lookout, laid("2", t=20 * PAUSE), t=20 * PAUSE)
    (fact,) = see(lookout, t=21 * PAUSE)
    assert (fact.value["cards"], fact.sure) == (["2"], 1.0), "the next one was seen again"


def rests(lookout, name, t, reported_until=None):
    """The table is at rest, and *name* lies on top; the eyes have told all, but for what they say."""
    cards = (CardSeen("abspecken", name, CORNERS, 0.9, ADA),)
    until = t if reported_until is None else reported_until
    lookout.see(Sighting(t, Seen.WAITING, cards=cards, reported_until=until), ())


def test_what_was_told_by_touch_and_seen_since_swallows_no_card_of_the_same_name():
    lookout = looking(LAY)
    see(lookout, laid("3"), t=0)
    see(lookout, t=PAUSE)
    lookout.ruled(by_touch("3"), ACCEPTED)
    lookout.ruled(by_touch("6", "3"), ACCEPTED)  # laid in the dark, with the same card on top as before
    rests(lookout, "3", HANDS_LATER + PAUSE)
    see(lookout, laid("6", t=10 * PAUSE), t=10 * PAUSE)
    see(lookout, laid("5", t=11 * PAUSE), t=10 * PAUSE + 500 * MS)
    facts = see(lookout, t=12 * PAUSE)
    assert cards_of(facts) == [["6", "5"]]


def test_cards_put_below_a_pile_swallow_no_card_of_the_same_name():
    lookout = looking(LAY)
    see(lookout, laid("3"), t=0)
    see(lookout, t=PAUSE)
    lookout.expect((LAY,), piles={ADA: ("3",)})
    lookout.expect((LAY,), piles={ADA: ("6", "9", "3")})  # Wobble has cards put below
    see(lookout, laid("6", t=10 * PAUSE), t=10 * PAUSE)
    facts = see(lookout, t=12 * PAUSE)
    assert cards_of(facts) == [["6"]]


def test_what_was_told_by_touch_is_not_told_again_when_it_comes_to_light_much_later():
    """A phone lay on the pile meanwhile: the eyes see the card in one look, and tell of it in the next."""
    lookout = looking(LAY)
    lookout.ruled(by_touch("3"), ACCEPTED)
    rests(lookout, "3", 30 * PAUSE, reported_until=0)
    see(lookout, laid("3", t=30 * PAUSE), t=31 * PAUSE)
    assert see(lookout, t=33 * PAUSE) == ()

    rests(lookout, "3", 34 * PAUSE)
    see(lookout, laid("3", t=35 * PAUSE), t=35 * PAUSE)
    assert cards_of(see(lookout, t=37 * PAUSE)) == [["3"]], "one of the same name, laid later"


def test_a_name_entered_by_touch_that_flickered_before_it_came_again_is_asked_about():
    """It may be the one that was entered, or another of its name: they lead to different rulings."""
    lookout = looking(LAY)
    lookout.ruled(by_touch("3"), ACCEPTED)
    rests(lookout, "3", 30 * PAUSE, reported_until=0)
    see(lookout, replace(laid("3", t=35 * PAUSE), since=34 * PAUSE), t=35 * PAUSE)
    (fact,) = see(lookout, t=37 * PAUSE)
    assert (fact.value["cards"], [choice["cards"] for choice in fact.choices]) == (["3"], [[]])
    assert fact.sure < 1


def test_what_was_not_seen_before_anybody_was_to_lay_is_no_question():
    lookout = looking(ROLL)
    goes_dark(lookout)
    lookout.expect((LAY,))
    see(lookout, laid("4"), t=0)
    (fact,) = see(lookout, t=PAUSE)
    assert fact.sure == 1.0


def test_the_table_asks_about_a_set_that_may_lack_a_card():
    assert DOUBTED < DOUBTFUL <= SEVERAL < SURE_ENOUGH


def glimpse(lookout, name, t):
    """A card lies there for a moment, too short to be told as laid."""
    seen = CardSeen("abspecken", "", CORNERS, 0.4, ADA, choices=(name,))
    return lookout.see(Sighting(t, Seen.MOVING, cards=(seen,)), ())


def test_a_card_that_was_covered_before_it_could_be_read_makes_the_set_a_question():
    lookout = looking(LAY)
    glimpse(lookout, "4", t=0)
    see(lookout, laid("3", t=100 * MS), t=100 * MS)
    (fact,) = see(lookout, t=2 * PAUSE)
    assert (fact.value["cards"], fact.sure) == (["3"], DOUBTED)


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
    see(lookout, Laid(1, ADA, (card("5"),), moved=True), t=1)
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
    see(lookout, Laid(2 * PAUSE, ADA), t=2 * PAUSE)
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
    lookout.taken_back(piles={ADA: ("2",)})
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


def spread_out(*cards, t=0):
    return Laid(t, "scan", cards)


@cases(
    "x, told, entered",
    {
        "lies where it lay": (0.0, ["5", "3"], ["5"]),
        "was pushed": (40.0, ["5", "2", "3"], ["5"]),
        "is one of them": (0.0, ["5", "2", "3"], ["5", "4"]),
    },
)
def test_what_is_no_card_as_somebody_said_is_asked_about_only_once_it_was_pushed(x, told, entered):
    spots = [tuple((9 * n + left, top) for left, top in CORNERS) for n in (1, 5)]
    pushed = tuple((left + x, top) for left, top in spots[0])
    book, other = (
        CardSeen("abspecken", "", spots[0], 0.5, choices=("2",)),
        replace(card("3"), corners=spots[1]),
    )
    lookout = looking(SHOW)
    see(lookout, spread_out(card("5"), book))
    (fact,) = see(lookout, t=2 * PAUSE)
    assert fact.value["cards"] == ["5", "2"] and fact.sure < DOUBTFUL
    lookout.ruled(by_touch(*entered, place="hand:Ada"), ACCEPTED)
    see(lookout, spread_out(card("5"), replace(book, corners=pushed), other, t=3 * PAUSE), t=3 * PAUSE)
    (fact,) = see(lookout, t=5 * PAUSE)
    assert fact.value["cards"] == told


def test_where_two_hands_could_be_meant_it_is_asked_whose():
    lookout = looking(SHOW, SHOW_BEN)
    see(lookout, laid("5", "3", place="scan"))
    (fact,) = see(lookout, t=5 * PAUSE)
    assert (fact.ask, fact.seat, fact.sure) == ("", "", DOUBTED)
    places = [value["place"] for value in (fact.value, *fact.choices)]
    assert places == ["hand:Ada", "hand:Ben"] and fact.value["cards"] == ["5", "3"]
    assert lookout.sees("hand:Ada", MAT) and lookout.sees("hand:Ben", MAT)


@cases(
    "asks",
    {
        "one of them is shown alone": (SHOW, replace(SHOW_BEN, secret=True)),
        "one of them need not be shown": (SHOW, replace(SHOW_BEN, optional=True)),
    },
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


@cases(
    "cards, value, sure",
    {
        "both sure": ((card("5"), card("3")), ["5", "3"], 1.0),
        "one may be a 3, or who knows what": ((card("5"), card("", "3")), ["5", "3"], DOUBTED),
        "one cannot be read": ((card("5"), card("")), ["5", "?"], DOUBTED),
        "one may be two things": ((card("5"), card("", "3", "6")), ["5", "3"], SEVERAL),
    },
)
def test_a_card_that_is_only_perhaps_something_is_asked_about(cards, value, sure):
    lookout = looking(SHOW)
    see(lookout, Laid(0, "scan", cards))
    (fact,) = see(lookout, t=PAUSE)

    assert (fact.value["cards"], fact.sure) == (value, sure)
