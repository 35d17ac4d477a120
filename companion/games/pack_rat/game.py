"""Pack Rat as a game of the house."""

from companion.cards import UNKNOWN
from companion.facts import JSON
from companion.game import About, Game, Outcome, most_wins
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.asks import asks, understand
from companion.games.pack_rat.late import lateness
from companion.games.pack_rat.rules import play, refuse
from companion.games.pack_rat.state import PackRatOptions, PackRatState, checked, has
from companion.games.pack_rat.view import view
from companion.layout import Layout
from companion.pyramid.notation import name_of, spelled_out
from companion.pyramid.positions import Examples


class PackRat(Game[PackRatState, m.PackRatMove, PackRatOptions]):
    """Three people take free lying dice at the same time, each those that show the number to their side."""

    about = About(
        name="pack_rat",
        title="Pack Rat",
        version=1,
        seats=(3, 3),
        minutes=15,
        age=8,
        needs=("needs.pyramid",),
        things=("pyramid",),
        picture=("pyramid 7", "pips 4"),
    )
    examples = Examples(4)
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: PackRatOptions) -> PackRatState:
        return PackRatState(seats=seats, options=options, dice=dict.fromkeys(seats, 0), roller=seats[0])

    def scores(self, state: PackRatState) -> dict[str, int]:
        return {seat: has(state, seat) for seat in state.seats}

    def outcome(self, state: PackRatState) -> Outcome | None:
        """PR1: the most dice win, and ties share."""
        if state.phase != "over":
            return None
        return most_wins(self.scores(state), "PR1")

    def lies(self, state: PackRatState) -> Layout:
        """PR8: of dice that go back, or may have to, nobody knows whether they lie there already."""
        doubtful = [taken.cell for taken in state.taken if lateness(state, taken) != "in time"]
        return (
            super().lies(state).with_cells({name_of(cell): UNKNOWN for cell in (*state.returning, *doubtful)})
        )

    def read_position(self, value: JSON) -> PackRatState:
        return checked(super().read_position(spelled_out(value, "pyramid")))
