"""Everything that can happen in Abi '94, in the notation of the journal."""

from companion.cards import Cards
from companion.game import Move


class Deal(Move, frozen=True, tag="deal"):
    """Everybody has got a new hand for the next project (AB5)."""


class Swap(Move, frozen=True, tag="swap"):
    """`seat` throws away `count` cards face down and draws as many (AB6)."""

    count: int


class Lead(Move, frozen=True, tag="lead"):
    """The table has chosen `leader` to lead the first round (AB8)."""

    leader: str


class Play(Move, frozen=True, tag="play"):
    """`seat` lays `card` before `target` (AB9). `only`: nothing but Mantas is left in hand (AB32)."""

    target: str
    card: str
    only: bool = False


class Cover(Move, frozen=True, tag="cover"):
    """`seat` puts the MamaPapa just received on the own minus `card` (AB22)."""

    card: str


class Decline(Move, frozen=True, tag="decline"):
    """`seat` does not cheat (AB23)."""


class Name(Move, frozen=True, tag="name"):
    """`seat` names the plus `card` before `neighbour` that is to be copied (AB23)."""

    neighbour: str
    card: str


class Roll(Move, frozen=True, tag="roll"):
    """`seat` rolls the ten-sided die for the named answer; `face` is what it shows, 0 to 9 (AB23)."""

    face: int


class HandIn(Move, frozen=True, tag="handin"):
    """`seat` hands in the project (AB33). `sure`: although the exam cannot be passed like that (AB43)."""

    sure: bool = False


class Keep(Move, frozen=True, tag="keep"):
    """`seat` was asked about a hopeless exam and goes on with it (AB43)."""


class Ready(Move, frozen=True, tag="ready"):
    """`seat` will not hand in during this round (AB38)."""


class Close(Move, frozen=True, tag="close"):
    """The time for handing in is over: the referee closes the round (AB38)."""


class Test(Move, frozen=True, tag="test"):
    """`seat` rolls `face`, 0 to 9, in the stress test (AB39)."""

    face: int


class Open(Move, frozen=True, tag="open"):
    """`seat` lays the hand open: these are its `cards` (AB16)."""

    cards: Cards


AbiMove = Move  # any of these: the table of the rules names them all
