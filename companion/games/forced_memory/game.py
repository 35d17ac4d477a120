"""Forced Memory as a game of the house."""

from msgspec.structs import replace

from companion.cards import UNKNOWN
from companion.facts import JSON
from companion.game import About, Game, Outcome, most_wins
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.asks import asks, understand
from companion.games.forced_memory.rules import play, refuse
from companion.games.forced_memory.state import ForcedMemoryOptions, ForcedMemoryState, checked, won_by
from companion.games.forced_memory.view import view
from companion.layout import Layout
from companion.pyramid.cells import BASE
from companion.pyramid.notation import name_of, spelled_out
from companion.pyramid.positions import Examples


class ForcedMemory(Game[ForcedMemoryState, m.ForcedMemoryMove, ForcedMemoryOptions]):
    """Remember which sums lie under the red dice, and lift the one that matches the roll."""

    about = About(
        name="forced_memory",
        title="Forced Memory",
        version=1,
        seats=(2, 8),  # A-FM2: more than six only where the house rule allows it
        minutes=15,
        age=8,
        needs=("needs.pyramid",),
        things=("pyramid",),
        picture=("pyramid 2",),
        matter={"reroll": "A-FM1"},
        undo_level={"lift": 3, "read": 3},  # a sum was revealed
    )
    examples = Examples(4, BASE, {"y": 45})
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: ForcedMemoryOptions) -> ForcedMemoryState:
        won = dict.fromkeys(seats, 0)
        return ForcedMemoryState(seats=seats, options=options, won=won, on_turn=seats[0])

    def seat_range(self, options: ForcedMemoryOptions) -> tuple[int, int]:
        """A-FM2: up to six, or seven or eight by house rule."""
        return self.about.seats[0], options.max_players

    def scores(self, state: ForcedMemoryState) -> dict[str, int]:
        return {seat: won_by(state, seat) for seat in state.seats}

    def outcome(self, state: ForcedMemoryState) -> Outcome | None:
        """FM8; with eight players the most dice win when all funnels are gone (A-FM2)."""
        if state.phase != "over":
            return None
        return most_wins(self.scores(state), "FM8")

    def lies(self, state: ForcedMemoryState) -> Layout:
        """FM3, FM5: of the die that was lifted, or belongs back, nobody knows whether it lies there."""
        loose = {name_of(cell): UNKNOWN for cell in (state.lifted, state.back) if cell}
        return super().lies(state).with_cells(loose)

    def public(self, state: ForcedMemoryState) -> ForcedMemoryState:
        """No number of a yellow die and no sum: remembering them is the game (FM10)."""
        hidden = {name: f"{die[0]}???" for name, die in state.pyramid.items()}
        return replace(state, pyramid=hidden, shown={})

    def read_position(self, value: JSON) -> ForcedMemoryState:
        return checked(super().read_position(spelled_out(value, "pyramid")))
