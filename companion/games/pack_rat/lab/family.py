"""People who cheat at Pack Rat, and hold the referee's table against the real one."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask
from companion.facts import Kind
from companion.family import Happening
from companion.games.pack_rat import family as honest
from companion.games.pack_rat.options import PackRatOptions
from companion.lab.pyramid_people import CheatingPyramidFamily, differences, unlike
from companion.pyramid.people import touching
from companion.pyramid.real_pyramid import Place, named, up

WRONG_NUMBER, NOT_FREE = "not the number", "not free"


class Family(CheatingPyramidFamily[PackRatOptions], honest.Family):
    def _rolls(self, asks: Mapping[str, Ask]) -> Happening:
        if self._is_tempted():
            return self._tries("called without a hunt", Kind.CALL, "stop", self._random.choice(self._seats))
        return super()._rolls(asks)

    def _hunts(self) -> Happening:
        return self._cheats_in_the_hunt() if self._is_tempted() else super()._hunts()

    def _in_audit(self, asks: Mapping[str, Ask]) -> Happening:
        if "count" in asks and self._is_tempted():
            ask = asks["count"]
            return self._tries("counted more than there are", Kind.NUMBER, ask.high + 1, ask.seats[0], ask.id)
        return super()._in_audit(asks)

    def _cheats_in_the_hunt(self) -> Happening:
        if self._random.random() < 0.2:
            hurried = self._somebody_but(self._roller)
            return self._tries("stopped for the roller", Kind.CALL, "stop", hurried)
        seat, free = self._random.choice(self._seats), self._pyramid.free()
        if self._telling == "counts":
            return self._tries("tapped although nobody follows", Kind.CHOICE, touching(free[0]), seat, "tap")
        loose = [place for place in self._pyramid.dice if self._can_be_pulled_out(place)]
        if loose and self._random.random() < 0.4:
            return self._pulls_out(seat, self._random.choice(loose))
        theirs = {place for _, place in self._all_takeable()}  # nobody sees whose hand it was
        others = [place for place in free if place not in theirs]
        if not others:
            return self._tries("stopped for the roller", Kind.CALL, "stop", self._somebody_but(self._roller))
        return self._grabs(seat, self._random.choice(others))

    def _can_be_pulled_out(self, place: Place) -> bool:
        """Whether one die leans on it, which then slides into its place and shows that it was another."""
        dice, bare = self._pyramid.dice, self._pyramid.bare_sides(place)
        above = [up(place, axis) for axis in range(3) if axis not in bare]
        return len(above) == 1 and dice[above[0]].colour != dice[place].colour

    def _pulls_out(self, seat: str, place: Place) -> Happening:
        """PR3: a die that is not free; what lay above it slides down."""
        if self._telling == "taps":
            return self._tries(NOT_FREE, Kind.CHOICE, touching(place), seat, "tap")
        value = {"cells": self._pyramid.after_slide(place).seen_from_above()}
        return self._tries(NOT_FREE, Kind.PYRAMID, value, seat, "take")

    def _grabs(self, seat: str, place: Place) -> Happening:
        """PR11; A-PR2 as a house rule: a wrong take that somebody admits goes back and costs."""
        if self._telling == "taps":  # nobody has read the dice, so nobody can notice
            more = {"cheat": WRONG_NUMBER, "noticeable": False, "either": True}
            return self._leaves(lambda ruling: self._taken(seat, place), seat, place, **more)
        value = {"taken": [named(place)]}
        if self._options.wrong_take == "penalty":
            return self._does(lambda ruling: self._pays(seat), Kind.PYRAMID, value, seat, "take")
        return self._tries(WRONG_NUMBER, Kind.PYRAMID, value, seat, "take")

    def _compare(self, state: Any) -> Iterator[str]:
        if state.phase == "audit" and self._telling != "counts":
            return  # the table is to say first which dice were late
        if any(not taken.seat for taken in state.taken):
            return  # or whose they are
        yield from unlike("phase", state.phase, self._phase)
        yield from unlike("dice", state.dice, self._dice)
        yield from unlike("who rolls", state.roller, self._roller)
        yield from unlike("number", state.number, self._number)
        yield from unlike("late dice", {s: state.late.get(s, 0) for s in self._seats}, self._late)
        yield from unlike("dice that must go back", sorted(state.returning), sorted(self._to_return))
        if self._read:
            missed = {seat: state.overlooked.get(seat, 0) for seat in self._seats}
            yield from unlike("overlooked dice", missed, self._overlooked)
        if self._telling != "counts" and self._phase != "build":
            yield from differences(state.pyramid, self._pyramid)
