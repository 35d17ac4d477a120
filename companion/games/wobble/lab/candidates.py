"""Moves worth trying for a seat: every one that could be legal as far as the table knows."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from companion.asks import MS
from companion.cards import UNKNOWN, Cards, hand, shown, unseen
from companion.game import certain
from companion.games.wobble import deck, judging, settling, unlucky
from companion.games.wobble import moves as m
from companion.games.wobble.attack import on_after_skips
from companion.games.wobble.bot import STEP, dares
from companion.games.wobble.laying import MEANWHILE, refuse_beaten
from companion.games.wobble.state import (
    Attack,
    Trying,
    WobbleState,
    census_of,
    performer,
    places,
    size,
    top_card,
)
from companion.games.wobble.trying import HEARD_FIRST, may_tell
from companion.lab.candidates import Candidates


@cache
def _coloured() -> Cards:
    return tuple(sorted(card for card in deck.known_cards() if deck.colours(card)))


def candidates(state: WobbleState, seat: str) -> Sequence[m.WobbleMove]:
    """Moves of *seat*; what must not be is left to the referee."""
    if seat not in state.players:
        return ()
    t = state.now + STEP
    moves: list[m.WobbleMove] = []
    if state.players[seat].away:
        moves.append(m.Back(seat=seat))
        if state.phase not in ("score", "vote"):
            return moves
    if state.claims:
        moves.append(m.NoToss(seat=seat))
    match state.phase:
        case "ready" | "flip":
            moves += _before_the_round(state, seat, t)
        case "turn" | "drawn" | "attack":
            moves += (*_beside_cards(state, seat, t), *_settling(state, seat))
            cards = _to_lay(state, seat, t)
            return Candidates(lambda cards: m.Lay(seat=seat, cards=cards, t=t), cards, *moves)
        case "settle":
            moves += _settling(state, seat)
        case "task" if state.trying is not None:
            moves += _task(state, state.trying, seat, t)
        case "score" if not state.players[seat].counted:
            moves.append(m.AllShown(seat=seat))
            moves.append(m.ShowHand(seat=seat, cards=possible_hand(state, seat), t=t))
        case _:
            moves += _asked(state, seat)
    if state.phase in MEANWHILE:
        moves += (m.Toss(seat=seat, t=t), m.Lay(seat=seat, cards=(top_card(state),), t=t))
    return moves


def _before_the_round(state: WobbleState, seat: str, t: int) -> Iterator[m.WobbleMove]:
    if state.phase == "ready":
        yield m.Ready(seat=seat, t=t)
    if not census_of(state):
        yield m.Census(seat=seat, cards=_box())
    if state.phase == "flip" and seat == state.dealer:
        yield from (m.Flip(seat=seat, cards=cards) for cards in _first_cards())


def _asked(state: WobbleState, seat: str) -> Iterator[m.WobbleMove]:
    """What a card has asked of *seat*."""
    if state.effect is not None and state.effect.seat == seat:
        yield from _effects(state, seat)
    if state.pointing is not None and state.pointing.seat == seat:
        yield from (m.Aim(seat=seat, target=other) for other in state.order)
    if state.phase == "vote":
        yield from (m.Vote(seat=seat, show=sign) for sign in unlucky.wanted(state))  # type: ignore[arg-type]
    if seat in state.giving:
        yield m.Give(seat=seat, cards=_called(state, seat))


@cache
def _box() -> Cards:
    return tuple(card for card, n in deck.test_138().items() for _ in range(n))


def _first_cards() -> Iterator[Cards]:
    """W8: coloured ones, also after cards that are passed over."""
    yield from ((card,) for card in _coloured())
    yield from ((deck.GREY[0], deck.BROWN[0], card) for card in _coloured()[:3])


def _beside_cards(state: WobbleState, seat: str, t: int) -> Iterator[m.WobbleMove]:
    """What else than laying cards may be done while cards are laid."""
    if state.phase == "drawn" and seat == state.turn:
        yield m.Keep(seat=seat)
    elif state.phase == "drawn" and not state.cleared:
        yield m.Doubt(seat=seat)
    if state.doubted == seat:
        yield m.ShowHand(seat=seat, cards=possible_hand(state, seat), t=t)
    if seat == on_after_skips(state):
        yield m.Touch(seat=seat, t=t)
    if state.phase == "turn" and seat == state.turn:
        yield m.Touch(seat=seat, t=t)
        n = size(state, seat)
        if n <= len(deck.GREY) * 2:
            yield m.Redraw(seat=seat, cards=hand((deck.GREY * 2)[:n]))
    if _may_toss(state, seat) and seat not in state.pressed:
        yield m.Toss(seat=seat, t=t)


def _may_toss(state: WobbleState, seat: str) -> bool:
    acting = performer(state) if state.attack else state.turn
    return seat != acting and not state.closed


def _to_lay(state: WobbleState, seat: str, t: int) -> list[Cards]:
    """The cards that *seat* might lay now, alone or twice; none where somebody was faster (W16)."""
    if state.doubted or refuse_beaten(state, seat, t):
        return []
    cards: Cards = (top_card(state),) if _may_toss(state, seat) else ()
    if state.attack is not None:
        cards += _against(state.attack, seat, state.options.mix_plus)
    if seat == (on_after_skips(state) if state.attack else state.turn):
        cards += _all_fitting(top_card(state), state.active, state.options.cs_by_symbol)
    singles: list[Cards] = [(card,) for card in cards]
    pairs: list[Cards] = [(card, card) for card in cards]
    return singles if state.attack is not None or size(state, seat) < 2 else singles + pairs


@lru_cache(maxsize=1024)
def _all_fitting(top: str, active: tuple[str, ...], by_symbol: bool) -> Cards:
    return tuple(card for card in _coloured() if deck.fits(card, top, active, by_symbol))


def _against(attack: Attack, seat: str, mix_plus: bool) -> Cards:
    """W21 to W24: the same symbol and grey cards from who is hit, brown ones from everybody but the owner."""
    brown = deck.BROWN if attack.jerk_open and seat != attack.owner else ()
    return (*_answers(attack.kind, mix_plus), *brown) if seat == attack.target else brown


@cache
def _answers(symbol: str, mix_plus: bool) -> Cards:
    kinds = deck.OFFENSIVE if mix_plus else (symbol,)
    return (*(f"{colour}{symbol}" for colour in deck.COLOURS for symbol in kinds), *deck.GREY)


def _settling(state: WobbleState, seat: str) -> Iterator[m.WobbleMove]:
    if state.attack is None or seat != performer(state):
        return
    yield m.Accept(seat=seat)
    if state.attack.kind == "AFK":
        yield from (m.Accept(seat=seat, own=words) for words in state.options.afk_tasks)
    if state.attack.kind == "MAG":
        yield from (m.Name(seat=seat, name=name) for name in settling.may_call(state.called))
    if state.attack.kind in ("P3", "P5"):
        if may_tell(state):
            yield from (m.Printed(seat=seat, task=task) for task in deck.TASKS)
        yield from dares(state, seat)


def _effects(state: WobbleState, seat: str) -> Iterator[m.WobbleMove]:
    match certain(state.effect).what:
        case "seats":
            yield from (m.SwapSeats(seat=seat, partner=other) for other in ("", *state.order))
        case "half":
            yield from (m.Half(seat=seat), m.Half(seat=seat, away=False))
        case _:
            yield from (m.Exchange(seat=seat, partner=other) for other in state.order)


def _task(state: WobbleState, trying: Trying, seat: str, t: int) -> Iterator[m.WobbleMove]:
    if seat != trying.seat:
        if trying.task == "T8" and not trying.country:
            yield from (m.Country(seat=seat, code=code) for code in judging.people_by_country())
        return
    yield from (m.Judged(seat=seat, result=result) for result in ("ok", "fail", "cannot"))
    if not trying.begun and trying.task in HEARD_FIRST:
        yield m.Begin(seat=seat, t=t)
        return
    match trying.task:
        case "T1" | "T2" | "T9":
            yield from (m.End(seat=seat, t=trying.since + s * 1000 * MS) for s in (5, 20, 95))
        case "T3":
            card = next((c for c in unseen_cards(state) if c[1:] in deck.NUMBERS), "m5")
            yield m.Turned(seat=seat, cards=(card,))
        case "T8":
            people = judging.people_by_country()[trying.country] if trying.country else 1
            yield from (m.Number(seat=seat, value=n) for n in (people, 2 * people))
        case "T10":
            yield from (m.Throw(seat=seat, own=a, other=b) for a in "RPS" for b in "RPS")  # type: ignore[arg-type]
        case "T12":
            yield from (m.Number(seat=seat, value=n) for n in (1000, 100, 300))


# --- hands that may be there ---


def unseen_cards(state: WobbleState) -> Cards:
    """The cards that nobody has seen, as far as the deck is known; else the invented one stands in."""
    left = unseen(census_of(state) or deck.test_138(), places(state))
    return tuple(card for card, n in left.items() for _ in range(n))


def possible_hand(state: WobbleState, seat: str) -> Cards:
    """A hand that *seat* may hold: the known cards, and unseen ones for the rest."""
    held = state.players[seat].hand
    known, missing = shown(held), held.count(UNKNOWN)
    number = state.order.index(seat)
    rest = unseen_cards(state)
    start = 13 * number % max(1, len(rest))
    mixed = (*rest[start:], *rest[:start], *("m1",) * missing)
    return hand((*known, *mixed[:missing]))


def _called(state: WobbleState, seat: str) -> Cards:
    """What the Magnet is known to get, and one more where that may be."""
    held = state.players[seat].hand
    known = tuple(card for card in shown(held) if settling.matches(card, state.name))
    more = next((c for c in unseen_cards(state) if settling.matches(c, state.name)), "")
    return hand((*known, more)) if more and UNKNOWN in held else known
