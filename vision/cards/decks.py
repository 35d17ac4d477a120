"""The decks that the eyes know: built-in and taught ones."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from vision.cards.printed_faces import printed_faces
from vision.cards.readers import SUITS
from vision.cards.taught import Known, of_faces, taught, taught_decks
from vision.cards.verdict import FRENCH, FRENCH_RANKS, NUMBERS, PLAIN_RANKS, UNO, french_name

ANY = "any"
_DRAWN = ("abi94", "abi94-b", "wobble")  # the kit's own prints, recognised by stored faces
_PRINTED = {FRENCH: "french", NUMBERS: "abspecken", UNO: "uno-like"}
_CALLED = {
    "french": FRENCH, "abstrac": FRENCH, "german": FRENCH,
    "abspecken": NUMBERS, "numbers": NUMBERS,
    "uno": UNO, "uno-like": UNO,
}  # fmt: skip
_BUILT_IN = {
    FRENCH: tuple(french_name(rank, suit) for suit in SUITS[1:] for rank in FRENCH_RANKS),
    NUMBERS: ("1_green", "2_pink", "3_orange", "4_blue", "5_yellow", "6_purple"),
    UNO: (
        *(f"{colour}_{rank}" for colour in ("red", "yellow", "green", "blue") for rank in PLAIN_RANKS),
        "wild",
        "wild_draw4",
    ),
}


class Decks(Struct, frozen=True, eq=False):
    """Which decks may lie in a picture: built-in ones by name, taught ones, and the names in them."""

    built_in: tuple[str, ...]
    taught: tuple[Known, ...] = ()
    only: frozenset[str] = frozenset()
    printed: tuple[Known, ...] = ()  # the kit's prints of the built-in decks, tried where no mark is read
    beaded: frozenset[str] = frozenset()  # decks of the kit's own print that are possible here

    @property
    def have_indices(self) -> bool:
        """May a card have an index that can be read? Taught decks with names of their own have none."""
        return bool(self.built_in) or not self.taught


def decks_called(deck: str, keep_in: Path | None) -> Decks | None:
    """Which decks are meant by a name ("any": all that are known); None if there is none called so."""
    if deck == ANY:
        more = [known for name in taught_decks(keep_in) if (known := taught(name, keep_in)) is not None]
        return Decks((FRENCH, NUMBERS, UNO), tuple(more), beaded=frozenset((FRENCH, NUMBERS, UNO, *_DRAWN)))
    known = taught(deck, keep_in)
    if known is not None:
        return Decks((known.family,) if known.family else (), (known,), frozenset(known.names))
    if deck in _CALLED:
        called = _CALLED[deck]
        return Decks((called,), printed=(_printed(_PRINTED[called]),), beaded=frozenset((called,)))
    return Decks((), (_printed(deck),), beaded=frozenset((deck,))) if deck in _DRAWN else None


@lru_cache(maxsize=4)
def _printed(deck: str) -> Known:
    """A deck that the kit prints, as if it had been taught."""
    faces = printed_faces(deck)
    shown = ((_without_number(name, faces), face) for name, face in faces.items())
    coloured = {name[0]: name for name in _BUILT_IN[NUMBERS]} if deck == "abspecken" else {}
    named = ((coloured.get(name, name), face) for name, face in shown)
    return replace(of_faces(deck, named), cards=())  # they are found by their frames and beads


def _without_number(name: str, names: Collection[str]) -> str:
    """`m7_2` is another picture of `m7`."""
    first, _, number = name.rpartition("_")
    return first if number.isdigit() and first in names else name


def names_of(deck: str, keep_in: Path | None) -> tuple[str, ...]:
    """The faces of a deck, as far as they can be counted."""
    known = taught(deck, keep_in)
    if known is not None:
        return tuple(dict.fromkeys(known.names))
    if deck in _DRAWN:
        return tuple(dict.fromkeys(_printed(deck).names))
    return _BUILT_IN.get(_CALLED.get(deck, ""), ())


BUILT_IN = ("abspecken", "french", "uno-like", *_DRAWN)


def all_decks(keep_in: Path | None) -> Iterable[str]:
    """The names of all decks, built in first."""
    return (*dict.fromkeys(_CALLED), *_DRAWN, *taught_decks(keep_in))
