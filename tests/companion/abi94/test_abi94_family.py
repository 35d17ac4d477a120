"""Simulated families and bots play whole games; random play never gets stuck."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from companion.asks import Fact, Kind, Source
from companion.games.abi94 import GAME, bot
from companion.games.abi94.lab.family import Family
from companion.games.abi94.state import open_slots, owing, places
from companion.lab.candidates import legal
from companion.lab.vectors import abi94 as vectors
from companion.rulings import Question, Ruling, Verdict, refused
from companion.table.answers import answers
from tests.at_first import more, quick

HOUSES = [
    {},
    {"manta_target": "received_only"},
    {"manta_target": "played_only", "manta_draw": "full"},
    {"window": "none", "chips": "hard_limit"},
    {"window": "all_confirm", "deck": "b"},
    {"hard_learning": "single", "swap_when": "free_in_exam", "sole_qualifier": "plays_solo"},
    {"elimination": "later", "leader_next": "choose", "deck_empty": "end", "caught_resets": "everything"},
    {"pass_count": 3, "follow": "first", "tie": "shared_on_grade", "swap_when": "first_only"},
    {"follow": "latest", "failed_points": "zero_floor", "handin_before_play": "owes_card"},
]


def evening(seed, players, cheats, **options):
    """Plays a game; yields what was done, how the referee ruled, and the state."""
    house, seats = GAME.options(**options), tuple("ABCDEFGHIJK"[:players])
    state = GAME.start(seats, house)
    family = Family(GAME, seats, house, Random(seed), cheats)
    family.sees = lambda: state
    while GAME.outcome(state) is None:
        asks = GAME.asks(state)
        happening = family.act(asks)
        if happening is None:  # everybody waits for the clock
            ask = next(ask for ask in asks if ask.within_ms)
            move = GAME.understand(state, ask, Fact(Kind.TIME, ask.id, 0, Source.CLOCK))
            step = GAME.play(state, move)
            state = step.state
            family.time_ran_out(Ruling(Verdict.ACCEPTED, notes=step.notes))
            continue
        fact = Fact(happening.kind, happening.value, 0, Source.SIMULATED, happening.seat, happening.ask)
        ask = next((ask for ask in asks if ask.id == happening.ask and answers(ask, fact)), None)
        move = GAME.understand(state, ask, fact) if ask else GAME.read_move(happening.move)
        assert not isinstance(move, Question)
        refusal = GAME.refuse(state, move)
        if refusal:
            ruling = refused(refusal)
        else:
            step = GAME.play(state, move)
            state, ruling = step.state, Ruling(Verdict.ACCEPTED, notes=step.notes)
        family.answered(happening, ruling)
        assert family.disagreements(state) == (), happening
        yield happening, refusal, state


@pytest.mark.parametrize("number", quick(range(len(HOUSES)), 3, more=6))
def test_nobody_honest_is_accused(number):
    for happening, refusal, state in evening(number, 3 + number, 0.0, **HOUSES[number]):
        assert refusal is None, happening
        assert state.flags == ()


@more
def test_every_cheat_that_a_table_can_show_is_seen():
    seen, revoked, proven = set(), set(), set()
    for seed in range(8):
        for happening, refusal, state in evening(seed, 4 + seed % 4, 0.2):
            assert bool(refusal) == bool(happening.cheat and happening.noticeable), happening
            seen.add(happening.cheat)
            if happening.cheat == "revoke":
                revoked.add((seed, happening.seat))
            proven |= {(seed, flag.seat) for flag in state.flags}
    assert len(seen - {""}) == 4
    assert proven <= revoked


@pytest.mark.parametrize("number", quick(range(len(HOUSES)), 3))
def test_random_play_never_gets_stuck(number):
    random = Random(number)
    for players in (3, 4, 8, 11):
        state = GAME.start(tuple("ABCDEFGHIJK"[:players]), GAME.options(**HOUSES[number]))
        while GAME.outcome(state) is None:
            seats = random.sample(state.seats, len(state.seats))
            moves = next((found for seat in seats if (found := legal(GAME, state, seat))), ())
            assert moves and GAME.asks(state)
            state = GAME.play(state, random.choice(moves)).state
            if state.phase in ("swap", "lead", "turn", "window"):
                assert sum(len(cards) for cards in places(state).values()) == 92
            if state.phase == "turn" and state.pending is None:  # AB34: nobody is left without a place
                assert len(open_slots(state)) >= len(owing(state))


# --- bots ---


@pytest.mark.parametrize("level", bot.LEVELS)
def test_bots_play_whole_games_and_never_against_the_rules(level):
    random = Random(3)
    state = GAME.start(("A", "B", "C", "D"), GAME.options())
    for _ in range(3000):
        if GAME.outcome(state) is not None:
            return
        seat, move = next(
            ((seat, move) for seat in state.seats if (move := bot.choose(state, seat, level, random))),
            (None, None),
        )
        if move is None:  # hidden hands and dice are not the bot's
            seat, move = next(
                (s, random.choice(found)) for s in state.seats if (found := legal(GAME, state, s))
            )
        assert GAME.refuse(state, move) is None, (seat, move)
        state = GAME.play(state, move).state
    pytest.fail("the game has no end")


@pytest.mark.skipif("COMPANION_VECTORS" not in os.environ, reason="COMPANION_VECTORS names no folder")
def test_the_vectors():
    file = json.loads((Path(os.environ["COMPANION_VECTORS"]) / "abi94.json").read_text("utf-8"))
    for vector in file["vectors"]:
        assert vectors.recognises(vector)
        answer = vectors.answer(vector, {})
        assert answer.got == answer.expected, vector["id"]
