"""The mat on the table: which place lies where, in millimetres from its upper left corner.

The mat is seen by the camera from above, x to the right and y downwards, as in the picture.
"""

from collections.abc import Sequence

from msgspec import Struct

TRAY, SCAN, DISCARD = "tray", "scan", "discard"

# Where each seat's discard place is, clockwise from the lower left; left column at 0..2, right at 3..5.
_PLACES_BY_SEATS: dict[int, tuple[int, ...]] = {
    1: (1,),
    2: (1, 4),
    3: (0, 2, 4),
    4: (0, 2, 3, 5),
    5: (0, 1, 2, 3, 5),
    6: (0, 1, 2, 3, 4, 5),
}


class Zone(Struct, frozen=True):
    """A place on the mat: an upright rectangle in millimetres."""

    name: str  # "tray", "scan", "discard:Elfi"
    x: float
    y: float
    width: float
    height: float

    @property
    def kind(self) -> str:
        return self.name.partition(":")[0]

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Clockwise from the upper left."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        return (
            self.x - margin <= x <= self.x + self.width + margin
            and self.y - margin <= y <= self.y + self.height + margin
        )


class Mat(Struct, frozen=True):
    """The printed mat."""

    width: float
    height: float
    zones: tuple[Zone, ...]

    def zone(self, name: str) -> Zone:
        """The place called *name*; raises KeyError naming the places there are."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(f"no place {name!r} on this mat; it has {', '.join(z.name for z in self.zones)}")

    def place_of(self, x: float, y: float, margin: float = 0.0) -> str:
        """The name of the place that holds the point, or ""."""
        return next((zone.name for zone in self.zones if zone.holds(x, y, margin)), "")


def table_mat(seats: Sequence[str] | int = 4) -> Mat:
    """The kit's mat: dice tray in the middle, scan place below it, a discard place per seat at the sides.

    *seats* are their names, clockwise, or how many there are (then they are called "1", "2", …).
    """
    names = [str(n + 1) for n in range(seats)] if isinstance(seats, int) else list(seats)
    if len(names) not in _PLACES_BY_SEATS:
        raise ValueError(f"expected 1 to 6 seats, got {len(names)}")
    discards = (
        Zone(f"{DISCARD}:{name}", *_discard_corner(place), 70, 98)
        for name, place in zip(names, _PLACES_BY_SEATS[len(names)], strict=True)
    )
    return Mat(600, 334, (Zone(TRAY, 172, 16, 256, 196), Zone(SCAN, 92, 224, 416, 100), *discards))


def _discard_corner(place: int) -> tuple[float, float]:
    column, row = divmod(place, 3)
    return (10.0, 224.0 - 106 * row) if column == 0 else (520.0, 12.0 + 106 * row)
