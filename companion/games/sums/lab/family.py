"""People who cheat at Sums, and hold the referee's table against the real one."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.games.sums import family as honest
from companion.games.sums.options import SumsOptions
from companion.lab.pyramid_people import CheatingPyramidFamily, differences, unlike
from companion.pyramid.people import touching
from companion.pyramid.real_pyramid import Place, named


class Family(CheatingPyramidFamily[SumsOptions], honest.Family):
    def _lay_out(self) -> None:
        super()._lay_out()
        self._careless = max(self._careless, self._cheats / 2)
        self._fickle = self._cheats if self._options.touch_move else self._fickle

    def _rolls(self, ask: Ask) -> Happening:
        if self._is_tempted():
            return self._tries("called before the roll", Kind.CALL, "stop", self._random.choice(self._seats))
        return super()._rolls(ask)

    def _turns_again(self, place: Place) -> Happening:
        """A-SU8: placed is placed."""
        if not self._options.touch_move:
            return super()._turns_again(place)
        value = {"turned": {named(place): str(self._turned(place))}}
        return self._tries("turned a placed die", Kind.PYRAMID, value, "", "look")

    def _in_search(self, asks: Mapping[str, Ask]) -> Happening:
        if not self._is_tempted():
            return super()._in_search(asks)
        gap = self._random.choice(self._pyramid.gaps())
        value = {"placed": {named(gap): str(self._die())}}
        return self._tries("placed a die without a call", Kind.PYRAMID, value)

    def _in_show(self, asks: Mapping[str, Ask]) -> Happening | None:
        return self._while_showing() if self._is_tempted() else super()._in_show(asks)

    def _searches(self, other: str, asks: Mapping[str, Ask]) -> Happening | None:
        if not self._is_tempted():
            return super()._searches(other, asks)
        gap = self._random.choice(self._pyramid.gaps())
        if gap in self._matching() or not self._is_read(gap):
            return self._tries("the caller searched", Kind.CHOICE, touching(gap), self._caller, "found")
        return self._tries("showed a funnel that does not fit", Kind.CHOICE, touching(gap), other, "found")

    def _in_place(self, asks: Mapping[str, Ask]) -> Happening:
        return self._places_wrongly(asks) if self._is_tempted() else super()._in_place(asks)

    def _while_showing(self) -> Happening:
        """SU4: one call a round, and whoever has called shows."""
        other = self._somebody_but(self._caller)
        if self._random.random() < 0.5:
            return self._tries("called second", Kind.CALL, "stop", other)
        gap = self._random.choice(self._pyramid.gaps())
        return self._tries("showed for another one", Kind.CHOICE, touching(gap), other, "show")

    def _places_wrongly(self, asks: Mapping[str, Ask]) -> Happening:
        """SU5: into another funnel than the one that was shown, or two at once."""
        gaps = self._pyramid.gaps()
        others = [gap for gap in gaps if self._shown not in (None, gap)]
        ways = [([self._random.choice(others)], "another funnel than the shown one")] if others else []
        if len(gaps) > 1:
            ways.append((self._random.sample(gaps, 2), "two dice at once"))
        if not ways:
            other = self._somebody_but(self._caller)
            ask = asks["place"]
            value = True if ask.kind is Kind.CONFIRM else touching(gaps[0])
            return self._tries("placed for the caller", ask.kind, value, other, ask.id)
        places, what = self._random.choice(ways)
        value = {"placed": {named(place): str(self._die()) for place in places}}
        return self._tries(what, Kind.PYRAMID, value, "", "placed")

    def _compare(self, state: Any) -> Iterator[str]:
        yield from unlike("phase", state.phase, self._phase)
        yield from unlike("dice left", state.supply, {s: len(dice) for s, dice in self._hands.items()})
        yield from unlike("who rolls", state.roller, self._roller)
        if self._phase != "over":
            yield from unlike("who has called", state.caller, self._caller)
            yield from unlike("shown funnel", state.shown, self._shown)
        for what, counts, real in (("right", state.right, self._right), ("wrong", state.wrong, self._wrong)):
            yield from unlike(f"{what} calls", {s: counts.get(s, 0) for s in self._seats}, real)
        yield from unlike("overlooked funnels", state.overlooked, self._overlooked)
        if self._phase in ("search", "show", "add", "check", "place"):
            yield from unlike("sum of the roll", sum(state.roll), self._total)
        if self._phase != "build":
            yield from differences(state.pyramid, self._pyramid)
            if self._watched and not self._unseen and any("?" in die for die in state.pyramid.values()):
                yield "the referee has not read all dice"
