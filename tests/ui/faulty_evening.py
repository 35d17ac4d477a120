"""Evenings on which everything goes wrong: pictures fail, things lie about, and the table is knocked.

`tests.ui.many_evenings` plays many of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
from msgspec.structs import replace

from companion.asks import Ask, Fact, Kind
from companion.cards import UNKNOWN
from companion.layout import same_die, tray
from companion.pyramid.cells import layer
from companion.pyramid.notation import cell_named, name_of
from companion.rulings import Verdict
from tests.ui import spoilt
from tests.ui.test_twin import Played
from vision.drawn.printed_decks import DECKS as PRINTED
from vision.mat import COMMON_PILE, SCAN, pile_of

SEEDS, HAPPENINGS = (2, 9, 14), 120
GOOD, BAD = (15, 60), (4, 30)  # pictures in a row
OFTEN = 0.15  # accidents before a happening
DECKS = {"abi94": "abi94", "abspecken": "abspecken", "abstrac": "french", "wobble": "wobble"}

Accident = tuple[str, Callable[[], tuple[Fact, ...]], Callable[[], tuple[Fact, ...]] | None]


# --- what becomes of pictures ---


def black(picture, _random):
    return spoilt.black(picture)


def half(picture, _random):
    return spoilt.half(picture)


def dim(picture, _random):
    return (picture * 0.3).astype(np.uint8)


def dazzled(picture, _random):
    return spoilt.dazzled(picture)


def cup(picture, random):
    """A mug stands somewhere on the table, upon whatever lies there."""
    return spoilt.cup(picture, random.randrange(50, 1230), random.randrange(50, 670))


def phone(picture, random):
    """A phone lies somewhere, its screen dark."""
    return spoilt.phone(picture, random.randrange(50, 1230), random.randrange(90, 630))


class Faults:
    """One fault after the other, each for a while. None: the camera repeats itself, and nothing comes."""

    ALL = (black, half, dim, dazzled, cup, phone, None)

    def __init__(self, random):
        self._random, self._left, self._fault, self._seed = random, random.randint(*GOOD), (), 0
        self.met = set()
        self.bad = 0  # pictures until now

    def __call__(self, picture, _number):
        self._left -= 1
        if self._left <= 0:
            self._change()
        if not self._fault:
            return picture
        (fault,) = self._fault
        self.bad += 1
        return None if fault is None else fault(picture, Random(self._seed))

    def _change(self):
        self._fault = () if self._fault else (self._random.choice(self.ALL),)
        self._seed = self._random.randrange(1000)
        self._left = self._random.randint(*(BAD if self._fault else GOOD))
        self.met |= set(self._fault)


# --- what becomes of the table ---


class Accidents:
    """Somebody knocks dice over, swaps cards, drops dice of the pyramid or pushes the table, and it is put
    right again by hand. Counts what happened, what was noticed, and what the referee has wrong afterwards."""

    def __init__(self, played: Played, random: Random, faults: Faults) -> None:
        self._table, self._senses, self._evening = played.table, played.senses, played.evening
        self._random, self._faults = random, faults
        self.happened: Counter[str] = Counter()
        self.unnoticed: Counter[str] = Counter()  # before good pictures
        self.wrong: list[str] = []

    def perhaps(self) -> None:
        """An accident, if there is anything that it can befall while nobody has to be quick."""
        hurried = self._evening.waits or any(ask.within_ms for ask in self._asks)
        if self._table.over or not self._asks or hurried or self._random.random() > OFTEN:
            return
        *others, bump = self._possible()
        name, befall, put_right = self._random.choice([bump, *others * 4])
        state, scores, bad = self._table.state, self._table.game.scores(self._table.state), self._faults.bad
        facts = befall()
        noticed = self._hear(facts)
        noticed = noticed or self._senses.trouble is not None or name == "bump"
        self.happened[name] += 1
        self.unnoticed[name] += not noticed and self._faults.bad == bad
        if put_right is not None:
            self._hear(put_right())
        elif self._table.state != state:  # what is reported of a table that was only pushed has to be true
            self.wrong += [f"{name}: {fact.value}" for fact in facts if not self._is_true(fact)]
        self._take_back(state)
        if self._table.state != state or self._table.game.scores(self._table.state) != scores:
            self.wrong.append(f"{name}: the referee has kept something of it")

    def _is_true(self, fact: Fact) -> bool:
        """Whether a pyramid stands as *fact* says; nothing was rolled or laid."""
        if fact.kind is not Kind.PYRAMID or "cells" not in fact.value:
            return False
        standing = self._senses.lies.pyramid or {}
        seen = {name_of(tuple(cell["ijk"])): cell for cell in fact.value["cells"]}
        return set(seen) <= set(standing) and all(
            standing[name][1 + "ijk".index(side[1])] == str(number)
            for name, cell in seen.items()
            for side, number in cell["faces"].items()
        )

    @property
    def _asks(self) -> tuple[Ask, ...]:
        return self._table.asks

    def _hear(self, facts: tuple[Fact, ...]) -> bool:
        for fact in facts:
            self._table.hear(fact)
        return bool(facts)

    def _take_back(self, state: object) -> None:
        """What looked like a move was announced as one, and people take it back."""
        for _ in range(3):
            if self._table.state == state or self._table.undo(agreed=True).verdict is not Verdict.ACCEPTED:
                return

    def _possible(self) -> Iterator[Accident]:
        """What may happen now, how it happens, and how it is put right; last a push at the table."""
        senses, asks = self._senses, self._asks
        lying, counts = senses.lies, self._table.game.lies(self._table.state)
        dice = {kind: list(values) for kind, values in lying.dice.items()}
        rolled = any(ask.kind is Kind.DICE and (ask.spoken or not ask.optional) for ask in asks)
        if "pips" in dice and counts.dice and not rolled:
            over = {**dice, "pips": [str(int(dice["pips"][0]) % 6 + 1), *dice["pips"][1:]]}
            yield "die", *self._there_and_back(replace(lying, dice=tray(over)))
        if (swap := self._swap()) is not None:
            place, cards = swap
            part = "rows" if place == SCAN else "piles"
            yield "card", *self._there_and_back(replace(lying, **{part: {place: cards}}))
        if lying.pyramid and any(ask.kind is Kind.PYRAMID for ask in asks) and self._table.state.pyramid:
            knocked = self._knocked(lying.pyramid, counts.pyramid or {})
            yield "pyramid", *self._there_and_back(replace(lying, pyramid=knocked))
        push = [self._random.uniform(-6, 6), self._random.uniform(-6, 6), self._random.uniform(-1, 1)]
        yield "bump", lambda: senses.bumped(*push, asks), None

    def _there_and_back(self, lies):
        was = self._senses.lies
        return lambda: self._senses.befalls(lies, self._asks), lambda: self._senses.befalls(was, self._asks)

    def _swap(self) -> tuple[str, tuple[str, ...]] | None:
        """A place, and the cards there once one of them was exchanged."""
        for place, cards in self._places():
            lying = self._senses.lies.places[place]
            if place == "scan":
                which, others = self._random.randrange(len(cards)), {*self._table.state.row[-3:]}
            else:
                which, others = (
                    len(cards) - 1,
                    {*PRINTED[DECKS[self._table.game.about.name]].copies()} - {*lying},
                )
            if others:  # else whatever lies there now may have lain further down
                return place, (*lying[:which], self._random.choice(sorted(others)), *lying[which + 1 :])
        return None

    def _places(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Places with cards of which nobody is asked, and of a row the cards that nobody may take."""
        asked = {pile_of(ask.place) for ask in self._asks if ask.kind is Kind.CARD}
        for place in (COMMON_PILE, *(f"discard:{seat.name}" for seat in self._table.seats)):
            if place not in asked and (cards := self._senses.lies.piles.get(place)):
                yield place, cards
        if any(ask.place == "row" and ask.lies for ask in self._asks):
            row = self._senses.lies.rows[SCAN][:-3]
            if row:
                yield "scan", row

    def _knocked(self, pyramid, counts):
        """A die of the top fell down, or was turned on its corner where it lies and its faces count."""
        highest = sorted(pyramid, key=lambda cell: (layer(cell_named(cell)), cell))
        turned = {cell: pyramid[cell][0] + pyramid[cell][2:] + pyramid[cell][1] for cell in highest[:4]}
        counting = [cell for cell, die in turned.items() if not same_die(counts.get(cell, UNKNOWN), die)]
        if not counting or self._random.random() < 0.5:
            return {cell: die for cell, die in pyramid.items() if cell != highest[0]}
        cell = self._random.choice(counting)
        return {**pyramid, cell: turned[cell]}


def evening(name: str, seed: int, happenings: int) -> dict:
    """One evening with faults and accidents, and how it went."""
    faults = Faults(Random(seed))
    played = Played(name, seed=seed, frames=True, on_its_way=faults)
    accidents = Accidents(played, Random(seed + 100), faults)
    report = played.play(0).report
    while not report.over and report.happenings < happenings and not report.disagreements:
        accidents.perhaps()
        report = played.play(report.happenings + 1).report
        if accidents.wrong:
            break
    return {
        "happenings": report.happenings,
        "questions": report.questions,
        "by_hand": report.by_hand,
        "faults": sorted("frozen" if fault is None else fault.__name__ for fault in faults.met),
        "accidents": dict(accidents.happened),
        "unnoticed": {name: n for name, n in accidents.unnoticed.items() if n},
        "disagreements": [f"{one.entry}: {one.what}" for one in report.disagreements] + accidents.wrong,
    }
