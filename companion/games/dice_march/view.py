"""What a screen shows of Dice March."""

from companion.asks import Say
from companion.games.dice_march.state import MarchState, axis_of, colour, distance, own_cells, score
from companion.pyramid.agree import colour_says
from companion.pyramid.sides import sides_of
from companion.view import Row, SeatPanel, Stat, View, counted


def view(state: MarchState) -> View:
    """The base form, the dice won and lost and whose turn it is. Both ways to count are shown (A-DM3)."""
    return View(
        phase=Say(f"phase.{state.phase}", {"seat": state.on_turn}),
        panels=tuple(_panel(state, seat) for seat in state.seats),
        sheet=(
            counted(Say("sheet.won"), state.won, state.seats),
            counted(Say("sheet.removed"), state.removed, state.seats),
            counted(Say("sheet.captured"), state.captured, state.seats),
            Row(Say("sheet.score"), tuple(str(score(state, seat, "literal")) for seat in state.seats)),
            Row(Say("sheet.score_all"), tuple(str(score(state, seat, "all")) for seat in state.seats)),
        ),
        detail={"pyramid": state.pyramid, "sides": sides_of(state.seats)},
    )


def _panel(state: MarchState, seat: str) -> SeatPanel:
    cells = own_cells(state, seat)
    nearest = min((distance(axis_of(state, seat), cell) for cell in cells), default=None)
    own = Stat(colour_says(colour(state, seat)), str(len(cells)))
    stats = (own, Stat(Say("stat.to_goal"), "" if nearest is None else str(nearest)))
    points = score(state, seat, state.options.score)
    on_turn = seat == state.on_turn and state.phase == "play"
    return SeatPanel(seat, points, stats, turn=on_turn, out=not cells)
