"""People who cheat at Forced Memory, and hold the referee's table against the real one."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask
from companion.facts import JSON, Kind
from companion.family import Happening
from companion.games.forced_memory import family as honest
from companion.games.forced_memory.options import ForcedMemoryOptions
from companion.lab.pyramid_people import CheatingPyramidFamily, differences, unlike
from companion.pyramid.people import touching
from companion.pyramid.real_pyramid import BASE_PLACES, WAYS, RealDie, named


class Family(CheatingPyramidFamily[ForcedMemoryOptions], honest.Family):
    def _in_roll(self, asks: Mapping[str, Ask]) -> Happening:
        tempted = self._is_tempted()
        return self._cheats_now(asks, "lifted before the roll") if tempted else super()._in_roll(asks)

    def _in_lift(self, asks: Mapping[str, Ask]) -> Happening | None:
        return self._cheats_now(asks, "") if self._is_tempted() else super()._in_lift(asks)

    def _cheats_now(self, asks: Mapping[str, Ask], too_early: str) -> Happening:
        """FM12, A-FM3, A-FM5: too early, two dice, a yellow one, somebody else's turn."""
        one, *others = self._random.sample(self._covered(), min(2, len(self._covered())))
        way = self._random.randrange(4)
        if way == 0 and others:
            return self._tries("lifted two dice", Kind.PYRAMID, self._view(one, *others), "", "watch")
        if way == 1 and "lift" in asks:
            other = self._somebody_but(self._turn)
            return self._tries("not the own turn", Kind.CHOICE, touching(one), other, asks["lift"].id)
        bare = [place for place in self._pyramid.free() if place in BASE_PLACES]
        if way == 2 and self._watched and bare:
            place = self._random.choice(bare)
            old = self._pyramid.dice[place]
            die = RealDie(old.colour, self._random.choice([way for way in WAYS if way != old.shows]))
            value: JSON = {"turned": {named(place): str(die)}}
            return self._tries("turned a yellow die", Kind.PYRAMID, value, "", "watch")
        if too_early:
            return self._tries(too_early, Kind.PYRAMID, self._view(one), "", "watch")
        if bare:
            yellow = {"taken": [named(self._random.choice(bare))]}
            return self._tries("lifted a yellow die", Kind.PYRAMID, yellow, "", "watch")
        return self._tries("lifted two dice", Kind.PYRAMID, self._view(one, *others), "", "watch")

    def _compare(self, state: Any) -> Iterator[str]:
        yield from unlike("phase", state.phase, self._phase)
        yield from unlike("whose turn", state.on_turn, self._turn)
        yield from unlike("won dice", state.won, self._won)
        yield from unlike("reveals", state.reveals, self._reveals)
        yield from unlike("rolls", state.rolls, self._rolls)
        yield from unlike("lifted die", state.lifted, self._lifted)
        lifts = {s: state.memory[s].lifts if s in state.memory else 0 for s in self._seats}
        yield from unlike("lifts", lifts, self._lifts)
        shown = {place: told.sum for place, told in state.shown.items()}
        real = {named(place): total for place, total in self._remembered.items()}
        yield from unlike("sums that were shown", shown, real)
        if self._phase not in ("build", "roll"):
            yield from unlike("roll", sum(state.roll), sum(self._roll))
        if self._phase != "build":
            yield from differences(state.pyramid, self._pyramid)
