"""What a screen may show of Cui bono?: the drawn pyramid, the kept dice, the minus points."""

from companion.asks import Say
from companion.facts import JSON
from companion.games.cui_bono.handling import takeable
from companion.games.cui_bono.state import CuiBonoState, costs, kept_by, limit, minus_points
from companion.pyramid.agree import colour_says
from companion.pyramid.notation import COLOURS, name_of, open_funnels
from companion.view import Row, SeatPanel, Stat, View


def view(state: CuiBonoState) -> View:
    """All that a public screen may show."""
    return View(
        phase=Say(f"phase.{state.phase}", {"seat": state.on_turn, "colour": colour_says(state.die[0])}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        sheet=tuple(_row(state, colour) for colour in COLOURS),
        detail=_detail(state),
    )


def _panel(state: CuiBonoState, seat: str) -> SeatPanel:
    kept = kept_by(state, seat)
    stats = (
        Stat(Say("stat.kept"), f"{len(kept)}/{limit(len(state.seats))}"),
        Stat(Say("stat.put_back"), str(state.put_back.get(seat, 0))),
    )
    points = minus_points(kept, costs(state.options.points))
    return SeatPanel(seat, -points, stats, turn=seat == state.on_turn and state.phase != "over")


def _row(state: CuiBonoState, colour: str) -> Row:
    counts = (kept_by(state, seat).count(colour) for seat in state.seats)
    return Row(colour_says(colour), tuple(str(count) for count in counts))


def _detail(state: CuiBonoState) -> JSON:
    offered = takeable(state.pyramid) if state.phase == "take" else open_funnels(state.pyramid)
    return {
        "pyramid": {name: f"{die[0]}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in offered] if state.phase in ("take", "put") else [],
        "took": name_of(state.took) if state.took else None,
        "vacated": name_of(state.vacated) if state.vacated else None,
    }
