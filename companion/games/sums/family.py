"""People who play Sums with real dice: they search, call, show and place, and err now and then."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.family import Happening
from companion.games.sums import moves as m
from companion.games.sums.asks import NIETE
from companion.games.sums.state import SumsState
from companion.pyramid.agree import Built
from companion.pyramid.cells import BASE, Cell, cells_of
from companion.pyramid.notation import Pyramid, facing, name_of, open_funnels
from companion.pyramid.people import PyramidFamily, touching

ERRS = 0.1  # how often somebody sees a sum that is not there, or misses the one that is
EACH = 30  # red and yellow dice


class Family(PyramidFamily):
    """Where all numbers were read the companion asks for no sum; where not, they add it up."""

    _truth: SumsState
    _sum = 0  # in the funnel that was shown last
    _means = ""  # what the caller has called, or will with a second press
    _missed: tuple[Cell, ...] = ()  # what fitted when somebody called Niete

    def _box(self) -> Pyramid:
        return self._filled(cells_of(BASE), {"m": 45})

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._truth.phase == "build" and "look" in asks:
            return self._builds(Built(pyramid=self._to_build), asks["look"])
        if "roll" in asks:
            return self._rolls(asks["roll"])
        if "stop" in asks:
            return self._calls(asks)
        if "show" in asks:
            return self._shows_a_funnel(asks["show"])
        if "add" in asks:
            return self._answers(asks["add"], self._sum)
        if "stand" in asks:
            return self._searches(asks)
        return self._places(asks["placed"]) if "placed" in asks else None

    def _funnel(self, cell: Cell) -> int:
        """What the three faces that look into it add up to."""
        return sum(number or 0 for number in facing(self._truth.pyramid, cell))

    def _matching(self) -> tuple[Cell, ...]:
        wanted = sum(self._truth.roll)
        return tuple(c for c in open_funnels(self._truth.pyramid) if self._funnel(c) == wanted)

    def _calls(self, asks: Mapping[str, Ask]) -> Happening:
        self._missed = self._matching()
        found = bool(self._missed) != (self._random.random() < ERRS)
        self._means = "stop" if found else NIETE
        ask = asks.get(self._means, asks["stop"])
        call = "stop" if self._truth.options.niete_button == "same" else self._means
        return self._answers(asks["stop"] if call == "stop" else ask, call)

    def _shows_a_funnel(self, ask: Ask) -> Happening:
        if self._means == NIETE and any(choice.value == NIETE for choice in ask.choices):
            return self._answers(ask, NIETE)
        cell = self._random.choice(self._matching() or open_funnels(self._truth.pyramid))
        self._sum = self._funnel(cell)
        return self._answers(ask, touching(cell))

    def _searches(self, asks: Mapping[str, Ask]) -> Happening:
        """After a Niete the others show what was missed, or let it stand."""
        if not self._missed or "found" not in asks:
            return self._answers(asks["stand"], True)
        cell = self._random.choice(self._missed)
        self._sum = sum(self._truth.roll)
        return self._answers(asks["found"], touching(cell))

    def _places(self, ask: Ask) -> Happening:
        truth = self._truth
        cell = truth.shown or self._random.choice(open_funnels(truth.pyramid))
        laid = [die[0] for die in truth.pyramid.values()]
        die = self._die(self._random.choice([c for c in "ry" if laid.count(c) < EACH]))
        place = m.Place(seat=truth.caller, cell=cell, die=die)
        return self._shows(place, ask, placed={name_of(cell): die})
