"""The fault matrix: with each fault injected where it happens, a whole game goes on to its end and agrees.

Wires: edges of a real button order with a fault on the line. Camera: pictures on their way to the eyes. The
machine: a full disk, a calendar that jumps. What the doctor says of each is in tests/hardware/test_doctor.py.
"""

from random import Random

import numpy as np
import pytest

from companion.asks import MS, Kind, Source
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.family import Happening
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.seats import seats_named
from companion.sightings import Seen
from companion.table import Table
from tests.at_first import quick
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.lab.senses import TwinSenses
from ui.lab.trials.mishaps import AT_ONCE
from ui.lab.trials.wired import WiredSenses, WireFault

NAMES = ("Ada", "Ben", "Cem")
SECOND = 1000 * MS
SHORT_GAME = 5  # negative points that end it: some seventy things happen in it, each in many pictures
CALLING = ("abspecken", "sums", "pack_rat", "abstrac", "abi94")  # games that are played with buttons


class Sat:
    """A family at a table of its own."""

    def __init__(self, name, seed=1, journal=None, **options):
        game, self.clock = find_game(name), HandClock(SECOND)
        low, high = game.about.seats
        self.seats = seats_named(NAMES[: min(max(3, low), high)], "en")
        self.journal = journal or Journal.open(":memory:", self.clock)
        self.table = Table.start(game, self.seats, options, self.journal, self.clock)
        names = tuple(seat.name for seat in self.seats)
        self.family = family_class(game)(game, names, self.table.options, Random(seed))

    def plays(self, senses, most=100_000):
        return ComparedEvening(self.table, self.family, self.clock, senses).play(most)


# --- wires ---

NAMED = {
    WireFault.STUCK: "button_stuck",
    WireFault.CROSSED: "button_crossed",
    WireFault.NOISY: "button_noisy",
    WireFault.WORN: "button_worn",
}


@pytest.mark.parametrize("fault", quick(list(WireFault), 1, more=2))
def test_a_whole_game_goes_on_with_any_fault_of_the_wires(fault):
    at = Sat("sums")
    senses = WiredSenses(at.seats, at.clock, Random(3), fault)
    fidget(at, senses)
    at.clock.advance(25 * SECOND if fault is WireFault.STUCK else 0)

    assert senses.told_of == ({NAMED[fault]} if fault in NAMED else set())
    assert at.plays(senses).agreed


def fidget(at, senses):
    """Before anybody may call, somebody plays with the buttons: nothing comes of it, but the doctor hears."""
    before = at.table.state
    for _ in range(3):
        for perceived in senses.play_with_buttons(()):
            at.clock.move_to(getattr(perceived, "t", getattr(perceived, "until", 0)))
            if hasattr(perceived, "down"):
                at.table.feel(perceived)
            at.table.tick()
    assert at.table.state == before


@pytest.mark.long
@pytest.mark.parametrize("fault", list(WireFault))
@pytest.mark.parametrize("name", CALLING)
def test_every_game_with_buttons_goes_on_with_any_fault_of_the_wires(name, fault):
    for seed in range(3):
        at = Sat(name, seed)
        senses = WiredSenses(at.seats, at.clock, Random(seed), fault)
        fidget(at, senses)
        assert at.plays(senses).agreed


@pytest.mark.parametrize(
    ("gap_ms", "tie"), [(0.3, True), (1.0, True), (1.2, False), (3.0, False)], ids="{} ms".format
)
def test_a_gap_of_a_millisecond_is_a_tie_and_a_longer_one_is_not(gap_ms, tie):
    at = Sat("abspecken")
    ask = until_two_may_call(at)
    buttons = {seat.name: seat.button for seat in at.seats}
    start = at.clock.now()
    edges = [
        Edge(buttons[seat], start + round(late * MS), down=True, source=Source.BUTTON)
        for seat, late in zip(ask.seats[:2], (0.0, gap_ms), strict=True)
    ]

    assert bool(evidence_of(at, edges).ties) is tie


@pytest.mark.parametrize("gap_ms", [0.2, 0.9, 3.0], ids="{} ms".format)
@pytest.mark.parametrize("fault", [WireFault.NONE, WireFault.NOISY, WireFault.WORN, WireFault.LOST])
def test_no_fault_of_other_wires_moves_a_call(fault, gap_ms):
    at = Sat("abspecken")
    senses = WiredSenses(at.seats, at.clock, Random(1), fault)
    ask = until_two_may_call(at)

    def edges():
        for seat in ask.seats[:2]:
            yield from senses.perceive(Happening(Kind.CALL, ask.call, seat, ask.id), at.table.asks)
            at.clock.move_to(start + round(gap_ms * MS))

    start = at.clock.now()
    first, second = evidence_of(at, edges()).presses

    assert second.t - first.t == round(gap_ms * MS)


def until_two_may_call(at):
    """Play until at least two may call; the ask for it."""
    while not any(ask.kind is Kind.CALL and len(ask.seats) > 1 for ask in at.table.asks):
        at.plays(PlainSenses(at.clock), len(at.table.log()) and 1)
    at.clock.advance(SECOND)
    return next(ask for ask in at.table.asks if ask.kind is Kind.CALL)


def evidence_of(at, edges):
    """What the table decides by, after it has felt *edges*."""
    told = []
    at.table.listen(told.append)
    for edge in edges:
        at.clock.move_to(edge.t)
        at.table.feel(edge)
    at.clock.advance(SECOND)
    at.table.tick()
    return next(at.table.evidence(a.entry) for a in told if a.fact and a.fact.kind is Kind.CALL)


# --- the camera ---


def black(picture, number):
    return np.zeros_like(picture)


def torn(picture, number):
    return np.vstack([picture[: len(picture) // 2], np.zeros_like(picture[len(picture) // 2 :])])


def dim(picture, number):
    return (picture * 0.12).astype(np.uint8)


def flickering(picture, number):
    return np.clip(picture * (1.12 if number % 2 else 0.88), 0, 255).astype(np.uint8)


def moved(picture, number):
    return np.roll(picture, (9, 14), axis=(0, 1))


class Frozen:
    """From some frame on the camera shows the same picture for ever."""

    def __init__(self):
        self._last = None

    def __call__(self, picture, number):
        self._last = picture if self._last is None else self._last
        return self._last


def unplugged(picture, number):
    """The cable comes out for a while, and goes in again."""
    return black(picture, number) if number % 40 < 20 else picture


CAMERA = {
    "stale": Frozen,
    "black": lambda: black,
    "torn": lambda: torn,
    "dim": lambda: dim,
    "flickering": lambda: flickering,
    "moved": lambda: moved,
    "unplugged and back": lambda: unplugged,
}


def goes_on_before_a_faulty_camera(fault, seed, before, most):
    """Play a while, then the fault comes: how the evening was at its end."""
    at, broken = Sat("abspecken", seed, limit=SHORT_GAME), []
    spoil = CAMERA[fault]()
    senses = TwinSenses(
        at.table,
        at.family,
        at.clock,
        Random(seed),
        on_its_way=lambda picture, number: spoil(picture, number) if broken else picture,
    )
    at.plays(senses, before)
    broken.append(True)
    entries = len(at.table.log())
    report = at.plays(senses, most)
    assert len(at.table.log()) > entries, "the game did not go on"
    return report, senses


@pytest.mark.parametrize("fault", quick(["stale", "black"]))
def test_the_game_goes_on_before_a_faulty_camera(fault):
    report, senses = goes_on_before_a_faulty_camera(fault, 1, 2, 3)

    assert report.disagreements == ()
    if fault == "black":
        assert senses.last.state is Seen.BLOCKED


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("fault", list(CAMERA))
def test_a_whole_game_goes_on_before_a_faulty_camera(fault):
    report, _ = goes_on_before_a_faulty_camera(fault, 2, 10, 100_000)

    assert report.agreed


# --- the machine ---


@pytest.mark.parametrize("mishap", list(AT_ONCE))
@pytest.mark.parametrize("name", quick(["abi94", "abspecken"]))
def test_the_game_goes_on_whatever_happens_to_the_machine(tmp_path, name, mishap):
    at = Sat(name, journal=Journal.open(tmp_path / "journal.sqlite", HandClock(SECOND)))
    senses, random = PlainSenses(at.clock), Random(1)
    evening = ComparedEvening(at.table, at.family, at.clock, senses)
    for most in range(10, 60, 10):
        evening.play(most)
        if not evening.waits:
            AT_ONCE[mishap](at.table, at.clock, random)
    report = evening.play()

    assert report.agreed
    at.journal.close()


def test_every_game_is_in_the_matrix():
    assert set(CALLING) <= set(all_games())
