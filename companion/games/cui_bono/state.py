"""What the table knows during a game of Cui bono?."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal
from zlib import crc32

from msgspec import Meta, field
from msgspec.structs import replace

from companion.game import Options, State, expect, leaders
from companion.pyramid.cells import ALL_CELLS, Cell
from companion.pyramid.notation import COLOURS, DieName, Pyramid, name_of
from companion.pyramid.positions import check


class CuiBonoOptions(Options, frozen=True):
    """The house-rule switches; the ruling that each of them changes stands beside it."""

    points: Literal["rym", "rmy", "yrm", "ymr", "mry", "myr"] = "rym"  # A-CB1: the colours for 1, 2, 3 points
    min_row: Literal[2, 3] = 2  # A-CB2
    row_scope: Literal["full", "visible"] = "full"  # A-CB3
    voluntary: bool = True  # A-CB4
    turn_cap: Annotated[int, Meta(ge=0, le=999)] = 0  # A-CB6: 0 is off


Phase = Literal["build", "take", "tell", "put", "judge", "over"]


class CuiBonoState(State, frozen=True):
    """A turn: take, tell the colour if nobody knows it, put back or keep; the table judges the unknown."""

    options: CuiBonoOptions = CuiBonoOptions()
    phase: Phase = "build"
    pyramid: Pyramid = field(default_factory=dict)
    on_turn: str = ""
    kept: dict[str, str] = field(default_factory=dict)  # the colours of the kept dice, like "rrm"
    die: DieName = "????"  # the one in the hand
    took: Cell | None = None  # from where
    vacated: Cell | None = None  # which cell the slide has left empty
    trying: Cell | None = None  # where the die was put, while the table judges
    denied: tuple[Cell, ...] = ()  # where it does not fit, as the table has judged
    turns: int = 0
    put_back: dict[str, int] = field(default_factory=dict)
    # how often each position came since the last kept die
    repeats: dict[str, int] = field(default_factory=dict)


def checked(state: CuiBonoState) -> CuiBonoState:
    """*state* as it was read; raises `msgspec.ValidationError` if no game can stand like that."""
    check(state.pyramid, state.seats, (2, 6), (state.on_turn, *state.kept, *state.put_back))
    expect(state.phase not in ("put", "judge") or state.die[0] in COLOURS, "a colour of the taken die")
    expect(state.phase != "judge" or state.trying is not None, "a place that is judged")
    strange = set("".join(state.kept.values())) - set(COLOURS)
    expect(not strange, f"kept dice of the colours {', '.join(COLOURS)}, got {', '.join(sorted(strange))}")
    return replace(state, on_turn=state.on_turn or state.seats[0])


def kept_by(state: CuiBonoState, seat: str) -> str:
    """The colours of the dice that *seat* has kept."""
    return state.kept.get(seat, "")


_EMPTY: Pyramid = dict.fromkeys(sorted(map(name_of, ALL_CELLS)), "")  # laid over it, dice are in order


def fingerprint(pyramid: Pyramid, turn: int) -> str:
    """A short name of a position: the colours in their places, and the number of the seat on turn (A-CB6)."""
    text = " ".join([name + lying[0] for name, lying in (_EMPTY | pyramid).items() if lying])
    return f"{crc32(f'{turn} {text}'.encode()):08x}"


# --- minus points, the end of the game and who wins (CB1, CB12 to CB14) ---

ORDER = "rym"  # A-CB1: the colours for 1, 2 and 3 points


def costs(order: str = ORDER) -> dict[str, int]:
    """What a die of each colour costs (CB13): *order* names the colours, the cheapest first."""
    return {colour: number for number, colour in enumerate(order, start=1)}


def minus_points(kept: str, cost: Mapping[str, int]) -> int:
    """CB13: the points of the *kept* colours."""
    return sum(cost[colour] for colour in kept)


def limit(players: int) -> int:
    """CB12: the kept die that ends the game: the tenth, with five or six players the seventh."""
    return 10 if players <= 4 else 7


def is_over(kept: Mapping[str, str], players: int) -> bool:
    """CB12: whether somebody has kept too many."""
    return any(len(colours) >= limit(players) for colours in kept.values())


def winners(kept: Mapping[str, str], seats: Sequence[str], cost: Mapping[str, int]) -> tuple[str, ...]:
    """CB1, CB14: the fewest points; among equals the fewest dice; still equal: shared."""
    held = {seat: kept.get(seat, "") for seat in seats}
    return leaders({seat: (-minus_points(dice, cost), -len(dice)) for seat, dice in held.items()})
