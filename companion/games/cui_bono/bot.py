"""An opponent for Cui bono?: it looks ahead over takes and put-backs, as far as the colours are known."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.bots import LEVELS, Paranoid
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.play import play
from companion.games.cui_bono.rules import fitting
from companion.games.cui_bono.scoring import costs, minus_points, winners
from companion.games.cui_bono.state import CuiBonoState, kept_by, on_turn
from companion.games.cui_bono.taking import takeable
from companion.pyramid.cells import Cell

__all__ = ("LEVELS", "choose")

_SHARE = {"easy": 0.02, "medium": 0.25, "strong": 1.0}  # of the positions that it may look at
_WIN = 20.0


class Turn(NamedTuple):
    """A whole turn: which die to take, and where to put it (None: keep it)."""

    take: Cell
    put: Cell | None


class _Turns:
    """The game as the search sees it: a whole turn is one action."""

    def to_move(self, position: CuiBonoState) -> int:
        return position.seats.index(on_turn(position))

    def actions(self, position: CuiBonoState) -> Sequence[Turn]:
        """Put-backs first, then the cheapest dice to keep."""
        if position.phase == "over":
            return ()
        cost = costs(position.options.points)
        found: list[tuple[int, Turn]] = []
        for cell in takeable(position.pyramid):
            held = play(position, m.Take(cell=cell)).state
            places = fitting(held) if held.phase == "put" else ()
            found += [(0, Turn(cell, place)) for place in places]
            if not places or position.options.voluntary:
                found.append((cost.get(held.die[0], 2), Turn(cell, None)))
        return [turn for _, turn in sorted(found, key=lambda pair: pair[0])]

    def after(self, position: CuiBonoState, action: Turn) -> CuiBonoState:
        held = play(position, m.Take(cell=action.take)).state
        if held.phase == "tell":  # nobody has read its colour: reckon with the middle one
            held = play(held, m.Tell(colour="y")).state
        return play(held, m.Keep() if action.put is None else m.Put(cell=action.put)).state

    def worth(self, position: CuiBonoState, player: int) -> float:
        """How many points fewer *player* has than the others on average; a win counts besides."""
        cost, seat = costs(position.options.points), position.seats[player]
        points = {name: minus_points(kept_by(position, name), cost) for name in position.seats}
        others = [n for name, n in points.items() if name != seat]
        lead = sum(others) / len(others) - points[seat] - 0.1 * len(kept_by(position, seat))
        if position.phase != "over":
            return lead
        best = winners(position.kept, position.seats, cost)
        return lead + (_WIN if seat in best else -_WIN)


def choose(
    state: CuiBonoState, seat: str, level: str, random: Random, nodes: int = 400
) -> m.CuiBonoMove | None:
    """What it would do for *seat*, or None if there is nothing to do."""
    if seat != on_turn(state) or state.phase not in ("take", "put"):
        return None
    if level == "random":
        return _any(state, seat, random)
    if state.phase == "take":
        turn = _best_turn(state, max(8, round(nodes * _SHARE[level])))
        return m.Take(seat=seat, cell=turn.take) if turn else None
    return _best_place(state, seat, max(8, round(nodes * _SHARE[level])))


def _any(state: CuiBonoState, seat: str, random: Random) -> m.CuiBonoMove:
    if state.phase == "take":
        return m.Take(seat=seat, cell=random.choice(takeable(state.pyramid)))
    places = fitting(state)
    if places and random.random() < 0.5:
        return m.Put(seat=seat, cell=random.choice(places))
    if places and not state.options.voluntary:
        return m.Put(seat=seat, cell=random.choice(places))
    return m.Keep(seat=seat)


def _best_turn(state: CuiBonoState, nodes: int) -> Turn | None:
    return Paranoid(_Turns(), state.seats.index(on_turn(state)), nodes).best(state)


def _best_place(state: CuiBonoState, seat: str, nodes: int) -> m.CuiBonoMove:
    """Where to put the die in the hand: each place is followed by a search for the next seat."""
    places = fitting(state)
    ways: list[m.CuiBonoMove] = [m.Put(seat=seat, cell=place) for place in places]
    if not places or state.options.voluntary:
        ways.append(m.Keep(seat=seat))
    return max(ways, key=lambda way: _worth_after(state, way, nodes // len(ways)))


def _worth_after(state: CuiBonoState, way: m.CuiBonoMove, nodes: int) -> float:
    """What *way* is worth when the next one answers with the turn that is best for them."""
    rules, player = _Turns(), state.seats.index(on_turn(state))
    after = play(state, way).state
    reply = Paranoid(rules, rules.to_move(after), nodes).best(after) if after.phase != "over" else None
    return rules.worth(rules.after(after, reply) if reply else after, player)
