"""People who cheat at Cui bono?, and hold the referee's table against the real one."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.games.cui_bono import family as honest
from companion.games.cui_bono.family import KEEP
from companion.games.cui_bono.options import CuiBonoOptions
from companion.lab.pyramid_people import CheatingPyramidFamily, differences, unlike
from companion.pyramid.people import touching
from companion.pyramid.real_pyramid import BASE_PLACES, Place, RealDie, named


class Family(CheatingPyramidFamily[CuiBonoOptions], honest.Family):
    def _in_take(self, asks: Mapping[str, Ask]) -> Happening:
        return self._takes_wrongly(asks) if self._is_tempted() else super()._in_take(asks)

    def _in_put(self, asks: Mapping[str, Ask]) -> Happening:
        if self._hand is None or "tell" in asks or not self._is_tempted():
            return super()._in_put(asks)
        return self._puts_wrongly(self._hand)

    def _takes_wrongly(self, asks: Mapping[str, Ask]) -> Happening:
        """CB2, CB3."""
        if self._turns and self._random.random() < 0.4:
            place, other = self._random.choice(self._takeable()), self._somebody_but(self._turn)
            return self._tries("not the own turn", Kind.CHOICE, touching(place), other, asks["take"].id)
        higher = [place for place in self._pyramid.free() if place not in BASE_PLACES]
        if not higher:
            return self._tries(
                "a die that is not there", Kind.CHOICE, touching((0, 0, 0)), self._turn, asks["take"].id
            )
        wrong, place = "a die that may not be taken", self._random.choice(higher)
        if not self._watched:  # of dice that nobody knows it may as well have slid into that place
            return self._tries(wrong, Kind.CHOICE, touching(place), self._turn, asks["take"].id)
        return self._tries(wrong, Kind.PYRAMID, {"taken": [named(place)]}, self._turn, "took")

    def _puts_wrongly(self, die: RealDie) -> Happening:
        """CB6 to CB10: where it may not be, for somebody else, or a die kept before."""
        gaps = self._pyramid.gaps()
        bad = [gap for gap in gaps if not self._fits(gap) and gap not in self._denied]
        bare = [place for place in BASE_PLACES if place not in self._pyramid.dice]
        kept = set(self._kept[self._turn]) - {die.colour}
        way = self._random.randrange(4)
        if way == 0 and bad:
            gap = self._random.choice(bad)
            if self._watched:
                return self._lays("a funnel that does not fit", gap, die)
            return self._puts(gap, cheat="a funnel that does not fit", noticeable=False, either=True)
        if way == 2 and gaps and kept:
            other = RealDie(self._random.choice(sorted(kept)), die.shows)
            return self._lays("another die", self._random.choice(gaps), other)
        if way == 3 and bare:
            return self._lays("no funnel of three dice", self._random.choice(bare), die)
        return self._tries("kept for somebody else", Kind.CHOICE, KEEP, self._somebody_but(self._turn), "put")

    def _lays(self, what: str, place: Place, die: RealDie) -> Happening:
        return self._tries(what, Kind.PYRAMID, {"placed": {named(place): str(die)}}, "", "watch")

    def _compare(self, state: Any) -> Iterator[str]:
        phases = (self._phase,) if self._watched or self._phase != "put" else ("put", "tell")
        if state.phase not in phases:
            yield from unlike("phase", state.phase, self._phase)
        yield from unlike("whose turn", state.on_turn, self._turn)
        yield from unlike("turns", state.turns, self._turns)
        yield from unlike("kept dice", state.kept, self._kept)
        put_back = {seat: state.put_back.get(seat, 0) for seat in self._seats}
        yield from unlike("dice put back", put_back, self._put_back)
        colour = self._hand.colour if self._hand else "?"
        if state.phase != "tell":
            yield from unlike("colour of the die in the hand", state.die[0], colour)
        yield from unlike("where it is tried", state.trying, self._trying)
        if self._phase != "build":
            yield from differences(state.pyramid, self._pyramid)
