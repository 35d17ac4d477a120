"""What is counted over several games: only what stands, seat by seat, and how sure it is."""

import doctest

import pytest

from companion import deeds
from companion.clock import HandClock
from companion.deeds import Mean, Share, deeds_of, figures, wilson
from companion.facts import Source
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from companion.words import LANGUAGES, game_words

COUNTED = [game for game in all_games().values() if deeds_of(game)]
SEATS = ("Ada", "Ben", "Cem")


@pytest.fixture
def entries():
    """A game of Wobble in which Ben dares a task twice, and once that is taken back."""
    clock = HandClock(now=10**12)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(find_game("wobble"), seats_named(SEATS), {}, journal, clock)
        for _ in range(3):
            dares(table, clock, "ok")
        table.undo(agreed=True)
        dares(table, clock, "fail")
        yield list(journal.entries(table.game_id))


def dares(table, clock, result):
    position = {"seats": SEATS, "phase": "turn", "turn": "Ada", "discard": ["m5"], "active": ["m"]}
    table.override(table.game.write_position(table.game.read_position(position)), "next")
    for move in (
        {"move": "lay", "seat": "Ada", "cards": ["mP3"]},
        {"move": "dare", "seat": "Ben", "task": "T4"},
        {"move": "judged", "seat": "Ada", "result": result},
    ):
        clock.advance(10**9)
        assert table.propose(move, Source.SIMULATED).verdict == "accepted"


def test_what_was_taken_back_does_not_count(entries):
    (tasks,) = (each for each in figures(find_game("wobble"), [entries]) if each.says.key == "deed.tasks")
    assert (tasks.seat, tasks.tries) == ("Ben", 3)
    assert tasks.figure == pytest.approx(2 / 3)
    assert tasks.low < 0.5 < tasks.high  # three tries say next to nothing
    assert tasks.even == 0.5


def test_several_records_are_counted_together(entries):
    game = find_game("wobble")
    once, twice = figures(game, [entries]), figures(game, [entries, entries])
    assert [each.tries * 2 for each in once] == [each.tries for each in twice]
    drawn = next(each for each in twice if each.says.key == "deed.draws")
    assert (drawn.seat, drawn.tries) == ("Ben", 4 + 2)
    assert drawn.figure == pytest.approx((0 + 0 + 6) / 3)


@pytest.mark.parametrize("game", COUNTED, ids=lambda game: game.about.name)
def test_what_is_counted_has_words_and_notes_that_exist(game):
    words = game_words(game)
    for deed in deeds_of(game):
        assert set(words.languages(deed.key)) == set(LANGUAGES)
        notes = (*deed.done, *deed.failed) if isinstance(deed, Share) else deed.notes
        assert all(note in words for note in notes), notes
        assert isinstance(deed, Share | Mean)


def test_the_three_card_games_are_counted():
    assert {game.about.name for game in COUNTED} >= {"abi94", "abstrac", "wobble"}


@pytest.mark.parametrize(
    ("done", "tries", "low", "high"), [(0, 1, 0.0, 0.79), (1, 1, 0.21, 1.0), (50, 100, 0.40, 0.60)]
)
def test_few_tries_say_little(done, tries, low, high):
    assert wilson(done, tries) == pytest.approx((low, high), abs=0.006)


def test_the_examples():
    assert doctest.testmod(deeds).failed == 0
