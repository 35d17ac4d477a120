"""A family that cheats at ABspecken, and holds the referee's table against the real one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from companion.asks import Ask
from companion.cards import Cards
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.games.abspecken import family as honest
from companion.games.abspecken.real_table import RealTable
from companion.rulings import Ruling, Verdict

NUMBERS = {colour: number for number, colour in honest.COLOURS.items()}


class Family(honest.Family):
    """Some call although they could discard, and sometimes think better of it."""

    def __init__(
        self, game: AnyGame, seats: Sequence[str], options: Options, random: Random, cheats: float = 0.0
    ) -> None:
        super().__init__(game, seats, options, random)
        self._cheats = cheats
        self._liars: set[str] = set()  # who called although able
        self._seen: set[str] = set()  # whose hand, or a card of it, the companion has seen in this round

    def _cheat_now(self) -> bool:
        return self._random.random() < self._cheats

    # --- where an honest family would do it otherwise ---

    def _setup(self, asks: dict[str, Ask]) -> Happening:
        self._seen.clear()
        return super()._setup(asks)

    def _picks(self, seat: str, cards: Sequence[int]) -> Happening:
        if not self._cheat_now():
            return super()._picks(seat, cards)
        six = self._wanted(seat, 6)
        return self._cards(_nothing, seat, f"pick:{seat}", f"hand:{seat}", six, cheat="picked six")

    def _offer(self, asks: dict[str, Ask]) -> Happening:
        return self._too_early() if self._cheat_now() else super()._offer(asks)

    def _roll(self, asks: dict[str, Ask]) -> Happening:
        if self._cheat_now():
            return self._too_early()
        self._liars.clear()
        return super()._roll(asks)

    def _picked_up(self) -> None:
        self._seen.add(self._table.roller)
        super()._picked_up()

    def _lay_or_call(self, asks: dict[str, Ask]) -> Happening | None:
        return self._withdraws(asks) or super()._lay_or_call(asks)

    def _lays_or_calls(self, seat: str) -> Happening:
        cheat = self._cheating(seat) if self._cheat_now() else None
        return cheat or super()._lays_or_calls(seat)

    def _called(self, seat: str, t: int) -> None:
        if self._table.discards(seat):
            self._liars.add(seat)
        super()._called(seat, t)

    def _mistrust(self, seat: str) -> float:
        return 0.4 if seat in self._liars else super()._mistrust(seat)

    def _hand_was_seen(self, seat: str) -> None:
        super()._hand_was_seen(seat)
        self._seen.add(seat)
        if self._table.discards(seat):
            self._uncalled(seat)

    def _takes(self, asks: dict[str, Ask]) -> Happening | None:
        if self._cheat_now() and not self._whom:
            return self._refill_early(self._random.choice(self._table.seats))
        return super()._takes(asks)

    def _goes_on(self, asks: dict[str, Ask]) -> Happening | None:
        return (None if self._under_way else self._withdraws(asks)) or super()._goes_on(asks)

    def _draws(self, seat: str, n: int) -> Happening:
        if not self._cheat_now() or len(self._table.draws[seat]) <= n:
            return super()._draws(seat, n)
        too_many = self._wanted(seat, n + 1)
        return self._cards(
            _nothing, seat, f"refill:{seat}", f"hand:{seat}", too_many, cheat="drew one too many"
        )

    def _counts(self, ask: Ask, seat: str) -> Happening:
        if ask.low > 0 and self._cheat_now():
            return self._does(_nothing, Kind.NUMBER, ask.low - 1, seat, ask.id, cheat="counted too little")
        return super()._counts(ask, seat)

    # --- liars ---

    def _withdraws(self, asks: dict[str, Ask]) -> Happening | None:
        liar = self._repents(asks)
        if not liar:
            return None
        return self._does(lambda: self._uncalled(liar), Kind.CONFIRM, True, liar, f"withdraw:{liar}")

    def _uncalled(self, seat: str) -> None:
        self._liars.discard(seat)
        self._doubted = ""
        uncall(self._table, seat)

    def _repents(self, asks: dict[str, Ask]) -> str:
        """A liar who reads the private hint sometimes takes the call back."""
        able = [s for s in sorted(self._liars) if f"withdraw:{s}" in asks and self._table.called(s)]
        busy = any(h.ask.startswith("withdraw") for h, _ in self._under_way)
        return able[0] if able and not busy and self._random.random() < 0.3 else ""

    # --- cheating ---

    def _too_early(self) -> Happening:
        """Somebody presses before the dice lie."""
        seat = self._random.choice(self._table.seats)
        return self._does(_nothing, Kind.CALL, "cannot", seat, "", cheat="pressed too early")

    def _cheating(self, seat: str) -> Happening | None:
        """One of the ways in which people bend these rules; None if this one is not possible now."""
        ways = (self._wrong_sum, self._barred_colour, self._false_call, self._swapped, self._refill_early)
        return self._random.choice(ways)(seat)

    def _tries_to_lay(self, seat: str, cards: Sequence[int], cheat: str) -> Happening:
        place = f"discard:{seat}"
        return self._cards(_nothing, seat, place, place, cards, cheat=cheat)

    def _wrong_sum(self, seat: str) -> Happening | None:
        hand = sorted(self._table.hands[seat])
        sets = [s for n in (1, 2, 3) for s in combinations(hand, n)]
        wrong = [s for s in sets if not self._table.fits(seat, s)]
        return (
            self._tries_to_lay(seat, self._random.choice(wrong), "cards that do not fit") if wrong else None
        )

    def _barred_colour(self, seat: str) -> Happening | None:
        ban = self._table.ban
        if ban not in self._table.hands[seat]:
            return None
        return self._tries_to_lay(seat, [ban], "a card of the barred colour")

    def _false_call(self, seat: str) -> Happening | None:
        """Only open hands give it away at once; otherwise somebody has to doubt it."""
        if not self._table.discards(seat):
            return None
        seen = self._options.hands == "open" and self._options.challenge
        return self._calls(seat, cheat="could discard", noticeable=seen)

    def _swapped(self, seat: str) -> Happening | None:
        """A card from the piles is laid as if it were from the hand: seen only if the hand is known."""
        table = self._table
        if seat in self._seen and not self._shown:
            return None
        wanted = [
            c for c in sorted(set(table.draws[seat])) if c not in table.hands[seat] and table.fits(seat, [c])
        ]
        if not wanted or not table.hands[seat]:
            return None
        card, held = wanted[0], table.hands[seat][0]

        def swap_and_lay() -> None:
            swap(table, seat, held, card)
            table.lay(seat, [card])

        effect = _nothing if self._shown else swap_and_lay
        return self._cards(
            effect,
            seat,
            f"discard:{seat}",
            f"discard:{seat}",
            [card],
            cheat="a card from the piles",
            noticeable=self._shown,
        )

    def _refill_early(self, seat: str) -> Happening:
        return self._does(_nothing, Kind.CONFIRM, True, seat, "refill", cheat="refilled too early")

    # --- where bots are seated ---

    def hand(self, state: Any, seat: str) -> Cards:
        return tuple(map(str, self._table.hands[seat]))

    def takes_over(self, done: Happening, ruling: Ruling) -> None:
        """What a bot has decided and hands have done is true here, too."""
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        self._clock += done.after_ns
        name, _, whom = (done.ask or done.value["move"]).partition(":")
        cards = [int(card) for card in done.value.get("cards", ())] if isinstance(done.value, dict) else []
        match name:
            case "pick" | "pick_unseen":
                self._table.pick(done.seat, cards or self._wanted(done.seat, 5))
            case "refill" if cards:
                self._table.refill(done.seat, cards)
            case "refill":
                self._refilled([seat for seat in self._table.seats if self._table.draw_count(seat)])
            case "roll":
                self._table.roll(tuple(done.value["pips"]), NUMBERS[done.value["colour"][0]], "")
            case "discard" | "lay":
                self._table.lay(done.seat, cards)
            case "cannot":
                self._called(done.seat, self._clock)
            case "withdraw":
                self._uncalled(whom)
            case "doubt":
                self._doubts(whom)
            case "show":
                self._hand_was_seen(whom)
            case "take":
                card = self._random.choice(self._table.hands[done.value])
                self._taken(done.seat, done.value, card)
            case "go_on":
                self._table.pass_over()

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """Where the referee's state and the real table differ, unless a press is still being decided."""
        return () if self._under_way else tuple(differences(state, self._table))


def _nothing() -> None:
    """Nothing becomes true."""


def swap(table: RealTable, seat: str, held: int, wanted: int) -> None:
    """What nobody may do: a hand card for a pile card."""
    table.hands[seat].remove(held)
    table.draws[seat].append(held)
    table.draw(seat, [wanted])


def uncall(table: RealTable, seat: str) -> None:
    table.calls = [call for call in table.calls if call[0] != seat]
    if not table.robbed:
        table.served = []
    table.phase = "act"


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
