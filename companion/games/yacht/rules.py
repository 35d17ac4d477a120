"""The rules of Yacht: what each move needs, and what follows from it."""

from collections import Counter

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Rules, Step, anew, gained, next_seat
from companion.games.yacht.scoring import choices_of, dice_of, open_boxes, sheet_of, worth
from companion.games.yacht.state import ALL, THROWS, Keep, Roll, Write, YachtMove, YachtState
from companion.rulings import Importance, Note, Refusal, against, announce, tell


def dice_to_roll(state: YachtState) -> int:
    """YT2, YT3: all five, or those that lie in the tray still."""
    return len(state.dice) if state.phase == "keep" else ALL


# --- what may not be done ---


def _first(state: YachtState, move: YachtMove) -> Refusal | None:
    if state.phase == "over":
        return against("YT9", "refuse.over")
    if move.seat != state.turn:
        return against("YT2", "refuse.turn", seat=state.turn)
    if state.phase == "roll" and not isinstance(move, Roll):
        return against("YT2", "refuse.first_roll", seat=state.turn)
    if state.throws == THROWS and not isinstance(move, Write):
        return against("YT2", "refuse.write_now", seat=state.turn)
    return None


def _refuse_roll(state: YachtState, move: Roll) -> Refusal | None:
    if not dice_to_roll(state):
        return against("YT3", "refuse.all_kept", seat=state.turn)
    if len(move.dice) != dice_to_roll(state):
        return against("YT3", "refuse.count", n=dice_to_roll(state))
    return None


def _refuse_keep(state: YachtState, move: Keep) -> Refusal | None:
    missing = Counter(move.dice) - Counter(state.dice)
    return against("YT3", "refuse.not_there") if missing else None


def _refuse_write(state: YachtState, move: Write) -> Refusal | None:
    if move.box not in open_boxes(state, state.turn):
        return against("YT4", "refuse.filled", box=Say(f"box.{move.box}"))
    allowed = choices_of(state)
    if move.box not in allowed:
        return against("YT8", "refuse.joker", boxes=[Say(f"box.{one}") for one in allowed])
    return None


# --- what follows ---


def _roll(state: YachtState, move: Roll) -> Step[YachtState]:
    now = replace(state, phase="keep", dice=tuple(sorted(move.dice)), rolls=state.rolls + 1)
    return Step(replace(now, throws=state.throws + 1))


def _keep(state: YachtState, move: Keep) -> Step[YachtState]:
    left = tuple(sorted((Counter(state.dice) - Counter(move.dice)).elements()))
    now = replace(state, dice=left, kept=tuple(sorted((*state.kept, *move.dice))))
    return Step(now, (tell("YT3", "note.kept", dice=spelled(now.kept)),))


def _write(state: YachtState, move: Write) -> Step[YachtState]:
    """YT4; YT7: a further yacht counts extra, wherever it is written. The dice lie on."""
    seat, points, five = state.turn, worth(state, move.box), len(set(dice_of(state))) == 1
    sheet = sheet_of(state, seat)
    again = five and bool(sheet.get("yacht")) and bool(state.options.extra)
    won = points + (state.options.extra if again else 0)
    note = announce("YT4", "note.written", seat, n=points, box=Say(f"box.{move.box}"))
    extra = Note(Say("note.extra", {"n": state.options.extra}), "YT7", Importance.ANNOUNCE, seat)
    notes = (note.with_points({seat: won}), *((extra,) if again else ()))
    now = replace(state, sheets={**state.sheets, seat: {**sheet, move.box: points}})
    now = replace(now, extras=gained(state.extras, seat)) if again else now
    turn = next_seat(state.seats, seat)
    phase = "roll" if open_boxes(now, turn) else "over"
    return Step(anew(now, "throws kept", turn=turn, phase=phase), notes)


def spelled(dice: tuple[int, ...]) -> str:
    """*dice* as figures beside each other."""
    return " ".join(map(str, dice))


RULES: Rules[YachtState] = Rules(
    _first, {Roll: (_refuse_roll, _roll), Keep: (_refuse_keep, _keep), Write: (_refuse_write, _write)}
)
