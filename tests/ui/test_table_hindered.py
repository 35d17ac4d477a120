"""What goes wrong at a table, through drawn pictures: told in words, and once it is cured all goes on."""

import cv2
import numpy as np
import pytest
from gazed_table import GazedTable, told, told_by_eyes
from msgspec.structs import replace
from spoilt import black, book, cup, dazzled, half, middle, paper, phone

from companion.asks import Ask, Kind, Say
from tests.at_first import more, quick
from ui.twin.drawn_table import Shown
from vision.drawn import CardOnTable, Hand
from vision.report.facts import DOUBTED
from vision.report.hindered import LONG, MOMENT, WHILE

ADA = "discard:Ada"
ROLL = Ask("roll", Kind.DICE, ("Ada",), Say("roll"), "A9", dice={"pips": 2, "colour": 1})
LAY = Ask(ADA, Kind.CARD, ("Ada",), Say("lay"), "A15", place=ADA, cards=(1, 3))
SHOW = Ask("show:Ada", Kind.CARD, ("Ada",), Say("show"), "W33", deck="wobble", place="hand:Ada", cards=(3, 3))
PILE = Ask("lay", Kind.CARD, ("Ada", "Ben"), Say("lay"), "W9", deck="wobble", place="discard", cards=(1, 2))
DICE = {"pips": [3, 5], "colour": ["pink"]}
STEP = 200
LOOKS = {key: -(-patience // (STEP * 10**6)) + 8 for key, patience in
         (("moment", MOMENT), ("while", WHILE), ("long", LONG))}  # fmt: skip


def rolled(at):
    """The roll of the dice is told now, and all is well."""
    (fact,) = at.happens(at.stage.roll(DICE))
    assert (sorted(fact.value["pips"]), fact.value["colour"], at.trouble) == ([3, 5], ["pink"], "")


# --- the picture ---


def hidden(picture):
    return cv2.blur(np.full_like(picture, 70), (3, 3))


@pytest.mark.parametrize(
    ("spoil", "of"),
    quick(
        [
            pytest.param(half, "amiss.pictures", id="half"),
            pytest.param(black, "amiss.black", id="black"),
            pytest.param(dazzled, "amiss.overexposed", id="dazzled"),
            pytest.param(hidden, "amiss.covered", id="hidden"),
        ],
        2,
    ),
)
def test_a_picture_that_nothing_can_be_seen_in_is_told_and_what_was_done_meanwhile_is_seen_after_it(
    spoil, of
):
    at = GazedTable(ROLL)
    at.spoil = spoil
    at.rest(8)
    assert at.trouble == "", "it may be over at once"
    assert at.happens(at.stage.roll(DICE), rest=LOOKS["while"]) == []
    told_by_eyes(at, of=of)

    at.spoil = lambda picture: picture
    (fact,) = at.rest()
    assert (sorted(fact.value["pips"]), at.trouble) == ([3, 5], "")


@pytest.mark.parametrize("level", quick([0.3, 0.04], 0, 1))
def test_the_lamp_goes_off_and_on_again_and_nothing_has_happened(level):
    at = GazedTable(ROLL, LAY)
    (fact,) = at.happens(at.stage.roll(DICE))
    at.ruled(fact)
    (fact,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(fact)
    lit = at.scene
    at.scene = lambda scene: replace(scene, light=replace(scene.light, level=scene.light.level * level))
    assert all(fact.sure < 0.5 or fact.choices for fact in at.rest(30)), "what is too dark is asked about"
    at.scene = lit
    assert at.rest(20) == [] and at.trouble == ""


def test_a_card_that_came_while_there_were_no_pictures_is_asked_about():
    """Another one may lie below it: a camera that hangs or was pulled out showed neither."""
    at = GazedTable(LAY)
    (fact,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(fact)
    assert fact.sure > DOUBTED
    for _ in at.stage.lay(ADA, ["4", "2"]):
        at.t += STEP * 10**6
    (fact,) = at.rest()
    assert (fact.value["cards"], fact.sure) == (["2"], DOUBTED)


# --- hands and things ---


@more
def test_a_hand_that_stays_over_the_table_is_told_after_a_while_and_the_roll_is_seen_after_it():
    at = GazedTable(ROLL)
    hands = [
        Shown(replace(at.stage.scene, hands=(Hand(300.0 + 12 * (n % 5), 170.0, 90.0),)), STEP)
        for n in range(LOOKS["long"])
    ]
    assert at.happens(hands[:100], rest=0) == [] and at.trouble == ""
    assert at.happens(hands[100:], rest=0) == []
    told_by_eyes(at, of="amiss.busy")
    rolled(at)


@more
def test_something_large_among_the_dice_is_told_and_the_dice_are_seen_after_it():
    at = GazedTable(ROLL)
    at.spoil = lambda picture: book(picture, 640, 230)
    assert at.happens(at.stage.roll(DICE), rest=LOOKS["while"]) == []
    told_by_eyes(at, of="amiss.in_tray")

    at.spoil = lambda picture: picture
    (fact,) = at.rest()
    assert (sorted(fact.value["pips"]), at.trouble) == ([3, 5], "")


@pytest.mark.parametrize("thing", quick([phone, cup]))
def test_a_thing_beside_the_dice_is_no_die(thing):
    at = GazedTable(ROLL)
    at.spoil = lambda picture: thing(picture, 640, 300)
    rolled(at)


@pytest.mark.parametrize("thing", quick([cup, phone], 0, 1))
def test_a_thing_beside_the_cards_is_no_card_and_disturbs_nothing(thing):
    at = GazedTable(ROLL, LAY)
    at.spoil = lambda picture: thing(picture, 500, 590)
    assert at.rest(LOOKS["while"]) == []
    assert told(at.happens(at.stage.lay(ADA, ["5"]))) == [({"place": ADA, "cards": ["5"]}, 1.0)]
    at.spoil = lambda picture: picture
    assert at.rest() == []
    rolled(at)


OF_A_SEAT = [(LAY, cup, 28), (LAY, phone, 0), (LAY, phone, 28), (LAY, cup, 0)]
OF_ALL = [(PILE, phone, 0), (PILE, cup, 28), (PILE, cup, 0), (PILE, phone, 28)]


@pytest.mark.parametrize(("ask", "thing", "aside"), [*quick(OF_A_SEAT, 0, 1), *quick(OF_ALL, 0, 0)])
def test_a_pile_that_a_thing_has_hidden_lies_there_again_and_no_card_was_laid(ask, thing, aside):
    deck, cards = ("wobble", ["g4", "m4", "m7"]) if ask is PILE else ("abspecken", ["5", "2", "4"])
    at = GazedTable(ask, deck=deck)
    for card in cards[:2]:
        (fact,) = at.happens(at.stage.lay(ask.place, [card]))
        at.ruled(fact)
    x, y = (n + aside for n in middle(at.last.sighting.cards[-1]))
    at.spoil = lambda picture: thing(picture, x, y)
    assert at.rest(20) == []
    at.spoil = lambda picture: picture
    assert at.rest(20) == []
    assert told(at.happens(at.stage.lay(ask.place, cards[2:]))) == [
        ({"place": ask.place, "cards": cards[2:]}, 1.0)
    ]


def paper_upon_a_pile():
    """A card was laid and ruled on; while nobody was asked for cards, a paper came to lie upon it."""
    at = GazedTable(LAY)
    (fact,) = at.happens(at.stage.lay(ADA, ["5"]))
    at.ruled(fact)
    at.expect(ROLL)
    x, y = middle(at.last.sighting.cards[-1])
    at.spoil = lambda picture: paper(picture, x, y)
    at.rest(4)
    at.expect(LAY)
    return at


@more
def test_cards_laid_below_a_thing_that_lay_on_the_pile_before_anybody_was_asked_are_asked_about():
    at = paper_upon_a_pile()
    assert at.happens(at.stage.lay(ADA, ["3", "4", "5"]), rest=LOOKS["while"]) == []
    told_by_eyes(at, of="amiss.pile_hidden")

    at.spoil = lambda picture: picture
    (fact,) = at.rest()
    assert (fact.value["cards"], fact.sure, at.trouble) == (["5"], DOUBTED, "")


@more
def test_a_pile_picked_up_with_the_thing_upon_it_is_no_longer_told_and_the_next_set_is_sure():
    at = paper_upon_a_pile()
    at.rest(LOOKS["while"])
    assert at.trouble == "amiss.pile_hidden"

    at.spoil = lambda picture: picture
    assert at.happens(at.stage.take_off(ADA)) == [] and at.trouble == ""
    assert told(at.happens(at.stage.lay(ADA, ["3", "5"]))) == [({"place": ADA, "cards": ["3", "5"]}, 1.0)]


# --- dice and cards ---


@more
def test_a_die_too_few_is_told_and_rolled_alone_it_completes_the_roll():
    at = GazedTable(ROLL)
    assert at.happens(at.stage.roll({**DICE, "pips": [3]}), rest=LOOKS["while"]) == []
    told_by_eyes(at, of="amiss.dice_count")

    lying = at.stage.lying.dice
    moving = at.stage.roll({"pips": [5]})
    tumbling = [
        replace(shown, scene=replace(shown.scene, dice=(*lying, *shown.scene.dice))) for shown in moving
    ]
    at.happens(tumbling, rest=0)
    at.stage.lie(dice=(*lying, *at.stage.lying.dice))
    (fact,) = at.rest()
    assert (sorted(fact.value["pips"]), fact.value["colour"], at.trouble) == ([3, 5], ["pink"], "")


@more
def test_a_die_too_many_is_told():
    at = GazedTable(ROLL)
    assert at.happens(at.stage.roll({**DICE, "pips": [3, 5, 1]}), rest=LOOKS["while"]) == []
    told_by_eyes(at, of="amiss.dice_count")
    rolled(at)


@more
def test_a_die_that_leans_is_told_and_rolled_again_the_roll_is_whole():
    at = GazedTable(ROLL)
    moving = list(at.stage.roll(DICE))
    first, *others = at.stage.lying.dice
    at.stage.lie(dice=(replace(first, tilt=28.0, tilt_towards=40.0), *others))
    assert at.happens(moving, rest=LOOKS["moment"]) == []
    told_by_eyes(at, of="amiss.leans")
    rolled(at)


def lay_face_down(at, name="5"):
    (x, y) = at.stage.mat.zone(ADA).centre
    card = CardOnTable(name, x + 1, y, 2.0, at.stage.deck, face_down=True, place=ADA)
    at.stage.lie(cards=(*at.stage.lying.cards, card))


def test_a_card_laid_face_down_is_told_and_read_once_it_is_turned():
    at = GazedTable(LAY)
    lay_face_down(at)
    assert at.rest(LOOKS["while"]) == []
    told_by_eyes(at, of="amiss.face_down")

    turned = [*at.stage.take_off(ADA, 1), *at.stage.lay(ADA, ["5"])]
    assert told(at.happens(turned)) == [({"place": ADA, "cards": ["5"]}, 1.0)]
    assert at.trouble == ""


@more
def test_a_pile_that_lay_face_down_before_anybody_was_asked_is_none_that_was_turned_by_mistake():
    at = GazedTable(ROLL)
    lay_face_down(at)
    at.rest(4)
    at.expect(LAY)
    assert at.rest(LOOKS["while"]) == [] and at.trouble == ""


# --- light that changes while cards are laid ---


def hazy(picture):
    return cv2.add(picture, (70, 70, 70, 0))


def dim(picture):
    return (picture * 0.25).astype(np.uint8)


@pytest.mark.parametrize(("spoil", "seed"), quick([(hazy, 0), (dim, 1), (hazy, 1), (dim, 0)], 1, more=1))
def test_a_card_laid_while_the_light_was_another_one_is_never_silently_missed(spoil, seed):
    at = GazedTable(LAY, seed=seed)
    laid = list(at.stage.lay(ADA, ["4", "6", "1"]))
    each = len(laid) // 3
    for number, shown in enumerate(laid):
        at.spoil = spoil if each <= number < 2 * each else (lambda picture: picture)
        at.see(shown, 100)
    at.rest(20)

    (fact,) = at.facts
    assert fact.value["cards"] == ["4", "6", "1"] or fact.choices or fact.sure < 0.5


@more
def test_light_that_changed_before_cards_were_asked_for_costs_no_question():
    at = GazedTable(seed=0)
    at.spoil = dim
    at.rest(3)
    at.spoil = lambda picture: picture
    at.rest(3)
    at.expect(LAY)

    facts = at.happens(at.stage.lay(ADA, ["4", "6"]))

    assert told(facts) == [({"place": ADA, "cards": ["4", "6"]}, 1.0)]
