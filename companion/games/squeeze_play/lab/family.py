"""People who cheat at Squeeze Play, and hold the referee's table against the real one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.games.squeeze_play import family as honest
from companion.games.squeeze_play.family import PASS, SEEN, TAPPED
from companion.games.squeeze_play.options import SqueezeOptions
from companion.games.squeeze_play.real_building import COLOURS, EACH, Build
from companion.lab.pyramid_people import CheatingPyramidFamily, differences, unlike
from companion.pyramid.real_pyramid import PLACES, Place, RealPyramid, named


class Family(CheatingPyramidFamily[SqueezeOptions], honest.Family):
    def _goes_on(self, asks: Mapping[str, Ask]) -> Happening:
        return self._cheats_now() if self._is_tempted() else super()._goes_on(asks)

    def _cheats_now(self) -> Happening:
        ways = (self._builds_wrongly, self._wrong_number, self._another_colour, self._not_the_turn)
        return self._random.choice(ways)() or self._steals()

    def _lays(self, what: str, places: Sequence[Place], colour: str = "") -> Happening:
        value = {"placed": {named(place): str(self._die(colour)) for place in places}}
        return self._tries(what, Kind.PYRAMID, value, "", SEEN)

    def _wanted(self) -> int:
        return self._bonus if self._phase == "bonus" else self._rolled

    def _somewhere(self, n: int) -> list[Place]:
        """*n* dice laid one after the other, each firmly, wherever there is room."""
        pile = RealPyramid(self._building.pyramid.dice)
        for _ in range(n):
            room = [place for place in PLACES if place not in pile.dice and pile.lies_firmly(place)]
            pile.dice[self._random.choice(room)] = self._die()
        return [place for place in pile.dice if place not in self._building.pyramid.dice]

    def _builds_wrongly(self) -> Happening | None:
        """SP3, SP6 to SP9, SP12."""
        places = frozenset(self._somewhere(self._wanted()))
        starts = self._phase == "start build"
        fits = places in self._possible if starts else self._may_stand(places)
        return None if fits else self._lays("where it may not be", sorted(places))

    def _may_stand(self, places: Build) -> bool:
        return self._building.may_stand(self._turn, places, bonus=self._phase == "bonus")

    def _wrong_number(self) -> Happening | None:
        """SP4, SP11."""
        return self._lays("too many dice", self._somewhere(self._wanted() + 1))

    def _another_colour(self) -> Happening | None:
        """SP4: the own colour only."""
        colour = COLOURS[self._seats.index(self._somebody_but(self._turn))]
        return self._lays("dice of somebody else", sorted(self._random.choice(self._possible)), colour)

    def _not_the_turn(self) -> Happening | None:
        """SP4, SP10: somebody else passes, or somebody who can build."""
        if self._phase == "build" and self._options.mustBuild == "must" and self._random.random() < 0.5:
            return self._tries("passed although able", Kind.CHOICE, PASS, self._turn, TAPPED)
        return self._tries("not the own turn", Kind.CHOICE, PASS, self._somebody_but(self._turn), TAPPED)

    def _steals(self) -> Happening:
        """SP1: a die goes back into the supply; where none lies yet, one too many comes."""
        free = self._building.pyramid.free()
        if not free:
            return self._lays("too many dice", self._somewhere(self._wanted() + 1))
        value = {"taken": [named(self._random.choice(free))]}
        return self._tries("took a die away", Kind.PYRAMID, value, "", SEEN)

    def _compare(self, state: Any) -> Iterator[str]:
        building = self._building
        yield from unlike("phase", state.phase, self._phase)
        yield from unlike("whose turn", state.on_turn, self._turn)
        left = {seat: building.left(seat) for seat in self._seats}
        yield from unlike("dice left", {s: state.supply.get(s, EACH) for s in self._seats}, left)
        yield from unlike("start player", state.starter, building.starter)
        yield from unlike("tapped places", sorted(state.tapped), self._tapped)
        yield from unlike("winners", state.winners, self._winners)
        if self._phase in ("build", "bonus"):
            yield from unlike("dice to build", (state.rolled, state.bonus), (self._rolled, self._bonus))
            yield from unlike("turns", {s: state.turns.get(s, 0) for s in self._seats}, self._turns)
        yield from differences(state.pyramid, building.pyramid)
