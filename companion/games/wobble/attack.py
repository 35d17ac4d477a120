"""Attacks: how they begin, grow, turn aside, double and change hands (W21 to W27, W43 to W49)."""

from companion.cards import Cards
from companion.game import Step, certain
from companion.games.wobble import flow, settling
from companion.games.wobble import state as s
from companion.games.wobble.deck import DRAWING, FORCE, colours, kind
from companion.games.wobble.moves import Aim
from companion.rulings import Note, Refusal, against, announce, tell

# --- beginning and growing ---


def strike(state: s.WobbleState, seat: str, card: str, copies: int) -> Step[s.WobbleState]:
    """W21: an offensive card hits the next one; on a running attack it is added (AW-3)."""
    if state.pointing is not None and state.pointing.card == "CAP":  # thrown in before a target was named
        state = _captured(state, state.pointing.seat)
    if (target := s.next_in(state, seat)) == seat:  # everybody else is away
        return flow.end_turn(state, seat, (tell("AW-36", "note.nobody_to_hit", seat),))
    layer = s.Layer(seat, kind(card), copies, card)
    if state.attack is None:
        fresh = s.Attack(kind(card), FORCE[kind(card)] * copies, (layer,), seat, target)
        state = s.replace(state, attack=fresh, turn=state.turn or seat, resume="")
    else:
        state = s.replace(state, attack=grown(state.attack, layer, target, state.options))
    state = s.replace(state, phase="attack", pointing=None, voting=None)
    return Step(state, (hit_note(state),))


def grown(attack: s.Attack, layer: s.Layer, target: str, options: s.WobbleOptions) -> s.Attack:
    """W21: the effect grows by the new card's own value; AW-5: what was doubled stays doubled."""
    more = FORCE[layer.kind] * layer.copies
    single = layer.kind == "SK" and options.skip_stack == "single"  # AW-6
    return s.replace(
        attack,
        kind=layer.kind,
        total=more if single else attack.total + more,
        layers=(*attack.layers, layer),
        owner=layer.owner,
        target=target,
        director="",
        jerk_open=True,  # W24
        absent=(),  # AW-8
    )


def hit_note(state: s.WobbleState) -> Note:
    attack = certain(state.attack)
    key, what = f"note.hits.{attack.kind}", f"@kind.{attack.kind}"
    return announce("W21", key, attack.target, n=attack.total, what=what)


def same_symbol(attack: s.Attack, card: str, top: str, options: s.WobbleOptions) -> bool:
    """W21: the same symbol in any colour; AW-2: +3 and +5 are two symbols; AW-7: a Skip in any colour."""
    if options.mix_plus and attack.kind in DRAWING:
        return kind(card) in DRAWING
    if kind(card) != attack.kind:
        return False
    return not (options.skip_identical and attack.kind == "SK") or colours(card) == colours(top)


# --- grey and brown cards ---


def refuse_grey(state: s.WobbleState, seat: str, card: str) -> Refusal | None:
    """W22: only the one who is attacked."""
    if refusal := _refuse_answer(state, seat, card):
        return refusal
    target = certain(state.attack).target
    return None if seat == target else against("W22", "refused.not_target", seat=seat, target=target)


def refuse_brown(state: s.WobbleState, seat: str, card: str) -> Refusal | None:
    """W23: on a card that somebody else laid; W24: one for each offensive card."""
    if refusal := _refuse_answer(state, seat, card):
        return refusal
    attack = certain(state.attack)
    if seat == attack.owner:
        return against("W23", "refused.own_card", seat=seat)
    return None if attack.jerk_open else against("W24", "refused.jerk_used", seat=seat)


def _refuse_answer(state: s.WobbleState, seat: str, card: str) -> Refusal | None:
    """AW-38: only while an attack runs."""
    if state.attack is None:
        return against("AW-38", "refused.no_attack", seat=seat, card=card)
    return None if state.phase == "attack" else too_late(state, seat)


def too_late(state: s.WobbleState, seat: str) -> Refusal:
    """AW-12: nothing helps against Not Me (W26); AW-4: nor after the hit has been accepted."""
    if state.attack is not None and state.attack.not_me:
        return against("AW-12", "refused.after_not_me", seat=seat)
    return against("AW-4", "refused.door_closed", seat=seat)


def play_special(state: s.WobbleState, seat: str, card: str) -> Step[s.WobbleState]:
    """A grey or brown card takes effect at once and goes under the pile (W22, W23)."""
    state = s.replace(state, discard=(card, *state.discard))
    attack = certain(state.attack)
    if kind(card) in ("CAP", "DBL", "NM"):
        state = s.replace(state, attack=s.replace(attack, jerk_open=False))
    match kind(card):
        case "DG":
            return _dodged(state, seat)
        case "MIR":
            return _mirrored(state, seat)
        case "UNL":
            voting = s.Voting(seat, s.here(state))
            return Step(s.replace(state, phase="vote", voting=voting), (tell("W46", "note.vote"),))
        case "DBL":
            return _doubled(state)
        case "NM":
            return settling.not_me(state, seat)
        case _:
            return Step(s.replace(state, phase="aim", pointing=s.Pointing(seat, card)))


def _dodged(state: s.WobbleState, seat: str) -> Step[s.WobbleState]:
    """W43: the next one in direction is hit; AW-8: the dodger counts as absent."""
    attack = certain(state.attack)
    target = s.next_in(state, seat, (*attack.absent, seat))
    absent = (*attack.absent, seat) if state.options.dodge_scope == "attack" else ()
    return redirected(state, target, attack.director, absent)


def _mirrored(state: s.WobbleState, seat: str) -> Step[s.WobbleState]:
    """W45: the direction turns; AW-9: the next one in the new direction is hit."""
    attack = certain(state.attack)
    state = s.replace(state, dir=-state.dir)
    return redirected(state, s.next_in(state, seat, attack.absent), seat, attack.absent)


def redirected(
    state: s.WobbleState, target: str, director: str, absent: tuple[str, ...] = ()
) -> Step[s.WobbleState]:
    attack = certain(state.attack)
    aimed = s.replace(attack, target=target, director=director, absent=absent)
    state = s.replace(state, phase="attack", attack=aimed, pointing=None, voting=None)
    return Step(state, (hit_note(state),))


def _doubled(state: s.WobbleState) -> Step[s.WobbleState]:
    """W49: the whole pile as it is now (AW-5); a Skip skips the same people twice."""
    attack = certain(state.attack)
    if attack.kind == "SK":
        attack = s.replace(attack, times=attack.times * 2)
    else:
        attack = s.replace(attack, total=attack.total * 2)
    state = s.replace(state, attack=attack)
    return Step(state, (announce("W49", "note.doubled", n=attack.total, times=attack.times), hit_note(state)))


# --- naming a target ---


def refuse_aim(state: s.WobbleState, move: Aim) -> Refusal | None:
    """AW-10: anybody but oneself, the attacker and dodgers as well, but nobody who is away."""
    pointing = state.pointing
    if state.phase != "aim" or pointing is None or move.seat != pointing.seat:
        return flow.not_now("W44", move.seat)
    rule = "W44" if pointing.card == "YOU" else "W48"
    if move.target not in state.order:
        return against(rule, "refused.no_such_seat", seat=move.target)
    if move.target == move.seat:
        return against("AW-10", "refused.target_self", seat=move.seat)
    if state.players[move.target].away:
        return against("AW-10", "refused.target_away", seat=move.target)
    return None


def aim(state: s.WobbleState, move: Aim) -> Step[s.WobbleState]:
    """W44: You! leaves the card to its owner; W48: Capture makes it the capturer's."""
    attack, pointing = certain(state.attack), certain(state.pointing)
    if pointing.card == "CAP":
        return redirected(_captured(state, move.seat), move.target, "", attack.absent)
    return redirected(state, move.target, move.seat, attack.absent)


def _captured(state: s.WobbleState, seat: str) -> s.WobbleState:
    """W48: as if all its cards had been laid by *seat*."""
    attack = certain(state.attack)
    mine = tuple(s.replace(layer, owner=seat) for layer in attack.layers)
    return s.replace(state, attack=s.replace(attack, owner=seat, layers=mine))


def on_after_skips(state: s.WobbleState) -> str:
    """W38: who is on once all the skips are taken, and may lay or draw: then it is too late to stop them."""
    attack = state.attack
    if attack is None or attack.kind != "SK" or state.phase != "attack":
        return ""
    seat = attack.target
    for _ in range(attack.total):
        seat = s.next_in(state, seat, attack.absent)
    return "" if seat == attack.target else seat


def answers_pile(state: s.WobbleState, cards: Cards) -> bool:
    """Whether the target may lay *cards* to pass the attack on."""
    attack = state.attack
    return attack is not None and same_symbol(attack, cards[0], s.top_card(state), state.options)
