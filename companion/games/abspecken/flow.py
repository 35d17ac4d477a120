"""What follows by itself: after an action the takes, after the takes the check, then refilling or scoring."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion import cards
from companion.game import Step, anew, clockwise_from, next_seat
from companion.games.abspecken import knowledge
from companion.games.abspecken.moves import Pick, Ready, Refill
from companion.games.abspecken.state import HAND, AbspeckenState, Call, Phase, Player
from companion.games.abspecken.turn import acting, not_now, victims, waiting
from companion.rulings import Note, Refusal, against, announce, tell


def after_action(state: AbspeckenState) -> Step[AbspeckenState]:
    """A26: when everybody has discarded or called, the callers take."""
    if not all(state.acted(seat) for seat in state.seats):
        return Step(replace(state, phase=acting(state)))
    return serve(replace(state, phase=Phase.TAKE))


def nobody_takes(state: AbspeckenState) -> bool:
    """A24, AM-1: there are callers, nobody has taken, and nobody can choose anybody: the table goes on."""
    callers = waiting(state) if state.phase is Phase.TAKE and not takes_begun(state) else ()
    return bool(callers) and not any(victims(state, caller) for caller in callers)


def takes_begun(state: AbspeckenState) -> bool:
    """A24: until then a call may be taken back."""
    return any(player.robbed for player in state.players.values())


def serve(state: AbspeckenState) -> Step[AbspeckenState]:
    """The next caller takes; whoever can choose nobody takes nothing (AM-1)."""
    if nobody_takes(state):
        return Step(state, (announce("A24", "nobody_takes", n=len(state.calls)),))
    return pass_over(state)


def pass_over(state: AbspeckenState) -> Step[AbspeckenState]:
    """To the next caller who can choose somebody; the others take nothing."""
    notes: list[Note] = []
    while callers := waiting(state):
        caller = callers[0]
        if victims(state, caller):
            notes.append(announce("A23", "take_now", caller))
            return Step(state, tuple(notes))
        notes.append(tell("AM-1", "nobody_to_take_from", caller))
        state = served(state, caller)
    return check(state).after(*notes)


def served(state: AbspeckenState, caller: str) -> AbspeckenState:
    def done(call: Call) -> Call:
        return replace(call, served=True) if call.seat == caller else call

    return replace(state, calls=tuple(map(done, state.calls)))


def check(state: AbspeckenState) -> Step[AbspeckenState]:
    """A30: the round ends when somebody is out; otherwise hands are refilled."""
    out = tuple(seat for seat in state.seats if is_out(state, seat))
    if out:
        return Step(replace(state, phase=Phase.SCORE, out=out), tuple(_out_notes(state, out)))
    if not still_to_refill(state):
        return next_playthrough(state)
    notes = tuple(tell("A27", "refill_now", seat, n=due(state, seat)) for seat in still_to_refill(state))
    return Step(replace(state, phase=Phase.REFILL), notes)


def _out_notes(state: AbspeckenState, out: tuple[str, ...]) -> Iterator[Note]:
    """A31: all who have finished; AM-4: whose last card was taken away, and that this counts here."""
    key = "out" if len(out) == 1 else "out_together"
    yield announce("A30", key, out[0], seats=list(out))
    for seat in out:
        if state.player(seat).robbed:
            yield announce("AM-4", "out_by_take", seat)


def is_out(state: AbspeckenState, seat: str) -> bool:
    """A30, AM-4: no card left, not a caller in this playthrough; perhaps not by losing the last one."""
    player = state.player(seat)
    if player.own or state.called(seat):
        return False
    return not player.robbed or state.options.stripped == "out"


# --- setting up, and what comes after a playthrough or a round (A1, A3, A8 to A11, A36, A37) ---


def refuse_ready(state: AbspeckenState, move: Ready) -> Refusal | None:
    """A11: before the first round somebody has to be the youngest."""
    if not state.youngest and move.youngest not in state.players:
        return against("A11", "who_is_youngest", seats=list(state.seats))
    return None


def play_ready(state: AbspeckenState, move: Ready) -> Step[AbspeckenState]:
    youngest = state.youngest or move.youngest
    roller = state.roller or youngest
    ready = replace(state, phase=Phase.PICK, youngest=youngest, roller=roller)
    return Step(ready, (announce("A9", "pick_five"),))


def refuse_pick(state: AbspeckenState, move: Pick) -> Refusal | None:
    """A9: five cards of one's own set; A10: once picked, they stay."""
    if state.player(move.seat).hand:
        return against("A10", "hand_is_fixed", seat=move.seat)
    if move.cards and len(move.cards) != HAND:
        return against("A9", "pick_exactly_five", seat=move.seat, n=len(move.cards))
    if not cards.may_hold(state.player(move.seat).own, move.cards):
        return against("A3", "four_of_each", seat=move.seat)
    return None


def play_pick(state: AbspeckenState, move: Pick) -> Step[AbspeckenState]:
    picked = state.player(move.seat).draws(move.cards or cards.hidden(HAND))
    after = state.with_player(move.seat, picked)
    note = tell("A9", "picked", move.seat)
    if not all(player.hand for player in after.players.values()):
        return Step(after, (note,))
    after = to_roll(after)
    return Step(after, (note, _rolls(after)))


def to_roll(state: AbspeckenState) -> AbspeckenState:
    """The roller is to roll; with a discard pile the Piggy Die is offered first."""
    offered = state.options.piggy and may_use_piggy(state)
    return replace(state, phase=Phase.ROLL_OFFER if offered else Phase.ROLLING, piggy=False)


def may_use_piggy(state: AbspeckenState) -> bool:
    """P3, AM-10: a card lies on the roller's pile at this moment; or one was laid there in this round."""
    roller = state.player(state.roller)
    return bool(roller.pile) or (state.options.piggy_pile == "once" and roller.has_laid)


def turn_rule(state: AbspeckenState) -> str:
    """The rule by which the roller changes: P2 is one of the Piggy Die."""
    return "P2" if state.options.piggy else "A37"


def next_playthrough(state: AbspeckenState) -> Step[AbspeckenState]:
    """P2, A37, AM-9: the roller changes clockwise; the base game does not say."""
    players = {
        seat: replace(player, laid=(), robbed=0, gifted=False, refilled=False)
        for seat, player in state.players.items()
    }
    after = anew(state, "rolled calls chosen challenged", players=players, roller=state.next_roller())
    after = to_roll(replace(after, playthrough=state.playthrough + 1))
    return Step(after, (_rolls(after),))


def _rolls(state: AbspeckenState) -> Note:
    return announce(turn_rule(state), "your_roll", state.roller)


def next_round(state: AbspeckenState) -> AbspeckenState:
    """A36: all cards are sorted into sets again."""
    players = {seat: Player(total=player.total) for seat, player in state.players.items()}
    begun = "phase playthrough rolled calls chosen challenged counts out"
    return anew(state, begun, players=players, roller=first_roller(state), round=state.round + 1)


def first_roller(state: AbspeckenState) -> str:
    """AM-9: who rolls first in the round after this one."""
    match state.options.first_roller:
        case "youngest":
            return state.youngest or state.seats[0]
        case "winner" if state.out:
            return next(seat for seat in clockwise_from(state.seats, state.roller) if seat in state.out)
    return next_seat(state.seats, state.roller)


# --- drawing back to five after the takes (A22, A25, A27 to A29, AM-3, AM-17, P10) ---


def due(state: AbspeckenState, seat: str) -> int:
    """How many cards *seat* may draw: A25 callers none, A28 none from five on, A29 as far as piles reach."""
    player = state.player(seat)
    if not player.laid or player.refilled:
        return 0
    wanted = HAND - len(player.hand)
    if state.options.refill == "by_discards" and not (player.gifted and wanted <= 0):  # AM-3, P10
        wanted = len(player.laid)
    return max(0, min(wanted, player.in_piles))


def still_to_refill(state: AbspeckenState) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if due(state, seat))


def refuse_refill(state: AbspeckenState, move: Refill) -> Refusal | None:
    """A22: nobody draws before the takes are finished."""
    if state.phase in (Phase.READ, Phase.PIG, Phase.ACT, Phase.TAKE):
        return against("A22", "refill_later", seat=move.seat)
    if state.phase is not Phase.REFILL:
        return not_now("A27", move.seat)
    if not move.seat:
        return against("A27", "one_by_one") if move.cards else None
    return _refuse_seat(state, move)


def _refuse_seat(state: AbspeckenState, move: Refill) -> Refusal | None:
    player, n = state.player(move.seat), due(state, move.seat)
    if n == 0 and state.called(move.seat):
        return against("A25", "callers_do_not_refill", seat=move.seat)
    if n == 0:
        return against("A28", "hand_is_full", seat=move.seat, n=len(player.hand))
    if move.cards and len(move.cards) != n:
        return against("A27", "draw_exactly", seat=move.seat, n=n, shown=len(move.cards))
    if move.cards and not knowledge.can_be_there(state, move.seat, (*cards.shown(player.hand), *move.cards)):
        return against("A29", "not_in_piles", seat=move.seat, cards=list(move.cards))
    return None


def play_refill(state: AbspeckenState, move: Refill) -> Step[AbspeckenState]:
    """A27: the piles are chosen freely; without a seat everybody draws, unseen."""
    seats = (move.seat,) if move.seat else still_to_refill(state)
    notes = []
    for seat in seats:
        n = due(state, seat)
        player = state.player(seat).draws(move.cards or cards.hidden(n))
        state = state.with_player(seat, replace(player, refilled=True))
        notes.append(tell("A27", "refilled", seat, n=n))
    if still_to_refill(state):
        return Step(state, tuple(notes))
    return next_playthrough(state).after(*notes)
