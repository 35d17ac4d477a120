"""What a screen may show of Sums. The drawn pyramid has no numbers: adding up is the game."""

from companion.asks import Say
from companion.facts import JSON
from companion.games.sums.state import SumsState, dice_left
from companion.pyramid.notation import colour_of, name_of, open_funnels
from companion.view import Die, Row, SeatPanel, Stat, View, counted


def view(state: SumsState) -> View:
    """All that a public screen may show."""
    rolled = state.roll if state.phase not in ("build", "roll") else ()
    return View(
        phase=Say(f"phase.{state.phase}", {"seat": state.caller or state.roller}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        dice=tuple(Die("pips", str(number)) for number in rolled),
        sheet=_sheet(state) if state.phase == "over" else (),
        detail=_detail(state),
    )


def _panel(state: SumsState, seat: str) -> SeatPanel:
    stats = (Stat(Say("stat.left"), str(dice_left(state, seat))),)
    on_turn = seat == (state.caller or state.roller)
    return SeatPanel(seat, dice_left(state, seat), stats, turn=on_turn and state.phase != "over")


def _sheet(state: SumsState) -> tuple[Row, ...]:
    return (
        counted(Say("row.left"), state.supply, state.seats),
        counted(Say("row.right"), state.right, state.seats),
        counted(Say("row.wrong"), state.wrong, state.seats),
        Row(Say("row.reaction"), tuple(_mean_reaction(state, seat) for seat in state.seats)),
    )


def _mean_reaction(state: SumsState, seat: str) -> str:
    calls = state.right.get(seat, 0)
    return f"{state.reaction_ms.get(seat, 0) / calls / 1000:.1f} s" if calls else "-"


def _detail(state: SumsState) -> JSON:
    return {
        "pyramid": {name: f"{colour_of(die)}???" for name, die in state.pyramid.items()},
        "offered": [name_of(cell) for cell in open_funnels(state.pyramid)],
        "shown": name_of(state.shown) if state.shown else None,
    }
