"""People who play Dice March with real dice: they march, turn and offer draws."""

from collections.abc import Mapping
from typing import Any

from companion.asks import Ask
from companion.facts import JSON, Kind
from companion.family import Happening
from companion.games.dice_march.options import MarchOptions
from companion.games.dice_march.real_march import RealMarch
from companion.pyramid.people import PyramidFamily, nothing, touching
from companion.pyramid.real_pyramid import WAYS, Place, RealDie, RealPyramid, Shows, named
from companion.rulings import Ruling, Verdict

SEEN, TAPPED = "move", "move:touch"


class Family(PyramidFamily[MarchOptions]):
    """They like to go forward; what they do is seen from above or tapped, as it comes."""

    def _lay_out(self) -> None:
        self._march = RealMarch(self._seats, self._options)
        self._picked: Place | None = None
        self._front: int | None = None

    # --- what happens next ---

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._march.phase == "begin":
            return self._begins()
        if self._march.tipped is not None:
            return self._says_which_first(self._march.tipped)
        return self._moves(asks)

    def _moves(self, asks: Mapping[str, Ask]) -> Happening:
        if "draw" in asks and self._random.random() < 0.01:
            return self._wants_draw(asks["draw"])
        own = self._march.own(self._march.turn)
        tips = [(place, end) for place in own for end in self._march.tips(place)]
        forward = [tip for tip in tips if tip[1][self._march.side] > tip[0][self._march.side]]
        way = self._random.random()
        if tips and way < 0.75:
            return self._tips(*self._random.choice(forward if forward and way < 0.6 else tips))
        place = self._random.choice(own)
        now = self._march.pyramid.dice[place].shows
        return self._turns(place, self._random.choice([way for way in WAYS if way != now]))

    def _begins(self) -> Happening:
        if self._random.random() < 0.3:
            value = {"cells": self._march.pyramid.seen_from_above()}
            return self._does(nothing, Kind.PYRAMID, value, "", "set-up")
        seat = self._random.choice(self._seats)
        return self._does(lambda ruling: self._march.begin(seat), Kind.CHOICE, seat, seat, "begin")

    def _says_which_first(self, tipped: Place) -> Happening:
        """A-DM2: by touch, or by taking away what then goes."""
        march = self._march
        first = self._random.choice(march.to_order(march.pyramid, tipped))
        seen = march.cleared(tipped, first)
        others = [march.cleared(tipped, f) for f in march.to_order(march.pyramid, tipped) if f != first]
        effect = lambda ruling: march.compete(tipped, first)  # noqa: E731
        if self._random.random() < 0.5 or seen.dice in [other.dice for other in others]:
            return self._does(effect, Kind.CHOICE, touching(first), march.turn, "order:touch")
        return self._does(effect, Kind.PYRAMID, {"cells": seen.seen_from_above()}, "", "order")

    def _wants_draw(self, ask: Ask) -> Happening:
        seat = self._random.choice(ask.seats)
        return self._does(lambda ruling: self._march.wants_draw(seat), Kind.CHOICE, "draw", seat, "draw")

    # --- tipping and turning ---

    def _tips(self, place: Place, end: Place) -> Happening:
        way = self._random.random()
        if way < 0.4:
            return self._tapped({"tip": [list(place), list(end)]}, place)
        if way < 0.6:
            return self._is_found_cleared(place, end)
        after = self._march.after_tip(place, end, cleared=False)
        return self._is_seen(after, place, end)

    def _is_seen(self, after: RealPyramid, place: Place, end: Place, **more: Any) -> Happening:
        first = more.pop("first", None)
        value = {"cells": after.seen_from_above()}
        return self._does(
            lambda ruling: self._tipped(place, end, first), Kind.PYRAMID, value, "", SEEN, **more
        )

    def _is_found_cleared(self, place: Place, end: Place) -> Happening:
        """The beaten dice are gone already: now and then several tips could have led to that."""
        standing = self._march.after_tip(place, end, cleared=False)
        orders = self._march.to_order(standing, end)
        first = self._random.choice(orders) if orders else None
        after = self._march.after_tip(place, end, True, first)
        if any(after.dice == self._march.after_tip(place, end, True, f).dice for f in orders if f != first):
            return self._is_seen(standing, place, end)  # what is gone does not tell which was first

        def not_found(ruling: Ruling) -> None:
            if ruling.verdict is Verdict.REFUSED:
                self._wonders(f"the tip from {place} to {end} was refused ({ruling.rule})")

        return self._is_seen(after, place, end, otherwise=not_found, either=True, first=first)

    def _turns(self, place: Place, shows: Shows) -> Happening:
        if self._random.random() < 0.5:
            return self._tapped({"turn": [list(place), list(shows)]}, place, shows)
        die = RealDie(self._march.pyramid.dice[place].colour, shows)
        value = {"turned": {named(place): str(die)}}
        return self._does(lambda ruling: self._turned(place, shows), Kind.PYRAMID, value, "", SEEN)

    def _tapped(self, last: JSON, place: Place, shows: Shows | None = None) -> Happening:
        """First the die, then the number in front if it is turned, then all of it."""
        seat, steps = self._march.turn, list[Happening]()
        die = {"die": list(place)}
        if len(self._march.own(seat)) > 1 and self._picked is None:
            steps.append(self._taps(die, place, None))
        if shows is None:
            end = last["tip"][1]
            steps.append(
                self._does(
                    lambda said: self._tipped(place, (end[0], end[1], end[2])),
                    Kind.CHOICE,
                    last,
                    seat,
                    TAPPED,
                )
            )
        else:
            front, turned = shows[self._march.side], shows
            steps.append(self._taps({**die, "front": front}, place, front))
            steps.append(
                self._does(lambda said: self._turned(place, turned), Kind.CHOICE, last, seat, TAPPED)
            )
        self._plan += steps[1:]
        return steps[0]

    def _taps(self, value: JSON, place: Place, front: int | None) -> Happening:
        def picked(ruling: Ruling) -> None:
            self._picked, self._front = place, front

        return self._does(picked, Kind.CHOICE, value, self._march.turn, TAPPED)

    def _tipped(self, place: Place, end: Place, first: Place | None = None) -> None:
        self._picked = self._front = None
        self._march.tip(place, end, first)

    def _turned(self, place: Place, shows: Shows) -> None:
        self._picked = self._front = None
        self._march.turn_die(place, shows)

    def _standing(self) -> RealPyramid:
        return self._march.pyramid
