"""Another light is told from a hand, from a shadow and from noise."""

import threading

import numpy as np

from companion.asks import MS
from companion.sightings import Frame
from hardware.camera.driver import Driver
from hardware.camera.eye import Camera, Patience
from hardware.camera.light import LightWatch
from tests.tables import cases


def table(factor=(1.0, 1.0, 1.0), hand: bool = False, seed: int = 0) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 3, (360, 640, 3))
    ground = np.linspace(60, 160, 640)[None, :, None] * np.array(factor)
    picture = np.clip(ground + noise, 0, 255)
    if hand:
        picture[100:300, 150:420] = (120, 150, 210)
    return picture.astype(np.uint8)


def watched(*pictures: np.ndarray, step: int = 250) -> LightWatch:
    watch = LightWatch(adapting=0)
    for number, picture in enumerate(pictures, 1):
        watch.see(Frame(picture, number * step * MS, number))
    return watch


BEFORE = [table(seed=n) for n in range(4)]


@cases(
    "factor, changed",
    {
        "a lamp is switched on": ((1.5, 1.5, 1.5), True),
        "the sun has set": ((0.5, 0.5, 0.5), True),
        "another colour, as bright as before": ((0.7, 1.0, 1.2), True),
        "hardly brighter": ((1.1, 1.1, 1.1), False),
    },
)
def test_another_light(factor, changed):
    assert watched(*BEFORE, *[table(factor, seed=n) for n in range(8)]).changed is changed


def test_a_hand_is_no_other_light():
    assert not watched(*BEFORE, *[table(hand=True, seed=n) for n in range(8)]).changed


def test_a_shadow_that_passes_is_no_other_light():
    shadow = [table((0.6, 0.6, 0.6))] * 3
    assert not watched(*BEFORE, *shadow, *BEFORE).changed


def test_light_in_a_dark_room_is_another_light():
    dark = [np.zeros((360, 640, 3), np.uint8)] * 4
    assert watched(*dark, *[table(seed=n) for n in range(8)]).changed


def test_after_settling_the_new_light_is_the_usual_one():
    watch = watched(*BEFORE, *[table((1.5, 1.5, 1.5), seed=n) for n in range(8)])
    watch.settled()
    for n in range(8):
        watch.see(Frame(table((1.5, 1.5, 1.5), seed=n), (100 + n) * 250 * MS, n))

    assert not watch.changed


class Lamp(Driver):
    """A camera over a table whose lamp is switched on; it can get used to it."""

    shape, name = (360, 640), "lamp"

    def __init__(self) -> None:
        self.count, self.asked = 0, []

    def read(self) -> Frame:
        self.count += 1
        bright = 1.0 if self.count < 12 else 1.6
        return Frame(table((bright, bright, bright), seed=self.count), self.count * 1000 * MS, self.count)

    def settle(self, sharp) -> None:
        self.asked.append(sharp)


def test_the_camera_tells_that_the_light_is_another_one_and_hands_the_wish_on():
    lamp = Lamp()
    camera = Camera(lambda: lamp, lambda: 0, patience=Patience())
    seen, many = [], threading.Event()

    def heard(frame: Frame) -> None:
        seen.append(camera.light_changed)
        if len(seen) == 20:
            many.set()

    camera.listen(heard)
    camera.start()
    try:
        assert many.wait(10)
        assert seen[3] is False and seen[19] is True
        assert camera.settle(((0.0, 0.0, 0.5, 0.5),)) and lamp.asked == [((0.0, 0.0, 0.5, 0.5),)]
    finally:
        camera.stop()
