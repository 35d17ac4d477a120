"""Pack Rat as a game of the house. The drawn pyramid has no numbers: those are for each side's eyes."""

from companion.asks import JSON, Say
from companion.cards import UNKNOWN
from companion.game import Game, by_seat, most_points
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.asks import HEARS, asks
from companion.games.pack_rat.late import lateness
from companion.games.pack_rat.rules import RULES
from companion.games.pack_rat.state import PackRatOptions, PackRatState, checked, has, rest
from companion.layout import Die, Layout, Row, SeatPanel, Stat, View, counted
from companion.pyramid.agree import cells_say
from companion.pyramid.cells import cells_of
from companion.pyramid.notation import colour_of, name_of, shape
from companion.pyramid.positions import Examples
from companion.pyramid.shape import free_lying
from companion.pyramid.sides import sides_of


class PackRat(Game[PackRatState, m.PackRatMove, PackRatOptions]):
    """Three people take free lying dice at the same time, each those that show the number to their side."""

    examples = Examples(4)
    rules = RULES
    hears = HEARS
    scores = by_seat(has)
    outcome = most_points("PR1")
    asks = staticmethod(asks)
    checked = staticmethod(checked)

    def start(self, seats: tuple[str, ...], options: PackRatOptions) -> PackRatState:
        return PackRatState(seats=seats, options=options, dice=dict.fromkeys(seats, 0), roller=seats[0])

    def lies(self, state: PackRatState) -> Layout:
        """PR8: of dice that go back, or may have to, nobody knows whether they lie there already."""
        doubtful = [taken.cell for taken in state.taken if lateness(state, taken) != "in time"]
        return (
            super().lies(state).with_cells({name_of(cell): UNKNOWN for cell in (*state.returning, *doubtful)})
        )

    def view(self, state: PackRatState) -> View:
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
