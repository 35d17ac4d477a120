"""Simulated families and bots play whole games; random play never gets stuck."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.games.wobble import GAME, bot
from companion.games.wobble.lab.family import Family
from companion.games.wobble.state import deck_size, places
from companion.lab.candidates import legal
from companion.lab.family import is_caught
from companion.lab.vectors import wobble as vectors
from companion.rulings import Question, Ruling, Verdict, refused
from companion.table.answers import answers
from tests.at_first import more, quick

HOUSES = [
    {"until": "rounds", "rounds": 3},
    {"limit": 200, "stack_tasks": "each", "mix_plus": True},
    {"until": "time", "minutes": 10, "flip_cards_kept": True, "deck": "learning"},
    {"until": "rounds", "rounds": 2, "ce_last": "just_swap_and_continue", "afk_last_waived": False},
    {"until": "rounds", "rounds": 2, "cs_by_symbol": True, "skip_stack": "single", "skip_identical": True},
    {"until": "rounds", "rounds": 2, "dodge_scope": "once", "turn_after_hit": False, "deck": "unknown"},
    {"limit": 150, "mid_round_end": True, "dealer": "winner", "warn_last_card": True, "pop": "lt"},
]


def evening(seed, players, cheats, **options):
    """Plays a game; yields what was done, how the referee ruled, and the state."""
    house, seats = GAME.options(**options), tuple("ABCDEFGHIJ"[:players])
    state, t = GAME.start(seats, house), 0
    family = Family(GAME, seats, house, Random(seed), cheats)
    family.sees = lambda: state
    while GAME.outcome(state) is None:
        asks = GAME.asks(state)
        happening = family.act(asks)
        assert happening is not None, asks
        t += happening.after_ns
        fact = Fact(happening.kind, happening.value, t, Source.SIMULATED, happening.seat, happening.ask)
        ask = next(ask for ask in asks if ask.id == happening.ask and answers(ask, fact))
        move = GAME.understand(state, ask, fact)
        assert not isinstance(move, Question)
        refusal = GAME.refuse(state, move)
        step = None if refusal else GAME.play(state, move)
        state = step.state if step else state
        ruling = Ruling(Verdict.ACCEPTED, notes=step.notes) if step else refused(refusal)
        family.answered(happening, ruling)
        assert family.disagreements(state) == (), happening
        yield happening, refusal, is_caught(ruling)


@pytest.mark.parametrize("number", quick(range(len(HOUSES)), 3, more=6))
def test_nobody_honest_is_accused(number):
    for happening, refusal, _ in evening(number, 2 + number, 0.0, **HOUSES[number]):
        assert refusal is None, (happening, refusal)


@more
def test_every_cheat_that_a_table_can_show_is_seen():
    seen = set()
    for seed in range(8):
        for happening, refusal, caught in evening(seed, 3 + seed % 4, 0.3, until="rounds", rounds=3):
            assert caught == bool(happening.cheat and happening.noticeable), (happening, refusal)
            seen.add(happening.cheat)
    assert seen >= {"does not fit", "grey at the wrong time", "two different cards", "keeps a card back"}


@pytest.mark.parametrize("number", quick(range(len(HOUSES)), 2))
def test_random_play_keeps_every_card(number):
    random = Random(number)
    for players in (2, 5, 10):
        state = GAME.start(tuple("ABCDEFGHIJ"[:players]), GAME.options(**HOUSES[number]))
        for _ in range(1500):
            if GAME.outcome(state) is not None:
                break
            seats = random.sample(state.seats, len(state.seats))
            moves = next((found for seat in seats if (found := legal(GAME, state, seat))), ())
            assert moves, GAME.asks(state)
            assert GAME.asks(state)
            state = GAME.play(state, random.choice(moves)).state
            cards = sum(len(cards) for cards in places(state).values())
            assert cards == deck_size(state), state.phase
            assert sorted(state.order) == sorted(state.seats)
            assert tuple(panel.seat for panel in GAME.view(state).panels) == state.order  # W29


@pytest.mark.parametrize("level", bot.LEVELS)
def test_bots_play_whole_games_and_never_against_the_rules(level):
    random = Random(3)
    state = GAME.start(("A", "B", "C", "D"), GAME.options(limit=150))
    for _ in range(4000):
        if GAME.outcome(state) is not None:
            return
        moves = ((s, bot.choose(state, s, level, random)) for s in state.seats)
        _, move = next(((seat, move) for seat, move in moves if move), (None, None))
        if move is None:  # hidden hands, tasks and counts are not the bot's
            move = random.choice(next(found for s in state.seats if (found := legal(GAME, state, s))))
        assert GAME.refuse(state, move) is None, move
        state = GAME.play(state, move).state
    pytest.fail("the game has no end")


def test_a_bot_that_sees_its_hand_lays_pairs_and_passes_attacks_on():
    table = {"seats": ["A", "B"], "phase": "turn", "turn": "A", "discard": ["m5"], "active": ["m"]}
    state = GAME.read_position(table)
    hand = ("m3", "m3", "mSK", "c9", "DG", "NM")
    assert bot.choose(state, "A", "strong", Random(1), hand=hand).cards == ("m3", "m3")
    assert bot.choose(state, "A", "strong", Random(1)) is None
    attacked = GAME.play(state, GAME.read_move({"move": "lay", "seat": "A", "cards": ["mP3"]})).state
    assert bot.choose(attacked, "B", "strong", Random(1), hand=("cP3", "DG")).cards == ("cP3",)


@pytest.mark.skipif("COMPANION_VECTORS" not in os.environ, reason="COMPANION_VECTORS names no folder")
def test_the_vectors():
    file = json.loads((Path(os.environ["COMPANION_VECTORS"]) / "wobble.json").read_text("utf-8"))
    for vector in file["vectors"] if isinstance(file, dict) else file:
        assert vectors.recognises(vector)
        answer = vectors.answer(vector, {})
        assert answer.got == answer.expected, vector["id"]


def test_a_press_and_its_card_through_the_asks():
    """W15: the button's time counts, not the card's."""
    state = GAME.read_position(
        {"seats": ["A", "B", "C"], "phase": "turn", "turn": "A", "discard": ["m5"], "active": ["m"]}
    )
    press = Fact(Kind.CALL, "toss", 100 * MS, Source.BUTTON, "C", "toss")
    toss = next(ask for ask in GAME.asks(state) if ask.id == "toss")
    state = GAME.play(state, GAME.understand(state, toss, press)).state
    assert any(ask.within_ms == 4500 and ask.id.startswith("no_toss") for ask in GAME.asks(state))
    lay = next(ask for ask in GAME.asks(state) if ask.id == "lay")
    card = Fact(Kind.CARD, {"place": "discard", "cards": ["m5"]}, 900 * MS, Source.CAMERA, "", "lay")
    move = GAME.understand(state, lay, card)
    assert move.seat == "C"
    assert GAME.play(state, move).state.turn == "A"


def played_on(family, state, most=400):
    """The family plays before a referee who believes *state*; how many happenings it took."""
    family.sees = lambda: state
    for number in range(most):
        if state.phase != "score":
            return number, state
        happening = family.act(GAME.asks(state))
        fact = Fact(happening.kind, happening.value, number, Source.SIMULATED, happening.seat, happening.ask)
        ask = next(a for a in GAME.asks(state) if a.id == happening.ask)
        move = GAME.understand(state, ask, fact)
        refusal = GAME.refuse(state, move)
        step = None if refusal else GAME.play(state, move)
        family.answered(happening, Ruling(Verdict.ACCEPTED, notes=step.notes) if step else refused(refusal))
        state = step.state if step else state
    pytest.fail(f"they go on for ever: {[ask.id for ask in GAME.asks(state)]}")


def test_w33_hands_of_another_size_than_believed_are_counted_all_the_same():
    """Two people hold one card more and one less than the referee believes: nobody is asked for ever."""
    family = Family(GAME, ("A", "B", "C"), GAME.options(), Random(1))
    held = {seat: {"hand": ["?"] * n, "counted": n == 0} for seat, n in (("A", 0), ("B", 5), ("C", 7))}
    table = {"seats": ["A", "B", "C"], "phase": "score", "players": held, "discard": ["m5"]}
    number, state = played_on(family, GAME.read_position(table))
    assert number <= 8 and state.phase == "ready"
    assert [state.players[seat].minus > 0 for seat in "BC"] == [True, True]


def test_w41_who_is_away_comes_back_before_the_others_have_drawn_everything():
    family = Family(GAME, ("A", "B", "C"), GAME.options(), Random(1))
    away = {"B": {"away": 1}, "C": {"away": 1}}
    table = {"seats": ["A", "B", "C"], "phase": "turn", "turn": "A", "discard": ["m5"], "players": away}
    state = GAME.read_position(table)
    family.things._discard, family.things._active, family.sees = ["m5"], ["m"], lambda: state
    asks = GAME.asks(state)
    assert any(family.act(asks).ask.startswith("back") for _ in range(60))
