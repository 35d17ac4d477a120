"""The senses of the simulated table: pictures for the real eyes and edges for the real timing."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.asks import MS, Ask, Fact, Kind, Say, Source
from companion.clock import HandClock
from companion.family import Family, Happening
from companion.layout import Layout
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame, Seen, Sighting
from companion.table import Announcement, Table
from ui.lab.compared import Aside, Looked, Pause, Perceived
from ui.lab.laboratory_stage import LaboratoryStage
from ui.twin.drawn_pyramid import written
from ui.twin.drawn_table import Shown, brought_to
from ui.twin.show import Fingers, movement
from vision.calibration import calibrate
from vision.drawn import draw
from vision.eyes import Eyes
from vision.mat import pile_of
from vision.report.discrepancy import Discrepancy
from vision.report.report import Report
from vision.scene.moved import elsewhere
from vision.wanted import EVERYTHING

PATIENCE = 20  # pictures of a table at rest before somebody loses patience and tells it by touch
STILL_MS = 120
STAYS = 0.3  # how often a hand stays for a while over what it has changed
RESTING = 4  # pictures until the eyes believe that something has come to rest

# what becomes of a picture between table and eyes, by its number; None: none comes
OnItsWay = Callable[[Any, int], Any]


class TwinSenses:
    """Stages every happening before the eyes and at the buttons of one simulated table."""

    def __init__(
        self,
        table: Table,
        family: Family,
        clock: HandClock,
        random: Random,
        on_its_way: OnItsWay = lambda picture, number: picture,
        *,
        on_mat: bool = True,
    ) -> None:
        """*on_its_way* is for cameras that do not work as they should."""
        self._table, self._family, self._clock, self._on_its_way = table, family, clock, on_its_way
        self._buttons = {seat.name: seat.button for seat in table.seats}
        self._random = random
        seats, pyramid = [seat.name for seat in table.seats], family.lies().pyramid is not None
        self._stage = LaboratoryStage(seats, random, pyramid, on_mat=on_mat)
        self._fingers = Fingers(random)
        self._report = Report()
        calibration = calibrate(draw(self._stage.scene), self._stage.mat) if on_mat else None
        if calibration is None and on_mat:
            raise ValueError("the markers of the simulated mat were not found")
        self._eyes = Eyes(calibration)
        self._wanted = EVERYTHING
        self._frames, self._pushed = 0, False
        self.last = Sighting(clock.now(), Seen.WAITING)
        self._asides: tuple[Fact, ...] = ()  # what the eyes told, though nobody did it on purpose
        table.listen(self._announced)
        self._watch_nothing()

    # --- what happens ---

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        self._expect(asks)
        self._wanted = self._report.wanted(self._stage.seen_mat)
        if happening.kind is Kind.CALL:
            yield from self._fingers.press(self._buttons[happening.seat], self._clock.now())
        elif (moving := self._movement(happening, asks)) is not None:
            yield from self._look_at(moving, happening)
            yield Looked(None)
        elif happening.kind is Kind.PYRAMID and self._stage.pyramid:
            yield from self._look_at(iter(()), happening)  # nothing moves: what is to be told lies there
        else:
            yield _as_typed(happening, asks).told(self._clock.now(), Source.TOUCH)

    def _movement(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Shown] | None:
        return movement(self._stage, happening, asks, self._random, written(self._family.lies().pyramid))

    def settle(self, happening: Happening, ruling: Ruling) -> None:
        """Tell the eyes what became of it, and bring the table to what the family says lies there."""
        self._report.ruled(happening.told(self._clock.now(), Source.TOUCH), ruling)
        if ruling.verdict is not Verdict.UNSURE:
            self._tidy_up()

    def _expect(self, asks: Sequence[Ask]) -> None:
        self._report.expect(asks, self._table.game.lies(self._table.state))

    # --- accidents ---

    @property
    def trouble(self) -> Say | None:
        """What the companion would tell to put right on the table."""
        return self._report.trouble

    @property
    def discrepancy(self) -> Discrepancy | None:
        """What lies otherwise than it counts, as the companion shows it."""
        return self._report.discrepancy

    def in_sight(self, lies: Layout) -> Layout:
        """*lies* without a pyramid that nobody has built before the camera yet."""
        return lies if self._stage.pyramid else replace(lies, pyramid=None)

    def befalls(self, lies: Layout, asks: Sequence[Ask]) -> tuple[Fact, ...]:
        """Somebody's hands come, and the table *lies* like this now: what the eyes tell of it."""
        shown = list(brought_to(self._stage, lies))
        if shown and self._random.random() < STAYS:  # noise is new in each picture
            last = shown[-1]
            seeds = (self._random.randrange(1 << 30) for _ in range(RESTING))
            shown += [replace(last, scene=replace(last.scene, seed=seed)) for seed in seeds]
        return self._accident(iter(shown), asks)

    def bumped(self, right: float, down: float, turn: float, asks: Sequence[Ask]) -> tuple[Fact, ...]:
        """Somebody knocks against the table: it lies elsewhere, and the eyes follow."""
        self._stage.bump(right, down, turn)
        self._pushed = True
        return self._accident(iter(()), asks)

    @property
    def lies(self) -> Layout:
        """Everything as it lies on the simulated table."""
        return self._stage.lies

    def _accident(self, moving: Iterator[Shown], asks: Sequence[Ask]) -> tuple[Fact, ...]:
        self._expect(asks)
        self._wanted = self._report.wanted(self._stage.seen_mat)
        facts: tuple[Fact, ...] = ()
        for shown in moving:
            self._clock.advance(shown.ms * MS)
            facts += self._see(shown)
        for _ in range(PATIENCE):
            if facts:
                break
            self._clock.move_to(max(self._clock.now() + STILL_MS * MS, self._report.next_look or 0))
            facts = self._see(self._stage.still())
        self._asides += facts
        return facts

    # --- dice and cards ---

    def _look_at(self, movement: Iterator[Shown], happening: Happening) -> Iterator[Perceived]:
        """Show a movement, and after it the table at rest until the eyes have told what it was.

        What is told while something still moves is heard once it has been moved. Some things nobody can see
        from above, like a card laid exactly upon another of its kind. The screen goes on asking then, and
        somebody tells it by touch.
        """
        facts: tuple[Fact, ...] = ()
        for shown in movement:
            yield Pause(self._clock.now() + shown.ms * MS)
            facts += self._see(shown)
            yield Looked(self._report.reported_until)
        for looks_left in reversed(range(PATIENCE + 1)):
            for fact in facts:
                yield fact if _is_about(fact, happening) else self._aside(fact)
            if any(_is_about(fact, happening) for fact in facts):
                return
            yield Looked(self._report.reported_until)
            if looks_left:
                yield Pause(max(self._clock.now() + STILL_MS * MS, self._report.next_look or 0))
                facts = self._see(self._stage.still())
        said = happening.told(self._clock.now(), Source.TOUCH)
        yield replace(said, source=Source.CAMERA) if self._is_known(happening) else said

    def _is_known(self, happening: Happening) -> bool:
        """Whether the referee knows every die of the pyramid as it lies: nobody has to say anything then."""
        counts = self._table.game.lies(self._table.state).pyramid
        return happening.kind is Kind.PYRAMID and bool(counts) and counts == self._stage.lies.pyramid

    def _aside(self, fact: Fact) -> Aside:
        self._asides += (fact,)
        return Aside(fact)

    def _announced(self, announcement: Announcement) -> None:
        """What becomes of a happening is told when the table is settled; all else at once."""
        fact = announcement.fact
        if announcement.goes_back:
            if announcement.ruling.verdict is Verdict.ACCEPTED:
                self._report.taken_back()
        elif fact is not None and fact in self._asides:
            self._report.ruled(fact, announcement.ruling)

    def _see(self, shown: Shown) -> tuple[Fact, ...]:
        self._frames += 1
        picture = self._on_its_way(draw(shown.scene), self._frames)
        if picture is None:
            self._report.look_away()
            return ()
        if self._pushed:
            self._follow(picture)
        self.last, events = self._eyes.see(Frame(picture, self._clock.now(), self._frames), self._wanted)
        return self._report.see(self.last, events)

    def _follow(self, picture: Any) -> None:
        """The mat lies elsewhere since somebody pushed the table."""
        now = calibrate(picture, self._stage.mat)
        self._pushed = now is None
        if now is not None and (moved := elsewhere(self._eyes.calibration, now)) is not None:
            self._report.look_from(moved)
            self._eyes.look_from(now)

    def _watch_nothing(self) -> None:
        """A few looks at the empty table, as when the kit is switched on."""
        for _ in range(3):
            self._clock.advance(STILL_MS * MS)
            self._see(self._stage.still())

    def _tidy_up(self) -> None:
        """Everything is brought to how it truly lies; the eyes see it, and nobody is told."""
        lies = self._family.lies()
        pyramid = lies.pyramid is not None
        self._expect(())
        wanted = replace(self._report.wanted(self._stage.seen_mat), deck=self._stage.deck)
        self._wanted = replace(wanted, pyramid=True) if pyramid else replace(wanted, cards=True)
        shown = list(brought_to(self._stage, lies))
        resting = [self._stage.still(100) for _ in range(RESTING if shown and pyramid else 0)]
        for one in (*shown, *resting):
            self._clock.advance(one.ms * MS)
            self._see(one)


def _as_typed(happening: Happening, asks: Sequence[Ask]) -> Happening:
    """Of a die that is not drawn somebody enters the face as a number, where that is asked as well."""
    typed = [ask for ask in asks if ask.kind is Kind.NUMBER and ask.id == f"{happening.ask}:typed"]
    if happening.kind is not Kind.DICE or not typed:
        return happening
    ((face,),) = happening.value.values()
    return replace(happening, kind=Kind.NUMBER, value=int(face), ask=typed[0].id)


def _is_about(fact: Fact, happening: Happening) -> bool:
    """Whether *fact* can be what the eyes saw of *happening*: cards, only where some were laid."""
    if fact.kind is not happening.kind or fact.kind is not Kind.CARD:
        return fact.kind is happening.kind
    places = {pile_of(value["place"]) for value in (fact.value, *fact.choices)}
    return pile_of(happening.value["place"]) in places
