"""Plays on at a table with whatever its journal holds, and tells what it does before and after it does it."""

import zlib
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from random import Random

import msgspec

from companion.asks import Fact, Kind, Source
from companion.clock import Clock
from companion.game import AnyGame
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.rulings import Ruling
from companion.seats import seats_named
from companion.table import Announcement, Table

NAMES = ("Ana", "Ben", "Cem", "Dora")
LONGEST = 60  # entries of a game that nobody has finished: then it is given up and another one begun


def mark(ruling: Ruling) -> int:
    """A short mark of a ruling: the same ruling has the same, in every process."""
    return zlib.crc32(msgspec.json.encode(ruling, order="sorted"))


def waited_for(table: Table) -> str:
    """The ids of all asks, as one word."""
    return "+".join(ask.id.replace(" ", "_") for ask in table.asks) or "-"


def sit_down(journal: Journal, clock: Clock, games: Mapping[str, AnyGame], random: Random) -> Table:
    """The game that was left, or a new one."""
    table = Table.resume(journal, clock, find=lambda name: games[name])
    if table is not None:
        return table
    game = games[random.choice(sorted(games))]
    low, high = game.about.seats
    seats = seats_named(NAMES[: max(low, min(high, random.randint(2, 4)))])
    return Table.start(game, seats, {}, journal, clock)


def play(
    place: Path, clock: Clock, games: Mapping[str, AnyGame], random: Random, tell: Callable[[str], None]
) -> Generator[Table, None, None]:
    """Play for ever, one thing after the other; *tell* hears every deed before and every ruling after it."""
    journal = Journal.open(place, clock)
    while True:
        table = sit_down(journal, clock, games, random)
        tell(f"asks {table.game_id} {waited_for(table)}")
        table.listen(lambda told, table=table: _tell(told, table, tell))  # type: ignore[misc]
        for _ in range(LONGEST):
            if table.over:
                break
            _do_something(table, clock, random, tell)
            yield table
        table.leave()


def _tell(told: Announcement, table: Table, tell: Callable[[str], None]) -> None:
    if told.entry:
        tell(f"told {told.entry} {mark(told.ruling)} {waited_for(table)}")


def _do_something(table: Table, clock: Clock, random: Random, tell: Callable[[str], None]) -> None:
    """A legal move, nonsense, a call, or something is taken back."""
    chance = random.random()
    t = clock.now()
    tell(f"did {t}")
    if chance < 0.1:
        table.undo(agreed=True)
    elif chance < 0.2:
        kind = random.choice((Kind.DICE, Kind.CARD, Kind.NUMBER, Kind.CONFIRM))
        table.hear(Fact(kind, {"pips": [random.randint(0, 9)]}, t, Source.CAMERA))
    elif chance < 0.3 and any(ask.kind is Kind.CALL for ask in table.asks):
        ask = random.choice([ask for ask in table.asks if ask.kind is Kind.CALL])
        table.hear(Fact(Kind.CALL, ask.call, t, Source.TOUCH, random.choice(ask.seats)))
    else:
        table.propose(_some_move(table, random), t=t)


def _some_move(table: Table, random: Random) -> object:
    seats = table.state.seats
    for seat in random.sample(seats, len(seats)):
        moves = legal(table.game, table.state, seat)
        if moves:
            return table.game.write_move(random.choice(moves))
    return {"move": "none"}
