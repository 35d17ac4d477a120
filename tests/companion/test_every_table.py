"""Every game at a real table: whatever people, eyes and buttons do, nothing raises and every record holds."""

from random import Random

import pytest

from companion.asks import MS, Fact, Kind, Source
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.games import all_games
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.record import read_record, replay_record, write_record
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick

NAMES = ("Ana", "Ben", "Cem", "Dan", "Eva")
JUNK = (
    None,
    True,
    3,
    -1,
    1e9,
    "",
    "Ana",
    [],
    {},
    {"pips": [1]},
    {"cards": ["x"], "place": "y"},
    [[]],
    {"move": "x"},
)


class Evening:
    """A table at which everything happens, sensible or not."""

    def __init__(self, game, seed):
        self.random, self.clock, self.seq = Random(seed), HandClock(now=10**9), 0
        fewest, most = game.about.seats
        self.names = NAMES[: max(fewest, min(3, most))]
        self.journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(game, seats_named(self.names), {}, self.journal, self.clock)

    def something(self):
        happens = self.random.choices(
            [self.move, self.answer, self.nonsense, self.edge, self.undo, self.agree, self.correct],
            [40, 35, 10, 5, 4, 1, 5],
        )[0]
        happens()
        self.wait(self.random.choice([0, 1, 100, 10_000]))

    def wait(self, ms):
        until = self.clock.now() + ms * MS
        for _ in range(1000):
            due = self.table.next_tick()
            if due is None or due > until:
                break
            self.clock.move_to(due)
            self.table.tick()
        else:
            pytest.fail(f"time stands still at {self.table.asks}")
        self.clock.move_to(until)

    def move(self):
        game, state = self.table.game, self.table.state
        moves = [move for seat in self.names for move in legal(game, state, seat)]
        if moves:
            self.table.propose(game.write_move(self.random.choice(moves)))

    def answer(self):
        if not self.table.asks:
            return
        ask = self.random.choice(self.table.asks)
        source, seat = self.random.choice(list(Source)), self.random.choice((*ask.seats, "", NAMES[0]))
        name = self.random.choice((ask.id, ""))
        self.table.hear(Fact(ask.kind, self.value_for(ask), self.clock.now(), source, seat, name))

    def value_for(self, ask):
        pick = self.random.choice
        match ask.kind:
            case Kind.CALL:
                return ask.call
            case Kind.CHOICE if ask.choices:
                return pick(ask.choices).value
            case Kind.CONFIRM:
                return True
            case Kind.NUMBER:
                return self.random.randint(ask.low, max(ask.low, ask.high))
            case Kind.DICE if self.random.random() < 0.7:
                return {
                    kind: [pick([1, 2, 3, 6, "red", "smile"])] * count for kind, count in ask.dice.items()
                }
            case Kind.CARD:
                return {"place": ask.place, "cards": [str(self.random.randint(1, 6))]}
            case _:
                return pick(JUNK)

    def nonsense(self):
        kind, value = self.random.choice(list(Kind)), self.random.choice(JUNK)
        self.table.hear(Fact(kind, value, self.clock.now(), Source.TOUCH, self.random.choice(self.names)))

    def edge(self):
        self.seq += self.random.choice([1, 1, 1, 2])
        line, down = self.random.choice("123"), self.random.random() < 0.5
        self.table.feel(Edge(line, self.clock.now(), down, self.seq))

    def undo(self):
        self.table.undo(self.random.randint(1, 3), agreed=self.random.random() < 0.6)

    def agree(self):
        word = self.random.choice(["roller", "phase", "round", "seats"])
        self.table.override({word: self.random.choice(JUNK)}, "so be it")

    def correct(self):
        self.table.correct(self.random.randint(1, 100), self.random.choice(JUNK))


@pytest.mark.parametrize("seed", quick(range(2)))
@pytest.mark.parametrize("name", sorted(all_games()))
def test_whatever_happens_the_record_of_the_game_holds(name, seed):
    evening = Evening(all_games()[name], seed)
    for _ in range(80):
        evening.something()
    table, journal = evening.table, evening.journal

    replay = replay_record(read_record(write_record(journal, table.game_id, secrets=True)))
    again = Table.resume(journal, HandClock())

    assert replay.findings == ()
    assert replay.line.state == table.state
    assert journal.verify().good
    assert (again is None) == table.over
    assert again is None or (again.state, again.asks) == (table.state, table.asks)
