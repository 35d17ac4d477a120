"""The tools of Wobble's tasks under a finger: the watch, countries, throws, distances, a word."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings import NAMES, guests
from screen_audit import complaints
from screen_finger import Finger, Opened

from companion.asks import Source
from companion.games.wobble import GAME, judging
from tests.at_first import more, quick
from ui.screen.parts import stopwatch
from ui.screen.parts.stopwatch import Stopwatch
from ui.screen.views import wobble_tools
from ui.screen.views.wobble_tasks import census_pad

pytestmark = pytest.mark.screens

ANNA, BEN, CLARA = NAMES[:3]


@pytest.fixture(scope="module")
def table(kivy_window: None, tmp_path_factory: Any) -> Iterator[Finger]:
    """One game for all: from a drawn attack on Anna every test begins with a task of its own."""
    opened = Opened()
    finger = opened({"wobble": GAME})
    finger.app.go("choose")
    finger.tap(GAME.about.title)
    finger.app.stage.guests = guests(3)
    finger.app.go("options")
    finger.step()
    finger.tap("Los geht's")
    yield finger
    opened.close()


def at_task(finger: Finger, task: str) -> Finger:
    """Clara has laid a +3 on Anna, who dares the task instead of drawing."""
    sitting = finger.app.stage.sitting
    finger.page.clear_over()
    position = {
        "seats": NAMES[:3],
        "phase": "turn",
        "turn": CLARA,
        "discard": ["m5"],
        "active": ["m"],
        "players": {name: {"hand": ["?"] * 6} for name in NAMES[:3]},
    }
    sitting.agree_on(GAME.write_position(GAME.read_position(position)), "the next task")
    does(finger, "lay", CLARA, cards=["mAFK"] if task == "away" else ["mP3"])
    if task != "away":
        does(finger, "dare", ANNA, task=task)
    return finger


def does(finger: Finger, move: str, seat: str, **fields: Any) -> None:
    table = finger.app.stage.sitting.table
    finger.clock.advance(10**9)
    if move in ("lay", "ready", "accept"):
        fields["t"] = finger.clock.now()
    ruling = table.propose({"move": move, "seat": seat, **fields}, Source.SIMULATED)
    assert ruling.verdict == "accepted", ruling
    finger.step(4)


def trying(finger: Finger) -> Any:
    return finger.app.stage.sitting.table.state.trying


def hand_of(finger: Finger, seat: str) -> int:
    return len(finger.app.stage.sitting.table.state.players[seat].hand)


def watch(finger: Finger) -> Stopwatch:
    return next(w for w in finger.page.walk(restrict=True) if isinstance(w, Stopwatch))


def touch_watch(finger: Finger, name: str) -> None:
    """A finger comes down on the watch now; the table decides a moment later, for that very time."""
    finger.find(name).dispatch("on_press")
    finger.pass_ms(400)


@pytest.fixture(autouse=True)
def the_companions_clock(monkeypatch):
    """The watch on the screen runs by the clock of the test."""
    self = {}

    def now() -> int:
        return self["finger"].clock.now() if "finger" in self else 0

    monkeypatch.setattr(stopwatch.Stopwatch.__init__, "__defaults__", (None, 0, False, False, now))
    return self


@pytest.mark.parametrize(
    ("stopped_ms", "drawn"), quick([(20_300, 0), (21_010, 6), (18_990, 6), (21_009, 0)], more=1)
)
def test_wt9_the_watch_is_dark_and_a_touch_on_it_stops_it(table, the_companions_clock, stopped_ms, drawn):
    finger = at_task(table, "T9")
    the_companions_clock["finger"] = finger
    before = hand_of(finger, ANNA)

    touch_watch(finger, "Die Uhr starten")
    assert trying(finger).begun and watch(finger).dark
    finger.clock.advance(trying(finger).since + stopped_ms * 10**6 - finger.clock.now())
    finger.step(2)
    assert watch(finger).shown == ""
    touch_watch(finger, "Die Uhr stoppen")

    assert trying(finger) is None
    assert hand_of(finger, ANNA) == before + drawn


def test_wt1_the_watch_is_shown_and_turns_green_at_seven_seconds(table, the_companions_clock):
    finger = at_task(table, "T1")
    the_companions_clock["finger"] = finger
    touch_watch(finger, "Die Uhr starten")
    since = trying(finger).since
    finger.clock.advance(since + 7_400 * 10**6 - finger.clock.now())
    watch(finger).draw()
    finger.step(2)
    assert watch(finger).shown == "7.4"
    assert watch(finger).ms >= watch(finger).goal_ms


def test_wt8_a_country_by_its_letter_and_an_estimate_in_few_taps(table):
    finger = at_task(table, "T8")
    finger.tap("Land aussuchen", "O", "Österreich")
    assert trying(finger).country == "AT"
    does(finger, "begin", ANNA)
    before = hand_of(finger, ANNA)
    finger.tap("Wie viele Menschen?")
    for key in ("9", "Million"):
        finger.tap(key)
    finger.tap("OK")
    assert trying(finger) is None
    assert abs(9_000_000 - judging.people_by_country()["AT"]) * 10 <= judging.people_by_country()["AT"]
    assert hand_of(finger, ANNA) == before


def test_wt10_two_taps_tell_a_throw(table):
    finger = at_task(table, "T10")
    finger.tap(f"{ANNA} R")
    finger.tap(f"{CLARA} S")
    assert trying(finger).wins == (1, 0)


def test_wt12_the_table_and_the_coin_are_measured(table):
    finger = at_task(table, "T12")
    before = hand_of(finger, ANNA)
    for number in ("1500", "125"):
        finger.tap("eintippen")
        for digit in number:
            finger.tap(digit)
        finger.tap("OK")
    assert trying(finger) is None
    assert hand_of(finger, ANNA) == before


@more
def test_wt7_a_word_is_spelt_letter_by_letter(table):
    finger = at_task(table, "T7")
    finger.tap("Hier buchstabieren")
    for letter in "HAUS":
        finger.tap(letter)
    assert "HAUS" not in " ".join(finger.texts())
    finger.tap("OK")
    for letter in "HAVS":
        finger.tap(letter)
    finger.tap("OK")
    finger.step()
    assert "(V)" in finger.texts()


def test_w41_who_is_away_has_half_a_minute(table, the_companions_clock, shots_folder: Path):
    """On the smallest screen and without a camera there is no room on the felt: the clock is in the panel."""
    finger = at_task(table, "away")
    the_companions_clock["finger"] = finger
    does(finger, "accept", ANNA)
    finger.clock.advance(12 * 10**9)
    finger.app.stage.go("table")
    finger.step(4)
    finger.shot(shots_folder / "wobble-away.png")
    (clock,) = [widget for widget in finger.page.walk(restrict=True) if isinstance(widget, Stopwatch)]
    assert clock.down and clock.shown in ("18", "17")
    assert min(clock.size) >= finger.app.stage.sizes.mm(6)
    assert any("Knopf" in text for text in finger.texts())
    assert complaints(finger.page) == []


@more
def test_w1_an_unknown_box_is_counted_heap_by_heap(table, shots_folder: Path):
    """By touch: what the printed deck has, less one, is no box; with another card in its place it is."""
    finger, told = at_task(table, "T4"), []
    stage = finger.app.stage
    pad = census_pad(stage.sizes, stage.say, told.append)
    finger.page.lay_over(pad, 150, 85)
    finger.tap("Wie im Deck zum Drucken")
    assert sum(pad.counts.values()) == 138
    pad.count("m0", -1)
    assert "OK" not in {one.called for one in finger.seen()}
    assert told == []
    finger.shot(shots_folder / "wobble-census.png")
    pad.count("c0", 1)
    finger.tap("OK")
    (fact,) = told
    assert (fact["place"], len(fact["cards"]), fact["cards"].count("c0")) == ("box", 138, 2)
    finger.page.clear_over()


@pytest.mark.parametrize("task", quick(["T9", "T1", "T4", "T7", "T8", "T10", "T12"], 1))
def test_tools_fit_the_screen(table, shots_folder: Path, task):
    finger = at_task(table, task)
    finger.shot(shots_folder / f"wobble-{task}.png")
    assert complaints(finger.page) == []


def test_the_words_of_the_tools():
    """Small functions, with what stands in their docstrings."""
    import doctest  # noqa: PLC0415

    assert sum(doctest.testmod(module).failed for module in (wobble_tools, stopwatch)) == 0


def test_what_stands_on_a_card_is_kept_for_the_next_game(table: Finger) -> None:
    """AW-44: dared once on one's own box, it is an answer to choose in the next game as well."""
    at_task(table, "T4")
    stage = table.app.stage
    stage.begin()
    assert stage.sitting.table.options.printed["mP3"] == ("T4",)
