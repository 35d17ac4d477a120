"""The rules of liar's dice: what each move needs, and what follows from it."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.asks import Say
from companion.game import Rules, Step, anew
from companion.games.liars_dice import state as s
from companion.games.liars_dice.state import LiarState, playing
from companion.rulings import Note, Refusal, against, announce, tell


def callers(state: LiarState) -> tuple[str, ...]:
    """LD7: who may doubt the last bid."""
    if not state.bids or state.options.doubt == "turn":
        return (state.turn,) if state.bids else ()
    return tuple(seat for seat in playing(state) if seat != state.bids[-1].seat)


def faces(face: int, count: int) -> Say:
    """What *count* dice with this number are called."""
    return Say(f"face.{face}", {"n": count})


def named(count: int, face: int) -> Say:
    """So many dice with this number, in words."""
    return Say("bid", {"n": count, "face": faces(face, count)})


# --- what may not be done ---

_WHEN: dict[type, tuple[str, str]] = {
    s.Raise: ("bid", "LD2"),
    s.Doubt: ("bid", "LD7"),
    s.Exact: ("bid", "LD8"),
    s.Show: ("show", "LD9"),
    s.Next: ("shown", "LD11"),
}


def _first(state: LiarState, move: s.LiarMove) -> Refusal | None:
    phase, rule = _WHEN[type(move)]
    if state.phase == "over":
        return against("LD13", "refuse.over")
    if state.phase == phase:
        return None
    says = {"seat": s.to_show(state)[0]} if state.phase == "show" else {}
    return against(rule, f"refuse.{state.phase}", **says)


def _refuse_bid(state: LiarState, move: s.Raise) -> Refusal | None:
    if move.seat != state.turn:
        return against("LD2", "refuse.turn", seat=state.turn)
    if move.count > s.all_dice(state):
        return against("LD3", "refuse.so_many", n=s.all_dice(state))
    needed = s.least(state, move.face)
    if move.count >= needed:
        return None
    if state.palifico:
        return against("LD12", "refuse.palifico", face=faces(state.bids[-1].face, 2))
    if not state.bids:
        return against("LD6", "refuse.ones_first")
    ones = 1 in (move.face, state.bids[-1].face) and s.wild_now(state) and state.options.ones == "half"
    return against("LD6" if ones else "LD4", "refuse.low", bid=named(needed, move.face))


def _refuse_call(state: LiarState, move: s.Doubt | s.Exact) -> Refusal | None:
    exact, rule = isinstance(move, s.Exact), _WHEN[type(move)][1]
    if exact and state.options.exact == "none":
        return against(rule, "refuse.not_played")
    if not state.bids:
        return against(rule, "refuse.no_bid", seat=state.turn)
    if move.seat == state.bids[-1].seat:
        return against(rule, "refuse.own_bid")
    able = (state.turn,) if exact else callers(state)
    return None if move.seat in able else against(rule, "refuse.not_you", seat=state.turn)


def _refuse_show(state: LiarState, move: s.Show) -> Refusal | None:
    seat = s.to_show(state)[0]
    if move.seat != seat:
        return against("LD9", "refuse.show", seat=seat)
    if len(move.dice) != state.counts[seat]:
        return against("LD9", "refuse.count", seat=seat, n=state.counts[seat])
    return None


# --- what follows ---


def _bid(state: LiarState, move: s.Raise) -> Step[LiarState]:
    now = replace(state, bids=(*state.bids, move), turn=playing(state, move.seat)[1])
    return Step(now, (announce("LD3", "note.bid", move.seat, bid=named(move.count, move.face)),))


def _call(state: LiarState, move: s.Doubt | s.Exact) -> Step[LiarState]:
    """LD7, LD8, LD9."""
    exact = isinstance(move, s.Exact)
    note = announce(_WHEN[type(move)][1], "note.exact" if exact else "note.doubt", move.seat)
    return Step(replace(state, phase="show", caller=move.seat, exact=exact), (note,))


def _show(state: LiarState, move: s.Show) -> Step[LiarState]:
    now = replace(state, shown={**state.shown, move.seat: tuple(sorted(move.dice))})
    if s.to_show(now):
        return Step(now)
    bid, wild = state.bids[-1], s.wild_now(state)
    count = sum(die == bid.face or (wild and die == 1) for dice in now.shown.values() for die in dice)
    key = "note.counted_wild" if wild and bid.face != 1 else "note.counted"
    says = {"found": named(count, bid.face), "bid": named(bid.count, bid.face)}
    return _settled(now, count - bid.count).after(tell("LD5", key, seat=bid.seat, **says))


def _settled(state: LiarState, more: int) -> Step[LiarState]:
    """LD7, LD8, LD10: who loses dice, or gets one back, where so many *more* count than were bid."""
    begins = state.caller
    if not state.exact:
        begins = state.bids[-1].seat if more < 0 else state.caller
        changes = {begins: -max(1, abs(more)) if state.options.loss == "difference" else -1}
    elif more or state.options.exact == "back":
        changes = {begins: -1 if more else 1}
    else:
        changes = {seat: -1 for seat in playing(state) if seat != begins}
    most = int(state.options.dice)
    counts = {seat: max(0, min(most, n + changes.get(seat, 0))) for seat, n in state.counts.items()}
    now = replace(state, counts=counts)
    turn = begins if counts[begins] else playing(now, begins)[0]
    now = replace(now, turn=turn, phase="over" if len(playing(now)) < 2 else "shown")
    moved = {seat: counts[seat] - state.counts[seat] for seat in changes}
    return Step(now, tuple(_notes(now, moved)))


def _notes(state: LiarState, moved: dict[str, int]) -> Iterator[Note]:
    """Who has fewer dice now, or one more; and who is out."""
    first = next(iter(moved.values()))
    key = "note.loses" if first < 0 else "note.back" if first else "note.full"
    rule = "LD8" if state.exact else "LD10"
    yield announce(rule, key, seats=list(moved), n=abs(first)).with_points(moved)
    if gone := [seat for seat in moved if not state.counts[seat]]:
        yield announce("LD13", "note.out", seats=gone)


def _next(state: LiarState, move: s.Next) -> Step[LiarState]:
    """LD11; LD12: who begins with a last die for the first time begins a palifico."""
    now = anew(state, "bids caller exact shown palifico", phase="bid", rounds=state.rounds + 1)
    seat, was = state.turn, state.been_palifico
    last_die = state.counts[seat] == 1 and len(playing(state)) > 2
    if not (state.options.palifico and last_die and seat not in was):
        return Step(now)
    now = replace(now, palifico=True, been_palifico=(*was, seat))
    return Step(now, (announce("LD12", "note.palifico", seat),))


RULES: Rules[LiarState] = Rules(
    _first,
    {
        s.Raise: (_refuse_bid, _bid),
        s.Doubt: (_refuse_call, _call),
        s.Exact: (_refuse_call, _call),
        s.Show: (_refuse_show, _show),
        s.Next: (lambda _state, _move: None, _next),
    },
)
