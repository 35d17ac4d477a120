"""An opponent for Sums: it adds up funnel after funnel, faster or slower, and sometimes wrongly.

It says what it has found, and a human hand shows the funnel and places the die. It sees what everybody sees.
"""

from random import Random

from companion.asks import Say
from companion.games.sums import moves as m
from companion.games.sums.state import SumsState, all_sums, matching, sum_in
from companion.pyramid.agree import cell_says
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import die, name_of, open_funnels

_SUM_MS = {"random": 1500, "easy": 1800, "medium": 1100, "strong": 600}  # to add up one funnel
_FIRST_MS = {"easy": 10_000}  # before it calls: whoever is new has to find the drawing first
_SLIPS = {"random": 1.0, "easy": 0.05, "medium": 0.02, "strong": 0.0}  # how often it adds up wrongly


def choose(state: SumsState, seat: str, level: str, random: Random, nodes: int = 0) -> m.SumsMove | None:
    """What *seat* does next, or None if it waits."""
    match state.phase:
        case "roll" if seat == state.roller:
            return m.Roll(seat=seat, dice=(random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)))
        case "search":
            return _call(state, seat, level, random)
        case "show" if seat == state.caller and state.call == "stop":
            return m.Show(seat=seat, cell=_found(state, level, random))
        case "add":
            return None  # the numbers are for the people to add up
        case "check" if seat != state.caller:
            fitting = matching(state.pyramid, sum(state.roll))
            return m.Show(seat=seat, cell=random.choice(fitting)) if fitting else m.Stand(seat=seat)
        case "place" if seat == state.caller:
            return _place(state, seat, level, random, nodes)
        case _:
            return None


def in_words(state: SumsState, move: m.SumsMove) -> Say | None:
    """Where and how a hand has to put the die for *move*."""
    if not isinstance(move, m.Place):
        return None
    shown = dict(zip("abc", move.die[1:], strict=True))
    return Say("bot.place", {"cell": cell_says(move.cell), **shown})


def delay_ms(state: SumsState, seat: str, level: str, random: Random) -> int:
    """How long *seat* needs: it adds up funnels in any order until one fits, or all of them for a Niete."""
    if state.phase != "search":
        return _SUM_MS[level]
    funnels, fitting = len(open_funnels(state.pyramid)), len(matching(state.pyramid, sum(state.roll)))
    looks = min((random.randint(1, max(1, funnels)) for _ in range(fitting)), default=funnels)
    return round(_FIRST_MS.get(level, 0) + _SUM_MS[level] * looks * (0.7 + 0.6 * random.random()))


def _call(state: SumsState, seat: str, level: str, random: Random) -> m.SumsMove | None:
    if level == "random":
        return m.Stop(seat=seat) if random.random() < 0.5 else m.Niete(seat=seat)
    found = bool(matching(state.pyramid, sum(state.roll), state.added))
    if not found and None in all_sums(state.pyramid, state.added):
        return None  # nobody has read every funnel: what it cannot see may fit
    fits = found != (random.random() < _SLIPS[level])
    return m.Stop(seat=seat) if fits else m.Niete(seat=seat)


def _found(state: SumsState, level: str, random: Random) -> Cell:
    fitting = matching(state.pyramid, sum(state.roll))
    wrong = level == "random" or not fitting or random.random() < _SLIPS[level]
    return random.choice(open_funnels(state.pyramid) if wrong else fitting)


def _place(state: SumsState, seat: str, level: str, random: Random, nodes: int) -> m.Place:
    """A strong player turns the die so that rare sums appear: those help who adds up best."""
    cells = open_funnels(state.pyramid) if state.shown is None else (state.shown,)
    ways = [(cell, die("?", faces)) for cell in cells for faces in ORIENTATIONS]
    if level in ("random", "easy"):
        cell, way = random.choice(ways)
    else:
        tried = random.sample(ways, min(len(ways), max(24, nodes or 96)))
        cell, way = max(tried, key=lambda placing: _rarity(state, *placing))
    return m.Place(seat=seat, cell=cell, die=way)


def _rarity(state: SumsState, cell: Cell, way: str) -> int:
    """How far all sums lie from the middle: then more rolls match nothing, and a Niete is easy."""
    after = {**state.pyramid, name_of(cell): way}
    known = (sum_in(after, funnel) for funnel in open_funnels(after))
    return sum(abs(2 * total - 21) for total in known if total is not None)
