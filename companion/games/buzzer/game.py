"""The buzzer as a game of the house: what it asks, what an answer means, and what the screen shows."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.asks import JSON, MS, Ask, Choice, Fact, Kind, Say, aside
from companion.calls.buttons import Press
from companion.game import Game, most_points
from companion.games.buzzer import state as m
from companion.games.buzzer.rules import opening, play, refuse, tie_order
from companion.games.buzzer.state import BuzzerOptions, BuzzerState, may_press, milliseconds, round_of, scores
from companion.layout import Row, SeatPanel, Stat, View, counted

RULES = {"quiz": ("BZ4", "BZ4"), "reflex": ("BZ11", "BZ12"), "stopwatch": ("BZ13", "BZ13")}  # ready; pressing
LAST_PRESS_MS = 3_000  # BZ12: so long after the signal somebody may still press


class Buzzer(Game[BuzzerState, m.BuzzerMove, BuzzerOptions]):
    """A button for everybody, and whoever was first may answer."""

    refuse = staticmethod(refuse)
    play = staticmethod(play)
    scores = staticmethod(scores)
    outcome = most_points("BZ2")

    def start(self, seats: tuple[str, ...], options: BuzzerOptions) -> BuzzerState:
        return opening(BuzzerState(seats=seats, options=options, points=dict.fromkeys(seats, 0)))

    def asks(self, state: BuzzerState) -> tuple[Ask, ...]:
        return tuple(_asks(state)) if state.phase != "over" else ()

    def understand(self, state: BuzzerState, ask: Ask, fact: Fact) -> m.BuzzerMove:
        match ask.id.partition(":")[0]:
            case "go":
                return m.Go(seat=fact.seat, t=fact.t)
            case "signal":
                return m.Signal(t=fact.t)
            case "buzz" if fact.kind is Kind.CALL:
                return m.Buzz(seat=fact.seat, t=fact.t, source=fact.source, uncertainty=fact.uncertainty)
            case "judge":
                return m.Judge(seat=fact.seat, right=fact.value == "right", late=fact.kind is Kind.TIME)
            case "finish":
                return m.Finish(seat=fact.seat)
        return m.Close(seat=fact.seat)

    def break_tie(self, state: BuzzerState, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        return tie_order(state, seats)

    def view(self, state: BuzzerState) -> View:
        first = state.pressed[0].seat if state.pressed else ""
        says = {"seat": first, "n": round_of(state), "of": state.options.rounds}
        phase = "over" if state.phase == "over" else f"{state.options.mode}.{state.phase}"
        points = scores(state)
        panels = tuple(_panel(state, seat, points[seat], turn=seat == first) for seat in state.seats)
        sheet: tuple[Row, ...] = (counted(Say("row.points"), state.points, state.seats),)
        if state.options.teams > 1:
            sheet = (*sheet, counted(Say("row.team"), points, state.seats))
        return View(Say(f"phase.{phase}", says), panels, sheet=sheet, detail=_detail(state))


def _detail(state: BuzzerState) -> JSON:
    """The times since the signal; in a quiz, what each came later than the first."""
    timed = state.options.mode != "quiz"
    start = state.since if timed or not state.pressed else state.pressed[0].t
    pressed = [(press.seat, round((press.t - start) / MS)) for press in state.pressed]
    runs = state.options.mode == "stopwatch" and state.phase == "go"
    return {"pressed": pressed, "timed": timed, "since": state.since if runs else 0}


def _panel(state: BuzzerState, seat: str, points: int, *, turn: bool) -> SeatPanel:
    teams = state.options.teams
    stats = [Stat(Say("stat.team"), str(state.seats.index(seat) % teams + 1))] if teams else []
    for place, press in enumerate(state.pressed, 1):
        if press.seat == seat:
            stats.append(_stat(state, place, press))
    return SeatPanel(seat, points, tuple(stats), turn=turn, out=seat in state.out)


def _stat(state: BuzzerState, place: int, press: Press) -> Stat:
    if state.options.mode == "quiz":
        return Stat(Say("stat.place"), str(place))
    return Stat(Say("stat.ms"), f"{milliseconds(state, press)} ms")


def _asks(state: BuzzerState) -> Iterator[Ask]:
    """One thing to tap, the buttons of all who may press, and a way to the end."""
    mode, number = state.options.mode, round_of(state)
    says = {"n": number}
    match state.phase:
        case "ready":  # BZ4, BZ11, BZ13
            yield Ask(f"go:{number}", Kind.CONFIRM, state.seats, Say(f"ask.go.{mode}", says), RULES[mode][0])
        case "wait":  # a clock that could be seen would give the signal before it comes
            signal = Ask(f"signal:{number}", Kind.TIME, state.seats, Say("ask.wait"), "BZ11", spoken=False)
            yield replace(signal, within_ms=state.wait_ms)
        case "answer":
            yield _judge(state)
    able = may_press(state)
    if able and _buttons_count(state):
        optional = state.phase != "go"
        prompt = Say("ask.wait" if optional and mode == "reflex" else f"ask.buzz.{mode}", says)
        yield Ask(f"buzz:{number}", Kind.CALL, able, prompt, RULES[mode][1], call="buzz", optional=optional)
    if state.phase == "go":
        yield _close(state)
    if state.phase == "ready" or (state.phase == "go" and not state.pressed and not state.since):
        yield aside(Ask("finish", Kind.CONFIRM, state.seats, Say("ask.finish"), "BZ2"))


def _buttons_count(state: BuzzerState) -> bool:
    """Where a press means anything, be it that it is too early."""
    if state.options.mode == "stopwatch":
        return state.phase == "go"
    return state.phase != "answer" or state.options.after_wrong == "next"


def _close(state: BuzzerState) -> Ask:
    """BZ10; BZ12: after the signal nobody waits for long."""
    reflex, prompt = state.options.mode == "reflex", Say(f"ask.close.{state.options.mode}")
    within = LAST_PRESS_MS if reflex else 0
    name = f"close:{round_of(state)}"
    return Ask(
        name, Kind.CONFIRM, state.seats, prompt, "BZ10", optional=True, spoken=not reflex, within_ms=within
    )


def _judge(state: BuzzerState) -> Ask:
    """BZ6, BZ7: whoever asks the questions says it, or anybody at the screen."""
    prompt = Say("ask.judge", {"seat": state.pressed[0].seat})
    choices = (Choice("right", Say("choice.right")), Choice("wrong", Say("choice.wrong")))
    within = 1000 * state.options.answer_s
    name = f"judge:{round_of(state)}:{len(state.out)}"  # each answer has its own time
    return Ask(name, Kind.CHOICE, state.seats, prompt, "BZ7", choices, within_ms=within)
