"""Whole recorded games through the real window: each fact is delivered as the board does, each ask looked at.

The other five games are played by touch alone in `test_screen_by_touch`.
"""

from functools import cache
from random import Random
from typing import Any

import pytest
import screen_scenes
from screen_audit import complaints
from screen_finger import Finger, Opened

from companion.asks import Kind, Source
from companion.clock import HandClock
from companion.journal import Journal
from companion.lab.family import family_class
from companion.rulings import Verdict
from companion.seats import Seat
from companion.table import Table
from companion.table.entries import Heard, Started, read_body
from tests.at_first import quick
from ui.lab.compared import ComparedEvening, PlainSenses

pytestmark = pytest.mark.screens

RECORDED = ("abi94", "dice_march", "forced_memory", "pack_rat", "sums")
SIZES = {"abi94": (800, 480), "dice_march": (720, 1280), "pack_rat": (1024, 600)}
FIRST = 14  # facts in the quick run
PEOPLE = (("Anna", "red", "circle"), ("Ben", "blue", "square"), ("Clara", "yellow", "triangle"))


@cache
def recording(name: str) -> tuple[Started, tuple[Heard, ...]]:
    """A game that a simulated family played before the referee, as the journal has kept it."""
    game, clock = screen_scenes.load(name), HandClock(10**12)
    low, high = game.about.seats
    count = min(max(2, low), high)
    seats = tuple(Seat(n, c, s, n[0], "de", str(i)) for i, (n, c, s) in enumerate(PEOPLE, 1))
    journal = Journal.open(":memory:", clock)
    table = Table.start(game, seats[:count], game.options(), journal, clock)
    family = family_class(game)(
        game, tuple(seat.name for seat in seats[:count]), table.options, Random(4), 0.0
    )
    assert ComparedEvening(table, family, clock, PlainSenses(clock)).play().agreed
    bodies = [read_body(entry) for entry in journal.entries(table.game_id) if entry.kind in ("start", "fact")]
    started = next(body for body in bodies if isinstance(body, Started))
    return started, tuple(body for body in bodies if isinstance(body, Heard))


class Replayed:
    """The recording, fact by fact, in a window."""

    def __init__(self, screen: Opened, name: str) -> None:
        self.started, self.facts = recording(name)
        self.game = screen_scenes.load(name)
        size = SIZES.get(name, (800, 480))
        self.finger: Finger = screen({name: self.game}, size=size)
        self.finger.app.rooms.preferences.put("tutorial", "off")
        options = self.game.read_options(self.started.options)
        self.sitting = self.finger.app.seat(self.game, self.started.seats, options)
        self.looked_at = 0
        self.look()

    def hear(self, recorded: Heard, more: bool) -> None:
        """The next fact, at its own time; *more*: somebody else calls right after."""
        finger, fact = self.finger, recorded.fact
        clock: Any = finger.clock
        clock.advance(max(0, fact.t - clock.now()))
        before = len(self.sitting.table.log())
        if recorded.proposed:  # a move in the game's own notation, as no single reading tells it
            self.sitting.table.propose(fact.value, Source.SIMULATED)
        else:
            finger.app.deliver(fact)
        finger.step(2)
        if fact.kind is Kind.CALL and more:
            return  # who was first is decided when nobody else can be
        if fact.kind is Kind.CALL:
            finger.pass_ms(400)
        told = self.sitting.table.log()[before:]
        assert any(entry.ruling.verdict is Verdict.ACCEPTED for entry in told), f"{fact} was not accepted"

    def look(self) -> None:
        """What is asked now stands there, can be answered, and nothing is wrong with the page."""
        self.finger.step(2)
        if self.sitting.table.outcome is None and self.sitting.table.asks:
            offers = self.sitting.scene().offers
            assert offers.now or offers.secret or offers.by_touch, (
                f"nothing to touch for {self.sitting.table.asks}"
            )
        assert complaints(self.finger.page) == []
        self.looked_at += 1


def check(replayed: Replayed, facts: tuple[Heard, ...]) -> None:
    asked = tuple(replayed.sitting.table.asks)
    calls = [recorded.fact.kind is Kind.CALL for recorded in facts]
    for recorded, more in zip(facts, [*calls[1:], False], strict=True):
        replayed.hear(recorded, more)
        now = tuple(replayed.sitting.table.asks)
        if now != asked:
            replayed.look()
        asked = now


@pytest.mark.parametrize("name", quick(RECORDED, 0, more=1))
def test_a_recorded_game_begins_in_the_window(screen: Opened, name: str) -> None:
    replayed = Replayed(screen, name)
    check(replayed, replayed.facts[:FIRST])
    assert replayed.looked_at > 1


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", RECORDED)
def test_a_whole_recorded_game_in_the_window(screen: Opened, name: str) -> None:
    replayed = Replayed(screen, name)
    check(replayed, replayed.facts)
    replayed.finger.wait(lambda: replayed.finger.page.name == "end")
    assert complaints(replayed.finger.page) == []
    last = replayed.sitting.table
    assert last.outcome is not None
    assert last.state == replayed.game.read_position(replayed.game.write_position(last.state))
    assert replayed.finger.app.rooms.journal.verify().good
    assert replayed.looked_at > 10


def test_all_others_are_played_by_touch() -> None:
    by_touch = {
        "abspecken",
        "abstrac",
        "buzzer",
        "liars_dice",
        "score_sheet",
        "wobble",
        "cui_bono",
        "squeeze_play",
        "mau_mau",
        "ten_thousand",
        "yacht",
    }
    assert by_touch | set(RECORDED) == set(screen_scenes.GAMES)
    _, facts = recording("sums")
    assert all(recorded.fact.source is Source.SIMULATED for recorded in facts)
