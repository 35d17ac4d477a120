"""A rule as a court looks at it: what would have come out of this game with another reading. Pure.

The moves of the game are made once more with the other options, until one of them could not have been made.
What was refused is only tried at its place: nobody knows what people would have done after it.
"""

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from companion.asks import Say
from companion.game import AnyGame, Options
from companion.rulings import Ruling, Verdict
from companion.table.answers import seat_of
from companion.table.entries import Heard
from companion.table.judge import judge_move
from companion.table.line import Frame, Line

AT_MOST = 2  # refusals that are named: the latest ones


class OtherRuling(msgspec.Struct, frozen=True):
    """A move with a different ruling."""

    entry: int
    seat: str
    ruling: Ruling  # as it would have been


class OtherEnd(msgspec.Struct, frozen=True):
    """Where the moves of a game lead with other options."""

    state: Any
    rulings: tuple[OtherRuling, ...] = ()  # in their order; a move of the game that cannot be made ends them
    followed: bool = True  # to the last move


def with_options(game: AnyGame, state: Any, options: Options) -> Any:
    """*state* with other options; raises where it cannot be read so."""
    return game.read_position({**game.write_position(state), "options": msgspec.to_builtins(options)})


def with_other_options(
    game: AnyGame, line: Line, refused: Sequence[tuple[int, Heard]], options: Options
) -> OtherEnd:
    """The game of *line* and what was *refused* in it, each with its entry, with *options* from the start."""
    state = game.start(tuple(line.frames[0].state.seats), options)
    rulings: list[OtherRuling] = []
    for before, frame in pairwise((*line.frames, None)):
        assert before is not None
        between = [r for r in refused if before.entry < r[0] and (frame is None or r[0] < frame.entry)]
        rulings += _would_stand(game, before, state, between)
        if frame is None:
            break
        if frame.move is None:  # the table has agreed on a position
            state = with_options(game, frame.state, options)
            continue
        judgement = judge_move(game, state, frame.move)
        if judgement.ruling.verdict is not Verdict.ACCEPTED:
            rulings.append(OtherRuling(frame.entry, seat_of(frame.move), judgement.ruling))
            return OtherEnd(state, tuple(rulings), followed=False)
        state = judgement.state
    return OtherEnd(state, tuple(rulings))


def _would_stand(
    game: AnyGame, before: Frame, state: Any, refused: Sequence[tuple[int, Heard]]
) -> Iterator[OtherRuling]:
    """What is refused after *before*, and would not be in *state*. What was taken back in between has been
    refused somewhere else, and is left out."""
    for entry, heard in refused:
        move = heard.ruling.move
        if judge_move(game, before.state, move).ruling.verdict is not Verdict.REFUSED:
            continue
        ruling = judge_move(game, state, move).ruling
        if ruling.verdict is Verdict.ACCEPTED:
            yield OtherRuling(entry, seat_of(move), ruling)


def verdict(game: AnyGame, line: Line, other: OtherEnd, secret: Container[int] = ()) -> tuple[Say, ...]:
    """The different rulings in sentences; *secret* entries without the reason."""
    stand = [ruling for ruling in other.rulings if ruling.ruling.verdict is Verdict.ACCEPTED]
    says = [Say("court.stands", {"who": ruling.seat}) for ruling in stand[-AT_MOST:]]
    outcome, mine = game.outcome(other.state), game.outcome(line.state)
    if outcome is not None and not other.followed:
        says.append(Say("court.over_before", {"outcome": outcome.says}))
    elif not other.followed:
        last = other.rulings[-1]
        why = last.ruling.why if last.entry not in secret else None
        says.append(Say("court.falls", {"who": last.seat, "why": why or Say("court.hidden")}))
    elif outcome is None and mine is not None:
        says.append(Say("court.goes_on"))
    elif outcome is not None and (mine is None or outcome.winners != mine.winners):
        says.append(Say("court.ends", {"outcome": outcome.says}))
    points = list(_points(game, line, other)) if other.followed else []
    if points:
        says.append(Say("court.points", {"points": points}))
    return tuple(says) or (Say("court.same"),)


def _points(game: AnyGame, line: Line, other: OtherEnd) -> Iterator[Say]:
    now, then = game.scores(line.state), game.scores(other.state)
    for seat in line.state.seats:
        if now.get(seat) != then.get(seat):
            yield Say("court.points_of", {"seat": seat, "n": then.get(seat, 0), "was": now.get(seat, 0)})
