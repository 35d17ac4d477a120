"""People who play Squeeze Play with real dice: they build what fits."""

from collections.abc import Mapping

from companion.asks import Ask
from companion.facts import JSON, Kind
from companion.family import Happening
from companion.games.squeeze_play.options import SqueezeOptions
from companion.games.squeeze_play.real_building import COLOURS, Build, RealBuilding
from companion.pyramid.people import PyramidFamily
from companion.pyramid.real_pyramid import WAYS, Place, RealDie, RealPyramid, named
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
        return self._goes_on(asks)

    def _goes_on(self, asks: Mapping[str, Ask]) -> Happening:
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
            self._wonders(f"{sorted(build)} may stand, but cannot be tapped")
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

    def _standing(self) -> RealPyramid:
        return self._building.pyramid


def _cells(value: JSON, name: str) -> Build:
    """The places that a choice names."""
    listed = value.get(name, ()) if isinstance(value, dict) else ()
    return frozenset((i, j, k) for i, j, k in listed)
