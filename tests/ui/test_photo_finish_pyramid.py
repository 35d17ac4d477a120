"""Was the die still in the pyramid at the Stop? Drawn frames, the real eyes, the real ring."""

from queue import Queue
from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.lab.real_pyramid import BASE_PLACES, RealPyramid
from companion.pyramid.cells import LOWEST
from companion.sightings import Frame
from hardware.camera.eye import Camera, Ring
from tests.tables import cases
from ui.gaze import Gaze
from ui.screen.ports import Look
from ui.twin.drawn_pyramid import drawn
from ui.twin.drawn_table import DrawnTable
from ui.witness import Witness
from vision.drawn import Hand, draw
from vision.mat import PYRAMID

TAKEN = (3, 3, 1)  # a die on top of the lowest layer
STEP = 66  # milliseconds between two frames
HANDS, GONE, AWAY, LAST = 5, 8, 12, 17  # frames: hands come, the die is gone, hands are away, the end
NAMES = ("Ada", "Ben", "Cem")
PYRAMID_ASK = Ask("take", Kind.PYRAMID, NAMES, Say("x"), "PR5", optional=True)


def frames(seed: int = 2) -> list[Frame]:
    """A hand lies beside the die while another one, too quick for the camera, takes it."""
    stage = DrawnTable(NAMES, Random(seed), pyramid=True)
    whole = RealPyramid.filled([*BASE_PLACES, TAKEN], {"r": 55, "y": 55, "m": 55}, Random(seed)).dice
    assert all(sum(place) in (LOWEST, LOWEST - 1) for place in whole)
    dice = {place: str(die) for place, die in whole.items()}
    less = {place: die for place, die in dice.items() if place != TAKEN}
    x, y = stage.mat.zone(PYRAMID).centre
    out = []
    for number in range(LAST):
        scene = stage.scene
        pyramid = drawn(scene.pyramid, dice if number < GONE else less)
        hands = (Hand(x, y + 45, 90.0),) if HANDS <= number < AWAY else ()
        out.append(
            Frame(draw(replace(scene, pyramid=pyramid, hands=hands)), (1000 + number * STEP) * MS, number)
        )
    return out


@pytest.fixture(scope="module")
def filmed():
    """The film as the eyes saw it, and a witness that can be asked about any press."""
    film, looks = frames(), Queue()
    ring = Ring(seconds=5)
    camera = Camera(lambda: None, lambda: 0, ring=ring)
    told = []
    witness = Witness(camera, lambda: 10**12, told.append)
    gaze = Gaze(lambda thing: looks.put(thing) if isinstance(thing, Look) else None, witness=witness.looked)
    gaze.watch([PYRAMID_ASK], NAMES)
    gaze.start()
    for frame in film:
        ring.add(frame)
        gaze.show(frame)
        looks.get(timeout=60)
    gaze.stop()
    return witness, told


def at(frame: float) -> int:
    return int((1000 + frame * STEP) * MS)


@cases(
    "press, finish",
    {
        "yes": (at(GONE - 3), "press"),
        "yes, just": (at(GONE - 1) - 2 * MS, "press"),
        "too close to tell": (at(GONE - 0.5), "close"),
        "no, just": (at(GONE) + 12 * MS, "change"),
        "no": (at(GONE + 3), "change"),
    },
)
def test_was_the_die_still_in_the_pyramid_at_the_stop(filmed, press, finish):
    witness, told = filmed
    told.clear()
    witness.called(Fact(Kind.CALL, "stop", press, Source.BUTTON, "Ada", uncertainty=MS // 20))
    witness.tick()

    assert [(one.die, one.finish) for one in told] == [("3,3,1", finish)]
    assert (told[0].before.number, told[0].after.number) == (GONE - 1, GONE)
