"""What looks otherwise with each look: one question or one trouble follows, and never a move."""

from itertools import chain, cycle, islice, repeat

import numpy as np
from msgspec.structs import replace

from companion.asks import MS, Ask, Kind, Say
from companion.sightings import UNSTEADY, CardSeen, DieSeen, PyramidDieSeen, PyramidSeen, Seen, Sighting
from tests.tables import cases
from tests.vision.reports import LAY, ROLL, looking
from vision.scene.moved import Shake
from vision.scene.scene import OFTEN, STANDS, Scene

BUILD = Ask("build", Kind.PYRAMID, ("Ada",), Say("build"), "PC1")
EVERY = 120 * MS


def die(x, value="3"):
    return DieSeen("pips", value, (float(x), 100.0, 40.0, 40.0), 1.0)


def card(name, x=0.0):
    corners = ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0))
    return CardSeen("abspecken", name, corners, 0.99, "discard:Ada")


def dice(*seen):
    return Sighting(0, Seen.SETTLED if seen else Seen.EMPTY, seen, ms={"dice": 1.0})


def cards(*seen):
    return Sighting(0, Seen.SETTLED, cards=seen, ms={"cards": 1.0})


def pyramid(*colours):
    stones = tuple(
        PyramidDieSeen((n, 0, 0), colour, (6, None, None), 1.0) for n, colour in enumerate(colours)
    )
    return Sighting(
        0, Seen.SETTLED, pyramid=PyramidSeen(stones, tuple(one.cell for one in stones)), ms={"pyramid": 1.0}
    )


def told(looks, ask, count=110):
    """The facts, and since which look which troubles stood, while *looks* are seen one after the other."""
    referee, scene, facts, troubles = looking(ask), Scene(), [], {}
    before = dice() if ask.kind is Kind.DICE else cards()
    for n, look in enumerate(islice(chain(repeat(before, 3), cycle(looks)), count)):
        seen = replace(look, t=(n + 1) * EVERY)
        scene, events = scene.after(seen, ask.dice or {})
        until = scene.spots.reported_until
        facts += referee.see(replace(seen, state=scene.state, why=scene.blind, reported_until=until), events)
        if referee.trouble is not None:
            troubles.setdefault(referee.trouble.key, n)
    last = referee.trouble.key if referee.trouble is not None else ""
    return facts, troubles, last


TWO = (die(0), die(100, "5"))
UNSURE = "amiss.unsteady"
SLOWLY = 12  # looks: longer than somebody needs to lay a set


@cases(
    "looks, ask, facts, last",
    {
        "a die seen and not lies there": ([dice(*TWO), dice(TWO[0])], ROLL, 1, ""),
        "read in two ways": ([dice(*TWO), dice(TWO[0], die(100)), dice(TWO[0])], ROLL, 1, ""),
        "all dice seen and not": ([dice(*TWO), dice()], ROLL, 0, UNSURE),
        "a die here and there": ([dice(*TWO), dice(die(0), die(30, "5"))], ROLL, 0, UNSURE),
        "two readings of a die: asked": ([dice(*TWO), dice(die(0, "4"), TWO[1])], ROLL, 1, ""),
        "a card seen and not": ([cards(card("3")), cards()], LAY, 0, UNSURE),
        "two readings of a card": ([cards(card("3")), cards(card("5"))], LAY, 0, UNSURE),
        "each twice": ([cards(card("3"))] * 2 + [cards(card("5"))] * 2, LAY, 0, UNSURE),
        "four looks each": ([cards(card("3"))] * 4 + [cards()] * 4, LAY, 1, UNSURE),
        "slowly": ([cards(card("3"))] * SLOWLY + [cards()] * SLOWLY, LAY, 2, UNSURE),
        "one look in three errs": ([cards(card("3")), cards(card("3")), cards()], LAY, 1, ""),
        "a pyramid's die": ([pyramid("red"), pyramid("red", "white")], BUILD, 0, UNSURE),
        "two colours": ([pyramid("red"), pyramid("white")], BUILD, 0, UNSURE),
    },
)
def test_what_flickers_for_ever_is_one_question_or_one_trouble(looks, ask, facts, last):
    heard, troubles, stands = told(looks, ask)
    assert len(heard) == facts, heard
    assert stands == last
    assert troubles.get(UNSURE, 0) * EVERY < 10_000 * MS


def test_a_hand_ends_it_and_a_camera_that_moves_and_what_comes_to_rest():
    looks = [cards(card("3")), cards()] * OFTEN
    scene = Scene()
    for look in looks:
        scene, _ = scene.after(look, {})
    assert (scene.state, scene.blind) == (Seen.MOVING, UNSTEADY)
    rested = scene
    for _ in range(STANDS + 3):
        rested, _ = rested.after(cards(card("3")), {})
    after_hand, _ = scene.after(Sighting(0, Seen.HAND), {})
    elsewhere, _ = scene.seen_from(Shake(np.eye(2, 3))).after(looks[0], {})
    assert (rested.blind, after_hand.blind, elsewhere.blind) == ("", "", "")
