"""Whether a call was right, and what it costs if it was not (SU5 to SU7, SU9)."""

from collections.abc import Mapping, Sequence

from companion.games.sums.funnels import NOTHING, Sums, all_sums, is_open, sum_in
from companion.pyramid.cells import Cell
from companion.pyramid.notation import Pyramid


def judge_stop(pyramid: Pyramid, total: int, cell: Cell, added: Sums = NOTHING) -> bool | None:
    """Whether the funnel at *cell* has the sum *total*; None if nobody has read its faces."""
    if not is_open(pyramid, cell):
        return False
    found = sum_in(pyramid, cell, added)
    return None if found is None else found == total


def judge_niete(pyramid: Pyramid, total: int, added: Sums = NOTHING) -> bool | None:
    """Whether no funnel has the sum *total*; None if that depends on faces that nobody has read."""
    sums = all_sums(pyramid, added)
    if total in sums:
        return False
    return None if None in sums else True


def penalty(supply: Mapping[str, int], seats: Sequence[str], caller: str) -> dict[str, int]:
    """SU7: *caller* takes one die from each opponent; any die will do (A-SU6)."""
    paying = [seat for seat in seats if seat != caller and supply.get(seat, 0) > 0]
    after = {seat: supply.get(seat, 0) - (seat in paying) for seat in seats}
    return {**after, caller: after[caller] + len(paying)}


def without_dice(supply: Mapping[str, int], seats: Sequence[str]) -> tuple[str, ...]:
    """SU1, SU9: who has no dice left and so wins."""
    return tuple([seat for seat in seats if supply.get(seat, 0) == 0])


def tie_order(seats: Sequence[str], roller: str, calling: Sequence[str]) -> tuple[str, ...]:
    """A-SU5: *calling* in their order round the table, beginning at the left of *roller*, who comes last."""
    start = seats.index(roller) + 1
    order = [*seats[start:], *seats[:start]]
    return tuple(seat for seat in order if seat in calling)
