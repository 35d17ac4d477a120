"""People who play Dice March with real dice: they march, turn, offer draws, and sometimes cheat."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import JSON, Ask, Kind
from companion.family import Happening
from companion.games.dice_march.lab.real_march import RealMarch, neighbour
from companion.games.dice_march.state import MarchOptions
from companion.lab.pyramid_people import PyramidFamily, differences, nothing, touching, unlike
from companion.lab.real_pyramid import WAYS, Place, RealDie, RealPyramid, Shows, named
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
        if self._is_tempted():
            return self._cheats_now()
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
                self._trouble.append(f"the tip from {place} to {end} was refused ({ruling.rule})")

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

    # --- cheating ---

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

    # --- the comparison ---

    def _standing(self) -> RealPyramid:
        return self._march.pyramid

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
