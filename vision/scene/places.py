"""Which place on the mat belongs to the place that an ask names."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.layout import DISCARD, NOW, is_pile
from vision.mat import SCAN, TRAY, Mat, table_mat

COMMON_PILE = DISCARD  # the one pile on which everybody lays; it lies in the long place
PLACES = 6  # people who have a place of their own on the mat


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


def mat_for(seats: Sequence[str]) -> Mat:
    """The card mat of these people; where more sit than have a place of their own, only what all share."""
    if 0 < len(seats) <= PLACES:
        return table_mat(seats)
    mat = table_mat(PLACES)
    return replace(mat, zones=tuple(zone for zone in mat.zones if zone.kind != DISCARD))


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
