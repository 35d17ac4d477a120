"""What simulated people have in common: who waits after a press, and who plays games without secrets."""

from random import Random

import pytest

from companion.asks import Ask, Say
from companion.facts import Kind
from companion.family import Happening, OpenFamily, WaitingFamily, by_name, family_class
from companion.games import find_game
from companion.games.sums.family import Family as SumsFamily
from companion.rulings import Ruling, Verdict
from tests.companion.small_game import GAME

SEATS = ("Ana", "Ben", "Cem")
ACCEPTED = Ruling(Verdict.ACCEPTED)
PRESS, TAP = Happening(Kind.CALL, "mine", "Ana"), Happening(Kind.CHOICE, 1, "Ana")


def waiting(*plan):
    """People who do what stands on the *plan*."""
    left = list(plan)
    methods = {"__init__": lambda self: None, "_next": lambda self, asks: left.pop(0)}
    return type("Planned", (WaitingFamily,), {**methods, "disagreements": lambda self, state: ()})()


def test_after_a_press_everybody_waits_for_what_comes_of_it():
    family = waiting(PRESS, TAP)

    assert family.act([]) == PRESS
    assert family.act([]) is None
    family.told(TAP, ACCEPTED)
    assert family.act([]) is None, "that was the answer to something else"
    family.told(PRESS, ACCEPTED)
    assert family.act([]) == TAP


def test_after_anything_else_they_go_on():
    family = waiting(TAP, PRESS)
    assert [family.act([]), family.act([])] == [TAP, PRESS]


def test_who_does_nothing_waits_for_nothing():
    family = waiting(None, PRESS)
    assert [family.act([]), family.act([])] == [None, PRESS]


def test_asks_by_what_is_asked():
    asks = [Ask(name, Kind.CONFIRM, SEATS, Say("ask"), "R1") for name in ("lay:Ana", "built", "lay:Ben")]
    assert {name: [ask.id for ask in found] for name, found in by_name(asks).items()} == {
        "lay": ["lay:Ana", "lay:Ben"],
        "built": ["built"],
    }


# --- games without secrets ---


def test_any_legal_move_of_anybody_who_has_one():
    """At the beginning only the roller has: six ways to roll."""
    seen = {OpenFamily(GAME, SEATS, GAME.options(), Random(n)).act([]).move["pips"] for n in range(60)}
    acting = {OpenFamily(GAME, SEATS, GAME.options(), Random(n)).act([]).seat for n in range(9)}

    assert seen == {1, 2, 3, 4, 5, 6}
    assert acting == {"Ana"}


def test_what_happened_becomes_true_and_anything_else_is_noticed():
    family, state = OpenFamily(GAME, SEATS, GAME.options(), Random(1)), GAME.start(SEATS, GAME.options())
    happening = family.act([])
    after = GAME.play(state, GAME.read_move(happening.move)).state

    assert family.disagreements(state) == ()
    family.told(happening, ACCEPTED)
    assert family.disagreements(after) == ()
    assert len(family.disagreements(state)) == 1


def test_where_nobody_may_do_anything_nobody_does(monkeypatch):
    monkeypatch.setattr(type(GAME), "legal", lambda *_: ())
    assert OpenFamily(GAME, SEATS, GAME.options(), Random(1)).act([]) is None


@pytest.mark.parametrize(("game", "family"), [(find_game("sums"), SumsFamily), (GAME, OpenFamily)])
def test_whose_family_sits_down(game, family):
    assert family_class(game) is family


def test_a_family_without_a_pyramid_or_rows_shows_none():
    family = waiting()
    assert (family.lies(), family.stands()) == ({}, None)
