"""What the eyes keep from one picture to the next: a small picture of before, to see what moves and what
covers.

Frozen like everything: `remember` gives the memory after a look, nothing is changed in place.
"""

import cv2
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.asks import MS
from companion.sightings import STILL, Seen, Sighting
from vision.pictures import Mask, Picture, as_small, most_of
from vision.scene.moved import Shake, shaken

_WIDE = 192
_STEP = 16.0  # grey levels between two pictures that noise alone does not make
_NOISE = 6.0  # grey levels: where nothing differs by more, neither has the light
_MOVED = 0.0007  # share of the picture that changes when something moves
_MOVED_BESIDES = 0.002  # the same, where the camera itself has moved
_ABOUT, _SOFT = np.ones((3, 3), np.uint8), 1.0  # pixels: nobody can tell to less where the camera is
_HAND = 0.012  # share of the picture that a hand covers at least
_COVERED = 26.0
_LAMPS = (0.3, 2.5)  # by how much a lamp that is switched changes the light
# by how much the light must change at once that cards laid meanwhile may be lost to sight: bright haze washes
# them out at once, half the light does not
_OTHER_LIGHT = (0.4, 1.25)
_NO_HAND = 0.45  # share of the picture that no hand covers: the light is another one, or the table has moved
_STAYS = 15_000 * MS  # what lies over the border for so long is no hand: an arm stirs before
Small = NDArray[np.float32]


class Memory(Struct, frozen=True, eq=False):
    """`last`: the picture before, small; `quiet`: the last one without a hand; `earlier`: the same, before
    something came to stay over the border or went away from there; `rests`: since when it seems a hand at
    rest; `begun`: something came, be it black; `empty`: the table with nothing on it, if anybody has shown
    it; `held`: nothing tells where the camera is, perhaps somebody holds it."""

    last: Small | None = None
    quiet: Small | None = None
    earlier: Small | None = None
    rests: int = 0
    begun: bool = False
    empty: Picture | None = None
    held: bool = False


NOTHING = Memory()


def small(picture: Picture) -> Small:
    """The picture small and soft, shape (rows, columns, 3)."""
    return as_small(picture, _WIDE)


def is_moving(memory: Memory, now: Small) -> bool:
    """Does something move between the picture before and this one, but for the camera itself?"""
    if memory.last is None or not _differs(memory, now):
        return False
    shake = shaken(memory.last, now) if memory.held else None
    return shake is None or float((apart_but_for(shake, now, memory.last) > _STEP).mean()) > _MOVED_BESIDES


def camera_moved(memory: Memory, now: Small) -> Shake | None:
    """How the camera has moved since the picture before; None if it has not, or nobody can tell."""
    if memory.last is None or not memory.held or not _differs(memory, now):
        return None
    return shaken(memory.last, now)


def _differs(memory: Memory, now: Small) -> bool:
    if memory.last is None or memory.last.shape != now.shape:
        return False
    changed = (cv2.blur(apart(now, memory.last), (2, 2)) > _STEP).astype(np.uint8)
    return bool(cv2.countNonZero(changed) > _MOVED * changed.size)


def hand_in_view(memory: Memory, now: Small, but_for: Mask | None = None) -> bool:
    """Does something large reach into the picture from its border that was not there when all was quiet?

    *but_for*: 0 where it is known what lies there, and that it is no hand.
    """
    if memory.quiet is None or memory.quiet.shape != now.shape:
        return False
    known = [one for one in (memory.quiet, memory.earlier) if one is not None and one.shape == now.shape]
    if not all(_reaches_in(apart(now, before), memory, now, but_for) for before in known):
        return False
    shake = shaken(memory.quiet, now) if memory.held else None
    if shake is None:
        return True
    differs = apart_but_for(shake, now, memory.quiet)
    in_both = np.ix_((differs >= 0).any(axis=1), (differs >= 0).any(axis=0))  # its border is the picture's
    return _reaches_in(differs[in_both], memory, now, None if but_for is None else but_for[in_both])


def _reaches_in(differs: Small, memory: Memory, now: Small, but_for: Mask | None) -> bool:
    covered = (differs > _COVERED).astype(np.uint8)
    if but_for is not None:
        covered &= but_for
    if covered.mean() > _NO_HAND and not is_moving(memory, now):
        return False
    covered = np.asarray(cv2.morphologyEx(covered, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    count, names, stats, _ = cv2.connectedComponentsWithStats(covered)
    border = np.unique(np.concatenate([names[0], names[-1], names[:, 0], names[:, -1]]))
    return any(n > 0 and stats[n][4] > _HAND * covered.size for n in border if n < count)


def apart_but_for(shake: Shake, now: Small, before: Small) -> Small:
    """How far two pictures differ if the camera moved like that; -1 where only one of them shows anything."""
    before, now = (np.asarray(cv2.GaussianBlur(one, (0, 0), _SOFT), np.float32) for one in (before, now))
    seen = shake.applied_to(before)
    known = np.asarray(np.isfinite(seen).all(axis=2))
    seen = np.where(known[..., None], seen, now)
    seen *= np.float32(np.clip(_gain(now, seen), *_LAMPS))
    least, most = cv2.erode(seen, _ABOUT), cv2.dilate(seen, _ABOUT)
    inside = cv2.erode(np.asarray(known, np.uint8), _ABOUT) > 0
    differs = most_of(np.maximum(least - now, now - most))
    return np.where(inside, np.maximum(differs, 0), -1).astype(np.float32)


def light_jumps(memory: Memory, now: Small) -> bool:
    """Is the light quite another one than in the picture before?"""
    if memory.last is None or memory.last.shape != now.shape:
        return False
    least, most = _OTHER_LIGHT
    return not least < _gain(now, memory.last) < most


def apart(one: Small, other: Small) -> Small:
    """How far two pictures differ, after the light has been made equally bright."""
    differs = cv2.absdiff(one, other)
    if cv2.minMaxLoc(differs.reshape(len(differs), -1))[1] > _NOISE:
        gain = np.float32(np.clip(_gain(one, other), *_LAMPS))
        differs = cv2.absdiff(one, other * gain)
    return most_of(differs)


def _gain(one: Small, other: Small) -> float:
    """How much brighter most places are than they were, whatever was laid."""
    return float(np.median((one[::2, ::2] + 1) / (other[::2, ::2] + 1)))


def remember(memory: Memory, picture: Picture, found: Sighting, now: Small | None = None) -> Memory:
    """The memory after a look that *found* this; *now* is the picture small, if anybody has it already."""
    state = found.state
    if state is Seen.BLOCKED:
        return replace(memory, begun=True)
    now = small(picture) if now is None else now
    saw_nothing = memory.last is None and memory.begun  # so far: perhaps a hand is in the very first picture
    memory = replace(memory, last=now)
    if state is Seen.HAND and found.why == STILL:
        since = memory.rests or found.t
        if found.t - since < _STAYS:
            return replace(memory, rests=since)
        return replace(memory, quiet=now, earlier=memory.quiet, rests=0)
    quiet = memory.quiet if saw_nothing or state in (Seen.HAND, Seen.MOVING) else now
    return replace(memory, quiet=quiet, rests=0)
