"""What a screen shows of Squeeze Play."""

from companion.asks import Say
from companion.games.squeeze_play.state import SqueezeState, colour, own_dice, supply_of
from companion.pyramid.agree import colour_says
from companion.pyramid.cells import FULL
from companion.pyramid.notation import shape
from companion.pyramid.shape import below
from companion.pyramid.sides import sides_of
from companion.view import Die, Row, SeatPanel, Stat, View, counted


def view(state: SqueezeState) -> View:
    """The pyramid, the supplies and whose turn it is."""
    return View(
        phase=Say(f"phase.{state.phase.replace(' ', '_')}", {"seat": state.on_turn}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        dice=(Die("pips", str(state.rolled)),) if state.rolled else (),
        sheet=(
            Row(Say("sheet.left"), tuple(str(supply_of(state, seat)) for seat in state.seats)),
            counted(Say("sheet.turns"), state.turns, state.seats),
        ),
        detail={"pyramid": state.pyramid, "sides": sides_of(state.seats)},
    )


def _panel(state: SqueezeState, seat: str) -> SeatPanel:
    left = supply_of(state, seat)
    own = Stat(colour_says(colour(state, seat)), str(left))
    free = Stat(Say("stat.open"), str(_open(state, seat)))
    on_turn = seat == state.on_turn and state.phase != "over"
    return SeatPanel(seat, 55 - left, (own, free), turn=on_turn)


def _open(state: SqueezeState, seat: str) -> int:
    """On how many own dice somebody can still build: above an edge are two places, above the top none."""
    empty = FULL & ~shape(state.pyramid)
    return (own_dice(state, seat) & below(empty)).bit_count()
