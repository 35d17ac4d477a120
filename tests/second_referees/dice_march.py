"""Dice March once more, from its booklet: DM1 to DM17, A-DM1 to A-DM10."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from tests.second_referees.dice_pyramid import (
    BASE,
    CELLS,
    WAYS,
    Cell,
    Die,
    above,
    below,
    everywhere,
    moved,
    rolled_over,
)

Move = dict[str, Any]
Fate = dict[Cell, str]  # the dice that go, each with the colour that takes it, or "" if nobody does


class Game:
    """One game as it goes on."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.seats = ["Ana", "Ben", "Cem"]
        self.options: dict[str, Any] = {
            "ownTie": random.choice(["owner", "literal"]),
            "multi": random.choice(["simultaneous", "order"]),
            "score": random.choice(["literal", "all"]),
            "nullTurn": random.choice(["forbid", "allow"]),
            "repetition": random.choice(["threefold", "agreed", "none"]),
            "goalFirst": random.random() < 0.7,
        }
        self._phase, self._turn = "begin", "Ana"
        self._dice = {cell: die for side in range(3) for cell, die in _set_up(side)}
        self._won, self._removed, self._captured = (dict.fromkeys(self.seats, 0) for _ in range(3))
        self._latest: list[str] = []
        self._wish: list[str] = []
        self._was: Counter[tuple[str, frozenset[tuple[Cell, Die]]]] = Counter()
        self._tipped: Cell | None = None
        self._winners: list[str] | None = None

    @property
    def _side(self) -> int:
        return self.seats.index(self._turn)

    # --- what is tried ---

    def propose(self) -> Move:
        random = self._random
        usual = {"begin": ["begin"], "order": ["first"], "play": [*["tip"] * 8, "turn"]}[self._phase]
        everything = ["begin", "first", "tip", "turn", "draw"]
        kind = random.choice(everything if random.random() < 0.12 else usual)
        seat = self._turn if random.random() < 0.9 else random.choice([*self.seats, "Nobody"])
        return {"move": kind, "seat": seat, **self._details(kind)}

    def _details(self, kind: str) -> Move:
        random = self._random
        own = [cell for cell, die in self._dice.items() if die.colour == "rym"[self._side]]
        cell = random.choice(own if own and random.random() < 0.95 else BASE)
        match kind:
            case "tip":
                end = random.choice(_neighbours(cell) if random.random() < 0.97 else CELLS)
                forward = [one for one in _neighbours(cell) if one[self._side] > cell[self._side]]
                if random.random() < 0.4 and forward:
                    end = random.choice(forward)
                more: Move = {"cell": list(cell), "to": list(end)}
                if random.random() < 0.3 and cell in self._dice:
                    right = self._shows_after(cell, end) if random.random() < 0.8 else None
                    more["faces"] = list(right or random.choice(WAYS))
                if random.random() < 0.1:
                    more["first"] = list(random.choice(above(end) or CELLS))
                return more
            case "turn":
                faces = random.choice(WAYS)
                if random.random() < 0.2:
                    faces = self._dice[cell].shows if cell in self._dice else faces  # type: ignore[assignment]
                return {"cell": list(cell), "faces": list(faces if random.random() < 0.9 else (1, 2, 3))}
            case "first":
                around = above(self._tipped) if self._tipped else CELLS
                return {"funnel": list(random.choice(around))}
        return {}

    # --- the rules ---

    def refused_by(self, move: Move) -> str:
        seat, phase = move["seat"], self._phase
        match move["move"]:
            case "begin":
                return "" if phase == "begin" and seat in self.seats else "DM2"
            case "draw":
                may = self.options["repetition"] != "none" and phase == "play" and seat in self.seats
                return "" if may and seat not in self._wish and self._has_dice(seat) else "A-DM5"
            case "first":
                funnel = _cell(move["funnel"])
                return (
                    "" if phase == "order" and seat == self._turn and funnel in self._to_order() else "A-DM2"
                )
        cell = _cell(move["cell"])
        mine = cell in self._dice and self._dice[cell].colour == "rym"[self._side]
        if phase != "play" or seat != self._turn or not mine:
            return "DM2"
        return self._refuses_turn(cell, move) if move["move"] == "turn" else self._refuses_tip(cell, move)

    def _refuses_turn(self, cell: Cell, move: Move) -> str:
        """DM13, G16, A-DM4."""
        faces = tuple(move["faces"])
        if faces not in WAYS:
            return "G16"
        return "A-DM4" if self.options["nullTurn"] == "forbid" and faces == self._dice[cell].shows else ""

    def _refuses_tip(self, cell: Cell, move: Move) -> str:
        """DM3, DM4, A-DM2."""
        end = _cell(move["to"])
        if end not in _neighbours(cell) or end in self._dice or end[self._side] < cell[self._side]:
            return "DM3"
        if "faces" in move and tuple(move["faces"]) != self._shows_after(cell, end):
            return "DM4"
        if "first" not in move:
            return ""
        after = self._after_tip(cell, end)
        made = [funnel for funnel in above(end) if all(one in after for one in below(funnel))]
        return "" if self.options["multi"] == "order" and _cell(move["first"]) in made else "A-DM2"

    def _shows_after(self, cell: Cell, end: Cell) -> tuple[int, ...] | None:
        """DM4: it tips towards the side that it comes nearer to, away from the one that it leaves."""
        if end not in _neighbours(cell):
            return None
        towards = next(axis for axis in range(3) if end[axis] < cell[axis])
        away = next(axis for axis in range(3) if end[axis] > cell[axis])
        return rolled_over(self._dice[cell].shows, towards, away)  # type: ignore[arg-type]

    def _after_tip(self, cell: Cell, end: Cell) -> dict[Cell, Die]:
        after = dict(self._dice)
        shows = self._shows_after(cell, end)
        assert shows is not None
        after[end] = Die(after.pop(cell).colour, shows)
        return after

    # --- competitions ---

    def _fight(self, dice: dict[Cell, Die], funnel: Cell) -> tuple[int, Fate]:
        """DM6 to DM9: the highest number, and who goes; nobody if all three belong to one."""
        three = [(one, dice[one]) for one in below(funnel)]
        numbers = [die.shows[axis] or 0 for axis, (_, die) in enumerate(three)]
        if len({die.colour for _, die in three}) == 1:
            return 0, {}
        highest = max(numbers)
        best = [die.colour for (_, die), number in zip(three, numbers, strict=True) if number == highest]
        alone = len(best) == 1 or (len(set(best)) == 1 and self.options["ownTie"] == "owner")
        if not alone:
            return highest, dict.fromkeys(below(funnel), "")
        return highest, {one: best[0] for one, die in three if die.colour != best[0]}

    def _lost(self, dice: dict[Cell, Die], end: Cell, first: Cell | None = None) -> Fate:
        """DM12, A-DM2."""
        funnels = [funnel for funnel in above(end) if all(one in dice for one in below(funnel))]
        if self.options["multi"] == "order":
            left, gone = dict(dice), Fate()
            for funnel in sorted(funnels, key=lambda one: (one != first, one)):
                if all(one in left for one in below(funnel)):
                    _, lost = self._fight(left, funnel)
                    gone |= lost
                    left = {cell: die for cell, die in left.items() if cell not in lost}
            return gone
        fights = [self._fight(dice, funnel) for funnel in funnels]
        gone = Fate()
        for _, lost in fights:
            gone |= lost
        taking = [(highest, lost[end]) for highest, lost in fights if end in lost]
        if taking:
            top = max(highest for highest, _ in taking)
            takers = {taker for highest, taker in taking if highest == top}
            tie = any(not taker for _, taker in taking)
            gone[end] = "" if tie or len(takers) > 1 else takers.pop()
        return gone

    def _to_order(self) -> list[Cell]:
        """A-DM2: the funnels of which the mover names the first, where it makes a difference."""
        assert self._tipped is not None
        return self._orders(self._dice, self._tipped)

    def _orders(self, dice: dict[Cell, Die], end: Cell) -> list[Cell]:
        funnels = [funnel for funnel in above(end) if all(one in dice for one in below(funnel))]
        if self.options["multi"] != "order" or len(funnels) < 2:
            return []
        fates = [self._lost(dice, end, funnel) for funnel in funnels]
        return [] if fates[0] == fates[1] else funnels

    # --- what comes of it ---

    def play(self, move: Move) -> None:
        seat = move["seat"]
        match move["move"]:
            case "begin":
                self._phase, self._turn = "play", seat
                self._remember()
            case "draw":
                self._wish.append(seat)
                if all(one in self._wish for one in self.seats if self._has_dice(one)):
                    self._ends(self.seats)
            case "turn":
                cell = _cell(move["cell"])
                self._dice[cell] = Die(self._dice[cell].colour, tuple(move["faces"]))
                self._turn_over()
            case "first":
                assert self._tipped is not None
                self._compete(self._tipped, _cell(move["funnel"]))
            case "tip":
                end = _cell(move["to"])
                self._dice = self._after_tip(_cell(move["cell"]), end)
                if "first" not in move and not self._is_home(end) and self._orders(self._dice, end):
                    self._phase, self._tipped = "order", end
                else:
                    self._compete(end, _cell(move["first"]) if "first" in move else None)

    def _is_home(self, end: Cell) -> bool:
        """DM1, A-DM6."""
        return bool(self.options["goalFirst"]) and end[self._side] == 8

    def _compete(self, end: Cell, first: Cell | None) -> None:
        self._phase, self._tipped = "play", None
        gone = {} if self._is_home(end) else self._lost(self._dice, end, first)
        for cell, taker in gone.items():
            owner = self.seats["rym".index(self._dice.pop(cell).colour)]
            if taker:
                self._won[self.seats["rym".index(taker)]] += 1
                self._captured[owner] += 1
            else:
                self._removed[owner] += 1
        if end[self._side] == 8 and end in self._dice:
            self._ends([self._turn])
        else:
            self._turn_over()

    def _has_dice(self, seat: str) -> bool:
        return any(die.colour == "rym"[self.seats.index(seat)] for die in self._dice.values())

    def _turn_over(self) -> None:
        self._latest = [self._turn, *(seat for seat in self._latest if seat != self._turn)]
        self._wish = []
        if not self._dice:
            points = self.scores()
            best = [seat for seat in self.seats if points[seat] == max(points.values())]
            self._ends([next((seat for seat in self._latest if seat in best), best[0])])
            return
        around = [self.seats[(self._side + n) % 3] for n in (1, 2, 3)]
        self._turn = next(seat for seat in around if self._has_dice(seat))
        self._remember()

    def _remember(self) -> None:
        """A-DM5."""
        position = self._turn, frozenset(self._dice.items())
        self._was[position] += 1
        if self.options["repetition"] == "threefold" and self._was[position] == 3:
            self._ends(self.seats)

    def _ends(self, winners: list[str]) -> None:
        self._phase, self._winners = "over", list(winners)

    # --- what is compared ---

    def position(self) -> dict[str, Any]:
        told: dict[str, Any] = {"phase": self._phase, "pyramid": everywhere(self._dice), "draw": self._wish}
        told |= {name: {s: n for s, n in counts.items() if n} for name, counts in self._counts().items()}
        return told if self._phase == "over" else told | {"on_turn": self._turn}

    def _counts(self) -> dict[str, dict[str, int]]:
        return {"won": self._won, "removed": self._removed, "captured": self._captured}

    def scores(self) -> dict[str, int]:
        """DM14, A-DM3."""
        also = self._captured if self.options["score"] == "all" else dict.fromkeys(self.seats, 0)
        return {seat: self._won[seat] - self._removed[seat] - also[seat] for seat in self.seats}

    def winners(self) -> list[str] | None:
        return self._winners


def _cell(told: list[int]) -> Cell:
    return told[0], told[1], told[2]


def _neighbours(cell: Cell) -> list[Cell]:
    """The funnels of the base form beside *cell*."""
    ends = [moved(moved(cell, plus, 1), minus, -1) for plus, minus in permutations(range(3), 2)]
    return [end for end in ends if min(end) >= 0]


def _set_up(side: int) -> list[tuple[Cell, Die]]:
    """The middle five edge funnels; 3 to oneself, 2 to the left neighbour, 1 to the right one."""
    left, right = (side + 1) % 3, (side + 2) % 3
    shows = [0, 0, 0]
    shows[side], shows[left], shows[right] = 3, 2, 1
    edge = sorted((cell for cell in BASE if cell[side] == 0), key=lambda cell: cell[left])
    return [(cell, Die("rym"[side], tuple(shows))) for cell in edge[2:7]]
