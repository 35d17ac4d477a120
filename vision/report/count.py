"""Dice that are laid out to be counted: all that lie there, once nobody has laid any for a moment."""

from collections.abc import Iterator, Sequence

from companion.asks import Ask
from companion.facts import MS, Fact, Kind
from companion.sightings import DieSeen, Sighting
from vision.report.facts import as_asked, dice_fact
from vision.scene.tray import AT_MOST, agreed, alike, same_place, steady_with

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
