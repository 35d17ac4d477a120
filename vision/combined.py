"""Several looks at a table at rest, taken together: what they agree on, die by die."""

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from companion.sightings import Box, DieSeen, Sighting

_STEADY = 0.2  # of a die's size: a die at rest does not wander farther between two looks
_SAME = 0.3  # of a die's size: nearer than this it lies in the same place


def same_place(one: Box, other: Box, share: float = _SAME) -> bool:
    """Do two boxes have nearly the same middle?"""
    size = max(min(max(one[2], one[3]), max(other[2], other[3])), 1.0)
    across = one[0] + one[2] / 2 - other[0] - other[2] / 2
    down = one[1] + one[3] / 2 - other[1] - other[3] / 2
    return bool((across**2 + down**2) ** 0.5 <= share * size)


def steady_with(one: Sighting, other: Sighting) -> bool:
    """Do both looks show as many dice in the same places?"""
    return len(one.dice) == len(other.dice) and all(
        any(same_place(die.box, old.box, _STEADY) for old in one.dice) for die in other.dice
    )


def steady_dice(looks: Sequence[Sighting]) -> tuple[DieSeen, ...]:
    """The dice of the last look, each with what most looks say of it."""
    return tuple(_agreed(die, looks) for die in looks[-1].dice)


def _agreed(die: DieSeen, looks: Sequence[Sighting]) -> DieSeen:
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
