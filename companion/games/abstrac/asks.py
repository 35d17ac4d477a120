"""What Abstrac waits for, and how the answers become moves."""

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say, aside, ask_cards
from companion.cards import UNKNOWN, Cards, shown
from companion.game import Hears, whose
from companion.games.abstrac import moves as m
from companion.games.abstrac.melds import DECK, sort
from companion.games.abstrac.state import AbstracState, chooser, other
from companion.games.abstrac.words_for import card_say, cards_say, stranger_say
from companion.rulings import Question

PACK = DECK.size
ROW = "row"


def asks(state: AbstracState) -> tuple[Ask, ...]:
    """What is waited for now; nothing when the match is over."""
    match state.phase:
        case "lots":
            return (_lots(state),)
        case "deal":
            return (_whole_row(state, again=False),)
        case "read":
            return (_unread(state), _whole_row(state, again=True))
        case "agree":
            name = f"agree:{len(state.results) + 1}"
            agree = Ask(name, Kind.CONFIRM, state.seats, Say("ask.agree"), "AS2")
            return (agree, _whole_row(state, again=True))
        case "choose":
            return (_first_or_second(state),)
        case "take":
            mats = (_mat(state, seat) for seat in state.seats)
            return (_count(state), *_done(state), _row_now(state), *mats, *_hint(state))
        case _:
            return ()


def _lots(state: AbstracState) -> Ask:
    prompt = Say("ask.lots" if state.options.first_dealer == "lots" else "ask.loser_deals")
    choices = tuple(Choice(seat, Say("choice.deals", {"seat": seat}), seat) for seat in state.seats)
    return Ask("lots", Kind.CHOICE, state.seats, prompt, "B9", choices)


def _whole_row(state: AbstracState, again: bool) -> Ask:
    name, most = f"row:{len(state.results) + 1}", (PACK, PACK)
    prompt = Say("ask.row_again" if again else "ask.row", {"seat": state.dealer})
    rule = "AS2" if again else "AS1"
    row = ask_cards(name, state.seats, prompt, rule, DECK.name, ROW, cards=most)
    return aside(row) if again else row


def _unread(state: AbstracState) -> Ask:
    """AS1: the first card from the left that could not be read is one of those that are missing."""
    place = state.row.index(UNKNOWN)
    missing = missing_in(state.row)
    choices = tuple(Choice(card, Say("choice.unread", {"card": cards_say((card,))})) for card in missing)
    prompt = Say("ask.unread", {"place": place + 1, "n": len(missing)})
    return Ask(f"unread:{place + 1}", Kind.CHOICE, state.seats, prompt, "AS1", choices)


def _first_or_second(state: AbstracState) -> Ask:
    seat = chooser(state)
    choices = (Choice("first", Say("choice.first")), Choice("second", Say("choice.second")))
    return Ask("choose", Kind.CHOICE, (seat,), Say("ask.choose", {"seat": seat}), "AS4", choices)


def _count(state: AbstracState) -> Ask:
    choices = tuple(
        Choice(n, Say("choice.take", {"n": n, "cards": cards_say(tuple(reversed(state.row[-n:])))}))
        for n in range(1, min(3, len(state.row)) + 1)
    )
    prompt = Say("ask.take", {"seat": state.turn, "n": len(choices)})
    return Ask(f"take:{len(state.takes) + 1}", Kind.CHOICE, (state.turn,), prompt, "AS5", choices)


def _done(state: AbstracState) -> tuple[Ask, ...]:
    """AS6: what is lifted is taken for good with the button."""
    if not state.lifted:
        return ()
    prompt = Say("ask.done", {"seat": state.turn, "n": state.lifted})
    return (Ask("done", Kind.CALL, (state.turn,), prompt, "AS6", call="done", optional=True),)


def _row_now(state: AbstracState) -> Ask:
    seat, prompt, most = (state.turn,), Say("ask.left", {"seat": state.turn}), (0, len(state.row))
    return aside(ask_cards("left", seat, prompt, "AS6", DECK.name, ROW, cards=most, lies=state.row))


def _mat(state: AbstracState, seat: str) -> Ask:
    name, prompt, most = f"mat:{seat}", Say("ask.mat", {"seat": seat}), (0, max(len(state.hands[seat]), 1))
    return aside(ask_cards(name, (seat,), prompt, "AS7", DECK.name, name, cards=most))


def _hint(state: AbstracState) -> tuple[Ask, ...]:
    waiting = tuple(seat for seat in state.seats if seat not in state.wants_hints)
    if state.options.hints != "both_agree" or not waiting:
        return ()

    def hint(seat: str) -> Ask:
        prompt = Say("ask.hint", {"seat": seat, "other": other(state, seat)})
        return aside(Ask(f"hint:{seat}", Kind.CONFIRM, (seat,), prompt, "B10"))

    return tuple(map(hint, waiting))


# --- understanding ---


def _cards(value: JSON) -> Cards:
    return tuple(value["cards"])


def _understand_row(state: AbstracState, ask: Ask, fact: Fact) -> m.Row | Question:
    """AS1 proves a single unread card: it is the one that is missing. Two of them are worth a question, and
    so is one that looks like a card of another pack."""
    cards = _with_known(_cards(fact.value), state.row if state.phase == "read" else ())
    for seen in map(_cards, fact.choices):
        if (place := _stranger_at(cards, seen)) is not None:
            return _is_it_a_stranger(cards, seen[place], place)
    missing = missing_in(cards)
    if cards.count(UNKNOWN) == 2 == len(missing):
        ways = [_filled(cards, order) for order in (missing, missing[::-1])]
        says = Say("question.row", {"cards": cards_say(missing)})
        return Question(says, tuple(_row_choice(cards, way) for way in ways), "AS1")
    return m.Row(cards=_completed(cards, DECK.cards()))


def _stranger_at(cards: Cards, suspected: Cards) -> int | None:
    """Where *suspected* has a card that is none of the pack, and nothing else is known of it."""
    pairs = enumerate(zip(cards, suspected, strict=True))
    return next((n for n, (card, seen) in pairs if card == UNKNOWN != seen and seen not in DECK.census), None)


def _is_it_a_stranger(cards: Cards, stranger: str, place: int) -> Question:
    may_be = {card: card_say(card) for card in missing_in(cards)} | {stranger: stranger_say(stranger)}
    choices = tuple(
        Choice(
            {"place": ROW, "cards": list(_with_card(cards, place, card))},
            Say("choice.unread", {"card": [says]}),
        )
        for card, says in may_be.items()
    )
    return Question(Say("ask.unread", {"place": place + 1, "n": len(choices)}), choices, "AS1")


def _with_known(cards: Cards, before: Cards) -> Cards:
    """A new look at the row with what an earlier one has read, where both can be true."""
    if len(before) != len(cards):
        return cards
    merged = tuple(old if new == UNKNOWN else new for new, old in zip(cards, before, strict=True))
    return merged if len(set(shown(merged))) == len(shown(merged)) else cards


def missing_in(row: Cards) -> Cards:
    return sort(card for card in DECK.cards() if card not in row)


def _with_card(row: Cards, place: int, card: str) -> Cards:
    return (*row[:place], card, *row[place + 1 :])


def with_next(row: Cards, card: str) -> Cards:
    """*row* with *card* in the first place that is unread, and with the last one if only that is left."""
    return _completed(_with_card(row, row.index(UNKNOWN), card), DECK.cards())


def _row_choice(read: Cards, cards: Cards) -> Choice:
    new = [card for card, before in zip(cards, read, strict=True) if before == UNKNOWN]
    value = {"place": ROW, "cards": list(cards)}
    return Choice(value, Say("choice.order", {"first": cards_say(new[:1]), "second": cards_say(new[1:])}))


def _understand_left(state: AbstracState, ask: Ask, fact: Fact) -> m.Left:
    """Unread cards keep their place in the row: what lies under others is known from the beginning."""
    seat, seen = whose(ask, fact), _cards(fact.value)
    if len(seen) > len(state.row):
        return m.Left(seat=seat, cards=seen)
    known = tuple(state.row[place] if card == UNKNOWN else card for place, card in enumerate(seen))
    return m.Left(seat=seat, cards=known)


def _understand_mat(state: AbstracState, ask: Ask, fact: Fact) -> m.Shown:
    seat = ask.seats[0]
    return m.Shown(seat=seat, cards=_completed(_cards(fact.value), state.hands[seat]))


def _completed(cards: Cards, all_of: Cards) -> Cards:
    """*cards* with a single unread one filled in, if only one card of *all_of* can be it."""
    missing = tuple(card for card in all_of if card not in cards)
    return _filled(cards, missing) if cards.count(UNKNOWN) == 1 == len(missing) else cards


def _filled(cards: Cards, unread: Cards) -> Cards:
    left = iter(unread)
    return tuple(next(left) if card == UNKNOWN else card for card in cards)


HEARS: Hears = {
    "lots": lambda state, ask, fact: m.Lots(dealer=fact.value),
    "row": _understand_row,
    "unread": lambda state, ask, fact: m.Row(cards=with_next(state.row, fact.value)),
    "agree": lambda state, ask, fact: m.Agree(seat=whose(ask, fact) or state.dealer),
    "choose": lambda state, ask, fact: m.Choose(seat=whose(ask, fact), goes=fact.value),
    "take": lambda state, ask, fact: m.Take(seat=whose(ask, fact), count=fact.value),
    "done": lambda state, ask, fact: m.Take(seat=whose(ask, fact), count=state.lifted),
    "left": _understand_left,
    "mat": _understand_mat,
    "hint": lambda state, ask, fact: m.Hint(seat=whose(ask, fact)),
}
