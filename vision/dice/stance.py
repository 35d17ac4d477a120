"""How a die stands: flat, leaning for sure, or perhaps leaning, which is asked about."""

from msgspec import Struct

from vision.dice.upright import UPRIGHT
from vision.dice.verdicts import Verdict

_LEANS = 0.3  # sine of a lean from which it is said
_COCKED, _MAYBE_COCKED = 0.7, 0.6  # from where the judge alone says so, and from where it is asked about
_NOT_COCKED = 0.05  # where the judge sees so little of a lean, it is asked about, not said
_HEAD, _SEEN = 0.4, 0.15  # how much of its belief adds to a lean; less where hardly any lean is seen
_EXACT = 34.0  # pixels of an edge: the lean of smaller dice is measured less exactly


class Stance(Struct, frozen=True):
    """If a die neither *leans* nor *stands* for sure, it is asked about."""

    leans: bool = False
    stands: bool = True
    sure: float = 1.0  # how likely it leans, if it does


def stance_of(one: Verdict, lean: float) -> Stance:
    """How a die stands that leans so much on another one (a sine), seen by a camera that is not known."""
    sure = max(one.cocked, min(1.0, lean / _LEANS - 0.5))
    leans = (lean > _LEANS and one.cocked > _NOT_COCKED) or one.cocked > _COCKED
    vague = max(1.0, _EXACT / one.place.edge) ** 1.5
    believed = _HEAD * one.cocked * min(1.0, lean / _SEEN)
    stands = lean + believed < min(UPRIGHT * vague, _LEANS) and one.cocked < _MAYBE_COCKED
    return Stance(leans, stands, sure)
