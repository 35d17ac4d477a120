"""What the referee knows: how many dice are under each cup, what was bid, and what has been shown."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Move, Options, State, clockwise_from

Face = Annotated[int, Meta(ge=1, le=6)]
Dice = tuple[Face, ...]
MOST = 6  # dice under a cup
ALL = 8 * MOST


class LiarOptions(Options, frozen=True):
    """LD1 to LD12."""

    dice: Literal[3, 4, 5, 6] = 5  # LD1
    wild: bool = True  # LD5
    ones: Literal["half", "plain"] = "half"  # LD6
    doubt: Literal["turn", "anybody"] = "turn"  # LD7
    exact: Literal["none", "back", "others"] = "none"  # LD8
    loss: Literal["one", "difference"] = "one"  # LD10
    palifico: bool = False  # LD12


class Raise(Move, frozen=True, tag="bid"):
    """So many dice under all cups show this number, *seat* says."""

    count: Annotated[int, Meta(ge=1, le=ALL)]
    face: Face


class LiarState(State, frozen=True):
    options: LiarOptions = LiarOptions()
    phase: Literal["bid", "show", "shown", "over"] = "bid"
    rounds: Annotated[int, Meta(ge=1)] = 1
    turn: str = ""  # who bids next, or begins the next round
    counts: dict[str, Annotated[int, Meta(ge=0, le=MOST)]] = field(default_factory=dict)  # dice of each
    bids: tuple[Raise, ...] = ()  # of this round
    caller: str = ""  # who doubts the last bid
    exact: bool = False  # the caller says that it is met, and not by more
    shown: dict[str, Dice] = field(default_factory=dict)  # of this round
    palifico: bool = False  # this round is one
    been_palifico: tuple[str, ...] = ()  # who has begun such a round


class Doubt(Move, frozen=True, tag="doubt"):
    """*seat* does not believe the last bid."""


class Exact(Move, frozen=True, tag="exact"):
    """*seat* says that the last bid is met, and not by more."""


class Show(Move, frozen=True, tag="show"):
    """What lay under the cup of *seat*."""

    dice: Annotated[Dice, Meta(min_length=1, max_length=MOST)]


class Next(Move, frozen=True, tag="next"):
    """All roll under their cups again."""


LiarMove = Raise | Doubt | Exact | Show | Next


def playing(state: LiarState, first: str = "") -> tuple[str, ...]:
    """Who still has dice, clockwise from *first*."""
    order = clockwise_from(state.seats, first or state.seats[0])
    return tuple(seat for seat in order if state.counts.get(seat, 0) > 0)


def all_dice(state: LiarState) -> int:
    """How many dice are under all cups together."""
    return sum(state.counts.values())


def to_show(state: LiarState) -> tuple[str, ...]:
    """LD9: who has not shown yet, in their order: from the caller on, so that the bidder comes late."""
    return tuple(seat for seat in playing(state, state.caller) if seat not in state.shown)


def wild_now(state: LiarState) -> bool:
    """LD5, LD12: whether ones count for every number in this round."""
    return state.options.wild and not state.palifico


def least(state: LiarState, face: int) -> int:
    """LD3, LD4, LD6, LD12: how many dice with *face* have to be bid at least; more than all: none may be."""
    none = all_dice(state) + 1
    ones_apart = wild_now(state) and state.options.ones == "half"
    if not state.bids:
        return none if face == 1 and ones_apart else 1
    last = state.bids[-1]
    if state.palifico:
        return last.count + 1 if face == last.face else none
    if ones_apart and face == 1 != last.face:
        return (last.count + 1) // 2
    if ones_apart and last.face == 1 != face:
        return 2 * last.count + 1
    return last.count if face > last.face else last.count + 1
