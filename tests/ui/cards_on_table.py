"""A drawn table with cards under the real eyes, for tests of what is told of them."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import MS, Ask, Fact
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame, Sighting
from tests.vision.reports import looking
from ui.lab.laboratory_stage import LaboratoryStage
from ui.twin.drawn_table import Shown
from vision.calibration import calibrate
from vision.drawn import TableScene, draw
from vision.eyes import Eyes

SEATS = ("Ada", "Ben", "Cem")
LOOK_MS = 120
UNTIL_TOLD = 16  # looks of a table at rest: longer than the pause after the last card, and doubtful ones


class OwnStage(LaboratoryStage):
    """A stage on which a test may say itself how things lie."""

    @property
    def lying(self) -> TableScene:
        return self._scene

    def lie(self, **things: Any) -> None:
        self._scene = replace(self._scene, **things)


class CardsOnTable:
    """The stage, the eyes above it and the lookout behind them; time passes with the looks."""

    def __init__(self, deck: str, *asks: Ask, seats: Sequence[str] = SEATS, seed: int = 5) -> None:
        self.stage, self.lookout, self.t = OwnStage(seats, Random(seed)), looking(), 0
        self.stage.deck = deck
        calibration = calibrate(draw(self.stage.scene), self.stage.mat)
        assert calibration is not None
        self.eyes, self.looks = Eyes(calibration), 0
        self.last: Sighting | None = None
        self.expect(*asks)
        self.rest(3)

    def expect(self, *asks: Ask, **lies: Any) -> None:
        self.lookout.expect(asks, **lies)

    def happens(self, movement: Iterable[Shown], rest: int = UNTIL_TOLD) -> list[Fact]:
        """The facts that follow from a movement and the table at rest after it."""
        told = [fact for shown in movement for fact in self._see(shown)]
        return told + self.rest(rest)

    def rest(self, looks: int = UNTIL_TOLD) -> list[Fact]:
        return [fact for _ in range(looks) for fact in self._see(self.stage.still(LOOK_MS))]

    def ruled(self, fact: Fact, verdict: Verdict = Verdict.ACCEPTED) -> None:
        self.lookout.ruled(fact, Ruling(verdict))

    def _see(self, shown: Shown) -> tuple[Fact, ...]:
        self.t += shown.ms * MS
        self.looks += 1
        wanted = self.lookout.wanted(self.stage.mat)
        self.last, events = self.eyes.see(Frame(draw(shown.scene), self.t, self.looks), wanted)
        return self.lookout.see(self.last, events)


def cards_of(facts: Iterable[Fact]) -> list[tuple[str, list[str]]]:
    """Where and which, for each fact."""
    return [(fact.value["place"], fact.value["cards"]) for fact in facts]
