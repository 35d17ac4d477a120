"""Simulated people at a pyramid who know every die: before them lies the game itself, with all numbers known.

They do what the rules allow. What they lay, take and turn the eyes have to see; what the eyes have not read,
and the companion asks for, they know.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import Ask
from companion.facts import JSON, MS, Fact, Kind, Source
from companion.family import Family, Happening
from companion.game import AnyGame, Move, Options
from companion.layout import Layout
from companion.pyramid.cells import Cell
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import Pyramid, name_of
from companion.rulings import Question, Ruling, Verdict

GAPS = (250 * MS, 900 * MS)  # between two things that people do


class PyramidFamily(Family):
    """Each game says what happens next, as far as that is no answer to a question."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self._game, self._seats, self._random = game, tuple(seats), random
        self._truth: Any = game.start(self._seats, options)
        self._doing: tuple[Happening, Move | None] | None = None  # announced and not ruled on; what it is
        self._to_build = self._box()

    def _box(self) -> Pyramid:
        """The dice that people lay before the game, where they do."""
        return {}

    @abstractmethod
    def _next(self, asks: Mapping[str, Ask]) -> Happening | None:
        """What somebody does; *asks* by their ids and by the first part of them."""

    # --- what a family is asked from outside ---

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if self._doing is not None:
            return None
        named = {ask.id.partition(":")[0]: ask for ask in reversed(asks)} | {ask.id: ask for ask in asks}
        return self._next(named)

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        if self._doing is None or self._doing[0] != happening:
            return
        (_, move), self._doing = self._doing, None
        if move is not None and ruling.verdict is Verdict.ACCEPTED:
            said = ruling.move if isinstance(ruling.move, dict) else {}
            timed = {name: said[name] for name in ("t", "within") if name in said and hasattr(move, name)}
            placed = happening.value.get("placed", {}) if isinstance(happening.value, dict) else {}
            self._happened(replace(move, **timed), placed)

    def time_ran_out(self, ruling: Ruling) -> None:
        """Nobody was quick enough: the clock has moved."""
        if ruling.verdict is Verdict.ACCEPTED and isinstance(ruling.move, dict):
            self._doing, move = None, self._game.read_move(ruling.move)
            # whoever only holds the things stays where it was
            if self._game.refuse(self._truth, move) is None:
                self._happened(move)

    def _happened(self, move: Move, placed: Pyramid = {}) -> None:  # noqa: B006  (nobody changes it)
        """A rule that minds no numbers forgets those of the dice that were *placed*; people do not."""
        after = self._game.play(self._truth, move).state
        unread = {name for name, die in after.pyramid.items() if "?" in die} & placed.keys()
        known = {name: placed[name] for name in unread}
        self._truth = replace(after, pyramid={**after.pyramid, **known}) if known else after

    def lies(self) -> Layout:
        return Layout(pyramid=self._truth.pyramid or self._to_build)

    # --- doing something ---

    def _builds(self, move: Move, ask: Ask) -> Happening:
        """The whole pyramid is laid before the eyes."""
        return self._does(move, Happening(Kind.PYRAMID, {"dice": self._to_build}, "", ask.id))

    def _shows(self, move: Move, ask: Ask, seat: str = "", **change: JSON) -> Happening:
        """Dice are taken, placed or turned before the eyes."""

        return self._does(move, Happening(Kind.PYRAMID, change, seat, ask.id))

    def _answers(self, ask: Ask, value: JSON, seat: str = "") -> Happening:
        """By touch, dice or button. What only the companion did not know changes nothing."""
        who = seat or self._random.choice(ask.seats)
        move = None
        if any(own.id == ask.id for own in self._game.asks(self._truth)):
            understood = self._game.understand(
                self._truth, ask, Fact(ask.kind, value, 0, Source.SIMULATED, seat=who, ask=ask.id)
            )
            move = None if isinstance(understood, Question) else understood
        return self._does(move, Happening(ask.kind, value, who, ask.id))

    def _rolls(self, ask: Ask, pips: Sequence[int] | None = None) -> Happening:
        shown = pips or [self._random.randint(1, 6) for _ in range(ask.dice["pips"])]
        seat = self._truth.roller if getattr(self._truth, "roller", "") in ask.seats else ""
        return self._answers(ask, {"pips": list(shown)}, seat)

    def _does(self, move: Move | None, happening: Happening) -> Happening:
        self._doing = replace(happening, after_ns=self._random.randint(*GAPS)), move
        return self._doing[0]

    # --- dice ---

    def _die(self, colour: str) -> str:
        """A die as it happens to lie."""
        return colour + "".join(map(str, self._random.choice(ORIENTATIONS)))

    def _filled(self, cells: Iterable[Cell], box: Mapping[str, int]) -> Pyramid:
        """Dice from the *box* put in without looking."""
        colours = [colour for colour, count in box.items() for _ in range(count)]
        self._random.shuffle(colours)
        return {name_of(cell): self._die(colours.pop()) for cell in cells}


def touching(cell: Cell) -> JSON:
    """A tap on one place of the drawn pyramid."""
    return {"cells": [list(cell)]}
