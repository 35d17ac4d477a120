"""The clock of a phone, as far as it can be known: round trips tell when it showed what. Pure.

We ask at one time of ours, the phone writes down its own, and we have the answer at another time of ours.
When exactly it wrote is unknown between the two: a time of the phone is unsure by half of that round trip,
and by what both clocks may have drifted apart since. The best round trip counts. Nothing is assumed about the
link, not even that both directions take equally long.
"""

from collections import deque

from msgspec import Struct

DRIFT = 500 / 1_000_000  # as much as a clock may be slewed; two quartz clocks drift a fifth of that apart
KEPT = 60  # round trips


class Trip(Struct, frozen=True):
    """A round trip: asked and answered by our clock, and in between the phone's clock."""

    asked: int
    there: int
    answered: int

    @property
    def middle(self) -> int:
        return (self.asked + self.answered) // 2

    def unsure_at(self, there: int) -> int:
        """Of what it says of our time when the phone's clock showed *there*."""
        return (self.answered - self.asked + 1) // 2 + round(DRIFT * abs(there - self.there))


class FarClock:
    """Turns times of one phone into ours, each with what it is unsure of."""

    def __init__(self, grain: int = 0) -> None:
        """*grain* is the smallest step that the phone's clock can show."""
        self._grain = max(0, grain)
        self._trips: deque[Trip] = deque(maxlen=KEPT)

    def heard(self, trip: Trip) -> None:
        """*trip* is over. What does not agree with it is of a clock that has jumped or slept since."""
        before = self.here(trip.there)
        unsure = trip.unsure_at(trip.there) + self._grain
        if before is not None and abs(before[0] - trip.middle) > before[1] + unsure:
            self.forget()
        self._trips.append(trip)

    def forget(self) -> None:
        """The phone has slept: what was known of its clock says nothing any more."""
        self._trips.clear()

    def here(self, there: int) -> tuple[int, int] | None:
        """Our time when the phone's clock showed *there*, and by how much it may be off; None: unknown."""
        if not self._trips:
            return None
        trip = min(self._trips, key=lambda trip: trip.unsure_at(there))
        return trip.middle + there - trip.there, trip.unsure_at(there) + self._grain

    @property
    def last(self) -> Trip | None:
        return self._trips[-1] if self._trips else None

    @property
    def slowest(self) -> int:
        """The longest round trip of late: no press should take longer to arrive."""
        return max((trip.answered - trip.asked for trip in self._trips), default=0)
