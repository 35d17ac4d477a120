"""What the table knows during a game of Sums."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from companion.game import Options, State, expect, next_seat
from companion.pyramid.cells import LOWEST, Cell, exists, layer, supports_of
from companion.pyramid.notation import CellName, Pyramid, name_of, open_funnels, total_facing
from companion.pyramid.positions import check


class SumsOptions(Options, frozen=True):
    """The house-rule switches; the ruling that each of them changes stands beside it."""

    niete_judge: Literal["referee", "players"] = "referee"  # A-SU1
    search_s: Annotated[int, Meta(ge=5, le=600)] = 30  # A-SU1: so long the others search after a Niete
    niete_button: Literal["same", "own"] = "same"  # A-SU3: one button for both calls, named right after it
    all_pass: bool = True  # A-SU2
    show_s: Annotated[int, Meta(ge=1, le=120)] = 5  # A-SU4
    niete_s: Annotated[int, Meta(ge=1, le=120)] = 2  # A-SU10: so long after the press it can still be a Niete
    tie: Literal["left", "most_dice"] = "left"  # A-SU5
    touch_move: bool = True  # A-SU8: placed is placed


ALL_DICE = 60  # shared out among the seats
STOCK = {"r": 30, "y": 30, "m": 48, "t": 0}

Phase = Literal["build", "roll", "search", "show", "add", "check", "place", "over"]


class SumsState(State, frozen=True):
    """In phase "show" the caller shows a funnel, in "add" it is added up, in "check" a Niete is tested."""

    options: SumsOptions = SumsOptions()
    phase: Phase = "build"
    pyramid: Pyramid = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)
    roller: str = ""
    roll: tuple[int, ...] = ()
    rolled_t: int = 0
    caller: str = ""
    call: Literal["", "stop", "niete"] = ""
    called_t: int = 0
    shown: Cell | None = None  # the funnel that somebody shows or may fill
    placed: Cell | None = None  # the die that was placed last
    added: dict[CellName, int] = field(default_factory=dict)  # sums that the table has added up
    rounds: int = 0
    right: dict[str, int] = field(default_factory=dict)  # right calls
    wrong: dict[str, int] = field(default_factory=dict)
    reaction_ms: dict[str, int] = field(default_factory=dict)  # of all right calls together
    overlooked: int = 0  # fitting funnels that were there when all gave up


def checked(state: SumsState) -> SumsState:
    """*state* as it was read; raises `msgspec.ValidationError` if no game can stand like that."""
    check(state.pyramid, state.seats, (2, 6), (state.roller, state.caller, *state.supply))
    expect(all(1 <= n <= 6 for n in state.roll), "dice with numbers from 1 to 6")
    expect(state.phase in ("build", "roll", "over") or len(state.roll) == 3, "three dice in `$.roll`")
    called = state.phase in ("show", "add", "check", "place")
    expect(not called or bool(state.caller and state.call), "a caller and a call after a call")
    expect(state.phase != "add" or state.shown is not None, "a shown funnel to add up")
    expect(min(state.supply.values(), default=0) >= 0, "no seat with fewer than 0 dice")
    return replace(state, roller=state.roller or state.seats[0])


def fair_share(players: int) -> int:
    """A-SU7: with how many dice each of *players* begins; 60 can be shared by 2 to 6 without a rest."""
    return ALL_DICE // players


def dice_left(state: SumsState, seat: str) -> int:
    """How many dice *seat* still has to place."""
    return state.supply.get(seat, 0)


def next_round(state: SumsState) -> SumsState:
    """SU8: the three dice with the left neighbour."""
    left = next_seat(state.seats, state.roller)
    return replace(state, phase="roll", roller=left, caller="", call="", shown=None)


# --- the open funnels of the pyramid and their sums (SU3, SU10, SU11) ---

Sums = Mapping[str, int]  # by the name of the funnel's cell
NOTHING: Sums = MappingProxyType({})


def is_open(pyramid: Pyramid, cell: Cell) -> bool:
    """Whether an empty funnel of three dice is at *cell*."""
    if not exists(cell) or layer(cell) == LOWEST or name_of(cell) in pyramid:
        return False
    return all(name_of(below) in pyramid for below in supports_of(cell))


def sum_in(pyramid: Pyramid, cell: Cell, added: Sums = NOTHING) -> int | None:
    """The sum of the three faces that look into the funnel at *cell* (SU10), or what the table *added* up.

    None if nobody has read one of the faces.
    """
    total = total_facing(pyramid, cell)
    return added.get(name_of(cell)) if total is None else total


def matching(pyramid: Pyramid, total: int, added: Sums = NOTHING) -> tuple[Cell, ...]:
    """Every open funnel that surely adds up to *total* (SU3)."""
    return tuple([cell for cell in open_funnels(pyramid) if sum_in(pyramid, cell, added) == total])


def all_sums(pyramid: Pyramid, added: Sums = NOTHING) -> list[int | None]:
    """The sum of every open funnel; None for those that nobody has read."""
    return [sum_in(pyramid, cell, added) for cell in open_funnels(pyramid)]
