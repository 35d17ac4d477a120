"""Whether what lies at rest looks alike from one look to the next, or flickers for ever.

Nothing follows from a look that differs from the one before, so what is read now so, now otherwise would
never be told, or told again and again. Whoever can change that has to be asked.
"""

import math

from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import CardSeen, Sighting
from vision.scene.pyramid import agreed
from vision.scene.spots import is_blank, length_of, likely, middle_of
from vision.scene.tray import alike, steady_with

OFTEN = 8  # a look that says something else counts twice, one that says the same takes one off
RETURNS, STANDS = 4, 30  # so often it was again as it had been; looks after which it may stay so
_ABOUT = 0.1  # of a card's diagonal, 1 cm: so far from another it is another one


class Steady(Struct, frozen=True):
    """What the looks since anything stirred have in common."""

    last: Sighting | None = None
    stood: tuple[Sighting, ...] = ()  # what two looks in a row have shown, the newest last
    times: int = 0  # that this was seen since
    turns: int = 0  # how much the looks contradict each other
    returns: int = 0  # how often something stood again

    def after(self, sighting: Sighting) -> "Steady":
        """The same with one more look at a table at rest."""
        if self.last is None or self.last.ms.keys() != sighting.ms.keys():  # something else is looked for
            return Steady(sighting)
        now = replace(self, last=sighting)
        if self.stood and look_alike(self.stood[-1], sighting):
            return replace(now, times=self.times + 1, turns=max(0, self.turns - 1))
        if not look_alike(self.last, sighting):  # once it is too often, it is over when looks have agreed
            return replace(now, turns=self.turns + 2 if self.turns + 2 < OFTEN else 2 * OFTEN)
        others = tuple(one for one in self.stood if not look_alike(one, sighting))
        returns = self.returns + (len(others) < len(self.stood))
        return replace(now, stood=(*others, sighting)[-3:], times=2, returns=returns)

    @property
    def flickers(self) -> bool:
        """Whether nobody can tell what lies there, however long they look."""
        return self.turns >= OFTEN or (self.returns >= RETURNS and self.times < STANDS)


def look_alike(one: Sighting, other: Sighting) -> bool:
    """Whether both looks show the same things in the same places, as far as they are read."""
    if (one.dice, one.cards, one.pyramid) == (other.dice, other.cards, other.pyramid):
        return True  # as long as nothing changes, what was read stands
    before, now = ([card for card in likely(look.cards) if not is_blank(card)] for look in (one, other))
    pyramids = one.pyramid is None or other.pyramid is None or agreed(one.pyramid, other.pyramid) is not None
    return pyramids and steady_with(one, other) and alike(before, now, _may_be_one)


def _may_be_one(card: CardSeen, old: CardSeen) -> bool:
    """Whether it is the same card, as sure or unsure as it was read."""
    unread = any(not (one.name or one.face_down) for one in (card, old))
    same = unread or (card.name, card.face_down) == (old.name, old.face_down)
    return same and math.dist(middle_of(card), middle_of(old)) <= _ABOUT * length_of(old)
