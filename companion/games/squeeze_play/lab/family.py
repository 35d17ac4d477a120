"""People who play Squeeze Play with real dice: they build what fits, and sometimes what does not."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.asks import JSON, Ask, Kind
from companion.family import Happening
from companion.games.squeeze_play.lab.real_building import COLOURS, EACH, Build, RealBuilding
from companion.games.squeeze_play.state import SqueezeOptions
from companion.lab.pyramid_people import PyramidFamily, differences, unlike
from companion.lab.real_pyramid import PLACES, WAYS, Place, RealDie, RealPyramid, named
from companion.rulings import Ruling

SEEN, TAPPED, PASS = "build", "build:touch", "pass"


class Family(PyramidFamily[SqueezeOptions]):
    """They build anything that may stand; what they build is seen or tapped, as it comes."""

    def _lay_out(self) -> None:
        self._building = RealBuilding(self._seats, self._options)
        self._phase, self._turn = "start roll", self._seats[0]
        self._rolled = self._bonus = 0
        self._turns = dict.fromkeys(self._seats, 0)
        self._winners: tuple[str, ...] = ()
        self._possible: list[Build] = []  # all builds that may stand now
        self._tapping: Build | None = None  # what somebody is about to tell, place by place
        self._tapped: list[Place] = []

    # --- what happens next ---

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._phase in ("start roll", "roll"):
            return self._rolls()
        if self._tapping:
            return self._taps(self._tapping, asks[TAPPED])
        if self._is_tempted():
            return self._cheats_now()
        if self._phase == "bonus" and self._random.random() < 0.3:
            return self._passes()
        if self._phase == "build" and self._options.mustBuild == "may" and self._random.random() < 0.1:
            return self._passes()
        build = self._random.choice(self._possible)
        if self._random.random() < 0.3:
            return self._taps(build, asks[TAPPED])
        return self._is_seen(build)

    # --- rolling ---

    def _rolls(self) -> Happening:
        number = self._random.randint(1, 6)
        effect = self._start_rolled if self._phase == "start roll" else self._has_rolled
        return self._does(lambda ruling: effect(number), Kind.DICE, {"pips": [number]}, self._turn, "roll")

    def _start_rolled(self, number: int) -> None:
        """SP2."""
        if number != 4:
            self._turn = self._left_of(self._turn)
            return
        self._phase, self._building.starter = "start build", self._turn
        self._rolled = 4
        self._possible = self._building.start_builds()

    def _has_rolled(self, number: int) -> None:
        """SP16, SP17, A-SP6, SP10: somebody has won, nothing fits, or there is something to build."""
        self._rolled = number
        enclosed = self._building.is_enclosed(self._turn)
        if enclosed and self._options.order == "enclosed":
            self._ends_enclosed()
        elif number >= self._building.left(self._turn):
            self._ends(self._turn)
        elif enclosed:
            self._ends_enclosed()
        else:
            self._phase, self._possible = "build", self._building.builds(self._turn, number)
            if not self._possible:
                self._turn_over()

    # --- building ---

    def _die(self, colour: str = "") -> RealDie:
        own = COLOURS[self._seats.index(self._turn)]
        return RealDie(colour or own, self._random.choice(WAYS))

    def _is_seen(self, build: Build) -> Happening:
        new = {place: self._die() for place in build}
        value: JSON = {"placed": {named(place): str(die) for place, die in new.items()}}
        if self._random.random() < 0.5:
            value = {"cells": RealPyramid({**self._building.pyramid.dice, **new}).seen_from_above()}
        return self._does(lambda ruling: self._built(build), Kind.PYRAMID, value, "", SEEN)

    def _taps(self, build: Build, ask: Ask) -> Happening:
        """As few touches as are needed: the whole build where it is offered, else one more place."""
        whole = next((c.value for c in ask.choices if _cells(c.value, "cells") == build), None)
        if whole is not None:
            return self._does(lambda ruling: self._built(build), Kind.CHOICE, whole, self._turn, TAPPED)
        beginnings = [c.value for c in ask.choices if build >= _cells(c.value, "tapped") > set(self._tapped)]
        if not beginnings:
            self._trouble.append(f"{sorted(build)} may stand, but cannot be tapped")
            return self._is_seen(build)
        more = self._random.choice(beginnings)

        def tapped(ruling: Ruling) -> None:
            self._tapping, self._tapped = build, sorted(_cells(more, "tapped"))

        return self._does(tapped, Kind.CHOICE, more, self._turn, TAPPED)

    def _built(self, build: Build) -> None:
        building, seat = self._building, self._turn
        for place in build:
            building.pyramid.dice[place] = self._die()
        self._tapping, self._tapped = None, []
        if self._phase == "start build":
            building.start = build
            self._turn_over()
            return
        if seat == building.starter:
            building.start = frozenset()
        if self._phase == "bonus":
            self._turn_over() if building.left(seat) else self._ends(seat)  # SP18
            return
        self._bonus = building.earned(seat, build)
        if not self._bonus:
            self._turn_over()
            return
        self._phase = "bonus"
        fewest = self._bonus if self._options.bonus == "all" else 1
        numbers = range(fewest, self._bonus + 1)
        self._possible = [b for n in numbers for b in building.builds(seat, n, bonus=True)]

    def _passes(self) -> Happening:
        return self._does(lambda ruling: self._turn_over(), Kind.CHOICE, PASS, self._turn, TAPPED)

    # --- turns and the end ---

    def _turn_over(self) -> None:
        self._turns[self._turn] += 1
        self._turn, self._phase = self._left_of(self._turn), "roll"
        self._rolled = self._bonus = 0
        if self._options.order == "enclosed" and self._building.is_enclosed(self._turn):
            self._ends_enclosed()

    def _ends(self, *winners: str) -> None:
        self._phase, self._winners = "over", winners

    def _ends_enclosed(self) -> None:
        """SP17, A-SP7: the fewest dice left win."""
        left = {seat: self._building.left(seat) for seat in self._seats}
        tied = [seat for seat in self._seats if left[seat] == min(left.values())]
        if self._options.tie == "turns":
            tied = [s for s in tied if self._turns[s] == min(self._turns[t] for t in tied)]
        if self._options.tie == "after":
            tied = [next(s for n in (1, 2, 3) if (s := self._left_of(self._turn, n)) in tied)]
        self._ends(*tied)

    # --- cheating ---

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

    # --- the comparison ---

    def _standing(self) -> RealPyramid:
        return self._building.pyramid

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


def _cells(value: JSON, name: str) -> Build:
    """The places that a choice names."""
    listed = value.get(name, ()) if isinstance(value, dict) else ()
    return frozenset((i, j, k) for i, j, k in listed)
