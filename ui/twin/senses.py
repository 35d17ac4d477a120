"""The senses of the simulated table: pictures for the real eyes and edges for the real timing."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.asks import Ask
from companion.calls import Edge
from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.family import Family, Happening
from companion.rulings import Ruling, Verdict
from companion.sightings import Frame
from companion.table import Table
from ui.lookout import Lookout, zone_of
from ui.twin.evening import Pause, Perceived
from ui.twin.stage import Shown, Stage, tidied
from vision.calibration import calibrate
from vision.drawn import draw
from vision.eyes import Eyes
from vision.mat import SCAN
from vision.wanted import EVERYTHING, Wanted

PATIENCE = 20  # pictures of a table at rest before somebody loses patience and tells it by touch
STILL_MS = 120
HELD = 120 * MS  # how long a finger stays on a button
LONGEST_BOUNCE = 6 * MS


class TwinSenses:
    """Stages every happening before the eyes and at the buttons of one simulated table."""

    def __init__(self, table: Table, family: Family, clock: HandClock, random: Random) -> None:
        self._family, self._clock, self._random = family, clock, random
        seats = [seat.name for seat in table.seats]
        self._buttons = {seat.name: seat.button for seat in table.seats}
        self._stage = Stage(seats, random)
        self._lookout = Lookout()
        calibration = calibrate(draw(self._stage.scene), self._stage.mat)
        if calibration is None:
            raise ValueError("the markers of the simulated mat were not found")
        self._eyes = Eyes(calibration)
        self._wanted = EVERYTHING
        self._edges = self._frames = 0
        self._told: list[Fact] = []  # what the eyes have told and nobody has ruled on yet
        self._watch_nothing()

    # --- what happens ---

    def perceive(self, happening: Happening, asks: Sequence[Ask]) -> Iterator[Perceived]:
        self._lookout.expect(asks)
        self._wanted = self._lookout.wanted(self._stage.mat)
        if happening.kind is Kind.CALL:
            yield from self._press(self._buttons[happening.seat])
        elif happening.kind is Kind.DICE:
            yield from self._look_at(self._stage.roll(happening.value), happening)
        elif happening.kind is Kind.CARD and self._lookout.sees(happening.value["place"], self._stage.mat):
            yield from self._cards(happening)
        else:
            yield self._touch(happening)

    def settle(self, happening: Happening, ruling: Ruling) -> None:
        """Tell the lookout what became of it, and bring the table to what the family says lies there."""
        told, self._told = self._told, []
        for fact in told:
            self._lookout.ruled(fact, ruling)
        if ruling.verdict is not Verdict.UNSURE:
            self._tidy_up()

    # --- dice and cards ---

    def _cards(self, happening: Happening) -> Iterator[Perceived]:
        zone = zone_of(happening.value["place"], self._stage.mat)
        cards = [str(card) for card in happening.value["cards"]]
        if zone != SCAN:
            yield from self._look_at(self._stage.lay(zone, cards), happening)
        elif len(cards) <= self._stage.room_for(zone):
            yield from self._look_at(self._stage.spread(zone, cards), happening)
        else:  # more than lie beside each other: somebody counts them in
            yield self._touch(happening)

    def _look_at(self, movement: Iterator[Shown], happening: Happening) -> Iterator[Perceived]:
        """Show a movement, and after it the table at rest until the eyes have told what it was.

        Some things nobody can see from above, like a card laid exactly upon another of its kind. The
        screen goes on asking then, and somebody tells it by touch.
        """
        for shown in movement:
            yield Pause(self._clock.now() + shown.ms * MS)
            self._see(shown)
        for _ in range(PATIENCE):
            yield Pause(max(self._clock.now() + STILL_MS * MS, self._lookout.next_look or 0))
            if facts := self._see(self._stage.still()):
                self._told.extend(facts)
                yield from facts
                return
        yield self._touch(happening)

    def _see(self, shown: Shown) -> tuple[Fact, ...]:
        picture = draw(shown.scene)
        self._frames += 1
        frame = Frame(picture, self._clock.now(), self._frames)
        sighting, events = self._eyes.see(frame, self._wanted)
        return self._lookout.see(sighting, events)

    def _watch_nothing(self) -> None:
        """A few looks at the empty table, as when the kit is switched on."""
        for _ in range(3):
            self._clock.advance(STILL_MS * MS)
            self._see(self._stage.still())

    def _tidy_up(self) -> None:
        """Cards are taken back, picked up, or gathered for the next round."""
        self._lookout.expect(())
        self._wanted = Wanted(tray=False, cards=True)
        for shown in tidied(self._stage, self._family.lies()):
            self._clock.advance(shown.ms * MS)
            self._see(shown)

    # --- fingers ---

    def _press(self, line: str) -> Iterator[Perceived]:
        """A button goes down, bounces, is held, and is let go."""
        t = self._clock.now()
        yield self._edge(line, t, down=True)
        bounced = t
        for down in (False, True) * self._random.randrange(4):
            bounced += self._random.randrange(LONGEST_BOUNCE // 8, LONGEST_BOUNCE // 4)
            yield self._edge(line, bounced, down=down)
        yield self._edge(line, bounced + HELD, down=False)

    def _edge(self, line: str, t: int, *, down: bool) -> Edge:
        self._edges += 1
        return Edge(line, t, down, seq=self._edges, source=Source.BUTTON)

    def _touch(self, happening: Happening) -> Fact:
        return Fact(
            happening.kind,
            happening.value,
            self._clock.now(),
            Source.TOUCH,
            seat=happening.seat,
            ask=happening.ask,
        )
