"""Whoever has only so much time sees how much is left: three seconds against Minus 20 (AW-4), a while to
search (A-SU1). How long a call may take is seen by nobody (W-T9)."""

from typing import Any

import pytest
import screen_scenes
from screen_audit import complaints
from screen_finger import Finger
from screen_shots import kept

from companion.asks import MS, Ask, Kind
from companion.words import languages
from tests.at_first import quick
from tests.tables import cases
from ui.screen.parts.stopwatch import Stopwatch

pytestmark = pytest.mark.screens

CLARA, ANNA = screen_scenes.NAMES[2], screen_scenes.NAMES[0]
SIZES = pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["landscape", "portrait"])


def watches(finger: Finger) -> list[Stopwatch]:
    return [one for one in finger.page.walk(restrict=True) if isinstance(one, Stopwatch)]


def opened(screen: Any, name: str, **more: Any) -> Finger:
    finger = screen(games={name: screen_scenes.load(name)}, **more)
    finger.app.stage.sit(screen_scenes.sit(finger.app.rooms, 3, name))
    finger.app.go("table")
    return finger


def attacked(finger: Finger, card: str) -> None:
    """Clara has laid *card* on Anna."""
    sitting = finger.app.stage.sitting
    seats = [seat.name for seat in sitting.seats]
    hands = {name: {"hand": ["?"] * 6} for name in seats}
    position = {"phase": "turn", "turn": CLARA, "discard": ["m5"], "active": ["m"], "players": hands}
    sitting.agree_on(position, "as it lies")
    table = sitting.table
    assert table.propose({"move": "lay", "seat": CLARA, "cards": [card], "t": finger.clock.now()}).move
    sitting.wake()
    finger.step(4)


@pytest.mark.parametrize("size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids=str)
@pytest.mark.parametrize("language", quick(languages()))
def test_aw4_three_seconds_run_where_it_is_asked(screen, size, language):
    finger = opened(screen, "wobble", size=size, language=language)
    attacked(finger, "mM20")

    left = []
    for ms in (0, 1_100, 1_000):
        finger.pass_ms(ms)
        (watch,) = watches(finger)
        watch.draw()
        finger.step(2)
        left.append(watch.shown)
    kept(finger.picture(), f"time left {language} {size[0]}")
    assert left == ["3", "2", "1"]
    assert complaints(finger.page) == []

    finger.pass_ms(1_000)
    assert finger.app.stage.sitting.table.state.players[ANNA].minus == 20
    assert watches(finger) == []


def test_who_has_as_much_time_as_it_takes_sees_no_watch(screen):
    finger = opened(screen, "wobble")
    attacked(finger, "mP3")
    assert watches(finger) == []


@pytest.mark.parametrize("size", quick([pytest.param((800, 480)), pytest.param((720, 1280))]), ids=str)
def test_a_su1_the_time_to_search_after_a_niete_runs(screen, size):
    finger = screen(games={"sums": screen_scenes.load("sums")}, size=size)
    search = screen_scenes.at("sums", lambda state: state.phase == "check", search_s=30)
    finger.app.stage.sit(search(finger.app.rooms))
    finger.app.go("table")
    finger.step(3)

    (watch,) = watches(finger)
    kept(finger.picture(), f"time to search {size[0]}")
    assert watch.goal_ms == 30_000
    assert complaints(finger.page) == []


@cases(
    "kind, more, shown",
    {
        "something to choose": (Kind.CHOICE, {}, True),
        "something to confirm": (Kind.CONFIRM, {}, True),
        "W-T9 a call: nobody sees when to press": (Kind.CALL, {"call": "stop"}, False),
        "what may be left alone": (Kind.CONFIRM, {"optional": True}, False),
        "what is not told": (Kind.CONFIRM, {"spoken": False}, False),
    },
)
def test_for_which_asks_the_time_is_shown(kind, more, shown, rooms, monkeypatch):
    sitting = screen_scenes.sit(rooms, 3, "sums")
    ask = Ask("one", kind, ("Anna",), sitting.table.asks[0].prompt, "SU4", within_ms=5_000, **more)
    monkeypatch.setattr(type(sitting.game), "asks", lambda self, state: (ask,))
    sitting.agree_on({}, "only this is asked")

    running = sitting.scene().running

    assert (running is not None) is shown
    assert not shown or running.until - running.since == 5_000 * MS
