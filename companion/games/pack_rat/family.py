"""People who play Pack Rat with real dice: they take what shows their number, until "Stop!"."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.family import Happening
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.asks import NOBODY
from companion.games.pack_rat.state import PackRatState, roller, side_of
from companion.pyramid.cells import ALL_CELLS, Cell, cells_of
from companion.pyramid.notation import Pyramid, name_of, shape
from companion.pyramid.people import PyramidFamily
from companion.pyramid.shape import free_lying

OVERLOOKS = 0.08  # how often "Stop!" is called although there is more to take


class Family(PyramidFamily):
    """Nobody takes a die after the Stop."""

    _truth: PackRatState
    _takers: Mapping[str, str] = {}  # who took the die at a place

    def _box(self) -> Pyramid:
        return self._filled([c for c in ALL_CELLS if c != (0, 0, 0)], {"r": 55, "y": 55, "m": 55})

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._truth.phase == "build" and "built" in asks:
            return self._builds(m.Built(pyramid=self._to_build), asks["built"])
        if "whose" in asks:
            ask = asks["whose"]
            return self._answers(ask, self._takers.get(ask.id.partition(":")[2], NOBODY))
        if "late" in asks and not asks["late"].optional:
            return self._answers(asks["late"], "in time")
        if "roll" in asks:
            return self._rolls(asks["roll"])
        if "stop" in asks:
            return self._hunts(asks)
        return self._answers(asks["settle"], True) if "settle" in asks else None

    def _hunts(self, asks: Mapping[str, Ask]) -> Happening:
        wanted = self._wanted()
        if not wanted or self._random.random() < OVERLOOKS:
            return self._answers(asks["stop"], "stop", roller(self._truth))
        seat, cell = self._random.choice(wanted)
        self._takers = {**self._takers, name_of(cell): seat}
        return self._shows(m.Take(seat=seat, cells=(cell,)), asks["take"], taken=[name_of(cell)])

    def _wanted(self) -> list[tuple[str, Cell]]:
        """PR3: free dice that show the number to the side of a seat."""
        pyramid, number = self._truth.pyramid, str(self._truth.number)
        free = cells_of(free_lying(shape(pyramid)))
        return [
            (s, c)
            for s in self._seats
            for c in free
            if pyramid[name_of(c)][1 + side_of(self._truth, s)] == number
        ]
