"""What lies on the table, as known from all looks until now.

    scene, events = scene.after(sighting, wanted)

There is no fixed delay: a reading stands as soon as two looks in a row agree. A hand or something moving
holds everything back. What was reported stands until something moves, so a steady table never flips between
two readings.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import UNSTEADY, DieSeen, Seen, Sighting
from vision.scene.events import Event
from vision.scene.moved import Elsewhere, Shake
from vision.scene.pyramid import StandingPyramid
from vision.scene.spots import Spots, see_spots, seen_from
from vision.scene.steady import Steady
from vision.scene.tray import Tray


class Scene(Struct, frozen=True):
    """The dice in the tray, the cards in their spots, and the pyramid."""

    tray: Tray = Tray()
    spots: Spots = Spots()
    pyramid: StandingPyramid = StandingPyramid()
    steady: Steady = Steady()
    blind: str = ""  # why nothing can be seen, or nobody can tell what it is

    @property
    def state(self) -> Seen:
        """Of the dice, unless something moves or nothing can be seen."""
        return self.tray.state

    def seen_from(self, elsewhere: Elsewhere | Shake) -> "Scene":
        """The same table after camera or mat have moved: nothing on it was rolled, laid or pushed."""
        tray, spots = self.tray.seen_from(elsewhere), seen_from(self.spots, elsewhere)
        return replace(self, tray=tray, spots=spots, steady=Steady())

    def lifted(self, dice: Sequence[DieSeen]) -> "Scene":
        """The same once *dice* were seen to be taken up."""
        return replace(self, tray=replace(self.tray, lifted=(*self.tray.lifted, *dice))) if dice else self

    def after(self, sighting: Sighting, wanted: Mapping[str, int]) -> tuple["Scene", tuple[Event, ...]]:
        """The scene after one more look, and what was new in it; *wanted* counts the dice by type."""
        at_rest = sighting.state not in (Seen.HAND, Seen.MOVING, Seen.BLOCKED)
        tray, sighting = self.tray.completed(sighting, wanted) if at_rest else (self.tray, sighting)
        steady = self.steady.after(sighting) if at_rest else Steady()
        if steady.flickers:
            return replace(self, steady=steady, tray=tray.disturbed(Seen.MOVING), blind=UNSTEADY), ()
        pyramid, rebuilt = self.pyramid.after(sighting)
        scene = replace(self, pyramid=pyramid, steady=steady)
        if sighting.state is Seen.BLOCKED:
            return replace(scene, tray=tray.disturbed(Seen.BLOCKED), blind=sighting.why), ()
        if sighting.state in (Seen.HAND, Seen.MOVING) and not sighting.dice:  # else they lie free of a hand
            return replace(scene, tray=tray.disturbed(sighting.state), blind=""), ()
        tray, rolled = tray.after(sighting, wanted)
        spots, laid = see_spots(self.spots, sighting)
        return replace(scene, tray=tray, spots=spots, blind=""), (*rolled, *laid, *rebuilt)
