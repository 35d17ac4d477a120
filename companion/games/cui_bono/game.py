"""Cui bono? as a game of the house."""

from msgspec.structs import replace

from companion.asks import Say
from companion.facts import JSON
from companion.game import About, Game, Outcome, shared
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.asks import asks, understand
from companion.games.cui_bono.rules import play, refuse
from companion.games.cui_bono.state import (
    CuiBonoOptions,
    CuiBonoState,
    checked,
    costs,
    kept_by,
    minus_points,
    winners,
)
from companion.games.cui_bono.view import view
from companion.layout import Layout
from companion.pyramid.notation import name_of, spelled_out
from companion.pyramid.positions import Examples


class CuiBono(Game[CuiBonoState, m.CuiBonoMove, CuiBonoOptions]):
    """Take a die from the lowest layer and find it a new place, or it costs points."""

    about = About(
        name="cui_bono",
        title="Cui bono?",
        version=1,
        seats=(2, 6),
        minutes=15,
        age=8,
        needs=("needs.pyramid",),
        things=("pyramid",),
        picture=("pyramid 9",),
        matter={"points": "A-CB1", "voluntary": "A-CB4", "min_row": "A-CB2"},
    )
    examples = Examples(6)
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: CuiBonoOptions) -> CuiBonoState:
        """A-CB5: nobody has a supply here."""
        return CuiBonoState(seats=seats, options=options, kept=dict.fromkeys(seats, ""), on_turn=seats[0])

    def scores(self, state: CuiBonoState) -> dict[str, int]:
        """Minus points, as negative numbers."""
        cost = costs(state.options.points)
        return {seat: -minus_points(kept_by(state, seat), cost) for seat in state.seats}

    def outcome(self, state: CuiBonoState) -> Outcome | None:
        """CB1, CB14: the fewest minus points, then the fewest dice, then shared."""
        if state.phase != "over":
            return None
        best, scores = winners(state.kept, state.seats, costs(state.options.points)), self.scores(state)
        won = shared(best, scores, "CB14", n=-scores[best[0]])
        if len(best) == 1 and list(scores.values()).count(scores[best[0]]) > 1:
            return replace(won, says=Say("outcome.fewest_dice", won.says.args))
        return won

    def lies(self, state: CuiBonoState) -> Layout:
        """CB7: the die that is tried out lies there while the table judges."""
        trying = {name_of(state.trying): f"{state.die[0]}???"} if state.trying else {}
        return super().lies(state).with_cells(trying)

    def read_position(self, value: JSON) -> CuiBonoState:
        return checked(super().read_position(spelled_out(value, "pyramid")))
