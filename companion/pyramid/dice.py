"""The 24 ways in which a right-handed die can lie, tipping and turning (rules G13, G15, G16, G17).

The faces of a die in its funnel are the numbers towards side A, B and C; the three lower ones follow from
them. None stands for a number that nobody has seen.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

Faces = tuple[int, int, int]
Number = Annotated[int, Meta(ge=1, le=6)]  # that somebody has read
Known = Sequence[int | None]  # three numbers, unknown ones left open


def tipped(faces: Faces, plus: int, minus: int) -> Faces:
    """*faces* after a tip by one step along *plus* and one back along *minus*: a quarter turn (G13).

    The number of side *minus* is covered, that of *plus* takes its place, and *plus* now shows the back of
    the covered one. The third side keeps its number.
    """
    shown = list(faces)
    shown[minus], shown[plus] = faces[plus], 7 - faces[minus]
    return shown[0], shown[1], shown[2]


def _reachable(faces: Faces) -> frozenset[Faces]:
    found, new = {faces}, [faces]
    while new:
        lying = new.pop()
        for plus, minus in ((0, 1), (1, 2)):  # two of the three tips lead to all ways to lie
            turned = tipped(lying, plus, minus)
            if turned not in found:
                found.add(turned)
                new.append(turned)
    return frozenset(found)


# G16: the start position of Dice March (3 to A, 2 to B, 1 to C) tells which hand the booklet's dice have
ORIENTATIONS: tuple[Faces, ...] = tuple(sorted(_reachable((3, 2, 1))))
_RIGHT_HANDED = frozenset(ORIENTATIONS)


def is_right_handed(faces: Sequence[int | None]) -> bool:
    """Whether a right-handed die can show these numbers to A, B and C (G16)."""
    return tuple(faces) in _RIGHT_HANDED


def is_a_die(known: Known) -> bool:
    """Whether a die of either make can show *known*: no number twice, none beside its back (G16)."""
    pairs = [min(number, 7 - number) for number in known if number is not None]
    return len(pairs) == len(set(pairs))


def turnings(known: Known) -> tuple[Faces, ...]:
    """All ways a die can lie that shows *known*: one if two numbers are known, four if one is (G17)."""
    return _turnings(tuple(known))


@lru_cache(maxsize=512)  # there are 343 ways to know a die
def _turnings(known: tuple[int | None, ...]) -> tuple[Faces, ...]:
    return tuple(
        faces for faces in ORIENTATIONS if all(k in (None, f) for k, f in zip(known, faces, strict=True))
    )


def completed(known: Known) -> tuple[int | None, ...]:
    """*known* with the third number filled in where the other two leave only one (G17)."""
    ways = turnings(known)
    return ways[0] if len(ways) == 1 else tuple(known)
