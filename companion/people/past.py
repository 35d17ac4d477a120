"""Games of the journal at a glance: who played, how it ended, what was rolled and who called first.

Only what the entries say is read, without playing the game again: hundreds of games take a moment. What was
taken back does not count, and what was corrected counts as corrected.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.asks import MS, Kind
from companion.journal import Entry, GameRow, Journal
from companion.pyramid.chain import match_points
from companion.seats import Seat
from companion.table.answers import seat_of


class Roll(msgspec.Struct, frozen=True):
    """Dice that were rolled: the faces by kind, and by whom ("" where unknown)."""

    seat: str
    faces: Mapping[str, tuple[str, ...]]


class Call(msgspec.Struct, frozen=True):
    """A call that stood. `place` among those of the same moment, `behind_ms` after the one before it."""

    seat: str
    name: str
    place: int
    behind_ms: float  # 0.0 for the first
    took_ms: float | None = None  # since it could be called
    handicap_ms: int = 0


class PastGame(msgspec.Struct, frozen=True):
    """One game as it was played."""

    id: int
    wall: int
    game: str
    seats: tuple[Seat, ...]
    scores: Mapping[str, int]
    winners: tuple[str, ...]
    finished: bool
    left: bool  # given up
    minutes: float
    versions: int  # how often a score was changed by agreement or a reading was corrected
    after: int = 0  # the game before it in the same match
    rolls: tuple[Roll, ...] = ()
    calls: tuple[Call, ...] = ()

    @property
    def played_out(self) -> bool:
        return self.finished and not self.left


class _Press(msgspec.Struct):
    seat: str
    t: int
    armed: int = 0


class _Evidence(msgspec.Struct):
    presses: tuple[_Press, ...] = ()
    handicaps: dict[str, int] = {}


class _Fact(msgspec.Struct):
    kind: str = ""
    value: Any = None
    t: int = 0
    seat: str = ""


class _Ruling(msgspec.Struct):
    verdict: str = ""
    move: Any = None


class _Body(msgspec.Struct):
    """What is read of an entry; everything else in it is passed over, which is quick."""

    ruling: _Ruling | None = None
    fact: _Fact | None = None
    evidence: _Evidence | None = None
    to: int = 0
    corrects: int = 0


_decoder = msgspec.json.Decoder(_Body)


Known = dict[tuple[int, int], PastGame]  # games that were read already, by number and number of entries


def past_games(journal: Journal, deep: bool = False, known: Known | None = None) -> tuple[PastGame, ...]:
    """All games, newest first; with rolls and calls if *deep*. What is in *known* is not read again."""
    return tuple(each_past_game(journal, deep, known))


def each_past_game(journal: Journal, deep: bool = False, known: Known | None = None) -> Iterator[PastGame]:
    """The same one by one: a game takes a few milliseconds, a year of them seconds."""
    for row in journal.each_game():
        game = known.get((row.id, row.entries)) if known is not None else None
        if game is None and _readable(row):
            game = _past_game(journal, row, deep)
            if known is not None and deep:
                known[row.id, row.entries] = game
        if game is not None:
            yield game


def past_game(journal: Journal, game_id: int) -> PastGame | None:
    """Game *game_id* with everything."""
    row = next((row for row in journal.games() if row.id == game_id and _readable(row)), None)
    return None if row is None else _past_game(journal, row, deep=True)


def _readable(row: GameRow) -> bool:
    try:
        return bool(msgspec.convert(row.start.get("seats", ()), tuple[Seat, ...]))
    except (msgspec.ValidationError, AttributeError):
        return False


def _past_game(journal: Journal, row: GameRow, deep: bool) -> PastGame:
    outcome = (row.ending or {}).get("outcome") or {}
    standing = _standing(journal.entries(row.id)) if deep else []
    bodies = [one for _, one in standing]
    handicaps = {seat.get("name", ""): int(seat.get("handicap_ms", 0)) for seat in row.start["seats"]}
    return PastGame(
        id=row.id,
        wall=row.wall,
        game=str(row.start.get("game", "")),
        seats=msgspec.convert(row.start["seats"], tuple[Seat, ...]),
        scores={str(seat): int(score) for seat, score in (outcome.get("scores") or {}).items()},
        winners=tuple(outcome.get("winners") or ()),
        finished=row.finished,
        left=row.finished and not outcome,
        minutes=max(0.0, (row.last_wall - row.wall) / 60e9),
        after=int(row.start.get("after", 0)),
        versions=sum(one.corrects > 0 or kind == "override" for kind, one in standing),
        rolls=tuple(_rolls(bodies)),
        calls=tuple(_calls(bodies, handicaps)),
    )


# --- what stands ---


def _standing(entries: Iterable[Entry]) -> list[tuple[str, _Body]]:
    """The accepted entries that were not taken back, corrected ones as they were corrected."""
    stands: dict[int, tuple[str, _Body]] = {}
    for entry in entries:
        if entry.kind not in ("fact", "undo", "correction", "override"):
            continue
        try:
            body = _decoder.decode(entry.body)
        except msgspec.DecodeError:
            continue
        if body.ruling is None or body.ruling.verdict != "accepted":
            continue
        if entry.kind == "undo":
            stands = {number: one for number, one in stands.items() if number <= body.to}
        elif entry.kind == "correction" and body.corrects in stands:
            stands[body.corrects] = ("correction", body)
        else:
            stands[entry.id] = (entry.kind, body)
    return list(stands.values())


def _rolls(bodies: Iterable[_Body]) -> Iterator[Roll]:
    for one in bodies:
        fact = one.fact
        if fact is None or fact.kind != Kind.DICE or not isinstance(fact.value, dict):
            continue
        faces = {
            str(kind): tuple(str(face) for face in shown)
            for kind, shown in fact.value.items()
            if isinstance(shown, (list, tuple))
        }
        yield Roll(fact.seat or seat_of(one.ruling.move if one.ruling else None), faces)


def _calls(bodies: Iterable[_Body], handicaps: Mapping[str, int]) -> Iterator[Call]:
    """The calls of one moment follow each other without a roll between them; the earliest edge is first."""
    moment: list[_Body] = []
    for one in bodies:
        kind = one.fact.kind if one.fact else ""
        if kind == Kind.CALL and (not moment or _same_moment(moment[-1], one)):
            moment.append(one)
        elif kind in (Kind.CALL, Kind.DICE):
            yield from _ranked(moment, handicaps)
            moment = [one] if kind == Kind.CALL else []
    yield from _ranked(moment, handicaps)


def _same_moment(before: _Body, now: _Body) -> bool:
    assert before.fact is not None and now.fact is not None
    armed = _armed(before), _armed(now)
    return before.fact.value == now.fact.value and (armed[0] == armed[1] or None in armed)


def _armed(one: _Body) -> int | None:
    """Since when the call was open."""
    seat = one.fact.seat if one.fact else ""
    presses = one.evidence.presses if one.evidence else ()
    return next((press.armed for press in presses if press.seat == seat and press.armed), None)


def _ranked(moment: list[_Body], handicaps: Mapping[str, int]) -> Iterator[Call]:
    facts = [(one, one.fact) for one in moment if one.fact is not None]
    moments = ((fact.t - handicaps.get(fact.seat, 0) * MS, fact, one) for one, fact in facts)
    timed = sorted(moments, key=lambda moment: moment[0])
    for number, (t, fact, one) in enumerate(timed):
        armed = _armed(one)
        yield Call(
            seat=fact.seat,
            name=str(fact.value),
            place=number + 1,
            behind_ms=round((t - timed[number - 1][0]) / MS, 3) if number else 0.0,
            took_ms=None if armed is None else round((fact.t - armed) / MS, 3),
            handicap_ms=handicaps.get(fact.seat, 0),
        )


# --- games that were played one after the other as a match: the points of all of them together (A-G21) ---


class Match(msgspec.Struct, frozen=True):
    """The games of a match, the first one first, and everybody's points, most first."""

    games: tuple[PastGame, ...]
    points: tuple[tuple[str, int], ...]


def match_up_to(games: Iterable[PastGame], last: int) -> Match:
    """The match that game *last* belongs to; of *games*, newest first, no more are read than it takes."""
    played: list[PastGame] = []
    for game in games:
        if game.id == last:
            played.insert(0, game)
            last = game.after
        if not last:
            break
    total: dict[str, int] = {}
    for game in played:
        for seat, points in match_points(game.game, game.winners, game.scores).items():
            total[seat] = total.get(seat, 0) + points
    return Match(tuple(played), tuple(sorted(total.items(), key=lambda pair: -pair[1])))
