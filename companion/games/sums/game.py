"""Sums as a game of the house."""

from collections.abc import Sequence

from companion.facts import JSON
from companion.game import About, Game, Outcome, shared
from companion.games.sums import moves as m
from companion.games.sums.asks import asks, understand
from companion.games.sums.rules import play, refuse, tie_order, without_dice
from companion.games.sums.state import SumsOptions, SumsState, checked, dice_left, fair_share
from companion.games.sums.view import view
from companion.pyramid.cells import BASE
from companion.pyramid.notation import spelled_out
from companion.pyramid.positions import Examples


class Sums(Game[SumsState, m.SumsMove, SumsOptions]):
    """Everybody searches at once for a funnel with the rolled sum; right calls get rid of dice."""

    about = About(
        name="sums",
        title="Sums",
        version=1,
        seats=(2, 6),
        minutes=40,
        age=8,
        needs=("needs.pyramid",),
        things=("pyramid",),
        picture=("pyramid 3", "pips 4", "pips 6", "pips 3"),
        here={"niete_button": "own"},
        matter={"all_pass": "A-SU2", "niete_button": "A-SU3", "niete_judge": "A-SU1"},
    )
    examples = Examples(4, BASE, {"m": 45})
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: SumsOptions) -> SumsState:
        supply = dict.fromkeys(seats, fair_share(len(seats)))
        return SumsState(seats=seats, options=options, supply=supply, roller=seats[0])

    def scores(self, state: SumsState) -> dict[str, int]:
        """The dice that are still to be placed: the fewer, the better."""
        return {seat: dice_left(state, seat) for seat in state.seats}

    def outcome(self, state: SumsState) -> Outcome | None:
        """SU1, SU9: who has no dice left wins; several at once share."""
        if state.phase != "over":
            return None
        return shared(without_dice(state.supply, state.seats), self.scores(state), "SU9")

    def break_tie(self, state: SumsState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        """A-SU5: round the table from the roller's left; as a house rule who has most dice comes first."""
        order = tie_order(state.seats, state.roller, seats)
        if state.options.tie == "left":
            return order
        return tuple(sorted(order, key=lambda seat: -dice_left(state, seat)))

    def read_position(self, value: JSON) -> SumsState:
        return checked(super().read_position(spelled_out(value, "pyramid")))
