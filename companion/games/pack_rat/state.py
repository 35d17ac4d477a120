"""What the table knows during a game of Pack Rat."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.game import Options, State, expect
from companion.pyramid.cells import BASE, FULL, Cell, Shape, bit
from companion.pyramid.notation import DieName, Pyramid, shape
from companion.pyramid.positions import check


class PackRatOptions(Options, frozen=True):
    """The house-rule switches; the ruling that each of them changes stands beside it."""

    grace_ms: Annotated[int, Meta(ge=0, le=2000)] = 150  # A-PR1: still in time so long after the Stop
    wrong_take: Literal["return", "penalty"] = "return"  # A-PR2
    per_die: bool = True  # A-PR3: each late die costs, not only the first of a round
    empty_hint_s: Annotated[int, Meta(ge=0, le=600)] = 0  # A-PR5: 0 is off


IN_PLAY: Shape = FULL & ~bit((0, 0, 0))  # the top die is out of the game
DICE = IN_PLAY.bit_count()

Phase = Literal["build", "roll", "hunt", "audit", "settle", "over"]


class Taken(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A die that has left the pyramid since the last roll."""

    cell: Cell
    die: DieName  # as it lay
    seat: str = ""  # empty: nobody has said yet whose it is
    t: int = 0  # when its place was empty, give or take `within`
    within: int = 0
    late: bool | None = None  # what the table says; None: the times decide (A-PR1)


class PackRatState(State, frozen=True):
    """The seats sit at the sides A, B and C in this order."""

    options: PackRatOptions = PackRatOptions()
    phase: Phase = "build"
    follow: Literal["dice", "counts"] = "dice"
    pyramid: Pyramid = field(default_factory=dict)
    dice: dict[str, int] = field(default_factory=dict)  # what each seat has, of any colour (A-PR6)
    roller: str = ""
    number: int = 0  # the last roll; 0 before the first
    rolled_t: int = 0
    stopped_t: int = 0
    taken: tuple[Taken, ...] = ()
    returning: tuple[Cell, ...] = ()  # late dice that belong here and were not seen back yet
    fined: tuple[str, ...] = ()  # who has paid for late dice in this round
    counted: tuple[str, ...] = ()  # who has said how many dice the round brought
    base_only: bool | None = None  # what the table says after a Stop, where nobody follows the dice
    waited: bool = False
    rounds: int = 0
    late: dict[str, int] = field(default_factory=dict)  # late dice in the whole game
    overlooked: dict[str, int] = field(default_factory=dict)  # takeable dice left at the Stop


def checked(state: PackRatState) -> PackRatState:
    """*state* as it was read; raises `msgspec.ValidationError` if no game can stand like that."""
    named = (state.roller, *state.dice, *state.fined, *state.counted, *(taken.seat for taken in state.taken))
    check(state.pyramid, state.seats, (3, 3), named)
    expect(0 <= state.number <= 6, "a number from 1 to 6, or 0 before the first roll")
    expect(state.phase != "hunt" or state.number > 0, "a number in the hunt")
    expect(min(state.dice.values(), default=0) >= 0, "no seat with fewer than 0 dice")
    return replace(state, roller=state.roller or state.seats[0])


def has(state: PackRatState, seat: str) -> int:
    """How many dice *seat* has collected."""
    return state.dice.get(seat, 0)


def rest(state: PackRatState) -> int:
    """How many dice are left in the pyramid."""
    if state.follow == "dice":
        return len(state.pyramid)
    return DICE - sum(state.dice.values())


def only_base_left(pyramid: Pyramid) -> bool:
    """PR10: whether no die lies above the lowest layer."""
    return not shape(pyramid) & ~BASE


def side_of(state: PackRatState, seat: str) -> int:
    """The side of the pyramid that *seat* sits at: 0, 1, 2 for A, B, C."""
    return state.seats.index(seat)
