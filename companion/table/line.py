"""The line of a game: what stands after every entry of its journal. Replaying the entries makes it again."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.asks import JSON, Fact, Source, Unable
from companion.calls.buttons import Fairness
from companion.game import AnyGame, Options, WrongOptionsError, check_seats
from companion.journal import Entry, Journal, NotWritten
from companion.rulings import Ruling, Verdict
from companion.seats import Seat, seats_in_words
from companion.table import entries as bodies


class Frame(msgspec.Struct, frozen=True):
    """A move that stands, and the state after it. The first frame of a line is the start of the game."""

    entry: int
    state: Any
    move: JSON = None  # None for the start and for a position that the table has agreed on
    fact: Fact | None = None


class Line(msgspec.Struct, frozen=True):
    """All moves that stand. What was taken back is not in here, only in the journal."""

    frames: tuple[Frame, ...]
    question: Ruling | None = None  # the question that is still open, if one is
    over: bool = False
    resumed: int = 0  # the newest entry from before the restart

    @property
    def state(self) -> Any:
        return self.frames[-1].state

    def place_of(self, entry: int) -> int | None:
        """The number of the frame that *entry* has made, if it still stands."""
        return next((n for n, frame in enumerate(self.frames) if frame.entry == entry), None)

    def at(self, entry: int) -> int:
        """The number of the frame that *entry* has made, or else of the newest one before it."""
        return max(n for n, frame in enumerate(self.frames) if n == 0 or frame.entry <= entry)

    def back(self, steps: int) -> int:
        """The number of the frame *steps* moves ago; what a move implies goes with it."""
        place = len(self.frames) - 1 - max(1, steps)
        while place > 0 and (fact := self.frames[place].fact) and fact.source is Source.IMPLIED:
            place -= 1
        return place

    def step(self, frame: Frame) -> "Line":
        return msgspec.structs.replace(self, frames=(*self.frames, frame), question=None)

    def back_to(self, place: int) -> "Line":
        return msgspec.structs.replace(self, frames=self.frames[: place + 1], question=None, over=False)


class Astray(Exception):  # noqa: N818
    """A replay does not lead where the journal says that the game went."""


class Replayed(msgspec.Struct, frozen=True):
    """A line made from entries, and where it stopped making sense, if it did."""

    started: bodies.Started
    line: Line
    trouble: str = ""
    at: int = 0


def begin(game: AnyGame, started: bodies.Started, entry: int) -> Line:
    """The line of a game in which nothing has happened yet."""
    options = game.read_options(started.options)
    seats = tuple(seat.name for seat in started.seats)
    check_seats(seats, game.seat_range(options), ())
    return Line((Frame(entry, game.start(seats, options)),))


def replay(game: AnyGame, entries: Iterable[Entry]) -> Replayed:
    """The line that *entries*, all of one game, lead to; as far as they can be followed."""
    rest = iter(entries)
    first = next(rest)
    started = bodies.read_body(first)
    if not isinstance(started, bodies.Started):
        raise Astray(f"expected a game to begin with its start, got {first.kind!r} in entry {first.id}")
    line = begin(game, started, first.id)
    trouble, at = "", 0
    for entry in rest:
        if (
            entry.kind not in bodies.KINDS
        ):  # what another version has noted; if it mattered, a position will show it
            continue
        try:
            body = bodies.read_body(entry)
            if trouble and not (isinstance(body, bodies.Resumed) and body.to):
                continue  # until the journal says from where the game went on
            line, trouble = follow(game, line, entry.id, body), ""
        except Exception as error:  # other rules, or a foreign hand: what came before it still stands
            if not trouble:
                trouble, at = f"{type(error).__name__}: {error}", entry.id
    return Replayed(started, line, trouble, at if trouble else 0)


def follow(game: AnyGame, line: Line, entry: int, body: bodies.Body, state: Any = None) -> Line:
    """*line* after one more entry. *state* is what the entry leads to, where that is known already."""
    match body:
        case bodies.Heard(fact, ruling, position):
            line = _heard(game, line, Frame(entry, state, ruling.move, fact), ruling)
        case bodies.Undone(_, to, position=position) if to:
            line = line.back_to(line.at(to))
        case bodies.Overridden(_, value, position=position) if value is not None:
            line = line.step(Frame(entry, game.read_position(value)))
            line = msgspec.structs.replace(line, over=False)
        case bodies.Corrected(ruling, corrects, fact, position) if fact is not None:
            line = _corrected(game, line, corrects, Frame(entry, None, ruling.move, fact))
        case bodies.Ended() | bodies.Left():
            return msgspec.structs.replace(line, over=True)
        case bodies.Resumed(to=to):
            line = line.back_to(line.at(to)) if to else line
            return msgspec.structs.replace(line, resumed=entry)
        case _:
            return line
    if position and state is None and bodies.fingerprint(game, line.state) != position:
        raise Astray(f"the position after entry {entry} is not the one that the journal has noted")
    return line


def _heard(game: AnyGame, line: Line, frame: Frame, ruling: Ruling) -> Line:
    if ruling.verdict is Verdict.UNSURE:
        return msgspec.structs.replace(line, question=ruling)
    if ruling.verdict is Verdict.REFUSED:
        return line
    if frame.state is None:
        frame = msgspec.structs.replace(frame, state=_play(game, line.state, frame.move))
    return line.step(frame)


def _corrected(game: AnyGame, line: Line, corrects: int, frame: Frame) -> Line:
    place = line.place_of(corrects)
    if not place:  # it had been refused, and stands now
        return line.step(msgspec.structs.replace(frame, state=_play(game, line.state, frame.move)))
    later = line.frames[place + 1 :]
    corrected = msgspec.structs.replace(frame, entry=corrects)
    line = line.back_to(place - 1)
    for old in (corrected, *later):
        if old.move is None:
            raise Astray("a position that the table has agreed on stands between")
        line = line.step(msgspec.structs.replace(old, state=_play(game, line.state, old.move)))
    return line


def _play(game: AnyGame, state: Any, move: JSON) -> Any:
    return game.play(state, game.read_move(move)).state


# --- opening a game: who may sit down, with which options, by which figures of fairness ---


log = logging.getLogger(__name__)


class CannotStart(Unable):
    """A game cannot be played like this; `says` is what the family should change."""


def open_game(
    game: AnyGame,
    seats: Sequence[Seat],
    options: Options | Mapping[str, JSON],
    fairness: Fairness | None = None,
    after: int = 0,
) -> bodies.Started:
    """The first entry of a game, perhaps one that follows game *after* in a match; raises `CannotStart`."""
    names = [seat.name for seat in seats]
    _check_count(len(names), game.about.seats)
    if len(set(names)) < len(names) or not all(name.strip() for name in names):
        raise CannotStart("table.seat_names")
    try:
        chosen = options if isinstance(options, Options) else game.read_options(options)
        _check_count(len(names), game.seat_range(chosen))
        state = game.start(tuple(names), chosen)
        position = bodies.fingerprint(game, state)
    except WrongOptionsError as error:
        says = error.refusal.says
        raise CannotStart(says.key, **says.args) from error
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise CannotStart("table.bad_options", why=str(error)) from error
    return bodies.Started(
        game=game.about.name,
        version=game.about.version,
        seats=tuple(seats),
        options=msgspec.to_builtins(chosen),
        fairness=fairness_of(chosen, fairness or Fairness()),
        position=position,
        after=after,
    )


def _check_count(people: int, seats: tuple[int, int]) -> None:
    fewest, most = seats
    if not fewest <= people <= most:
        raise CannotStart("table.seat_count", seats=seats_in_words(seats), n=people)


def fairness_of(options: Options, fairness: Fairness) -> Fairness:
    """*fairness* with the tie window of the house rules, where the game has that switch (`tie_ms`)."""
    chosen = getattr(options, "tie_ms", None)
    if not chosen:
        return fairness
    touch = max(fairness.touch_ms, chosen)
    grace = max(fairness.grace_ms, touch + 30)  # the slowest delivery comes on top of the window
    return msgspec.structs.replace(fairness, button_ms=chosen, touch_ms=touch, grace_ms=grace)


class Reopened(msgspec.Struct, frozen=True):
    """A game of the journal, as far as it had come."""

    id: int
    game: AnyGame
    started: bodies.Started
    line: Line


def reopen(journal: Journal, game_id: int | None, find: Callable[[str], AnyGame]) -> Reopened | None:
    """Game *game_id* of the journal, or the last unfinished one; None if there is none to go on with."""
    rows = journal.each_game()
    row = next((r for r in rows if r.id == game_id or (game_id is None and not r.finished)), None)
    if row is None:
        return None
    try:
        game = find(str(row.start.get("game", "")))
        replayed = replay(game, journal.entries(row.id))
    except Exception as error:  # a game that is not installed any more, or a start that nobody can read
        debug = log.isEnabledFor(logging.DEBUG)
        log.error("game %s of the journal cannot be resumed: %r", row.id, error, exc_info=debug)
        return None
    if replayed.trouble:
        log.warning("game %s goes on before entry %s: %s", row.id, replayed.at, replayed.trouble)
    line = replayed.line if replayed.line.over else _note_resumed(journal, row.id, game, replayed)
    return Reopened(row.id, game, replayed.started, line)


def _note_resumed(journal: Journal, game_id: int, game: AnyGame, replayed: Replayed) -> Line:
    """The journal notes that times before and after are of different clocks, and where the game goes on."""
    to = replayed.line.frames[-1].entry if replayed.trouble else 0
    body = bodies.Resumed(game.about.version, to)
    try:
        entry = journal.append(game_id, [bodies.write_body(body)])[0]
    except NotWritten:
        return replayed.line
    return follow(game, replayed.line, entry.id, body)
