"""Sums as a game of the house."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement

from companion.candidates import Candidates
from companion.facts import JSON
from companion.game import About, Game, Outcome, shared
from companion.games.sums import moves as m
from companion.games.sums.asks import asks, understand
from companion.games.sums.rules import play, refuse, tie_order, without_dice
from companion.games.sums.state import SumsOptions, SumsState, checked, dice_left, fair_share
from companion.games.sums.view import view
from companion.pyramid.agree import Built
from companion.pyramid.cells import BASE, Cell
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import die, open_funnels, spelled_out
from companion.pyramid.positions import mixed

EXAMPLES = 4  # filled bases to try, beside the one that nobody has looked at
WAYS = tuple(die("?", faces) for faces in ORIENTATIONS)
ROLLS = tuple(combinations_with_replacement(range(1, 7), 3))


@lru_cache(maxsize=32)
def _rolls(seat: str) -> tuple[m.Roll, ...]:
    return tuple(m.Roll(seat=seat, dice=dice) for dice in ROLLS)


@lru_cache(maxsize=32)
def _calls(seat: str) -> tuple[m.SumsMove, ...]:
    return m.Stop(seat=seat), m.Niete(seat=seat), m.GiveUp(seat=seat)


@lru_cache(maxsize=256)
def _places(seat: str, cell: Cell) -> tuple[m.Place, ...]:
    return tuple(m.Place(seat=seat, cell=cell, die=die) for die in WAYS)


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
    refuse = staticmethod(refuse)
    play = staticmethod(play)
    asks = staticmethod(asks)
    understand = staticmethod(understand)
    view = staticmethod(view)

    def start(self, seats: tuple[str, ...], options: SumsOptions) -> SumsState:
        supply = dict.fromkeys(seats, fair_share(len(seats)))
        return SumsState(seats=seats, options=options, supply=supply, roller=seats[0])

    def candidates(self, state: SumsState, seat: str) -> Sequence[m.SumsMove]:
        cells = open_funnels(state.pyramid) if state.phase in ("show", "check", "place") else ()
        match state.phase:
            case "build":
                bases = (mixed(number, BASE, {"m": 45}) for number in range(1, EXAMPLES + 1))
                seen = [Built(seat=seat, pyramid=base) for base in bases]
                return [*seen, Built(seat=seat)]
            case "roll" if not state.rounds or seat == state.roller:
                return _rolls(seat)
            case "search":
                return _calls(seat)
            case "show" if seat == state.caller:
                return Candidates(lambda cell: m.Show(seat=seat, cell=cell), cells, m.Niete(seat=seat))
            case "add":
                return [m.Summed(seat=seat, sum=total) for total in range(3, 19)]
            case "check" if seat != state.caller:
                return Candidates(lambda cell: m.Show(seat=seat, cell=cell), cells, m.Stand(seat=seat))
            case "place" if seat == state.caller:
                wanted = cells if state.shown is None else (state.shown,)
                return tuple(chain.from_iterable([_places(seat, cell) for cell in wanted]))
        return []

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
