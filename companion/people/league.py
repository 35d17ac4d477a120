"""A league over several tables: what each table tells of a game, the standing, and who plays next. Pure.

Nobody keeps a list of rounds: a game belongs to the first round in which none of its people has played yet.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, islice
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.pyramid.chain import match_points

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Number: TypeAlias = Annotated[int, Meta(ge=0)]
Group: TypeAlias = tuple[str, ...]


class Record(Struct, frozen=True):
    """How a game stands, as its table tells it. The same entry of the same table says the same for ever."""

    table: Name  # the same as long as the install lasts
    called: Name
    game: Name  # the journal's entry with which it began, by number and time
    entry: Name  # and the one after which it stands like this
    number: Number  # of that: among those of one game the highest counts
    begun: Number  # UNIX ns
    plays: Name
    seats: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)]
    state: Literal["playing", "over", "left"] = "playing"
    winners: tuple[Name, ...] = ()
    scores: dict[Name, int] = {}


class Standing(Struct, frozen=True):
    """Somebody in the league. A game gives a point for everybody who has finished behind (A-G21)."""

    name: str
    games: int
    wins: int
    points: int


class Plan(Struct, frozen=True):
    """Who plays next: those whose turn it is still in the round that is played, and the round after it."""

    round: int
    waiting: tuple[Group, ...] = ()
    next: tuple[Group, ...] = ()


def standings(records: Iterable[Record], people: Iterable[str] = ()) -> tuple[Standing, ...]:
    """Everybody who has played, and *people* who have not yet, the best first."""
    games: Counter[str] = Counter(dict.fromkeys(people, 0))
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for record in records:
        if record.state == "over":
            games.update(record.seats)
            wins.update(record.winners)
            points.update(match_points(record.plays, record.winners, record.scores))
    found = [Standing(name, games[name], wins[name], points[name]) for name in games]
    return tuple(sorted(found, key=lambda one: (-one.points, -one.wins)))


def rounds(records: Iterable[Record]) -> list[list[Record]]:
    """The games by round, without those that were given up."""
    found: list[list[Record]] = []
    played: Counter[str] = Counter()
    for record in sorted(records, key=lambda record: (record.begun, record.game)):
        if record.state != "left":
            number = max(played[name] for name in record.seats)
            if number == len(found):
                found.append([])
            found[number].append(record)
            played.update({name: number + 1 - played[name] for name in record.seats})
    return found


def latest(records: Iterable[Record]) -> tuple[Record, ...]:
    """Of each game what counts."""
    return tuple({record.game: record for record in sorted(records, key=lambda one: one.number)}.values())


def plan(records: Iterable[Record], people: Sequence[str], size: int) -> Plan:
    """Who plays next at tables of at most *size*."""
    played = rounds(records)
    seated = {name for record in (played[-1] if played else ()) for name in record.seats}
    before, now = (list(chain(*games)) for games in (played[:-1], played))
    drawn = draw(before, people, size) if played else ()
    unseated = (tuple(name for name in group if name not in seated) for group in drawn)
    return Plan(len(played), tuple(filter(None, unseated)), draw(now, people, size))


def draw(games: Sequence[Record], people: Sequence[str], size: int) -> tuple[Group, ...]:
    """The round after *games*, Swiss: those play who stand alike and have not met. Alone: a pause.

    Programs for chess pair two; at our tables sit up to eight. So all exchanges of two people are tried.
    """
    ranked = standings(games, people)
    odd = size == 2 and len(ranked) % 2
    pauses = max(ranked, key=lambda one: (one.games, -one.points)).name if odd else ""
    names = [one.name for one in ranked if one.name != pauses]
    met = Counter(frozenset(pair) for game in games for pair in combinations(game.seats, 2))
    often = len(names) ** 2  # no difference in standing is worth meeting once more
    price = [
        [often * met[frozenset((one, other))] + abs(i - j) for j, other in enumerate(names)]
        for i, one in enumerate(names)
    ]
    drawn = [tuple(names[i] for i in sorted(group)) for group in _grouped(price, size)]
    return (*drawn, (pauses,)) if pauses else tuple(drawn)


def _grouped(price: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Everybody in a group of at most *size*, all about as large, so that all pairs together cost little."""
    rest, tables = iter(range(len(price))), -(-len(price) // size)
    groups = [list(islice(rest, (len(price) + number) // tables)) for number in reversed(range(tables))]
    while sum(_exchange(price, one, other) for one, other in combinations(groups, 2)):
        pass
    return groups


def _exchange(price: Sequence[Sequence[int]], one: list[int], other: list[int]) -> bool:
    """Let two of the two groups change places, if that costs less."""
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            stay = sum(price[a][k] for k in one) + sum(price[b][k] for k in other)
            go = sum(price[b][k] for k in one if k != a) + sum(price[a][k] for k in other if k != b)
            if go < stay:
                one[i], other[j] = b, a
                return True
    return False
