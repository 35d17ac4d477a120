"""Calls by touch: everybody's button has its place, whoever has called already; all of it is on the page."""

from random import Random
from typing import Any

import evenings
import pytest
import screen_scenes
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from screen_audit import complaints
from screen_panels import SIZES
from screen_shots import kept

from companion.asks import Kind
from companion.games import find_game
from tests.at_first import quick
from ui.screen.pages.table.asking import offer_words
from ui.screen.parts.dice import DieFace
from ui.screen.parts.touch import Badge, Touchable

pytestmark = pytest.mark.screens

RACES = ("abspecken", "abi94", "wobble", "sums")  # several may call; in Pack Rat only the roller does (PR7)


def _cases() -> list[tuple[str, int, tuple[int, int]]]:
    """The fullest table on the smallest panels first, then everything else."""
    found = []
    for name in RACES:
        fewest, most = find_game(name).about.seats
        found += [
            (-people, SIZES.index(size), name) for people in range(max(2, fewest), most + 1) for size in SIZES
        ]
    return [(name, -people, SIZES[size]) for people, size, name in sorted(found, key=lambda c: (c[1], c[0]))]


def race(sitting: Any) -> Any:
    """The call that several may make now."""
    return next((ask for ask in sitting.table.asks if ask.kind is Kind.CALL and len(ask.seats) > 1), None)


def at_a_race(rooms: Any, name: str, people: int) -> Any:
    for seed in range(5):
        sitting = screen_scenes.sit(rooms, people, name)
        races = lambda _state, one=sitting: race(one) is not None  # noqa: E731
        if screen_scenes.play_until(sitting, rooms, Random(seed), races):
            return sitting
    raise AssertionError(f"nobody raced in {name}")


def places(finger: Any, words: str) -> dict[str, tuple[float, float]]:
    """Whose badge stands where in the row of those who may call *words*."""
    buttons = [thing for thing in finger.page.walk(restrict=True) if isinstance(thing, Touchable)]
    rows = {button.parent for button in buttons if button.text.endswith(words)}
    badges = [(b, w) for b in buttons if b.parent in rows for w in b.children if isinstance(w, Badge)]
    return {badge.face.name: button.to_window(*button.center) for button, badge in badges}


@pytest.mark.parametrize(("name", "people", "size"), quick(_cases(), 2, more=18), ids=str)
def test_nobodys_button_moves_when_somebody_has_called(
    rooms: Any, screen: Any, name: str, people: int, size: tuple[int, int]
) -> None:
    """Also a finger that comes down in the instant in which somebody else's call arrives calls for itself."""
    sitting = at_a_race(rooms, name, people)
    finger = screen.in_rooms(rooms, size)
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.step(5)
    call = race(sitting)
    offer = next(offer for offer in sitting.scene().offers.now if offer.ask.id == call.id)
    words = offer_words(finger.page.say, sitting.game, offer)
    before = places(finger, words)
    assert set(before) >= set(call.seats)
    assert all(0 < x < Window.width and 0 < y < Window.height for x, y in before.values())
    assert complaints(finger.page) == []
    one, other, told = call.seats[0], call.seats[-1], len(sitting.table.log())
    sitting.answer(call, call.call, one)
    touch = UnitTestTouch(*before[other])  # nothing has been drawn since
    touch.touch_down()
    finger.step(2)
    touch.touch_up()
    finger.pass_ms(1500)
    called = {entry.seat for entry in sitting.table.log()[told:] if entry.seat in call.seats}
    assert called <= {one, other}, "nobody else was meant by either finger"
    if race(sitting) is not None and race(sitting).id == call.id:
        now = places(finger, words)
        left = set(race(sitting).seats)
        assert {seat: now[seat] for seat in left} == {seat: before[seat] for seat in left}
        assert complaints(finger.page) == []
    kept(finger.picture(), f"race_{name}_{people}_{size[0]}")


def test_whose_cards_are_told_stays_where_it_is_when_somebody_has_called(rooms: Any, screen: Any) -> None:
    sitting = at_a_race(rooms, "abspecken", 5)
    finger = screen.in_rooms(rooms, (800, 480))
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.step(5)
    before, call = places(finger, "Karten"), race(sitting)
    sitting.answer(call, call.call, call.seats[2])
    finger.pass_ms(1500)
    now, half = places(finger, "Karten"), finger.page.sizes.mm(4)
    assert len(before) == 5 and set(now) == set(before)
    assert all(abs(x - now[seat][0]) + abs(y - now[seat][1]) < half for seat, (x, y) in before.items())


@pytest.mark.parametrize(("people", "size"), [(5, (800, 480)), (5, (720, 1280))], ids=str)
def test_after_a_call_the_dice_are_still_as_large_as_a_fingertip(
    rooms: Any, screen: Any, people: int, size: tuple[int, int]
) -> None:
    sitting = evenings.called(rooms, people)
    finger = screen.in_rooms(rooms, size)
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.step(5)
    dice = [thing for thing in finger.page.walk(restrict=True) if isinstance(thing, DieFace)]
    assert len(dice) == 3 and all(min(die.size) >= finger.page.sizes.mm(7) for die in dice)
