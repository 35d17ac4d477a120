"""People who play Pack Rat with real dice: they grab, are too late now and then, and sometimes cheat."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

from companion.asks import MS, Ask, Kind
from companion.family import Happening
from companion.games.pack_rat.state import PackRatOptions
from companion.lab.pyramid_people import PyramidFamily, differences, nothing, touching, unlike
from companion.lab.real_pyramid import LOWEST_LAYER, PLACES, Place, RealPyramid, named, up
from companion.rulings import Ruling

Effect = Callable[[Ruling], None]
BOX = {"r": 55, "y": 55, "m": 55}
WRONG_NUMBER, NOT_FREE = "not the number", "not free"
Telling = Literal["all", "glimpses", "taps", "counts"]  # what the companion gets to know of the dice


class Family(PyramidFamily[PackRatOptions]):
    """Three people with quick hands; `_telling` is how the companion hears of what they take."""

    def _lay_out(self) -> None:
        ways: tuple[Telling, ...] = ("all", "glimpses", "taps", "counts")
        self._telling = self._random.choice(ways)
        self._pyramid = RealPyramid.filled([p for p in PLACES if p != (0, 0, 0)], BOX, self._random)
        self._dice, self._late, self._overlooked = self._none(), self._none(), self._none()
        self._phase, self._roller, self._number = "build", self._seats[0], 0
        self._out: list[int] = []  # hands that are still on their way to a die when "Stop!" is called
        self._took = self._none()  # in this round, where nobody follows the dice
        self._counted: set[str] = set()
        self._fined: set[str] = set()
        self._to_return: list[Place] = []
        self._after_stop: dict[Place, bool] = {}  # dice taken after the Stop, and whether they were late
        self._takers: dict[str, str] = {}  # who took the die at a place
        self._unread = False  # dice have come to light that nobody has looked at yet

    def _none(self) -> dict[str, int]:
        return dict.fromkeys(self._seats, 0)

    @property
    def _read(self) -> bool:
        """Whether the companion knows the numbers of all dice that lie free."""
        return self._telling in ("all", "glimpses")

    # --- what happens next ---

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        if "whose" in asks:
            return self._says_whose(asks["whose"])
        if "late" in asks and asks["late"].id != "late":
            late = {named(place) for place, late in self._after_stop.items() if late}
            return self._tells_whether(asks["late"].id.partition(":")[2] in late, asks["late"])
        return self._in_phase(self._phase, asks)

    def _in_build(self, asks: Mapping[str, Ask]) -> Happening:
        if self._telling in ("taps", "counts"):
            way = "dice" if self._telling == "taps" else "counts"
            seat = self._random.choice(self._seats)
            return self._does(lambda ruling: self._to_roll(), Kind.CHOICE, way, seat, "follow")
        value = self._view() if self._telling == "glimpses" else {"dice": self._pyramid.written()}
        return self._does(lambda ruling: self._to_roll(), Kind.PYRAMID, value, "", "built")

    def _view(self) -> dict[str, Any]:
        return {"cells": self._pyramid.seen_from_above()}

    def _to_roll(self) -> None:
        self._phase = "roll"

    def _in_roll(self, asks: Mapping[str, Ask]) -> Happening:
        """The roll, once all hands have come to rest."""
        rest = self._after_the_stop(asks)
        if rest:
            return rest
        if self._is_tempted():
            return self._tries("called without a hunt", Kind.CALL, "stop", self._random.choice(self._seats))
        number, ask = self._random.randint(1, 6), asks["roll"]
        value = {"pips": [number]}
        return self._does(lambda ruling: self._rolled(number), Kind.DICE, value, self._roller, ask.id)

    def _rolled(self, number: int) -> None:
        self._phase, self._number = "hunt", number
        self._took = self._none()
        self._fined.clear()
        self._counted.clear()
        self._to_return.clear()
        self._after_stop.clear()

    # --- the hunt ---

    def _takeable(self, seat: str) -> list[Place]:
        """PR3: free dice that show the number to the side of *seat*."""
        side = self._seats.index(seat)
        return [p for p in self._pyramid.free() if self._pyramid.dice[p].shows[side] == self._number]

    def _all_takeable(self) -> list[tuple[str, Place]]:
        return [(seat, place) for seat in self._seats for place in self._takeable(seat)]

    def _in_hunt(self, asks: Mapping[str, Ask]) -> Happening:
        if self._unread:
            return self._looks()
        if self._is_tempted():
            return self._cheats_in_the_hunt()
        if self._random.random() < 0.02:
            about = self._random.choice(self._seats)
            return self._does(nothing, Kind.CHOICE, about, self._somebody_but(about), "complain")
        wanted = self._all_takeable()
        if self._telling == "counts" or not wanted or self._random.random() < 0.08:
            return self._does(lambda ruling: self._stopped(), Kind.CALL, "stop", self._roller, "stop")
        return self._takes(*self._random.choice(wanted))

    def _looks(self) -> Happening:
        return self._does(lambda ruling: self._was_seen(), Kind.PYRAMID, self._view(), "", "take")

    def _was_seen(self) -> None:
        self._unread = False
        self._to_return.clear()

    def _takes(self, seat: str, place: Place, **more: Any) -> Happening:
        """Eyes do not see whose hand it was, a tap tells it."""
        self._takers[named(place)] = seat
        return self._leaves(lambda ruling: self._taken(seat, place), seat, place, **more)

    def _says_whose(self, ask: Ask) -> Happening:
        """PR12: where the numbers that were read do not tell, the table does."""
        taker = self._takers.get(ask.id.partition(":")[2], ask.choices[0].value)
        return self._does(nothing, Kind.CHOICE, taker, self._random.choice(self._seats), ask.id)

    def _leaves(self, effect: Effect, seat: str, place: Place, **more: Any) -> Happening:
        if self._telling == "taps":
            return self._does(effect, Kind.CHOICE, touching(place), seat, "tap", **more)
        if self._telling == "glimpses":
            rest = {p: die for p, die in self._pyramid.dice.items() if p != place}
            value: Any = {"cells": RealPyramid(rest).seen_from_above()}
        else:
            value = {"taken": [named(place)]}
        return self._does(effect, Kind.PYRAMID, value, "", "take", **more)

    def _taken(self, seat: str, place: Place) -> None:
        del self._pyramid.dice[place]
        self._dice[seat] += 1
        self._unread = self._telling == "glimpses"
        if self._phase in ("roll", "settle"):
            self._after_stop[place] = False
            self._after_round()

    # --- cheating in the hunt ---

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

    def _pays(self, seat: str) -> None:
        """PR8: one die to everybody else, or none to anybody."""
        if self._dice[seat] >= len(self._seats) - 1:
            for other in self._seats:
                self._dice[other] += 1 if other != seat else 1 - len(self._seats)

    # --- the Stop and what follows ---

    def _stopped(self) -> None:
        if self._read:
            for seat in self._seats:
                self._overlooked[seat] += len(self._takeable(seat))
        self._roller = self._left_of(self._roller)
        grace = self._options.grace_ms
        if self._telling == "counts":
            self._take_unseen()
            self._phase = "audit"
            return
        if grace and self._random.random() < 0.3:
            self._out.append(grace * MS // 2)
        if self._random.random() < 0.3:
            self._out.append((grace + self._random.randint(50, 500)) * MS)
        self._after_round()

    def _after_round(self) -> None:
        """PR10: over as soon as only dice directly on the base are left."""
        only_base = all(sum(place) == LOWEST_LAYER for place in self._pyramid.dice)
        self._phase = "settle" if only_base else "roll"

    def _after_the_stop(self, asks: Mapping[str, Ask]) -> Happening | None:
        for place, late in self._after_stop.items():
            if (ask := asks.get(f"late:{named(place)}")) is not None:
                return self._tells_whether(late, ask)
        if self._unread or (self._to_return and self._telling == "all" and self._random.random() < 0.7):
            return self._looks()
        wanted = [(s, p) for s, p in self._all_takeable() if p not in self._to_return] if self._out else []
        if not wanted:
            self._out.clear()
        else:
            gap = self._out.pop(0)
            seat, place = self._random.choice(wanted)
            if gap <= self._options.grace_ms * MS:
                self._takers[named(place)] = seat
                return self._leaves(partial(self._just_in_time, seat, place), seat, place, after_ns=gap)
            return self._leaves(lambda ruling: self._was_late(seat, place), seat, place, after_ns=gap)
        if self._telling == "counts" and "late" in asks and self._random.random() < 0.05:
            seat = self._random.choice(self._seats)
            return self._does(lambda ruling: self._is_fined(seat), Kind.CHOICE, seat, seat, "late")
        return None

    def _tells_whether(self, late: bool, ask: Ask) -> Happening:
        """A-PR1: where the times do not tell, the table does."""
        seat, answer = self._random.choice(self._seats), "late" if late else "in time"
        return self._does(nothing, Kind.CHOICE, answer, seat, ask.id)

    def _just_in_time(self, seat: str, place: Place, ruling: Ruling) -> None:
        """A hand that was on its way; where the times tell that it came too late, it did."""
        if any(note.says.key.startswith("note.late") for note in ruling.notes):
            self._was_late(seat, place)
        else:
            self._taken(seat, place)

    def _was_late(self, seat: str, place: Place) -> None:
        """PR8: it goes back at once, and costs."""
        self._after_stop[place] = True
        self._to_return.append(place)
        self._is_fined(seat)

    def _is_fined(self, seat: str) -> None:
        self._late[seat] += 1
        if self._options.per_die or seat not in self._fined:
            self._pays(seat)
        self._fined.add(seat)

    # --- where nobody follows the dice ---

    def _take_unseen(self) -> None:
        while (wanted := self._all_takeable()) and self._random.random() < 0.92:
            seat, place = self._random.choice(wanted)
            del self._pyramid.dice[place]
            self._took[seat] += 1

    def _in_audit(self, asks: Mapping[str, Ask]) -> Happening:
        if "count" in asks:
            ask = asks["count"]
            if self._is_tempted():
                return self._tries(
                    "counted more than there are", Kind.NUMBER, ask.high + 1, ask.seats[0], ask.id
                )
            return self._counts(ask.seats[0], ask)
        only_base = all(sum(place) == LOWEST_LAYER for place in self._pyramid.dice)
        seat = self._random.choice(self._seats)
        answer = "yes" if only_base else "no"
        return self._does(lambda ruling: self._after_round(), Kind.CHOICE, answer, seat, "base")

    def _counts(self, seat: str, ask: Ask) -> Happening:
        return self._does(lambda ruling: self._has_counted(seat), Kind.NUMBER, self._took[seat], seat, ask.id)

    def _has_counted(self, seat: str) -> None:
        self._dice[seat] += self._took[seat]
        self._counted.add(seat)
        few = 0 < len(self._pyramid.dice) <= 45
        if len(self._counted) == len(self._seats) and not few:
            self._after_round()

    def _in_settle(self, asks: Mapping[str, Ask]) -> Happening:
        rest = self._after_the_stop(asks)
        return rest or self._confirms(self._over, asks["settle"])

    def _over(self) -> None:
        self._phase = "over"

    # --- the comparison ---

    def _standing(self) -> RealPyramid:
        return self._pyramid

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
