"""Squeeze Play as the contract of a game wants it."""

from msgspec.structs import replace

from companion.facts import JSON
from companion.game import About, Game
from companion.games.squeeze_play.asks import asks, understand
from companion.games.squeeze_play.moves import SqueezeMove
from companion.games.squeeze_play.rules import outcome, play, refuse, scores
from companion.games.squeeze_play.state import SqueezeOptions, SqueezeState
from companion.games.squeeze_play.view import view
from companion.pyramid.notation import spelled_out
from companion.pyramid.positions import check, check_cells, check_end


class SqueezePlay(Game[SqueezeState, SqueezeMove, SqueezeOptions]):
    """Builds the pyramid; 55 dice a player, one colour each."""

    own_dice = ("red", "yellow", "white")
    about = About(
        name="squeeze_play",
        title="Squeeze Play",
        version=1,
        seats=(3, 3),
        minutes=30,
        age=10,
        needs=("needs.pyramid",),
        things=("pyramid",),
        picture=("pyramid 5", "pips 6"),
        matter={"mustBuild": "A-SP9", "one": "A-SP3", "centre": "A-SP1"},
    )
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    scores = staticmethod(scores)
    outcome = staticmethod(outcome)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: SqueezeOptions) -> SqueezeState:
        return SqueezeState(seats=seats, options=options, on_turn=seats[0])

    def read_position(self, value: JSON) -> SqueezeState:
        """Without a word about it, the first seat is on turn."""
        state = super().read_position(spelled_out(value, "pyramid"))
        state = replace(state, on_turn=state.on_turn or next(iter(state.seats), ""))
        named = (state.on_turn, state.starter, *state.supply, *state.turns, *state.winners)
        check(state.pyramid, state.seats, self.about.seats, named)
        check_cells((*state.start, *state.tapped))
        check_end(state.phase, state.winners, state.end_rule)
        return state
