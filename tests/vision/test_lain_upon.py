"""A card laid upon one of its own name, and one that was only pushed: what peeps out from below tells."""

from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from companion.sightings import Frame
from tests.at_first import more, quick
from tests.tables import cases
from tests.ui.spoilt import cup, phone
from ui.twin.drawn_table import DrawnTable
from vision.calibration import calibrate
from vision.drawn import CardOnTable, Light, draw
from vision.eyes import Eyes
from vision.scene.events import Laid
from vision.scene.lain_upon import LainUpon
from vision.wanted import Wanted

PLACE = "discard:Ada"
LOOKS = 4


class Pile:
    """A drawn pile of one seat under the real eyes."""

    def __init__(self, deck="abspecken"):
        stage = DrawnTable(("Ada", "Ben", "Cem"), Random(2))
        self.scene, self.deck, self.number = stage.scene, deck, 0
        self.x, self.y = stage.mat.zone(PLACE).centre
        self.eyes = Eyes(calibrate(draw(self.scene), stage.mat))
        self.see()

    def card(self, name, right=0.0, down=0.0, angle=0.0):
        return CardOnTable(name, self.x + right, self.y + down, angle, self.deck, place=PLACE)

    def see(self, *cards, light=None, trembles=(0, 0)):
        """What happened to the pile once *cards* lie there, as the eyes tell it."""
        self.scene = replace(self.scene, cards=cards, light=light or self.scene.light)
        events = []
        for _ in range(LOOKS):
            self.number += 1
            picture = np.roll(draw(replace(self.scene, seed=self.number)), trembles, axis=(0, 1))
            frame = Frame(picture, self.number * 10**8, self.number)
            events += self.eyes.see(frame, Wanted(cards=True, tray=False, deck=self.deck))[1]
        return [event for event in events if isinstance(event, Laid)]


def lain(pile, *before, then, **more):
    """Whether the card *then*, seen where *before* lay, is said to lie upon one of its name."""
    pile.see(*before)
    (event,) = pile.see(*then, **more)
    return event.cards[-1].upon


@pytest.mark.parametrize("deck", quick(["abspecken", "wobble"]))
@pytest.mark.parametrize(("angle", "right"), quick([*product([-5.0, 0.0, 6.0], [-7.0, 6.0])]))
def test_what_lies_upon_one_of_its_name_leaves_it_where_it_lay(deck, angle, right):
    below, card = ("5", "2") if deck == "abspecken" else ("g5", "g4")
    pile = Pile(deck)
    lower, top = pile.card(below, 4.0, 2.0, -4.0), pile.card(card, 0.0, 0.0, 2.0)

    assert lain(pile, lower, top, then=(lower, top, pile.card(card, right, 1.0, angle)))


@pytest.mark.parametrize("deck", quick(["abspecken", "wobble"]))
@pytest.mark.parametrize("right", quick([-4.0, 6.0, -7.0]))
@pytest.mark.parametrize(
    "lies_below",
    quick(
        [
            pytest.param((4.0, 2.0, -4.0), id="on an untidy pile"),
            pytest.param((0.0, 0.0, 2.0), id="on a pile that was squared up"),
            pytest.param(None, id="on the mat"),
        ],
        2,
    ),
)
def test_a_card_that_was_pushed_lies_upon_none(deck, right, lies_below):
    below, card = ("5", "2") if deck == "abspecken" else ("g5", "g4")
    pile = Pile(deck)
    lower = (pile.card(below, *lies_below),) if lies_below else ()
    pushed = pile.card(card, right, 1.0, 2.0)

    assert not lain(pile, *lower, pile.card(card, 0.0, 0.0, 2.0), then=(*lower, pushed))


@pytest.mark.parametrize(
    ("light", "trembles"),
    quick(
        [
            pytest.param(Light(level=0.75), (0, 0), id="a cloud"),
            pytest.param(Light(level=1.0, tint=(0.8, 1.0, 1.1)), (0, 0), id="a lamp"),
            pytest.param(None, (1, -1), id="somebody leans on the table"),
        ],
        most=0,
    ),
)
def test_another_light_and_a_camera_that_trembles_change_nothing(light, trembles):
    pile = Pile()
    lower, top = pile.card("5", 4.0, 2.0, -4.0), pile.card("2", 0.0, 0.0, 2.0)
    upper = pile.card("2", -7.0, 1.0, -3.0)

    assert lain(pile, lower, top, then=(lower, top, upper), light=light, trembles=trembles)
    assert not lain(pile, lower, top, then=(lower, upper), light=light, trembles=trembles)


@more
def test_once_the_camera_looks_from_elsewhere_nothing_is_compared():
    pile = Pile()
    lower, top = pile.card("5", 4.0, 2.0, -4.0), pile.card("2", 0.0, 0.0, 2.0)
    pile.see(lower, top)
    pile.eyes.look_from(pile.eyes.calibration)
    (event,) = pile.see(lower, top, pile.card("2", -7.0, 1.0, -3.0))

    assert not event.cards[-1].upon


def nothing(picture, _):
    return picture


def a_cup(picture, middle):
    return cup(picture, *middle)


def a_phone(picture, middle):
    return phone(picture, *(n + 28 for n in middle))


@cases(
    "then, spoil, known",
    {
        "a cup stands on it": ((), a_cup, True),
        "a phone hides half of it": ((), a_phone, True),
        "nothing is otherwise": ((), nothing, True),
        "one like it lies upon it": ((("g6", 3.0, 0.0, 2.0),), nothing, False),
        "one like it, lower": ((("g6", 0.0, 3.0, 2.0),), nothing, False),
        "another one below the cup": ((("m7", 1.0, 1.0, 2.0),), a_cup, False),
    },
)
def test_what_cannot_be_read_is_the_card_that_lay_there_if_the_rest_of_it_lies_there(then, spoil, known):
    pile = Pile("wobble")
    card = pile.card("g4", 0.0, 0.0, 2.0)
    pile.see(card)
    memory, spots = LainUpon(), pile.eyes.scene.spots.of
    memory.keep(draw(replace(pile.scene, seed=8)), spots)
    (seen,) = spots[PLACE].seen

    middle = np.mean(seen.corners, axis=0).round().astype(int).tolist()
    now = spoil(draw(replace(pile.scene, cards=(card, *(pile.card(*one) for one in then)), seed=9)), middle)
    (told,) = memory.known_again(now, (replace(seen, name="", choices=("g5", "g6")),))
    assert told.name == ("g4" if known else "")
