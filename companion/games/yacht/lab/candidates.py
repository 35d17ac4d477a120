"""Moves worth trying at Yacht."""

from collections.abc import Sequence

from companion.games.yacht.game import parts
from companion.games.yacht.rules import dice_to_roll
from companion.games.yacht.scoring import open_boxes
from companion.games.yacht.state import Keep, Roll, Write, YachtMove, YachtState

_A_ROLL = (1, 2, 3, 4, 5)  # any: whether somebody may roll does not depend on what falls


def candidates(state: YachtState, seat: str) -> Sequence[YachtMove]:
    rolls = [Roll(seat=seat, dice=_A_ROLL[: dice_to_roll(state)])] if dice_to_roll(state) else []
    kept = parts(state.dice) if state.phase == "keep" else ()
    boxes = open_boxes(state, seat)
    return [*rolls, *(Keep(seat=seat, dice=d) for d in kept), *(Write(seat=seat, box=b) for b in boxes)]
