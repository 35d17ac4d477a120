"""A game that is broken on purpose: the family that answers only what is asked finds it out."""

from random import Random

import pytest
from command_line import said
from msgspec.structs import replace

from companion.asks import Ask, Kind, Say
from companion.clock import HandClock
from companion.journal import Journal
from companion.lab.family import OpenFamily
from companion.layout import Layout
from companion.rulings import Question, Refusal
from companion.seats import seats_named
from companion.table import Table
from tests.companion.eleventh.pig import GAME as PIG
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.lab.senses import TwinSenses


@pytest.fixture
def demo(capsys, monkeypatch):
    """Plays *game* as the command does: exit code and what was said."""

    def played(game, *more):
        monkeypatch.setattr("ui.command.demo_command.the_game", lambda _: game)
        code, out, err = said(
            capsys, "demo", "pig", "--headless", "--quiet", "--set", "table.language=en", *more
        )
        return code, out + err

    return played


def test_a_whole_game_without_a_family_of_its_own(demo):
    code, told = demo(PIG, "--no-frames", "--seed", "3", "--option", "goal=20", "--cheats", "0.2")
    assert (code, "truth agree" in told) == (0, True), told


def test_a_few_rolls_without_a_family_of_its_own_through_pixels():
    clock, seats = HandClock(now=1_000_000_000), seats_named(("Ada", "Ben"), "en")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(PIG, seats, PIG.options(), journal, clock)
        family = OpenFamily(PIG, ("Ada", "Ben"), table.options, Random(3))
        senses = TwinSenses(table, family, clock, Random(4))
        report = ComparedEvening(table, family, clock, senses).play(most=3)
    assert (report.happenings, report.accepted, report.disagreements) == (3, 3, ())


def breaks(name, broken):
    """Pig with *broken* in place of the method *name*."""
    return type("Broken", (type(PIG),), {name: broken})()


def raising(self, *_):
    raise RuntimeError("on purpose")


def another_number(self, state, ask, fact):
    if ask.kind is Kind.DICE:
        fact = replace(fact, value={"pips": [fact.value["pips"][0] % 6 + 1]})
    return type(PIG).understand(self, state, ask, fact)


BROKEN = {
    "understand raises": ("understand", raising),
    "understand stumbles over the fact": ("understand", lambda self, state, ask, fact: fact.value["x"]),
    "understand reads another number": ("understand", another_number),
    "understand never does": ("understand", lambda *_: Question(Say("ask_roll", {"seat": ""}), (), "PG1")),
    "asks raises": ("asks", raising),
    "asks for nothing": ("asks", lambda self, state: ()),
    "asks what nobody can answer": (
        "asks",
        lambda self, state: (Ask("x", Kind.CHOICE, (), Say("ask"), "PG1"),),
    ),
    "refuse raises": ("refuse", raising),
    "refuse refuses all": ("refuse", lambda self, state, move: Refusal("PG1", Say("ask_roll", {"seat": ""}))),
    "play raises": ("play", raising),
    "lies raises": ("lies", raising),
    "lies where nothing does": ("lies", lambda *_: Layout({"pips": ("1", "1")})),
}


@pytest.mark.parametrize(("name", "broken"), BROKEN.values(), ids=BROKEN)
def test_a_broken_game_is_found_out(demo, name, broken):
    code, told = demo(breaks(name, broken), "--no-frames")
    assert code == 1, told


def test_stretches_of_an_evening_count_together_what_changes_nothing(monkeypatch):
    """A moment of rest after a long stretch is no standstill; one that lasts over short stretches is."""
    clock, seats = HandClock(now=1_000_000_000), seats_named(("Ada", "Ben"), "en")
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(PIG, seats, {"goal": 100}, journal, clock)
        family = OpenFamily(PIG, ("Ada", "Ben"), table.options, Random(3))
        evening = ComparedEvening(table, family, clock, PlainSenses(clock))
        assert evening.play(most=25).disagreements == ()

        plays, rested = family.act, []
        monkeypatch.setattr(family, "act", lambda asks: plays(asks) if rested else rested.append(True))
        assert evening.play(most=26).disagreements == ()

        monkeypatch.setattr(ComparedEvening, "_go_on", in_vain)
        for most in (36, 46):
            told = evening.play(most).disagreements
        assert "20 happenings changed nothing" in told[-1].what


def in_vain(evening):
    """Something happens that changes nothing."""
    evening.counts["happenings"] += 1
