"""What the beads along a card's frame mean: a number for every printed card, in a code that finds mistakes.

A row of eighteen beads is a word of an extended quadratic residue code: any two differ in at least six
places, so a bead that is read wrongly is mended and more are noticed. Rows with very few or very many beads
are left out, as plain paper or a plain frame would look like them. A card that was printed keeps its number
for ever: names may be added at the end of a deck's block, never moved.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from vision.pictures import Colour

LENGTH = 18
FEWEST, MOST = 6, 12  # beads in a row
_BITS = 9
_GENERATOR = 0b100111001  # divides x^17 - 1
_MASK = 0b110010111010001101  # added to every word, so that a card is no simple pattern

_COLOURED = "0 1 2 3 4 5 6 7 8 9"
_WOBBLE = "0 1 2 3 4 5 6 7 8 9 CD HH CE M20 P5 AFK MAG SK P3"
_EVENTS = "-1 -2 -3 -4 -5 MP CH MA ME"


def _each(firsts: str, lasts: str) -> str:
    return " ".join(first + last for first in firsts.split() for last in lasts.split())


BLOCKS: Mapping[str, tuple[int, str]] = MappingProxyType(
    {  # the number of a deck's first card, and its cards in the order of their numbers
        "abi94": (1, f"+1 +2 +3 +4 +5 {_EVENTS}"),
        "abi94-b": (
            32,
            "+1g +2g +3g +4g +5g +1y +2y +3y +4y +5y +1r +2r +3r +4r +5r +1b +2b +3b +4b +5b "
            f"+1v +2v +3v +4v +5v {_EVENTS}",
        ),
        "wobble": (
            80,
            f"{_each('m c y g', _WOBBLE)} CSmc CSmy CSmg CScy CScg CSyg DG YOU MIR UNL NM CAP DBL",
        ),
        "french": (192, " ".join(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")),
        "uno-like": (
            256,
            f"{_each('red_ yellow_ green_ blue_', f'{_COLOURED} skip reverse draw2')} wild wild_draw4",
        ),
        "abspecken": (320, "1 2 3 4 5 6"),
    }
)

Row = tuple[bool, ...]  # from the top of the upright card to its bottom, on either side


@cache
def rows() -> Mapping[tuple[str, str], Row]:
    """The row of beads of every card, by deck and name."""
    return MappingProxyType(
        {
            (deck, name): row_of(first + n)
            for deck, (first, names) in BLOCKS.items()
            for n, name in enumerate(names.split())
        }
    )


def row_of(number: int) -> Row:
    """The beads that stand for *number*.

    >>> "".join("o" if bead else "." for bead in row_of(1))
    'oo..o.oo..ooooooo.'
    """
    words = _words()
    if not 0 <= number < len(words):
        raise ValueError(f"expected a number from 0 to {len(words) - 1}, got {number}")
    return tuple(bool(words[number] >> place & 1) for place in reversed(range(LENGTH)))


@cache
def _words() -> tuple[int, ...]:
    """All words of the code that have neither too few nor too many beads."""
    words = (_word(n) ^ _MASK for n in range(1 << _BITS))
    return tuple(word for word in words if FEWEST <= word.bit_count() <= MOST)


def _word(bits: int) -> int:
    """The polynomial of *bits* times the generator, and a bit that makes the number of ones even."""
    word = 0
    for place in range(_BITS):
        word ^= (_GENERATOR << place) * (bits >> place & 1)
    return word << 1 | word.bit_count() & 1


# --- where what stands on a card is, in millimetres: its frame and its beads ---


CARD_SIZE = (56.0, 87.0)
FRAME_INSET, FRAME_WIDTH = 3.0, 4.0
WHITE: Colour = (244, 248, 248)  # of its paper
PITCH, RADIUS = 3.9, 1.1
STANDS_OUT = 0.85  # a bead's middle from the inner edge of the frame


def bead_height(n: int, high: float) -> float:
    """How far below the upper edge bead *n* of a card of that height has its middle."""
    return high / 2 + (n - (LENGTH - 1) / 2) * PITCH
