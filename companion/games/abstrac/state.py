"""What lies on the table in Abstrac, and what the sheet says. Nothing is hidden in this game."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.cards import Cards
from companion.game import Options, State


class AbstracOptions(Options, frozen=True):
    """The house-rule switches; the ruling that each of them changes stands beside it."""

    chooser: Literal["non_dealer", "dealer"] = "non_dealer"  # B1
    run_suit: Literal["same", "any"] = "same"  # B2
    ace: Literal["high", "high_low", "wrap"] = "high"  # B3
    overlap: Literal["once", "all"] = "once"  # B4
    misere: bool = False  # B5, AS13: worth asking before each match, both ways are played
    target: Annotated[int, Meta(ge=50, le=5000)] = 500  # B6
    deals: Literal[0, 2, 4, 6, 8, 10] = 0  # B6: a fixed even number of deals instead of the target; 0 is off
    tie: Literal["extra_deal", "shared"] = "extra_deal"  # B7
    touch_move: Literal["button", "binds"] = "button"  # B8
    first_dealer: Literal["lots", "loser"] = "lots"  # B9
    hints: Literal["after_deal", "never", "both_agree"] = "after_deal"  # B10


Phase = Literal["lots", "deal", "read", "agree", "choose", "take", "over"]


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal as it was played, enough to review it."""

    dealer: str
    first: str  # the seat that took first
    row: Cards  # from left to right
    takes: tuple[int, ...]


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished deal and what it scored, by seat."""

    deal: Deal
    combos: dict[str, int]
    cards: dict[str, int]
    scores: dict[str, int]


class AbstracState(State, frozen=True):
    options: AbstracOptions = AbstracOptions()
    phase: Phase = "lots"
    dealer: str = ""
    first: str = ""
    turn: str = ""
    dealt: Cards = ()  # the row as it was dealt, from left to right
    row: Cards = ()  # what still lies there; while it is being read, unread cards are "?"
    hands: dict[str, Cards] = field(default_factory=dict)
    lifted: int = 0  # cards of the right end that `turn` holds and may still put back
    takes: tuple[int, ...] = ()
    wants_hints: tuple[str, ...] = ()
    totals: dict[str, int] = field(default_factory=dict)
    results: tuple[Result, ...] = ()


def other(state: AbstracState, seat: str) -> str:
    """Who plays against *seat*."""
    return state.seats[1 - state.seats.index(seat)]


def chooser(state: AbstracState) -> str:
    """Who chooses to go first or second (AS4, B1)."""
    return state.dealer if state.options.chooser == "dealer" else other(state, state.dealer)


def hints_open(state: AbstracState) -> bool:
    """Whether the best takes may be shown now (B10)."""
    return state.options.hints == "both_agree" and len(state.wants_hints) == len(state.seats)
