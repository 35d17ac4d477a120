"""Many thousand cuts in a row, where the last run stopped: killed processes, torn writes, damaged files.

Cut number n is the same in every run with the same seed, so a long run can be stopped and gone on with. A
hundred cuts are a round: one recorded stretch of a game, and one journal that is killed again and again.
Most rounds play in memory; each tenth one in the folder itself, where a real disk takes its time.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from companion.game import AnyGame
from ui.lab.trials.breaks import damage
from ui.lab.trials.cuts import cut
from ui.lab.trials.halfway import MOST_ASKED, all_of, two_at_once
from ui.lab.trials.torn import record, tears

STATE = "torture.json"
ROUND = 100
# of a hundred cuts; the others go through recorded writes
KILLED, KILLED_WRITING, DAMAGED, HALFWAY, TWO = 20, 20, 10, 9, 1
ON_DISK = 10  # each tenth round
MOST_WRITES = 250  # until a process is killed in the middle of one
BEGINS, FIRST_WRITES = 5, 60  # each fifth such process makes a new journal first, with so many writes
Outcome = tuple[str, str]  # what kind of cut it was, and what was wrong after it


class Progress(Struct):
    """How far a run has come."""

    seed: int = 1
    done: int = 0
    on_disk: int = 0
    kinds: dict[str, int] = {}
    told: int = 0  # rulings that were told before a process was killed
    slowest_back_s: float = 0.0
    set_aside: int = 0
    wrong: list[str] = []


class Torture:
    """A run in *folder*; what stands there of an earlier run is gone on with."""

    def __init__(
        self, folder: Path, games: Mapping[str, AnyGame], seed: int, memory: Path | None = None
    ) -> None:
        """*memory* is a folder where no disk is waited for."""
        self._folder, self._memory, self._games = folder, memory, games
        self.progress = self._earlier(seed)

    def run(self, cuts: int, tell: Callable[[Progress], None] = lambda _: None) -> Progress:
        """Go on until *cuts* are done."""
        while self.progress.done < cuts:
            if self.progress.done % ROUND:
                self.progress.done -= self.progress.done % ROUND  # a round is done as a whole
            self._round(min(ROUND, cuts - self.progress.done))
            self._keep()
            tell(self.progress)
        return self.progress

    def _round(self, cuts: int) -> None:
        number = self.progress.done // ROUND
        on_disk = self._memory is None or number % ON_DISK == 0
        place = (self._folder if on_disk or self._memory is None else self._memory) / f"round-{number}"
        kinds, before = Counter(self.progress.kinds), len(self.progress.wrong)
        for n, (kind, wrong) in enumerate(self._cuts(place, cuts, self.progress.seed * 1_000_003 + number)):
            kinds[kind] += 1
            if wrong:
                self.progress.wrong.append(f"cut {self.progress.done + n} ({kind}): {wrong}")
        self.progress.kinds, self.progress.done = dict(kinds), self.progress.done + cuts
        self.progress.on_disk += cuts * on_disk
        if len(self.progress.wrong) == before:
            shutil.rmtree(place, ignore_errors=True)

    def _cuts(self, place: Path, cuts: int, seed: int) -> Iterator[Outcome]:
        """The *cuts* of one round, each of its kinds as often as its share."""
        random = Random(seed)
        shares = (KILLED, KILLED_WRITING, DAMAGED, HALFWAY, TWO)
        killed, writing, damaged, halfway, two = (cuts * share // ROUND for share in shares)
        shutil.rmtree(place, ignore_errors=True)
        for folder in ("killed", "recorded"):
            (place / folder).mkdir(parents=True)
        yield from self._kills(place / "killed" / "journal.sqlite", killed, writing, random)
        recording = record(place / "recorded", self._games, seed)
        torn = cuts - killed - writing - damaged - halfway - two
        first = random.randrange(max(1, len(recording.moments) - torn))
        for one in tears(recording, first, torn, self._games, random):
            yield f"write cut off, {one.left} of the unsynced kept", one.wrong
        for _ in range(damaged):
            broken = damage(place, recording, random)
            self.progress.set_aside += broken.told
            yield "damaged file", broken.wrong
        works = all_of(place)
        for number in range(halfway):
            half = works[number % len(works)].cut(random.randrange(1, MOST_ASKED))
            yield "killed in a rescue, restore or backup", half.wrong
        for _ in range(two):
            yield "two at once", two_at_once(place)

    def _kills(self, place: Path, killed: int, writing: int, random: Random) -> Iterator[Outcome]:
        for number in range(killed + writing):
            in_a_write, begins = number >= killed, number >= killed and number % BEGINS == 0
            if begins:
                shutil.rmtree(place.parent)
                place.parent.mkdir()
            at_write = random.randrange(1, FIRST_WRITES if begins else MOST_WRITES) if in_a_write else 0
            one = cut(place, self._games, random.randrange(10**9), at_write)
            self.progress.told += one.told
            self.progress.slowest_back_s = max(self.progress.slowest_back_s, round(one.back_s, 3))
            yield "killed in a write" if in_a_write else "killed at any moment", one.wrong

    def _earlier(self, seed: int) -> Progress:
        file = self._folder / STATE
        if not file.exists():
            return Progress(seed)
        return msgspec.json.decode(file.read_bytes(), type=Progress)

    def _keep(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        new = self._folder / f"{STATE}.new"
        new.write_bytes(msgspec.json.encode(self.progress))
        new.replace(self._folder / STATE)
