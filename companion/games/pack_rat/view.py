"""What a screen may show of Pack Rat. The drawn pyramid has no numbers: those are for each side's eyes."""

from companion.asks import Say
from companion.facts import JSON
from companion.games.pack_rat.state import PackRatState, has, rest
from companion.pyramid.agree import cells_say
from companion.pyramid.cells import cells_of
from companion.pyramid.notation import colour_of, name_of, shape
from companion.pyramid.shape import free_lying
from companion.pyramid.sides import sides_of
from companion.view import Die, Row, SeatPanel, Stat, View, counted


def view(state: PackRatState) -> View:
    """All that a public screen may show."""
    return View(
        phase=_phase(state),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        dice=(Die("pips", str(state.number)),) if state.phase == "hunt" else (),
        sheet=_sheet(state),
        detail=_detail(state),
    )


def _phase(state: PackRatState) -> Say:
    if state.returning:
        return Say("phase.returning", {"cells": cells_say(state.returning)})
    return Say(f"phase.{state.phase}", {"seat": state.roller, "number": state.number, "rest": rest(state)})


def _panel(state: PackRatState, seat: str) -> SeatPanel:
    late = state.late.get(seat, 0)
    stats = (Stat(Say("stat.late"), str(late)),) if late else ()
    return SeatPanel(seat, has(state, seat), stats, turn=seat == state.roller and state.phase != "over")


def _sheet(state: PackRatState) -> tuple[Row, ...]:
    """How many dice each seat has, took too late and left lying: shown when the game is over."""
    if state.phase != "over":
        return ()
    rows = {"row.dice": state.dice, "row.late": state.late, "row.overlooked": state.overlooked}
    return tuple(counted(Say(key), counts, state.seats) for key, counts in rows.items())


def _detail(state: PackRatState) -> JSON:
    if state.follow == "counts" or state.phase == "build":
        return None
    free = cells_of(free_lying(shape(state.pyramid)))
    return {
        "pyramid": {name: f"{colour_of(die)}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in free],
        "sides": sides_of(state.seats),
    }
