"""What is refused in Forced Memory, and why."""

from collections import Counter

from companion.asks import Say
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.state import COVERS, STOCK, ForcedMemoryState, on_turn
from companion.pyramid.agree import Agree, cell_says, trouble
from companion.pyramid.cells import BASE, Cell, bit, exists
from companion.pyramid.learning import Seen, refuse_seen
from companion.pyramid.notation import Pyramid, name_of, shape
from companion.rulings import Refusal


def refuse(state: ForcedMemoryState, move: m.ForcedMemoryMove) -> Refusal | None:
    """The first rule that *move* breaks, or None if it may stand."""
    if state.phase == "over":
        return Refusal("FM8", Say("refused.over"))
    if move.seat and move.seat not in state.seats:
        return Refusal("FM8", Say("refused.no_such_seat", {"name": move.seat}))
    match move:
        case m.Roll(seat=seat, dice=dice):
            return _refuse_roll(state, seat, dice)
        case m.Lift(seat=seat, cell=cell, seen=seen):
            return _refuse_lift(state, seat, cell) or refuse_seen(state.pyramid, seen)
        case m.Built(pyramid=pyramid):
            return _refuse_built(state, pyramid)
        case Seen(pyramid=pyramid):
            return refuse_seen(state.pyramid, pyramid)
        case Agree(pyramid=pyramid):
            return _refuse_agree(state) or trouble(pyramid, STOCK)
        case m.Say(seat=seat):
            return _refuse_seat(state, seat) if state.phase == "say" else _nothing("FM11")
        case m.Read():
            return None if state.phase == "read" else _nothing("FM3")
        case m.TimeOver():
            return _refuse_time_over(state)


def _nothing(rule: str) -> Refusal:
    return Refusal(rule, Say("refused.nothing_to_read"))


def _refuse_built(state: ForcedMemoryState, pyramid: Pyramid) -> Refusal | None:
    if state.phase != "build":
        return Refusal("FM1", Say("refused.built"))
    wrong = (shape(pyramid) & ~COVERS) ^ BASE  # the red dice may be added after the eyes have looked (FM1)
    if pyramid and wrong:
        return trouble(pyramid, STOCK) or Refusal("FM1", Say("refused.not_the_base"))
    return trouble(pyramid, STOCK)


def _refuse_agree(state: ForcedMemoryState) -> Refusal | None:
    return Refusal("FM1", Say("refused.not_built")) if state.phase == "build" else None


def _refuse_seat(state: ForcedMemoryState, seat: str) -> Refusal | None:
    if state.rolls and seat not in ("", on_turn(state)):  # whoever takes the dice first begins
        return Refusal("FM5", Say("refused.not_your_turn", {"seat": seat, "turn": on_turn(state)}))
    return None


def _refuse_roll(state: ForcedMemoryState, seat: str, dice: tuple[int, int, int]) -> Refusal | None:
    if state.phase == "build":
        return Refusal("FM1", Say("refused.not_built"))
    if state.phase in ("say", "read"):
        return Refusal("FM3", Say("refused.read_first"))
    if state.phase == "lift":
        return Refusal("FM6", Say("refused.rolled", {"seat": on_turn(state)}))
    return _refuse_seat(state, seat) or _refuse_reroll(state, dice)


def _refuse_reroll(state: ForcedMemoryState, dice: tuple[int, int, int]) -> Refusal | None:
    """A-FM1: all three dice are rolled anew, or as a house rule only one of them."""
    if state.phase != "choose" or state.options.reroll == "three":
        return None
    if (Counter(state.roll) & Counter(dice)).total() >= 2:
        return None
    return Refusal("A-FM1", Say("refused.one_die", {"dice": [str(number) for number in state.roll]}))


def _refuse_lift(state: ForcedMemoryState, seat: str, cell: Cell) -> Refusal | None:
    if state.phase == "build":
        return Refusal("FM1", Say("refused.not_built"))
    if state.phase == "roll":
        # A-FM3: after a hit, too, the dice are rolled first
        return Refusal("A-FM3", Say("refused.roll_first", {"seat": on_turn(state)}))
    if state.phase in ("say", "read"):
        return Refusal("A-FM5", Say("refused.second_die"))
    return _refuse_seat(state, seat) or _refuse_place(state, cell)


def _refuse_place(state: ForcedMemoryState, cell: Cell) -> Refusal | None:
    if not exists(cell):
        return Refusal("FM3", Say("refused.no_such_place"))
    if name_of(cell) in state.pyramid and not COVERS & bit(cell):
        return Refusal("FM12", Say("refused.yellow", {"cell": cell_says(cell)}))
    if name_of(cell) not in state.pyramid:
        return Refusal("FM7", Say("refused.out_of_the_game", {"cell": cell_says(cell)}))
    return None


def _refuse_time_over(state: ForcedMemoryState) -> Refusal | None:
    if state.options.limit_s and state.phase in ("choose", "lift"):
        return None
    return Refusal("A-FM6", Say("refused.no_clock"))
