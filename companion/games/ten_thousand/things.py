"""The six dice of one table: those that lie in the tray."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion import family
from companion.facts import Kind
from companion.family import Happening
from companion.game import AnyGame, Options
from companion.layout import Layout, tray
from companion.rulings import Ruling, Verdict


class Things(family.Things):
    """What was rolled, less what was set aside."""

    def __init__(self, game: AnyGame, seats: Sequence[str], options: Options, random: Random) -> None:
        self.dice: tuple[int, ...] | None = None  # None: nobody has rolled, or what lies there is taken back

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        accepted = ruling.verdict is Verdict.ACCEPTED
        if happening.kind is Kind.DICE:
            self.dice = tuple(happening.value["pips"]) if accepted else None
        elif happening.kind is Kind.CHOICE and accepted and self.dice is not None:
            self.dice = tuple((Counter(self.dice) - Counter(happening.value)).elements())

    def lies(self) -> Layout:
        return Layout(dice=None if self.dice is None else tray({"pips": self.dice}))
