"""The dice in the tray: what was rolled or nudged, each reported once, after they have come to rest.

    tray, events = tray.after(sighting, wanted)

There is no fixed delay: a reading stands as soon as two looks in a row agree, a doubtful face gets a few
looks more before anybody is asked. A hand or something moving holds everything back. What has been reported
stands until something moves, so a steady table never flips between two readings.

A roll: every wanted die has left its place since the last one (it lies elsewhere, shows another face, or its
place was seen bare), or the tray was seen empty in between. One die picked up and put back, or pushed, is no
roll; nor is it one if all lie exactly where they lay once something that lay upon them is gone.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.sightings import Box, DieSeen, Seen, Sighting
from vision.scene.events import Cocked, Event, Miscounted, Nudged, Rolled
from vision.scene.moved import Elsewhere, Shake

_EXACTLY = 0.15  # of a die's edge: so near to where it lay nobody rolls it again
_STEADY = 0.2  # of a die's size: a die at rest does not wander farther between two looks
_SAME = 0.3  # of a die's size: nearer than this it lies in the same place
_AS_LARGE = 0.5  # of the larger one's size: what is smaller is another thing
Thing = TypeVar("Thing")
ENOUGH, AT_MOST = 2, 6  # looks that must agree, and looks before a doubtful die is asked about


class Tray(Struct, frozen=True):
    """What is known of the table between two sightings."""

    state: Seen = Seen.WAITING
    looks: tuple[Sighting, ...] = ()  # in a row, of a table at rest
    reported: bool = False  # what these looks show has been reported
    # as the dice lay when last something was reported; None: never seen
    before: tuple[DieSeen, ...] | None = None
    emptied: bool = False  # the tray was seen without dice since then
    lifted: tuple[DieSeen, ...] = ()  # of those: dice whose place was seen bare while something moved
    fewer: bool = False  # some of those were missing when last something was reported
    again: tuple[DieSeen, ...] = ()  # dice that were cocked and are to be rolled again
    lately: tuple[tuple[DieSeen, ...], ...] = ()  # the dice of the last looks since anything stirred

    def seen_from(self, elsewhere: Elsewhere | Shake) -> "Tray":
        """The same dice after the camera or the mat has moved: none of them was rolled or pushed."""
        before = None if self.before is None else tuple(map(elsewhere.die, self.before))
        again, lifted = (tuple(map(elsewhere.die, dice)) for dice in (self.again, self.lifted))
        looks = tuple(replace(look, dice=tuple(map(elsewhere.die, look.dice))) for look in self.looks)
        followed = isinstance(elsewhere, Shake)  # else the pictures before it cannot be compared
        now = replace(self, before=before, again=again, lifted=lifted, reported=followed and self.reported)
        return replace(now, looks=looks if followed else (), lately=())

    def disturbed(self, state: Seen) -> "Tray":
        """Something moves, or nothing can be seen: what the looks before it showed is all that is known."""
        seen = self._as_seen_last() if state is not Seen.BLOCKED else self
        return replace(seen, state=state, looks=(), lately=(), reported=False)

    def completed(self, sighting: Sighting, wanted: Mapping[str, int]) -> tuple["Tray", Sighting]:
        """*sighting* with the dice that it has missed: while nothing stirs, none that was read goes anywhere.
        Who takes all of them is quick."""
        if sighting.ms and "dice" not in sighting.ms:
            return self, sighting
        dice = sighting.dice
        tray = replace(self, lately=(*self.lately, dice)[-AT_MOST:] if dice else ())
        as_now = [look for look in tray.lately if all(_at(die, look) for die in sighting.dice)]
        for die in (die for look in as_now for die in look if die.value):
            if len(dice) < sum(wanted.values()) and not _at(die, dice):
                dice = (*dice, replace(die, value="", choices=(die.value,)))
        return tray, sighting if dice is sighting.dice else replace(sighting, dice=dice)

    def _as_seen_last(self) -> "Tray":
        """Something moves before anybody was sure what lies there: that is what was seen last."""
        if self.before is not None or self.emptied or not self.looks:
            return self
        dice = self.looks[-1].dice
        return replace(self, before=dice or None, emptied=not dice)

    def after(self, sighting: Sighting, wanted: Mapping[str, int]) -> tuple["Tray", tuple[Event, ...]]:
        """A look at a table on which nothing moves."""
        if sighting.ms and "dice" not in sighting.ms and not sighting.dice:
            return replace(self, state=sighting.state), ()  # nobody looked for dice: the tray may be full
        if self.looks and not steady_with(self.looks[-1], sighting):
            watch = replace(self, looks=(sighting,), reported=False)
        else:
            watch = replace(self, looks=(*self.looks[-(AT_MOST - 1) :], sighting))
        if watch.reported:
            return replace(watch, state=Seen.WAITING), ()
        if len(watch.looks) < ENOUGH:
            return replace(watch, state=Seen.MOVING if self.state == Seen.MOVING else sighting.state), ()
        dice = tuple(agreed(die, watch.looks) for die in sighting.dice)
        if any(not die.value and not die.cocked for die in dice) and len(watch.looks) < AT_MOST:
            return replace(watch, state=sighting.state), ()
        return watch._conclude(dice, wanted)

    def _conclude(
        self, dice: tuple[DieSeen, ...], wanted: Mapping[str, int]
    ) -> tuple["Tray", tuple[Event, ...]]:
        """What the dice that have come to rest mean."""
        t = self.looks[0].t
        watch = replace(self, reported=True, state=_state_of(dice))
        if not dice:
            return replace(watch, emptied=True), ()
        if self.before is None and not self.emptied:
            return replace(watch, before=dice, state=Seen.WAITING), ()
        moved = self._moved_of(dice)
        fewer = self.before is not None and len(dice) < len(self.before)
        if not moved and not (fewer and not _as_many_as(dice, wanted)):
            back = (Nudged(t, dice, ()),) if fewer != self.fewer else ()
            return replace(watch, emptied=False, fewer=fewer, state=Seen.WAITING), back
        if not _as_many_as(dice, wanted):
            return replace(watch, fewer=fewer), (Miscounted(t, dice, dict(wanted)),)
        thrown = [die for die in dice if die not in moved and (not wanted or wanted.get(die.type))]
        rested = replace(watch, before=dice, emptied=False, lifted=(), fewer=False, again=())
        if self.again and not self.emptied:
            # one that had stood flat when others had to be rolled again need not move
            thrown = [die for die in thrown if any(same_place(die.box, one.box) for one in self.again)]
        if thrown:
            return replace(rested, again=self.again), (Nudged(t, dice, tuple(moved)),)
        again = tuple(die for die in dice if die.cocked)
        if again:
            return replace(rested, again=again), (Cocked(t, dice, again),)
        return rested, (Rolled(t, dice),)

    def _moved_of(self, dice: tuple[DieSeen, ...]) -> tuple[DieSeen, ...]:
        """Those of *dice* that have been rolled or pushed; a thing that lay upon all of them moved none."""
        if self.before is None:
            return dice
        if not self.emptied:
            stayed = [die for die in self.before if die not in self.lifted]
            return tuple(die for die in dice if not any(_same(old, die) for old in stayed))
        return () if _lie_as_before(self.before, dice) else dice


def _state_of(dice: Sequence[DieSeen]) -> Seen:
    if not dice:
        return Seen.EMPTY
    return Seen.COCKED if any(die.cocked for die in dice) else Seen.SETTLED


def _as_many_as(dice: Sequence[DieSeen], wanted: Mapping[str, int]) -> bool:
    if not wanted:
        return True
    seen = Counter(die.type for die in dice)
    return all(seen[kind] == count for kind, count in wanted.items())


def _lie_as_before(before: Sequence[DieSeen], dice: Sequence[DieSeen]) -> bool:
    """Whether all lie exactly where they lay and show what they showed, as far as that can be read."""
    found = [[die for die in dice if _same(old, die) and _exactly(old, die)] for old in before]
    return len(before) == len(dice) and all(len(same) == 1 for same in found)


def _exactly(old: DieSeen, die: DieSeen) -> bool:
    return same_place(old.box, die.box, _EXACTLY)


def _same(old: DieSeen, die: DieSeen) -> bool:
    unsure = not old.value or not die.value
    return old.type == die.type and same_place(old.box, die.box) and (unsure or old.value == die.value)


def _at(die: DieSeen, dice: Sequence[DieSeen]) -> bool:
    """Whether any of *dice* lies where *die* does, or would lie in it."""
    return any(same_place(one.box, die.box, 1.0) for one in dice)


def same_place(one: Box, other: Box, share: float = _SAME) -> bool:
    """Do two boxes have nearly the same middle, and are they about as large?"""
    small, large = sorted((max(one[2:]), max(other[2:])))
    size = max(small, 1.0)
    across = one[0] + one[2] / 2 - other[0] - other[2] / 2
    down = one[1] + one[3] / 2 - other[1] - other[3] / 2
    return small >= _AS_LARGE * large and bool((across**2 + down**2) ** 0.5 <= share * size)


def alike(before: Sequence[Thing], now: Sequence[Thing], is_one: Callable[[Thing, Thing], bool]) -> bool:
    """As many things, and the same, in whatever order they were found."""
    return len(before) == len(now) and all(any(is_one(thing, old) for old in before) for thing in now)


def steady_with(one: Sighting, other: Sighting) -> bool:
    """Do both looks show as many dice in the same places?"""
    return alike(one.dice, other.dice, lambda die, old: same_place(die.box, old.box, _STEADY))


def agreed(die: DieSeen, looks: Sequence[Sighting]) -> DieSeen:
    """One die: a value that two looks and half of all are sure of and none contradicts; else a question."""
    same = [seen for look in looks for seen in look.dice if same_place(seen.box, die.box, _STEADY)]
    if sum(seen.cocked for seen in same) * 2 > len(same):
        return replace(die, value="", cocked=True)
    sure: dict[tuple[str, str], list[DieSeen]] = defaultdict(list)
    for seen in same:
        if seen.value:
            sure[seen.type, seen.value].append(seen)
    enough = max(2, len(same) / 2)
    if len(sure) == 1 and len(next(iter(sure.values()))) >= enough:
        best = max(next(iter(sure.values())), key=lambda seen: seen.confidence)
        return replace(best, box=die.box, cocked=False)
    choices = tuple(
        dict.fromkeys([value for _, value in sure] + [name for seen in same for name in seen.choices])
    )
    return replace(die, value="", cocked=False, choices=choices[:3])
