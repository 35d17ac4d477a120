"""Moves worth trying with a score sheet: a few numbers, and what lies there."""

from collections.abc import Sequence

from companion.games.score_sheet.state import Count, Finish, Seen, SheetMove, SheetState, Write

THINGS = {"dice": ("3", "6", "6"), "french": ("7H", "QS", "AC"), "uno": ("red_5", "wild", "blue_skip")}


def candidates(state: SheetState, seat: str) -> Sequence[SheetMove]:
    seen = Seen(seat=seat, things=THINGS.get(state.options.counts, ("1",)))
    points = (Write(seat=seat, points=n) for n in (0, 5, 12, -3))
    return [*points, Count(seat=seat), seen, Finish(seat=seat)]
