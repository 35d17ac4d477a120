"""The rules of the score sheet: what each move needs, and what follows from it."""

from msgspec.structs import replace

from companion.game import Rules, Step
from companion.games.score_sheet import state as s
from companion.games.score_sheet.state import MOST, SheetState, pending, totals
from companion.rulings import Refusal, against, announce, tell

COURT, SYMBOL, WILD = 10, 20, 50  # SC4


def worth(thing: str, options: s.SheetOptions) -> int | None:
    """SC3, SC4: what a die or a card counts; None where it shows no number."""
    if options.counts == "dice":
        return int(thing) if thing.isdigit() else None
    if options.counts == "french":
        rank = thing[:-1]
        return options.ace if rank == "A" else COURT if rank in tuple("TJQK") else _number(rank)
    colour, _, face = thing.partition("_")
    return WILD if colour == "wild" else _number(face) if face.isdigit() else SYMBOL if face else None


def _number(rank: str) -> int | None:
    return int(rank) if rank.isdigit() else None


# --- what may not be done ---


def _first(state: SheetState, move: s.SheetMove) -> Refusal | None:
    return against("SC8", "refuse.over") if state.phase == "over" else None


def _refuse_write(state: SheetState, move: s.Write | s.Count) -> Refusal | None:
    if move.seat in pending(state):
        return None
    return against("SC1", "refuse.written", seat=move.seat, seats=list(pending(state)))


def _refuse_count(state: SheetState, move: s.Count) -> Refusal | None:
    if state.options.counts == "nothing":
        return against("SC3", "refuse.not_counted")
    return _refuse_write(state, move)


def _refuse_seen(state: SheetState, move: s.Seen) -> Refusal | None:
    if state.phase != "count":
        return against("SC3", "refuse.nobody")
    if move.seat != state.counted:
        return against("SC3", "refuse.not_yours", seat=state.counted)
    if not move.things or None in (worth(thing, state.options) for thing in move.things):
        return against("SC4", "refuse.unknown")
    return None


def _refuse_finish(state: SheetState, move: s.Finish) -> Refusal | None:
    if state.row:
        return against("SC7", "refuse.round", seats=list(pending(state)))
    return None if state.rounds else against("SC7", "refuse.nothing")


# --- what follows ---


def _write(state: SheetState, move: s.Write) -> Step[SheetState]:
    return _written(state, move.seat, move.points)


def _count(state: SheetState, move: s.Count) -> Step[SheetState]:
    return Step(replace(state, phase="count", counted=move.seat))


def _seen(state: SheetState, move: s.Seen) -> Step[SheetState]:
    """SC3."""
    counts = [worth(thing, state.options) or 0 for thing in move.things]
    points = min(sum(counts), MOST)
    note = tell("SC3", "note.counted", seat=move.seat, sum=" + ".join(map(str, counts)), n=points)
    return _written(state, move.seat, points).after(note)


def _written(state: SheetState, seat: str, points: int) -> Step[SheetState]:
    """SC2: once everybody has points the round is over, and SC5, SC6 perhaps the game."""
    now = replace(state, phase="write", counted="", row={**state.row, seat: points})
    note = announce("SC1", "note.written", seat, n=points, total=totals(now)[seat])
    notes = (note.with_points({seat: points}),)
    if pending(now):
        return Step(now, notes)
    now = replace(now, rounds=(*state.rounds, now.row), row={})
    target, enough = state.options.target, state.options.rounds == len(now.rounds)
    over = enough or (target and max(totals(now).values()) >= target)
    return Step(replace(now, phase="over") if over else now, notes)


RULES: Rules[SheetState] = Rules(
    _first,
    {
        s.Write: (_refuse_write, _write),
        s.Count: (_refuse_count, _count),
        s.Seen: (_refuse_seen, _seen),
        s.Finish: (_refuse_finish, lambda state, _: Step(replace(state, phase="over"))),
    },
)
