"""A card that looks like one face of a taught deck: does it look even more like another, brought onto that?

How a card was found suits one face better than others: a side a little off, or a card that was brought onto a
face already, makes that one likely. So the others get the same chance.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.align import likeliest, onto
from vision.cards.likeness import FAR, Floats, look_of
from vision.cards.sight import Sight
from vision.cards.taught import Known
from vision.cards.verdict import Verdict, as_question
from vision.pictures import Picture

_FAR_AHEAD = 8.0  # parts: a face that is so much likelier than all others needs no second look,
_WELL = 0.85  # if it fits so well
# a face that was not the likeliest before must be so much likelier now, and fit so well
_AHEAD, _FITS = 1.0, 0.925


def likelier_face(picture: Picture, sight: Sight, deck: Known, name: str, hidden: NDArray[np.bool_]) -> str:
    """The face that the card fits better than that of this *name*; "" if there is none."""
    weight = (~hidden).astype(np.float32)
    apart = _by_name(deck, sight.unlike(deck) @ weight)
    others = min((far for face, far in apart.items() if face != name), default=np.inf)
    if name not in apart or (others - apart[name] > _FAR_AHEAD and sight.fit(deck) >= _WELL):
        return ""
    apart = _at_best(picture, sight, deck, (), weight)
    best = min(apart, key=lambda face: apart[face])
    return best if apart[best] < apart[name] else ""


def confirmed(
    picture: Picture, deck: Known, before: tuple[Sight, Verdict], now: tuple[Sight, Verdict]
) -> Verdict:
    """What a card is *now* that it was brought onto a face; a question if another was as likely *before*."""
    (was, said), (lies, verdict) = before, now
    if not verdict.name or verdict.name in said.names[:1]:
        return verdict
    weight = (~was.outside).astype(np.float32)
    apart = _at_best(picture, was, deck, said.names, weight)
    own = _by_name(deck, lies.unlike(deck) @ weight).get(verdict.name, np.inf)
    other = min((face for face in apart if face != verdict.name), key=lambda face: apart[face], default="")
    if not other or (apart[other] - own > _AHEAD and verdict.fit >= _FITS):
        return verdict
    return as_question(verdict, other if apart[other] < own else verdict.name)


def _at_best(
    picture: Picture, sight: Sight, deck: Known, names: Sequence[str], weight: Floats
) -> dict[str, float]:
    """How unlike each face is, as the card lies, or brought onto some of them and those of these *names*."""
    apart = _by_name(deck, sight.unlike(deck) @ weight)
    look = look_of(sight.flat, FAR)
    for face in likeliest(look, deck, names):
        better = onto(picture, sight.outline, look, deck, face)
        if better is not None:
            called = deck.names[face // 2]
            apart[called] = min(apart[called], float(better.apart[face] @ weight))
    return apart


def _by_name(deck: Known, far: Floats) -> dict[str, float]:
    """How unlike the likeliest look of each face is."""
    out: dict[str, float] = {}
    for n in np.argsort(far):
        out.setdefault(deck.names[n // 2], float(far[n]))
    return out
