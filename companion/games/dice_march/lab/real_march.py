"""The real dice of Dice March: how they tip, who beats whom and what everybody has won."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.dice_march.state import MarchOptions
from companion.lab.real_pyramid import LOWEST_LAYER, Place, RealDie, RealPyramid, Shows, down, up

COLOURS = "rym"  # of the seats at the sides A, B and C


class Clash(NamedTuple):
    """Three dice round a funnel that do not all belong to one player."""

    places: tuple[Place, ...]
    winner: str  # a colour; empty: nobody, all three are out
    highest: int


class RealMarch:
    """The base form, the fifteen dice and what became of them."""

    def __init__(self, seats: Sequence[str], options: MarchOptions) -> None:
        self.seats, self.options = tuple(seats), options
        self.pyramid = RealPyramid({p: die for side in range(3) for p, die in start_dice(side)})
        self.phase, self.turn = "begin", self.seats[0]
        self.tipped: Place | None = None  # A-DM2: made two funnels, and nobody has said which is first
        self.won, self.removed, self.captured = (dict.fromkeys(self.seats, 0) for _ in range(3))
        self.latest: list[str] = []  # whose turn was the last, then the one before
        self.wish: set[str] = set()  # who wants a draw
        self.winners: tuple[str, ...] = ()
        self._seen: Counter[tuple[str, frozenset[tuple[Place, RealDie]]]] = Counter()

    # --- what everybody can see ---

    @property
    def side(self) -> int:
        return self.seats.index(self.turn)

    def own(self, seat: str) -> list[Place]:
        colour = COLOURS[self.seats.index(seat)]
        return sorted(place for place, die in self.pyramid.dice.items() if die.colour == colour)

    def tips(self, place: Place, back: bool = False) -> list[Place]:
        """DM3: the empty neighbouring funnels, forward and aside; or those that lie *back*."""
        ends = [
            neighbour(place, plus, minus)
            for plus in range(3)
            for minus in range(3)
            if plus != minus and (minus == self.side) == back
        ]
        return [end for end in ends if min(end) >= 0 and end not in self.pyramid.dice]

    def turned_over(self, place: Place, end: Place) -> RealDie:
        """DM4: a quarter turn: what was in front of it comes to lie below."""
        die = self.pyramid.dice[place]
        plus = next(axis for axis in range(3) if end[axis] > place[axis])
        minus = next(axis for axis in range(3) if end[axis] < place[axis])
        shows = list(die.shows)
        shows[minus], shows[plus] = die.shows[plus], 7 - die.shows[minus]
        return RealDie(die.colour, (shows[0], shows[1], shows[2]))

    def after_tip(self, place: Place, end: Place, cleared: bool, first: Place | None = None) -> RealPyramid:
        """How the dice lie then, before or after the beaten ones are *cleared* away."""
        moved = {p: die for p, die in self.pyramid.dice.items() if p != place}
        moved[end] = self.turned_over(place, end)
        after = RealPyramid(moved)
        return self.cleared(end, first, after) if cleared else after

    def cleared(
        self, end: Place, first: Place | None = None, after: RealPyramid | None = None
    ) -> RealPyramid:
        """The dice that are left once the beaten ones are taken away."""
        left = RealPyramid((after or self.pyramid).dice)
        if not self._is_home(end):
            for lost, _ in list(self._lost(left, end, first)):
                del left.dice[lost]
        return left

    # --- what people do ---

    def begin(self, seat: str) -> None:
        self.phase, self.turn = "play", seat
        self._remember()

    def turn_die(self, place: Place, shows: Shows) -> None:
        self.pyramid.dice[place] = RealDie(self.pyramid.dice[place].colour, shows)
        self._turn_over()

    def tip(self, place: Place, end: Place, first: Place | None = None) -> None:
        self.pyramid = self.after_tip(place, end, cleared=False)
        if first is None and self.to_order(self.pyramid, end):
            self.phase, self.tipped = "order", end
        else:
            self.compete(end, first)

    def to_order(self, dice: RealPyramid, end: Place) -> list[Place]:
        """A-DM2: the two funnels of which the mover says the first, if that makes a difference."""
        if self.options.multi == "simultaneous" or self._is_home(end):
            return []
        funnels = [up(end, axis) for axis in range(3) if self._stands(dice, up(end, axis))]
        fates = [sorted(self._lost(dice, end, funnel)) for funnel in funnels]
        return funnels if any(fate != fates[0] for fate in fates) else []

    def compete(self, end: Place, first: Place | None = None) -> None:
        self.phase, self.tipped, after = "play", None, self.pyramid
        if not self._is_home(end):
            for lost, winner in list(self._lost(after, end, first)):
                self._leaves(after.dice.pop(lost), winner)
        goal = [0, 0, 0]
        goal[self.side] = LOWEST_LAYER
        if end == tuple(goal) and end in after.dice:
            self._noted()
            self.phase, self.winners = "over", (self.turn,)
        else:
            self._turn_over()

    def wants_draw(self, seat: str) -> None:
        self.wish.add(seat)
        if all(seat in self.wish for seat in self.seats if self.own(seat)):
            self.phase, self.winners = "over", self.seats

    # --- who beats whom ---

    def _is_home(self, end: Place) -> bool:
        """DM1, A-DM6: in the goal nobody competes any more, unless the table plays otherwise."""
        return self.options.goalFirst and end[self.side] == LOWEST_LAYER

    def _lost(
        self, dice: RealPyramid, tipped: Place, first: Place | None = None
    ) -> Iterator[tuple[Place, str]]:
        """The dice that go, each with the colour that takes it, or "" if nobody does."""
        funnels = sorted(up(tipped, axis) for axis in range(3))
        if self.options.multi == "order":
            yield from self._one_by_one(dice, sorted(funnels, key=lambda funnel: funnel != first))
            return
        clashes = [clash for funnel in funnels if (clash := self._clash(dice, funnel))]
        fates: dict[Place, list[Clash]] = {}
        for clash in clashes:
            for place in clash.places:
                if not clash.winner or dice.dice[place].colour != clash.winner:
                    fates.setdefault(place, []).append(clash)
        for place, lost_in in fates.items():
            yield place, _taker(lost_in)

    def _one_by_one(self, dice: RealPyramid, funnels: list[Place]) -> Iterator[tuple[Place, str]]:
        left = RealPyramid(dice.dice)
        for funnel in funnels:
            clash = self._clash(left, funnel)
            for place in clash.places if clash else ():
                if clash and (not clash.winner or left.dice[place].colour != clash.winner):
                    yield place, clash.winner
                    del left.dice[place]

    def _clash(self, dice: RealPyramid, funnel: Place) -> Clash | None:
        """DM5 to DM9."""
        places = [down(funnel, axis) for axis in range(3)]
        if not self._stands(dice, funnel):
            return None
        shown = [(dice.dice[place].shows[axis], dice.dice[place].colour) for axis, place in enumerate(places)]
        if len({colour for _, colour in shown}) == 1:
            return None
        highest = max(number for number, _ in shown)
        best = [colour for number, colour in shown if number == highest]
        clear = len(set(best)) == 1 and (len(best) == 1 or self.options.ownTie == "owner")
        return Clash(tuple(places), best[0] if clear else "", highest)

    def _stands(self, dice: RealPyramid, funnel: Place) -> bool:
        return min(funnel) >= 0 and all(down(funnel, axis) in dice.dice for axis in range(3))

    def _leaves(self, die: RealDie, winner: str) -> None:
        owner = self.seats[COLOURS.index(die.colour)]
        if winner:
            self.won[self.seats[COLOURS.index(winner)]] += 1
            self.captured[owner] += 1
        else:
            self.removed[owner] += 1

    # --- turns and the end ---

    def _noted(self) -> None:
        self.latest = [self.turn, *(seat for seat in self.latest if seat != self.turn)]

    def _turn_over(self) -> None:
        self._noted()
        self.wish.clear()
        if not self.pyramid.dice:
            self.phase, self.winners = "over", (self._best(),)
            return
        around = [self.seats[(self.side + n) % 3] for n in (1, 2, 3)]
        self.turn = next(seat for seat in around if self.own(seat))
        self._remember()

    def _remember(self) -> None:
        """A-DM5: the third time that all lies alike ends the game."""
        position = self.turn, frozenset(self.pyramid.dice.items())
        self._seen[position] += 1
        if self._seen[position] == 3 and self.options.repetition == "threefold":
            self.phase, self.winners = "over", self.seats

    def scores(self) -> dict[str, int]:
        """DM14, A-DM3."""
        lost = {s: self.removed[s] + self.captured[s] * (self.options.score == "all") for s in self.seats}
        return {seat: self.won[seat] - lost[seat] for seat in self.seats}

    def _best(self) -> str:
        points = self.scores()
        tied = [seat for seat in self.seats if points[seat] == max(points.values())]
        return min(tied, key=lambda seat: self.latest.index(seat) if seat in self.latest else len(self.seats))


def start_dice(side: int) -> Iterator[tuple[Place, RealDie]]:
    """The middle five of the side: 3 to its player, 2 to the left neighbour, 1 to the right one."""
    left, right = (side + 1) % 3, (side + 2) % 3
    for at in range(2, 7):
        place, shows = [0, 0, 0], [0, 0, 0]
        place[left], place[right] = at, LOWEST_LAYER - at
        shows[side], shows[left], shows[right] = 3, 2, 1
        yield (place[0], place[1], place[2]), RealDie(COLOURS[side], (shows[0], shows[1], shows[2]))


def neighbour(place: Place, plus: int, minus: int) -> Place:
    return down(up(place, minus), plus)


def _taker(lost_in: list[Clash]) -> str:
    """A-DM2: a tie removes; else the higher winner takes; equally high ones of two players take nothing."""
    if any(not clash.winner for clash in lost_in):
        return ""
    highest = max(clash.highest for clash in lost_in)
    takers = {clash.winner for clash in lost_in if clash.highest == highest}
    return takers.pop() if len(takers) == 1 else ""
