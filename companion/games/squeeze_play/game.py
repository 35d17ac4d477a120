"""Squeeze Play as a game of the house."""

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Game
from companion.games.squeeze_play.asks import asks, understand
from companion.games.squeeze_play.moves import SqueezeMove
from companion.games.squeeze_play.rules import RULES, outcome, scores
from companion.games.squeeze_play.state import SqueezeOptions, SqueezeState, colour, own_dice, supply_of
from companion.layout import Die, Row, SeatPanel, Stat, View, counted
from companion.pyramid.agree import colour_says
from companion.pyramid.cells import FULL
from companion.pyramid.notation import shape
from companion.pyramid.positions import check, check_cells, check_end
from companion.pyramid.shape import below
from companion.pyramid.sides import sides_of


class SqueezePlay(Game[SqueezeState, SqueezeMove, SqueezeOptions]):
    """Builds the pyramid; 55 dice a player, one colour each."""

    own_dice = ("red", "yellow", "white")
    rules = RULES
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    scores = staticmethod(scores)
    outcome = staticmethod(outcome)

    def start(self, seats: tuple[str, ...], options: SqueezeOptions) -> SqueezeState:
        return SqueezeState(seats=seats, options=options, on_turn=seats[0])

    def checked(self, state: SqueezeState) -> SqueezeState:
        """Without a word about it, the first seat is on turn."""
        state = replace(state, on_turn=state.on_turn or next(iter(state.seats), ""))
        named = (state.on_turn, state.starter, *state.supply, *state.turns, *state.winners)
        check(state.pyramid, state.seats, self.about.seats, named)
        check_cells((*state.start, *state.tapped))
        check_end(state.phase, state.winners, state.end_rule)
        return state

    def view(self, state: SqueezeState) -> View:
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
