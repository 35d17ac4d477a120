"""A day of family play in virtual time: every game in turn, and everything that goes wrong at a family table.

The table, the rules, the journal on the disk, the order of calls, the words of screen and voice are the real
ones; wires and clock are simulated. Most of what eyes would see comes as facts, so that a day takes minutes;
a share of all games begins before a drawn camera and the real eyes, and that camera is lost now and then. The
truth is compared with the table after every step.
"""

import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import ParamSpec, TypeVar

from msgspec import Struct

from companion.asks import MS, Kind
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.family import Family
from companion.game import AnyGame
from companion.journal import Journal
from companion.lab.family import Comparing, family_class
from companion.rulings import Importance
from companion.seats import seats_named
from companion.table import Announcement, Table
from companion.words import game_words, language_after, languages
from ui.lab.compared import ComparedEvening, Pause, Senses
from ui.lab.senses import TwinSenses
from ui.lab.trials.camera_loss import FailingCamera
from ui.lab.trials.mishaps import AT_ONCE, HOUR, Wrong, pulled_plug
from ui.lab.trials.wired import WiredSenses, WireFault
from ui.screen.ports import NoBoard
from ui.screen.resting import give_back
from ui.screen.rooms import Rooms
from ui.screen.sitting import Sitting
from ui.settings import Forgetful
from ui.twin.evening import Judged, Report

NAMES = ("Ada", "Ben", "Cem", "Dora", "Elif", "Finn")
BETWEEN_GAMES_MS = (60_000, 900_000)  # tidying up, building, a drink
STRETCH = 10  # happenings between two chances for a mishap
DRAWN_EVERY = 5  # rulings
PER_STRETCH = 0.35  # how often such a chance is taken
SEEN_EVERY, SEEN_FIRST = 7, 20  # the first of its kind and each seventh begin before the drawn camera
BEDTIME = 1_500  # happenings: who is not done by then gives the game up
WARM = 0.25  # of the day: until then caches fill, and every game has been played, before the eyes too
FEWEST = 10  # games before it, where only some are played
MEMORY_MB, WORK_MS = 20.0, 50.0  # what is promised

P = ParamSpec("P")
R = TypeVar("R")


class SoakResult(Struct, frozen=True):
    """How the day went."""

    hours: float
    games: int
    happenings: int
    refused: int
    seen: int  # happenings that the eyes had to find out from pictures
    by_hand: int  # of them, told by touch because the eyes did not see it, or the camera was lost
    questions: int
    calls: int
    mishaps: dict[str, int]
    sentences: int  # that were put into words
    wrong: tuple[str, ...]  # exceptions and disagreements, each with its game and seed
    memory_mb: float | None  # growth since a quarter of the day; None where too few games were played
    room_mb: float  # growth of the room that the longest game has left empty, which comes on top of it
    objects: int  # the same, in objects that Python keeps
    # from an edge to its announcement: work of this program, not waiting for disk or others
    work_ms_p50: float
    work_ms_p99: float
    seconds: float

    @property
    def held(self) -> bool:
        return not self.wrong and (self.memory_mb or 0.0) < MEMORY_MB and self.work_ms_p99 < WORK_MS


class Stopwatch:
    """Counts the work between a button's edge and the announcement of its call."""

    def __init__(self, table: Table) -> None:
        self.took: list[float] = []
        self._open = 0.0
        self._since: float | None = None
        table.listen(self._heard)
        feel, tick, hear = table.feel, table.tick, table.hear
        table.feel = self._timed(feel)  # type: ignore[method-assign]
        table.tick = self._timed(tick)  # type: ignore[method-assign]
        table.hear = self._timed(hear)  # type: ignore[method-assign]

    def _timed(self, work: Callable[P, R]) -> Callable[P, R]:
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            self._since = time.thread_time()
            done = work(*args, **kwargs)
            self._open += time.thread_time() - (self._since or 0.0)
            self._since = None
            return done

        return run

    def _heard(self, told: Announcement) -> None:
        if told.fact is None or told.fact.kind is not Kind.CALL:
            self._open = 0.0
            return
        now = time.thread_time()
        self.took.append((self._open + now - (self._since or now)) * 1e3)
        self._open, self._since = 0.0, now

    def goes_on(self, _told: Announcement) -> None:
        """What a simulated family makes of an announcement is no work of the program."""
        self._since = None if self._since is None else time.thread_time()


class Voice:
    """Puts everything that is announced and asked into words, as screen and loudspeaker do."""

    def __init__(self) -> None:
        self.language, self.said = languages()[0], 0

    def listen(self, table: Table) -> None:
        table.listen(lambda told: self._say(table.game, told))

    def other_language(self) -> None:
        self.language = language_after(self.language)

    def _say(self, game: AnyGame, told: Announcement) -> None:
        words = game_words(game)
        says = [n.says for n in told.ruling.notes if n.importance is not Importance.PRIVATE]
        says += [told.ruling.why] if told.ruling.why is not None else []
        for one in says:
            if not words.say(one, self.language).strip():
                raise Wrong(f"nothing is said for {one.key} in {self.language}")
            self.said += 1


class Day:
    """A family's day, game after game."""

    def __init__(self, folder: Path, seed: int, games: Sequence[AnyGame]) -> None:
        self._place, self._random, self._games = folder / "journal.sqlite", Random(seed), tuple(games)
        self._clock = HandClock(HOUR)
        self._journal = Journal.open(self._place, self._clock)
        self._voice = Voice()
        self._counts, self.mishaps = Counter[str](), Counter[str]()
        self.wrong: list[str] = []
        self.took: list[float] = []
        self._told_so_far = 0

    @property
    def hours(self) -> float:
        return self._clock.now() / HOUR - 1

    def live(self, hours: float, progress: Callable[[str], None]) -> SoakResult:
        """Play until *hours* of virtual time are over."""
        start, base, room, blocks = time.monotonic(), 0.0, 0.0, 0
        while self.hours < hours:
            number = self._counts["games"]
            self._play(self._games[number % len(self._games)], self._random.randrange(10**6))
            self._counts["games"] += 1
            low, high = BETWEEN_GAMES_MS
            self._clock.advance(self._random.randrange(low, high) * MS)
            if not base and self.hours >= WARM * hours and number + 1 >= max(FEWEST, len(self._games)):
                base, room, blocks = memory_mb(), empty_room_mb(), sys.getallocatedblocks()
            if number % len(self._games) == 0:
                told = f"{self.hours:.1f} hours, {number + 1} games, {len(self.wrong)} wrong"
                progress(f"{told}, {memory_mb():.0f} MB")
        self._journal.close()
        grown = round(memory_mb() - base, 1) if base else None
        more_room = round(empty_room_mb() - room, 1) if base else 0.0
        kept = sys.getallocatedblocks() - blocks if base else 0
        return self._result(grown, more_room, kept, time.monotonic() - start)

    def _result(self, grown: float | None, room: float, kept: int, seconds: float) -> SoakResult:
        took = sorted(self.took) or [0.0]
        return SoakResult(
            round(self.hours, 1),
            self._counts["games"],
            self._counts["happenings"],
            self._counts["refused"],
            self._counts["seen"],
            self._counts["by_hand"],
            self._counts["questions"],
            len(self.took),
            dict(self.mishaps),
            self._voice.said,
            tuple(self.wrong),
            grown,
            room,
            kept,
            round(took[len(took) // 2], 2),
            round(took[min(len(took) - 1, len(took) * 99 // 100)], 2),
            round(seconds, 1),
        )

    # --- one game ---

    def _play(self, game: AnyGame, seed: int) -> None:
        mark = f"{game.about.name} (seed {seed})"
        try:
            for report in self._evening(game, seed):
                if report.disagreements:
                    self.wrong.append(f"{mark}: {report.disagreements[0].what}")
                    return
        except Wrong as wrong:
            self.wrong.append(f"{mark}: {wrong}")
        except Exception as error:  # the trial has to tell of every exception, and go on with the next game
            self.wrong.append(f"{mark}: {type(error).__name__}: {error}")

    def _evening(self, game: AnyGame, seed: int) -> Iterator[Report]:
        """The game in stretches, with mishaps between them; how each stretch went."""
        random = Random(seed)
        low, high = game.about.seats
        seats = seats_named(NAMES[: random.randint(low, min(high, len(NAMES)))], self._voice.language)
        table = Table.start(game, seats, {}, self._journal, self._clock)
        family = family_class(game)(game, tuple(s.name for s in seats), table.options, random, 0.0)
        wired = WiredSenses(seats, self._clock, random, random.choice(list(WireFault)))
        eyes = self._eyes(table, family, random) if self._is_seen() else None
        watch, played, stretches = self._at(table), 0, 0
        evening = self._before(table, family, eyes or wired, watch)
        while table.outcome is None:
            report, stretches = evening.play(played + STRETCH), stretches + 1
            played = report.happenings
            yield report
            if stretches * STRETCH >= BEDTIME and not evening.waits and table.outcome is None:
                self.mishaps["given up"] += 1
                table.leave()
                break
            after = table
            if not evening.waits and table.outcome is None and random.random() < PER_STRETCH:
                after = self._mishap(table, wired, random)
            if after is not table or (eyes and played >= SEEN_FIRST and not evening.waits):
                self._count(report, watch, seen=eyes is not None)
                table, played, eyes = after, 0, None
                watch = self._at(table)
                evening = self._before(table, family, wired, watch)
            _agree(family, table)
        self._count(report, watch, seen=eyes is not None)

    def _is_seen(self) -> bool:
        number = self._counts["games"]
        return number < len(self._games) or number % SEEN_EVERY == 0

    def _eyes(self, table: Table, family: Family, random: Random) -> Senses:
        camera = FailingCamera(random, lambda: self.mishaps.update(["camera lost"]))
        return TwinSenses(table, family, self._clock, random, camera)

    def _before(self, table: Table, family: Family, senses: Senses, watch: Stopwatch) -> ComparedEvening:
        evening = ComparedEvening(table, family, self._clock, senses, self._told)
        table.listen(watch.goes_on)  # after the family has heard it
        return evening

    def _count(self, report: Report, watch: Stopwatch, *, seen: bool) -> None:
        self._counts["happenings"] += report.happenings
        self._counts["refused"] += report.refused
        self._counts["questions"] += report.questions
        if seen:
            self._counts["seen"] += report.happenings
            self._counts["by_hand"] += report.by_hand
        self.took += watch.took

    def _at(self, table: Table) -> Stopwatch:
        """Somebody looks at and listens to *table*."""
        self._voice.listen(table)
        rooms = Rooms({}, self._journal, self._clock, NoBoard(), Forgetful())
        self._sitting = Sitting(table, rooms)
        return Stopwatch(table)

    def _told(self, judged: Judged) -> None:
        """The page is drawn anew now and then; a scene of everything takes longer than most rulings."""
        self._told_so_far += 1
        if self._told_so_far % DRAWN_EVERY == 0:
            self._sitting.scene()

    def _mishap(self, table: Table, senses: WiredSenses, random: Random) -> Table:
        """Something goes wrong; the table that the game goes on at."""
        what = random.choice((*AT_ONCE, "mashed buttons", "language", "pulled plug"))
        self.mishaps[what] += 1
        if what in AT_ONCE:
            AT_ONCE[what](table, self._clock, random)
        elif what == "mashed buttons":
            self._mash(table, senses)
        elif what == "language":
            self._voice.other_language()
        else:
            table, self._journal = pulled_plug(table, self._place, self._clock, self._journal)
        return table

    def _mash(self, table: Table, senses: WiredSenses) -> None:
        """Small hands play with the buttons while nobody may call."""
        before = table.state
        for perceived in senses.play_with_buttons(table.asks):
            if isinstance(perceived, Edge):
                self._clock.move_to(perceived.t)
                table.feel(perceived)
            elif isinstance(perceived, Pause):
                self._clock.move_to(perceived.until)
            table.tick()
        if table.state is not before:
            raise Wrong("fidgeting with the buttons has changed the table")


def _agree(family: Family, table: Table) -> None:
    for what in family.disagreements(table.state) if isinstance(family, Comparing) else ():
        raise Wrong(f"after a mishap: {what}")


def memory_mb() -> float:
    """What this process keeps in memory, once everything that can go has gone.

    Python gives room for objects back by the megabyte, and one object that stays holds all of it. What the
    longest game so far has left empty is therefore not counted: the next one fills it first.
    """
    give_back()
    lines = Path("/proc/self/status").read_text().splitlines()
    resident = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
    return resident - empty_room_mb()


def empty_room_mb() -> float:
    """The room for objects in which none lies, as Python tells it; 0 where the C library looks after it."""
    sys.stderr.flush()
    before = os.dup(2)
    with tempfile.TemporaryFile() as told:
        os.dup2(told.fileno(), 2)  # it tells that there alone
        try:
            sys._debugmallocstats()
        finally:
            os.dup2(before, 2)
            os.close(before)
        told.seek(0)
        said = told.read().decode().replace(",", "")
    found = [re.search(told, said) for told in (r"bytes/arena *= *(\d+)", r"in allocated blocks *= *(\d+)")]
    held, filled = (int(one[1]) if one else 0 for one in found)
    return (held - filled) / 2**20


def soak(
    folder: Path,
    hours: float,
    seed: int,
    games: Sequence[AnyGame],
    progress: Callable[[str], None] = lambda _line: None,
) -> SoakResult:
    """A day of *hours* in virtual time; the journal lies in *folder*."""
    return Day(folder, seed, games).live(hours, progress)
