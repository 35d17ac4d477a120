"""Camera or mat were moved: where in the picture things are seen now that lie on the mat as they lay."""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import CardSeen, DieSeen
from vision.calibration import Calibration, Floats


class Elsewhere(Struct, frozen=True):
    """From places in pictures of *before* to those in pictures of *now*, by the mat that is in both."""

    before: Calibration
    now: Calibration

    def die(self, die: DieSeen) -> DieSeen:
        """*die*, its box about as large as it was."""
        x, y, width, height = die.box
        corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        seen = self._seen(corners, self.before.die_edge)
        (left, top), (wide, high) = seen.mean(axis=0), np.ptp(seen, axis=0)
        return replace(die, box=(float(left - wide / 2), float(top - high / 2), float(wide), float(high)))

    def card(self, card: CardSeen) -> CardSeen:
        a, b, c, d = ((float(x), float(y)) for x, y in self._seen(np.array(card.corners), 0.0))
        return replace(card, corners=(a, b, c, d))

    def _seen(self, pixels: Floats, height: float) -> Floats:
        """Where points in a picture of before, *height* millimetres above the mat, are seen now."""
        on_mat = self.before.on_table(pixels, height)
        return self.now.project(np.column_stack([on_mat, np.full(len(on_mat), height)]))


def elsewhere(before: Calibration | None, now: Calibration | None) -> Elsewhere | None:
    """How things are seen *now*; None where nobody can tell, like after another mat was laid there."""
    if before is None or now is None or before.mat != now.mat:
        return None
    return Elsewhere(before, now)
