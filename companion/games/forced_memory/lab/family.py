"""People who play Forced Memory with real dice: they lift, remember some of it, and sometimes cheat."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import JSON, Ask, Kind
from companion.family import Happening
from companion.games.forced_memory.state import ForcedMemoryOptions
from companion.lab.pyramid_people import PyramidFamily, differences, touching, unlike
from companion.lab.real_pyramid import (
    BASE_PLACES,
    LOWEST_LAYER,
    PLACES,
    WAYS,
    Place,
    RealDie,
    RealPyramid,
    named,
)
from companion.rulings import Ruling

FUNNELS = tuple(place for place in PLACES if sum(place) == LOWEST_LAYER - 1)
REMEMBERS = 0.7  # how often somebody still knows where a sum was


class Family(PyramidFamily[ForcedMemoryOptions]):
    """With `_watched` eyes have read the yellow dice before they were covered; else every sum is told."""

    def _lay_out(self) -> None:
        self._watched = self._random.random() < 0.5
        base = RealPyramid.filled(BASE_PLACES, {"y": 45}, self._random)
        covers = RealPyramid.filled(FUNNELS, {"r": 36}, self._random)
        self._pyramid = RealPyramid({**base.dice, **covers.dice})
        self._phase, self._turn = "build", self._seats[0]
        self._roll: list[int] = []
        self._rolls = self._reveals = 0
        self._lifted: Place | None = None
        self._remembered: dict[Place, int] = {}
        self._won, self._lifts = dict.fromkeys(self._seats, 0), dict.fromkeys(self._seats, 0)

    # --- what happens next ---

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        return self._in_phase(self._phase, asks)

    def _in_build(self, asks: Mapping[str, Ask]) -> Happening:
        if not self._watched:
            return self._confirms(self._is_built, asks["built"])
        covered = self._random.random() < 0.5
        open_base = [] if covered else [place for place in self._pyramid.dice if place in FUNNELS]
        value = {"dice": self._pyramid.written(*open_base)}
        return self._does(lambda ruling: self._is_built(), Kind.PYRAMID, value, "", "look")

    def _is_built(self) -> None:
        self._phase = "roll"

    # --- rolling ---

    def _in_roll(self, asks: Mapping[str, Ask]) -> Happening:
        if self._is_tempted():
            return self._cheats_now(asks, "lifted before the roll")
        return self._rolls_dice(asks["roll"])

    def _rolls_dice(self, ask: Ask) -> Happening:
        """A-FM1: all three dice; as a house rule only one of them, after a miss."""
        dice = [self._random.randint(1, 6) for _ in range(3)]
        if self._phase == "choose" and self._options.reroll == "one":
            dice = [*self._roll[:2], dice[2]]
        return self._does(lambda ruling: self._rolled(dice), Kind.DICE, {"pips": dice}, self._turn, ask.id)

    def _rolled(self, dice: list[int]) -> None:
        self._roll, self._phase = dice, "lift"
        self._rolls += 1

    # --- lifting ---

    def _covered(self) -> list[Place]:
        return [place for place in FUNNELS if place in self._pyramid.dice]

    def _in_choose(self, asks: Mapping[str, Ask]) -> Happening | None:
        """FM6: the dice as they lie are better if somebody remembers where their sum is."""
        if not self._known() and self._random.random() < 0.5:
            return self._rolls_dice(asks["roll"])
        return self._in_lift(asks)

    def _known(self) -> list[Place]:
        return [place for place, total in self._remembered.items() if total == sum(self._roll)]

    def _in_lift(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._is_tempted():
            return self._cheats_now(asks, "")
        if self._options.limit_s and self._random.random() < 0.05:
            self._lets_time_run_out(self._passes_on, asks["lift"])  # A-FM6
            return None
        known = self._known()
        if not known or self._random.random() > REMEMBERS:
            known = [place for place in self._covered() if place not in self._remembered] or self._covered()
        place = self._random.choice(known)
        if self._random.random() < 0.5:
            return self._does(
                lambda said: self._has_lifted(place, said), Kind.PYRAMID, self._view(place), "", "watch"
            )
        value = touching(place)
        return self._does(
            lambda said: self._has_lifted(place, said), Kind.CHOICE, value, self._turn, asks["lift"].id
        )

    def _view(self, *lifted: Place) -> JSON:
        """What can be seen from above while these red dice are in somebody's hands."""
        rest = {place: die for place, die in self._pyramid.dice.items() if place not in lifted}
        return {"cells": RealPyramid(rest).seen_from_above()}

    def _has_lifted(self, place: Place, ruling: Ruling) -> None:
        self._lifted = place
        self._phase = "say" if self._options.training else "read"
        self._heard(ruling)

    def _in_say(self, asks: Mapping[str, Ask]) -> Happening:
        """FM11: right or wrong, what the dice show decides."""
        assert self._lifted is not None
        total = self._remembered.get(self._lifted, self._random.randint(3, 18))
        return self._does(self._has_said, Kind.NUMBER, total, self._turn, "say")

    def _has_said(self, ruling: Ruling) -> None:
        self._phase = "read"
        self._heard(ruling)

    def _in_read(self, asks: Mapping[str, Ask]) -> Happening:
        """FM3: nobody has read the sum yet: somebody adds it up, or the eyes look."""
        assert self._lifted is not None
        if self._random.random() < 0.3:
            return self._does(self._heard, Kind.PYRAMID, self._view(self._lifted), "", "watch")
        total, seat = self._pyramid.sum_in(self._lifted), self._random.choice(self._seats)
        return self._does(self._heard, Kind.NUMBER, total, seat, "read")

    def _heard(self, ruling: Ruling) -> None:
        """The companion tells the sum as soon as it knows it; until then it says nothing."""
        if not ruling.notes:
            return
        assert self._lifted is not None
        place, self._lifted = self._lifted, None
        total = self._pyramid.sum_in(place)
        self._reveals += 1
        self._lifts[self._turn] += 1
        if total == sum(self._roll):
            self._wins(place)
        else:
            self._remembered[place] = total
            self._passes_on()

    def _wins(self, place: Place) -> None:
        """FM4, FM7, FM8."""
        del self._pyramid.dice[place]
        self._remembered.pop(place, None)
        self._won[self._turn] += 1
        enough = 8 if len(self._seats) < 5 else 6
        over = self._won[self._turn] == enough or not self._covered()
        self._phase = "over" if over else "roll"

    def _passes_on(self) -> None:
        """FM5, FM6."""
        self._phase, self._turn = "choose", self._left_of(self._turn)

    # --- cheating ---

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

    # --- the comparison ---

    def _standing(self) -> RealPyramid:
        lifted = self._lifted
        return RealPyramid({place: die for place, die in self._pyramid.dice.items() if place != lifted})

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
