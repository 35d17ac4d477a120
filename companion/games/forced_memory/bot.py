"""An opponent for Forced Memory with a memory of its own: it forgets as people do, the more the longer ago.

It knows what was revealed to all, and nothing else.
"""

from collections import Counter
from itertools import product
from random import Random

from companion.game import certain
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.state import ForcedMemoryState, covered
from companion.pyramid.cells import Cell
from companion.pyramid.notation import name_of

_KEEPS = {"random": 0.0, "easy": 0.5, "medium": 0.85, "strong": 1.0}  # what survives ten more reveals
_WAYS = Counter(sum(dice) for dice in product(range(1, 7), repeat=3))
CHANCE = {total: ways / 216 for total, ways in _WAYS.items()}  # of each sum of three dice


def choose(
    state: ForcedMemoryState, seat: str, level: str, random: Random, nodes: int = 0
) -> m.ForcedMemoryMove | None:
    """What it would do for *seat*, or None if there is nothing to do."""
    if seat != state.on_turn and state.rolls:
        return None
    match state.phase:
        case "roll":
            return _roll(seat, random)
        case "choose" if _rolls_anew(state, seat, level, random):
            return _roll_anew(state, seat, random)
        case "choose" | "lift":
            return m.Lift(seat=seat, cell=_cell(state, seat, level, random))
        case "say":
            middle = 10
            return m.Say(seat=seat, sum=remembered(state, seat, level).get(certain(state.lifted), middle))
        case _:
            return None  # reading what lies there is for the people


def remembered(state: ForcedMemoryState, seat: str, level: str) -> dict[Cell, int]:
    """The sums that *seat* still has in mind; the same question always has the same answer."""
    known = {}
    for cell in covered(state):
        shown = state.shown.get(name_of(cell))
        if shown is None:
            continue
        age = (state.reveals - shown.at) / 10
        luck = Random(f"{seat} {cell} {shown.at}").random()
        if luck < _KEEPS[level] ** age:
            known[cell] = shown.sum
    return known if level != "random" else {}


def _roll(seat: str, random: Random) -> m.Roll:
    return m.Roll(seat=seat, dice=(random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)))


def _roll_anew(state: ForcedMemoryState, seat: str, random: Random) -> m.Roll:
    """With one die only, the one is rolled whose change promises most: here simply any of them (A-FM1)."""
    if state.options.reroll == "three":
        return _roll(seat, random)
    dice = list(state.roll)
    dice[random.randrange(3)] = random.randint(1, 6)
    return m.Roll(seat=seat, dice=(dice[0], dice[1], dice[2]))


def _rolls_anew(state: ForcedMemoryState, seat: str, level: str, random: Random) -> bool:
    """Roll anew if that promises a match more likely than the dice as they lie."""
    if level == "random":
        return random.random() < 0.5
    known = set(remembered(state, seat, level).values())
    if sum(state.roll) in known:
        return False
    anew = sum(chance if total in known else chance * chance for total, chance in CHANCE.items())
    return anew > CHANCE[sum(state.roll)]


def _cell(state: ForcedMemoryState, seat: str, level: str, random: Random) -> Cell:
    """A funnel that is remembered to match, else one that is not known yet."""
    known, wanted = remembered(state, seat, level), sum(state.roll)
    fitting = [cell for cell, total in known.items() if total == wanted]
    if fitting:
        return random.choice(fitting)
    unknown = [cell for cell in covered(state) if cell not in known]
    return random.choice(unknown or list(known))
