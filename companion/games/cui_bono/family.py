"""People who play Cui bono? with real dice: they take, put back what fits or keep it."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.family import Happening
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.asks import KEEP
from companion.games.cui_bono.handling import takeable
from companion.games.cui_bono.rules import fitting
from companion.games.cui_bono.state import CuiBonoState, on_turn
from companion.pyramid.agree import Built
from companion.pyramid.cells import ALL_CELLS
from companion.pyramid.notation import Pyramid, name_of
from companion.pyramid.people import PyramidFamily


class Family(PyramidFamily):
    """Their die fits into a funnel more often than they keep it."""

    _truth: CuiBonoState

    def _box(self) -> Pyramid:
        return self._filled(ALL_CELLS, {"r": 55, "y": 55, "m": 55})

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        truth = self._truth
        if truth.phase == "build" and "look" in asks:
            return self._builds(Built(pyramid=self._to_build), asks["look"])
        if "tell" in asks:
            return self._answers(asks["tell"], truth.die[0])
        if "judge" in asks:
            return self._answers(asks["judge"], "fits")
        if truth.phase == "take" and "took" in asks:
            seat = on_turn(truth) if truth.turns else self._random.choice(self._seats)
            cell = self._random.choice(takeable(truth.pyramid))
            return self._shows(m.Take(seat=seat, cell=cell), asks["took"], seat, taken=[name_of(cell)])
        return self._puts_or_keeps(asks) if truth.phase == "put" and "put" in asks else None

    def _puts_or_keeps(self, asks: Mapping[str, Ask]) -> Happening:
        fits = fitting(self._truth)
        if not fits or (self._truth.options.voluntary and self._random.random() < 0.3):
            return self._answers(asks["put"], KEEP)
        cell = self._random.choice(fits)
        placed = {name_of(cell): self._die(self._truth.die[0])}
        return self._shows(m.Put(seat=on_turn(self._truth), cell=cell), asks["watch"], placed=placed)
