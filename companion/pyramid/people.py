"""Simulated people at a pyramid who know every die: before them lies the game itself, with all numbers known.

A bot of the game decides what each of them does. What they lay, take and turn the eyes have to see; what the
eyes have not read, and the companion asks for, they know.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion import family as people
from companion.asks import JSON, MS, Ask, Kind
from companion.bot_seat import NODES, means, understood, values
from companion.bots import bot_of
from companion.family import Happening, rolled
from companion.game import AnyGame, Move, Options
from companion.layout import Layout
from companion.pyramid.agree import Seen, learnt
from companion.pyramid.dice import ORIENTATIONS, turnings
from companion.pyramid.notation import Pyramid, cell_named, faces_of, facing, name_of
from companion.rulings import Ruling, Verdict

GAPS = (250 * MS, 900 * MS)  # between two things that people do
LEVEL = "easy"  # how well they play


class Family(people.Family):
    """The people of every game with a pyramid and a bot."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._game: Any = game
        self._seats, self._random = tuple(seats), random
        self._truth: Any = game.start(self._seats, options)
        self._before = self._truth  # as it was before dice were moved last
        self._moved = ""  # the place of a die that was moved last
        self._movers: dict[str, str] = {}  # who has moved the die at a place
        self._doing: Happening | None = None  # announced and not ruled on
        self._shown: Move | None = None  # what it shows the eyes
        built = self._built(self._truth)
        self._to_build = _turned(built.pyramid, random) if built is not None else {}

    # --- what a family is asked from outside ---

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if self._doing is not None:
            return None
        done = next(self._what_happens(asks), None)
        self._doing = done and replace(done, after_ns=self._random.randint(*GAPS))
        return self._doing

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        shown = None
        if happening.is_same(self._doing):
            self._doing, shown = None, self._shown
        if ruling.verdict is Verdict.ACCEPTED and isinstance(ruling.move, dict):
            value = happening.value if isinstance(happening.value, dict) else {}
            self._follows(ruling.move, shown, value.get("placed", {}))

    def time_ran_out(self, ruling: Ruling) -> None:
        """Nobody was quick enough: the clock has moved."""
        self._doing = None
        if ruling.verdict is Verdict.ACCEPTED and isinstance(ruling.move, dict):
            self._follows(ruling.move)

    def lies(self) -> Layout:
        return Layout(pyramid=self._truth.pyramid or self._to_build)

    def of_itself(self, state: Any, ask: Ask) -> Happening | None:
        """On a screen the pyramid stands at once, dice go where it was said, and what is counted is right."""
        if ask.id in ("place", "settle") and ask.kind is Kind.CONFIRM:
            return Happening(ask.kind, True, ask.seats[0], ask.id)
        move = self._built(state) or (self._read(state) if ask.id in ("look", "took") else None)
        written = self._game.write_move(move) if move is not None else None
        return written and Happening(Kind.CHOICE, written, after_ns=MS, move=written)

    # --- what is true ---

    def _follows(self, written: dict[str, Any], shown: Move | None = None, placed: Pyramid = {}) -> None:  # noqa: B006  (nobody changes it)
        """The table has taken a move: the one that was *shown*, whatever the eyes have made of it."""
        move = self._game.read_move(written)
        if shown is not None:
            timed = {n: written[n] for n in ("t", "within") if n in written and hasattr(shown, n)}
            move = replace(shown, **timed)
        # whoever only holds the things stays where it was
        if self._game.refuse(self._truth, move) is not None:
            return
        after = self._game.play(self._truth, move).state
        # a rule that minds no numbers forgets those of the dice that were placed; people do not
        real = {name: self._real(placed.get(name, die)) for name, die in after.pyramid.items() if "?" in die}
        self._truth = replace(after, pyramid={**after.pyramid, **real}) if real else after

    def _built(self, state: Any) -> Any:
        """A pyramid that people might build, in its place."""
        if getattr(state, "phase", "") != "build" or state.pyramid:
            return None
        built = self._random.choice(self._game.examples.pyramids())
        return self._game.read_move({"move": "built", "seat": self._seats[0], "pyramid": built})

    def _read(self, state: Any) -> Seen | None:
        """What the dice show that a finger has laid: it names their places alone."""
        if not any("?" in die for die in state.pyramid.values()):
            return None
        seen = Seen(pyramid=learnt(state.pyramid, self._truth.pyramid))
        return None if self._game.refuse(state, seen) else seen

    def _real(self, die: str) -> str:
        """A die of which not everything was said, as it happens to lie."""
        colour = self._random.choice("ry") if die[0] == "?" else die[0]
        return colour + "".join(map(str, self._random.choice(turnings(faces_of(die)))))

    # --- what happens next ---

    def _what_happens(self, asks: Sequence[Ask]) -> Iterator[Happening]:
        if (built := self._built(self._truth)) is not None:
            yield from self._shows(asks, built, {"dice": self._to_build})
        asked = {ask.id for ask in self._game.asks(self._truth)}
        yield from self._tells([ask for ask in asks if ask.id not in asked])
        for seat in self._random.sample(self._seats, len(self._seats)):
            move = bot_of(self._game).choose(self._truth, seat, LEVEL, self._random, NODES)
            if move is not None:
                yield from self._decided(asks, move)
        yield from self._tells(asks)

    def _tells(self, asks: Sequence[Ask]) -> Iterator[Happening]:
        """The moves that are nobody's own decision."""
        for ask in asks:
            if not ask.optional and (value := self._knows(ask)) is not None:
                yield self._does(Happening(ask.kind, value, self._random.choice(ask.seats), ask.id))

    def _knows(self, ask: Ask) -> JSON:
        """What the companion asks since its eyes have not read it: a sum, a colour, or who it was."""
        match ask.kind:
            case Kind.CONFIRM:
                return True
            case Kind.NUMBER:
                return sum(number or 0 for number in facing(self._before.pyramid, cell_named(self._moved)))
            case Kind.CHOICE if ask.spoken:
                known = (self._movers.get(ask.id.partition(":")[2]), self._before.pyramid[self._moved][0])
                offered = [choice.value for choice in ask.choices]
                return next((value for value in known if value in offered), offered[0])
        return None

    def _decided(self, asks: Sequence[Ask], move: Any) -> Iterator[Happening]:
        """*move* before the eyes, else as the answer to what is asked."""
        yield from self._shows(asks, move, self._change(move))
        for ask in asks:
            if move.seat not in ask.seats or ask.kind is Kind.PYRAMID:
                continue
            dice = {"pips": list(move.dice)} if hasattr(move, "dice") else rolled(ask, self._random)
            said = [dice] if ask.kind is Kind.DICE else values(ask, self._game.write_move(move))
            for value in said:
                if ask.kind is Kind.DICE or means(self._game, self._truth, ask, value, move):
                    yield self._does(Happening(ask.kind, value, move.seat, ask.id))

    def _shows(self, asks: Sequence[Ask], move: Any, change: Mapping[str, Any]) -> Iterator[Happening]:
        """*move* before the eyes, where they look for it."""
        for ask in asks:
            if change and ask.kind is Kind.PYRAMID:
                shown = understood(self._game, self._truth, ask, change, move.seat)
                if isinstance(shown, type(move)):
                    self._before, self._moved = self._truth, next(iter(self._places(move)), "")
                    self._movers |= dict.fromkeys(self._places(move), move.seat)
                    yield self._does(Happening(ask.kind, change, move.seat, ask.id), shown)

    def _change(self, move: Any) -> Mapping[str, Any]:
        """What hands do to the dice for *move*: they turn one, take some away, or lay some."""
        lies, places = self._truth.pyramid, self._places(move)
        if getattr(move, "faces", None) and not hasattr(move, "to"):
            return {"turned": {name: lies[name][0] + "".join(map(str, move.faces)) for name in places}}
        taken = [name for name in places if name in lies]
        placed = {name: die for name in places if name not in lies and (die := self._laid(move, name))}
        return ({"taken": taken} if taken else {}) | ({"placed": placed} if placed else {})

    def _laid(self, move: Any, name: str) -> str:
        """The die that *move* lays at a place; "" if it lays none."""
        die = self._game.play(self._truth, move).state.pyramid.get(name, "")
        return die and self._real(die)

    @staticmethod
    def _places(move: Any) -> list[str]:
        """Where *move* touches dice."""
        single = [getattr(move, part) for part in ("cell", "to") if getattr(move, part, None) is not None]
        return [name_of(cell) for cell in (*getattr(move, "cells", ()), *single)]

    def _does(self, happening: Happening, shown: Move | None = None) -> Happening:
        self._shown = shown
        return happening


def _turned(pyramid: Pyramid, random: Random) -> Pyramid:
    """The same dice, put in without looking."""
    return {name: die[0] + "".join(map(str, random.choice(ORIENTATIONS))) for name, die in pyramid.items()}
