"""What Abi '94 waits for."""

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say, aside, ask_cards
from companion.cards import hand
from companion.game import Hears
from companion.games.abi94 import moves as m
from companion.games.abi94.handing_in import exam_so_far, may_hand_in
from companion.games.abi94.knowledge import binding
from companion.games.abi94.laying import refuse_play
from companion.games.abi94.projects import most_swaps
from companion.games.abi94.scoring import chance_percent, copy_gain, hand_size
from companion.games.abi94.state import AbiState, Pending, active, answers, deck, in_game, is_exam, open_slots
from companion.games.abi94.words_for import card_say, cards_say, project_say
from companion.rulings import Question

WINDOW_MS = 10_000  # AB38, A13
NOBODY_LEFT_MS = 2_000  # the same when nobody could hand in
DECK = "abi94"
D10 = "d10"


def asks(state: AbiState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the game is over."""
    match state.phase:
        case "deal":
            return (_deal(state),)
        case "swap":
            return tuple(_swap(state, s) for s in state.starters if state.pupils[s].swapped < 0)
        case "lead":
            return (_lead(state),)
        case "turn":
            settled = () if state.pending is None else _pending(state, state.pending)
            return (*(settled or _play(state)), *_hand_in(state), *_open(state))
        case "window":
            return (*_window(state), *_hand_in(state), *_open(state))
        case "stress":
            return _stress(state)
        case _:
            return ()


# --- between projects ---


def _deal(state: AbiState) -> Ask:
    seats = in_game(state)
    fill = {"n": hand_size(len(seats)), "seats": list(seats), "project": project_say(state)}
    return Ask(f"deal:{state.project}", Kind.CONFIRM, seats, Say("ask.deal", fill), "AB5")


def _swap(state: AbiState, seat: str) -> Ask:
    """AB6: one announcement, for everybody at the same time."""
    key = "choice.swap_free" if is_exam(state) else "choice.swap"
    some = (Choice(n, Say(key, {"n": n})) for n in range(1, most_swaps(state) + 1))
    choices = (Choice(0, Say("choice.swap_none")), *some)
    says, most = Say("ask.swap", {"seat": seat}), len(choices) - 1
    return Ask(f"swap:{seat}", Kind.CHOICE, (seat,), says, "AB6", choices, cards=(0, most))


def _lead(state: AbiState) -> Ask:
    choices = tuple(Choice(seat, Say("choice.leads", {"seat": seat}), seat) for seat in state.starters)
    return Ask("lead", Kind.CHOICE, state.starters, Say("ask.lead"), "AB8", choices)


def _stress(state: AbiState) -> tuple[Ask, ...]:
    """AB39: one after the other, so that everybody knows whose roll it is."""
    seat = next(seat for seat in in_game(state) if not state.pupils[seat].tested)
    chips = state.pupils[seat].chips
    fill = {"seat": seat, "n": chips, "chance": chance_percent(chips, state.options)}
    return _die(f"test:{seat}", seat, Say("ask.test", fill), "AB39")


def _die(name: str, seat: str, prompt: Say, rule: str) -> tuple[Ask, ...]:
    """The ten-sided die, seen or typed as the face that it shows."""
    typed = Say("ask.typed", {"seat": seat})
    return (
        Ask(name, Kind.DICE, (seat,), prompt, rule, dice={D10: 1}),
        aside(Ask(f"{name}:typed", Kind.NUMBER, (seat,), typed, rule, low=0, high=9)),
    )


# --- a turn ---


def _play(state: AbiState) -> tuple[Ask, ...]:
    """AB9: one card before anybody whose place is free; each place is an ask, as the eyes look there."""
    seat = state.turn
    bound = binding(state)
    fill = {"seat": seat, "n": len(bound), "cards": cards_say(bound, state)}
    prompt = Say("ask.follow" if bound else "ask.play", fill)
    targets = open_slots(state)
    if state.options.manta_target == "played_only":  # A5: there a Manta may lie on a card
        targets = tuple(s for s in active(state) if s in targets or not state.pupils[s].played)
    rule = "AB15" if bound else "AB9"

    def before(target: str, first: bool) -> Ask:
        says = prompt if first else Say("ask.play_before", {"seat": seat, "target": target})
        name, lies = f"play:{state.round}:{seat}:{target}", state.pupils[target].front
        return ask_cards(
            name, (seat,), says, rule, DECK, f"now:{target}", cards=(1, 1), lies=lies, spoken=first
        )

    own_first = sorted(targets, key=lambda target: target != seat)
    return tuple(before(target, number == 0) for number, target in enumerate(own_first))


def _pending(state: AbiState, pending: Pending) -> tuple[Ask, ...]:
    seat = pending.seat
    match pending.what:
        case "cover":
            return (_cover(state, seat),)
        case "copy":
            return (_copy(state, seat),)
        case "roll":
            card = card_say(pending.card, state)
            chance = chance_percent(deck(state).value(pending.card), state.options)
            fill = {"seat": seat, "neighbour": pending.neighbour, "card": card, "chance": chance}
            return _die(f"roll:{seat}", seat, Say("ask.roll", fill), "AB23")
        case _:
            return (_sure_ask(state, seat),)


def _cover(state: AbiState, seat: str) -> Ask:
    free = dict.fromkeys(state.pupils[seat].open_minus(deck(state)))
    choices = tuple(Choice(card, Say("choice.cover", {"card": card_say(card, state)})) for card in free)
    return Ask(f"cover:{seat}", Kind.CHOICE, (seat,), Say("ask.cover", {"seat": seat}), "AB22", choices)


def _copy(state: AbiState, seat: str) -> Ask:
    """AB23: the odds are on the table before anybody dares."""
    dare = tuple(
        Choice({"neighbour": other, "card": card}, _answer(state, seat, other, card), other)
        for other, card in answers(state, seat)
    )
    choices = (*dare, Choice("no", Say("choice.no_cheating")))
    key = "ask.copy_exam" if is_exam(state) else "ask.copy_again" if state.pupils[seat].caught else "ask.copy"
    return Ask(f"copy:{seat}", Kind.CHOICE, (seat,), Say(key, {"seat": seat}), "AB23", choices)


def _answer(state: AbiState, seat: str, other: str, card: str) -> Say:
    """An answer with the chance to be caught; and what it brings on average, where that can be said."""
    value = deck(state).value(card)
    fill = {"neighbour": other, "card": card_say(card, state), "chance": chance_percent(value, state.options)}
    if is_exam(state):
        return Say("choice.copy_exam", fill)
    gain = copy_gain(value, at_stake(state, seat), state.options)
    return Say("choice.copy", {**fill, "gain": f"{gain:+.1f}"})


def at_stake(state: AbiState, seat: str) -> int:
    """What being caught now would take away (AB25, AB26)."""
    pupil, box = state.pupils[seat], deck(state)
    if pupil.caught > 1:
        return 0
    if pupil.caught:
        return max(0, min(15, pupil.raw(box)))
    plus = sum(box.value(card) for card in pupil.front if box.is_plus(card)) + sum(pupil.copied)
    return plus if state.options.caught_resets == "plus_only" else pupil.raw(box)


def _sure_ask(state: AbiState, seat: str) -> Ask:
    """AB43: a hand-in that cannot pass is asked about."""
    exam = exam_so_far(state, seat)
    fill = {"seat": seat, "net": exam.net, "types": exam.types}
    choices = (Choice("keep", Say("choice.keep")), Choice("handin", Say("choice.hand_in_anyway")))
    return Ask(f"sure:{seat}", Kind.CHOICE, (seat,), Say("ask.sure", fill), "AB43", choices)


def _hand_in(state: AbiState) -> tuple[Ask, ...]:
    """AB33: the buttons of all who have got a card this round."""
    seats = may_hand_in(state)
    if not seats:
        return ()
    prompt = Say("ask.handin", {"seats": list(seats)})
    return (aside(Ask("handin", Kind.CALL, seats, prompt, "AB33", call="handin")),)


def _window(state: AbiState) -> tuple[Ask, ...]:
    """AB38, A13: the time to hand in after the last card."""
    waiting = tuple(seat for seat in may_hand_in(state) if not state.pupils[seat].ready)
    timed = state.options.window != "all_confirm"
    if not waiting:
        name, prompt = f"close:{state.round}", Say("ask.close")
        return (Ask(name, Kind.CONFIRM, in_game(state), prompt, "AB38", within_ms=NOBODY_LEFT_MS),)
    confirms = tuple(
        Ask(f"ready:{state.round}:{seat}", Kind.CONFIRM, (seat,), Say("ask.ready", {"seat": seat}), "AB38")
        for seat in waiting
    )
    if not timed:
        return confirms
    prompt = Say("ask.window", {"seats": list(waiting)})
    window = Ask(f"close:{state.round}", Kind.TIME, waiting, prompt, "AB38", within_ms=WINDOW_MS)
    return (window, *map(aside, confirms))


def _open(state: AbiState) -> tuple[Ask, ...]:
    """AB16: a hand may be laid open where something was not followed."""

    def opened(seat: str, n: int) -> Ask:
        prompt = Say("ask.open", {"seat": seat})
        return aside(ask_cards(f"open:{seat}", (seat,), prompt, "AB16", DECK, f"hand:{seat}", cards=(n, n)))

    pupils = ((seat, state.pupils[seat]) for seat in active(state))
    return tuple(opened(seat, len(pupil.hand)) for seat, pupil in pupils if pupil.denied and pupil.hand)


# --- understanding ---


def _seat(ask: Ask, fact: Fact) -> str:
    """Who did it; where nobody is named it was who was asked."""
    return fact.seat or ask.seats[0]


def _how_many(value: JSON) -> int:
    """A number of cards, or the cards."""
    return len(value["cards"]) if isinstance(value, dict) else int(value)


def _laid(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove | Question:
    card = str(fact.value["cards"][-1])
    target = ask.place.partition(":")[2]
    move = m.Play(seat=_seat(ask, fact), target=target, card=card, only=bool(fact.value.get("only", False)))
    refusal = refuse_play(state, move)
    if refusal is None or refusal.rule != "AB32":
        return move
    choice = Choice({**fact.value, "only": True}, Say("choice.only_mantas"), move.seat)
    return Question(Say("question.only_mantas", {"seat": move.seat}), (choice,), "AB32")


def _copies(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove:
    if fact.value == "no":
        return m.Decline(seat=_seat(ask, fact))
    return m.Name(seat=_seat(ask, fact), neighbour=fact.value["neighbour"], card=fact.value["card"])


def face(value: JSON) -> int:
    """What the ten-sided die shows, from the eyes or typed."""
    return int(value[D10][0]) if isinstance(value, dict) else int(value)


def _sure(state: AbiState, ask: Ask, fact: Fact) -> m.AbiMove:
    seat = _seat(ask, fact)
    return m.HandIn(seat=seat, sure=True) if fact.value == "handin" else m.Keep(seat=seat)


HEARS: Hears = {
    "deal": lambda state, ask, fact: m.Deal(seat=fact.seat),
    "swap": lambda state, ask, fact: m.Swap(seat=_seat(ask, fact), count=_how_many(fact.value)),
    "lead": lambda state, ask, fact: m.Lead(seat=fact.seat, leader=fact.value),
    "play": _laid,
    "cover": lambda state, ask, fact: m.Cover(seat=_seat(ask, fact), card=fact.value),
    "copy": _copies,
    "roll": lambda state, ask, fact: m.Roll(seat=_seat(ask, fact), face=face(fact.value)),
    "sure": _sure,
    "handin": lambda state, ask, fact: m.HandIn(seat=_seat(ask, fact)),
    "ready": lambda state, ask, fact: m.Ready(seat=_seat(ask, fact)),
    "close": lambda state, ask, fact: m.Close(),
    "test": lambda state, ask, fact: m.Test(seat=_seat(ask, fact), face=face(fact.value)),
    "open": lambda state, ask, fact: m.Open(seat=ask.seats[0], cards=hand(fact.value["cards"])),
}
