"""People who cheat at Dice March, and hold the referee's table against the real one."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.games.dice_march import family as honest
from companion.games.dice_march.family import SEEN, TAPPED
from companion.games.dice_march.options import MarchOptions
from companion.games.dice_march.real_march import neighbour
from companion.lab.pyramid_people import CheatingPyramidFamily, differences, unlike
from companion.pyramid.real_pyramid import WAYS, Place, RealDie, named


class Family(CheatingPyramidFamily[MarchOptions], honest.Family):
    def _moves(self, asks: Mapping[str, Ask]) -> Happening:
        return self._cheats_now() if self._is_tempted() else super()._moves(asks)

    def _cheats_now(self) -> Happening:
        ways = (self._goes_back, self._rolls_over, self._moves_another, self._not_the_turn)
        return self._random.choice(ways)() or self._two_at_once()

    def _seen_tip(self, what: str, place: Place, end: Place, die: RealDie) -> Happening:
        value = {"taken": [named(place)], "placed": {named(end): str(die)}}
        return self._tries(what, Kind.PYRAMID, value, "", SEEN)

    def _goes_back(self) -> Happening | None:
        """DM3."""
        own = self._march.own(self._march.turn)
        tips = [(place, end) for place in own for end in self._march.tips(place, back=True)]
        if not tips:
            return None
        place, end = self._random.choice(tips)
        return self._seen_tip("tipped backwards", place, end, self._march.turned_over(place, end))

    def _rolls_over(self) -> Happening | None:
        """DM4: more than a quarter turn."""
        own = self._march.own(self._march.turn)
        tips = [(place, end) for place in own for end in self._march.tips(place)]
        if not tips:
            return None
        place, end = self._random.choice(tips)
        right = self._march.turned_over(place, end)
        shows = self._random.choice([way for way in WAYS if way != right.shows])
        return self._seen_tip("rolled over the ridge", place, end, RealDie(right.colour, shows))

    def _moves_another(self) -> Happening | None:
        """DM2."""
        others = [p for seat in self._seats if seat != self._march.turn for p in self._march.own(seat)]
        if not others:
            return None
        place = self._random.choice(others)
        die = self._march.pyramid.dice[place]
        if self._random.random() < 0.5:
            shows = self._random.choice([way for way in WAYS if way != die.shows])
            value = {"turned": {named(place): str(RealDie(die.colour, shows))}}
            return self._tries("turned somebody else's die", Kind.PYRAMID, value, "", SEEN)
        free = [end for end in self._around(place) if end not in self._march.pyramid.dice]
        if not free:
            return None
        return self._seen_tip("moved somebody else's die", place, free[0], die)

    def _around(self, place: Place) -> list[Place]:
        ends = [neighbour(place, plus, minus) for plus in range(3) for minus in range(3) if plus != minus]
        return [end for end in ends if min(end) >= 0]

    def _not_the_turn(self) -> Happening | None:
        waiting = self._somebody_but(self._march.turn)
        value = {"die": list(self._random.choice(self._march.own(self._march.turn)))}
        return self._tries("not the own turn", Kind.CHOICE, value, waiting, TAPPED)

    def _two_at_once(self) -> Happening:
        """DM2: as many dice as lie there are turned, at least two of them; else one is taken away."""
        places = list(self._march.pyramid.dice)
        if len(places) < 2:
            return self._tries("took a die away", Kind.PYRAMID, {"taken": [named(places[0])]}, "", SEEN)
        turned = {}
        for place in self._random.sample(places, 2):
            die = self._march.pyramid.dice[place]
            shows = self._random.choice([way for way in WAYS if way != die.shows])
            turned[named(place)] = str(RealDie(die.colour, shows))
        return self._tries("two dice at once", Kind.PYRAMID, {"turned": turned}, "", SEEN)

    def _compare(self, state: Any) -> Iterator[str]:
        march = self._march
        yield from unlike("phase", state.phase, march.phase)
        if march.phase != "over":
            yield from unlike("whose turn", state.on_turn, march.turn)
            yield from unlike("who wants a draw", set(state.draw), march.wish)
            picked = march.tipped or self._picked
            yield from unlike("tapped die", (state.picked, state.front), (picked, self._front))
        for what in ("won", "removed", "captured"):
            counts, real = getattr(state, what), getattr(march, what)
            yield from unlike(f"{what} dice", {seat: counts.get(seat, 0) for seat in self._seats}, real)
        yield from unlike("winners", state.winners, march.winners)
        yield from differences(state.pyramid, march.pyramid)
