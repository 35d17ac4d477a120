"""What lies on the table, as known from all looks until now.

    scene, events = scene.after(sighting, wanted)

There is no fixed delay: a reading stands as soon as two looks in a row agree. A hand or something moving
holds everything back. What was reported stands until something moves, so a steady table never flips between
two readings.
"""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.pyramid.cells import Cell
from companion.pyramid.notation import Pyramid
from companion.sightings import UNSTEADY, CardSeen, DieSeen, PyramidDieSeen, PyramidSeen, Seen, Sighting
from vision.pyramid.changes import changes
from vision.scene.events import Crooked, Event, Rebuilt
from vision.scene.moved import Elsewhere, Shake
from vision.scene.spots import Spots, is_blank, length_of, likely, middle_of, see_spots, seen_from
from vision.scene.tray import Tray, alike, steady_with

# --- looks at the pyramid become changes, each reported once, after the table has come to rest ---
# A view stands as soon as two looks in a row agree in every die that both are sure of; a doubtful shape gets
# a few looks more. A hand or anything that moves holds the judgement back, and the time of a change lies
# between the last look before it and the first one after it.


ENOUGH, AT_MOST = 2, 6


class StandingPyramid(Struct, frozen=True):
    """What is known of the pyramid between two sightings."""

    known: Pyramid | None = None  # as reported last; None: never seen
    looks: tuple[PyramidSeen, ...] = ()  # in a row, of a table at rest
    last_quiet: int = 0  # when the pyramid was last seen as it is known
    crooked: tuple[Cell, ...] = ()  # dice that were reported

    def after(self, sighting: Sighting) -> tuple["StandingPyramid", tuple[Event, ...]]:
        """The pyramid after one more sighting, and what it tells."""
        if sighting.state in (Seen.HAND, Seen.MOVING, Seen.BLOCKED):
            return replace(self, looks=()), ()
        seen = sighting.pyramid
        if seen is None:
            return replace(self, looks=()), ()
        looks = (*self.looks, seen)[-AT_MOST:]
        now = replace(self, looks=looks)
        if len(looks) < ENOUGH:
            return now, ()
        settled = agreed(looks[-1], looks[-2])
        if settled is None or (len(looks) < AT_MOST and settled.doubtful):
            return now, ()
        return now._reported(settled, sighting.t)

    def _reported(self, seen: PyramidSeen, t: int) -> tuple["StandingPyramid", tuple[Event, ...]]:
        crooked = tuple(one.cell for one in seen.dice if one.crooked)
        events: list[Event] = []
        if crooked != self.crooked:
            events.append(Crooked(t, crooked))
        changed, now = changes(self.known or {}, seen)
        first = self.known is None
        if changed or first:
            events.append(Rebuilt(t, now, changed, seen, self.last_quiet, first))
        return replace(self, known=now, last_quiet=t, crooked=crooked), tuple(events)


def agreed(one: PyramidSeen, other: PyramidSeen) -> PyramidSeen | None:
    """What two looks say together; None if they contradict each other."""
    if one.occupied != other.occupied:
        return None
    before = {die.cell: die for die in other.dice}
    dice = []
    for die in one.dice:
        same = _together(die, before[die.cell])
        if same is None:
            return None
        dice.append(same)
    return replace(one, dice=tuple(dice))


def _together(one: PyramidDieSeen, other: PyramidDieSeen) -> PyramidDieSeen | None:
    pairs = list(zip(one.faces, other.faces, strict=True))
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    if "" not in (one.colour, other.colour) and one.colour != other.colour:
        return None
    a, b, c = (now if now is not None else before for now, before in pairs)
    return replace(one, faces=(a, b, c), colour=one.colour or other.colour)


# --- whether what lies at rest looks alike from one look to the next, or flickers for ever ---
# Nothing follows from a look that differs from the one before, so what is read now so, now otherwise would
# never be told, or told again and again. Whoever can change that has to be asked.

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
