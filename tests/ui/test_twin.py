"""Simulated evenings agree with the truth: through pixels and edges, and for every game straight as facts."""

import signal
import subprocess
import sys
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from companion.asks import MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.family import Happening
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.seats import seats_named
from companion.sightings import Seen
from companion.table import Table
from tests.at_first import more, quick
from ui.lab.compared import Aside, ComparedEvening, Pause, PlainSenses
from ui.lab.senses import TwinSenses
from ui.twin.show import Fingers
from vision.report.report import Report

NAMES = ("Ada", "Ben", "Cem")
SECOND = 1000 * MS


class Played:
    """One evening with all its parts."""

    def __init__(self, name="abspecken", seed=1, cheats=0.0, frames=False, **senses):
        game, self.clock = find_game(name), HandClock(SECOND)
        low, high = game.about.seats
        seats = seats_named(NAMES[: min(max(3, low), high)], "en")
        self.table = Table.start(
            game, seats, game.read_options({}), Journal.open(":memory:", self.clock), self.clock
        )
        names = tuple(seat.name for seat in seats)
        self.family = family_class(game)(game, names, self.table.options, Random(seed), cheats)
        self.senses = (
            TwinSenses(self.table, self.family, self.clock, Random(seed + 1), **senses)
            if frames
            else PlainSenses(self.clock)
        )
        self.evening = ComparedEvening(self.table, self.family, self.clock, self.senses)

    def play(self, most=100_000):
        self.report = self.evening.play(most)
        return self


@pytest.mark.parametrize("name", quick(list(all_games()), 5, more=10))
def test_a_whole_evening_of_every_game_agrees(name):
    report = Played(name).play().report
    assert report.disagreements == ()
    assert report.over


class HalfBlind(PlainSenses):
    """The eyes find but the first card of a row; everything else is told as it is."""

    def perceive(self, happening, asks):
        for seen in super().perceive(happening, asks):
            value = seen.value if seen.kind is Kind.CARD else {}
            if value.get("place") == "row" and len(value["cards"]) == 24:
                value = {**value, "cards": value["cards"][:1]}
                yield replace(seen, value=value, source=Source.CAMERA)
            else:
                yield seen


def test_a_row_that_cannot_be_is_told_so_and_typed_instead():
    played = Played("abstrac", seed=3)
    played.senses = HalfBlind(played.clock)
    played.evening = ComparedEvening(played.table, played.family, played.clock, played.senses)
    report = played.play().report
    assert report.over
    assert report.disagreements == ()
    assert report.questions >= 1


@more
def test_the_same_seed_gives_the_same_evening():
    one, same, other = Played(seed=4).play(), Played(seed=4).play(), Played(seed=5).play()
    assert (one.report, one.table.state) == (same.report, same.table.state)
    assert one.table.state != other.table.state


@pytest.mark.parametrize("seed", quick(range(3), more=0))
def test_cheats_that_a_table_shows_are_caught_and_nobody_honest_is_accused(seed):
    report = Played(seed=seed, cheats=0.2).play().report
    assert report.agreed
    assert report.caught == report.cheats - report.hidden_cheats > 0


@more
def test_an_evening_through_pixels_and_edges_agrees():
    report = Played(frames=True).play(14).report
    assert report.disagreements == ()
    assert report.by_hand <= 1


@more
@pytest.mark.parametrize(("seed", "happenings"), quick([(1, 20), (1, 45), (2, 45)], more=0))
def test_wobble_through_pixels_agrees_and_is_read_not_told(seed, happenings):
    """Its pile is read in the long place, with cards that go under it and hands that are shown beside it."""
    report = Played("wobble", seed=seed, frames=True).play(happenings).report
    assert report.disagreements == ()
    assert report.by_hand <= 6 and report.questions <= 6


def test_cheats_before_the_camera_are_caught():
    report = Played(frames=True, cheats=0.5, seed=2).play(10).report
    assert report.disagreements == ()
    assert report.caught == report.cheats - report.hidden_cheats > 0


def test_what_the_eyes_tell_while_something_still_moves_is_heard_once_it_lies(monkeypatch):
    played = Played(frames=True)
    senses, late = played.senses, Fact(Kind.CONFIRM, True, SECOND, Source.CAMERA)
    see = Report.see
    untold = [late]
    monkeypatch.setattr(Report, "see", lambda *seen: (*see(*seen), *(untold.pop() for _ in untold[:1])))
    roll = Happening(Kind.DICE, {"pips": [3, 5], "colour": ["pink"]})
    heard = []
    for perceived in senses.perceive(roll, played.table.asks):
        match perceived:
            case Pause(until):
                played.clock.move_to(until)
            case Aside(fact) | (Fact() as fact):
                heard.append((fact, senses.lies.dice))
    (first, lying), (second, _) = heard
    assert (first, second.kind) == (late, Kind.DICE)
    assert sorted(lying["pips"]) == ["3", "5"]


def black(picture):
    return np.zeros_like(picture)


def half(picture):
    return np.vstack([picture[: len(picture) // 2], np.zeros_like(picture[len(picture) // 2 :])])


@pytest.mark.parametrize(("spoil", "why"), quick([(black, "black"), (half, "half a picture")], 0, more=1))
def test_a_camera_that_breaks_is_named_and_the_game_goes_on_by_touch(spoil, why):
    broken = []
    played = Played(frames=True, on_its_way=lambda picture, _: spoil(picture) if broken else picture)
    played.play(3)
    broken.append(True)
    report = played.play(6).report
    assert (played.senses.last.state, played.senses.last.why) == (Seen.BLOCKED, why)
    assert report.disagreements == ()
    assert report.by_hand > 0
    broken.clear()
    assert played.play(9).report.disagreements == ()


# --- fingers ---


def calling():
    """A table at which everybody may call."""
    played = Played()
    while not any(ask.kind is Kind.CALL for ask in played.table.asks):
        played.play(played.evening.counts["happenings"] + 1)
    return played


def press(played, *presses):
    """(seat, milliseconds from now) pairs, the edges in the order of their times; who was ranked how."""
    buttons = {seat.name: seat.button for seat in played.table.seats}
    begin, heard = played.clock.now(), []
    played.table.listen(lambda told: heard.append(told.fact) if told.fact else None)
    fingers = Fingers(Random(1))
    edges = [e for seat, ms in presses for e in fingers.press(buttons[seat], begin + round(ms * MS))]
    for number, edge in enumerate(sorted(edges, key=lambda edge: edge.t), start=1):
        played.clock.move_to(edge.t)
        played.table.feel(replace(edge, seq=number))
        played.table.tick()
    played.clock.advance(SECOND)
    played.table.tick()
    return [fact.seat for fact in heard if fact.kind is Kind.CALL]


@pytest.mark.parametrize("order", [("Ada", "Ben"), ("Ben", "Ada"), ("Cem", "Ada")])
def test_the_first_edge_decides_whatever_the_seat(order):
    first, second = order
    assert press(calling(), (first, 100), (second, 108))[:2] == [first, second]


def test_a_bouncing_press_is_one_call():
    assert press(calling(), ("Ada", 100)) == ["Ada"]


def test_a_press_in_the_twin_bounces_and_ends_up():
    edges = list(Fingers(Random(3)).press("1", 0))
    assert [edge.down for edge in edges] == [number % 2 == 0 for number in range(len(edges))]
    assert [edge.seq for edge in edges] == list(range(1, len(edges) + 1))


# --- a pulled plug ---


def test_a_demo_that_is_killed_goes_on_at_the_same_ask(tmp_path):
    place = tmp_path / "journal.sqlite"
    code = "import sys; from ui.command import main; sys.exit(main(sys.argv[1:]))"
    demo_words = ["demo", "abspecken", "--headless", "--no-frames", "--log", "--journal", str(place)]
    with subprocess.Popen([sys.executable, "-u", "-c", code, *demo_words], stdout=subprocess.PIPE) as demo:
        for _ in range(60):
            demo.stdout.readline()
        demo.send_signal(signal.SIGKILL)
    with Journal.open(place, HandClock(SECOND)) as journal:
        (row,) = journal.games()
        resumed = Table.resume(journal, HandClock(SECOND))
        written = len(resumed.log()) - 1  # the last entry says that it goes on
    assert not row.finished
    assert written > 10
    assert resumed.asks == asks_after(written)


def asks_after(entries):
    """What the same evening, undisturbed, waits for after so many entries."""
    played = Played()
    while len(played.table.log()) < entries:
        played.play(played.evening.counts["happenings"] + 1)
    assert len(played.table.log()) == entries
    return played.table.asks
