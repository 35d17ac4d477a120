"""A roll that somebody told by touch, because the eyes saw nothing of it: when its dice come to light later,
they were not rolled anew."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.facts import JSON, Fact, Kind, Source
from companion.rulings import Ruling, Verdict
from companion.sightings import DieSeen


class RolledUnseen:
    """Keeps what lies in the tray that the eyes have not told of."""

    def __init__(self) -> None:
        self._told: Mapping[str, Sequence[JSON]] | None = None
        self._seen = False  # the eyes have told of the roll that is asked for

    def ruled(self, fact: Fact, ruling: Ruling) -> None:
        """The referee has ruled on a roll, whoever told it."""
        if fact.kind is not Kind.DICE or ruling.verdict is not Verdict.ACCEPTED:
            return
        by_touch = fact.source is Source.TOUCH and isinstance(fact.value, Mapping)
        self._told = fact.value if by_touch and not self._seen else None
        self._seen = False

    def is_that(self, dice: Sequence[DieSeen], *, asked: bool) -> bool:
        """Whether *dice*, which have come to rest, are those that were told by touch.

        While no roll is *asked* for nobody rolled them: somebody knocked against one, or put it right.
        """
        told, self._told, self._seen = self._told, None, asked
        return told is not None and all(_may_show(kind, faces, dice) for kind, faces in told.items())


def _may_show(kind: str, faces: Sequence[JSON], dice: Sequence[DieSeen]) -> bool:
    """Whether those of one *kind* show these *faces*; what cannot be read may be any of them."""
    seen = [die.value for die in dice if die.type == kind]
    others = Counter(value for value in seen if value) - Counter(str(face) for face in faces)
    return len(seen) == len(faces) and not others
