"""An opponent for Pack Rat: how fast it finds a die on its own side, and when it says Stop.

It says which die it wants, and a human hand takes it. It sees what everybody at its side sees.
"""

from random import Random

from companion.asks import Say
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.state import PackRatState, has, side_of
from companion.games.pack_rat.takes import takeable
from companion.pyramid.agree import cells_say
from companion.pyramid.cells import Cell
from companion.pyramid.notation import without

# A look at a free lying die takes so long (in ms), and so many of the fitting ones are noticed
_LOOK_MS = {"random": 900, "easy": 700, "medium": 450, "strong": 250}
_NOTICED = {"random": 0.5, "easy": 0.7, "medium": 0.85, "strong": 1.0}


def choose(
    state: PackRatState, seat: str, level: str, random: Random, nodes: int = 0
) -> m.PackRatMove | None:
    """What *seat* does next, or None if it waits."""
    if state.phase == "roll" and seat == state.roller:
        return m.Roll(seat=seat, number=random.randint(1, 6))
    if state.phase != "hunt":
        return None
    if own := _noticed(state, seat, level, random):
        cell = _best(state, seat, own) if level == "strong" else random.choice(own)
        return m.Take(seat=seat, cells=(cell,))
    if seat == state.roller and _stops(state, seat, level, random):
        return m.Stop(seat=seat)
    return None


def in_words(state: PackRatState, move: m.PackRatMove) -> Say | None:
    """Which dice a hand has to take for *move*."""
    return Say("these_cells", {"cells": cells_say(move.cells)}) if isinstance(move, m.Take) else None


def delay_ms(state: PackRatState, seat: str, level: str, random: Random) -> int:
    """How long *seat* looks before it does what it chooses: more free dice take longer to look through."""
    looks = 1 + random.random() * 4
    return round(_LOOK_MS[level] * looks)


def _noticed(state: PackRatState, seat: str, level: str, random: Random) -> tuple[Cell, ...]:
    own = takeable(state.pyramid, state.number)[side_of(state, seat)]
    return tuple(cell for cell in own if random.random() < _NOTICED[level])


def _best(state: PackRatState, seat: str, own: tuple[Cell, ...]) -> Cell:
    """The die that frees most other dice of the same seat (PR5), and fewest of the others."""

    def gain(cell: Cell) -> int:
        after = takeable(without(state.pyramid, (cell,)), state.number)
        return 2 * len(after[side_of(state, seat)]) - sum(map(len, after))

    return max(own, key=gain)


def _stops(state: PackRatState, seat: str, level: str, random: Random) -> bool:
    """Nothing left for oneself: say Stop before the others find more; a leader always hurries."""
    if level in ("random", "easy"):
        return random.random() < 0.5
    others = max(has(state, other) for other in state.seats if other != seat)
    return level == "strong" or has(state, seat) >= others or random.random() < 0.8
