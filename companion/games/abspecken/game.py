"""ABspecken as the house knows it: every move goes to the module of its subject."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from companion.asks import Ask, Say
from companion.facts import JSON, Fact
from companion.game import About, Game, Options, Outcome, Step
from companion.games.abspecken import (
    asks,
    calls,
    discards,
    piggy,
    refill,
    rounds,
    scoring,
    takes,
    understanding,
    view,
)
from companion.games.abspecken import moves as m
from companion.games.abspecken.callers import clockwise
from companion.games.abspecken.options import AbspeckenOptions, plain_options
from companion.games.abspecken.position import read_position
from companion.games.abspecken.state import AbspeckenState, Phase, Player, fresh_player
from companion.rulings import Question, Refusal
from companion.view import View

# What each move is refused by and what it leads to
RULES: dict[type[Any], tuple[Any, Any]] = {
    m.Ready: (rounds.refuse_ready, rounds.play_ready),
    m.Pick: (rounds.refuse_pick, rounds.play_pick),
    m.Offer: (piggy.refuse_offer, piggy.play_offer),
    m.Roll: (piggy.refuse_roll, piggy.play_roll),
    m.Agree: (piggy.refuse_agree, piggy.play_agree),
    m.Give: (piggy.refuse_give, piggy.play_give),
    m.PickUp: (piggy.refuse_pick_up, piggy.play_pick_up),
    m.Lay: (discards.refuse, discards.play),
    m.Cannot: (calls.refuse_cannot, calls.play_cannot),
    m.Withdraw: (calls.refuse_withdraw, calls.play_withdraw),
    m.Challenge: (calls.refuse_challenge, calls.play_challenge),
    m.Drop: (calls.refuse_drop, calls.play_drop),
    m.Choose: (takes.refuse_choose, takes.play_choose),
    m.Take: (takes.refuse, takes.play),
    m.Refill: (refill.refuse, refill.play),
    m.Count: (scoring.refuse_count, scoring.play_count),
    m.Close: (scoring.refuse_close, scoring.play_close),
}
# What there may be to do in each phase, beside calls and doubts
SUBJECTS: dict[Phase, tuple[Any, ...]] = {
    Phase.SETUP: (rounds,),
    Phase.PICK: (rounds,),
    Phase.ROLL_OFFER: (piggy,),
    Phase.ROLLING: (piggy,),
    Phase.READ: (piggy, discards),
    Phase.PIG: (piggy, discards),
    Phase.ACT: (discards,),
    Phase.TAKE: (takes, piggy),
    Phase.REFILL: (refill,),
    Phase.SCORE: (scoring,),
    Phase.GAME_OVER: (),
}
SHOWN_AT_THE_END = (scoring.refuse_show, scoring.play_show)
SHOWN_IN_DOUBT = (calls.refuse_show, calls.play_show)


class Abspecken(Game[AbspeckenState, m.AbspeckenMove]):
    """The referee of ABspecken."""

    about = About(
        name="abspecken",
        title="ABspecken",
        version=2,
        seats=(2, 5),  # A1
        minutes=30,
        age=8,
        needs=("needs.cards", "needs.pips", "needs.ban_die", "needs.piggy"),
        matter={"stripped": "AM-4"},
        undo_level={"show": 4, "take": 4, "give": 4},
    )
    state = AbspeckenState
    moves = m.AbspeckenMove
    options = AbspeckenOptions

    def start(self, seats: tuple[str, ...], options: AbspeckenOptions) -> AbspeckenState:
        players: dict[str, Player] = {seat: fresh_player() for seat in seats}
        return AbspeckenState(seats=seats, options=options, players=players)

    def refuse(self, state: AbspeckenState, move: m.AbspeckenMove) -> Refusal | None:
        if state.phase is Phase.GAME_OVER:
            return Refusal("A34", Say("game_is_over"))
        return _rules(state, move)[0](state, move)  # type: ignore[no-any-return]

    def play(self, state: AbspeckenState, move: m.AbspeckenMove) -> Step[AbspeckenState]:
        return _rules(state, move)[1](state, move)  # type: ignore[no-any-return]

    def asks(self, state: AbspeckenState) -> tuple[Ask, ...]:
        return asks.asks(state)

    def understand(self, state: AbspeckenState, ask: Ask, fact: Fact) -> m.AbspeckenMove | Question:
        return understanding.understand(state, ask, fact)

    def candidates(self, state: AbspeckenState, seat: str) -> Sequence[m.AbspeckenMove]:
        if seat not in state.players:
            return ()
        calling = calls.candidates(state, seat)
        doing = [subject.candidates(state, seat) for subject in SUBJECTS[state.phase]]
        return tuple(chain(*doing, calling)) if calling or len(doing) != 1 else doing[0]

    def scores(self, state: AbspeckenState) -> dict[str, int]:
        """A33: zero is the best there is."""
        return {seat: -total for seat, total in scoring.totals(state).items()}

    def outcome(self, state: AbspeckenState) -> Outcome | None:
        return scoring.outcome(state)

    def view(self, state: AbspeckenState) -> View:
        return view.view(state)

    def break_tie(self, state: AbspeckenState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        return clockwise(state, tuple(seats))

    def public(self, state: AbspeckenState) -> AbspeckenState:
        return view.public(state)

    def read_position(self, value: JSON) -> AbspeckenState:
        return read_position(value)

    def read_options(self, value: Mapping[str, JSON]) -> Options:
        return super().read_options(plain_options(value))


def _rules(state: AbspeckenState, move: m.AbspeckenMove) -> tuple[Any, Any]:
    if isinstance(move, m.Show):
        return SHOWN_AT_THE_END if state.phase is Phase.SCORE else SHOWN_IN_DOUBT
    return RULES[type(move)]
