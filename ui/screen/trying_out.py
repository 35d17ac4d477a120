"""Whether the eyes know what they were taught: "show me a 4", and what they take for what."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct


class Slip(Struct, frozen=True):
    """A face that was shown, and what the eyes took it for; () where they saw nothing at all."""

    shown: str
    seen: tuple[str, ...]


class TryingOut:
    """Asks for some *faces* in any order, never for the one before."""

    def __init__(self, faces: Sequence[str], random: Random, most: int = 6) -> None:
        self._left = random.sample(list(faces), min(most, len(faces)))
        self.asked = len(self._left)
        self.right = 0
        self.slips: list[Slip] = []

    @property
    def face(self) -> str:
        """What is to be shown now, or "" when all was asked."""
        return self._left[0] if self._left else ""

    def saw(self, seen: tuple[str, ...]) -> bool:
        """The eyes have looked; whether they saw what was asked for. Then the next face is asked for."""
        if seen != (self.face,):
            return False
        self.right += 1
        self._left.pop(0)
        return True

    def confused(self, seen: tuple[str, ...]) -> None:
        """It was shown all the same: the eyes have it wrong, or are not sure."""
        self.slips.append(Slip(self.face, seen))
        self._left.pop(0)
