"""Which place on the mat belongs to the place that an ask names."""

from vision.mat import DISCARD

LAID_BEFORE = "now"  # the card that somebody plays before a seat


def pile_of(place: str) -> str:
    """Where an ask for *place* looks: what lies before somebody now lies on the pile there.

    >>> pile_of("now:Ada"), pile_of("scan")
    ('discard:Ada', 'scan')
    """
    what, _, seat = place.partition(":")
    return f"{DISCARD}:{seat}" if what == LAID_BEFORE else place
