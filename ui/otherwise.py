"""Something lies on the table otherwise than it counts: both of it, as facts would tell it."""

from msgspec import Struct

from companion.facts import JSON, Kind


class Otherwise(Struct, frozen=True):
    """A die that was knocked over, a card that was exchanged; nothing was ruled on."""

    kind: Kind
    counts: JSON  # what to lay, so that all is as it was
    lies: JSON  # None: that cannot be read
    deck: str = ""  # of cards
    at: tuple[int, ...] = ()  # of a row: which of its cards these are, counted from 0

    @property
    def things(self) -> tuple[tuple[str, str], ...]:
        """What to lay, each with its kind of die or its deck, for a picture of it."""
        if self.kind is Kind.DICE:
            return tuple((kind, str(face)) for kind, faces in self.counts.items() for face in faces)
        return tuple((self.deck, str(card)) for card in self.counts["cards"])
