"""Eyes that are not sure: who is asked, and who is not, in whole games of every kind.

A share of all readings is doubtful, and some of those are wrong at first sight; the truth is always among
what the eyes think possible. Of a die of the pyramid the eyes tell only the faces that they are sure of, so
there a doubtful face is left out. The referee asks only where it matters. Beside it: asking about every
doubt, and never asking, which believes the likeliest. What may not happen is a silently wrong state.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, Ask, Fact, Kind, Source
from companion.clock import HandClock
from companion.family import Happening
from companion.game import AnyGame
from companion.journal import Journal
from companion.lab.family import family_class
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.table.judge import Judgement, judge
from ui.lab.compared import ComparedEvening, Perceived, PlainSenses

NAMES = ("Ada", "Ben", "Cem", "Dora")
DOUBTFUL = 0.25  # of all readings
WRONG = 0.3  # of the doubtful ones the likeliest reading is not the truth
LEFT_OUT = 0.95  # how sure a look at the pyramid is that lacks a face: sure of all that it tells
READ = (Kind.DICE, Kind.CARD, Kind.PYRAMID)
FACES = ("-i", "-j", "-k")
SECOND = 10**9
Path = tuple[Any, ...]
ENOUGH, MOST_GAMES = 80, 8  # readings, and games that are played to get so many


class DoubtsResult(Struct, frozen=True):
    """One game: what became of its doubtful readings."""

    game: str
    readings: int
    doubtful: int  # as many questions as "always ask" has
    misread: int  # of them at first sight
    questions: int
    choices: float  # offered per question
    never_ask_wrong: int  # states that would be silently wrong if nobody were ever asked
    silently_wrong: int  # that were: may not be
    agreed: bool  # referee and truth, to the end of the game

    @property
    def held(self) -> bool:
        return self.agreed and self.silently_wrong == 0


class DoubtfulSenses(PlainSenses):
    """Tells what happens, but now and then only as one of several readings."""

    def __init__(self, table: Table, clock: HandClock, random: Random, share: float) -> None:
        super().__init__(clock)
        self._table, self._random, self._share = table, random, share
        self._known: dict[str, set[Any]] = {}
        self._left_out = False  # the doubtful reading lacks what the eyes were not sure of
        self._truth: Judgement | None = None
        self.readings = self.doubtful = self.misread = self.questions = self.choices = 0
        self.never_ask_wrong = self.silently_wrong = 0
        table.listen(self._heard)

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        now = self._clock.now()
        source = Source.CAMERA if happening.kind in READ else Source.SIMULATED
        truth = Fact(happening.kind, happening.value, now, source, happening.seat, happening.ask)
        self._truth = None
        if happening.kind not in READ:
            yield truth
            return
        self.readings += 1
        self._learn(happening.value)
        path, others = self._misreadings(happening.value)
        if not others or self._random.random() >= self._share:
            yield truth
            return
        yield self._doubtful(truth, path, others, asks)

    def _doubtful(self, truth: Fact, path: Path, others: list[JSON], asks: Sequence[Ask]) -> Fact:
        self.doubtful += 1
        readings = [truth.value, *others]
        if self._random.random() < WRONG:
            self.misread += 1
            readings = [others[0], truth.value, *others[1:]]
        game, state = self._table.game, self._table.state
        self._truth = judge(game, state, asks, truth)
        first = judge(game, state, asks, replace(truth, value=readings[0]))
        self.never_ask_wrong += not _same(first, self._truth)
        self._left_out = truth.kind is Kind.PYRAMID
        if self._left_out:
            return replace(truth, value=_without(truth.value, others[0], path), sure=LEFT_OUT)
        return replace(truth, value=readings[0], sure=0.7, choices=tuple(readings[1:]))

    def _heard(self, told: Any) -> None:
        """The table has ruled on a doubtful reading: asked, or decided as the truth would have been?"""
        truth, self._truth = self._truth, None
        if truth is None or told.fact is None or told.fact.sure == 1.0:
            return
        if told.ruling.verdict is Verdict.UNSURE:
            self.questions += 1
            self.choices += len(told.ruling.choices)
        elif self._left_out:  # what is not known cannot be wrong; the truth compares the rest after each step
            self.silently_wrong += told.ruling.verdict is not truth.ruling.verdict
        elif not _same(Judgement(told.ruling, self._table.state), truth):
            self.silently_wrong += 1

    # --- how things are misread ---

    def _learn(self, value: JSON) -> None:
        for where, leaf in _leaves(value):
            self._known.setdefault(where, set()).add(leaf)

    def _misreadings(self, value: JSON) -> tuple[Path, list[JSON]]:
        """Where a single face, card or number may be another one, and one or two values in which it is."""
        spots = [(path, where, leaf) for path, where, leaf in _spots(value, ()) if self._others(where, leaf)]
        if not spots:
            return (), []
        path, where, leaf = self._random.choice(spots)
        others = self._others(where, leaf)
        chosen = self._random.sample(others, min(len(others), self._random.choice((1, 1, 2))))
        return path, [_changed(value, path, other) for other in chosen]

    def _others(self, where: str, leaf: Any) -> list[Any]:
        if isinstance(leaf, int):
            return [face for face in range(1, 7) if face != leaf]
        if _is_die(leaf):  # one of its faces was taken for another
            digit = self._random.randrange(1, 4)
            return [leaf[:digit] + face + leaf[digit + 1 :] for face in "123456" if face != leaf[digit]]
        return sorted(self._known.get(where, set()) - {leaf}, key=str)


def _spots(value: JSON, path: Path) -> Iterator[tuple[Path, str, Any]]:
    """(path, what sort of thing, the thing) for everything in *value* that can be misread."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key not in ("place", "ijk", "taken"):
                yield from _spots(part, (*path, key))
    elif isinstance(value, (list, tuple)):
        for number, part in enumerate(value):
            yield from _spots(part, (*path, number))
    elif isinstance(value, (int, str)) and not isinstance(value, bool):
        yield path, "/".join(part for part in path if isinstance(part, str)), value


def _leaves(value: JSON) -> Iterable[tuple[str, Any]]:
    return ((where, leaf) for _, where, leaf in _spots(value, ()))


def _changed(value: JSON, path: Sequence[Any], leaf: Any) -> JSON:
    if not path:
        return leaf
    key, *rest = path
    if isinstance(value, Mapping):
        return {**value, key: _changed(value[key], rest, leaf)}
    return [_changed(part, rest, leaf) if n == key else part for n, part in enumerate(value)]


def _without(value: JSON, misread: JSON, path: Path) -> JSON:
    """*value* without what *misread* has otherwise at *path*: a face that is left out, or is not known."""
    if not path:
        doubtful = zip(str(value), str(misread), strict=False)
        return "".join(one if one == other else "?" for one, other in doubtful) if _is_die(value) else "?"
    key, *rest = path
    if isinstance(value, Mapping):
        if not rest and key in FACES:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: _without(value[key], misread[key], tuple(rest))}
    return [_without(one, misread[n], tuple(rest)) if n == key else one for n, one in enumerate(value)]


def _is_die(leaf: Any) -> bool:
    """Whether *leaf* is a die of the pyramid, like "r623"."""
    return isinstance(leaf, str) and len(leaf) == 4 and leaf[1:].isdigit()


def _same(one: Judgement, other: Judgement) -> bool:
    accepted = one.ruling.verdict is Verdict.ACCEPTED
    if one.ruling.verdict is not other.ruling.verdict:
        return False
    return one.state == other.state if accepted else one.ruling.rule == other.ruling.rule


def doubts(game: AnyGame, seed: int, share: float = DOUBTFUL) -> DoubtsResult:
    """Whole games of *game* with a *share* of doubtful readings, until there were enough to say something."""
    results: list[DoubtsResult] = []
    while sum(r.readings for r in results) < ENOUGH and len(results) < MOST_GAMES:
        results.append(_one_game(game, seed + 1000 * len(results), share))
    questions, choices = sum(r.questions for r in results), sum(r.questions * r.choices for r in results)
    return DoubtsResult(
        game.about.name,
        sum(r.readings for r in results),
        sum(r.doubtful for r in results),
        sum(r.misread for r in results),
        questions,
        round(choices / max(1, questions), 2),
        sum(r.never_ask_wrong for r in results),
        sum(r.silently_wrong for r in results),
        all(r.agreed for r in results),
    )


def _one_game(game: AnyGame, seed: int, share: float) -> DoubtsResult:
    clock, random = HandClock(SECOND), Random(seed)
    low, high = game.about.seats
    seats = seats_named(NAMES[: min(max(3, low), high)])
    table = Table.start(game, seats, {}, Journal.open(":memory:", clock), clock)
    family = family_class(game)(game, tuple(s.name for s in seats), table.options, random, 0.0)
    senses = DoubtfulSenses(table, clock, random, share)
    report = ComparedEvening(table, family, clock, senses).play()
    return DoubtsResult(
        game.about.name,
        senses.readings,
        senses.doubtful,
        senses.misread,
        senses.questions,
        round(senses.choices / max(1, senses.questions), 2),
        senses.never_ask_wrong,
        senses.silently_wrong,
        report.agreed,
    )
