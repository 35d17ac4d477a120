"""Chains of events from written-down situations, through the real referee: attacks, toss-ins, first cards."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.asks import JSON, MS
from companion.cards import hidden
from companion.games.wobble import moves as m
from companion.games.wobble import rules
from companion.games.wobble.deck import COLOURS, kind, known_cards, tidy
from companion.games.wobble.ending import dealt
from companion.games.wobble.settling import may_call
from companion.games.wobble.state import (
    Player,
    WobbleOptions,
    WobbleState,
    clockwise,
    performer,
    replace,
    size,
)
from companion.games.wobble.trying import BY_THE_TABLE, offered
from companion.rulings import Note, Refusal

Vector = Mapping[str, Any]
Event = Mapping[str, Any]

ENOUGH = 9  # cards in a hand that is not told
FIRST = 1_000 * MS  # when the first event happens
STEP = 5_000 * MS
SPECIALS = {
    "dodge": "DG",
    "you": "YOU",
    "mirror": "MIR",
    "unlucky": "UNL",
    "notme": "NM",
    "capture": "CAP",
    "double": "DBL",
}
WHY = {  # what a refusal is called in the situations
    "refused.jerk_used": "JERK_USED",
    "refused.not_target": "NOT_TARGET",
    "refused.target_self": "TARGET_SELF",
    "refused.target_away": "TARGET_AWAY",
    "refused.own_card": "OWN_CARD",
    "refused.no_attack": "NO_ATTACK",
    "refused.wrong_symbol": "WRONG_SYMBOL",
    "refused.door_closed": "TOO_LATE",
    "refused.after_not_me": "AFTER_NOT_ME",
    "refused.no_grey_pair": "NO_PAIR",
    "refused.not_identical": "NOT_IDENTICAL",
    "refused.does_not_fit": "DOES_NOT_FIT",
    "refused.drawn_does_not_fit": "DOES_NOT_FIT",
    "refused.already_called": "ALREADY_CALLED",
    "refused.not_1_to_9": "NOT_1_TO_9",
    "refused.numbers_left": "NUMBERS_LEFT",
    "refused.away": "AWAY",
    "refused.no_task": "NO_TASK",
    "refused.partner": "TARGET_SELF",
    "refused.not_your_turn": "NOT_YOUR_TURN",
    "refused.not_now": "NOT_NOW",
    "refused.not_away": "NOT_AWAY",
    "refused.cannot_hold": "NO_CARD",
}
SWITCHES = {"eps": "eps_ms", "grace": "grace_ms", "late": "late_ms"}


def options_of(vector: Vector) -> WobbleOptions:
    """House rules from `rules`, `switches`, or single keys of the vector."""
    named = {**vector.get("rules", {}), **vector.get("switches", {}), **vector.get("options", {})}
    single = {k: vector[k] for k in (*WobbleOptions.__struct_fields__, *SWITCHES) if k in vector}
    fields = {SWITCHES.get(k, k): v for k, v in {**single, **named}.items()}
    fields = {k: v for k, v in fields.items() if k in WobbleOptions.__struct_fields__}
    if "rounds" in fields:
        fields.setdefault("until", "rounds")
    return WobbleOptions(**{**fields, "deck": "unknown"})


def result_of(told: Any) -> str:
    """How a task went."""
    words = {True: "ok", False: "fail", "done": "ok", "plain": "cannot", "draw": "draw", "accept": "draw"}
    return words.get(told, str(told))


def situation(vector: Vector, top: str, active: tuple[str, ...]) -> WobbleState:
    """The situation before the first event."""
    order = tuple(vector["order"])
    hands = vector.get("hands") or {}
    players = {}
    for seat in order:
        held = hands.get(seat, ENOUGH)
        hand = hidden(held) if isinstance(held, int) else tuple(sorted(map(tidy, held)))
        players[seat] = Player(
            hand=hand,
            minus=(vector.get("minus") or {}).get(seat, 0),
            debt=(vector.get("debt") or {}).get(seat, 0),
            away=int(seat in (vector.get("away") or ())),
        )
    dealer = vector.get("dealer", order[0])
    state = WobbleState(seats=order, order=order, options=options_of(vector), players=players, dealer=dealer)
    return replace(
        dealt(state) if not top else state,
        phase="turn" if top else "flip",
        turn=vector.get("turn", "") if top else "",
        players=players,
        dir=vector.get("dir", 1),
        draw=138,
        discard=(top,) if top else (),
        active=active,
        called=tuple(map(str, vector.get("called", ()))),
    )


# --- attacks ---


class Record:
    """What happened during a chain of events."""

    def __init__(self, state: WobbleState) -> None:
        self.state, self.number, self.time = state, 0, FIRST
        self.draws: dict[str, int] = {}
        self.penalty: dict[str, int] = {}
        self.minus: dict[str, int] = {}
        self.tasks: dict[str, int] = {}
        self.skipped: list[str] = []
        self.names: dict[str, int] = {}
        self.illegal: int | None = None
        self.why: str | None = None
        self.director = ""
        self.last: dict[str, JSON] = {}

    def do(self, move: m.WobbleMove) -> bool:
        """Judges and plays; False if it is refused."""
        if self.illegal is not None:
            return False
        refusal = rules.refuse(self.state, move)
        if refusal is not None:
            self._refused(refusal)
            return False
        before = self.state
        step = rules.play(before, move)
        self.state = step.state
        for note in step.notes:
            self._noted(note)
        if isinstance(move, m.Lay) and any(n.says.key.startswith("note.penalty") for n in step.notes):
            self.penalty[move.seat] = self.penalty.get(move.seat, 0) + 1
        if before.attack is not None and self.state.attack is None:
            self.last = _attack(before)
        return True

    def _refused(self, refusal: Refusal) -> None:
        self.illegal = self.number
        self.why = WHY.get(refusal.says.key, refusal.rule)

    def _noted(self, note: Note) -> None:
        fill = note.says.args
        match note.says.key:
            case "note.draws" if fill["n"]:
                self.draws[note.seat] = self.draws.get(note.seat, 0) + fill["n"]
            case "note.minus":
                self.minus[note.seat] = self.minus.get(note.seat, 0) + fill["n"]
            case "note.leaves":
                self.tasks[note.seat] = self.tasks.get(note.seat, 0) + fill["n"]
            case "note.magnet":
                self.names[note.seat] = self.names.get(note.seat, 0) + 1
            case "note.skipped":
                self.skipped.append(note.seat)


def _attack(state: WobbleState) -> dict[str, JSON]:
    attack = state.attack
    if attack is None:
        return {}
    return {
        "target": attack.target,
        "total": attack.total,
        "owner": attack.owner,
        "director": attack.director or attack.owner,
        "times": attack.times,
        "jerk_open": attack.jerk_open,
        "absent": list(attack.absent),
    }


def attack(vector: Vector) -> JSON:
    """A chain of events, one after the other, until one is not allowed."""
    used = {str(event.get("k")) for event in vector["events"]}
    top = next(f"m{n}" for n in "8642913750" if n not in used and f"m{n}" not in used)
    record = Record(situation(vector, tidy(vector.get("top", top)), tuple(vector.get("active", "m"))))
    for number, event in enumerate(vector["events"]):
        record.number = number
        if record.illegal is None:
            record.time += STEP
            _EVENTS[event["e"]](record, event)
    return told(record)


def told(record: Record) -> JSON:
    state = record.state
    over = state.phase in ("return", "score", "over")
    return {
        "target": None,
        "total": 0,
        "owner": None,
        "director": None,
        **record.last,
        **_attack(state),
        "attack": state.attack is not None,
        "turn": state.turn or None,
        "resume": state.resume or None,
        "dir": state.dir,
        "order": list(state.order),
        "hands": {seat: size(state, seat) for seat in state.seats},
        "draws": record.draws,
        "penalty": record.penalty,
        "minus": {s: p.minus for s, p in state.players.items() if p.minus},
        "tasks": record.tasks,
        "names": record.names,
        "skipped": record.skipped,
        "debt": {s: p.debt for s, p in state.players.items() if p.debt},
        "away": [s for s in state.order if state.players[s].away],
        "called": list(state.called),
        "over": over,
        "winners": list(state.winners) if over else [],
        "active": list(state.active),
        "illegal": record.illegal,
        "why": record.why,
    }


def _card(record: Record, event: Event) -> str:
    """A card that is told without its colour is of the active one, or identical to the top card."""
    name = tidy(str(event.get("card", event.get("k"))))
    if name in known_cards():
        return name
    top = record.state.discard[-1]
    if kind(top) == name:
        return top
    if name == "CS":
        return next(f"CS{c}" for c in ("mc", "my", "mg", "cy") if record.state.active[0] in c)
    colour = event.get("c") or (record.state.active or tuple(COLOURS))[0]
    return f"{colour}{name}"


def _laid(record: Record, event: Event) -> None:
    card = _card(record, event)
    move = m.Lay(seat=event["p"], cards=(card,) * event.get("n", 1), t=record.time)
    if record.do(move):
        take_effect(record, event)


def _tossed(record: Record, event: Event) -> None:
    if record.do(m.Toss(seat=event["p"], t=record.time)):
        record.time += 300 * MS
        _laid(record, event)


def take_effect(record: Record, event: Event) -> None:
    """What the event tells about the card's effect, as often as it is asked."""
    partners = event.get("with", event.get("swap", ""))
    wanted = list(partners) if isinstance(partners, list) else [partners] * 2
    while (effect := record.state.effect) is not None and record.illegal is None:
        seat = effect.seat
        partner = wanted.pop(0) if wanted else ""
        match effect.what:
            case "seats":
                record.do(m.SwapSeats(seat=seat, partner=partner or ""))
            case "half":
                record.do(m.Half(seat=seat, away=event.get("put", event.get("away", True)) is not False))
            case _:
                others = clockwise(record.state, seat)[1:]
                record.do(m.Exchange(seat=seat, partner=partner or others[0]))


def _special(record: Record, event: Event) -> None:
    """Grey and brown cards; a target that may not be named makes the whole event void."""
    before, fined = record.state, dict(record.penalty)
    if not record.do(m.Lay(seat=event["p"], cards=(SPECIALS[event["e"]],), t=record.time)):
        return
    if record.penalty != fined:  # W19: the situations call it not allowed
        record.illegal, record.why = record.number, "NOT_TARGET" if before.attack else "NO_ATTACK"
        return
    if record.state.phase == "aim" and not record.do(m.Aim(seat=event["p"], target=event.get("at", ""))):
        record.state = before
    if record.state.phase == "vote":
        _vote(record, event["hit"])
    if record.state.attack is not None and record.state.attack.not_me:
        _everybody(record, event.get("results", {}))


def _vote(record: Record, loser: str) -> None:
    """Palms and signs that make *loser* the unlucky one."""
    while record.state.voting is not None:
        still = record.state.voting.still
        others = [seat for seat in still if seat != loser]
        shows = {loser: "S" if len(still) == 2 else "up"}
        shows |= dict.fromkeys(others, "R" if len(still) == 2 else "down")
        for seat in still:
            record.do(m.Vote(seat=seat, show=shows[seat]))  # type: ignore[arg-type]


def _everybody(record: Record, results: Mapping[str, Any]) -> None:
    """Each victim settles the hit."""
    while record.state.attack is not None and record.state.phase == "settle" and record.illegal is None:
        seat = performer(record.state)
        _settle(record, seat, result_of(results.get(seat, "draw")), [])


def _settle(record: Record, seat: str, result: str | list[str], says: list[str]) -> None:
    """Takes the hit, or dares the tasks of the pile, with the same result or one after the other."""
    results = [result] if isinstance(result, str) else result
    if results[0] == "draw":
        if not _names_at_once(record):
            record.do(m.Accept(seat=seat))
        _names(record, seat, says)
        return
    while record.do(m.Dare(seat=seat, task=_task_for(record.state, results[0]))):
        record.do(m.Judged(seat=seat, result=results[0]))  # type: ignore[arg-type]
        results = results[1:] or results
        attack = record.state.attack
        if attack is None or record.state.phase != "settle" or performer(record.state) != seat:
            return
        if not record.state.tasks_done:
            return


def _task_for(state: WobbleState, result: str) -> str:
    """One that the table judges; what turns out to be impossible is one that has not begun (AW-14)."""
    if result == "cannot":
        return "T7"
    return next((task for task in offered(state) if task in BY_THE_TABLE[:3]), "T11")


def _names_at_once(record: Record) -> bool:
    """Under Not Me the door is closed already: the victims of a Magnet only name."""
    attack = record.state.attack
    return attack is not None and attack.kind == "MAG" and record.state.phase == "settle"


def _names(record: Record, seat: str, says: list[str]) -> None:
    """The Magnet's names: those that are told, else the next ones; hidden hands give nothing."""
    while record.state.attack is not None and record.state.attack.kind == "MAG" and record.illegal is None:
        if record.state.phase == "give":
            record.do(m.Give(seat=record.state.giving[0], cards=()))
        elif performer(record.state) == seat and record.state.phase == "settle":
            name = says.pop(0) if says else may_call(record.state.called)[0]
            record.do(m.Name(seat=seat, name=name))
        else:
            return


def _accept(record: Record, event: Event) -> None:
    said = event.get("say", event.get("name", []))
    says = [said] if isinstance(said, str) else list(map(str, said))
    _settle(record, event["p"], "draw", says)


def _task(record: Record, event: Event) -> None:
    how = event.get("ok", event.get("result", True))
    results = [result_of(one) for one in how] if isinstance(how, list) else result_of(how)
    _settle(record, event["p"], results, [])


def _draw(record: Record, event: Event) -> None:
    """Touching the pile: the hit is taken, or a card is drawn that does not fit."""
    if record.do(m.Touch(seat=event["p"], t=record.time)) and record.state.phase == "drawn":
        record.do(m.Keep(seat=event["p"]))


def _back(record: Record, event: Event) -> None:
    record.do(m.Back(seat=event["p"]))


_EVENTS: Mapping[str, Callable[[Record, Event], None]] = {
    "play": _laid,
    "stack": _laid,
    "pass": lambda record, event: _laid(record, event) if "k" in event else _draw(record, event),
    "toss": _tossed,
    **dict.fromkeys(SPECIALS, _special),
    "accept": _accept,
    "task": _task,
    "magnet": _accept,
    "draw": _draw,
    "touch": _draw,
    "back": _back,
    "return": _back,
}
