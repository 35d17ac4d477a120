"""What the referee waits for at each step. Every ask can be answered by touch alone."""

from collections.abc import Callable, Iterator, Sequence

from companion import cards
from companion.asks import Ask, Choice, Kind, Say, aside, ask_cards
from companion.games.abspecken import knowledge, scoring
from companion.games.abspecken.calls import doubtful, may_withdraw
from companion.games.abspecken.fitting import cap_of
from companion.games.abspecken.flow import due, nobody_takes, still_to_refill
from companion.games.abspecken.state import DECK, GRIM, HAND, AbspeckenState, Phase
from companion.games.abspecken.turn import must_settle_piggy, refuse_to_act, victims, waiting

OBJECTION_MS = 4000  # so long the reading of the dice may be objected to


def asks(state: AbspeckenState) -> tuple[Ask, ...]:
    """Everything that is waited for now."""
    return tuple(_BY_PHASE[state.phase](state))


def seat_choices(seats: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(seat, Say("name", {"seat": seat}), seat) for seat in seats)


def _setup(state: AbspeckenState) -> Iterator[Ask]:
    """A3, A5, A6: everything lies ready; A11: the youngest rolls; A36: cards are sorted between rounds."""
    if state.youngest:
        yield Ask("sorted", Kind.CONFIRM, state.seats, Say("sort_the_sets"), "A36")
    else:
        prompt = Say("lay_out_and_name_the_youngest")
        yield Ask("youngest", Kind.CHOICE, state.seats, prompt, "A11", seat_choices(state.seats))


def _pick(state: AbspeckenState) -> Iterator[Ask]:
    for seat in state.seats:
        if not state.player(seat).hand:
            yield from _cards_or_unseen(state, "pick", seat, Say("ask_pick", {"seat": seat}), "A9", HAND)


def _cards_or_unseen(
    state: AbspeckenState, name: str, seat: str, prompt: Say, rule: str, n: int
) -> Iterator[Ask]:
    """AM-15: with hidden hands one tap is enough; else the cards are shown, or nobody sees them."""
    seen = state.options.hands != "hidden"
    if seen:
        piles = knowledge.piles_of(state, seat)
        piles = piles if len(piles) == state.player(seat).in_piles else ()
        place, every, secret = f"hand:{seat}", (n, n), _secret(state)
        yield ask_cards(
            f"{name}:{seat}", (seat,), prompt, rule, DECK, place, cards=every, secret=secret, among=piles
        )
    yield Ask(f"{name}_unseen:{seat}", Kind.CONFIRM, (seat,), prompt, rule, optional=seen, spoken=not seen)


def _secret(state: AbspeckenState) -> bool:
    """Whether cards are shown to the companion's eyes only."""
    return state.options.hands != "open"


def _roll_offer(state: AbspeckenState) -> Iterator[Ask]:
    """P3, P4: the roller decides before rolling."""
    choices = (Choice(True, Say("choice.with_piggy")), Choice(False, Say("choice.without_piggy")))
    yield Ask("piggy", Kind.CHOICE, (state.roller,), Say("ask_piggy", {"seat": state.roller}), "P4", choices)


def dice_of(state: AbspeckenState) -> dict[str, int]:
    """A6, AM-16: two eye dice and the colour or the number die, perhaps the Piggy Die."""
    return {"pips": 2, state.options.ban_die: 1, **({"piggy": 1} if state.piggy else {})}


def _rolling(state: AbspeckenState) -> Iterator[Ask]:
    """AM-14: a die that leans or has fallen is rolled again, that one only."""
    prompt = Say("ask_roll_with_piggy" if state.piggy else "ask_roll", {"seat": state.roller})
    yield Ask("roll", Kind.DICE, (state.roller,), prompt, "A11", dice=dice_of(state))


def _read(state: AbspeckenState) -> Iterator[Ask]:
    """Who acts has agreed with the reading; so has everybody after a few seconds."""
    if must_settle_piggy(state):
        yield from _pig(state)
    else:
        yield from _act(state)
    prompt = Say("ask_objection")
    yield aside(Ask("correct", Kind.DICE, state.seats, prompt, "T12", dice=dice_of(state)))
    yield aside(Ask("read", Kind.CONFIRM, state.seats, prompt, "T12", within_ms=OBJECTION_MS))


def _pig(state: AbspeckenState) -> Iterator[Ask]:
    """P8: a gift, P11: the own top card."""
    roller = state.roller
    if state.rolled and state.rolled.pig == GRIM:
        card = cards.top(state.player(roller).pile)
        yield Ask(
            "pick_up", Kind.CONFIRM, (roller,), Say("ask_pick_up", {"seat": roller, "card": card}), "P11"
        )
    elif state.chosen:
        prompt = Say("ask_gift_card", {"seat": roller, "to": state.chosen})
        yield from _named_or_unseen(state, "gift", roller, prompt, "P8", f"gift:{state.chosen}")
    else:
        others = tuple(seat for seat in state.seats if seat != roller)
        says = Say("ask_gift", {"seat": roller})
        yield Ask("gift", Kind.CHOICE, (roller,), says, "P8", seat_choices(others))
    yield from _act(state)  # P5: whoever need not wait for it


def _named_or_unseen(
    state: AbspeckenState, name: str, seat: str, prompt: Say, rule: str, place: str
) -> Iterator[Ask]:
    """One card whose owner changes: shown to the companion, or seen by nobody."""
    yield ask_cards(f"{name}_card", (seat,), prompt, rule, DECK, place, cards=(1, 1), secret=_secret(state))
    yield aside(Ask(f"{name}_unseen", Kind.CONFIRM, (seat,), Say("ask_unseen", {"seat": seat}), rule))


def _act(state: AbspeckenState) -> Iterator[Ask]:
    """A12: all at once, each one thing."""
    free = tuple(seat for seat in state.seats if refuse_to_act(state, seat) is None)
    for seat in free:
        if state.player(seat).hand:
            yield _lay(state, seat)
    if free:
        yield Ask("cannot", Kind.CALL, free, Say("ask_cannot"), "A21", call="cannot", optional=True)
    yield from _doubts(state)
    yield from _withdrawals(state)


def _lay(state: AbspeckenState, seat: str) -> Ask:
    """A15 to A20: one to five cards on the own pile."""
    player, name, prompt = state.player(seat), f"discard:{seat}", Say("ask_discard", {"seat": seat})
    most, lies = min(cap_of(state.options), len(player.hand)), tuple(map(str, player.pile))
    return ask_cards(name, (seat,), prompt, "A12", DECK, name, cards=(1, most), lies=lies)


def _withdrawals(state: AbspeckenState) -> Iterator[Ask]:
    """A24: who may take the call back; for whoever is doubted that stands beside the doubt."""
    for call in state.calls:
        if call.seat != state.challenged and may_withdraw(state, call.seat):
            yield _withdraw(call.seat)


def _withdraw(seat: str) -> Ask:
    return aside(Ask(f"withdraw:{seat}", Kind.CONFIRM, (seat,), Say("ask_withdraw", {"seat": seat}), "A21"))


def _doubts(state: AbspeckenState) -> Iterator[Ask]:
    """AM-7: who doubts a "cannot" may have the hand shown to the camera only."""
    for caller in doubtful(state):
        others = tuple(seat for seat in state.seats if seat != caller)
        prompt = Say("ask_doubt", {"seat": caller})
        yield aside(Ask(f"doubt:{caller}", Kind.CONFIRM, others, prompt, "AM-7"))
    if seat := state.challenged:
        n = len(state.player(seat).hand)
        prompt = Say("ask_show", {"seat": seat, "n": n})
        place, secret = f"hand:{seat}", _secret(state)
        yield ask_cards(f"show:{seat}", (seat,), prompt, "AM-7", DECK, place, cards=(n, n), secret=secret)
        others = tuple(other for other in state.seats if other != seat)
        yield Ask("drop", Kind.CONFIRM, others, Say("ask_drop", {"seat": seat}), "AM-7", optional=True)
        yield _withdraw(seat)


def _take(state: AbspeckenState) -> Iterator[Ask]:
    """A23, A24: one caller after the other; where nobody can take, the table goes on by a button."""
    caller = waiting(state)[0]
    if nobody_takes(state):
        if not state.challenged:
            yield Ask("go_on", Kind.CALL, state.seats, Say("ask_go_on"), "A24", call="go_on")
    elif not state.challenged and state.chosen:
        prompt = Say(f"ask_take_card.{state.options.take_mode}", {"seat": caller, "victim": state.chosen})
        yield from _named_or_unseen(state, "take", caller, prompt, "A23", f"hand:{caller}")
    elif not state.challenged:
        prompt = Say(f"ask_take.{state.options.take_mode}", {"seat": caller})
        yield Ask("take", Kind.CHOICE, (caller,), prompt, "A23", seat_choices(victims(state, caller)))
    yield from _doubts(state)
    yield from _withdrawals(state)


def _refill(state: AbspeckenState) -> Iterator[Ask]:
    """A27: with hidden hands one tap for the whole table."""
    seats = still_to_refill(state)
    if state.options.hands == "hidden":
        who = [Say("draws", {"seat": seat, "n": due(state, seat)}) for seat in seats]
        prompt = Say("ask_refill", {"who": who, "next": state.next_roller()})
        yield Ask("refill", Kind.CONFIRM, state.seats, prompt, "A27", implied=True)
        return
    for seat in seats:
        n = due(state, seat)
        yield from _cards_or_unseen(
            state, "refill", seat, Say("ask_refill_cards", {"seat": seat, "n": n}), "A27", n
        )


def _score(state: AbspeckenState) -> Iterator[Ask]:
    """A32: whoever's cards are not known counts them or shows them; then the table agrees."""
    points = scoring.round_points(state)
    if points is not None:
        cells = [Say("points_of", {"seat": seat, "n": n}) for seat, n in points.items()]
        key = "ask_close_anyway" if scoring.difference(state) else "ask_close"
        yield Ask("close", Kind.CONFIRM, state.seats, Say(key, {"points": cells}), "A32")
    known = scoring.known_points(state)
    for seat in state.seats:
        if state.player(seat).own:
            yield from _count(state, seat, points is not None or seat in known)


def _count(state: AbspeckenState, seat: str, known: bool) -> Iterator[Ask]:
    (low, high), n = knowledge.point_bounds(state, seat), len(state.player(seat).own)
    prompt = Say("ask_count", {"seat": seat, "n": n})
    count = Ask(f"count:{seat}", Kind.NUMBER, (seat,), prompt, "A32", low=low, high=high)
    yield aside(count) if known else count
    name, secret = f"score:{seat}", _secret(state)
    yield aside(ask_cards(name, (seat,), prompt, "A32", DECK, name, cards=(n, n), secret=secret))


_BY_PHASE: dict[Phase, Callable[[AbspeckenState], Iterator[Ask]]] = {
    Phase.SETUP: _setup,
    Phase.PICK: _pick,
    Phase.ROLL_OFFER: _roll_offer,
    Phase.ROLLING: _rolling,
    Phase.READ: _read,
    Phase.PIG: _pig,
    Phase.ACT: _act,
    Phase.TAKE: _take,
    Phase.REFILL: _refill,
    Phase.SCORE: _score,
    Phase.GAME_OVER: lambda state: iter(()),
}
