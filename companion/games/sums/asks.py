"""What Sums waits for, and how the answers become moves."""

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say
from companion.game import Hears, certain, whose
from companion.games.sums import moves as m
from companion.games.sums.state import STOCK, SumsState
from companion.pyramid import questions
from companion.pyramid.agree import Agree, Built, cell_says, seen_in
from companion.pyramid.cells import Cell
from companion.pyramid.notation import cell_named, open_funnels
from companion.rulings import Question

Heard = m.SumsMove | Question

NIETE = "niete"


def asks(state: SumsState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the game is over."""
    match state.phase:
        case "build":
            built = Ask("built", Kind.CONFIRM, state.seats, Say("ask.built", {"seat": state.caller}), "G10")
            return (built, questions.eyes("look", state.seats, "G19", seat=state.caller))
        case "roll":
            return (_roll_ask(state), questions.eyes("look", state.seats, "G19", seat=state.caller))
        case "search":
            return _call_asks(state)
        case "show":
            return (_show_ask(state),)
        case "add":
            return (_add_ask(state), questions.eyes("look", state.seats, "G19", seat=state.caller))
        case "check":
            return _check_asks(state)
        case "place":
            return (_place_ask(state), questions.eyes("placed", state.seats, "SU5", seat=state.caller))
    return ()


def _roll_ask(state: SumsState) -> Ask:
    first = state.rounds == 0
    prompt = Say("ask.first_roll" if first else "ask.roll", {"seat": state.roller})
    seats = state.seats if first else (state.roller,)
    return Ask(f"roll:{state.rounds + 1}", Kind.DICE, seats, prompt, "SU2", dice={"pips": 3})


def _call_asks(state: SumsState) -> tuple[Ask, ...]:
    calls = (
        Ask("stop", Kind.CALL, state.seats, Say("ask.stop"), "SU4", call="stop"),
        Ask("niete", Kind.CALL, state.seats, Say("ask.niete"), "SU6", call="niete"),
    )
    if not state.options.all_pass:
        return calls
    return (*calls, Ask("give_up", Kind.CONFIRM, state.seats, Say("ask.give_up"), "A-SU2", optional=True))


def _show_ask(state: SumsState) -> Ask:
    limit = 1000 * state.options.show_s
    choices = questions.one_of(open_funnels(state.pyramid))
    if state.options.niete_button == "same":
        choices = (*choices, Choice(NIETE, Say("choice.niete")))
    prompt = Say("ask.show", {"seat": state.caller, "n": state.options.show_s})
    return Ask("show", Kind.CHOICE, (state.caller,), prompt, "SU4", choices, within_ms=limit)


def _add_ask(state: SumsState) -> Ask:
    prompt = Say("ask.add", {"cell": cell_says(certain(state.shown))})
    return Ask("add", Kind.NUMBER, state.seats, prompt, "SU10", low=3, high=18)


def _check_asks(state: SumsState) -> tuple[Ask, ...]:
    others = tuple(seat for seat in state.seats if seat != state.caller)
    args = {"seat": state.caller, "n": state.options.search_s}
    choices = questions.one_of(open_funnels(state.pyramid))
    limit = 1000 * state.options.search_s
    return (
        Ask("stand", Kind.CONFIRM, others, Say("ask.stand", args), "A-SU1", within_ms=limit),
        Ask("found", Kind.CHOICE, others, Say("ask.found", args), "A-SU1", choices, optional=True),
    )


def _place_ask(state: SumsState) -> Ask:
    """After a Stop the place is known, so one touch says it all; after a Niete the funnel is tapped."""
    if state.shown is not None:
        args = {"seat": state.caller, "cell": cell_says(state.shown)}
        return Ask("place", Kind.CONFIRM, (state.caller,), Say("ask.place", args), "SU5")
    choices = questions.one_of(open_funnels(state.pyramid))
    prompt = Say("ask.place_anywhere", {"seat": state.caller})
    return Ask("place", Kind.CHOICE, (state.caller,), prompt, "SU6", choices)


# --- understanding ---


def _rolled(state: SumsState, ask: Ask, fact: Fact) -> Heard:
    seat, pips = whose(ask, fact), tuple(fact.value["pips"])
    if len(pips) != 3:
        return Question(Say("question.three_dice", {"n": len(pips)}), (), "SU2")
    if not seat:
        return questions.who_began(state.seats, fact.value, "SU2")
    return m.Roll(seat=seat, dice=(pips[0], pips[1], pips[2]), t=fact.t)


def _looked(state: SumsState, ask: Ask, fact: Fact) -> Heard:
    """The base as it was filled, or numbers that are read later; anything else has been knocked over."""
    value, change = fact.value, questions.heard(fact.value, state.pyramid)
    if isinstance(change, Question):
        return change
    if state.phase == "build":
        return Built(pyramid=change.pyramid if isinstance(change, Agree) else change.placed)
    if isinstance(change, Agree):
        return change
    if not change:
        return seen_in(value, state.pyramid)
    turned = [cell_named(name) for name in change.turned]
    if turned == [state.placed] and not (change.placed or change.taken or change.swapped):
        return m.Turn(cell=turned[0], die=change.turned[next(iter(change.turned))])
    return questions.differs(state.pyramid, value, "SU11", STOCK)


def _funnel(state: SumsState, value: JSON, rule: str) -> Cell | Question:
    return questions.one_cell(value, open_funnels(state.pyramid), "question.one_funnel", rule)


def _shown(state: SumsState, ask: Ask, fact: Fact) -> Heard:
    seat = whose(ask, fact)
    if fact.kind is Kind.TIME:
        return m.TimeOver()
    if fact.value == NIETE:
        return m.Niete(seat=seat, t=fact.t)
    cell = _funnel(state, fact.value, "SU4")
    return cell if isinstance(cell, Question) else m.Show(seat=seat, cell=cell)


def _tapped(state: SumsState, ask: Ask, fact: Fact) -> Heard:
    seat = whose(ask, fact)
    if state.shown is not None:
        return m.Place(seat=seat, cell=state.shown)
    cell = _funnel(state, fact.value, "SU6")
    return cell if isinstance(cell, Question) else m.Place(seat=seat, cell=cell)


def _placed(state: SumsState, ask: Ask, fact: Fact) -> Heard:
    value, change = fact.value, questions.heard(fact.value, state.pyramid)
    if isinstance(change, Question | Agree):
        return change
    if not change:
        return seen_in(value, state.pyramid)
    if len(change.placed) != 1 or change.taken or change.turned or change.swapped:
        return questions.differs(state.pyramid, value, "SU5", STOCK)
    name, die = next(iter(change.placed.items()))
    return m.Place(seat=state.caller, cell=cell_named(name), die=die)


HEARS: Hears = {
    "built": lambda state, ask, fact: Built(),
    "look": _looked,
    "roll": _rolled,
    "stop": lambda state, ask, fact: m.Stop(seat=whose(ask, fact), t=fact.t),
    "niete": lambda state, ask, fact: m.Niete(seat=whose(ask, fact), t=fact.t),
    "give_up": lambda state, ask, fact: m.GiveUp(),
    "show": _shown,
    "found": _shown,
    "add": lambda state, ask, fact: m.Summed(sum=fact.value),
    "stand": lambda state, ask, fact: m.TimeOver() if fact.kind is Kind.TIME else m.Stand(),
    "place": _tapped,
    "placed": _placed,
}
