"""The mat on the table: which place and which marker lies where, in millimetres from its upper left corner.

The mat is seen by the camera from above, x to the right and y downwards, as in the picture. There are two,
the front and the back of one sheet: `table_mat` for cards and dice, `pyramid_mat` for the dice pyramid; each
in three sizes, for a camera 60, 50 or 40 cm above the table. Every one of the six has markers of its own, so
the markers tell which mat it is (`mat_of_marker`).
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.layout import DISCARD, NOW, is_pile

TRAY, SCAN, PYRAMID = "tray", "scan", "pyramid"  # what zones are called, beside DISCARD

MARKER = 22.0  # edge of a marker, millimetres
MARKER_MARGIN = 3.0  # of white paper around it
MARKERS_APART = 16  # the numbers of the markers of one mat begin at a multiple of this
MOST_SEATS = 6

SIZES: dict[int, tuple[float, float]] = {60: (600, 334), 50: (500, 278), 40: (400, 222)}  # camera height: mat
CARD_PLACE = (70.0, 98.0)
SIDES = ("A", "B", "C")  # of the pyramid: A at the lower edge of its place, B upper left, C upper right

# Where each seat's discard place is, clockwise from the lower left; left column at 0..2, right at 3..5.
_PLACES_BY_SEATS: dict[int, tuple[int, ...]] = {
    1: (1,),
    2: (1, 4),
    3: (0, 2, 4),
    4: (0, 2, 3, 5),
    5: (0, 1, 2, 3, 5),
    6: (0, 1, 2, 3, 4, 5),
}
_LOW = 6  # on the smaller mats the fifth place is left of the scan place, as the columns hold only four


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


class Marker(Struct, frozen=True):
    """An upright printed marker of the dictionary DICT_4X4_100; (x, y) is its upper left corner."""

    number: int
    x: float
    y: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Clockwise from the upper left."""
        right, bottom = self.x + MARKER, self.y + MARKER
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


class Mat(Struct, frozen=True):
    """The printed mat; without markers it is any other ground whose corners were shown by hand."""

    width: float
    height: float
    zones: tuple[Zone, ...]
    markers: tuple[Marker, ...] = ()

    def zone(self, name: str) -> Zone:
        """The place called *name*; raises KeyError naming the places there are."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(f"no place {name!r} on this mat; it has {', '.join(z.name for z in self.zones)}")

    def has(self, kind: str) -> bool:
        """Whether there is a place of this kind."""
        return any(zone.kind == kind for zone in self.zones)

    def place_of(self, x: float, y: float, margin: float = 0.0) -> str:
        """The name of the place that holds the point, or ""."""
        return next((zone.name for zone in self.zones if zone.holds(x, y, margin)), "")


def table_mat(seats: Sequence[str] | int = 4, camera_cm: int = 60) -> Mat:
    """The kit's mat: dice tray in the middle, scan place below it, a discard place per seat at the sides.

    *seats* are their names, clockwise, or how many there are (then they are called "1", "2", …). The mats for
    lower cameras have room for five.
    """
    names = [str(n + 1) for n in range(seats)] if isinstance(seats, int) else list(seats)
    most = MOST_SEATS if camera_cm == 60 else MOST_SEATS - 1
    if not 1 <= len(names) <= most:
        raise ValueError(f"expected 1 to {most} seats, got {len(names)}")
    return _large_mat(names) if camera_cm == 60 else _small_mat(names, camera_cm)


def pyramid_mat(camera_cm: int = 60) -> Mat:
    """The mat of the pyramid games: the place for the base form, and a dice tray beside it."""
    width, height = SIZES[camera_cm]
    side = {60: 230.0, 50: 215.0, 40: 200.0}[camera_cm]
    left, middle = 36.0, 36.0 + side + 6
    tray_left, tray_right = middle + MARKER + 6, width - 36
    zones = (
        Zone(PYRAMID, left, (height - side) / 2, side, side),
        Zone(TRAY, tray_left, 10, tray_right - tray_left, height - 20),
    )
    columns = (MARKER_MARGIN + 2, middle, width - MARKER - MARKER_MARGIN - 2)
    return Mat(width, height, zones, _markers(1, camera_cm, [(x, 5) for x in columns], height))


def mat_of_marker(number: int, seats: Sequence[str] | int = 4) -> Mat | None:
    """The mat that has marker *number*; None if no mat of the kit has it."""
    kind, size = divmod(number // MARKERS_APART, len(SIZES))
    if number < 0 or kind > 1:
        return None
    camera_cm = list(SIZES)[size]
    return pyramid_mat(camera_cm) if kind else mat_for(seats, camera_cm)


def mat_for(seats: Sequence[str] | int, camera_cm: int = 60) -> Mat:
    """The card mat of *seats*; where more sit than have a place of their own, only what all share."""
    most = MOST_SEATS if camera_cm == 60 else MOST_SEATS - 1
    if 1 <= (seats if isinstance(seats, int) else len(seats)) <= most:
        return table_mat(seats, camera_cm)
    mat = table_mat(most, camera_cm)
    return replace(mat, zones=tuple(zone for zone in mat.zones if zone.kind != DISCARD))


def _large_mat(names: Sequence[str]) -> Mat:
    width, height = SIZES[60]
    zones = (Zone(TRAY, 172, 16, 256, 196), Zone(SCAN, 92, 224, 416, 100))
    places = (_discard_corner(place) for place in _PLACES_BY_SEATS[len(names)])
    columns = [(x, 4) for x in (92.0, 138.0, 440.0, 486.0)]
    return Mat(width, height, (*zones, *_discards(names, places)), _markers(0, 60, columns, 220))


def _small_mat(names: Sequence[str], camera_cm: int) -> Mat:
    width, height = SIZES[camera_cm]
    card_width, card_height = CARD_PLACE
    low, right = height - card_height - 8, width - card_width - 7
    tray_left, tray_width = 112.0, width - 224
    fifth = len(names) == _LOW - 1
    scan_left = tray_left + (card_width + 4 if fifth else 0)
    zones = (
        Zone(TRAY, tray_left, 6, tray_width, low - 14),
        Zone(SCAN, scan_left, low, tray_left + tray_width - scan_left, card_height),
    )
    at = {0: (7.0, low), 2: (7.0, 8.0), 3: (right, 8.0), 5: (right, low), 1: (7.0, low), 4: (right, low)}
    order = _PLACES_BY_SEATS[len(names)] if not fifth else (_LOW, 0, 2, 3, 5)
    places = ({**at, _LOW: (tray_left, low)}[place] for place in order)
    columns = [(84.0, 4.0), (width - 84 - MARKER, 4.0)]
    return Mat(width, height, (*zones, *_discards(names, places)), _markers(0, camera_cm, columns, height))


def _discards(names: Sequence[str], corners: Iterable[tuple[float, float]]) -> tuple[Zone, ...]:
    return tuple(Zone(f"{DISCARD}:{n}", *at, *CARD_PLACE) for n, at in zip(names, corners, strict=True))


def _discard_corner(place: int) -> tuple[float, float]:
    column, row = divmod(place, 3)
    return (10.0, 224.0 - 106 * row) if column == 0 else (520.0, 12.0 + 106 * row)


def _markers(
    kind: int, camera_cm: int, columns: Sequence[tuple[float, float]], bottom: float
) -> tuple[Marker, ...]:
    """Columns of markers, spread evenly from each upper end (x, y) down to *bottom*."""
    first = (kind * len(SIZES) + list(SIZES).index(camera_cm)) * MARKERS_APART
    room = MARKER + 2 * MARKER_MARGIN
    spots: list[tuple[float, float]] = []
    for x, top in columns:
        rows = min(MARKERS_APART // len(columns), int((bottom - top + MARKER_MARGIN) // room))
        step = (bottom - 4 - MARKER - top) / (rows - 1)
        spots += [(x, float(round(top + step * row))) for row in range(rows)]
    return tuple(Marker(first + n, x, y) for n, (x, y) in enumerate(spots))


# --- which place on the mat belongs to the place that an ask names ---

COMMON_PILE = DISCARD  # the one pile on which everybody lays; it lies in the long place


def pile_of(place: str) -> str:
    """Where an ask for *place* looks: what lies before somebody now lies on the pile there.

    >>> pile_of("now:Ada"), pile_of("scan")
    ('discard:Ada', 'scan')
    """
    what, _, seat = place.partition(":")
    return f"{DISCARD}:{seat}" if what == NOW else place


def answers_for(asked: str, place: str) -> bool:
    """Whether cards that lie in *place* can be those *asked* for; hands and rows lie in the long place."""
    return pile_of(asked) == place or (place == SCAN and not is_pile(asked) and asked != TRAY)


def zone_of(place: str, mat: Mat | None) -> str:
    """The zone of *mat* that the place of an ask is; what all share is in the long place.

    Without a mat all that can be seen is like the long place: there are no piles in places of their own.
    """
    if not place:
        return ""
    if mat is None:
        return "" if is_pile(place) and place != COMMON_PILE else SCAN
    names = {zone.name for zone in mat.zones}
    if (pile := pile_of(place)) in names:
        return pile
    return SCAN if SCAN in names and (place == COMMON_PILE or not is_pile(place)) else ""
