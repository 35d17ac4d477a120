"""Cards used at the table, through drawn pictures and the real eyes: told once, in order, and told apart.

Taken back, moved, put under the pile, laid anew, shown for scoring beside the pile: what follows of each.
"""

import math

import pytest
from cards_on_table import CardsOnTable, cards_of
from msgspec.structs import replace

from companion.asks import Ask, Kind, Say
from companion.rulings import Verdict
from tests.at_first import more, quick
from ui.twin.drawn_table import Shown
from vision.drawn import CardOnTable, Hand

ADA, BEN = "discard:Ada", "discard:Ben"


def to_lay(seat, deck="abspecken", most=3):
    place = f"discard:{seat}"
    return Ask(place, Kind.CARD, (seat,), Say("lay"), "A15", deck=deck, place=place, cards=(1, most))


def on_the_pile(*lies, most=2):
    """Whoever it is lays on the pile of all, on which *lies* is seen."""
    return Ask("lay", Kind.CARD, ("Ada", "Ben"), Say("lay"), "W9", deck="wobble", place="discard",
               cards=(1, most), lies=lies)  # fmt: skip


def to_show(seat, count, deck="wobble", **more):
    return Ask(f"show:{seat}", Kind.CARD, (seat,), Say("show"), "W33", deck=deck, place=f"hand:{seat}",
               cards=(count, count), **more)  # fmt: skip


# --- on the pile of a seat ---


def test_a_card_is_told_once_however_long_it_lies_there():
    at = CardsOnTable("abspecken", to_lay("Ada"))
    facts = at.happens(at.stage.lay(ADA, ["5"]), rest=40)

    assert cards_of(facts) == [(ADA, ["5"])]


@more
def test_cards_are_told_in_the_order_in_which_they_were_laid():
    at = CardsOnTable("abspecken", to_lay("Ada"))

    assert cards_of(at.happens(at.stage.lay(ADA, ["5", "1", "4"]))) == [(ADA, ["5", "1", "4"])]


@more
def test_what_was_refused_and_taken_back_is_forgotten_and_the_next_is_told_alone():
    at = CardsOnTable("abspecken", to_lay("Ada"))
    (first,) = at.happens(at.stage.lay(ADA, ["2"]))
    at.ruled(first)
    (wrong,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(wrong, Verdict.REFUSED)

    assert at.happens(at.stage.take_off(ADA, 1)) == []
    assert cards_of(at.happens(at.stage.lay(ADA, ["4"]))) == [(ADA, ["4"])]


def test_a_card_that_is_pushed_is_doubted_and_never_counted_twice_unasked():
    at = CardsOnTable("abspecken", to_lay("Ada"))
    (first,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(first)

    facts = at.happens(at.stage.exchange(ADA, "5"))  # a hand, and the 5 lies a little elsewhere
    assert all(fact.sure < 0.5 for fact in facts), "it may as well be another 5: the table asks"


@pytest.mark.parametrize("deck", quick(["abspecken", "wobble"]))
def test_a_card_upon_one_of_its_name_is_told_and_nobody_is_asked(deck):
    below, card = ("5", "1") if deck == "abspecken" else ("g5", "g4")
    ask, place = (to_lay("Ada"), ADA) if deck == "abspecken" else (on_the_pile(), "discard")
    at = CardsOnTable(deck, ask)
    for name in (below, card):
        (fact,) = at.happens(at.stage.lay(place, [name]))
        at.ruled(fact)
    (again,) = at.happens(at.stage.lay(place, [card]))

    assert (cards_of([again]), again.sure) == ([(place, [card])], 1.0)


@more
def test_a_card_that_wanders_to_another_place_is_told_there():
    at = CardsOnTable("abspecken", to_lay("Ada"), to_lay("Ben"))
    (first,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(first, Verdict.REFUSED)

    moved = at.happens([*at.stage.take_off(ADA), *at.stage.lay(BEN, ["5"])])
    assert cards_of(moved) == [(BEN, ["5"])]


# --- on the pile of all ---


@more
def test_cards_on_the_pile_of_all_are_told_one_after_the_other():
    at = CardsOnTable("wobble", on_the_pile())
    told = []
    for card in ("g4", "m4", "CSmg", "g9"):
        (fact,) = at.happens(at.stage.lay("discard", [card]))
        told += cards_of([fact])
        at.ruled(fact)

    assert told == [("discard", [card]) for card in ("g4", "m4", "CSmg", "g9")]


@more
def test_a_card_that_goes_under_the_pile_brings_none_to_light():
    at = CardsOnTable("wobble", on_the_pile())
    for card in ("g4", "DG"):
        (fact,) = at.happens(at.stage.lay("discard", [card]))
        at.ruled(fact)
    at.expect(on_the_pile(), piles={"discard": ("DG", "g4")})

    assert at.happens(at.stage.take_off("discard", 1)) == [], "the green 4 lay there already"
    assert cards_of(at.happens(at.stage.lay("discard", ["DG"]))) == [("discard", ["DG"])]


@pytest.mark.parametrize("count", quick([4, 9]))
def test_a_hand_is_read_in_one_picture_and_the_pile_beside_it_is_none_of_it(count):
    hand = ["m7", "y5", "ySK", "g3", "CSmy", "m1", "DBL", "g8", "m6"][:count]
    at = CardsOnTable("wobble", on_the_pile())
    (fact,) = at.happens(at.stage.lay("discard", ["g4"]))
    at.ruled(fact)
    at.expect(to_show("Ada", count))

    assert cards_of(at.happens(at.stage.spread("scan", hand))) == [("hand:Ada", hand)]
    assert at.rest(20) == []


@pytest.mark.parametrize(("pile", "hand"), quick(most=0, more=1, cases=[
    pytest.param(["gSK", "gCE"], ["cMAG", "g5", "y0"], id="of the card below a strip is seen"),
    pytest.param(["c8", "m2", "yP5"], ["yCD", "g4", "mAFK", "cM20", "m9"], id="of two below"),
    pytest.param(["cP5", "g6"], ["c0", "gSK"], id="a strip that cannot be read"),
]))  # fmt: skip
def test_what_peeps_out_below_the_top_of_the_pile_is_not_of_a_hand_beside_it(pile, hand):
    at = CardsOnTable("wobble", on_the_pile())
    for card in pile:
        for fact in at.happens(at.stage.lay("discard", [card])):
            at.ruled(fact)
    for seat in ("Ada", "Ben"):  # the second hand sees the same pile again
        at.expect(to_show(seat, len(hand)))
        facts = at.happens(at.stage.spread("scan", hand), rest=30)
        assert cards_of(facts) == [(f"hand:{seat}", hand)] and facts[0].sure == 1.0
        at.ruled(facts[0])
        at.expect()
        at.happens(at.stage.take_off("scan"))


@more
def test_cards_that_touch_are_each_read_and_told_once():
    hand = ["g0", "c2", "mCE", "m6", "m9", "gP3"]
    at = CardsOnTable("wobble", on_the_pile(), seed=1)
    (fact,) = at.happens(at.stage.lay("discard", ["DG"]))
    at.ruled(fact)
    at.expect(to_show("Ada", len(hand)))
    facts = at.happens(at.stage.spread("scan", hand), rest=40)

    assert [sorted(fact.value["cards"]) for fact in facts] == [sorted(hand)] and facts[0].sure == 1.0


@more
def test_the_next_hand_is_another_ones():
    at = CardsOnTable("wobble", to_show("Ada", 3))
    (fact,) = at.happens(at.stage.spread("scan", ["m7", "y5", "g3"]))
    at.ruled(fact)
    at.expect(to_show("Ben", 2))
    assert at.rest() == [], "what Ada has shown lies there still"

    facts = at.happens([*at.stage.take_off("scan"), *at.stage.spread("scan", ["c1", "DG"])])
    assert cards_of(facts) == [("hand:Ben", ["c1", "DG"])]


def test_of_two_that_have_to_show_at_once_it_is_asked_whose_hand_it_is():
    at = CardsOnTable("wobble", to_show("Ada", 3), to_show("Ben", 3))
    (fact,) = at.happens(at.stage.spread("scan", ["m7", "y5", "g3"]))

    assert fact.sure < 0.5 and fact.seat == ""
    assert [value["place"] for value in (fact.value, *fact.choices)] == ["hand:Ada", "hand:Ben"]


def test_a_hand_with_as_many_cards_as_only_one_holds_is_that_ones_and_nobody_is_asked():
    at = CardsOnTable("wobble", to_show("Ada", 5), to_show("Ben", 3))
    (fact,) = at.happens(at.stage.spread("scan", ["m7", "y5", "g3"]))

    assert (cards_of([fact]), fact.seat, fact.sure) == ([("hand:Ben", ["m7", "y5", "g3"])], "Ben", 1.0)


@more
def test_with_a_card_more_than_anybody_holds_it_is_asked_whose_they_are():
    at = CardsOnTable("wobble", to_show("Ada", 5), to_show("Ben", 2))
    (fact,) = at.happens(at.stage.spread("scan", ["m7", "y5", "g3"]))

    assert fact.sure < 0.5 and [value["place"] for value in (fact.value, *fact.choices)] == [
        "hand:Ada",
        "hand:Ben",
    ]


@more
def test_a_draw_pile_that_lies_face_down_beside_is_no_hand():
    at = CardsOnTable("wobble", to_show("Ada", 2))
    at.happens(at.stage.spread("scan", ["m7", "y5"]), rest=0)
    laid = at.stage.lying.cards
    back = replace(laid[0], x=440.0, face_down=True)
    at.stage.lie(cards=(*laid, back))

    assert cards_of(at.rest()) == [("hand:Ada", ["m7", "y5"])]


# --- a row ---


@more
def test_what_is_left_of_a_row_is_told_in_its_order():
    names = ["9S", "TS", "JS", "QS", "KS", "AS", "9H", "TH"]
    row = Ask("row:1", Kind.CARD, ("Ada", "Ben"), Say("row"), "AS1", deck="french", place="row", cards=(8, 8))
    left = Ask("left", Kind.CARD, ("Ada",), Say("left"), "AS6", deck="french", place="row", cards=(0, 8),
               lies=tuple(names), optional=True)  # fmt: skip
    at = CardsOnTable("french", row, seats=("Ada", "Ben"))
    (fact,) = at.happens(at.stage.spread("scan", names))
    assert cards_of([fact]) == [("row", names)]
    at.ruled(fact)
    at.expect(left)

    assert cards_of(at.happens(at.stage.leave("scan", names[:-2]))) == [("row", names[:-2])]


# --- fans, and cards that lie half outside the picture ---


def fan(names, step, radius, deck="wobble", lower=0.0):
    """Cards as they are held in a hand, laid down so; *lower* by millimetres."""
    middle = (len(names) - 1) / 2
    for n, name in enumerate(names):
        angle = math.radians((n - middle) * step)
        x, y = 300 + radius * math.sin(angle), 274 + lower + radius * (1 - math.cos(angle))
        yield CardOnTable(name, x, y, math.degrees(angle), deck, place="scan")


def laid_down(at, cards):
    """What is told of *cards* that lie there after a while."""
    at.stage.lie(cards=tuple(cards))
    return at.rest(45)


@pytest.mark.parametrize(("deck", "hand", "step", "radius"), quick([
    pytest.param("wobble", ["m2", "CSmy", "g1", "mM20", "mCD"], 8.0, 130.0, id="wobble"),
    pytest.param("french", ["TC", "8H", "2H", "6C", "AC"], 12.0, 90.0, id="french"),
    pytest.param("wobble", ["m2", "CSmy", "g1", "mM20", "mCD"], 12.0, 90.0, id="opened widely"),
]))  # fmt: skip
def test_a_fan_is_read_in_its_order(deck, hand, step, radius):
    at = CardsOnTable(deck, to_show("Ada", len(hand), deck))
    (fact,) = laid_down(at, fan(hand, step, radius, deck))

    assert (fact.value["cards"], fact.sure) == (hand, 1.0)


FAN = ["g0", "gHH", "ySK", "yHH", "mP3", "CSmc", "m8"]


@more
def test_a_fan_over_the_edge_of_the_picture_looks_like_a_hand_and_that_is_told():
    at = CardsOnTable("wobble", to_show("Ada", len(FAN)))
    assert laid_down(at, fan(FAN, 12.0, 90.0)) == []
    assert at.lookout.trouble == Say("amiss.reaches_in")

    (fact,) = laid_down(at, fan(FAN, 8.0, 130.0, lower=-5.0))
    assert (fact.value["cards"], fact.sure, at.lookout.trouble) == (FAN, 1.0, None)


@more
def test_of_a_hand_with_a_card_half_outside_the_picture_it_is_asked_or_told():
    cards = ["m7", "y5", "g3", "c1"]
    at = CardsOnTable("wobble", to_show("Ada", len(cards)))
    places = zip((150, 220, 290, 360), (274, 274, 274, 330), strict=True)
    lying = [
        CardOnTable(name, *place, 0.0, "wobble", place="scan")
        for name, place in zip(cards, places, strict=True)
    ]
    facts = laid_down(at, lying)

    assert facts or at.lookout.trouble == Say("amiss.reaches_in")
    assert all(fact.sure < 0.5 for fact in facts)


def test_an_arm_that_rests_on_the_table_is_told_only_while_something_is_waited_for():
    at = CardsOnTable("wobble", to_show("Ada", 3))
    hand = Hand(300.0, 274.0, 90.0)
    resting = [Shown(replace(at.stage.scene, hands=(hand,), seed=n), 200) for n in range(26)]
    at.happens(resting[:10], rest=0)
    assert at.lookout.trouble is None, "it may still do something"
    at.happens(resting[10:], rest=0)
    assert at.lookout.trouble == Say("amiss.reaches_in")

    at.expect()
    assert at.lookout.trouble is None
    at.expect(to_show("Ada", 3))
    at.rest(4)
    assert at.lookout.trouble is None, "it is gone"
