"""A drawn table before the eyes as they run, but for their thread: what they tell, what they find amiss."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import MS, Ask, Fact, Source
from companion.games import find_game
from companion.layout import Layout
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame
from companion.table import Announcement
from companion.words import game_words, languages
from tests.ui.cards_on_table import OwnStage
from tests.vision.reports import believing
from ui.gaze import Gaze
from ui.screen.ports import Delivery, Look, Trouble
from ui.twin.drawn_table import Shown
from vision.drawn import TableScene, draw

LOOK_MS = 200  # between two looks on a Raspberry Pi
UNTIL_TOLD = 12  # looks of a table at rest
PEOPLE = ("Ada", "Ben", "Cem")


class GazedTable:
    """The stage under the eyes; *spoil* is what becomes of each picture on its way."""

    def __init__(self, *asks: Ask, deck: str = "abspecken", seed: int = 3) -> None:
        self.stage, self.t, self.looks = OwnStage(PEOPLE, Random(seed)), 10**9, 0
        self.stage.deck = deck
        self.facts: list[Fact] = []
        self.troubles: list[Trouble] = []
        self.spoil: Callable[[Any], Any] = lambda picture: picture
        self.scene: Callable[[TableScene], TableScene] = lambda scene: scene
        self.last: Look | None = None
        self.gaze, self.asks, self.layout = Gaze(self._hear), asks, Layout()
        self.expect(*asks)
        self.rest(3)

    def expect(self, *asks: Ask) -> None:
        self.asks = asks
        self.gaze.watch(asks, PEOPLE, self.layout)

    def happens(self, movement: Iterable[Shown], rest: int = UNTIL_TOLD) -> list[Fact]:
        """The facts that follow from a movement and the table at rest after it."""
        before = len(self.facts)
        for shown in movement:
            self.see(shown)
        self.rest(rest)
        return self.facts[before:]

    def rest(self, looks: int = UNTIL_TOLD, every_ms: int = LOOK_MS) -> list[Fact]:
        before = len(self.facts)
        for _ in range(looks):
            self.see(self.stage.still(), every_ms)
        return self.facts[before:]

    def bump(self, right: float, down: float, turn: float) -> None:
        """Somebody knocks against the table: camera and mat are millimetres apart from where they were."""
        self.stage.bump(right, down, turn)

    def ruled(self, fact: Fact, verdict: Verdict = Verdict.ACCEPTED) -> None:
        self.gaze.ruled(Announcement(1, fact, Ruling(verdict), "fact"))
        if verdict is Verdict.ACCEPTED:
            self.layout = believing(self.layout, fact)
        self.expect(*self.asks)

    @property
    def trouble(self) -> str:
        """What is amiss now, by its key."""
        says = self.troubles[-1].says if self.troubles else None
        return says.key if says else ""

    def _hear(self, thing: Delivery) -> None:
        match thing:
            case Look():
                self.last = thing
            case Trouble():
                self.troubles.append(thing)
            case Fact(source=Source.CAMERA):
                self.facts.append(thing)

    def see(self, shown: Shown, ms: int = LOOK_MS) -> None:
        """One look, so long after the one before."""
        self.t += ms * MS
        self.looks += 1
        picture = self.spoil(draw(self.scene(replace(shown.scene, seed=self.looks))))
        frame = Frame(picture, self.t, self.looks)
        self.gaze.show(frame)
        self.gaze.look(frame)


def told_by_eyes(at: GazedTable, *, of: str) -> None:
    """That there is trouble, and that every language has words for it without a gap."""
    assert at.trouble == of
    words = game_words(find_game("abspecken"))
    sentences = [words.say(at.troubles[-1].says, language) for language in languages()]
    assert all("{" not in sentence and len(sentence) > 20 for sentence in sentences)
    assert len(set(sentences)) == len(languages())


def told(facts: Sequence[Fact]) -> list[Any]:
    """What the facts tell, and how sure they are."""
    return [(fact.value, round(fact.sure, 1)) for fact in facts]
