"""Whole evenings of the simulated family before the real table: everything that can be seen is caught."""

from random import Random

import pytest

from companion.asks import MS, Fact, Source
from companion.clock import HandClock
from companion.games.abspecken import GAME
from companion.games.abspecken.lab.family import Family, RealTable, differences
from companion.journal import Journal
from companion.lab.conformance.playing import random_options
from companion.rulings import Verdict
from companion.seats import Seat
from companion.table import Table
from tests.at_first import quick
from tests.tables import cases

SEATS = ("Ada", "Ben", "Cleo", "Dan", "Eve")


class Evening:
    """The family acts and the table rules; what the table holds back it announces when calls are decided."""

    def __init__(self, seats, options, seed, cheats, family=Family):
        self.clock = HandClock()
        journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(GAME, [Seat(name=seat) for seat in seats], options, journal, self.clock)
        self.table.listen(self.announced)
        self.family = family(GAME, seats, options, Random(seed), cheats)
        self.family.sees = lambda: self.table.state
        self.kept, self.wrong = {}, []
        self.cheats = self.caught = 0

    def play(self, most=5000):
        for _ in range(most):
            if self.table.outcome is not None:
                break
            happening = self.family.act(self.table.asks)
            self.wait(happening.after_ns if happening else 100 * MS)
            if happening is not None:
                self.hear(happening)
            self.wrong += self.family.disagreements(self.table.state)
        return self

    def wait(self, ns):
        until = self.clock.now() + ns
        while (due := self.table.next_tick()) is not None and due <= until:
            self.clock.move_to(due)
            self.table.tick()
        self.clock.move_to(until)

    def announced(self, announcement):
        if announcement.fact is not None and (happening := self.kept.pop(mark(announcement.fact), None)):
            self.judge(happening, announcement.ruling)

    def hear(self, happening):
        self.cheats += bool(happening.cheat)
        now = self.clock.now()
        fact = Fact(happening.kind, happening.value, now, Source.SIMULATED, happening.seat, happening.ask)
        ruling = self.table.hear(fact)
        if ruling is None:
            self.kept[mark(fact)] = happening
        else:
            self.judge(happening, ruling)

    def judge(self, happening, ruling):
        accepted = ruling.verdict is Verdict.ACCEPTED
        self.caught += bool(happening.cheat) and not accepted
        if accepted == (bool(happening.cheat) and happening.noticeable):
            self.wrong.append((happening, ruling))
        self.family.answered(happening, ruling)


def mark(fact):
    return (fact.kind, fact.seat, fact.t)


OPTIONS = [
    {},
    {"piggy": True},
    {"piggy": True, "hands": "open", "take_mode": "open"},
    {"piggy": True, "hands": "ledger", "take_sources": "fallback", "ban_die": "number"},
    {"take_sources": "anyone", "stripped": "not_out", "refill": "by_discards", "ties": "extra_round"},
]


@pytest.mark.parametrize("cheats", quick([pytest.param(0.2, id="cheating"), pytest.param(0.0, id="honest")]))
@pytest.mark.parametrize("options", quick(OPTIONS, 3), ids=["base", "piggy", "open", "ledger", "house rules"])
def test_an_evening_agrees_with_the_truth_at_every_step(options, cheats):
    """AM-7, AM-15, AM-17: who cheats visibly is caught, who does not is never accused."""
    evening = Evening(SEATS[: 2 + len(options)], GAME.read_options(options), seed=7, cheats=cheats).play()

    assert evening.wrong == []
    assert evening.table.outcome is not None
    assert (evening.caught > 0) == (cheats > 0)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(150))
def test_many_evenings_under_all_house_rules(seed):
    options = random_options(GAME, Random(seed))
    evening = Evening(SEATS[: 2 + seed % 4], options, seed, (0.0, 0.1, 0.3)[seed % 3]).play()

    assert evening.wrong == []
    assert evening.table.outcome is not None


class AbsentMinded(Family):
    """Somebody picks a card off the floor: the table is not what the referee believes."""

    def answered(self, happening, ruling):
        super().answered(happening, ruling)
        if self.things.piles["Ada"]:
            self.things.hands["Ada"].append(self.things.piles["Ada"].pop())


def test_a_difference_does_not_go_unnoticed():
    evening = Evening(SEATS[:2], GAME.read_options({}), 7, 0.0, AbsentMinded).play(most=30)

    assert any("Ada's hand" in str(what) for what in evening.wrong)
    assert any("Ada's pile" in str(what) for what in evening.wrong)


@cases(
    "hand, own, told",
    {
        "A3 as it is": ("12", "1234", False),
        "A3 as far as it is known": ("?2", "12?4", False),
        "A3 another hand": ("13", "1234", True),
        "A3 other cards in the piles": ("12", "1256", True),
    },
)
def test_cards_that_are_believed_and_not_there_are_told(hand, own, told):
    real = RealTable(GAME, ("A", "B"), GAME.read_options({}), Random(1))
    real.hands["A"], real.draws["A"] = [1, 2], [3, 4]
    written = {"A": {"hand": list(hand), "own": list(own)}, "B": {}}
    state = GAME.read_position({"players": written, "phase": "setup"})

    assert ("A does not hold what the referee believes" in differences(state, real)) is told
