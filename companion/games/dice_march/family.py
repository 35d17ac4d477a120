"""People who play Dice March with real dice: they march, mostly forward, and turn a die now and then."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.family import Happening
from companion.games.dice_march.marching import arrive, known_faces
from companion.games.dice_march.moves import Turn
from companion.games.dice_march.rules import legal_tips
from companion.games.dice_march.state import MarchState, axis_of, own_cells
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import name_of
from companion.pyramid.people import PyramidFamily


class Family(PyramidFamily):
    """Beaten dice are taken away once the companion has named them."""

    _truth: MarchState

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if "begin" in asks:
            return self._answers(asks["begin"], self._random.choice(self._seats))
        if "order:touch" in asks:  # A-DM2
            ask = asks["order:touch"]
            return self._answers(ask, self._random.choice(ask.choices).value)
        if "move" not in asks:
            return None
        if "draw" in asks and asks["draw"].seats and self._random.random() < 0.01:
            return self._answers(asks["draw"], "draw")
        seat = self._truth.on_turn
        axis, tips = axis_of(self._truth, seat), legal_tips(self._truth, seat)
        forward = [tip for tip in tips if tip.to[axis] > tip.cell[axis]]
        way = self._random.random()
        if not tips or way > 0.75:
            return self._turns(asks["move"], seat)
        tip = self._random.choice(forward if forward and way < 0.6 else tips)
        standing = arrive(self._truth.pyramid, tip.cell, tip.to, axis, self._truth.options).standing
        placed = {name_of(tip.to): standing[name_of(tip.to)]}
        return self._shows(tip, asks["move"], seat, taken=[name_of(tip.cell)], placed=placed)

    def _turns(self, ask: Ask, seat: str) -> Happening:
        cell = self._random.choice(own_cells(self._truth, seat))
        now = known_faces(self._truth.pyramid, cell)
        faces = self._random.choice([way for way in ORIENTATIONS if way != now])
        turned = {name_of(cell): self._truth.pyramid[name_of(cell)][0] + "".join(map(str, faces))}
        return self._shows(Turn(cell=cell, faces=faces, seat=seat), ask, seat, turned=turned)
