"""Calls by touch: everybody's button has its place, whoever has called already; all of it is on the page."""

import evenings
import pytest
from kivy.core.window import Window
from screen_audit import complaints
from screen_shots import kept

from companion.facts import Kind
from tests.at_first import quick

pytestmark = pytest.mark.screens


def callers(finger):
    """Who could call, and where."""
    return {
        thing.text.split()[0]: thing.to_window(*thing.center)
        for thing in finger.page._offers.walk(restrict=True)
        if getattr(thing, "text", "").split()[:1] and thing.__class__.__name__ == "Touchable"
    }


@pytest.mark.parametrize("size", quick([*map(pytest.param, [(800, 480), (720, 1280), (1024, 600)])]), ids=str)
@pytest.mark.parametrize("people", quick([5, 2, 3]))
def test_nobodys_button_moves_when_somebody_has_called(rooms, screen, people, size):
    sitting = evenings.rolled(rooms, people)
    finger = screen.in_rooms(rooms, size)
    finger.app.stage.sit(sitting)
    finger.app.go("table")
    finger.step(8)
    names = [seat.name for seat in sitting.seats]
    before = {name: callers(finger)[name] for name in names}
    kept(finger.picture(), f"race_{people}_{size[0]}")
    for x, y in before.values():
        assert 0 < x < Window.width and 0 < y < Window.height
    kept(finger.picture(), f"race_{people}_{size[0]}")
    for name in names[:-1]:
        call = next(ask for ask in sitting.table.asks if ask.kind is Kind.CALL)
        sitting.answer(call, call.call, name)
        finger.pass_ms(1500)
        if not any(ask.kind is Kind.CALL and ask.id == call.id for ask in sitting.table.asks):
            break
        now = callers(finger)
        left = next(ask.seats for ask in sitting.table.asks if ask.id == call.id)
        assert {one: now[one] for one in left} == {one: before[one] for one in left}
        kept(finger.picture(), f"race_{people}_{size[0]}_last")
        assert complaints(finger.page) == []
    kept(finger.picture(), f"race_{people}_{size[0]}_last")
