"""What Cui bono? waits for, and how the answers become moves."""

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say
from companion.game import Hears, certain, whose
from companion.games.cui_bono import moves as m
from companion.games.cui_bono.handling import take, takeable
from companion.games.cui_bono.state import CuiBonoState
from companion.pyramid import questions
from companion.pyramid.agree import Agree, Built, cell_says, colour_says, difference, look, seen_in
from companion.pyramid.cells import Cell
from companion.pyramid.notation import COLOURS, cell_named, leaning_on, open_funnels
from companion.rulings import Question, Refusal

Heard = m.CuiBonoMove | Question

KEEP = "keep"


def asks(state: CuiBonoState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the game is over."""
    match state.phase:
        case "build":
            built = Ask("built", Kind.CONFIRM, state.seats, Say("ask.built"), "G2")
            return (built, questions.eyes("look", state.seats, "G19", seat=state.on_turn))
        case "take":
            return (_take_ask(state), questions.eyes("took", state.seats, "CB3", seat=state.on_turn))
        case "tell":
            return (_colour_ask(state),)
        case "put":
            return (_put_ask(state), questions.eyes("watch", state.seats, "CB5", seat=state.on_turn))
        case "judge":
            return (_judge_ask(state),)
    return ()


def _take_ask(state: CuiBonoState) -> Ask:
    """Before the first turn whoever begins takes a die. All dice that may be taken are offered."""
    first = state.turns == 0
    prompt = Say("ask.first_take" if first else "ask.take", {"seat": state.on_turn})
    seats = state.seats if first else (state.on_turn,)
    choices = questions.one_of(takeable(state.pyramid))
    return Ask(f"take:{state.turns + 1}", Kind.CHOICE, seats, prompt, "CB3", choices)


def _colour_ask(state: CuiBonoState) -> Ask:
    choices = tuple(Choice(colour, colour_says(colour)) for colour in COLOURS)
    return Ask("tell", Kind.CHOICE, state.seats, Say("ask.tell", {"seat": state.on_turn}), "CB13", choices)


def _put_ask(state: CuiBonoState) -> Ask:
    """Every open funnel is offered, whether the die fits or not: finding the right one is the game."""
    funnels = [cell for cell in open_funnels(state.pyramid) if cell not in state.denied]
    choices = (*questions.one_of(funnels), Choice(KEEP, Say("choice.keep")))
    args = {"seat": state.on_turn, "colour": colour_says(state.die[0])}
    return Ask("put", Kind.CHOICE, (state.on_turn,), Say("ask.put", args), "CB6", choices)


def _judge_ask(state: CuiBonoState) -> Ask:
    choices = (Choice("fits", Say("choice.fits")), Choice("not", Say("choice.fits_not")))
    args = {"cell": cell_says(certain(state.trying)), "colour": colour_says(state.die[0])}
    return Ask("judge", Kind.CHOICE, state.seats, Say("ask.judge", args), "CB7", choices)


# --- understanding ---


def _tapped_take(state: CuiBonoState, ask: Ask, fact: Fact) -> Heard:
    cell = questions.one_cell(fact.value, takeable(state.pyramid), "question.one_place", "CB3")
    return cell if isinstance(cell, Question) else m.Take(seat=whose(ask, fact), cell=cell)


def _tapped_put(state: CuiBonoState, ask: Ask, fact: Fact) -> Heard:
    if fact.value == KEEP:
        return m.Keep(seat=whose(ask, fact))
    cell = questions.one_cell(fact.value, open_funnels(state.pyramid), "question.one_place", "CB6")
    return cell if isinstance(cell, Question) else m.Put(seat=whose(ask, fact), cell=cell)


def _took(state: CuiBonoState, ask: Ask, fact: Fact) -> Heard:
    value, seat = fact.value, whose(ask, fact)
    tapped = value.get("cells") if isinstance(value, dict) else None
    if tapped is not None and all(isinstance(cell, list | tuple) for cell in tapped):
        seen = _tapped_take(state, ask, fact)
    else:
        seen = _seen_take(state, seat, value)
    unnamed = isinstance(seen, m.Take) and not seat and not state.turns
    return questions.who_began(state.seats, value, "CB3") if unnamed else seen


def _seen_take(state: CuiBonoState, seat: str, value: JSON) -> Heard:
    """The eyes see the pyramid before or after the slide: which take explains what they see?"""
    change = questions.heard(value, state.pyramid)
    if isinstance(change, Question | Agree):
        return change
    if not change:
        return seen_in(value, state.pyramid)
    if len(change.taken) == 1 and change.taken[0] in takeable(state.pyramid) and not change.swapped:
        return m.Take(seat=seat, cell=change.taken[0])
    explain = [c for c in takeable(state.pyramid) if _explains(state, c, value)]
    one_gone = len(change.taken) == 1 and not (change.placed or change.swapped or change.turned)
    if one_gone and not (explain and leaning_on(state.pyramid, change.taken[0])):
        explain += change.taken  # the very die that is gone, which may not be taken: the refusal says so
    if len(explain) == 1:
        return m.Take(seat=seat, cell=explain[0])
    if explain:
        return Question(Say("question.which_take"), questions.one_of(explain), "CB5")
    return questions.differs(state.pyramid, value, "CB5")


def _explains(state: CuiBonoState, cell: Cell, value: JSON) -> bool:
    after = take(state.pyramid, cell).pyramid
    shown = look(value, after)
    return not isinstance(shown, Refusal) and not difference(after, shown)


def _seen_put(state: CuiBonoState, ask: Ask, fact: Fact) -> Heard:
    """After the take: the slide as predicted, a row that is stuck, or the die in its new place."""
    value = fact.value
    change = questions.heard(value, state.pyramid)
    if isinstance(change, Question | Agree):
        return change
    if not change:
        return seen_in(value, state.pyramid)
    if (
        state.took is not None
        and state.took in change.taken
        and state.vacated in {cell_named(name) for name in change.placed}
    ):
        return Question(Say("question.nudge", {"cell": cell_says(state.took)}), (), "CB5")
    if len(change.placed) != 1 or change.taken or change.swapped:
        return questions.differs(state.pyramid, value, "CB5")
    name, die = next(iter(change.placed.items()))
    if "?" not in (die[0], state.die[0]) and die[0] != state.die[0]:
        return Question(Say("question.other_die", {"colour": colour_says(state.die[0])}), (), "CB10")
    return m.Put(seat=state.on_turn, cell=cell_named(name))


HEARS: Hears = {
    "built": lambda state, ask, fact: Built(),
    "look": lambda state, ask, fact: questions.as_built(fact.value, state.pyramid),
    "take": _tapped_take,
    "took": _took,
    "tell": lambda state, ask, fact: m.Tell(colour=fact.value),
    "put": _tapped_put,
    "watch": _seen_put,
    "judge": lambda state, ask, fact: m.Judge(fits=fact.value == "fits"),
}
