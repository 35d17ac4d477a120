"""Dice March as the contract of a game wants it."""

from msgspec.structs import replace

from companion.facts import JSON
from companion.game import About, Game, expect
from companion.games.dice_march.asks import asks, understand
from companion.games.dice_march.moves import MarchMove
from companion.games.dice_march.rules import funnels_to_order, play, refuse
from companion.games.dice_march.state import (
    MarchOptions,
    MarchState,
    left_handed,
    outcome,
    owner,
    scores,
    start_pyramid,
)
from companion.games.dice_march.view import view
from companion.pyramid.notation import spelled_out
from companion.pyramid.positions import check, check_end


class DiceMarch(Game[MarchState, MarchMove, MarchOptions]):
    """Pure strategy on the base form, five dice a player."""

    own_dice = ("red", "yellow", "white")
    about = About(
        name="dice_march",
        title="Dice March",
        version=1,
        seats=(3, 3),
        minutes=20,
        age=10,
        needs=("needs.march",),
        things=("pyramid",),
        picture=("pyramid 1",),
        matter={"repetition": "A-DM5", "ownTie": "A-DM1", "multi": "A-DM2"},
    )
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    scores = staticmethod(scores)
    outcome = staticmethod(outcome)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: MarchOptions) -> MarchState:
        return MarchState(seats=seats, options=options, on_turn=seats[0], pyramid=start_pyramid())

    def read_position(self, value: JSON) -> MarchState:
        """Without a word about them, all dice stand at their start and the first seat is on turn."""
        plain = spelled_out(value, "pyramid")
        if isinstance(plain, dict):
            plain = {"pyramid": start_pyramid(), **plain}
        state = super().read_position(plain)
        state = replace(state, on_turn=state.on_turn or next(iter(state.seats), ""))
        counted = (*state.won, *state.removed, *state.captured, *state.recent, *state.draw, *state.winners)
        check(state.pyramid, state.seats, self.about.seats, (state.on_turn, *counted))
        is_known = "?" not in "".join(state.pyramid.values())
        expect(is_known, "the colour and all three numbers of every die")
        expect(not left_handed(state.pyramid), "right-handed dice (A-DM10)")
        expect(state.phase != "order" or bool(funnels_to_order(state)), "a tip with two funnels")
        known = state.picked is None or bool(owner(state, state.picked))
        expect(known, "a die where somebody has picked one")
        check_end(state.phase, state.winners, state.end_rule)
        return state
