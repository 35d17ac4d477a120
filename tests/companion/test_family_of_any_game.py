"""What simulated people have in common: who waits after a press, and who plays games without secrets."""

from random import Random

import pytest

from companion import family as people
from companion.asks import Ask, Choice, Kind, Say
from companion.clock import HandClock
from companion.family import Happening, WaitingFamily, by_name
from companion.games import find_game
from companion.games.sums.lab.family import Family as SumsTrial
from companion.journal import Journal
from companion.lab.family import Comparing, OpenFamily, family_class
from companion.layout import Layout
from companion.pyramid import people as at_a_pyramid
from companion.rulings import Refusal, Ruling, Verdict, refused
from companion.seats import seats_named
from companion.table import Table
from tests.companion.small_game import GAME
from ui.twin.evening import Evening

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
    family.answered(TAP, ACCEPTED)
    assert family.act([]) is None, "that was the answer to something else"
    family.answered(PRESS, ACCEPTED)
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


def acting(game=GAME, cheats=0.0, seeds=60):
    """What people of *game* do first, with many seeds."""
    asks = game.asks(game.start(SEATS, game.options()))
    return [OpenFamily(game, SEATS, game.options(), Random(n), cheats).act(asks) for n in range(seeds)]


def test_whoever_is_asked_answers_with_real_dice():
    """At the beginning only the roller is asked: six ways to roll."""
    assert {(done.seat, done.ask, *done.value["pips"]) for done in acting()} == {
        ("Ana", "roll", n) for n in range(1, 7)
    }
    assert all(done.move is None for done in acting()), "the referee has to understand it by itself"


def test_who_cheats_answers_for_somebody_else():
    ask = Ask("keep", Kind.CONFIRM, ("Ana",), Say("ask"), "R4")
    done = [OpenFamily(GAME, SEATS, GAME.options(), Random(n), 1.0).act([ask]) for n in range(20)]

    assert {one.seat for one in done} == {"Ben", "Cem"}
    assert all(one.cheat and not one.either for one in done)
    assert {one.cheat for one in acting(cheats=1.0)} == {""}, "hands have no names: who rolls nobody sees"


@pytest.mark.parametrize(
    ("kind", "more", "possible"),
    [
        (Kind.CHOICE, {"choices": (Choice("a", Say("a")), Choice("b", Say("b")))}, {"a", "b"}),
        (Kind.NUMBER, {"low": 2, "high": 4}, {2, 3, 4}),
        (Kind.CONFIRM, {}, {True}),
        (Kind.CALL, {"call": "mine"}, {"mine", None}),
        (Kind.PYRAMID, {}, {None}),
    ],
)
def test_every_kind_of_ask_is_answered_as_it_says(kind, more, possible):
    ask = Ask("one", kind, SEATS, Say("ask"), "R1", **more)
    done = [OpenFamily(GAME, SEATS, GAME.options(), Random(n)).act([ask]) for n in range(60)]
    assert {one.value if one else None for one in done} == possible


def test_nobody_tries_again_what_was_refused():
    ask = Ask("ready", Kind.CONFIRM, ("Ana",), Say("ask"), "R1")
    family = OpenFamily(GAME, SEATS, GAME.options(), Random(1))
    family.answered(family.act([ask]), refused(Refusal("R1", Say("no"))))
    assert family.act([ask]) is None
    family.answered(TAP, ACCEPTED)
    assert family.act([ask]) is not None


@pytest.mark.parametrize(
    ("game", "family", "on_trial"),
    [(find_game("sums"), at_a_pyramid.Family, SumsTrial), (GAME, people.OpenFamily, OpenFamily)],
)
def test_whose_family_sits_down(game, family, on_trial):
    """At a table honest people, in the laboratory people who cheat and compare."""
    assert people.family_class(game) is family
    assert family_class(game) is on_trial


def test_people_of_a_game_without_a_laboratory_play_there_as_they_are(monkeypatch):
    monkeypatch.setattr(people, "family_class", lambda game: at_a_pyramid.Family)
    found = family_class(GAME)(find_game("sums"), SEATS, find_game("sums").options(), Random(1), 0.5)
    assert type(found) is at_a_pyramid.Family and not isinstance(found, Comparing)


@pytest.mark.parametrize(
    ("name", "seats", "happenings", "options"),
    [
        ("abstrac", 2, 1000, {}),
        ("squeeze_play", 3, 1000, {}),
        ("forced_memory", 3, 1000, {"training": "on"}),
        ("cui_bono", 3, 60, {"voluntary": "off"}),
        ("dice_march", 3, 30, {"multi": "order"}),
        ("pack_rat", 3, 60, {}),
        ("sums", 3, 60, {"niete_button": "same"}),
    ],
)
def test_an_honest_family_plays_as_the_rules_allow(name, seats, happenings, options):
    """Told as facts nothing is refused or asked back, and what lies there is what counts."""
    game, clock = find_game(name), HandClock(now=1_000_000_000)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(
            game, seats_named(SEATS[:seats], "en"), game.read_options(options), journal, clock
        )
        family = people.family_class(game)(game, SEATS[:seats], table.options, Random(2))
        report = Evening(table, family, clock).play(happenings)
    assert not report.disagreements and report.over == (happenings == 1000)
    assert not report.cheats and not report.questions and not report.refused


def test_a_family_without_a_pyramid_or_rows_shows_none():
    assert waiting().lies() == Layout()
