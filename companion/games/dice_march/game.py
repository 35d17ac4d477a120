"""Dice March as the contract of a game wants it."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from companion.candidates import Candidates
from companion.facts import JSON
from companion.game import About, Game, expect
from companion.games.dice_march.asks import asks, understand
from companion.games.dice_march.marching import all_tips
from companion.games.dice_march.moves import Begin, Draw, First, MarchMove, Tip, Turn
from companion.games.dice_march.rules import funnels_to_order, play, refuse
from companion.games.dice_march.state import (
    MarchOptions,
    MarchState,
    axis_of,
    left_handed,
    outcome,
    own_cells,
    owner,
    scores,
    start_pyramid,
)
from companion.games.dice_march.view import view
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import shape, spelled_out
from companion.pyramid.positions import check, check_end


@lru_cache(maxsize=256)
def _turns_of(seat: str, cell: Cell) -> tuple[Turn, ...]:
    """Every way in which the die at *cell* can be turned."""
    return tuple(Turn(cell=cell, faces=faces, seat=seat) for faces in ORIENTATIONS)


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

    def candidates(self, state: MarchState, seat: str) -> Sequence[MarchMove]:
        if state.phase == "begin":
            return (Begin(seat=seat),)
        draw = () if seat in state.draw else (Draw(seat=seat),)
        if state.phase == "order":
            return tuple(First(funnel=funnel, seat=seat) for funnel in funnels_to_order(state))
        if seat != state.on_turn:
            return draw
        cells = own_cells(state, seat)
        tips = all_tips(shape(state.pyramid), cells, axis_of(state, seat))
        turns = chain.from_iterable([_turns_of(seat, cell) for cell in cells])
        return Candidates(lambda way: Tip(cell=way[0], to=way[1], seat=seat), tips, *turns, *draw)

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
