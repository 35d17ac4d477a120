"""People who play Dice March with real dice."""

from companion.games.dice_march.competition import arrive
from companion.games.dice_march.moves import Tip
from companion.games.dice_march.state import axis_of
from companion.pyramid import people


class Family(people.Family):
    """Beaten dice are taken away once the companion has named them."""

    def _laid(self, move: Tip, name: str) -> str:
        truth = self._truth
        axis = axis_of(truth, move.seat)
        return arrive(truth.pyramid, move.cell, move.to, axis, truth.options).standing[name]
