"""What the eyes are asked to look for, taken from what the referee waits for."""

from msgspec import Struct

from vision.kit.values import DIE_VALUES

PIPS = "pips"
NUMBER = "number"
PIGGY = "piggy"
D10 = "d10"  # the ten-sided die: the eyes know it, the drawn tables do not


class Wanted(Struct, frozen=True):
    """Which dice and cards matter now. `dice` counts by type; empty: dice of any type and number."""

    dice: dict[str, int] = {}
    tray: bool = True  # look into the dice tray at all
    cards: bool = False  # look at the places for cards
    deck: str = "abspecken"
    taught_in: str = ""  # the folder of the decks and dice that were taught
    pyramid: bool = False  # look at the dice pyramid
    rows: bool = False  # several cards may lie upon each other in a row
    places: tuple[str, ...] = ()  # only these places for cards; empty: all of them

    @property
    def types(self) -> tuple[str, ...]:
        """The types of dice that may lie there."""
        known = tuple(kind for kind in self.dice if kind in DIE_VALUES or kind == D10)
        return known or tuple(DIE_VALUES)


EVERYTHING = Wanted(cards=True)
