"""The rules of Forced Memory: what is refused and why, and what each move leads to."""

from collections import Counter

from msgspec.structs import replace

from companion.game import Rules, Step, certain, next_seat, only_in
from companion.games.forced_memory import moves as m
from companion.games.forced_memory import state as s
from companion.pyramid import positions
from companion.pyramid.agree import Agree, Built, Seen, cell_says, learnt, refuse_seen, trouble
from companion.pyramid.cells import BASE, Cell, bit, exists
from companion.pyramid.notation import cell_named, name_of, shape, total_facing, without
from companion.rulings import Note, Refusal, against, announce, tell


def _refuse_built(state: s.ForcedMemoryState, move: Built) -> Refusal | None:
    wrong = (shape(move.pyramid) & ~s.COVERS) ^ BASE  # red dice may be added after the eyes have looked
    other = against("FM1", "refused.not_the_base") if move.pyramid and wrong else None
    return trouble(move.pyramid, s.STOCK) or other


def _refuse_seat(state: s.ForcedMemoryState, move: m.Say | m.Roll | m.Lift) -> Refusal | None:
    if state.rolls and move.seat not in ("", state.on_turn):  # whoever takes the dice first begins
        return against("FM5", "refused.not_your_turn", seat=move.seat, turn=state.on_turn)
    return None


_refuse_read = only_in("FM3", "nothing_to_read", "read")


def _refuse_roll(state: s.ForcedMemoryState, move: m.Roll) -> Refusal | None:
    if state.phase == "build":
        return against("FM1", "refused.not_built")
    if state.phase in ("say", "read"):
        return against("FM3", "refused.read_first")
    if state.phase == "lift":
        return against("FM6", "refused.rolled", seat=state.on_turn)
    return _refuse_seat(state, move) or _refuse_reroll(state, move.dice)


def _refuse_reroll(state: s.ForcedMemoryState, dice: tuple[int, int, int]) -> Refusal | None:
    """A-FM1: all three dice are rolled anew, or as a house rule only one of them."""
    if state.phase != "choose" or state.options.reroll == "three":
        return None
    if (Counter(state.roll) & Counter(dice)).total() >= 2:
        return None
    return against("A-FM1", "refused.one_die", dice=[str(number) for number in state.roll])


def _refuse_lift(state: s.ForcedMemoryState, move: m.Lift) -> Refusal | None:
    if state.phase == "build":
        return against("FM1", "refused.not_built")
    if state.phase == "roll":
        # A-FM3: after a hit, too, the dice are rolled first
        return against("A-FM3", "refused.roll_first", seat=state.on_turn)
    if state.phase in ("say", "read"):
        return against("A-FM5", "refused.second_die")
    elsewhere = _refuse_seat(state, move) or _refuse_place(state, move.cell)
    return elsewhere or refuse_seen(state.pyramid, move.seen)


def _refuse_place(state: s.ForcedMemoryState, cell: Cell) -> Refusal | None:
    if not exists(cell):
        return against("FM3", "refused.no_such_place")
    if name_of(cell) in state.pyramid and not s.COVERS & bit(cell):
        return against("FM12", "refused.yellow", cell=cell_says(cell))
    if name_of(cell) not in state.pyramid:
        return against("FM7", "refused.out_of_the_game", cell=cell_says(cell))
    return None


def _refuse_time_over(state: s.ForcedMemoryState, move: m.TimeOver) -> Refusal | None:
    if state.options.limit_s and state.phase in ("choose", "lift"):
        return None
    return against("A-FM6", "refused.no_clock")


# --- what follows ---

NewStep = Step[s.ForcedMemoryState]


def _built(state: s.ForcedMemoryState, move: Built) -> NewStep:
    """FM1, FM10: what the eyes read while the base lay open stays in the companion's head."""
    full = learnt(s.unread_pyramid(), move.pyramid)
    notes = [announce("FM8", "note.built", n=s.goal(len(state.seats)))]
    if state.options.shield:
        notes.append(tell("A-FM4", "note.shield"))
    return Step(replace(state, phase="roll", pyramid=full), tuple(notes))


def _seen(state: s.ForcedMemoryState, move: Seen) -> NewStep:
    return _read_on(replace(state, pyramid=learnt(state.pyramid, move.pyramid)))


def _agreed(state: s.ForcedMemoryState, move: Agree) -> NewStep:
    return _read_on(replace(state, pyramid=move.pyramid)).after(tell("FM12", "note.agreed"))


def _roll(state: s.ForcedMemoryState, move: m.Roll) -> NewStep:
    now = replace(state, on_turn=move.seat or state.on_turn, rolls=state.rolls + 1)
    now = replace(now, phase="lift", roll=move.dice, kept_roll=False, back=None)
    said = announce("FM2", "note.rolled", seat=now.on_turn, sum=sum(move.dice))
    return Step(now, (said, *_impossible(now)))


def _impossible(state: s.ForcedMemoryState) -> tuple[Note, ...]:
    """A-FM7: only if every covered funnel is known and none has this sum."""
    total = sum(state.roll)
    if not state.options.hint_impossible:
        return ()
    if any(known_sum(state, cell) in (None, total) for cell in s.covered(state)):
        return ()
    return (tell("A-FM7", "note.impossible", sum=total),)


def known_sum(state: s.ForcedMemoryState, cell: Cell) -> int | None:
    """The sum under the red die at *cell*, if the companion has read it or it was shown.

    FM3: of the three yellow faces; the numbers of the red dice have no meaning (FM9).
    """
    read = total_facing(state.pyramid, cell)
    if read is not None:
        return read
    shown = state.shown.get(name_of(cell))
    return shown.sum if shown else None


def _lift(state: s.ForcedMemoryState, move: m.Lift) -> NewStep:
    now = replace(state, lifted=move.cell, back=None, said=0, kept_roll=state.phase == "choose")
    phase = "say" if state.options.training else "read"
    now = replace(now, phase=phase, pyramid=learnt(state.pyramid, move.seen))
    return Step(now) if now.phase == "say" else _read_on(now)


def _read_on(state: s.ForcedMemoryState) -> NewStep:
    """FM3: as soon as the sum under the lifted die is known, it is compared; else somebody has to tell it."""
    if state.phase != "read" or state.lifted is None:
        return Step(state)
    total = known_sum(state, state.lifted)
    return Step(state) if total is None else _compare(state, total)


def _said(state: s.ForcedMemoryState, move: m.Say) -> NewStep:
    return _read_on(replace(state, phase="read", said=move.sum))


def _compare(state: s.ForcedMemoryState, total: int) -> NewStep:
    """FM4, FM5: equal or not; what the dice show decides, not what was said (FM11).

    After a miss the sum comes last: a screen shows the newest lines, and one who plays there has no other.
    """
    args = {"seat": state.on_turn, "sum": total, "roll": sum(state.roll)}
    notes = [announce("FM3", "note.revealed", **args)]
    if state.said:
        key = "note.said_right" if state.said == total else "note.said_wrong"
        notes.insert(0, tell("FM11", key, **args, said=state.said))
    if total == sum(state.roll):
        return _hit(state, total).after(*notes)
    after = _miss(state, total)
    return Step(after.state, (*after.notes, *notes))


def _hit(state: s.ForcedMemoryState, total: int) -> NewStep:
    """FM4, FM7, FM8: the red die is won, its funnel is out, and the turn goes on."""
    seat, cell = state.on_turn, certain(state.lifted)
    name = name_of(cell)
    before = state.shown.get(name)
    lag = None if before is None else state.reveals - before.at
    memory = {**state.memory, seat: s.after_hit(_remembers(state, total), lag, state.kept_roll)}
    shown = {place: shown for place, shown in state.shown.items() if place != name}
    now = replace(state, phase="roll", reveals=state.reveals + 1, memory=memory, shown=shown, lifted=None)
    won = {**state.won, seat: s.won_by(state, seat) + 1}
    now = replace(now, pyramid=without(state.pyramid, [cell]), won=won)
    note = tell("FM4", "note.hit", seat, n=won[seat]).with_points({seat: 1})
    over = won[seat] >= s.goal(len(state.seats)) or not s.covered(now)
    return Step(replace(now, phase="over") if over else now, (note,))


def _remembers(state: s.ForcedMemoryState, total: int) -> s.Memory:
    """The memory of the seat on turn, with what it has said in training (FM11)."""
    memory = s.memory_of(state, state.on_turn)
    return replace(memory, said_right=memory.said_right + (state.said == total))


def _miss(state: s.ForcedMemoryState, total: int) -> NewStep:
    """FM5: the red die goes back, and the left neighbour has the choice (FM6)."""
    seat, cell, rolled = state.on_turn, certain(state.lifted), sum(state.roll)
    wanted = tuple([cell_named(name) for name, shown in state.shown.items() if shown.sum == rolled])
    memory = s.after_miss(_remembers(state, total), cell, wanted, state.kept_roll)
    sums = {**state.shown, name_of(cell): s.Shown(total, state.reveals)}
    now = replace(state, shown=sums, memory={**state.memory, seat: memory}, reveals=state.reveals + 1)
    after = replace(_passed_on(now), back=cell)
    return Step(after, (*_turn_notes(after), tell("FM5", "note.miss", seat, cell=cell_says(cell))))


def _time_over(state: s.ForcedMemoryState, move: m.TimeOver) -> NewStep:
    after = _passed_on(state)
    return Step(after, (tell("A-FM6", "note.time_over", seat=state.on_turn), *_turn_notes(after)))


def _passed_on(state: s.ForcedMemoryState) -> s.ForcedMemoryState:
    left = next_seat(state.seats, state.on_turn)
    return replace(state, phase="choose", on_turn=left, lifted=None, said=0)


def _turn_notes(state: s.ForcedMemoryState) -> tuple[Note, ...]:
    return (tell("FM6", "note.next", state.on_turn, sum=sum(state.roll)), *_impossible(state))


RULES = Rules[s.ForcedMemoryState](
    positions.whoever_sits_here(over="FM8", stranger="FM8"),
    {
        Built: (only_in("FM1", "built", "build"), _refuse_built, _built),
        Seen: (positions.refuse_reading, _seen),
        Agree: (positions.once_built("FM1", s.STOCK), _agreed),
        m.Roll: (_refuse_roll, _roll),
        m.Lift: (_refuse_lift, _lift),
        m.Say: (only_in("FM11", "nothing_to_read", "say"), _refuse_seat, _said),
        m.Read: (_refuse_read, lambda state, move: _compare(state, move.sum)),
        m.TimeOver: (_refuse_time_over, _time_over),
    },
)
