"""A family in the running app, with the comparison."""

from typing import Any

from companion.asks import JSON
from companion.family import Happening
from companion.lab.family import Comparing, is_caught
from companion.rulings import Ruling, Verdict
from ui.twin.show import FamilyShow


class ComparedShow(FamilyShow):
    """A family in the running app whose rulings are compared with what a fair referee says."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.disagreements: list[str] = []

    def _answered(self, happening: Happening, ruling: Ruling, understood: JSON) -> None:
        cheat = happening.cheat and happening.noticeable
        fair = is_caught(ruling) if cheat else ruling.verdict is Verdict.ACCEPTED
        if not fair and not happening.either:
            what = f"{happening.seat} {happening.kind} {happening.value!r}, understood as {understood!r}"
            self.disagreements.append(f"{what}, was {ruling.verdict} ({ruling.rule})")
        super()._answered(happening, ruling, understood)

    def differences(self, state: object) -> list[str]:
        """All disagreements, and where *state* is not what lies on the table at the end."""
        family = self._family
        return [*self.disagreements, *(family.disagreements(state) if isinstance(family, Comparing) else ())]
