"""Something that lies over the edge of the picture for long: an arm at rest, or a card half outside.

Nobody can tell which of them it is, and as long as it lies there nothing is read. So it is told.
"""

from companion.asks import Say
from companion.facts import MS
from companion.sightings import STILL, Seen, Sighting

PATIENCE = 4000 * MS  # so long a hand that does something does not lie still


class Reaching:
    """Since when something has been lying there."""

    def __init__(self) -> None:
        self._since: int | None = None
        self._now = 0

    def see(self, sighting: Sighting) -> None:
        lies_still = sighting.state is Seen.HAND and sighting.why == STILL
        self._since = (sighting.t if self._since is None else self._since) if lies_still else None
        self._now = sighting.t

    @property
    def trouble(self) -> Say | None:
        """What somebody is to push in or to take away; None if nothing lies there for long."""
        lies_there = self._since is not None and self._now - self._since >= PATIENCE
        return Say("amiss.reaches_in") if lies_there else None
