"""What the whole table knows in Dice March, and what follows from it at once."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from companion.asks import Say
from companion.game import Options, Outcome, State, clockwise_from, leaders
from companion.pyramid.cells import LOWEST, Cell, step_to
from companion.pyramid.dice import Faces, turnings
from companion.pyramid.notation import COLOURS, Pyramid, cell_named, colour_of, die, faces_of, name_of
from companion.pyramid.sides import left_of, right_of


class MarchOptions(Options, frozen=True):
    """How this table answers what the booklet leaves open."""

    ownTie: Literal["owner", "literal"] = "owner"  # noqa: N815 - A-DM1: two equal highest dice of one owner
    multi: Literal["simultaneous", "order"] = "simultaneous"  # A-DM2: two funnels at once
    score: Literal["literal", "all"] = "literal"  # A-DM3: which lost dice count when the base form is empty
    nullTurn: Literal["forbid", "allow"] = "forbid"  # noqa: N815 - A-DM4: turning a die to where it was
    repetition: Literal["threefold", "agreed", "none"] = "threefold"  # A-DM5: what ends endless shuffling
    goalFirst: bool = True  # noqa: N815 - A-DM6: arriving in the goal wins before any competition there


DICE = 5  # a player's dice

EndRule = Literal["DM1", "DM14", "A-DM5"]


class MarchState(State, frozen=True, kw_only=True):
    """`pyramid` is the base form with its dice; the seats play red, yellow and mother of pearl in order."""

    options: MarchOptions = MarchOptions()
    phase: Literal["begin", "play", "order", "over"] = "begin"
    on_turn: str = ""
    pyramid: Pyramid = field(default_factory=lambda: start_pyramid())  # noqa: PLW0108 - it stands below
    won: dict[str, int] = field(default_factory=dict)  # DM7: dice taken from others
    removed: dict[str, int] = field(default_factory=dict)  # DM8: own dice that left the game in a tie
    captured: dict[str, int] = field(default_factory=dict)  # own dice that others took
    recent: tuple[str, ...] = ()  # whose turn was the latest, then the one before (DM14)
    repeated: dict[str, int] = field(default_factory=dict)  # how often each position was there (A-DM5)
    # the die that somebody has tapped, and the number it will turn to its owner; in phase "order" the die
    # that has made two funnels (A-DM2)
    picked: Cell | None = None
    front: Annotated[int, Meta(ge=1, le=6)] | None = None
    draw: tuple[str, ...] = ()  # who would like a draw
    winners: tuple[str, ...] = ()
    end_rule: Literal["", EndRule] = ""  # the rule that ended the game


def axis_of(state: MarchState, seat: str) -> int:
    """The side that *seat* sits at (G20)."""
    return state.seats.index(seat)


def colour(state: MarchState, seat: str) -> str:
    return COLOURS[axis_of(state, seat)]


def owner(state: MarchState, cell: Cell) -> str:
    """Whose die lies at *cell*; empty if none does."""
    letter = state.pyramid.get(name_of(cell), "?")[0]
    return state.seats[COLOURS.index(letter)] if letter in COLOURS else ""


def own_cells(state: MarchState, seat: str) -> tuple[Cell, ...]:
    """Where the dice of *seat* lie."""
    letter = colour(state, seat)
    return tuple(sorted([cell_named(name) for name, lying in state.pyramid.items() if lying[0] == letter]))


def left_handed(pyramid: Pyramid) -> bool:
    """Whether a die of *pyramid* is made the other way round: with it nobody can set up (A-DM10, G16)."""
    return not all(turnings(faces_of(lying)) for lying in pyramid.values())


def has_dice(state: MarchState, seat: str) -> bool:
    """Whether a die of *seat* is left."""
    return colour(state, seat) in map(colour_of, state.pyramid.values())


# --- the start ---


def start_faces(axis: int) -> Faces:
    """3 towards the own side, 2 towards the left neighbour, 1 towards the right one (DM set-up)."""
    towards = {axis: 3, left_of(axis): 2, right_of(axis): 1}
    return towards[0], towards[1], towards[2]


def start_cells(axis: int) -> tuple[Cell, ...]:
    """The middle five edge funnels of a side."""
    places = (
        step_to(step_to((0, 0, 0), left_of(axis), at), right_of(axis), LOWEST - at) for at in range(2, 7)
    )
    return tuple(sorted(places))


def start_pyramid() -> Pyramid:
    """All fifteen dice before the first turn, too far apart for a fight before ply 4 (DM16)."""
    return {
        name_of(cell): die(letter, start_faces(axis))
        for axis, letter in enumerate(COLOURS)
        for cell in start_cells(axis)
    }


# --- turns ---


def next_with_dice(state: MarchState, seat: str) -> str:
    """The next seat clockwise that still has dice (A-DM8); empty if nobody has."""
    around = (*clockwise_from(state.seats, seat)[1:], seat)
    return next((s for s in around if has_dice(state, s)), "")


def position_key(pyramid: Pyramid, axis: int) -> str:
    """A short name for the dice as they lie with the side of *axis* to move; equal names, equal positions."""
    text = ";".join([name + pyramid[name] for name in sorted(pyramid)]) + f"/{axis}"
    return blake2b(text.encode(), digest_size=8).hexdigest()


def distance(axis: int, cell: Cell) -> int:
    """How many tips a die at *cell* is away from the goal of its side at least (DM15)."""
    return LOWEST - cell[axis]


# --- when it is over and who has won (DM1, DM14, A-DM3, A-DM5) ---


def scores(state: MarchState) -> dict[str, int]:
    """DM14: dice won less own dice removed; A-DM3: a table may count captured dice as removed as well."""
    return {seat: score(state, seat, state.options.score) for seat in state.seats}


def score(state: MarchState, seat: str, counting: str) -> int:
    lost = state.removed.get(seat, 0)
    if counting == "all":
        lost += state.captured.get(seat, 0)
    return state.won.get(seat, 0) - lost


def highest(points: Mapping[str, int], recent: tuple[str, ...]) -> str:
    """The seat with the most points; among equals the one whose turn was the latest (DM14)."""
    tied = leaders(points)
    return next((seat for seat in recent if seat in tied), tied[0])


def emptied(state: MarchState) -> MarchState:
    """DM14: no dice are left on the base form."""
    return over(state, (highest(scores(state), state.recent),), "DM14")


def over(state: MarchState, winners: tuple[str, ...], rule: EndRule) -> MarchState:
    """The game is over by *rule*."""
    return replace(state, phase="over", winners=winners, end_rule=rule)


def outcome(state: MarchState) -> Outcome | None:
    """How the game ended, or None."""
    if state.phase != "over":
        return None
    says = Say(f"won.{state.end_rule}", {"seat": state.winners[0]})
    return Outcome(state.winners, scores(state), state.end_rule, says)
