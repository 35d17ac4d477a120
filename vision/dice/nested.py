"""What seems to lie inside of another die: a tray with dice on it is none, nor is a pip of a large one."""

from collections.abc import Sequence

from vision.dice.verdicts import Verdict

_MIDDLE, _ANYWHERE = 0.55, 0.9  # edges from the middle of the larger one
_SMALLER, _A_PIP = 0.6, 0.35  # of its edge: dice that lie on it, and its pips
_SURELY, _CLEAR = 0.85, 0.3  # so sure of their value, and so clear to the finder, are dice; pips never are
_A_DIE = 0.5


def without_nested(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Without the grounds on which dice lie, and without the pips of dice."""
    sure = [one for one in verdicts if one.shares[one.best] > _SURELY and one.place.heat > _CLEAR]
    dice = [one for one in verdicts if not _is_ground(one, sure)]
    return [one for one in dice if not any(_is_pip_of(one, other) for other in dice)]


def _is_ground(one: Verdict, sure: Sequence[Verdict]) -> bool:
    """Does a *sure* die lie in its middle, or do several lie on it?"""
    smaller = [_apart(other, one) for other in sure if other.place.edge < _SMALLER * one.place.edge]
    return any(apart < _MIDDLE for apart in smaller) or sum(apart < _ANYWHERE for apart in smaller) > 1


def _is_pip_of(one: Verdict, die: Verdict) -> bool:
    smaller = one.place.edge < _A_PIP * die.place.edge and one.shares[one.best] < die.shares[die.best]
    return bool(smaller) and die.die > _A_DIE and _apart(one, die) < _MIDDLE


def _apart(one: Verdict, other: Verdict) -> float:
    """How far their middles are apart, in edges of the *other* one."""
    return one.place.far(other.place) / other.place.edge
