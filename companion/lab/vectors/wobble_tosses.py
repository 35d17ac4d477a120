"""Toss-ins by their times and first cards from written-down situations, through the real referee."""

from companion.asks import JSON, MS
from companion.cards import hidden
from companion.games.wobble import moves as m
from companion.games.wobble import rules
from companion.games.wobble.deck import BROWN, GREY, colours, tidy
from companion.games.wobble.effects import half_of
from companion.games.wobble.state import Player, replace
from companion.lab.vectors.wobble_chains import FIRST, Event, Record, Vector, situation, take_effect, told

# --- toss-ins ---


def toss(vector: Vector) -> JSON:
    """Presses, cards and touches by their times; a tossed card lies once no tie is possible any more."""
    top = tidy(vector["top"])
    record = Record(situation(vector, top, tuple(vector.get("active", colours(top)))))
    eps = record.state.options.eps_ms
    outcomes: dict[int, str] = {}
    for t, number, what, event in _in_order(vector["events"], eps):
        outcome = _timed(record, t * MS + FIRST, what, event)
        if outcome:
            outcomes[number] = outcome
    state = record.state
    return {
        "outcome": [[event["who"], outcomes.get(n, "none")] for n, event in enumerate(vector["events"])],
        "turn": state.turn or None,
        "top": state.discard[-1],
        "dir": state.dir,
        "order": list(state.order),
        **{key: value for key, value in told(record).items() if key not in ("turn", "dir", "order")},
    }


def _in_order(events: list[Event], eps: int) -> list[tuple[int, int, str, Event]]:
    """Each event by its time; a toss-in is a press, and its card a moment later."""
    timed = []
    for number, event in enumerate(events):
        t, what = int(event["t"]), str(event["what"])
        if what != "toss":
            timed.append((t, number, what, event))
            continue
        timed.append((t, number, "press", event))
        if event.get("card"):
            timed.append((t + eps + 1, number, "throw", event))
    return sorted(timed, key=lambda entry: entry[0])


def _timed(record: Record, t: int, what: str, event: Event) -> str:
    seat = event["who"]
    if what == "press":
        refusal = rules.refuse(record.state, m.Toss(seat=seat, t=t))
        if refusal is None:
            record.do(m.Toss(seat=seat, t=t))
        return "late" if refusal and refusal.rule == "W16" else ""
    if what in ("throw", "play"):
        cards = (tidy(event["card"]),) * event.get("n", 1)
        return _card_lies(record, m.Lay(seat=seat, cards=cards, t=t), what)
    if what in ("touch", "draw"):
        return _outcome(record, m.Touch(seat=seat, t=t), what)
    return _outcome(record, m.Keep(seat=seat), what)


def _card_lies(record: Record, move: m.Lay, what: str) -> str:
    outcome = _outcome(record, move, "ok" if what == "throw" else "play")
    if outcome in ("ok", "play"):
        take_effect(record, {})
    return outcome


def _outcome(record: Record, move: m.WobbleMove, good: str) -> str:
    refusal = rules.refuse(record.state, move)
    if refusal is not None:
        void = refusal.says.key in ("refused.robbed", "refused.toss_first")
        late = refusal.rule == "W16" or refusal.says.key == "refused.door_closed"
        return "void" if void else "late" if late else "back"
    step = rules.play(record.state, move)
    keys = {note.says.key for note in step.notes}
    record.state = step.state
    if "note.late" in keys:
        return "late"
    if any(key.startswith("note.penalty") for key in keys):
        return "penalty"
    return "ok" if "note.tossed" in keys else good


# --- first cards ---


def first_card(vector: Vector) -> JSON:
    """The dealer turns cards until one is coloured (W7, W8)."""
    record = Record(situation(vector, "", ()))
    record.state = replace(record.state, players={s: Player(hand=hidden(6)) for s in record.state.seats})
    flipped = tuple(map(tidy, vector["flipped"]))
    first = next((n for n, card in enumerate(flipped) if card not in GREY and card not in BROWN), None)
    if first is None:
        return {"card": None, "passed_over": len(flipped)}
    record.do(m.Flip(seat=record.state.dealer, cards=flipped[: first + 1]))
    effect = record.state.effect
    asked = effect.what if effect else ""
    may = {
        "may_put_away": half_of(6) if asked == "half" else 0,
        "may_swap": asked == "seats",
        "may_swap_seats": asked == "seats",
        "must_swap": asked == "exchange",
        "must_exchange": asked == "exchange",
    }
    take_effect(record, {"put": False, **vector})
    return {**told(record), **may, "card": flipped[first], "passed_over": first}
