"""People who play Forced Memory with real dice: they roll, lift, and remember some of it."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.family import Happening
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.state import COVERS, ForcedMemoryState, covered, on_turn
from companion.layout import Layout
from companion.pyramid.agree import Built
from companion.pyramid.cells import BASE, Cell, cells_of
from companion.pyramid.notation import Pyramid, facing, name_of
from companion.pyramid.people import PyramidFamily
from companion.rulings import Ruling, Verdict

REMEMBERS = 0.7  # how often somebody still knows where a sum was


class Family(PyramidFamily):
    """A red die stays in the hand until the companion knows the sum below it."""

    _truth: ForcedMemoryState
    _lifted: Cell | None = None
    _sum = 0  # below the die that was lifted last

    def _box(self) -> Pyramid:
        red = self._filled(cells_of(COVERS), {"r": 36})
        return self._filled(cells_of(BASE), {"y": 45}) | red

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._truth.phase == "build" and "look" in asks:
            return self._builds(Built(pyramid=self._to_build), asks["look"])
        if "say" in asks:
            return self._answers(asks["say"], self._sum)
        if "read" in asks:
            return self._answers(asks["read"], self._sum)
        knows = [cell for cell in covered(self._truth) if self._remembered(cell) == sum(self._truth.roll)]
        if "roll" in asks and ("lift" not in asks or (not knows and self._random.random() < 0.5)):
            return self._rolls_again(asks["roll"]) if "lift" in asks else self._rolls(asks["roll"])
        return self._lifts(asks["watch"], knows) if "lift" in asks else None

    def _remembered(self, cell: Cell) -> int:
        shown = self._truth.shown.get(name_of(cell))
        return shown.sum if shown else 0

    def _rolls_again(self, ask: Ask) -> Happening:
        """FM6, A-FM1: all three dice, or by a house rule one of them."""
        kept = list(self._truth.roll[:2]) if self._truth.options.reroll == "one" else []
        return self._rolls(ask, [*kept, *(self._random.randint(1, 6) for _ in range(3 - len(kept)))])

    def _lifts(self, ask: Ask, knows: list[Cell]) -> Happening:
        if not knows or self._random.random() > REMEMBERS:
            cells = covered(self._truth)
            knows = [cell for cell in cells if not self._remembered(cell)] or list(cells)
        self._lifted = self._random.choice(knows)
        self._sum = sum(number or 0 for number in facing(self._truth.pyramid, self._lifted))
        lift = m.Lift(seat=on_turn(self._truth), cell=self._lifted)
        return self._shows(lift, ask, taken=[name_of(self._lifted)])

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        """The companion names the sum as soon as it knows it; until then the die is held."""
        super().answered(happening, ruling)
        if ruling.verdict is not Verdict.ACCEPTED or ruling.notes:
            self._lifted = None

    def time_ran_out(self, ruling: Ruling) -> None:
        super().time_ran_out(ruling)
        self._lifted = None

    def lies(self) -> Layout:
        layout = super().lies()
        if self._lifted is None or layout.pyramid is None:
            return layout
        held = name_of(self._lifted)
        return Layout(pyramid={name: die for name, die in layout.pyramid.items() if name != held})
