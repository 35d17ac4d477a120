"""What Pack Rat waits for, and how the answers become moves."""

from companion.asks import MS, Ask, Choice, Fact, Kind, Say, Source, aside
from companion.game import Hears
from companion.games.pack_rat import moves as m
from companion.games.pack_rat.late import is_pending, lateness, may_be_over
from companion.games.pack_rat.state import PackRatState, Taken, rest
from companion.games.pack_rat.takes import owners
from companion.pyramid import questions
from companion.pyramid.agree import Agree, cell_says, seen_in
from companion.pyramid.cells import Cell, cells_of
from companion.pyramid.notation import cell_named, name_of, shape
from companion.pyramid.shape import free_lying
from companion.rulings import Question

BY_HAND = (Source.TOUCH, Source.KEYBOARD, Source.AGREEMENT)
SOME_TIME = 60_000 * MS  # a tap comes some time after the take that it tells of
NOBODY = "nobody"


def asks(state: PackRatState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the game is over."""
    match state.phase:
        case "build":
            return _build_asks(state)
        case "roll":
            return (_roll_ask(state), *_take_asks(state), *_late_asks(state))
        case "hunt":
            return (_stop_ask(state), *_take_asks(state), _complaint_ask(state))
        case "audit":
            return (*_audit_asks(state), *_take_asks(state), *_late_asks(state))
        case "settle":
            settle = Ask("settle", Kind.CONFIRM, state.seats, Say("ask.settle"), "PR10")
            return (settle, *_take_asks(state), *_late_asks(state))
    return ()


def _build_asks(state: PackRatState) -> tuple[Ask, ...]:
    ways = tuple(Choice(way, Say(f"choice.follow.{way}")) for way in ("dice", "counts"))
    return (
        aside(Ask("built", Kind.PYRAMID, state.seats, Say("ask.built"), "G8")),
        Ask("follow", Kind.CHOICE, state.seats, Say("ask.follow"), "PR12", ways),
    )


def _roll_ask(state: PackRatState) -> Ask:
    first = state.rounds == 0
    prompt = Say("ask.first_roll" if first else "ask.roll", {"seat": state.roller})
    seats = state.seats if first else (state.roller,)
    return Ask(f"roll:{state.rounds + 1}", Kind.DICE, seats, prompt, "PR2", dice={"pips": 1})


def _stop_ask(state: PackRatState) -> Ask:
    """PR7. After the time that is given here the companion may say that nothing is left (A-PR5)."""
    wait = 0 if state.waited else 1000 * state.options.empty_hint_s
    prompt = Say("ask.stop", {"seat": state.roller, "number": state.number})
    return Ask("stop", Kind.CALL, (state.roller,), prompt, "PR7", call="stop", within_ms=wait)


def _take_asks(state: PackRatState) -> tuple[Ask, ...]:
    """PR3. By touch every free lying die is offered, whatever it shows, so that the drawing tells nothing."""
    if state.follow == "counts" or not state.number:
        return ()
    free = cells_of(free_lying(shape(state.pyramid)))
    args = {"number": state.number}
    seen, tapped = Say("ask.take", args), Say("ask.tap", args)
    choices, hunting = questions.one_of(free), state.phase == "hunt"
    return (
        aside(Ask("take", Kind.PYRAMID, state.seats, seen, "PR3")),
        Ask("tap", Kind.CHOICE, state.seats, tapped, "PR3", choices, optional=not hunting, spoken=False),
    )


def _late_asks(state: PackRatState) -> tuple[Ask, ...]:
    if not state.rounds or state.follow == "dice" or len(state.counted) < len(state.seats):
        return ()
    choices = tuple(Choice(seat, Say("choice.seat", {"seat": seat}), seat) for seat in state.seats)
    return (aside(Ask("late", Kind.CHOICE, state.seats, Say("ask.late"), "PR8", choices)),)


def _complaint_ask(state: PackRatState) -> Ask:
    """PR6 rests on honour; a complaint is written down, and the one whom it is about hears a kind word."""
    choices = tuple(Choice(seat, Say("choice.seat", {"seat": seat}), seat) for seat in state.seats)
    return aside(Ask("complain", Kind.CHOICE, state.seats, Say("ask.complain"), "PR6", choices))


def _audit_asks(state: PackRatState) -> tuple[Ask, ...]:
    """Only what nobody but the table can say."""
    if not is_pending(state):
        return ()
    if state.follow == "dice":
        return tuple(ask for taken in state.taken for ask in _about(state, taken))
    waiting = [seat for seat in state.seats if seat not in state.counted]
    if waiting:
        return tuple(_count_ask(state, seat) for seat in waiting)
    return (_base_ask(state),) if may_be_over(state) else ()


def _about(state: PackRatState, taken: Taken) -> tuple[Ask, ...]:
    name, cell = name_of(taken.cell), cell_says(taken.cell)
    if not taken.seat:
        axes = owners(taken.die, state.number).axes
        seats = (*(state.seats[axis] for axis in axes),)
        choices = (
            *(Choice(seat, Say("choice.seat", {"seat": seat}), seat) for seat in seats),
            Choice(NOBODY, Say("choice.nobody")),
        )
        return (
            Ask(f"whose:{name}", Kind.CHOICE, state.seats, Say("ask.whose", {"cell": cell}), "PR12", choices),
        )
    if lateness(state, taken) != "doubt":
        return ()
    args = {"seat": taken.seat, "cell": cell}
    choices = (Choice("in time", Say("choice.in_time")), Choice("late", Say("choice.late")))
    return (Ask(f"late:{name}", Kind.CHOICE, state.seats, Say("ask.in_time", args), "A-PR1", choices),)


def _count_ask(state: PackRatState, seat: str) -> Ask:
    prompt = Say("ask.count", {"seat": seat})
    return Ask(f"count:{seat}", Kind.NUMBER, (seat,), prompt, "PR1", low=0, high=rest(state))


def _base_ask(state: PackRatState) -> Ask:
    choices = (Choice("yes", Say("choice.yes")), Choice("no", Say("choice.no")))
    return Ask("base", Kind.CHOICE, state.seats, Say("ask.base"), "PR10", choices)


# --- understanding ---


def _built(state: PackRatState, ask: Ask, fact: Fact) -> m.Built | Question:
    built = questions.as_built(fact.value, state.pyramid)
    return built if isinstance(built, Question) else m.Built(pyramid=built.pyramid)


def _rolled(state: PackRatState, ask: Ask, fact: Fact) -> m.Roll | Question:
    if len(ask.seats) > 1 and not fact.seat:
        return questions.who_began(state.seats, fact.value, "PR2")
    return m.Roll(seat=fact.seat, number=fact.value["pips"][0], t=fact.t)


def _claimed(state: PackRatState, ask: Ask, fact: Fact) -> m.Claim:
    return m.Claim(seat="" if fact.value == NOBODY else fact.value, cell=_about_cell(ask))


def _late(state: PackRatState, ask: Ask, fact: Fact) -> m.Judge | m.Late:
    """A die is late, or somebody says how many were."""
    if ":" in ask.id:
        return m.Judge(cell=_about_cell(ask), late=fact.value == "late")
    return m.Late(seat=fact.value)


def _about_cell(ask: Ask) -> Cell:
    return cell_named(ask.id.partition(":")[2])


def _understand_take(state: PackRatState, ask: Ask, fact: Fact) -> m.PackRatMove | Question:
    """Dice that are gone were taken; dice that came, turned or sank were knocked over (PR13)."""
    change = questions.heard(fact.value, state.pyramid)
    if isinstance(change, Question | Agree):
        return change
    if change.placed or change.turned or change.swapped:
        return questions.differs(state.pyramid, fact.value, "PR13")
    back = tuple(cell for cell in state.returning if cell not in change.taken)
    if not change.taken:
        return m.PutBack(cells=back) if back else seen_in(fact.value, state.pyramid)
    new = tuple(cell for cell in change.taken if cell not in state.returning)
    return _taken(fact, new or change.taken)


def _understand_tap(state: PackRatState, ask: Ask, fact: Fact) -> m.PackRatMove | Question:
    free = cells_of(free_lying(shape(state.pyramid)))
    cell = questions.one_cell(fact.value, free, "question.one_die", "PR3")
    return cell if isinstance(cell, Question) else _taken(fact, (cell,))


def _taken(fact: Fact, cells: tuple[Cell, ...]) -> m.Take:
    """A tap tells of a die that was taken some time before it, never after it."""
    if fact.source in BY_HAND:
        half = SOME_TIME // 2
        return m.Take(seat=fact.seat, cells=cells, t=fact.t - half, within=half)
    return m.Take(seat=fact.seat, cells=cells, t=fact.t, within=fact.uncertainty)


HEARS: Hears = {
    "built": _built,
    "follow": lambda state, ask, fact: m.Built(follow=fact.value),
    "roll": _rolled,
    "stop": lambda state, ask, fact: (
        m.Waited() if fact.kind is Kind.TIME else m.Stop(seat=fact.seat, t=fact.t)
    ),
    "take": _understand_take,
    "tap": _understand_tap,
    "whose": _claimed,
    "late": _late,
    "count": lambda state, ask, fact: m.Counted(seat=ask.seats[0], dice=fact.value),
    "complain": lambda state, ask, fact: m.Complain(seat=fact.seat, about=fact.value),
    "base": lambda state, ask, fact: m.BaseOnly(yes=fact.value == "yes"),
    "settle": lambda state, ask, fact: m.Settle(),
}
