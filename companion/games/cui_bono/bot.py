"""An opponent for Cui bono?: it looks ahead over takes and put-backs, as far as the colours are known."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from companion.bots import Paranoid
from companion.games.cui_bono import handling
from companion.games.cui_bono import moves as m
from companion.games.cui_bono import state as s
from companion.games.cui_bono.handling import take, takeable, takeable_in
from companion.games.cui_bono.rules import fitting
from companion.pyramid.cells import Cell, cells_of
from companion.pyramid.notation import Pyramid, name_of, shape

_SHARE = {"easy": 0.02, "medium": 0.25, "strong": 1.0}  # of the positions that it may look at
_WIN = 20.0
_DIE = 0.1  # fewer dice win a tie (CB14)


class Turn(NamedTuple):
    """A whole turn: which die to take, and where to put it (None: keep it)."""

    take: Cell
    put: Cell | None


class Position(NamedTuple):
    """What the search has to know: leaner than the game's state."""

    pyramid: Pyramid
    turn: int
    kept: tuple[str, ...]  # the colours that each seat has kept


class Turns:
    """The game as the search sees it: a whole turn is one action."""

    def __init__(self, options: s.CuiBonoOptions, players: int, seen: Mapping[str, int]) -> None:
        self._options, self._cost = options, s.costs(options.points)
        self._players, self._limit, self._seen = players, s.limit(players), seen

    def first_actions(self, position: Position) -> Sequence[Turn]:
        """The actions that do not lead in a circle (A-CB6), if there are any."""
        every = self.actions(position)
        return [turn for turn in every if not self.is_known(self.after(position, turn))] or every

    def is_known(self, position: Position) -> bool:
        """Whether the table has stood like this before, since a die was kept."""
        return s.fingerprint(position.pyramid, position.turn) in self._seen

    def to_move(self, position: Position) -> int:
        return position.turn

    def actions(self, position: Position) -> Sequence[Turn]:
        """Put-backs first, then the cheapest dice to keep."""
        if self._is_over(position):
            return ()
        found: list[tuple[int, Turn]] = []
        occupied = shape(position.pyramid)
        for cell in cells_of(takeable_in(occupied)):
            taken = take(position.pyramid, cell, occupied)
            places = self.places(taken.pyramid, _colour(taken.die))
            found += [(0, Turn(cell, place)) for place in places]
            if not places or self._options.voluntary:
                found.append((self._cost[_colour(taken.die)], Turn(cell, None)))
        return [turn for _, turn in sorted(found, key=lambda pair: pair[0])]

    def places(self, pyramid: Pyramid, colour: str) -> tuple[Cell, ...]:
        """Where a die of *colour* surely may be put."""
        return handling.fitting(pyramid, colour, self._options.min_row, self._options.row_scope)

    def after(self, position: Position, action: Turn) -> Position:
        taken = take(position.pyramid, action.take)
        return self.settled(position, taken.pyramid, _colour(taken.die), action.put)

    def settled(self, position: Position, rest: Pyramid, colour: str, put: Cell | None) -> Position:
        """The next one's turn after a die of *colour* was put back into *rest*, or kept."""
        turn, kept = (position.turn + 1) % self._players, position.kept
        if put is not None:
            return Position({**rest, name_of(put): f"{colour}???"}, turn, kept)
        mine = (*kept[: position.turn], kept[position.turn] + colour, *kept[position.turn + 1 :])
        return Position(rest, turn, mine)

    def worth(self, position: Position, player: int) -> float:
        """How many points fewer *player* has than the others on average; a win counts besides."""
        points = [s.minus_points(kept, self._cost) for kept in position.kept]
        others = (sum(points) - points[player]) / (self._players - 1)
        lead = others - points[player] - _DIE * len(position.kept[player])
        if not self._is_over(position):
            return lead
        seats = tuple(map(str, range(self._players)))
        best = s.winners(dict(zip(seats, position.kept, strict=True)), seats, self._cost)
        return lead + (_WIN if str(player) in best else -_WIN)

    def _is_over(self, position: Position) -> bool:
        return any(len(kept) >= self._limit for kept in position.kept)


def _colour(die: str) -> str:
    """The colour of a die; an unread one is reckoned as the middle one."""
    return die[0] if die[0] != "?" else "y"


def choose(
    state: s.CuiBonoState, seat: str, level: str, random: Random, nodes: int = 400
) -> m.CuiBonoMove | None:
    """What it would do for *seat*, or None if there is nothing to do."""
    if seat != state.on_turn or state.phase not in ("take", "put"):
        return None
    if level == "random":
        return _any(state, seat, random)
    if state.phase == "take":
        turn = _best_turn(state, max(8, round(nodes * _SHARE[level])))
        return m.Take(seat=seat, cell=turn.take) if turn else None
    return _best_place(state, seat, max(8, round(nodes * _SHARE[level])))


def _any(state: s.CuiBonoState, seat: str, random: Random) -> m.CuiBonoMove:
    if state.phase == "take":
        return m.Take(seat=seat, cell=random.choice(takeable(state.pyramid)))
    places = fitting(state)
    if places and (random.random() < 0.5 or not state.options.voluntary):
        return m.Put(seat=seat, cell=random.choice(places))
    return m.Keep(seat=seat)


def _seen_by(state: s.CuiBonoState) -> tuple[Turns, Position]:
    kept = tuple(s.kept_by(state, seat) for seat in state.seats)
    turns = Turns(state.options, len(state.seats), state.repeats)
    return turns, Position(state.pyramid, state.seats.index(state.on_turn), kept)


def _best_turn(state: s.CuiBonoState, nodes: int) -> Turn | None:
    turns, position = _seen_by(state)
    first = turns.first_actions(position)
    if len(first) == len(turns.actions(position)):
        return Paranoid(turns, position.turn, nodes).best(position)
    return max(first, key=lambda turn: turns.worth(turns.after(position, turn), position.turn), default=None)


def _best_place(state: s.CuiBonoState, seat: str, nodes: int) -> m.CuiBonoMove:
    """Where to put the die in the hand: each way is followed by the best answer of the next seat."""
    turns, position = _seen_by(state)
    places: list[Cell | None] = [*fitting(state)]
    if not places or state.options.voluntary:
        places.append(None)

    def after_placing(place: Cell | None) -> Position:
        return turns.settled(position, state.pyramid, state.die[0], place)

    def worth(place: Cell | None) -> float:
        after = after_placing(place)
        reply = Paranoid(turns, after.turn, nodes // len(places)).best(after)
        return turns.worth(turns.after(after, reply) if reply else after, position.turn)

    new = [place for place in places if not turns.is_known(after_placing(place))]
    best = max(new or places, key=worth)
    return m.Keep(seat=seat) if best is None else m.Put(seat=seat, cell=best)
