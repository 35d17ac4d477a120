"""A simulated family plays whole matches, honestly and not."""

import os
from pathlib import Path
from random import Random

import pytest

from companion.asks import Fact, Source
from companion.games.abstrac import GAME
from companion.games.abstrac.lab.family import Family
from companion.lab.conform import only_expected
from companion.lab.vectors import abstrac as vectors
from companion.rulings import Ruling, Verdict, refused
from tests.tables import cases


def evening(seed, cheats, **options):
    """Plays a match; yields what was done and how the referee ruled."""
    house = GAME.options(**options)
    state = GAME.start(("Elfi", "Bo"), house)
    family = Family(GAME, state.seats, house, Random(seed), cheats)
    family.sees = lambda: state
    while GAME.outcome(state) is None:
        happening = family.act(GAME.asks(state))
        ask = next(ask for ask in GAME.asks(state) if ask.id == happening.ask)
        fact = Fact(happening.kind, happening.value, 0, Source.SIMULATED, happening.seat, happening.ask)
        move = GAME.understand(state, ask, fact)
        refusal = GAME.refuse(state, move)
        state = state if refusal else GAME.play(state, move).state
        family.answered(happening, refused(refusal) if refusal else Ruling(Verdict.ACCEPTED))
        assert family.disagreements(state) == ()
        yield happening, refusal


HOUSES = [
    {},
    {"misere": True, "touch_move": "binds"},
    {"run_suit": "any", "target": 2000},
    {"ace": "high_low", "misere": True, "deals": 4},
    {"ace": "wrap", "run_suit": "any", "hints": "both_agree", "chooser": "dealer"},
    {"overlap": "all", "target": 2000, "tie": "shared"},
    {"overlap": "all", "run_suit": "any", "ace": "wrap", "deals": 2, "first_dealer": "loser"},
]


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_nobody_honest_is_accused_and_the_family_counts_the_same(number):
    assert not any(refusal for _, refusal in evening(number, 0.0, **HOUSES[number]))


def test_every_cheat_is_seen():
    cheats = set()
    for seed in range(6):
        for happening, refusal in evening(seed, 0.2):
            assert bool(refusal) == bool(happening.cheat), happening
            cheats.add(happening.cheat)
    assert len(cheats - {""}) == 4


@pytest.mark.skipif("COMPANION_VECTORS" not in os.environ, reason="COMPANION_VECTORS names no folder")
def test_the_vectors():
    import json  # noqa: PLC0415

    file = json.loads((Path(os.environ["COMPANION_VECTORS"]) / "abstrac.json").read_text("utf-8"))
    for vector in file["vectors"]:
        assert vectors.recognises(vector)
        answer = vectors.answer(vector, {})
        assert answer.got == answer.expected == only_expected(answer.expected, answer.got), vector["id"]


@cases(
    "totals, deal, word",
    {
        "AS14 goes on": ([100, 100], [1, 2], "open"),
        "AS14 won": ([450, 400], [60, 90], "won"),
        "AS15 an extra deal": ([480, 470], [40, 50], "extra_deal"),
    },
)
def test_vectors_of_matches(totals, deal, word):
    vector = {"kind": "match", "position": {"totals": totals, "deal": deal}, "expect": {"status": word}}
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


def test_a_line_that_is_not_perfect_fails():
    order = "JS AD AS AH QS TH AC KD QD 9D 9C TD TC TS KH 9H KS JH QH QC JD JC 9S KC"
    vector = {
        "kind": "solve",
        "position": {"taking_order": order},
        "expect": {"one_optimal_line": [3, 3, 3, 3, 3, 3, 3, 3], "value_first": 24},
    }
    answer = vectors.answer(vector, {})
    assert answer.got["value_first"] == 24 and answer.got != answer.expected
