"""People who play Squeeze Play with real dice: they build what fits."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.family import Happening
from companion.games.squeeze_play.asks import PASS
from companion.games.squeeze_play.moves import Build
from companion.games.squeeze_play.state import SqueezeState, colour, possible_builds
from companion.pyramid.cells import cells_of
from companion.pyramid.notation import name_of
from companion.pyramid.people import PyramidFamily


class Family(PyramidFamily):
    """They do not always want their bonus dice."""

    _truth: SqueezeState

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if "roll" in asks:
            return self._rolls(asks["roll"])
        if "build" not in asks:
            return None
        builds = possible_builds(self._truth)
        spares = self._truth.phase == "bonus" and self._random.random() < 0.3
        if not builds or spares:
            return self._answers(asks["build:touch"], PASS)
        seat, cells = self._truth.on_turn, cells_of(self._random.choice(builds))
        placed = {name_of(cell): self._die(colour(self._truth, seat)) for cell in cells}
        return self._shows(Build(cells=cells, seat=seat), asks["build"], seat, placed=placed)
