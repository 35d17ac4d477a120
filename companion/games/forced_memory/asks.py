"""What Forced Memory waits for, and how the answers become moves."""

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say
from companion.game import Hears, whose
from companion.games.forced_memory import moves as m
from companion.games.forced_memory.state import COVERS, STOCK, ForcedMemoryState, covered
from companion.pyramid import questions
from companion.pyramid.agree import Agree, Built, look, seen_in
from companion.pyramid.cells import bit
from companion.pyramid.notation import cell_named, name_of
from companion.pyramid.questions import as_built, cannot_be, eyes, few_cells, heard, who_began
from companion.rulings import Question, Refusal

Heard = m.ForcedMemoryMove | Question


def asks(state: ForcedMemoryState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the game is over."""
    match state.phase:
        case "build":
            return (
                Ask("built", Kind.CONFIRM, state.seats, Say("ask.built"), "FM1"),
                eyes("look", state.seats, "FM1"),
            )
        case "roll":
            return (_roll_ask(state), eyes("watch", state.seats, "FM1"))
        case "choose":
            return (_lift_ask(state), _roll_ask(state), eyes("watch", state.seats, "FM1"))
        case "lift":
            return (_lift_ask(state), eyes("watch", state.seats, "FM1"))
        case "say":
            return (_number_ask(state, "say", (state.on_turn,), "FM11"),)
        case "read":
            return (_number_ask(state, "read", state.seats, "FM3"), eyes("watch", state.seats, "FM1"))
    return ()


def _roll_ask(state: ForcedMemoryState) -> Ask:
    """FM6: after a miss rolling anew is a choice; lifting means that the dice stay as they lie."""
    again = state.phase == "choose"
    key = f"ask.reroll_{state.options.reroll}" if again else "ask.roll" if state.rolls else "ask.first_roll"
    seats = (state.on_turn,) if state.rolls else state.seats
    prompt = Say(key, {"seat": state.on_turn})
    return Ask(f"roll:{state.rolls + 1}", Kind.DICE, seats, prompt, "FM2", dice={"pips": 3}, optional=again)


def _lift_ask(state: ForcedMemoryState) -> Ask:
    args = {"seat": state.on_turn, "sum": sum(state.roll)}
    key = "ask.lift_or_roll" if state.phase == "choose" else "ask.lift"
    choices = questions.one_of(covered(state))
    limit = 1000 * state.options.limit_s
    name = f"lift:{state.reveals + 1}:{state.on_turn}"  # another seat, another time to think (A-FM6)
    return Ask(name, Kind.CHOICE, (state.on_turn,), Say(key, args), "FM3", choices, within_ms=limit)


def _number_ask(state: ForcedMemoryState, topic: str, seats: tuple[str, ...], rule: str) -> Ask:
    return Ask(topic, Kind.NUMBER, seats, Say(f"ask.{topic}", {"seat": state.on_turn}), rule, low=3, high=18)


# --- understanding ---


def _rolled(state: ForcedMemoryState, ask: Ask, fact: Fact) -> Heard:
    seat, pips = whose(ask, fact), tuple(fact.value["pips"])
    if len(pips) != 3:
        return Question(Say("question.three_dice", {"n": len(pips)}), (), "FM2")
    if not seat:
        return who_began(state.seats, fact.value, "FM2")
    return m.Roll(seat=seat, dice=(pips[0], pips[1], pips[2]))


def _lifted(state: ForcedMemoryState, ask: Ask, fact: Fact) -> Heard:
    if fact.kind is Kind.TIME:
        return m.TimeOver()
    cell = questions.one_cell(fact.value, covered(state), "question.one_die", "FM3")
    return cell if isinstance(cell, Question) else m.Lift(seat=whose(ask, fact), cell=cell)


def _watched(state: ForcedMemoryState, ask: Ask, fact: Fact) -> Heard:
    """A red die that is gone was lifted; yellow faces are read; about a die that moved somebody is asked."""
    value = fact.value
    cell = questions.named_cell(value)
    if cell is not None:
        return m.Lift(cell=cell)
    change = heard(value, state.pyramid)
    if isinstance(change, Question | Agree):
        return change
    if change.turned or change.swapped or change.placed:
        return _moved(state, value, (*change.turned, *change.swapped, *change.placed))
    red = tuple(c for c in change.taken if COVERS & bit(c) and c != state.lifted)
    if len(red) < len([c for c in change.taken if c != state.lifted]):
        return _moved(state, value, tuple(name_of(c) for c in change.taken))
    if len(red) > 1:
        return Question(Say("question.which_first"), questions.one_of(red), "A-FM5")
    seen = seen_in(value, state.pyramid)
    return m.Lift(cell=red[0], seen=seen.pyramid) if red else seen


def _moved(state: ForcedMemoryState, value: JSON, names: tuple[str, ...]) -> Question:
    """FM12, without any number: what was never revealed is not named."""
    remembered = Choice({"agreed": {"turned": {}}}, Say("as_remembered"))
    shown = look(value, state.pyramid)
    if isinstance(shown, Refusal):
        return Question(shown.says, (), shown.rule)
    impossible = cannot_be(shown, STOCK, remembered)
    if impossible and impossible.rule != "G16":  # its sentence would tell numbers
        return impossible
    lies = () if impossible else (Choice({"agreed": value}, Say("as_it_lies")),)
    cells = few_cells([cell_named(name) for name in dict.fromkeys(names)])
    return Question(Say("question.moved", {"cells": cells}), (remembered, *lies), "FM12")


HEARS: Hears = {
    "built": lambda state, ask, fact: Built(),
    "look": lambda state, ask, fact: as_built(fact.value),
    "roll": _rolled,
    "lift": _lifted,
    "say": lambda state, ask, fact: m.Say(seat=whose(ask, fact), sum=fact.value),
    "read": lambda state, ask, fact: m.Read(sum=fact.value),
    "watch": _watched,
}
