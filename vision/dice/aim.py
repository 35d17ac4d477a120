"""Dice seen from the side whose side face, or whose whole, was taken for the top face are aimed at anew.

Where most dice of a picture say that the camera looks from the side, it is known where the foot of a die
shows, and so where its top face must lie as seen from a side face, or from the middle of the die. What seems
to lean is looked at there; a face that fits in with the other dice is the top face, and no die that leans.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from vision.dice.networks import Networks
from vision.dice.read_faces import from_all_sides
from vision.dice.upright import Camera, out_of_line
from vision.dice.verdicts import Floats, Verdict, look_at, together
from vision.dice.windows import Halvings, Place

_SLANTED = 0.4  # sine of how far the camera looks from the side, at least, to aim anew
# so far from the others' foot one is aimed at anew, and so near to it is the top face
_ODD, _FITS = 0.3, 0.22
_AGREE = 3  # dice that must say alike how the camera looks
# edges away from the foot, and shares of the size
_TRIES = (0.35, 0.75), (0.35, 1.0), (0.7, 0.75), (0.7, 1.0)
_WELL_AIMED = 0.2  # edges off the middle, or logarithm of the size, below which a try is well aimed
_A_DIE = 0.6  # likelihood above which something is a die, and may fit in or be aimed at


def aimed_anew(
    halvings: Halvings, verdicts: Sequence[Verdict], leaning: Sequence[bool], nets: Networks, camera: Camera
) -> list[Verdict]:
    """The verdicts, those of dice that seem to lean replaced by what their top face shows, if it is found."""
    out = list(verdicts)
    apart = out_of_line(verdicts, camera)
    odd = [n for n in _out_of_line(verdicts, apart) if leaning[n]]
    if not odd:
        return out
    places = [place for n in odd for place in _tried(verdicts[n], apart[n])]
    rough = look_at(halvings, places, nets.judge)
    aimed = [together(place, rough.at(row)).place for row, place in enumerate(places)]
    fine = look_at(halvings, aimed, nets.judge)
    for start, n in enumerate(odd):
        rows = range(start * len(_TRIES), (start + 1) * len(_TRIES))
        seen = [together(aimed[r], fine.at(r)) for r in rows if np.abs(fine.pose[r, :3]).max() < _WELL_AIMED]
        others = [*out[:n], *out[n + 1 :]]
        best = _best(seen, verdicts[n], apart[n], others)
        if best is not None:
            out[n] = from_all_sides(halvings, [best], nets)[0]
    return out


def _out_of_line(verdicts: Sequence[Verdict], apart: Floats) -> list[int]:
    """Which dice do not fit in, where enough others say that the camera looks from the side."""
    away = np.hypot(apart[:, 0], apart[:, 1]) if len(verdicts) else np.zeros(0)
    fit = [n for n in range(len(verdicts)) if away[n] < _FITS and verdicts[n].die > _A_DIE]
    if len(fit) < _AGREE:
        return []
    camera = np.mean([verdicts[n].foot - apart[n] for n in fit], axis=0)
    if float(np.hypot(*camera)) < _SLANTED:
        return []
    return [n for n in range(len(verdicts)) if away[n] > _ODD and verdicts[n].die > _A_DIE]


def _tried(one: Verdict, apart: Floats) -> list[Place]:
    """Where its top face may lie: against the way in which its foot must show."""
    foot = one.foot - apart
    way = foot / max(1e-6, float(np.hypot(*foot)))
    return [
        replace(
            one.place,
            x=one.place.x - float(way[0]) * far * one.place.edge,
            y=one.place.y - float(way[1]) * far * one.place.edge,
            edge=one.place.edge * size,
        )
        for far, size in _TRIES
    ]


def _best(
    seen: Sequence[Verdict], instead: Verdict, apart: Floats, others: Sequence[Verdict]
) -> Verdict | None:
    """The likeliest that fits in with the other dice and is none of them."""
    foot = instead.foot - apart
    fitting = [one for one in seen if one.die > _A_DIE and float(np.hypot(*(one.foot - foot))) < _FITS]
    alone = [one for one in fitting if not any(one.place.is_one_with(other.place) for other in others)]
    return max(alone, key=lambda one: one.shares[one.best], default=None)
