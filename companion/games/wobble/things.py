"""The real cards of Wobble on a simulated table: hands, piles, and what people do with them on demand."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask, Kind
from companion.cards import Cards
from companion.game import AnyGame, State
from companion.games.wobble.deck import GREY, OFFENSIVE, colours, deck_of, kind
from companion.layout import Layout
from companion.rulings import Note, Ruling, Verdict


class Things(people.Things):
    """Plain lists of cards; the last one of a pile is on top. What is announced people do with them."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        self._seats, self._options, self._random = tuple(seats), options, random
        self._deck = deck_of("test138" if options.deck == "unknown" else options.deck, options.census)
        self.hands: dict[str, list[str]] = {}
        self._draw: list[str] = []
        self._discard: list[str] = []
        self._attacking = 0  # cards of the attack that goes on
        self._miscounted = ""  # whose hand was not counted as it lies there
        self._deal()

    def _deal(self) -> None:
        self._draw, self._discard = list(self._deck.cards()), []
        self._random.shuffle(self._draw)
        self.hands = {seat: [self._draw.pop() for _ in range(6)] for seat in self._seats}

    # --- what people see ---

    def first_cards(self) -> list[str]:
        """W8: cards are turned until one is coloured."""
        number = next(n for n in range(1, len(self._draw) + 1) if colours(self._draw[-n]))
        return self._draw[: -number - 1 : -1]

    def turned_cards(self) -> list[str]:
        """W-T3: cards are turned up to the first number."""
        if not any(kind(card).isdigit() for card in self._draw):
            self._shuffle_in(max(1, self._attacking))
        found = (n for n in range(1, len(self._draw) + 1) if kind(self._draw[-n]).isdigit())
        return self._draw[: -next(found, len(self._draw)) - 1 : -1]

    def with_name(self, seat: str, called: str) -> list[str]:
        return sorted(c for c in self.hands[seat] if kind(c) == called or called in colours(c))

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(self.hands[seat])

    def lies(self) -> Layout:
        """The pile of all; cards that were shown have been taken up again."""
        return Layout(piles={"discard": tuple(self._discard)})

    def of_itself(self, state: State, ask: Ask) -> people.Happening | None:
        """Cards that are turned over or shown, and all that the Magnet has called."""
        seat = ask.seats[0] if ask.seats else ""
        match ask.id.partition(":")[0]:
            case "flip":
                cards = self.first_cards()
            case "turned":
                cards = self.turned_cards()
            case "show" if self._miscounted == seat:  # it was shown, and is sure
                return people.Happening(Kind.CONFIRM, True, seat, f"all_shown:{seat}")
            case "show":
                cards = self.hands[seat]
            case "redraw" if self._draw and self.hands[seat] and {*self.hands[seat]} <= {*GREY}:  # W28
                cards = self.hands[seat]
            case "give":  # W42: all that was called
                name = ask.prompt.args["name"]
                called = name if isinstance(name, str) else name.key.partition(".")[2]
                cards = self.with_name(seat, called)
            case _:
                return None
        return people.Happening(Kind.CARD, {"place": ask.place, "cards": list(cards)}, seat, ask.id)

    # --- what people do ---

    def answered(self, happening: people.Happening, ruling: Ruling) -> None:
        name, notes = happening.ask.partition(":")[0], ruling.notes
        if name in ("show", "all_shown"):
            refused = ruling.verdict is Verdict.REFUSED and name == "show"
            self._miscounted = happening.seat if refused else ""
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        cards = list(happening.value["cards"]) if isinstance(happening.value, dict) else []
        match name:
            case "flip":
                self._flipped(cards)
            case "turned":
                self._turned(happening.seat, cards)
            case "lay" | "twin" if not any(note.says.key.startswith("note.penalty") for note in notes):
                self._laid(happening.seat, cards)
            case "give":
                self._given(happening.seat, cards, notes)
            case "redraw":  # W28: all of them go into the draw pile
                self._draw += cards
                self._random.shuffle(self._draw)
                self.hands[happening.seat] = [self._draw.pop() for _ in cards]
        self.announced(notes)

    def time_ran_out(self, ruling: Ruling) -> None:
        self.announced(ruling.notes)

    def follows(self, asks: Sequence[Ask]) -> None:
        """In a normal turn no attack goes on."""
        named = people.by_name(asks)
        if ("draw" in named or "keep" in named) and "answer" not in named:
            self._attacking = 0

    def announced(self, notes: Iterable[Note]) -> None:
        """People do what the referee says."""
        for note in notes:
            self._do(note)

    def _flipped(self, cards: list[str]) -> None:
        passed = [self._draw.pop() for _ in cards][:-1]
        self._discard.append(cards[-1])
        self._draw += passed
        self._random.shuffle(self._draw)
        self._attacking = int(kind(cards[-1]) in OFFENSIVE)

    def _turned(self, seat: str, cards: list[str]) -> None:
        for _ in cards:
            self._draw.pop()
        kept = 0
        if self._options.flip_cards_kept:  # AW-17
            jerks = sum(card in ("NM", "CAP", "DBL") for card in cards)
            kept = min(len(cards), int(kind(cards[-1])) + 10 * jerks)
        self.hands[seat] += cards[:kept]
        self._discard[:0] = cards[kept:]

    def _laid(self, seat: str, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        if not colours(cards[0]):
            self._discard[:0] = cards  # grey and brown cards go under the pile
            return
        self._discard += cards
        self._attacking += len(cards) if kind(cards[0]) in OFFENSIVE else -self._attacking

    def _given(self, seat: str, cards: list[str], notes: Iterable[Note]) -> None:
        target = next(n.says.args["target"] for n in notes if n.says.key == "note.gives")
        for card in cards:
            self.hands[seat].remove(card)
            self.hands[target].append(card)

    def _do(self, note: Note) -> None:
        seat, fill = note.seat, note.says.args
        match note.says.key:
            case "note.draws":
                self._take(seat, fill["n"])
            case "note.drew" | "note.penalty" | "note.penalty_grey" | "note.penalty_own":
                self._take(seat, 1)
            case "note.half":
                for _ in range(fill["n"]):
                    card = self.hands[seat].pop(self._random.randrange(len(self.hands[seat])))
                    self._discard.insert(0, card)
            case "note.exchange":
                one, other = fill["seat"], fill["partner"]
                self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
            case "note.next_round":
                self._deal()

    def _take(self, seat: str, count: int) -> None:
        if count > len(self._draw):
            self._shuffle_in(max(1, self._attacking))
        for _ in range(min(count, len(self._draw))):
            self.hands[seat].append(self._draw.pop())

    def _shuffle_in(self, stay: int) -> None:
        """AW-23: the discard pile but its top becomes the draw pile."""
        cut = max(0, len(self._discard) - stay)
        self._draw[:0] = self._discard[:cut]
        self._discard = self._discard[cut:]
        self._random.shuffle(self._draw)
