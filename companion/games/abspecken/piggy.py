"""The roll with or without the Piggy Die, gifts and grim faces (A11, P1 to P12, P14, AM-6, AM-10, AM-18)."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion import cards
from companion.asks import Say
from companion.game import Step
from companion.games.abspecken import flow, knowledge
from companion.games.abspecken.fitting import targets
from companion.games.abspecken.moves import Agree, Give, Offer, PickUp, Roll
from companion.games.abspecken.state import GRIM, SMILE, AbspeckenState, Phase, Rolled, colour_of
from companion.games.abspecken.turn import acting, must_settle_piggy, not_now
from companion.rulings import Note, Refusal, against, announce, tell

BEFORE_ROLL = (Phase.ROLL_OFFER, Phase.ROLLING)


def refuse_offer(state: AbspeckenState, move: Offer) -> Refusal | None:
    """P4: the roller decides before rolling; P12: in every playthrough anew."""
    if move.seat != state.roller:
        return against("P5", "somebody_else_rolls", seat=move.seat, roller=state.roller)
    return _refuse_piggy(state) if move.piggy else None


def _refuse_piggy(state: AbspeckenState) -> Refusal | None:
    """P3: only with a discard pile of one's own."""
    if not state.options.piggy:
        return against("P1", "no_piggy_in_this_game")
    if not flow.may_use_piggy(state):
        return against("P3", "no_piggy_yet", seat=state.roller)
    return None


def play_offer(state: AbspeckenState, move: Offer) -> Step[AbspeckenState]:
    note = tell("P4", "with_piggy" if move.piggy else "without_piggy", move.seat)
    return Step(replace(state, phase=Phase.ROLLING, piggy=move.piggy), (note,))


def refuse_roll(state: AbspeckenState, move: Roll) -> Refusal | None:
    """A11, P2: one person rolls for everybody; a wrong reading is corrected until somebody acts."""
    if state.phase not in (*BEFORE_ROLL, Phase.READ):
        key = "dice_are_settled" if state.rolled else "roll_later"
        return against("A11", key)
    if move.seat not in ("", state.roller):
        return against(flow.turn_rule(state), "somebody_else_rolls", seat=move.seat, roller=state.roller)
    if move.pig and (refusal := _refuse_piggy(state)):
        return refusal
    if state.phase is not Phase.ROLL_OFFER and state.piggy != bool(move.pig):  # P4: that was decided before
        key = "all_four_dice" if state.piggy else "piggy_was_put_aside"
        return against("P4", key, seat=state.roller)
    return None


def play_roll(state: AbspeckenState, move: Roll) -> Step[AbspeckenState]:
    """The dice are entered; rolling the Piggy Die along is deciding to use it."""
    rolled = Rolled(move.pips, move.ban, move.pig)
    if rolled == state.rolled:  # the same dice were read once more
        return Step(state)
    first_read = state.read_at if state.phase is Phase.READ else move.t  # a correction changes no time
    read = replace(state, phase=Phase.READ, rolled=rolled, read_at=first_read, piggy=bool(move.pig))
    return Step(read, tuple(_notes(read, rolled)))


def _notes(state: AbspeckenState, rolled: Rolled) -> Iterator[Note]:
    if state.options.ban_die == "colour":
        colour = Say(f"colour.{colour_of(rolled.ban, state.options.three)}")
        yield announce("A19", "rolled", sum=sum(rolled.pips), card=rolled.ban, colour=colour)
    else:
        yield announce("A19", "rolled_number", sum=sum(rolled.pips), card=rolled.ban)
    seat = state.roller
    if rolled.shift:
        sums = [str(t) for t in targets(rolled.pips, rolled.shift)]
        yield announce("P7", "piggy_number", seat, sums=sums)
    elif must_settle_piggy(state):
        key, rule = ("piggy_smiles", "P8") if rolled.pig == SMILE else ("piggy_is_grim", "P11")
        yield announce(rule, key, seat)
    elif rolled.pig == SMILE:
        yield tell("AM-18", "gift_lapses", seat)


def refuse_agree(state: AbspeckenState, move: Agree) -> Refusal | None:
    if state.phase is Phase.READ or (flow.nobody_takes(state) and not state.challenged):
        return None
    return not_now("A12", move.seat)


def play_agree(state: AbspeckenState, move: Agree) -> Step[AbspeckenState]:
    """With the dice as they were read, or (A24) with a playthrough in which nobody can take a card."""
    return flow.pass_over(state) if state.phase is Phase.TAKE else Step(replace(state, phase=acting(state)))


def refuse_give(state: AbspeckenState, move: Give) -> Refusal | None:
    """P8: one hand card of the roller's choice to somebody else, before anybody discards (AM-6)."""
    if refusal := refuse_to_give_to(state, move.seat, move.to):
        return refusal
    known = knowledge.can_be_there(state, move.seat, (move.card,))
    if not (known and cards.may_hold(state.player(move.seat).hand, (move.card,))):
        return against("P8", "not_in_hand", seat=move.seat, cards=[move.card])
    return None


def refuse_to_give_to(state: AbspeckenState, seat: str, to: str) -> Refusal | None:
    if not (must_settle_piggy(state) and state.rolled and state.rolled.pig == SMILE):
        return not_now("P8", seat)
    if seat != state.roller:
        return against("P5", "roller_gives", seat=seat, roller=state.roller)
    if to == seat or to not in state.players:
        others = [other for other in state.seats if other != seat]
        return against("P8", "give_to_somebody", seat=seat, seats=others)
    return None


def play_give(state: AbspeckenState, move: Give) -> Step[AbspeckenState]:
    """P9: the receiver has to accept and may use the card at once; P14: even one of the barred colour."""
    giver = state.player(move.seat).loses(move.card)
    receiver = replace(state.player(move.to).receives(move.card), gifted=True)
    players = {**state.players, move.seat: giver, move.to: receiver}
    key = "gave" if state.options.gift_first else "gave_meanwhile"
    note = announce("P9", key, move.seat, to=move.to)
    return Step(replace(state, players=players, chosen="", phase=Phase.ACT), (note,))


def refuse_pick_up(state: AbspeckenState, move: PickUp) -> Refusal | None:
    """P11: the roller's own top card."""
    if not (must_settle_piggy(state) and state.rolled and state.rolled.pig == GRIM):
        return not_now("P11", move.seat)
    if move.seat != state.roller:
        return against("P5", "roller_picks_up", seat=move.seat, roller=state.roller)
    return None


def play_pick_up(state: AbspeckenState, move: PickUp) -> Step[AbspeckenState]:
    player = state.player(move.seat)
    card = cards.top(player.pile)
    taken = replace(player.receives(card), pile=player.pile[:-1])
    note = tell("P11", "picked_up", move.seat, card=card)
    return Step(replace(state.with_player(move.seat, taken), phase=Phase.ACT), (note,))
