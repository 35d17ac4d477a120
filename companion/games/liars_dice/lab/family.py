"""People with cups who count the dice themselves, and who know who has to give one away."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.games.liars_dice import things
from companion.lab.family import People
from companion.rulings import Ruling, Verdict


class RealCups(things.Things):
    """The dice under the cups and beside them, and what everybody has said in this round."""

    def __init__(self, game: Any, seats: Sequence[str], options: Any, random: Any) -> None:
        super().__init__(game, seats, options, random)
        self.said: list[tuple[str, int, int]] = []
        self.on, self.caller, self.spot_on = seats[0], "", False
        self.open: dict[str, list[int]] = {}
        self.small, self.narrow = set[str](), False  # who began with a last die; nobody changes the number

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        if ruling.verdict is not Verdict.ACCEPTED:
            return
        what = happening.ask.partition(":")[0] or happening.value
        match what:
            case "bid":
                self.said.append((happening.seat, len(happening.value), happening.value[0]))
                self.on = self._after(happening.seat)
            case "doubt" | "exact":
                self.caller, self.spot_on = happening.seat, what == "exact"
            case "show":
                seat = happening.ask.rpartition(":")[2]
                self.open[seat] = self.cups[seat] = sorted(happening.value["pips"])
                if self.open.keys() == self.cups.keys():
                    self._count()
            case "next":
                self._begin()

    def _after(self, seat: str) -> str:
        order = [*self.seats, *self.seats]
        return next(one for one in order[order.index(seat) + 1 :] if self.left[one])

    def _begin(self) -> None:
        self.said, self.open, self.caller = [], {}, ""
        few = self.left[self.on] == 1 and sum(n > 0 for n in self.left.values()) > 2
        self.narrow = self.options.palifico and few and self.on not in self.small
        self.small |= {self.on} if self.narrow else set()
        self.shake()

    def _count(self) -> None:
        """LD5 to LD11, die by die."""
        bidder, wanted, face = self.said[-1]
        joker = self.options.wild and not self.narrow
        n = sum(die == face or (joker and die == 1) for cup in self.open.values() for die in cup)
        begins, pay = self.caller, {self.caller: 1}
        if self.spot_on and n == wanted:
            others = {seat: 1 for seat in self.open if seat != self.caller}
            pay = others if self.options.exact == "others" else {self.caller: -1}
        elif not self.spot_on:
            begins = bidder if n < wanted else self.caller
            pay = {begins: max(1, abs(n - wanted)) if self.options.loss == "difference" else 1}
        for seat, dice in pay.items():
            self.left[seat] = max(0, min(self.options.dice, self.left[seat] - dice))
        self.on = begins if self.left[begins] or not any(self.left.values()) else self._after(begins)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """How many dice everybody has, what was bid, and whose turn it is."""
        real: dict[str, Any] = {
            "the dice": (dict(state.counts), self.left),
            "the bids": ([(b.seat, b.count, b.face) for b in state.bids], self.said),
            "what is shown": ({seat: list(dice) for seat, dice in state.shown.items()}, self.open),
        }
        if state.phase != "over":
            real["whose turn"] = (state.turn, self.on)
        return tuple(f"{what}: {said}, not {true}" for what, (said, true) in real.items() if said != true)


class Family(People):
    """Some of them bid too low or out of turn, doubt what nobody has bid, hide a die, or turn one over."""

    Things = RealCups

    def _cheat(self, asks: Mapping[str, list[Ask]], honest: Happening) -> Happening | None:
        bids, shows = asks.get("bid", ()), asks.get("show", ())
        bidding = [partial(self._bids_wrongly, ask) for ask in bids]
        nothing = [self._doubts_nothing for _ in bids]
        return self._one_of(*bidding, *nothing, *(partial(self._shows_others, ask) for ask in shows))

    def _bids_wrongly(self, ask: Ask) -> Happening | None:
        """LD2; LD4, LD6, LD12: the same once more is too low."""
        said, seat = self.things.said, self.things.on
        if said and self._random.random() < 0.5:
            count, face = said[-1][1:]
            return Happening(Kind.CHOICE, [face] * count, seat, ask.id, cheat="bids too low")
        another = self._random.choice([other for other in self.things.cups if other != seat])
        value = self._random.choice(ask.choices).value
        return Happening(Kind.CHOICE, value, another, ask.id, cheat="not the turn")

    def _doubts_nothing(self) -> Happening | None:
        """LD7: there is no bid, or it is one's own."""
        seat = self.things.said[-1][0] if self.things.said else self.things.on
        return Happening(Kind.CALL, "doubt", seat, "", cheat="nothing to doubt")

    def _shows_others(self, ask: Ask) -> Happening | None:
        """LD9: not all of them; or one is turned, which under a cup nobody sees."""
        seat = ask.seats[0]
        first, *rest = self.things.cups[seat]
        if self._random.random() < 0.5:
            value = {"pips": rest or [first, 6]}
            return Happening(Kind.DICE, value, seat, ask.id, cheat="not all dice")
        value = {"pips": [first % 6 + 1, *rest]}
        return Happening(Kind.DICE, value, seat, ask.id, cheat="turned a die", noticeable=False)
