"""A real table with real cards, as plain lists: the truth that a simulated family plays on.

It knows nothing of the referee: what may be laid is found by trying all subsets of a hand, and who is next by
going round the table. Cards are numbers here.
"""

from collections.abc import Iterable
from itertools import combinations

from companion.games.abspecken.state import AbspeckenOptions

TIE_NS = 2_000_000  # the family presses either closer than this or much further apart


class RealTable:
    """Everything that lies on the table and is held in hands."""

    def __init__(self, seats: Iterable[str], options: AbspeckenOptions) -> None:
        self.seats = tuple(seats)
        self.options = options
        self.totals = dict.fromkeys(self.seats, 0)
        self.round = 0
        self.youngest = ""
        self.roller = ""
        self.out: list[str] = []
        self.new_round()

    def new_round(self) -> None:
        """Everybody sorts the cards into six piles of four again."""
        self.round += 1
        self.phase = "setup"
        self.hands: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.draws = {seat: [n for n in range(1, 7) for _ in range(4)] for seat in self.seats}
        self.piles: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.have_laid: set[str] = set()
        self.clear()

    def clear(self) -> None:
        """Before a roll."""
        self.dice: tuple[int, int] = (0, 0)
        self.ban = 0
        self.pig = ""
        self.with_piggy = False
        self.laid: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.calls: list[tuple[str, int]] = []
        self.served: list[str] = []
        self.robbed: set[str] = set()
        self.gifted: set[str] = set()
        self.drawn: set[str] = set()

    # --- what people can see for themselves ---

    def targets(self, seat: str) -> set[int]:
        total = sum(self.dice)
        shift = int(self.pig[2:]) if self.pig.startswith("+-") and seat == self.roller else 0
        return {total, total + shift, total - shift}

    def fits(self, seat: str, cards: Iterable[int]) -> bool:
        """Whether these cards may be laid after this roll."""
        laid = list(cards)
        most = 15 if self.options.cap == "none" else 5
        if not laid or self.ban in laid or len(laid) > most:
            return False
        return sum(laid) in self.targets(seat) or (len(laid) == 1 and laid[0] in self.dice)

    def discards(self, seat: str) -> list[tuple[int, ...]]:
        """Every set of hand cards that *seat* may lay."""
        hand = sorted(self.hands[seat])
        most = len(hand) if self.options.cap == "none" else min(5, len(hand))
        sets = {s for n in range(1, most + 1) for s in combinations(hand, n)}
        return sorted(s for s in sets if self.fits(seat, s))

    def round_from(self, seat: str) -> tuple[str, ...]:
        start = self.seats.index(seat)
        return self.seats[start:] + self.seats[:start]

    def acted(self, seat: str) -> bool:
        return bool(self.laid[seat]) or self.called(seat)

    def called(self, seat: str) -> bool:
        return any(caller == seat for caller, _ in self.calls)

    def call_order(self) -> list[str]:
        """Earliest first; whoever pressed at practically the same moment goes clockwise from the roller."""
        groups: list[list[tuple[str, int]]] = []
        for call in sorted(self.calls, key=lambda call: call[1]):
            if groups and call[1] - groups[-1][0][1] <= TIE_NS:
                groups[-1].append(call)
            else:
                groups.append([call])
        clockwise = self.round_from(self.roller).index
        return [s for group in groups for s in sorted((seat for seat, _ in group), key=clockwise)]

    def takers(self) -> list[str]:
        return [seat for seat in self.call_order() if seat not in self.served]

    def victims(self, caller: str) -> list[str]:
        others = [seat for seat in self.seats if seat != caller and self.hands[seat]]
        discarders = [seat for seat in others if self.laid[seat]]
        if self.options.take_sources == "anyone":
            return others
        if self.options.take_sources == "fallback":
            return discarders or others
        return discarders

    def draw_count(self, seat: str) -> int:
        """How many cards *seat* draws after this playthrough."""
        if not self.laid[seat] or seat in self.drawn:
            return 0
        wanted = 5 - len(self.hands[seat])
        if self.options.refill == "by_discards" and not (seat in self.gifted and wanted <= 0):
            wanted = len(self.laid[seat])
        return max(0, min(wanted, len(self.draws[seat])))

    def cards_of(self, seat: str) -> list[int]:
        return sorted(self.hands[seat] + self.draws[seat])

    # --- what people do ---

    def draw(self, seat: str, cards: Iterable[int]) -> None:
        for card in cards:
            self.draws[seat].remove(card)
            self.hands[seat].append(card)

    def begin(self, youngest: str) -> None:
        self.youngest = self.youngest or youngest
        self.roller = self.roller or youngest
        self.phase = "pick"

    def pick(self, seat: str, cards: Iterable[int]) -> None:
        self.draw(seat, cards)
        if all(self.hands.values()):
            self.to_roll()

    def to_roll(self) -> None:
        may = self.piles[self.roller] or (self.options.piggy_pile == "once" and self.roller in self.have_laid)
        self.phase = "offer" if self.options.piggy and may else "roll"

    def offer(self, piggy: bool) -> None:
        self.with_piggy = piggy
        self.phase = "roll"

    def roll(self, dice: tuple[int, int], ban: int, pig: str) -> None:
        self.dice, self.ban, self.pig = dice, ban, pig
        moves_card = (pig == "smile" and self.hands[self.roller]) or (
            pig == "grim" and self.piles[self.roller]
        )
        self.phase = "pig" if moves_card else "act"

    def give(self, to: str, card: int) -> None:
        self.hands[self.roller].remove(card)
        self.hands[to].append(card)
        self.gifted.add(to)
        self.phase = "act"

    def pick_up(self) -> None:
        self.hands[self.roller].append(self.piles[self.roller].pop())
        self.phase = "act"

    def lay(self, seat: str, cards: Iterable[int]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.piles[seat].append(card)
            self.laid[seat].append(card)
        self.have_laid.add(seat)
        self.go_on()

    def call(self, seat: str, t: int) -> None:
        self.calls.append((seat, t))
        self.go_on()

    def take(self, caller: str, victim: str, card: int) -> None:
        self.hands[victim].remove(card)
        self.hands[caller].append(card)
        self.robbed.add(victim)
        self.served.append(caller)
        self.go_on()

    def go_on(self) -> None:
        """Once everybody has acted the callers take, and then the playthrough is over."""
        if not all(self.acted(seat) for seat in self.seats):
            return
        self.phase = "take"
        if self.nobody_takes():
            return
        self.pass_over()

    def nobody_takes(self) -> bool:
        """Nobody who could not discard can choose anybody, and nobody has taken: the table has to go on."""
        return bool(self.takers()) and not self.robbed and not any(map(self.victims, self.takers()))

    def pass_over(self) -> None:
        while self.takers():
            if self.victims(self.takers()[0]):
                return
            self.served.append(self.takers()[0])
        self.out = [seat for seat in self.seats if self.is_out(seat)]
        if self.out:
            self.phase = "score"
        elif any(self.draw_count(seat) for seat in self.seats):
            self.phase = "refill"
        else:
            self.next_playthrough()

    def is_out(self, seat: str) -> bool:
        if self.cards_of(seat) or self.called(seat):
            return False
        return seat not in self.robbed or self.options.stripped == "out"

    def refill(self, seat: str, cards: Iterable[int]) -> None:
        self.draw(seat, cards)
        self.drawn.add(seat)
        if not any(self.draw_count(other) for other in self.seats):
            self.next_playthrough()

    def next_playthrough(self) -> None:
        self.clear()
        self.roller = self.round_from(self.roller)[1]
        self.to_roll()

    def score(self) -> None:
        """The minus points of the round; the game may be over."""
        for seat in self.seats:
            self.totals[seat] += sum(self.cards_of(seat))
        lowest = min(self.totals.values())
        tied = list(self.totals.values()).count(lowest) > 1 and self.options.ties == "extra_round"
        if max(self.totals.values()) >= self.options.limit and not tied:
            self.phase = "over"
            return
        clockwise = self.round_from(self.roller)
        if self.options.first_roller == "youngest":
            self.roller = self.youngest
        elif self.options.first_roller == "winner":
            self.roller = next(seat for seat in clockwise if seat in self.out)
        else:
            self.roller = clockwise[1]
        self.out = []
        self.new_round()
