"""A finger on the drawn pyramid: which cell it means, when that is certain, and which side it turns below."""

from collections.abc import Callable
from itertools import combinations
from math import hypot
from time import time
from typing import Any

from kivy.input import MotionEvent

from companion.pyramid.cells import AXES, Cell
from companion.pyramid.plan import Spot, cell_at, middle
from ui.screen import theme
from ui.screen.parts.pyramid import PyramidDrawing, Shown
from ui.screen.theme import Sizes

Told = Callable[[Cell, int], None]  # the cell, and how long the touch has waited
REACH = 0.9  # edges of a die: as far as a die is seen


class TouchedPyramid(PyramidDrawing):
    """Where cells are smaller than a fingertip, the first tap picks one and the second one tells it."""

    def __init__(
        self,
        sizes: Sizes,
        shown: Shown,
        below: int,
        told: Told,
        picked: Callable[[Cell | None], None],
        turned: Callable[[int], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(shown, below, **kwargs)
        self._sizes, self._told, self._say_picked, self._say_turned = sizes, told, picked, turned

    @property
    def certain(self) -> bool:
        """Whether the offered cells are so far apart that one tap is enough."""
        spots = [middle(cell) for cell in self.shown.offered]
        nearest = min((_apart(*pair) for pair in combinations(spots, 2)), default=2 * REACH)
        return min(nearest, 2 * REACH) * self.edge >= self._sizes.mm(theme.TOUCH_LEAST)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._tapped(self.spot_at(*touch.pos), max(0, round((time() - touch.time_start) * 1e9)))
        return True

    def _tapped(self, spot: Spot, waited_ns: int) -> None:
        finger = self._sizes.mm(theme.TOUCH_LEAST) / 2 / self.edge
        side = self._side_at(spot, finger)
        cell = None if side is not None else cell_at(spot, self.shown.offered, max(REACH, finger))
        if side is not None:
            self.turn(side)
            self._say_turned(side)
        elif cell is not None and (self.certain or cell == self.picked):
            self._told(cell, waited_ns)
        elif self.shown.offered:
            self.pick(cell)
            self._say_picked(cell)

    def _side_at(self, spot: Spot, finger: float) -> int | None:
        """The side whose name was tapped; a cell that is offered and nearer is meant rather than that."""
        away = {axis: _apart(spot, self.side_spot(axis)) for axis in AXES}
        axis = min(away, key=lambda axis: away[axis])
        cells = min((_apart(spot, middle(cell)) for cell in self.shown.offered), default=away[axis] + 1)
        return axis if away[axis] <= max(1.2, finger) and away[axis] < cells else None


def _apart(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
