"""Dice March as a game of the house."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Game, expect
from companion.games.dice_march import state as s
from companion.games.dice_march.asks import asks, understand
from companion.games.dice_march.moves import MarchMove
from companion.games.dice_march.rules import RULES, funnels_to_order
from companion.layout import Row, SeatPanel, Stat, View, counted
from companion.pyramid.agree import colour_says
from companion.pyramid.positions import check, check_end
from companion.pyramid.sides import sides_of


class DiceMarch(Game[s.MarchState, MarchMove, s.MarchOptions]):
    """Pure strategy on the base form, five dice a player."""

    own_dice = ("red", "yellow", "white")
    rules = RULES
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    scores = staticmethod(s.scores)
    outcome = staticmethod(s.outcome)

    def start(self, seats: tuple[str, ...], options: s.MarchOptions) -> s.MarchState:
        return s.MarchState(seats=seats, options=options, on_turn=seats[0])

    def checked(self, state: s.MarchState) -> s.MarchState:
        """Without a word about it, the first seat is on turn."""
        state = replace(state, on_turn=state.on_turn or next(iter(state.seats), ""))
        counted = (*state.won, *state.removed, *state.captured, *state.recent, *state.draw, *state.winners)
        check(state.pyramid, state.seats, self.about.seats, (state.on_turn, *counted))
        is_known = "?" not in "".join(state.pyramid.values())
        expect(is_known, "the colour and all three numbers of every die")
        expect(not s.left_handed(state.pyramid), "right-handed dice (A-DM10)")
        expect(state.phase != "order" or bool(funnels_to_order(state)), "a tip with two funnels")
        known = state.picked is None or bool(s.owner(state, state.picked))
        expect(known, "a die where somebody has picked one")
        check_end(state.phase, state.winners, state.end_rule)
        return state

    def view(self, state: s.MarchState) -> View:
        """The base form, the dice won and lost and whose turn it is. Both ways to count are shown (A-DM3)."""
        return View(
            phase=Say(f"phase.{state.phase}", {"seat": state.on_turn}),
            panels=tuple(_panel(state, seat) for seat in state.seats),
            sheet=(
                counted(Say("sheet.won"), state.won, state.seats),
                counted(Say("sheet.removed"), state.removed, state.seats),
                counted(Say("sheet.captured"), state.captured, state.seats),
                Row(Say("sheet.score"), tuple(str(s.score(state, seat, "literal")) for seat in state.seats)),
                Row(Say("sheet.score_all"), tuple(str(s.score(state, seat, "all")) for seat in state.seats)),
            ),
            detail={"pyramid": state.pyramid, "sides": sides_of(state.seats)},
        )


def _panel(state: s.MarchState, seat: str) -> SeatPanel:
    cells = s.own_cells(state, seat)
    nearest = min((s.distance(s.axis_of(state, seat), cell) for cell in cells), default=None)
    own = Stat(colour_says(s.colour(state, seat)), str(len(cells)))
    stats = (own, Stat(Say("stat.to_goal"), "" if nearest is None else str(nearest)))
    points = s.score(state, seat, state.options.score)
    on_turn = seat == state.on_turn and state.phase == "play"
    return SeatPanel(seat, points, stats, turn=on_turn, out=not cells)
