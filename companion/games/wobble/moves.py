"""Everything that can happen in Wobble, in the notation of the journal. Times are nanoseconds."""

from typing import Literal

from companion.cards import Cards
from companion.game import Move, Timed

Sign = Literal["R", "P", "S"]
Show = Literal["up", "down", "R", "P", "S"]
Result = Literal["ok", "fail", "cannot"]


class Census(Move, frozen=True, tag="census"):
    """The whole box has been counted (W1)."""

    cards: Cards


class Ready(Timed, frozen=True, tag="ready"):
    """`seat` has the six cards in hand and is ready (W4, W6)."""


class Flip(Move, frozen=True, tag="flip"):
    """The dealer turns `cards` one after the other; the last one is coloured (W6 to W8)."""

    cards: Cards


class Lay(Move, frozen=True, tag="lay"):
    """`seat` lays `cards` on the discard pile: one, or two identical ones (W9, W13)."""

    cards: Cards
    t: int = 0


class Toss(Timed, frozen=True, tag="toss"):
    """`seat` presses the button to toss in; the card follows (W15)."""


class NoToss(Move, frozen=True, tag="no_toss"):
    """No card has followed a press (W15)."""


class Touch(Timed, frozen=True, tag="touch"):
    """`seat` touches the draw pile and draws (W11)."""


class Keep(Move, frozen=True, tag="keep"):
    """The drawn card does not fit: `seat` keeps it (W11)."""


class Doubt(Move, frozen=True, tag="doubt"):
    """`seat` doubts that whoever has drawn could not play (W10)."""


class ShowHand(Move, frozen=True, tag="show"):
    """`seat` shows the hand: to the companion alone when doubted, to all for scoring (W10, W30)."""

    cards: Cards
    t: int = 0


class AllShown(Move, frozen=True, tag="all_shown"):
    """`seat` has no other cards than those that lie open, however many were believed to be there (W33)."""


class Redraw(Move, frozen=True, tag="redraw"):
    """`seat` shows a hand of grey cards and draws as many new ones (W28)."""

    cards: Cards


class SwapSeats(Move, frozen=True, tag="seats"):
    """`seat` has laid a 0 and changes places with `partner`, or with nobody (W29)."""

    partner: str = ""


class Half(Move, frozen=True, tag="half"):
    """`seat` puts away half of the hand, or does not (W36)."""

    away: bool = True


class Exchange(Move, frozen=True, tag="exchange"):
    """`seat` swaps hands with `partner` (W37)."""

    partner: str


class Aim(Move, frozen=True, tag="aim"):
    """`seat` names the new `target` (W44, W48)."""

    target: str


class Vote(Move, frozen=True, tag="vote"):
    """What the hand of `seat` shows: a palm up or down, or rock, paper, scissors (W46)."""

    show: Show


class Accept(Timed, frozen=True, tag="accept"):
    """`seat` takes the hit (W25)."""

    own: str = ""  # the task of AFK in the family's own words (W50)


class Dare(Move, frozen=True, tag="dare"):
    """`seat` dares the task instead of drawing (W40)."""

    task: str
    own: str = ""  # a task in the family's own words


class Printed(Move, frozen=True, tag="printed"):
    """Another task than those known stands on the draw card that is settled (AW-44)."""

    task: str


class Name(Move, frozen=True, tag="name"):
    """`seat` names a number or a colour for the Magnet (W42)."""

    name: str


class Give(Move, frozen=True, tag="give"):
    """`seat` lays these cards openly before the one who named them (W42)."""

    cards: Cards = ()


class Back(Move, frozen=True, tag="back"):
    """`seat` has done the task away from the table and is back (W41)."""


class Country(Move, frozen=True, tag="country"):
    """`seat` chooses the country to be estimated (W-T8)."""

    code: str


class Begin(Timed, frozen=True, tag="begin"):
    """The task begins for `seat`: the coin spins, somebody answers, the watch runs, the word is accepted."""


class End(Timed, frozen=True, tag="end"):
    """The coin has fallen, the call is over, the watch is stopped. `how` tells what else was seen."""

    how: Literal["", "bump", "told"] = ""


class Number(Move, frozen=True, tag="number"):
    """`seat` says a number: an estimate, or a measured distance in millimetres (W-T8, W-T12)."""

    value: int


class Turned(Move, frozen=True, tag="turned"):
    """The cards turned over from the draw pile, the number last (W-T3)."""

    cards: Cards


class Throw(Move, frozen=True, tag="throw"):
    """One round of rock, paper, scissors: `seat` against the other (W-T10)."""

    own: Sign
    other: Sign


class Judged(Move, frozen=True, tag="judged"):
    """What the table says about the task of `seat`; cannot: it was impossible before it began (AW-14)."""

    result: Result


WobbleMove = Move  # any of these: the table of the rules names them all
