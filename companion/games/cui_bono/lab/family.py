"""People who play Cui bono? with real dice: they take, let slide, put back or keep, and sometimes cheat."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.games.cui_bono.state import CuiBonoOptions
from companion.lab.pyramid_people import PyramidFamily, differences, touching, unlike
from companion.lab.real_pyramid import (
    BASE_PLACES,
    LOWEST_LAYER,
    PLACES,
    WAYS,
    Place,
    RealDie,
    RealPyramid,
    down,
    named,
    up,
)
from companion.rulings import Ruling, Verdict

BOX = {"r": 55, "y": 55, "m": 55}
KEEP = "keep"


class Family(PyramidFamily[CuiBonoOptions]):
    """With `_watched` the companion has read all dice while they were built; else it knows no colour."""

    def _lay_out(self) -> None:
        self._watched = self._random.random() < 0.6
        self._pyramid = RealPyramid.filled(PLACES, BOX, self._random)
        self._kept = dict.fromkeys(self._seats, "")
        self._put_back = dict.fromkeys(self._seats, 0)
        self._phase, self._turn, self._turns = "build", self._seats[0], 0
        self._hand: RealDie | None = None
        self._trying: Place | None = None  # where the die lies while the table judges
        self._denied: set[Place] = set()

    # --- what happens next ---

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        return self._in_phase(self._phase, asks)

    def _in_build(self, asks: Mapping[str, Ask]) -> Happening:
        return self._has_built(self._to_take, asks, self._pyramid.written() if self._watched else None)

    def _to_take(self) -> None:
        self._phase = "take"

    # --- taking ---

    def _takeable(self) -> list[Place]:
        """CB3: dice of the lowest layer with two bare sides."""
        lowest = [place for place in BASE_PLACES if place in self._pyramid.dice]
        return [place for place in lowest if len(self._pyramid.bare_sides(place)) >= 2]

    def _in_take(self, asks: Mapping[str, Ask]) -> Happening:
        if self._is_tempted():
            return self._takes_wrongly(asks)
        seat = self._turn if self._turns else self._random.choice(self._seats)
        place = self._random.choice(self._takeable())
        way = self._random.random() if self._watched else 1
        if way < 0.2:
            return self._is_found_slid(seat, place)
        if way < 0.6:
            value = {"taken": [named(place)]}
            return self._does(lambda ruling: self._took(seat, place), Kind.PYRAMID, value, seat, "took")
        ask = asks["take"]
        return self._does(lambda ruling: self._took(seat, place), Kind.CHOICE, touching(place), seat, ask.id)

    def _is_found_slid(self, seat: str, place: Place) -> Happening:
        """The dice have slid before anybody looked: now and then two takes could have led to it."""
        after = self._pyramid.after_slide(place)

        def not_found(ruling: Ruling) -> None:
            if ruling.verdict is Verdict.REFUSED:
                self._trouble.append(f"{seat} took a die at {place}, which was refused ({ruling.rule})")

        return self._does(
            lambda ruling: self._took(seat, place),
            Kind.PYRAMID,
            {"dice": after.written()},
            seat,
            "took",
            otherwise=not_found,
            either=True,
        )

    def _took(self, seat: str, place: Place) -> None:
        self._turn, self._phase = seat, "put"
        self._hand = self._pyramid.slide(place)
        self._denied.clear()

    def _takes_wrongly(self, asks: Mapping[str, Ask]) -> Happening:
        """CB2, CB3."""
        if self._turns and self._random.random() < 0.4:
            place, other = self._random.choice(self._takeable()), self._somebody_but(self._turn)
            return self._tries("not the own turn", Kind.CHOICE, touching(place), other, asks["take"].id)
        higher = [place for place in self._pyramid.free() if place not in BASE_PLACES]
        if not higher:
            return self._tries(
                "a die that is not there", Kind.CHOICE, touching((0, 0, 0)), self._turn, asks["take"].id
            )
        wrong, place = "a die that may not be taken", self._random.choice(higher)
        if not self._watched:  # of dice that nobody knows it may as well have slid into that place
            return self._tries(wrong, Kind.CHOICE, touching(place), self._turn, asks["take"].id)
        return self._tries(wrong, Kind.PYRAMID, {"taken": [named(place)]}, self._turn, "took")

    # --- putting back ---

    def _in_put(self, asks: Mapping[str, Ask]) -> Happening:
        assert self._hand is not None
        if "tell" in asks:
            seat = self._random.choice(self._seats)
            return self._does(lambda ruling: None, Kind.CHOICE, self._hand.colour, seat, "tell")
        if self._is_tempted():
            return self._puts_wrongly(self._hand)
        fitting = [gap for gap in self._pyramid.gaps() if self._fits(gap) and gap not in self._denied]
        if fitting and self._random.random() < 0.7:
            return self._puts(self._random.choice(fitting), either=not self._watched)
        if fitting and not self._options.voluntary and self._watched:
            return self._puts(self._random.choice(fitting))
        either = not self._watched and not self._options.voluntary
        return self._does(lambda ruling: self._keeps(), Kind.CHOICE, KEEP, self._turn, "put", either=either)

    def _puts(self, gap: Place, **more: Any) -> Happening:
        """The die lies in the funnel, turned in any way (CB15)."""
        assert self._hand is not None
        die = RealDie(self._hand.colour, self._random.choice(WAYS))
        way = self._random.random() if self._watched else 1
        if way < 0.6:
            after = RealPyramid({**self._pyramid.dice, gap: die})
            told: Any = (
                {"cells": after.seen_from_above()} if way < 0.3 else {"placed": {named(gap): str(die)}}
            )
            return self._does(
                lambda said: self._tried(gap, die, said), Kind.PYRAMID, told, "", "watch", **more
            )
        value = touching(gap)
        return self._does(
            lambda said: self._tried(gap, die, said), Kind.CHOICE, value, self._turn, "put", **more
        )

    def _tried(self, gap: Place, die: RealDie, ruling: Ruling) -> None:
        """What the companion says at once, or the table is to judge."""
        if not ruling.notes:
            self._phase, self._trying, self._hand = "judge", gap, die
            return
        if not self._colours_fit(gap, die.colour):
            self._trouble.append(f"{die} was put at {gap}, where the colours do not allow it")
        self._lies_there(gap, die)

    def _in_judge(self, asks: Mapping[str, Ask]) -> Happening:
        assert self._trying is not None and self._hand is not None
        gap, die, seat = self._trying, self._hand, self._random.choice(self._seats)
        if self._fits(gap):
            return self._does(lambda said: self._lies_there(gap, die), Kind.CHOICE, "fits", seat, "judge")
        return self._does(lambda said: self._taken_back(gap), Kind.CHOICE, "not", seat, "judge")

    def _taken_back(self, gap: Place) -> None:
        self._denied.add(gap)
        self._phase, self._trying = "put", None

    def _lies_there(self, gap: Place, die: RealDie) -> None:
        self._pyramid.dice[gap] = die
        self._put_back[self._turn] += 1
        self._turn_over()

    def _keeps(self) -> None:
        assert self._hand is not None
        self._kept[self._turn] += self._hand.colour
        self._turn_over()

    def _turn_over(self) -> None:
        """CB12: somebody's tenth die, with five or six people the seventh, ends the game."""
        most = 10 if len(self._seats) < 5 else 7
        full = len(self._kept[self._turn]) == most
        self._hand, self._trying, self._turns = None, None, self._turns + 1
        capped = bool(self._options.turn_cap) and self._turns >= self._options.turn_cap
        self._phase = "over" if full or capped else "take"
        if not full:
            self._turn = self._left_of(self._turn)

    def _puts_wrongly(self, die: RealDie) -> Happening:
        """CB6 to CB10: where it may not be, for somebody else, or a die kept before."""
        gaps = self._pyramid.gaps()
        bad = [gap for gap in gaps if not self._fits(gap) and gap not in self._denied]
        bare = [place for place in BASE_PLACES if place not in self._pyramid.dice]
        kept = set(self._kept[self._turn]) - {die.colour}
        way = self._random.randrange(4)
        if way == 0 and bad:
            gap = self._random.choice(bad)
            if self._watched:
                return self._lays("a funnel that does not fit", gap, die)
            return self._puts(gap, cheat="a funnel that does not fit", noticeable=False, either=True)
        if way == 2 and gaps and kept:
            other = RealDie(self._random.choice(sorted(kept)), die.shows)
            return self._lays("another die", self._random.choice(gaps), other)
        if way == 3 and bare:
            return self._lays("no funnel of three dice", self._random.choice(bare), die)
        return self._tries("kept for somebody else", Kind.CHOICE, KEEP, self._somebody_but(self._turn), "put")

    def _lays(self, what: str, place: Place, die: RealDie) -> Happening:
        return self._tries(what, Kind.PYRAMID, {"placed": {named(place): str(die)}}, "", "watch")

    # --- what fits ---

    def _fits(self, gap: Place) -> bool:
        assert self._hand is not None
        colour = self._hand.colour
        rows = (self._row_below(gap, axis) for axis in range(3))
        return self._colours_fit(gap, colour) and not any(
            len(row) + 1 >= self._options.min_row and set(row) == {colour} for row in rows
        )

    def _colours_fit(self, gap: Place, colour: str) -> bool:
        """CB7: three different colours, or all the same and another one than the die's."""
        around = {die.colour for die in self._pyramid.looking_in(gap)}
        return len(around) == 3 or (len(around) == 1 and colour not in around)

    def _row_below(self, gap: Place, axis: int) -> list[str]:
        """CB8, A-CB3: the colours from *gap* straight down to the base, as far as they count."""
        row: list[str] = []
        for steps in range(1, LOWEST_LAYER - sum(gap) + 1):
            place = down(gap, axis, steps)
            covers = [up(place, side) for side in range(3)]
            hidden = all(cover == gap or cover in self._pyramid.dice for cover in covers)
            if not row or not hidden or self._options.row_scope == "full":
                row.append(self._pyramid.dice[place].colour)
        return row

    # --- the comparison ---

    def _standing(self) -> RealPyramid:
        if self._trying is None or self._hand is None:
            return self._pyramid
        return RealPyramid({**self._pyramid.dice, self._trying: self._hand})

    def _compare(self, state: Any) -> Iterator[str]:
        phases = (self._phase,) if self._watched or self._phase != "put" else ("put", "tell")
        if state.phase not in phases:
            yield from unlike("phase", state.phase, self._phase)
        yield from unlike("whose turn", state.on_turn, self._turn)
        yield from unlike("turns", state.turns, self._turns)
        yield from unlike("kept dice", state.kept, self._kept)
        put_back = {seat: state.put_back.get(seat, 0) for seat in self._seats}
        yield from unlike("dice put back", put_back, self._put_back)
        colour = self._hand.colour if self._hand else "?"
        if state.phase != "tell":
            yield from unlike("colour of the die in the hand", state.die[0], colour)
        yield from unlike("where it is tried", state.trying, self._trying)
        if self._phase != "build":
            yield from differences(state.pyramid, self._pyramid)
