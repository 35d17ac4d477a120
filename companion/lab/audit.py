"""Whether all cards of a table add up, as vectors and tests ask."""

from collections import Counter

from msgspec import Struct

from companion.cards import UNKNOWN, Census, Places


class Audit(Struct, frozen=True):
    """Whether all cards add up. `wrong` counts by kind how many are too many (+) or missing (-)."""

    cards: int
    unknown: int
    wrong: dict[str, int]

    @property
    def ok(self) -> bool:
        return not self.wrong


def audit(census: Census, places: Places) -> Audit:
    """Compares the cards at all *places* with the *census*; unknown cards may stand for missing ones."""
    seen = Counter(card for cards in places.values() for card in cards)
    unknown = seen.pop(UNKNOWN, 0)
    wrong = {k: seen[k] - census.get(k, 0) for k in sorted({*census, *seen}) if seen[k] != census.get(k, 0)}
    if all(n < 0 for n in wrong.values()) and sum(wrong.values()) == -unknown:
        wrong = {}
    return Audit(seen.total() + unknown, unknown, wrong)
