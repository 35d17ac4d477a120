"""Opening a game: who may sit down, with which options, by which figures of fairness."""

import logging
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import Struct

from companion.asks import Unable
from companion.calls.edges import Fairness
from companion.facts import JSON
from companion.game import AnyGame, Options, WrongOptionsError
from companion.journal import Journal, NotWritten
from companion.seats import Seat, seats_in_words
from companion.table.entries import Resumed, Started, fingerprint, write_body
from companion.table.line import Line, Replayed, follow, replay

log = logging.getLogger(__name__)


class CannotStart(Unable):
    """A game cannot be played like this; `says` is what the family should change."""


def open_game(
    game: AnyGame,
    seats: Sequence[Seat],
    options: Options | Mapping[str, JSON],
    fairness: Fairness | None = None,
    after: int = 0,
) -> Started:
    """The first entry of a game, perhaps one that follows game *after* in a match; raises `CannotStart`."""
    names = [seat.name for seat in seats]
    _check_count(len(names), game.about.seats)
    if len(set(names)) < len(names) or not all(name.strip() for name in names):
        raise CannotStart("table.seat_names")
    try:
        chosen = options if isinstance(options, Options) else game.read_options(options)
        _check_count(len(names), game.seat_range(chosen))
        state = game.start(tuple(names), chosen)
        position = fingerprint(game, state)
    except WrongOptionsError as error:
        says = error.refusal.says
        raise CannotStart(says.key, **says.args) from error
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise CannotStart("table.bad_options", why=str(error)) from error
    return Started(
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


class Reopened(Struct, frozen=True):
    """A game of the journal, as far as it had come."""

    id: int
    game: AnyGame
    started: Started
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
    body = Resumed(game.about.version, to)
    try:
        entry = journal.append(game_id, [write_body(body)])[0]
    except NotWritten:
        return replayed.line
    return follow(game, replayed.line, entry.id, body)
