"""The tools of the tasks: watches shown or dark, countries, distances, throws, and the vote of the table."""

from companion.asks import Ask, Choice, Kind, Say, aside, ask_cards
from companion.game import certain
from companion.games.wobble import judging
from companion.games.wobble.deck import TASKS
from companion.games.wobble.settling import tasks_in
from companion.games.wobble.state import Trying, WobbleState
from companion.games.wobble.trying import BY_THE_TABLE, HEARD_FIRST, TIMED, may_tell, offered, rule_of

LONGEST_SPIN_MS = 60_000
LONGEST_WATCH_MS = 60_000
MOST_PEOPLE = 2_000_000_000
LONGEST_TABLE = 10_000


def dare_choices(state: WobbleState) -> list[Choice]:
    """AW-44: what stands on the card as far as it is known, and the house's own tasks (W50)."""
    left = tasks_in(state) - state.tasks_done
    known = [
        Choice(f"dare:{task}", Say("choice.dare", {"task": f"@task.{task}", "n": left}))
        for task in offered(state)
    ]
    own = [
        Choice(f"own:{words}", Say("choice.dare_own", {"task": words})) for words in state.options.own_tasks
    ]
    return known + own


def printed_ask(state: WobbleState) -> tuple[Ask, ...]:
    """AW-44: another copy of the card may have another task: entered once, and remembered."""
    if not may_tell(state):
        return ()
    others = (task for task in TASKS if task not in offered(state))
    choices = tuple(Choice(task, Say(f"task.{task}")) for task in others)
    return (aside(Ask("printed", Kind.CHOICE, state.order, Say("ask.printed"), "AW-44", choices)),)


def task_asks(state: WobbleState) -> tuple[Ask, ...]:
    """What the running task needs now; giving up is always possible (AW-14)."""
    trying = certain(state.trying)
    return (*_tool(state, trying), _verdict(state, trying))


def _rule(trying: Trying) -> str:
    return rule_of(trying.task)


def _fill(trying: Trying) -> dict[str, object]:
    task: str = trying.own or f"@task.{trying.task}"
    return {"seat": trying.seat, "other": trying.opponent, "task": task}


def _tool(state: WobbleState, trying: Trying) -> tuple[Ask, ...]:
    seat, rule = (trying.seat,), _rule(trying)
    if trying.task == "T8" and not trying.country:
        return (_countries(state, trying),)
    if trying.task in HEARD_FIRST and not trying.begun:
        prompt = Say(f"ask.begin.{trying.task}", _fill(trying))
        if trying.task in TIMED:
            return (Ask(f"begin:{trying.task}", Kind.CALL, seat, prompt, rule, call="start"),)
        return (Ask(f"begin:{trying.task}", Kind.CONFIRM, seat, prompt, rule),)
    match trying.task:
        case "T1":
            return (_stop(trying, LONGEST_SPIN_MS), _seen(trying, "bump"))
        case "T2":
            return (_stop(trying, judging.CALL_MS), _seen(trying, "told"))
        case "T9":
            return (_stop(trying, LONGEST_WATCH_MS),)
        case "T3":
            return (_turned(trying),)
        case "T8":
            prompt = Say("ask.estimate", {"seat": trying.seat, "country": Say(f"country.{trying.country}")})
            return (Ask("number:T8", Kind.NUMBER, seat, prompt, rule, low=1, high=MOST_PEOPLE),)
        case "T10":
            return (_throw(trying),)
        case "T12":
            return (_measure(trying),)
        case _:
            return ()


def _stop(trying: Trying, within: int) -> Ask:
    """A press ends it at its own time; W-T2: after ninety seconds it ends by itself."""
    prompt = Say(f"ask.stop.{trying.task}", _fill(trying))
    name = f"stop:{trying.task}"
    return Ask(name, Kind.CALL, (trying.seat,), prompt, _rule(trying), call="stop", within_ms=within)


def _seen(trying: Trying, how: str) -> Ask:
    """The coin has bumped; the reason of the call was given away: others see or hear it."""
    name, prompt = f"seen:{how}", Say(f"ask.seen.{how}", _fill(trying))
    others = (trying.opponent, trying.seat)
    return aside(Ask(name, Kind.CONFIRM, others, prompt, _rule(trying)))


def _countries(state: WobbleState, trying: Trying) -> Ask:
    others = tuple(seat for seat in state.order if seat != trying.seat)
    choices = tuple(
        Choice(code, Say("choice.country", {"country": Say(f"country.{code}")}))
        for code in judging.people_by_country()
    )
    return Ask("country", Kind.CHOICE, others, Say("ask.country", _fill(trying)), "W-T8", choices)


def _turned(trying: Trying) -> Ask:
    prompt = Say("ask.turn_over", _fill(trying))
    return ask_cards("turned", (trying.seat,), prompt, "W-T3", "wobble", "turned", cards=(1, 60))


def _throw(trying: Trying) -> Ask:
    won, lost = trying.wins
    choices = tuple(
        Choice(own + other, Say("choice.throw", {"own": f"@sign.{own}", "other": f"@sign.{other}"}))
        for own in "RPS"
        for other in "RPS"
    )
    prompt = Say("ask.throw", {**_fill(trying), "won": won, "lost": lost})
    return Ask("throw", Kind.CHOICE, (trying.seat,), prompt, "W-T10", choices)


def _measure(trying: Trying) -> Ask:
    seat = (trying.seat,)
    if not trying.numbers:
        prompt = Say("ask.table_length", _fill(trying))
        return Ask("number:T12", Kind.NUMBER, seat, prompt, "W-T12", low=1_000, high=LONGEST_TABLE)
    goal = round(judging.goal_mm(trying.numbers[0]))
    prompt = Say("ask.slide", {**_fill(trying), "goal": goal})
    return Ask("number:T12:rear", Kind.NUMBER, seat, prompt, "W-T12", low=0, high=trying.numbers[0])


def _verdict(state: WobbleState, trying: Trying) -> Ask:
    """The table says what only people can see; nobody else can stop a task (AW-14)."""
    voted = trying.task in BY_THE_TABLE and trying.begun
    choices = [Choice("ok", Say("choice.done"))] if voted else []
    choices.append(Choice("fail", Say("choice.failed")))
    if not trying.begun:
        choices.append(Choice("cannot", Say("choice.cannot")))
    key = "judged" if voted else "give_up" if trying.begun else "not_begun"
    name, says = f"judged:{trying.task}", Say(f"ask.{key}", _fill(trying))
    ask = Ask(name, Kind.CHOICE, state.order, says, _rule(trying), tuple(choices), spoken=voted)
    return ask if voted else aside(ask)
