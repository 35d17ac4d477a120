"""Moves worth trying at Ten Thousand."""

from collections.abc import Sequence

from companion.games.ten_thousand.rules import dice_to_roll
from companion.games.ten_thousand.scoring import settable
from companion.games.ten_thousand.state import Bank, Keep, Roll, TenMove, TenState

_A_ROLL = (1, 2, 3, 4, 5, 6)  # any: whether somebody may roll does not depend on what falls


def candidates(state: TenState, seat: str) -> Sequence[TenMove]:
    kept = settable(state.dice, state.aside, state.options) if state.phase == "keep" else ()
    roll = Roll(seat=seat, dice=_A_ROLL[: dice_to_roll(state)])
    return [roll, *(Keep(seat=seat, dice=dice) for dice, _ in kept), Bank(seat=seat)]
