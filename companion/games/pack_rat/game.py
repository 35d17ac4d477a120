"""Pack Rat as a game of the house."""

from collections.abc import Sequence

from companion.candidates import Candidates
from companion.cards import UNKNOWN
from companion.facts import JSON
from companion.game import About, Game, Outcome, most_wins
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.asks import asks, understand
from companion.games.pack_rat.late import lateness, may_be_over
from companion.games.pack_rat.rules import play, refuse
from companion.games.pack_rat.state import PackRatOptions, PackRatState, checked, has, rest, side_of
from companion.games.pack_rat.takes import possible
from companion.games.pack_rat.view import view
from companion.layout import Layout
from companion.pyramid.cells import Cell
from companion.pyramid.notation import name_of, spelled_out
from companion.pyramid.positions import mixed

EXAMPLES = 4  # pyramids to try, beside the one that nobody has looked at
MOST_IN_A_ROUND = 20  # more dice than anybody takes in one round


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
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: PackRatOptions) -> PackRatState:
        return PackRatState(seats=seats, options=options, dice=dict.fromkeys(seats, 0), roller=seats[0])

    def candidates(self, state: PackRatState, seat: str) -> Sequence[m.PackRatMove]:
        match state.phase:
            case "build":
                return _ways_to_build(seat)
            case "roll" if not state.rounds or seat == state.roller:
                return [m.Roll(seat=seat, number=number) for number in range(1, 7)]
            case "hunt":
                cells, stop = _may_take(state, seat), [m.Stop(seat=seat)] if seat == state.roller else []
                return Candidates(lambda cell: m.Take(seat=seat, cells=(cell,)), cells, *stop)
            case "audit":
                return _answers(state, seat)
            case "settle":
                return [m.Settle(seat=seat)]
        return []

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


def _ways_to_build(seat: str) -> list[m.PackRatMove]:
    seen = [m.Built(seat=seat, pyramid=mixed(number)) for number in range(1, EXAMPLES + 1)]
    return [*seen, m.Built(seat=seat), m.Built(seat=seat, follow="counts")]


def _may_take(state: PackRatState, seat: str) -> tuple[Cell, ...]:
    """What *seat* may take: surely, or as far as unknown numbers allow (PR3)."""
    if state.follow == "counts":
        return ()
    return possible(state.pyramid, state.number, side_of(state, seat))


def _answers(state: PackRatState, seat: str) -> list[m.PackRatMove]:
    if state.follow == "counts":
        most = min(rest(state), MOST_IN_A_ROUND)
        if may_be_over(state):
            return [m.BaseOnly(seat=seat, yes=yes) for yes in (True, False)]
        return [] if seat in state.counted else [m.Counted(seat=seat, dice=n) for n in range(most + 1)]
    open_dice = [taken for taken in state.taken if not taken.seat]
    judged = [taken for taken in state.taken if taken.seat]
    claims: list[m.PackRatMove] = [m.Claim(seat=seat, cell=taken.cell) for taken in open_dice]
    return [*claims, *(m.Judge(seat=seat, cell=t.cell, late=late) for t in judged for late in (True, False))]
