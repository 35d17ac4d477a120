"""Figures over many games: each person's, each game's records, and the hall of fame. Pure.

A seat belongs to the person it names; a guest without a profile is known by the name alone. Bots have seats,
but no place in the hall of fame.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from msgspec import Struct

from companion.people.past import Call, PastGame
from companion.seats import Seat

FEWEST_CALLS = 5  # moments with several calls before somebody is named the quickest
FEWEST_GAMES = 3  # before a share of wins says anything


class Person(Struct, frozen=True):
    """Somebody over all their games."""

    key: str
    seat: Seat  # as they sat last
    games: int  # played to the end
    wins: int
    expected: float  # wins that equal luck would have given: one over the number of people, each game
    by_game: Mapping[str, tuple[int, int]]  # games and wins, by game
    firsts: int = 0  # moments in which they called first of several
    contests: int = 0  # moments in which they and others called
    fair_firsts: float = 0.0  # how often they would have been first if all were equally quick
    ahead_ms: float | None = None  # the usual lead when first (median)
    took_ms: float | None = None  # the usual time to call (median)
    streak: int = 0  # the most wins in a row

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def telling(self) -> bool:
        return self.games >= FEWEST_GAMES


class Record(Struct, frozen=True):
    """The best there was of something."""

    what: str  # "best", "wins", "closest", "quickest", "streak", "longest"
    game: str  # "" for all games
    keys: tuple[str, ...]  # whose it is
    figure: float
    played: int = 0  # the game's number in the journal, if it is one game's


def key_of(seat: Seat) -> str:
    """Who sits there, the same on every evening."""
    if seat.bot:
        return f"bot:{seat.name.casefold()}"
    return f"person:{seat.person}" if seat.person else f"name:{seat.name.casefold()}"


def is_bot(key: str) -> bool:
    return key.startswith("bot:")


def key_in(game: PastGame, seat: str) -> str:
    """The key of who sat on *seat* in *game*."""
    return next((key_of(each) for each in game.seats if each.name == seat), f"name:{seat.casefold()}")


def persons(games: Sequence[PastGame]) -> tuple[Person, ...]:
    """Everybody in *games* (newest first), those with the most wins first."""
    seats: dict[str, Seat] = {}
    for game in games:
        for seat in game.seats:
            seats.setdefault(key_of(seat), seat)
    found = (_person(key, seat, games) for key, seat in seats.items())
    return tuple(sorted(found, key=lambda p: (-p.wins, -p.share, -p.games, p.seat.name.casefold())))


def _person(key: str, seat: Seat, games: Sequence[PastGame]) -> Person:
    mine = [
        (game, seat.name) for game in games if game.played_out for seat in game.seats if key_of(seat) == key
    ]
    by_game: dict[str, tuple[int, int]] = {}
    for game, name in mine:
        played, won = by_game.get(game.game, (0, 0))
        by_game[game.game] = (played + 1, won + (name in game.winners))
    contests = [(game, name, moment) for game, name in mine for moment in moments(game) if len(moment) > 1]
    own = [(moment, call) for _, name, moment in contests for call in moment if call.seat == name]
    leads = [moment[1].behind_ms for moment, call in own if call.place == 1]
    took = [call.took_ms for game, name in mine for call in game.calls if call.seat == name and call.took_ms]
    return Person(
        key=key,
        seat=seat,
        games=len(mine),
        wins=sum(name in game.winners for game, name in mine),
        expected=round(sum(1 / len(game.seats) for game, _ in mine), 2),
        by_game=by_game,
        firsts=len(leads),
        contests=len(own),
        fair_firsts=round(sum(1 / len(moment) for moment, _ in own), 2),
        ahead_ms=round(median(leads), 1) if leads else None,
        took_ms=round(median(took), 1) if took else None,
        streak=_streak([name in game.winners for game, name in mine]),
    )


def moments(game: PastGame) -> list[list[Call]]:
    """The calls of *game*, those of one moment together."""
    found: list[list[Call]] = []
    for call in game.calls:
        if call.place == 1 or not found:
            found.append([])
        found[-1].append(call)
    return found


def _streak(won: Iterable[bool]) -> int:
    longest = running = 0
    for each in won:
        running = running + 1 if each else 0
        longest = max(longest, running)
    return longest


def high_is_good(games: Iterable[PastGame]) -> bool:
    """Whether many points win; seen from who has won. Without any decisive game, yes."""
    votes = 0
    for game in games:
        won = [game.scores[seat] for seat in game.winners if seat in game.scores]
        lost = [score for seat, score in game.scores.items() if seat not in game.winners]
        if won and lost and max(lost) != min(won):
            votes += 1 if max(won) > max(lost) else -1
    return votes >= 0


def records(games: Sequence[PastGame]) -> tuple[Record, ...]:
    """The hall of fame. What nobody has reached yet has no record."""
    played = [game for game in games if game.played_out]
    people = [person for person in persons(played) if not is_bot(person.key)]
    found = [*_most(people, "wins"), *_most(people, "streak")]
    quick = [person for person in people if person.firsts >= FEWEST_CALLS]
    if quick:
        best = max(quick, key=lambda person: person.firsts / person.contests)
        found.append(Record("quickest", "", (best.key,), round(100 * best.firsts / best.contests)))
    for name in dict.fromkeys(game.game for game in played):
        found += _records_of([game for game in played if game.game == name], name)
    return tuple(found)


def _most(people: Sequence[Person], what: str) -> list[Record]:
    most = max((int(getattr(person, what)) for person in people), default=0)
    keys = tuple(person.key for person in people if getattr(person, what) == most)
    return [Record(what, "", keys, most)] if most > (1 if what == "streak" else 0) else []


def _records_of(games: Sequence[PastGame], name: str) -> list[Record]:
    """The best score, the closest end."""
    high, found = high_is_good(games), []
    scored = [
        (score if high else -score, -number, game, seat)
        for number, game in enumerate(games)
        for seat, score in game.scores.items()
        if not is_bot(key_in(game, seat))
    ]
    if scored:
        _, _, game, seat = max(scored, key=lambda each: each[:2])
        found.append(Record("best", name, (key_in(game, seat),), game.scores[seat], game.id))
    margins = [(margin, game) for game in games if (margin := _margin(game)) is not None]
    if len(margins) > 1:
        margin, game = min(margins, key=lambda pair: pair[0])
        found.append(Record("closest", name, tuple(key_in(game, s) for s in game.winners), margin, game.id))
    return found


def _margin(game: PastGame) -> int | None:
    """The winner's lead in points; None for a shared win or where points do not decide."""
    if len(game.winners) != 1 or len(game.scores) < 2 or game.winners[0] not in game.scores:
        return None
    won = game.scores[game.winners[0]]
    margin = min(abs(won - score) for seat, score in game.scores.items() if seat != game.winners[0])
    return margin or None
