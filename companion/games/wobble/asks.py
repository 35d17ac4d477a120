"""What Wobble waits for, phase by phase; the tasks with their watches are in `task_asks`."""

from collections.abc import Callable, Mapping

from companion.asks import Ask, Choice, Kind, Say, aside, ask_cards
from companion.game import certain
from companion.games.wobble import settling, unlucky
from companion.games.wobble import state as s
from companion.games.wobble.attack import on_after_skips
from companion.games.wobble.deck import BOX, DRAWING
from companion.games.wobble.effects import half_of
from companion.games.wobble.laying import card_say, colours_say
from companion.games.wobble.task_asks import dare_choices, printed_ask, task_asks

DECK = "wobble"
MOST_FLIPPED = 20
WINDOW_MS = 3_000  # AW-4
EYES_MS = 2_500  # so much later the eyes may tell of a card: they wait until nobody lays any more
PLAYING = ("turn", "drawn", "effect", "attack", "aim", "vote", "settle", "task", "give")


def asks(state: s.WobbleState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the game is over."""
    return (*_ASKS[state.phase](state), *_no_toss(state), *(_back(state) if state.phase in PLAYING else ()))


# --- before a round ---


def _ready(state: s.WobbleState) -> tuple[Ask, ...]:
    def ready(seat: str) -> Ask:
        prompt = Say("ask.ready", {"seat": seat, "n": s.HAND, "dealer": state.dealer})
        return Ask(f"ready:{state.round}:{seat}", Kind.CONFIRM, (seat,), prompt, "W6")

    return tuple(ready(seat) for seat in state.order if not state.players[seat].ready)


def _census(state: s.WobbleState) -> tuple[Ask, ...]:
    """W1: an unknown box can be shown to the camera once; nobody has to."""
    if s.census_of(state) or state.round > 1:
        return ()
    prompt = Say("ask.census", {"n": BOX})
    return (aside(ask_cards("census", state.seats, prompt, "W1", DECK, "box", cards=(BOX, BOX))),)


def _flip(state: s.WobbleState) -> Ask:
    prompt = Say("ask.flip", {"seat": state.dealer})
    cards = (1, MOST_FLIPPED)
    name = f"flip:{state.round}"
    return ask_cards(name, (state.dealer,), prompt, "W8", DECK, "discard", cards=cards)


# --- a turn ---


def _lay(state: s.WobbleState) -> Ask:
    """Everybody's cards land on the same pile, so everybody may answer (W9, W15, W23)."""
    fill = {"seat": state.turn, "card": card_say(s.top_card(state)), "colours": colours_say(state.active)}
    key, rule = ("ask.lay", "W9") if state.phase == "turn" else ("ask.lay_drawn", "W11")
    if state.phase == "attack":
        key, rule, fill = "ask.lay_against", "W25", {"seat": s.performer(state)}
    top, spoken = state.discard[-1:], state.phase == "turn"  # what goes under the pile nobody sees
    return ask_cards(
        "lay", s.here(state), Say(key, fill), rule, DECK, "discard", cards=(1, 2), lies=top, spoken=spoken
    )


def _twin(state: s.WobbleState) -> tuple[Ask, ...]:
    """AW-45: while a card takes effect its twin may be thrown in."""
    seats, prompt = s.here(state), Say("ask.toss", {"card": card_say(s.top_card(state))})
    lay = aside(
        ask_cards("twin", seats, prompt, "W15", DECK, "discard", cards=(1, 2), lies=state.discard[-1:])
    )
    return (lay, _toss(state))


def _draw(seat: str) -> Ask:
    return Ask(f"draw:{seat}", Kind.CONFIRM, (seat,), Say("ask.draw", {"seat": seat}), "W11", spoken=False)


def _toss(state: s.WobbleState) -> Ask:
    prompt = Say("ask.toss", {"card": card_say(s.top_card(state))})
    seats = s.here(state)
    return aside(Ask("toss", Kind.CALL, seats, prompt, "W15", call="toss"))


def _no_toss(state: s.WobbleState) -> tuple[Ask, ...]:
    """The card has to follow the press within two seconds; eyes tell of it once it has lain there a while."""
    if not state.claims or state.phase not in PLAYING:
        return ()
    prompt = Say("ask.no_toss", {"seats": [claim.seat for claim in state.claims]})
    last, within = state.claims[-1], max(1, state.options.late_ms) + EYES_MS
    name = f"no_toss:{last.seat}:{last.t}"
    return (aside(Ask(name, Kind.CONFIRM, state.order, prompt, "W15", within_ms=within)),)


def _redraw(state: s.WobbleState) -> Ask:
    seat, n = state.turn, s.size(state, state.turn)
    prompt = Say("ask.redraw", {"seat": seat})
    return aside(ask_cards(f"redraw:{seat}", (seat,), prompt, "W28", DECK, f"hand:{seat}", cards=(n, n)))


def _drawn(state: s.WobbleState) -> tuple[Ask, ...]:
    """W11: the drawn card is laid or kept; W10: somebody may doubt that nothing fitted before."""
    seat = state.turn
    if state.doubted:
        return (_show(state, seat, "W10", secret=True),)
    others = tuple(other for other in s.here(state) if other != seat)
    doubt = aside(Ask(f"doubt:{seat}", Kind.CONFIRM, others, Say("ask.doubt", {"seat": seat}), "W10"))
    keep = Ask(f"keep:{seat}", Kind.CONFIRM, (seat,), Say("ask.keep", {"seat": seat}), "W11", spoken=False)
    return (_lay(state), keep, *((doubt,) if others and not state.cleared else ()))


def _show(state: s.WobbleState, seat: str, rule: str, secret: bool = False) -> Ask:
    n = s.size(state, seat)
    name, most = f"show:{state.round}:{seat}", (0, BOX) if state.players[seat].sure else (n, n)
    prompt = Say("ask.show_secret" if secret else "ask.show", {"seat": seat, "n": n})
    return ask_cards(name, (seat,), prompt, rule, DECK, f"hand:{seat}", cards=most, secret=secret)


def uncounted(state: s.WobbleState) -> tuple[str, ...]:
    return tuple(seat for seat in state.order if not state.players[seat].counted)


def _all_shown(seat: str) -> Ask:
    """W33: without it, a hand of another size than believed could never be counted."""
    return aside(Ask(f"all_shown:{seat}", Kind.CONFIRM, (seat,), Say("ask.all_shown", {"seat": seat}), "W33"))


def _effect(state: s.WobbleState) -> tuple[Ask, ...]:
    effect = certain(state.effect)
    seat = effect.seat
    partners = tuple(Choice(o, Say("choice.with", {"partner": o}), o) for o in s.clockwise(state, seat)[1:])
    match effect.what:
        case "seats":
            choices, rule = (*partners, Choice("", Say("choice.nobody"))), "W29"
        case "exchange":
            choices, rule = partners, "W37"
        case _:
            away = Choice("away", Say("choice.away", {"n": half_of(s.size(state, seat))}))
            choices, rule = (away, Choice("keep", Say("choice.keep"))), "W36"
    prompt = Say(f"ask.effect_{effect.what}", {"seat": seat})
    return (Ask(f"effect:{effect.what}:{seat}", Kind.CHOICE, (seat,), prompt, rule, choices),)


# --- attacks ---


def _answer(state: s.WobbleState) -> Ask:
    """W25: what whoever is hit may say; cards against it are simply laid."""
    attack, seat = certain(state.attack), s.performer(state)
    if attack.kind == "MAG":
        return _magnet(state, seat)
    n = state.owed + settling.open_share(state) if attack.kind in DRAWING else attack.total
    fill = {"seat": seat, "n": n}
    choices = [Choice("accept", Say(f"choice.accept.{attack.kind}", fill))]
    rule = {"M20": "W39", "SK": "W38", "AFK": "W41"}.get(attack.kind, "W40")
    if attack.kind in DRAWING:
        choices += dare_choices(state)
        fill = {**fill, "tasks": settling.tasks_in(state) - state.tasks_done}
    if attack.kind == "AFK":  # W50
        own = state.options.afk_tasks
        choices += [Choice(f"own:{words}", Say("choice.dare_own", {"task": words})) for words in own]
    window = state.options.response_window  # AW-4
    timed = window == "three_seconds" or (attack.kind == "M20" and window != "untimed")
    within = WINDOW_MS if timed and state.phase == "attack" else 0
    name, prompt = f"answer:{seat}:{attack.kind}:{attack.total}", Say(f"ask.answer.{attack.kind}", fill)
    return Ask(name, Kind.CHOICE, (seat,), prompt, rule, tuple(choices), within_ms=within)


def _answers(state: s.WobbleState) -> tuple[Ask, ...]:
    drawing = certain(state.attack).kind in DRAWING
    return (_answer(state), *(printed_ask(state) if drawing else ()))


def _next_draws(state: s.WobbleState) -> tuple[Ask, ...]:
    """W38: nobody has to wait until the skipped one says so."""
    after = on_after_skips(state)
    return (_draw(after),) if after else ()


def _magnet(state: s.WobbleState, seat: str) -> Ask:
    attack = certain(state.attack)
    choices = tuple(
        Choice(name, Say("choice.name", {"name": settling.name_say(name)}))
        for name in settling.may_call(state.called)
    )
    fill = {"seat": seat, "n": attack.names_left or attack.total}
    return Ask(f"name:{seat}", Kind.CHOICE, (seat,), Say("ask.name", fill), "W42", choices)


def _aim(state: s.WobbleState) -> Ask:
    pointing = certain(state.pointing)
    others = (o for o in s.clockwise(state, pointing.seat)[1:] if not state.players[o].away)
    choices = tuple(Choice(o, Say("choice.target", {"target": o}), o) for o in others)
    rule = "W44" if pointing.card == "YOU" else "W48"
    prompt = Say("ask.aim", {"seat": pointing.seat})
    return Ask(f"aim:{pointing.seat}", Kind.CHOICE, (pointing.seat,), prompt, rule, choices)


def _votes(state: s.WobbleState) -> tuple[Ask, ...]:
    voting = certain(state.voting)
    choices = tuple(Choice(sign, Say(f"sign.{sign}")) for sign in unlucky.wanted(state))
    key = "ask.sign" if len(voting.still) == 2 else "ask.palm"
    return tuple(
        Ask(f"vote:{seat}", Kind.CHOICE, (seat,), Say(key, {"seat": seat}), "W46", choices)
        for seat in voting.still
        if seat not in voting.shown
    )


def _give(state: s.WobbleState) -> tuple[Ask, ...]:
    fill = {"target": s.performer(state), "name": settling.name_say(state.name)}

    def give(seat: str) -> Ask:
        prompt, most = Say("ask.give", {"seat": seat, **fill}), (0, s.size(state, seat))
        return ask_cards(f"give:{seat}", (seat,), prompt, "W42", DECK, f"given:{seat}", cards=most)

    return tuple(map(give, state.giving))


def _back(state: s.WobbleState) -> tuple[Ask, ...]:
    """W41: whoever is away comes back by the button, or by touch."""

    def back(seat: str, away: int) -> Ask:
        prompt = Say("ask.back", {"seat": seat, "n": away})
        ask = Ask(f"back:{seat}", Kind.CALL, (seat,), prompt, "W41", call="back")
        return ask if state.phase == "return" else aside(ask)

    away = ((seat, state.players[seat].away) for seat in state.order)
    return tuple(back(seat, n) for seat, n in away if n)


_ASKS: Mapping[str, Callable[[s.WobbleState], tuple[Ask, ...]]] = {
    "ready": lambda state: (*_ready(state), *_census(state)),
    "flip": lambda state: (_flip(state), *_census(state)),
    "turn": lambda state: (_lay(state), _draw(state.turn), _toss(state), _redraw(state)),
    "drawn": _drawn,
    "effect": lambda state: (*_effect(state), *_twin(state)),
    "attack": lambda state: (*_answers(state), _lay(state), *_next_draws(state), _toss(state)),
    "aim": lambda state: (_aim(state), *_twin(state)),
    "vote": lambda state: (*_votes(state), *_twin(state)),
    "settle": _answers,
    "task": task_asks,
    "give": _give,
    "return": _back,
    "score": lambda state: (
        *(_show(state, seat, "W33") for seat in uncounted(state)),
        *(_all_shown(seat) for seat in uncounted(state) if not state.players[seat].sure),
    ),
    "over": lambda state: (),
}
