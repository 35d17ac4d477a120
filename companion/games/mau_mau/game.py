"""Mau-Mau as a game of the house: what it asks, what an answer means, and what the screen shows."""

from collections.abc import Iterator

import msgspec

from companion.asks import JSON, Ask, Choice, Fact, Kind, Say, aside, ask_cards
from companion.cards import UNKNOWN, one_too_many, top
from companion.game import Game, Outcome, check_seats, expect
from companion.games.mau_mau import state as s
from companion.games.mau_mau.deck import card_say, deck_of, suits_of
from companion.games.mau_mau.rules import RULES, may_say
from companion.layout import Layout, SeatPanel, Stat, View, counted, pile

PLACE, SHOWN = "discard", 4


class MauMau(Game[s.MauState, s.MauMove, s.MauOptions]):
    """MM12: whoever has no card left wins."""

    rules = RULES
    cannot_lie = frozenset({"refuse.strange", "refuse.twice"})

    def seat_range(self, options: s.MauOptions) -> tuple[int, int]:
        """No more than the pack has hands for, and the card that is laid first."""
        fewest, most = self.about.seats
        return fewest, min(most, (deck_of(options.pack).size - 1) // int(options.hand))

    def start(self, seats: tuple[str, ...], options: s.MauOptions) -> s.MauState:
        pack = deck_of(options.pack).size - options.hand * len(seats) - 1
        cards = {seat: int(options.hand) for seat in seats}
        return s.MauState(seats=seats, options=options, turn=seats[0], cards=cards, pack=pack)

    def asks(self, state: s.MauState) -> tuple[Ask, ...]:
        return tuple(_asks(state))

    def understand(self, state: s.MauState, ask: Ask, fact: Fact) -> s.MauMove:
        seat, name = fact.seat or state.turn, ask.id.partition(":")[0]
        if fact.kind is Kind.CARD:
            cards = tuple(map(str, fact.value["cards"]))
            return s.First(card=cards[-1]) if name == "first" else s.Lay(seat=seat, cards=cards)
        if fact.kind is Kind.CHOICE:
            return s.Wish(seat=seat, suit=str(fact.value))
        if fact.kind is Kind.CALL:
            return s.Mau(seat=seat)
        return s.Draw(seat=seat) if name == "draw" else s.Pass(seat=seat)

    def scores(self, state: s.MauState) -> dict[str, int]:
        won = winners(state)
        return {seat: int(seat in won) for seat in state.seats}

    def outcome(self, state: s.MauState) -> Outcome | None:
        won = winners(state)
        says = Say("outcome.won", {"seats": list(won)})
        return Outcome(won, self.scores(state), "MM12", says) if won else None

    def view(self, state: s.MauState) -> View:
        fill = {"seat": state.turn, "n": state.owed, "suit": _wished(state)}
        phase = "wished" if state.wish and state.phase == "lay" else "owed" if state.owed else state.phase
        piles = (
            pile("draw", (), deck_of(state.options.pack).name, state.pack),
            pile(PLACE, state.pile[-SHOWN:], deck_of(state.options.pack).name, len(state.pile[:-SHOWN])),
        )
        panels = tuple(_panel(state, seat) for seat in state.seats)
        left = (counted(Say("row.cards"), state.cards, state.seats),)
        return View(Say(f"phase.{phase}", fill), panels, piles=piles if state.pile else (), sheet=left)

    def lies(self, state: s.MauState) -> Layout:
        name = deck_of(state.options.pack).name
        return Layout(piles={PLACE: state.pile} if state.pile else {}, deck=name)

    def read_position(self, value: JSON) -> s.MauState:
        """A partial position: everybody has a full hand, and the rest of the pack lies face down."""
        state = msgspec.convert(value, s.MauState)
        check_seats(state.seats, s.SEATS, (state.turn, state.silent, *state.said, *state.cards))
        deck = deck_of(state.options.pack)
        strange = sorted({*state.pile} - {*deck.census, UNKNOWN})
        twice = one_too_many(deck.census, (), state.pile)
        expect(not strange and not twice, f"cards of this pack at `$.pile`, got {strange or twice}")
        expect(state.phase == "first" or state.pile, "a card in `$.pile`")
        expect(not state.wish or state.wish in suits_of(state.options.pack), "a suit at `$.wish`")
        cards = {seat: state.cards.get(seat, state.options.hand) for seat in state.seats}
        held = sum(cards.values()) + len(state.pile)
        pack = state.pack if "pack" in value else max(0, deck.size - held)
        return msgspec.structs.replace(state, cards=cards, pack=pack, turn=state.turn or state.seats[0])


def _wished(state: s.MauState) -> str:
    return f"@suit.{state.wish}" if state.wish else ""


def winners(state: s.MauState) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if state.phase == "over" and not state.cards.get(seat))


def _panel(state: s.MauState, seat: str) -> SeatPanel:
    stats = (Stat(Say("stat.hand"), str(state.cards.get(seat, 0))),)
    return SeatPanel(
        seat, int(seat in winners(state)), stats, turn=seat == state.turn and state.phase != "over"
    )


def _asks(state: s.MauState) -> Iterator[Ask]:
    if state.phase == "over":
        return
    fill = {"seat": state.turn, "n": state.owed, "suit": _wished(state), "hand": state.options.hand}
    if state.phase == "first":
        yield _cards(state, "first", state.seats, Say("ask.first", fill), "MM1")
        return
    if state.phase == "wish":
        suits = tuple(Choice(suit, Say(f"suit.{suit}")) for suit in suits_of(state.options.pack))
        yield Ask("wish", Kind.CHOICE, (state.turn,), Say("ask.wish", fill), "MM9", suits)
    else:
        yield from _turn(state, fill | {"card": card_say(top(state.pile))})
    if may := may_say(state):
        yield aside(Ask("mau", Kind.CALL, may, Say("ask.mau", {"seats": list(may)}), "MM11", call="mau"))


def _turn(state: s.MauState, fill: dict[str, object]) -> Iterator[Ask]:
    """MM2, MM4: lay, or draw; and after drawing lay or keep."""
    seats = (state.turn,)
    key, rule = (
        ("ask.owed", "MM6") if state.owed else ("ask.wished", "MM9") if state.wish else ("ask.lay", "MM2")
    )
    if state.phase == "drawn":
        key, rule = "ask.drawn", "MM4"
    yield _cards(state, "lay", seats, Say(key, fill), rule)
    if state.phase == "drawn":
        yield Ask(f"pass:{state.turn}", Kind.CONFIRM, seats, Say("ask.pass", fill), "MM4", spoken=False)
    else:
        key, rule = ("ask.draw_owed", "MM6") if state.owed else ("ask.draw", "MM4")
        yield Ask(f"draw:{state.turn}", Kind.CONFIRM, seats, Say(key, fill), rule, spoken=False)


def _cards(state: s.MauState, name: str, seats: tuple[str, ...], prompt: Say, rule: str) -> Ask:
    """The pack of 32 has no card below seven: the eyes need not think of any."""
    deck = deck_of(state.options.pack)
    among = (
        tuple(card for card in deck.cards() if card not in state.pile) if state.options.pack == "32" else ()
    )
    return ask_cards(name, seats, prompt, rule, deck.name, PLACE, lies=state.pile[-1:], among=among)
