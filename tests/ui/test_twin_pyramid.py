"""Pyramid games through pixels: the simulated family builds before the real eyes, and the referee agrees."""

from random import Random

import pytest

from companion.asks import Kind, Source
from companion.clock import HandClock
from companion.games import all_games
from companion.lab.family import family_class
from companion.lab.real_pyramid import BASE_PLACES, RealPyramid
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from ui.command.the_journal import journal_to_write
from ui.lab.compared import ComparedEvening
from ui.lab.senses import TwinSenses
from ui.twin.drawn_pyramid import after, by_layers, stands

GAMES = ("sums", "squeeze_play", "pack_rat", "cui_bono", "forced_memory", "dice_march")


class Listening(TwinSenses):
    """Remembers what the eyes told."""

    def perceive(self, happening, asks):
        for perceived in super().perceive(happening, asks):
            if getattr(perceived, "kind", None) is Kind.PYRAMID and perceived.source is Source.CAMERA:
                self.told = getattr(self, "told", 0) + 1
            yield perceived


def an_evening(name, seed, most):
    game, clock = all_games()[name], HandClock(now=10**9)
    with journal_to_write(None, clock, "en") as journal:
        table = Table.start(game, seats_named(["Ada", "Ben", "Cem"], "en"), game.options(), journal, clock)
        family = family_class(game)(game, ("Ada", "Ben", "Cem"), table.options, Random(seed), 0.0)
        senses = Listening(table, family, clock, Random(seed + 1))
        return ComparedEvening(table, family, clock, senses).play(most), getattr(senses, "told", 0)


@pytest.mark.parametrize(("name", "most"), quick([("sums", 5), ("dice_march", 6)], 0, more=2))
def test_the_first_moves_are_seen_and_agreed_on(name, most):
    report, told = an_evening(name, 1, most)
    assert report.disagreements == ()
    assert told >= 1


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_through_pixels(name):
    report, told = an_evening(name, 1, 100_000)
    assert report.agreed and told > 0


# --- what hands do on the table ---


def real(places=BASE_PLACES, seed=1):
    pyramid = RealPyramid.filled(places, {"r": 55, "y": 55, "m": 55}, Random(seed))
    return {place: str(die) for place, die in pyramid.dice.items()}


def test_a_view_from_above_keeps_the_hidden_dice():
    now = real(seed=2) | {(3, 3, 1): "r123"}
    pyramid = RealPyramid.filled([], {}, Random(1))
    value = {"cells": [{"ijk": [3, 3, 1], "colour": "y", "faces": {"-i": 3, "-j": 2, "-k": 1}}]}
    dice = after(value, now, Random(1))
    assert dice[3, 3, 1] == "y321" and dice[4, 3, 1] == now[4, 3, 1]
    assert pyramid.dice == {}


@pytest.mark.parametrize(
    "value",
    [
        {"placed": {"0,0,0": "r321"}},  # nothing below it
        {"placed": {"3,3,1": "r123"}},  # no die from the box shows this
        {"taken": ["9,9,9"]},
    ],
)
def test_what_no_real_dice_can_do_is_not_staged(value):
    assert after(value, real(), Random(1)) is None


def test_a_taken_die_lets_the_row_above_slide():
    whole = real([*BASE_PLACES, (3, 3, 1)])
    whole = {c: d for c, d in whole.items() if c != (4, 3, 1)} | {(4, 3, 1): "y321"}
    dice = after({"taken": ["4,3,1"]}, whole, Random(1))
    assert dice is not None and dice[4, 3, 1] == whole[3, 3, 1] and (3, 3, 1) not in dice


def test_a_pyramid_grows_layer_by_layer_and_always_stands():
    dice = real([(i, j, k) for i in range(9) for j in range(9) for k in range(9) if 6 <= i + j + k <= 8])
    layers = list(by_layers(dice))
    assert [len(part) for part in layers] == [45, 81, 109]
    assert all(stands(part) for part in layers)
