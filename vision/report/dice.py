"""Facts of the dice in the tray: rolls that are asked for, and what lies otherwise than it counts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.asks import MS, Ask, Fact, Kind, Source, sets_aside
from companion.layout import Layout, Tray, tray
from companion.sightings import DieSeen, Sighting
from vision.report import discrepancy as differing
from vision.report.facts import DOUBTED, FRAME_UNCERTAINTY, as_asked, dice_fact
from vision.scene.events import Miscounted, Nudged, Rolled
from vision.scene.tray import AT_MOST, agreed, alike, same_place, steady_with


class DiceReport:
    """Keeps how the dice came to rest, and which roll is still to be seen."""

    def __init__(self) -> None:
        self._asks: tuple[Ask, ...] = ()
        self._aside: tuple[Ask, ...] = ()  # dice that leave the tray answer these
        self._layout = Layout()
        # those that were asked for last: they lie in the tray since then; {}: as many as anybody likes
        self.wanted: dict[str, int] | None = None
        self._rolled = False  # the eyes have reported the roll that is asked for
        self.forget()

    def forget(self) -> None:
        """The tray is cleared."""
        self._tray: tuple[DieSeen, ...] = ()  # as they came to rest last
        self._since, self._layout = 0, Layout()
        self._unseen: Tray = {}  # a roll that counts, and that the eyes did not see: it was entered by touch

    def expect(self, asks: Sequence[Ask], layout: Layout | None) -> None:
        """A roll answers these; what may be left out and is not said aloud is a correction by hand."""
        self._asks = tuple(ask for ask in asks if ask.kind is Kind.DICE and (ask.spoken or not ask.optional))
        self._aside = tuple(ask for ask in asks if sets_aside(ask))
        if dice := [ask.dice for ask in self._asks or self._aside]:
            self.wanted = {kind: max(d.get(kind, 0) for d in dice) for one in dice for kind in one}
        if layout is not None and layout.dice != self._layout.dice:
            if layout.dice:
                left = not self._unseen and _are_left_of(layout.dice, self._layout.dice or {})
                self._unseen = {} if self._rolled or left else layout.dice
            self._rolled = False
        self._layout = layout or self._layout

    def entered(self, roll: Mapping[str, Sequence[object]]) -> None:
        """Somebody has entered *roll*; where the turn ends with it, the layout never shows it."""
        self._unseen = {} if self._rolled else tray(roll)

    def see(self, event: Miscounted | Rolled | Nudged) -> Iterator[Fact]:
        """The dice have come to rest; a roll that somebody entered by touch may have come to light."""
        if isinstance(event, Miscounted) and len(event.dice) >= len(self._tray):
            return
        perhaps, unseen = self._may_be_rolled(event), self._unseen
        self._tray, self._since = event.dice, event.t
        if isinstance(event, Miscounted):
            yield from self._set_aside(event)
        if not (perhaps or isinstance(event, Rolled)):
            self._unseen = unseen if self._asks or isinstance(event, Miscounted) else {}
            return
        self._unseen, self._rolled = {}, bool(self._asks)
        # one that is not read may be any
        known = [replace(die, choices=()) for die in event.dice if die.type in unseen]
        if unseen and differing.are_those(unseen, known):
            return
        for ask in (ask for ask in self._asks if not ask.place):  # laid out, they are counted together
            fitting = as_asked(event.dice, ask.dice)
            if fitting is not None:
                fact = dice_fact(ask, fitting, event.t)
                yield replace(fact, sure=DOUBTED) if perhaps else fact

    def _set_aside(self, event: Miscounted) -> Iterator[Fact]:
        """What is missing, where all that lies there is read and lay there before."""
        there = Counter(die.value for die in event.dice)
        for ask in self._aside:
            value = sorted(int(face) for face in (Counter(ask.lies) - there).elements())
            if there <= Counter(ask.lies) and value in [choice.value for choice in ask.choices]:
                by, within = Source.CAMERA, FRAME_UNCERTAINTY
                yield Fact(Kind.CHOICE, value, event.t, by, ask=ask.id, uncertainty=within)

    def _may_be_rolled(self, event: Miscounted | Rolled | Nudged) -> bool:
        """Whether dice that are not all elsewhere were rolled: by chance one lies and shows as it did before.

        Whoever only pushes them together turns none over.
        """
        if not isinstance(event, Nudged) or self._unseen or 2 * len(event.moved) < len(event.dice):
            return False
        before, now = (Counter(die.value for die in dice) for dice in (self._tray, event.dice))
        return before != now

    @property
    def differs(self) -> differing.Discrepancy | None:
        """Dice that lie there though others count."""
        return None if self._asks or self._unseen else differing.of_dice(self._layout, self._tray)

    def has_lost_one(self, long_ago: int) -> bool:
        """Whether some of those that count are gone since *long_ago*; beside those set aside, too."""
        rests = (self._aside or not self._asks) and not self._unseen and self._since < long_ago
        return bool(rests) and differing.is_die_missing(self._layout, self._tray)


def _are_left_of(dice: Tray, before: Tray) -> bool:
    """Whether *dice* are what is left once some are set aside: nobody has rolled them."""
    return all(Counter(faces) <= Counter(before.get(kind, ())) for kind, faces in dice.items())


# --- dice that are laid out to be counted: all that lie there, once nobody has laid any for a moment ---


PAUSE = 1200 * MS  # as for cards that are laid beside each other


class DiceCount:
    """Keeps what lies there unmoved, and which dice are not to be counted once more."""

    next_look: int | None = None  # when it will be clear that nothing more is laid

    def __init__(self) -> None:
        self._ask: Ask | None = None
        self._looks: tuple[Sighting, ...] = ()  # in a row, of dice that nobody moves
        self._since = 0
        self._counted: tuple[DieSeen, ...] = ()  # until they are taken away

    def expect(self, asks: Sequence[Ask]) -> None:
        self._ask = next((ask for ask in asks if ask.kind is Kind.DICE and ask.place), None)

    def see(self, sighting: Sighting, busy: bool) -> Iterator[Fact]:
        """A look at a table on which something moves, or nothing."""
        self.next_look = None
        if busy or not (self._looks and steady_with(self._looks[-1], sighting)):
            self._looks, self._since = (), sighting.t
        if busy:
            return
        self._looks = (*self._looks[1 - AT_MOST :], sighting)
        dice = tuple(agreed(die, self._looks) for die in sighting.dice)
        if not dice:
            self._counted = ()
        elif self._ask is not None and not alike(self._counted, dice, _is_one):
            if sighting.t < self._since + PAUSE:
                self.next_look = self._since + PAUSE
                return
            self._counted = dice
            yield dice_fact(self._ask, as_asked(dice, {}) or {}, sighting.t)


def _is_one(die: DieSeen, old: DieSeen) -> bool:
    return die.value == old.value and same_place(die.box, old.box)
