"""The rules of Ten Thousand: what each move needs, and what follows from it."""

from collections import Counter

from msgspec.structs import replace

from companion.game import Rules, Step, anew, gained, next_seat
from companion.games.ten_thousand.scoring import at_stake, settable, worth
from companion.games.ten_thousand.state import ALL, Bank, Keep, Roll, TenMove, TenState
from companion.rulings import Refusal, against, announce, tell


def dice_to_roll(state: TenState) -> int:
    """TT2, TT10: those that lie there still, or all six."""
    return len(state.dice) if state.phase == "keep" and state.dice else ALL


# --- what may not be done ---


def _first(state: TenState, move: TenMove) -> Refusal | None:
    if state.phase == "over":
        return against("TT13", "refuse.over")
    if move.seat != state.turn:
        return against("TT2", "refuse.turn", seat=state.turn)
    return None


def _refuse_roll(state: TenState, move: Roll) -> Refusal | None:
    if state.phase == "keep" and not state.aside:
        return _nothing_aside(state)
    if len(move.dice) != dice_to_roll(state):
        return against("TT2", "refuse.count", n=dice_to_roll(state))
    return None


def _nothing_aside(state: TenState) -> Refusal:
    return against("TT8", "refuse.first_keep", seat=state.turn)


def _refuse_keep(state: TenState, move: Keep) -> Refusal | None:
    if state.phase == "roll":
        return against("TT2", "refuse.first_roll", seat=state.turn)
    if Counter(move.dice) - Counter(state.dice):
        return against("TT8", "refuse.not_there")
    if not worth(tuple(sorted((*state.aside, *move.dice))), state.options):
        return against("TT8", "refuse.worthless", dice=spelled(move.dice))
    return None


def _refuse_bank(state: TenState, move: Bank) -> Refusal | None:
    if state.phase == "roll":
        return against("TT11", "refuse.first_roll", seat=state.turn)
    if not state.aside:
        return _nothing_aside(state)
    if not state.dice and state.options.hot == "must":
        return against("TT10", "refuse.hot", seat=state.turn)
    if at_stake(state) < to_bank(state):
        return against("TT11", "refuse.too_little", n=to_bank(state))
    return None


def to_bank(state: TenState) -> int:
    """TT11: so many points are needed; somebody who has none needs more."""
    has_none = state.points.get(state.turn, 0) <= 0
    return max(state.options.least, state.options.opening if has_none else 0)


def spelled(dice: tuple[int, ...]) -> str:
    """*dice* as figures beside each other."""
    return " ".join(map(str, dice))


# --- what follows ---


def _roll(state: TenState, move: Roll) -> Step[TenState]:
    dice, earned = tuple(sorted(move.dice)), at_stake(state)
    now = replace(state, phase="keep", dice=dice, aside=(), earned=earned, rolls=state.rolls + 1)
    if settable(dice, (), state.options):
        return Step(now)
    return _turn_over(now).after(announce("TT9", "note.bust", state.turn, n=earned))


def _keep(state: TenState, move: Keep) -> Step[TenState]:
    left = tuple(sorted((Counter(state.dice) - Counter(move.dice)).elements()))
    now = replace(state, dice=left, aside=tuple(sorted((*state.aside, *move.dice))))
    note = tell("TT8", "note.kept", dice=spelled(move.dice), n=at_stake(now))
    return Step(now, (note,) if left else (note, announce("TT10", "note.hot", state.turn)))


def _bank(state: TenState, move: Bank) -> Step[TenState]:
    """TT11, TT12."""
    seat, won = state.turn, at_stake(state)
    points = gained(state.points, seat, won)
    note = announce("TT11", "note.banked", seat, n=won, total=points[seat]).with_points({seat: won})
    now = replace(state, points=points)
    if state.reached or points[seat] < state.options.target:
        return _turn_over(now).after(note)
    if not state.options.last_round:
        return Step(replace(now, phase="over", reached=seat, aside=(), earned=0), (note,))
    return _turn_over(replace(now, reached=seat)).after(note, announce("TT12", "note.last", seat))


def _turn_over(state: TenState) -> Step[TenState]:
    """TT2: clockwise; TT12: nobody has another turn after who was first there. The dice lie on."""
    turn = next_seat(state.seats, state.turn)
    phase = "over" if turn == state.reached else "roll"
    return Step(anew(state, "aside earned", turn=turn, phase=phase))


RULES: Rules[TenState] = Rules(
    _first, {Roll: (_refuse_roll, _roll), Keep: (_refuse_keep, _keep), Bank: (_refuse_bank, _bank)}
)
refuse, play = RULES.refuse, RULES.play
