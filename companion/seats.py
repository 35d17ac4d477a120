"""The places at the table: a person, a colour with a shape and a letter, and a button."""

from collections.abc import Sequence

from msgspec import Struct

from companion.asks import Say

LOOKS = (
    ("red", "circle", "A"),
    ("blue", "square", "B"),
    ("yellow", "triangle", "C"),
    ("green", "diamond", "D"),
    ("purple", "star", "E"),
    ("orange", "hexagon", "F"),
    ("white", "cross", "G"),
    ("black", "heart", "H"),
)


class Seat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place at the table. Colour, shape and letter say the same three times, so that no eye is left out."""

    name: str
    colour: str = ""
    shape: str = ""
    letter: str = ""
    language: str = "en"  # of the journal: what a record says nothing of
    button: str = ""  # the logical number of the button, or "" if this seat calls by touch
    handicap_ms: int = 0  # taken off this seat's call times, shown openly: for small children
    person: int = 0  # who of the house sits here, by their profile's number; 0: a guest
    bot: str = ""  # the level of the bot that thinks for this seat; "" for a human being
    acts: bool = False  # the bot does everything by itself: the table is only on the screen


def seats_named(names: Sequence[str], language: str = "en") -> tuple[Seat, ...]:
    """Seats for *names*, clockwise, with the looks and the buttons in their usual order."""
    return tuple(
        Seat(name, *LOOKS[number % len(LOOKS)], language=language, button=str(number + 1))
        for number, name in enumerate(names)
    )


def seats_in_words(seats: tuple[int, int]) -> Say:
    """How many people may play: "2 to 5 people", or "2 people" where it is always so many."""
    low, high = seats
    return Say("facts.just", {"n": low}) if low == high else Say("facts.seats", {"low": low, "high": high})
