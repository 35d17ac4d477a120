"""People who play Sums with real dice: they search, call, err, and sometimes cheat."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.asks import Ask, Kind
from companion.family import Happening
from companion.games.sums.state import SumsOptions
from companion.lab.pyramid_people import (
    AT_ONCE,
    SOON_AFTER,
    Effect,
    PyramidFamily,
    differences,
    touching,
    unlike,
)
from companion.lab.real_pyramid import BASE_PLACES, WAYS, Place, RealDie, RealPyramid, named
from companion.rulings import Ruling

ERRS = 0.05  # how often somebody adds up wrongly


class Family(PyramidFamily[SumsOptions]):
    """With `_watched` eyes look at all dice; else nobody tells more than is asked.

    Which numbers could be read the referee lets everybody hear: what it cannot judge it asks the table.
    """

    def _lay_out(self) -> None:
        self._watched = self._random.random() < 0.6
        self._pyramid = RealPyramid.filled(BASE_PLACES, {"m": 45}, self._random)
        self._hands = self._dealt()
        self._roller = self._seats[0]
        self._phase = "build"
        self._total = self._rounds = self._overlooked = 0
        self._caller = self._call = self._means = self._first = self._first_of_two = ""
        self._shown: Place | None = None
        self._placed: Place | None = None
        self._unseen = False  # the die placed last was not shown to anybody yet
        self._added: dict[Place, int] = {}  # sums that the table has told
        self._right, self._wrong = dict.fromkeys(self._seats, 0), dict.fromkeys(self._seats, 0)

    def _dealt(self) -> dict[str, list[str]]:
        """60 red and yellow dice, shared out."""
        box = ["r", "y"] * 30
        self._random.shuffle(box)
        share = len(box) // len(self._seats)
        return {seat: box[n * share : (n + 1) * share] for n, seat in enumerate(self._seats)}

    # --- what happens next ---

    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        return self._in_phase(self._phase, asks)

    def _in_build(self, asks: Mapping[str, Ask]) -> Happening:
        return self._has_built(self._to_roll, asks, self._pyramid.written() if self._watched else None)

    def _to_roll(self) -> None:
        self._phase = "roll"

    def _in_roll(self, asks: Mapping[str, Ask]) -> Happening:
        if self._unseen:
            return self._does(lambda ruling: self._was_seen(), Kind.PYRAMID, self._view(), "", "look")
        turns = self._cheats if self._options.touch_move else 0.1
        if self._placed is not None and self._watched and self._random.random() < turns:
            return self._turns_again(self._placed)
        if self._is_tempted():
            seat = self._random.choice(self._seats)
            return self._tries("called before the roll", Kind.CALL, "stop", seat)
        dice = [self._random.randint(1, 6) for _ in range(3)]
        seat, ask = self._roller, asks["roll"]
        return self._does(lambda ruling: self._rolled(sum(dice)), Kind.DICE, {"pips": dice}, seat, ask.id)

    def _view(self) -> dict[str, Any]:
        return {"cells": self._pyramid.seen_from_above()}

    def _was_seen(self) -> None:
        self._unseen = False

    def _turns_again(self, place: Place) -> Happening:
        """A-SU8: placed is placed, unless the table plays otherwise."""
        old = self._pyramid.dice[place]
        die = RealDie(old.colour, self._random.choice([way for way in WAYS if way != old.shows]))
        value = {"turned": {named(place): str(die)}}
        if self._options.touch_move:
            return self._tries("turned a placed die", Kind.PYRAMID, value, "", "look")

        def turned(ruling: Ruling) -> None:
            self._pyramid.dice[place] = die

        return self._does(turned, Kind.PYRAMID, value, "", "look")

    def _rolled(self, total: int) -> None:
        self._phase, self._total, self._placed = "search", total, None
        self._rounds += 1

    # --- calls ---

    def _in_search(self, asks: Mapping[str, Ask]) -> Happening:
        if self._is_tempted():
            gap = self._random.choice(self._pyramid.gaps())
            value = {"placed": {named(gap): str(self._die())}}
            return self._tries("placed a die without a call", Kind.PYRAMID, value)
        if "give_up" in asks and self._random.random() < 0.04:
            ask = asks["give_up"]
            return self._does(self._gave_up, Kind.CONFIRM, True, self._random.choice(ask.seats), ask.id)
        matching = self._matching()
        errs = self._random.random() < max(ERRS, self._cheats / 2)
        self._means = "stop" if bool(matching) != errs else "niete"
        return self._presses()

    def _presses(self) -> Happening:
        """Sometimes a second one presses at the same moment, or a little later."""
        one, other = self._random.sample(self._seats, 2)
        way = self._random.random()
        self._first = one
        call = "stop" if self._options.niete_button == "same" else self._means
        races = way < 0.3
        if races:
            gap = AT_ONCE if way < 0.15 else SOON_AFTER
            self._first_of_two = self._first_in_a_tie(one, other)
        first = self._press(one, call, either=races)
        if races:
            self._plan.append(self._press(other, call, either=True, after_ns=gap))
        return first

    def _press(self, seat: str, call: str, **more: Any) -> Happening:
        return self._does(lambda said: self._called(seat, call, said), Kind.CALL, call, seat, call, **more)

    def _first_in_a_tie(self, *pressing: str) -> str:
        """A-SU5: round the table from the roller's left; as a house rule who has most dice."""
        around = [self._left_of(self._roller, n) for n in range(1, len(self._seats) + 1)]
        if self._options.tie == "most_dice":
            around.sort(key=lambda seat: -len(self._hands[seat]))
        return next(seat for seat in around if seat in pressing)

    def _called(self, seat: str, call: str, ruling: Ruling) -> None:
        tie = any(note.rule == "T4" for note in ruling.notes)
        first = self._first_of_two if tie else self._first
        if seat != first:
            self._trouble.append(f"{seat} may call, but {first} was first")
        self._caller, self._call = seat, call
        if call == "niete":
            self._claims_niete(ruling)
        else:
            self._phase = "show"

    def _gave_up(self, ruling: Ruling) -> None:
        """A-SU2: the companion knows only the funnels that somebody has read to it."""
        missed = sum(note.says.args["n"] for note in ruling.notes if note.says.key == "note.gave_up_missed")
        if missed > len(self._matching()):
            self._trouble.append(f"the referee says that {missed} funnels were overlooked")
        self._overlooked += missed
        self._next_round()

    # --- showing ---

    def _matching(self) -> list[Place]:
        return [gap for gap in self._pyramid.gaps() if self._pyramid.sum_in(gap) == self._total]

    def _may_be_read(self, gap: Place) -> bool:
        return self._watched or gap in self._added

    def _in_show(self, asks: Mapping[str, Ask]) -> Happening | None:
        if self._is_tempted():
            return self._while_showing()
        if self._random.random() < 0.02:
            self._lets_time_run_out(self._found_wrong, asks["show"])  # A-SU4
            return None
        if self._means == "niete":
            return self._does(
                self._claims_niete,
                Kind.CHOICE,
                "niete",
                self._caller,
                "show",
                otherwise=self._was_too_late,
                either=True,
            )
        gaps, matching = self._pyramid.gaps(), self._matching()
        errs = not matching or self._random.random() < ERRS
        cell = self._random.choice(gaps if errs else matching)
        return self._shows(cell, self._caller, "show")

    def _was_too_late(self, ruling: Ruling) -> None:
        """A-SU10: then it is a funnel that is shown, and no other rule can be in the way."""
        self._means = "stop"
        if ruling.rule != "A-SU10":
            self._trouble.append(f"the Niete of {self._caller} was refused ({ruling.rule})")

    def _while_showing(self) -> Happening:
        """SU4: one call a round, and whoever has called shows."""
        other = self._somebody_but(self._caller)
        if self._random.random() < 0.5:
            return self._tries("called second", Kind.CALL, "stop", other)
        gap = self._random.choice(self._pyramid.gaps())
        return self._tries("showed for another one", Kind.CHOICE, touching(gap), other, "show")

    def _shows(self, cell: Place, seat: str, ask: str) -> Happening:
        return self._does(self._was_shown(cell), Kind.CHOICE, touching(cell), seat, ask)

    def _was_shown(self, cell: Place) -> Effect:
        def shown(ruling: Ruling) -> None:
            self._shown = cell
            if ruling.notes:
                self._judged()
            else:
                self._phase = "add"

        return shown

    def _in_add(self, asks: Mapping[str, Ask]) -> Happening:
        """SU10: the table adds up what nobody has read."""
        assert self._shown is not None
        total, seat = self._pyramid.sum_in(self._shown), self._random.choice(self._seats)
        return self._does(lambda ruling: self._was_added(total), Kind.NUMBER, total, seat, "add")

    def _was_added(self, total: int) -> None:
        assert self._shown is not None
        self._added[self._shown] = total
        self._judged()

    def _judged(self) -> None:
        """SU5 to SU7: what the shown funnel means for the call."""
        assert self._shown is not None
        matches = self._pyramid.sum_in(self._shown) == self._total
        if self._call == "stop":
            self._found_right() if matches else self._found_wrong()
        elif matches:
            self._found_wrong()
        else:
            self._phase, self._shown = "check", None

    # --- Niete ---

    def _claims_niete(self, ruling: Ruling) -> None:
        """SU6, A-SU1: judged at once if all funnels are read; else the others search."""
        self._call = "niete"
        if any(note.rule == "A-SU1" for note in ruling.notes):
            self._phase = "check"
        elif self._matching():
            self._found_wrong()
        else:
            self._found_right()

    def _in_check(self, asks: Mapping[str, Ask]) -> Happening | None:
        other = self._somebody_but(self._caller)
        matching = self._matching()
        if self._is_tempted():
            gap = self._random.choice(self._pyramid.gaps())
            if gap in matching or not self._may_be_read(gap):
                return self._tries("the caller searched", Kind.CHOICE, touching(gap), self._caller, "found")
            what, shown = "showed a funnel that does not fit", self._was_shown(gap)  # or it is added up
            return self._does(shown, Kind.CHOICE, touching(gap), other, "found", cheat=what, either=True)
        if matching and self._random.random() < 0.8:
            return self._shows(self._random.choice(matching), other, "found")
        unread = [gap for gap in self._pyramid.gaps() if not self._may_be_read(gap)]
        if unread and self._random.random() < ERRS:
            return self._shows(self._random.choice(unread), other, "found")
        if self._random.random() < 0.1:
            self._lets_time_run_out(self._found_right, asks["stand"])  # A-SU1
            return None
        return self._confirms(self._found_right, asks["stand"])

    # --- what a call leads to ---

    def _found_right(self) -> None:
        self._right[self._caller] += 1
        if self._call == "niete":
            self._shown = None
            if not self._pyramid.gaps():
                self._next_round()
                return
        self._phase = "place"

    def _found_wrong(self) -> None:
        """SU7: everybody else gives the caller a die; SU9: and may have won by that."""
        self._wrong[self._caller] += 1
        for seat in self._seats:
            if seat != self._caller and self._hands[seat]:
                self._hands[self._caller].append(self._hands[seat].pop())
        self._next_round()

    def _next_round(self) -> None:
        """SU8, SU9."""
        if not all(self._hands.values()):
            self._phase = "over"
            return
        self._phase, self._roller = "roll", self._left_of(self._roller)
        self._caller, self._call, self._shown = "", "", None

    # --- placing ---

    def _die(self) -> RealDie:
        seat = self._caller or self._roller
        return RealDie(self._hands[seat][-1], self._random.choice(WAYS))

    def _in_place(self, asks: Mapping[str, Ask]) -> Happening:
        if self._is_tempted():
            return self._places_wrongly(asks)
        gap = self._shown or self._random.choice(self._pyramid.gaps())
        die = self._die()
        if self._watched and self._random.random() < 0.7:
            view = RealPyramid({**self._pyramid.dice, gap: die}).seen_from_above()
            return self._does(
                lambda ruling: self._was_placed(gap, die, seen=True),
                Kind.PYRAMID,
                {"cells": view},
                "",
                "placed",
            )
        ask = asks["place"]
        value = True if ask.kind is Kind.CONFIRM else touching(gap)
        return self._does(
            lambda ruling: self._was_placed(gap, die, seen=False), ask.kind, value, self._caller, ask.id
        )

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

    def _was_placed(self, gap: Place, die: RealDie, seen: bool) -> None:
        self._hands[self._caller].pop()
        self._pyramid.dice[gap] = die
        self._added.pop(gap, None)
        self._placed, self._unseen = gap, self._watched and not seen
        self._next_round()

    # --- the comparison ---

    def _standing(self) -> RealPyramid:
        return self._pyramid

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
