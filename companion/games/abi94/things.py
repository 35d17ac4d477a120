"""The real cards on a table of Abi '94, as plain lists; what the companion announces hands do with them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion import family as people
from companion.asks import Ask
from companion.cards import Cards
from companion.game import AnyGame, State
from companion.games.abi94.deck import deck_of
from companion.layout import Layout
from companion.rulings import Note, Ruling, Verdict


class Things(people.Things):
    """What really lies where. Nobody counts points, chips or pills here."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        self.seats, self._options, self._random = tuple(seats), options, random
        self._box = deck_of(options)
        self.hands: dict[str, list[str]] = {seat: [] for seat in seats}
        self._before: dict[str, list[str]] = {seat: [] for seat in seats}
        self._now: dict[str, str] = {}
        self._in: set[str] = set()
        self._got: set[str] = set()  # in this round, as well as those who have laid
        self._laid: set[str] = set()
        self._owing: set[str] = set()
        self._pack: list[str] = []
        self._away: list[str] = []
        self._dealt_to: Sequence[str] = ()

    # --- what one can see ---

    def active(self) -> list[str]:
        return [seat for seat in self.seats if seat in self._in]

    def front(self, seat: str) -> list[str]:
        return [*self._before[seat], *([self._now[seat]] if seat in self._now else [])]

    def hand(self, state: State, seat: str) -> Cards:
        return tuple(self.hands[seat])

    def of_itself(self, state: State, ask: Ask) -> people.Happening | None:
        """AB5: the cards are shuffled and dealt."""
        if not ask.id.startswith("deal:"):
            return None
        wait = 0 if ask.id == "deal:1" else people.TIME_TO_READ_NS
        return people.Happening(ask.kind, True, ask.seats[0], ask.id, after_ns=wait)

    def lies(self) -> Layout:
        """What everybody has got lies before them; cards that were shown have been taken up again."""
        return Layout(piles={f"now:{seat}": tuple(self.front(seat)) for seat in self.seats})

    # --- what people do ---

    def follows(self, asks: Sequence[Ask]) -> None:
        self._dealt_to = next((ask.seats for ask in asks if ask.id.startswith("deal:")), self._dealt_to)

    def answered(self, happening: people.Happening, ruling: Ruling) -> None:
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        name, value, card = happening.ask.partition(":")[0], happening.value, ""
        if name == "swap":
            self._swap(happening.seat, value)
        elif name == "play":
            card = value["cards"][0]
            self._leaves_hand(happening.seat, card)
        for note in ruling.notes:
            self._do(note, card)

    def time_ran_out(self, ruling: Ruling) -> None:
        for note in ruling.notes:
            self._do(note)

    def _do(self, note: Note, card: str = "") -> None:
        """What hands do when they hear *note*; *card* is the one that was laid."""
        seat, args = note.seat, note.says.args
        match note.says.key.removeprefix("note."):
            case "dealt":
                self._deal(args["n"])
            case "laid" | "laid_own" | "manta_other":
                self._laid.add(args["seat"])
                self._put(args["target"], card)
            case "manta_idle":
                self._laid.add(seat)
                self._away.append(card)
            case "manta_self":
                self._new_hand(seat, args["n"])
                self._away.append(card)
            case "redraw":
                self._new_hand(seat, args["n"])
            case "caught":
                self._lose_points(seat)
            case "klausur_passed" | "klausur_failed" | "exam_passed" | "exam_failed":
                self._hand_in(seat)
            case "ejected":
                self._give_back(seat)
            case "caught_twice" if self._options.caught_twice == "leaves":
                self._give_back(seat)
            case "refill":
                for other in self.active():
                    self.hands[other] = self._drawn(args["n"])
            case "round":
                self._next_round()

    def _deal(self, size: int) -> None:
        self._pack = list(self._box.cards.cards())
        self._random.shuffle(self._pack)
        self._next_round()
        self._away, self._in, self._owing = [], set(self._dealt_to), set()
        for seat in self.seats:
            self._before[seat] = []
            self.hands[seat] = self._drawn(size) if seat in self._in else []

    def _next_round(self) -> None:
        """AB11: this round's cards join the others."""
        for seat, card in self._now.items():
            self._before[seat].append(card)
        self._now, self._got, self._laid = {}, set(), set()

    def _drawn(self, count: int) -> list[str]:
        """Cards from the pack; what was thrown away is shuffled and laid under it if need be."""
        if count > len(self._pack):
            self._random.shuffle(self._away)
            self._pack, self._away = [*self._away, *self._pack], []
        return [self._pack.pop() for _ in range(count)]

    def _new_hand(self, seat: str, size: int) -> None:
        self._away += self.hands[seat]
        self.hands[seat] = self._drawn(size)

    def _swap(self, seat: str, value: Any) -> None:
        """*value* are the cards, or only how many: then those that cost most go."""
        self.hands[seat].sort(key=self._box.value)
        old = value["cards"] if isinstance(value, dict) else self.hands[seat][:value]
        for card in old:
            self.hands[seat].remove(card)
        self.hands[seat] += [self._pack.pop() for _ in old]
        self._away += old

    def _leaves_hand(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        if seat in self._owing:  # the card that was owed: the rest is not needed any more
            self._owing.remove(seat)
            self._pack += self.hands[seat]
            self.hands[seat] = []

    def _put(self, target: str, card: str) -> None:
        if target in self._got:  # A5: a Manta, where a house lets it lie on a card
            self._away.append(card)
        else:
            self._got.add(target)
            self._now[target] = card

    def _lose_points(self, seat: str) -> None:
        """AB25, A4."""
        everything = self._options.caught_resets == "everything"
        gone = [card for card in self._before[seat] if everything or self._box.is_plus(card)]
        self._before[seat] = [card for card in self._before[seat] if card not in gone]
        if everything:
            gone.append(self._now.pop(seat))
        self._away += gone

    # --- handing in ---

    def _hand_in(self, seat: str) -> None:
        owes = self._options.handin_before_play == "owes_card" and seat not in self._laid
        self._give_back(seat, self.hands[seat] if owes else ())
        if owes:
            self._owing.add(seat)

    def _give_back(self, seat: str, kept: Sequence[str] = ()) -> None:
        """All cards of *seat* but those *kept* go into the pack."""
        self._pack += [*self.front(seat), *([] if kept else self.hands[seat])]
        self._random.shuffle(self._pack)
        self.hands[seat], self._before[seat] = list(kept), []
        self._now.pop(seat, None)
        self._in.discard(seat)
