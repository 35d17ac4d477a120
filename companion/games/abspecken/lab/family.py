"""A family that cheats at ABspecken, and holds the referee's table against the real one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import MS, Ask, Kind
from companion.family import Happening
from companion.game import AnyGame
from companion.games.abspecken.things import Things, Written
from companion.lab.family import People
from companion.rulings import Ruling

TIE_NS = 2_000_000  # the family presses either closer than this or much further apart
SHORT_GAP = MS // 5  # between two presses: surely a tie
TIES = 0.3  # how often somebody else presses at the same moment


class RealTable(Things):
    """The truth that a simulated family plays on.

    It knows nothing of the referee: what may be laid is found by trying all subsets of a hand, and who is
    next by going round the table.
    """

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Any, random: Random) -> None:
        self.totals = dict.fromkeys(seats, 0)
        self.round = 0
        self.youngest = self.roller = ""
        self.out: list[str] = []
        super().__init__(game, seats, options, random)

    def new_round(self) -> None:
        self.round += 1
        self.phase = "setup"
        self.have_laid: set[str] = set()
        self.seen: set[str] = set()  # whose hand, or a card of it, the companion has seen in this round
        super().new_round()
        self.clear()

    def clear(self) -> None:
        """Before a roll."""
        self.laid: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.gifted: set[str] = set()
        self.drawn: set[str] = set()
        self.dice: tuple[int, int] = (0, 0)
        self.ban = 0
        self.pig = ""
        self.with_piggy = False
        self.calls: list[tuple[str, int]] = []
        self.served: list[str] = []
        self.robbed: set[str] = set()

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """Where the referee's *state* and this table differ."""
        return tuple(differences(state, self))

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

    # --- what people do ---

    def _ready(self, move: Written, cards: list[int]) -> None:
        self.youngest = self.youngest or move.get("youngest", "")
        self.roller = self.roller or self.youngest
        self.phase = "pick"

    def _pick(self, move: Written, cards: list[int]) -> None:
        super()._pick(move, cards)
        if all(self.hands.values()):
            self.to_roll()

    def to_roll(self) -> None:
        may = self.piles[self.roller] or (self.options.piggy_pile == "once" and self.roller in self.have_laid)
        self.phase = "offer" if self.options.piggy and may else "roll"

    def _offer(self, move: Written, cards: list[int]) -> None:
        self.with_piggy = move["piggy"]
        self.phase = "roll"

    def _roll(self, move: Written, cards: list[int]) -> None:
        self.clear()
        one, two = move["pips"]
        self.dice, self.ban, self.pig = (one, two), int(move["ban"]), move.get("pig", "")
        moves_card = (self.pig == "smile" and self.hands[self.roller]) or (
            self.pig == "grim" and self.piles[self.roller]
        )
        self.phase = "pig" if moves_card else "act"

    def _give(self, move: Written, cards: list[int]) -> None:
        super()._give(move, cards)
        self.gifted.add(move["to"])
        self.phase = "act"

    def _pick_up(self, move: Written, cards: list[int]) -> None:
        super()._pick_up(move, cards)
        self.seen.add(move["seat"])
        self.phase = "act"

    def _lay(self, move: Written, cards: list[int]) -> None:
        """A card that is not in the hand comes from the piles, where another one goes instead."""
        seat = move["seat"]
        for card in (Counter(cards) - Counter(self.hands[seat])).elements():
            self.draws[seat].append(self.hands[seat].pop(0))
            self.draw(seat, [card])
        super()._lay(move, cards)
        self.laid[seat] += cards
        self.have_laid.add(seat)
        self.go_on()

    def _cannot(self, move: Written, cards: list[int]) -> None:
        self.calls.append((move["seat"], move.get("t", 0)))
        self.go_on()

    def _withdraw(self, move: Written, cards: list[int]) -> None:
        self.calls = [call for call in self.calls if call[0] != move["seat"]]
        if not self.robbed:
            self.served = []
        self.phase = "act" if self.phase == "take" else self.phase

    def _show(self, move: Written, cards: list[int]) -> None:
        self.seen.add(move["seat"])
        if self.phase != "score" and self.discards(move["seat"]):
            self._withdraw(move, cards)

    def _take(self, move: Written, cards: list[int]) -> None:
        super()._take(move, cards)
        self.robbed.add(move["victim"])
        self.served.append(move["seat"])
        self.go_on()

    def _agree(self, move: Written, cards: list[int]) -> None:
        """A24: nobody could be robbed."""
        if self.phase == "take":
            self.pass_over()

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

    def _refill(self, move: Written, cards: list[int]) -> None:
        hidden = self.options.hands == "hidden"
        due = {other: self.draw_count(other) for other in (self.seats if hidden else (move["seat"],))}
        super()._refill({**move, "refilled": due}, cards)
        self.drawn |= due.keys()
        if not any(self.draw_count(other) for other in self.seats):
            self.next_playthrough()

    def next_playthrough(self) -> None:
        self.clear()
        self.roller = self.round_from(self.roller)[1]
        self.to_roll()

    def _close(self, move: Written, cards: list[int]) -> None:
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


class Family(People):
    """Some call although they could discard, and sometimes two press at the same moment."""

    Things = RealTable
    _tied: Happening | None = None  # somebody else has pressed as well

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if self._tied is not None:
            return None
        done = super().act(asks)
        first, table = self._pressed, self.things
        if done is not None or first is None or first.ask != "cannot" or self._random.random() > TIES:
            return done
        able = next((ask.seats for ask in asks if ask.id == "cannot"), ())
        free = [s for s in able if s != first.seat and not table.acted(s) and not table.discards(s)]
        if free:
            seat = self._random.choice(free)
            self._tied = Happening(Kind.CALL, "cannot", seat, "cannot", after_ns=SHORT_GAP)
        return self._tied

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        super().answered(happening, ruling)
        if happening == self._tied:
            self._tied = None

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """Nothing while a press is still being decided."""
        return () if self._pressed or self._tied else super().disagreements(state)

    # --- cheating ---

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        """One of the ways in which people bend these rules; None if none is possible now."""
        seat, phase = honest.seat, self.things.phase
        name = honest.ask.partition(":")[0]
        if phase in ("offer", "roll"):
            return Happening(Kind.CALL, "cannot", self._anybody(), "", cheat="pressed too early")
        if name == "pick":
            return self._one_too_many(seat, "pick", 5, "picked six")
        if name in ("discard", "cannot"):
            ways = (self._wrong_sum, self._barred_colour, self._false_call, self._swapped, self._refill_early)
            return self._random.choice(ways)(seat)
        if name == "take":
            return self._refill_early(self._anybody())
        if name == "refill" and honest.kind is Kind.CARD:
            return self._one_too_many(seat, "refill", self.things.draw_count(seat), "drew one too many")
        low = next((ask.low for ask in asks.get("count", ()) if ask.id == honest.ask), 0)
        if low > 0:
            return replace(honest, value=low - 1, cheat="counted too little")
        return None

    def _anybody(self) -> str:
        return self._random.choice(self._seats)

    def _one_too_many(self, seat: str, name: str, count: int, cheat: str) -> Happening | None:
        if len(self.things.draws[seat]) <= count:
            return None
        cards = self._random.sample(self.things.draws[seat], count + 1)
        return self._shows(seat, f"{name}:{seat}", f"hand:{seat}", cards, cheat)

    @staticmethod
    def _shows(seat: str, ask: str, place: str, cards: Iterable[int], cheat: str) -> Happening:
        value = {"place": place, "cards": [str(card) for card in cards]}
        return Happening(Kind.CARD, value, seat, ask, cheat=cheat)

    def _tries_to_lay(self, seat: str, cards: Iterable[int], cheat: str) -> Happening:
        place = f"discard:{seat}"
        return self._shows(seat, place, place, cards, cheat)

    def _wrong_sum(self, seat: str) -> Happening | None:
        hand = sorted(self.things.hands[seat])
        sets = [s for n in (1, 2, 3) for s in combinations(hand, n)]
        wrong = [s for s in sets if not self.things.fits(seat, s)]
        return (
            self._tries_to_lay(seat, self._random.choice(wrong), "cards that do not fit") if wrong else None
        )

    def _barred_colour(self, seat: str) -> Happening | None:
        ban = self.things.ban
        if ban not in self.things.hands[seat]:
            return None
        return self._tries_to_lay(seat, [ban], "a card of the barred colour")

    def _false_call(self, seat: str) -> Happening | None:
        """Only open hands give it away at once; otherwise somebody has to doubt it."""
        if not self.things.discards(seat):
            return None
        seen = self._options.hands == "open" and self._options.challenge
        return Happening(Kind.CALL, "cannot", seat, "cannot", cheat="could discard", noticeable=seen)

    def _swapped(self, seat: str) -> Happening | None:
        """A card from the piles is laid as if it were from the hand: seen only if the hand is known."""
        table, shown = self.things, self._options.hands != "hidden"
        own = table.hands[seat]
        wanted = [c for c in sorted(set(table.draws[seat])) if c not in own and table.fits(seat, [c])]
        if (seat in table.seen and not shown) or not wanted or not own:
            return None
        return replace(self._tries_to_lay(seat, wanted[:1], "a card from the piles"), noticeable=shown)

    def _refill_early(self, seat: str) -> Happening:
        return Happening(Kind.CONFIRM, True, seat, "refill", cheat="refilled too early")


# What the referee calls the phases that people know by another name
PHASES = {
    "offer": ("roll_offer",),
    "roll": ("rolling",),
    "pig": ("read", "pig"),
    "act": ("read", "act"),
    "over": ("game_over",),
}


def differences(state: Any, table: RealTable) -> Iterator[str]:
    """Every point in which *state* is not the *table*, in words."""
    phases = PHASES.get(table.phase, (table.phase,))
    if state.phase.value not in phases:
        yield f"the phase: {state.phase.value}, not {' or '.join(phases)}"
    pairs = {
        "the round": (state.round, table.round),
        "the roller": (state.roller, table.roller),
        "who has called": ({call.seat for call in state.calls}, {seat for seat, _ in table.calls}),
        "who has taken": ({call.seat for call in state.calls if call.served}, set(table.served)),
        "who is out": (list(state.out), table.out),
    }
    yield from _unequal(pairs)
    for seat in table.seats:
        yield from _about(seat, state.players[seat], table)


def _about(seat: str, player: Any, table: RealTable) -> Iterator[str]:
    pairs = {
        f"{seat}'s hand": (len(player.hand), len(table.hands[seat])),
        f"{seat}'s cards": (len(player.own), len(table.cards_of(seat))),
        f"{seat}'s pile": ([int(card) for card in player.pile], table.piles[seat]),
        f"{seat}'s discard": ([int(card) for card in player.laid], table.laid[seat]),
        f"{seat}'s total": (player.total, table.totals[seat]),
    }
    yield from _unequal(pairs)
    if _more(player.hand, table.hands[seat]) or _more(player.own, table.cards_of(seat)):
        yield f"{seat} does not hold what the referee believes"


def _unequal(pairs: dict[str, tuple[Any, Any]]) -> Iterator[str]:
    yield from (f"{what}: {said}, not {true}" for what, (said, true) in pairs.items() if said != true)


def _more(believed: Iterable[str], real: Iterable[int]) -> bool:
    """Whether known cards are believed in that are not there."""
    known = Counter(card for card in believed if card != "?")
    return bool(known - Counter(map(str, real)))
