"""Many thousand cuts in a row, where the last run stopped: killed processes, torn writes, damaged files.

Cut number n is the same in every run with the same seed, so a long run can be stopped and gone on with.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from companion.game import AnyGame
from ui.trials.breaks import damage
from ui.trials.cuts import cut
from ui.trials.torn import Photograph, photographs, tear

STATE = "torture.json"
ROUND = 100  # cuts: so many share a journal, then a new one is begun
KILLS, TEARS = 30, 60  # of a hundred cuts; the rest are damaged files


class Progress(Struct):
    """How far a run has come."""

    seed: int = 1
    done: int = 0
    kinds: dict[str, int] = {}
    told: int = 0  # rulings that were told before a cut
    slowest_back_s: float = 0.0
    set_aside: int = 0
    wrong: list[str] = []


class Torture:
    """A run in *folder*; what stands there of an earlier run is gone on with."""

    def __init__(self, folder: Path, games: Mapping[str, AnyGame], seed: int) -> None:
        self._folder, self._games = folder, games
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
        seed = self.progress.seed * 1_000_003 + number
        place = self._folder / f"round-{number}"
        shutil.rmtree(place, ignore_errors=True)
        (place / "killed").mkdir(parents=True)
        photos, random = photographs(place, self._games, seed), Random(seed)
        kinds = Counter(self.progress.kinds)
        for n in range(cuts):
            share = n * 100 // ROUND if cuts == ROUND else n * 100 // cuts
            kind, wrong = self._cut(place, photos, random, share, seed * ROUND + n)
            kinds[kind] += 1
            if wrong:
                self.progress.wrong.append(f"cut {self.progress.done + n} ({kind}, seed {seed}): {wrong}")
        self.progress.kinds, self.progress.done = dict(kinds), self.progress.done + cuts
        if not self.progress.wrong:
            shutil.rmtree(place, ignore_errors=True)

    def _cut(
        self, place: Path, photos: list[Photograph], random: Random, share: int, seed: int
    ) -> tuple[str, str]:
        if share < KILLS:
            killed = cut(place / "killed" / "journal.sqlite", self._games, seed)
            self.progress.told += killed.told
            self.progress.slowest_back_s = max(self.progress.slowest_back_s, round(killed.back_s, 3))
            return "killed", killed.wrong
        if share < KILLS + TEARS:
            at = random.randrange(len(photos) - 1)
            torn = tear(place, photos[at], photos[at + 1], self._games, random)
            return f"torn {torn.kind}", torn.wrong
        broken = damage(place, random.choice(photos), random)
        self.progress.set_aside += broken.told
        return "damaged", broken.wrong

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
