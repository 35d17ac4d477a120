"""What is counted over several games: only what stands, seat by seat, and how sure it is."""

import doctest
from types import SimpleNamespace

import pytest

from companion.asks import Say, Source
from companion.clock import HandClock
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.lab import deeds
from companion.lab.deeds import Mean, Share, deeds_of, figures, standing, wilson
from companion.rulings import Note, Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.table.entries import Corrected, Heard, Undone
from companion.words import game_words
from tests.tables import cases

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
        assert deed.key in words
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


def ruled(*notes, verdict=Verdict.ACCEPTED):
    return SimpleNamespace(verdict=verdict, notes=notes)


def noted(seat, key, **args):
    return Note(seat=seat, says=Say(key, args))


ONE, OTHER, BETTER = ruled("one"), ruled("other"), ruled("better")
NEVER = ruled("never", verdict=Verdict.REFUSED)


@cases(
    "bodies, stands",
    {
        "accepted": ([Heard(None, ONE), Heard(None, NEVER), Heard(None, OTHER)], [ONE, OTHER]),
        "back to the first": ([Heard(None, ONE), Heard(None, OTHER), Undone(ONE, to=1)], [ONE]),
        "undo refused": ([Heard(None, ONE), Heard(None, OTHER), Undone(NEVER, to=1)], [ONE, OTHER]),
        "corrected": ([Heard(None, ONE), Heard(None, OTHER), Corrected(BETTER, 1)], [BETTER, OTHER]),
        "correction refused": ([Heard(None, ONE), Corrected(NEVER, 1)], [ONE]),
    },
)
def test_only_what_was_accepted_and_not_taken_back_stands(bodies, stands, monkeypatch):
    monkeypatch.setattr(deeds, "read_body", lambda entry: entry.body)
    entries = [SimpleNamespace(id=number, body=body) for number, body in enumerate(bodies, 1)]

    assert standing(entries) == stands


@cases(
    "deed, told",
    {
        "all together": (Share("s", ("ok",), ("no",)), [({"seat": "Ada"}, 3, 2 / 3)]),
        "task by task": (
            Share("s", ("ok",), ("no",), by="task"),
            [({"seat": "Ada", "task": "T1"}, 2, 0.5), ({"seat": "Ada", "task": "T2"}, 1, 1.0)],
        ),
        "how many, none if not told": (Mean("m", ("ok", "no"), "many"), [({"seat": "Ada"}, 3, 2.0)]),
    },
)
def test_shares_are_told_apart_by_what_the_deed_names(deed, told, monkeypatch):
    notes = (
        noted("Ada", "ok", task="T1", many=2),
        noted("Ada", "no", task="T1", many=4),
        noted("Ada", "ok", task="T2"),
    )
    monkeypatch.setattr(deeds, "deeds_of", lambda game: (deed,))
    monkeypatch.setattr(deeds, "standing", lambda entries: [ruled(*notes)])

    found = figures(None, [()])

    assert [(one.says.args, one.tries, one.figure) for one in found] == [
        (args, tries, pytest.approx(figure)) for args, tries, figure in told
    ]


def test_the_examples():
    assert doctest.testmod(deeds).failed == 0
