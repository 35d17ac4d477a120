"""People who play Forced Memory with real dice."""

from companion.family import Happening
from companion.layout import Layout
from companion.pyramid import people
from companion.rulings import Ruling, Verdict


class Family(people.Family):
    """A red die stays in the hand until the companion knows the sum below it."""

    _held = ""

    def answered(self, happening: Happening, ruling: Ruling) -> None:
        shown = happening == self._doing and self._shown is not None
        super().answered(happening, ruling)
        if ruling.verdict is Verdict.ACCEPTED:
            self._held = self._moved if shown and not ruling.notes else ""

    def time_ran_out(self, ruling: Ruling) -> None:
        super().time_ran_out(ruling)
        self._held = ""

    def lies(self) -> Layout:
        """Without the die that is held."""
        lies = super().lies().pyramid or {}
        return Layout(pyramid={name: die for name, die in lies.items() if name != self._held})
