"""Everything that can happen in a game of ABspecken, in its own notation."""

from companion.asks import Source
from companion.game import Move, Timed
from companion.games.abspecken.state import Card, Face, Pig, Pips


class Ready(Move, frozen=True, tag="ready"):
    """The sets are sorted; before the first round the table also names the youngest, who rolls first."""

    youngest: str = ""


class Pick(Move, frozen=True, tag="pick"):
    """*seat* has picked the opening hand; no cards: nobody has seen which."""

    cards: tuple[Face, ...] = ()


class Offer(Move, frozen=True, tag="offer"):
    """*seat* rolls with the Piggy Die or puts it aside."""

    piggy: bool


class Roll(Move, frozen=True, tag="roll"):
    """The dice lie. *ban* is the number whose colour is barred; *t* is when they were read."""

    pips: tuple[Pips, Pips]
    ban: Face
    pig: Pig = ""
    t: int = 0


class Agree(Move, frozen=True, tag="agree"):
    """Nobody objects to the reading of the dice."""


class Give(Move, frozen=True, tag="give"):
    """After a smile *seat* gives a hand card to another seat."""

    to: str
    card: Card = "?"


class PickUp(Move, frozen=True, tag="pick_up"):
    """After a grim face *seat* takes the top card of the own discard pile into the hand."""


class Lay(Move, frozen=True, tag="lay"):
    """*seat* discards; the last card lies on top."""

    cards: tuple[Face, ...]


class Cannot(Timed, frozen=True, tag="cannot"):
    """*seat* says "I cannot" at the time *t*."""

    source: Source = Source.BUTTON
    uncertainty: int = 0


class Withdraw(Move, frozen=True, tag="withdraw"):
    """*seat* takes the "cannot" back."""


class Challenge(Move, frozen=True, tag="challenge"):
    """*seat* (or, without a name, the table) doubts the "cannot" of another seat."""

    of: str


class Drop(Move, frozen=True, tag="drop"):
    """The doubt is dropped: the "cannot" stands."""


class Show(Move, frozen=True, tag="show"):
    """*seat* shows the whole hand, at the scoring with all the draw piles."""

    cards: tuple[Face, ...]


class Choose(Move, frozen=True, tag="choose"):
    """*seat* has chosen whom to give to or take from; which card it is follows."""

    whom: str


class Take(Move, frozen=True, tag="take"):
    """*seat*, who could not discard, receives a hand card of another seat."""

    victim: str
    card: Card = "?"


class Refill(Move, frozen=True, tag="refill"):
    """*seat* draws back to five; without a seat: everybody who may. No cards: nobody has seen which."""

    cards: tuple[Face, ...] = ()


class Count(Move, frozen=True, tag="count"):
    """*seat* has counted the own cards at the end of the round."""

    points: int


class Close(Move, frozen=True, tag="close"):
    """The table agrees with the points of the round."""


BY_ANYBODY = (Roll, Challenge, Refill)  # nobody in particular needs to have said these
BY_THE_TABLE = (Ready, Agree, Drop, Close)  # for these it is all the same who says it
AbspeckenMove = Move  # any of these: the table of the rules names them all
