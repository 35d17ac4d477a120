"""Table and model agree again: somebody knocks a die over or swaps a card, in all ten games.

The table is the truth. What it shows is taken over by agreement, or refused in words; no score moves, what
was waited for is waited for still, and the game goes on to its next ruling.
"""

from random import Random

import pytest

from companion.clock import HandClock
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.words import game_words, languages
from tests.at_first import quick

NAMES = ("Ada", "Ben", "Cem")
PYRAMIDS = ("cui_bono", "dice_march", "forced_memory", "pack_rat", "squeeze_play", "sums")
# no cards and no pyramid that anybody could bump
WITHOUT_THINGS = ("buzzer", "liars_dice", "score_sheet", "ten_thousand", "yacht")
CARDS = ("abi94", "abspecken", "abstrac", "mau_mau", "wobble")


def in_the_middle(name, seed, moves=25):
    """A table after some random legal moves."""
    game, clock, random = find_game(name), HandClock(10**9), Random(seed)
    low, high = game.about.seats
    seats = seats_named(NAMES[: min(max(3, low), high)], "en")
    table = Table.start(game, seats, {}, Journal.open(":memory:", clock), clock)
    for _ in range(moves):
        clock.advance(10**9)
        if not move_on(table, random):
            break
    return table, random


def move_on(table, random):
    """Somebody makes a legal move; False if nobody can."""
    seats = table.state.seats
    for seat in random.sample(seats, len(seats)):
        moves = [] if table.over else legal(table.game, table.state, seat)
        if moves:
            return table.propose(table.game.write_move(random.choice(moves))).verdict is Verdict.ACCEPTED
    return False


def knocked_over(pyramid, random):
    """The pyramid after a small accident: a die turned, gone, or two dice swapped."""
    changed = dict(pyramid)
    cell = random.choice(sorted(changed))
    match random.choice(("turned", "gone", "swapped")):
        case "turned":
            die = changed[cell]
            changed[cell] = die[0] + die[2:] + die[1]  # the same die on its corner: as right-handed as before
        case "gone":
            del changed[cell]
        case _:
            other = random.choice(sorted(changed))
            changed[cell], changed[other] = changed[other], changed[cell]
    return changed


def is_said(table, ruling):
    """Whether a refusal has a rule and words in every language."""
    words = game_words(table.game)
    return bool(ruling.rule) and all(words.say(ruling.why, language).strip() for language in languages())


@pytest.mark.parametrize("name", quick(PYRAMIDS, 2))
def test_a_pyramid_that_was_knocked_is_believed_or_refused_in_words(name):
    accepted = 0
    for seed in range(12):
        table, random = in_the_middle(name, seed)
        pyramid = getattr(table.state, "pyramid", None)
        if table.over or not pyramid:
            continue
        scores, waited = table.game.scores(table.state), [ask.kind for ask in table.asks]
        seen = knocked_over(pyramid, random)
        ruling = table.propose({"move": "agree", "pyramid": seen})

        if name != "squeeze_play":  # there the dice that lie are the points (SP1)
            assert table.game.scores(table.state) == scores, "an accident on the table has moved points"
        if ruling.verdict is Verdict.ACCEPTED:
            accepted += 1
            assert set(table.state.pyramid) == set(seen)
            assert table.over or table.asks, "nothing is waited for any more"
        else:
            assert is_said(table, ruling)
            assert table.state.pyramid == pyramid
            assert [ask.kind for ask in table.asks] == waited
    assert accepted, f"no accident could be made good in {name}"


def swapped(position, random):
    """(field, value): one pile of *position* in which two cards have changed places, or one is gone."""
    piles = list(_piles(position, ()))
    if not piles:
        return None
    path, cards = random.choice(piles)
    new = list(cards)
    if len(new) > 1 and random.random() < 0.5:
        a, b = random.sample(range(len(new)), 2)
        new[a], new[b] = new[b], new[a]
    else:
        new.pop(random.randrange(len(new)))
    return path[0], _with(position[path[0]], path[1:], new)


def _piles(value, path):
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in ("options", "seats", "order"):
                yield from _piles(part, (*path, key))
    elif path and isinstance(value, (list, tuple)) and value and all(isinstance(card, str) for card in value):
        yield path, value


def _with(value, path, leaf):
    if not path:
        return leaf
    return {**value, path[0]: _with(value[path[0]], path[1:], leaf)}


@pytest.mark.parametrize("name", CARDS)
def test_cards_that_were_swapped_are_agreed_on_or_refused_in_words(name):
    agreed = 0
    for seed in range(8):
        table, random = in_the_middle(name, seed)
        change = None if table.over else swapped(table.game.write_position(table.state), random)
        if change is None:
            continue
        scores, before = table.game.scores(table.state), table.state
        ruling = table.override({change[0]: change[1]}, "somebody bumped the table")

        assert table.game.scores(table.state) == scores
        if ruling.verdict is Verdict.ACCEPTED:
            agreed += 1
            assert table.over or table.asks
        else:
            assert is_said(table, ruling)
            assert table.state == before
    assert agreed


@pytest.mark.parametrize("name", [*PYRAMIDS, *CARDS])
def test_the_game_goes_on_after_an_accident_and_the_journal_knows_of_it(name):
    table, random = in_the_middle(name, 3, moves=12)
    position = table.game.write_position(table.state)
    if getattr(table.state, "pyramid", None):
        table.propose({"move": "agree", "pyramid": knocked_over(table.state.pyramid, random)})
    elif change := swapped(position, random):
        table.override({change[0]: change[1]}, "somebody bumped the table")
    entries = len(table.log())
    went_on = move_on(table, random)

    assert went_on or table.over or table.asks
    assert len(table.log()) >= entries


def test_every_game_is_here():
    assert {*PYRAMIDS, *CARDS, *WITHOUT_THINGS} == set(all_games())
