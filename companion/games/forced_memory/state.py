"""What the table knows during a game of Forced Memory: what was revealed, or read before it was covered."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.game import Options, State, expect
from companion.pyramid.cells import BASE, LAYERS, LOWEST, Cell, Shape, cells_of
from companion.pyramid.notation import Pyramid, name_of, shape
from companion.pyramid.positions import check


class ForcedMemoryOptions(Options, frozen=True):
    """The house-rule switches; the ruling that each of them changes stands beside it."""

    reroll: Literal["three", "one"] = "three"  # A-FM1
    max_players: Literal[6, 7, 8] = 6  # A-FM2
    shield: bool = False  # A-FM4: a screen hides the outer faces (FM13)
    limit_s: Annotated[int, Meta(ge=0, le=600)] = 0  # A-FM6: 0 is no limit
    hint_impossible: bool = False  # A-FM7
    training: bool = False  # FM11: say the sum before it is shown


# --- how well somebody remembers: worked out by looking back, shown when the game is over ---


class Memory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The lifts of one seat."""

    lifts: int = 0
    hits: int = 0
    remembered: int = 0  # hits on funnels that had been shown before
    lucky: int = 0  # hits at first sight
    lag: int = 0  # reveals between the last showing and the remembered hit, of all of them together
    missed: int = 0  # misses although a shown funnel would have matched
    near: int = 0  # of these: the lifted funnel lay right beside the matching one
    kept: int = 0  # rolls of the neighbour that were left lying
    kept_paid: int = 0  # and led to a hit
    said_right: int = 0  # in training


def distance(one: Cell, other: Cell) -> int:
    """How many steps two funnels of a layer are apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _after_lift(memory: Memory, **more: int) -> Memory:
    changes = {name: getattr(memory, name) + n for name, n in more.items()}
    return replace(memory, lifts=memory.lifts + 1, **changes)


def after_hit(memory: Memory, lag: int | None, kept: bool) -> Memory:
    """*memory* after a hit; *lag* is how many reveals ago the funnel was shown, None at first sight."""
    first = lag is None
    return _after_lift(
        memory, hits=1, remembered=not first, lucky=first, lag=lag or 0, kept=kept, kept_paid=kept
    )


def after_miss(memory: Memory, lifted: Cell, matching: tuple[Cell, ...], kept: bool) -> Memory:
    """*memory* after a miss at *lifted*, when the shown funnels *matching* would have been right."""
    near = any(distance(lifted, cell) == 1 for cell in matching)
    return _after_lift(memory, missed=bool(matching), near=near, kept=kept)


COVERS: Shape = LAYERS[LOWEST - 1]  # where the red dice lie, each on one funnel (FM1)
STOCK = {"r": 36, "y": 45, "m": 3, "t": 0}

Phase = Literal["build", "roll", "choose", "lift", "say", "read", "over"]


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A funnel that was revealed: its sum, and at which reveal of the game it was shown last."""

    sum: int
    at: int


class ForcedMemoryState(State, frozen=True):
    """In phase "choose" the dice lie as the neighbour left them: roll anew, or lift (FM6)."""

    options: ForcedMemoryOptions = ForcedMemoryOptions()
    phase: Phase = "build"
    pyramid: Pyramid = field(default_factory=dict)
    on_turn: str = ""
    roll: tuple[int, ...] = ()
    lifted: Cell | None = None
    back: Cell | None = None  # where the last lifted die belongs again
    said: int = 0  # in training, the sum that was said
    kept_roll: bool = False  # whether the dice of the neighbour were left as they lay
    won: dict[str, int] = field(default_factory=dict)  # red dice
    shown: dict[str, Shown] = field(default_factory=dict)  # by the name of the funnel's cell
    reveals: int = 0
    rolls: int = 0
    memory: dict[str, Memory] = field(default_factory=dict)


def checked(state: ForcedMemoryState) -> ForcedMemoryState:
    """*state* as it was read; raises `msgspec.ValidationError` if no game can stand like that."""
    check(state.pyramid, state.seats, (2, 8), (state.on_turn, *state.won, *state.memory))
    expect(all(1 <= n <= 6 for n in state.roll), "dice with numbers from 1 to 6")
    rolled = state.phase in ("choose", "lift", "say", "read")
    expect(not rolled or len(state.roll) == 3, "three dice in `$.roll`")
    expect(state.phase not in ("say", "read") or state.lifted is not None, "a lifted die")
    return replace(state, on_turn=state.on_turn or state.seats[0])


def won_by(state: ForcedMemoryState, seat: str) -> int:
    return state.won.get(seat, 0)


def covered(state: ForcedMemoryState) -> tuple[Cell, ...]:
    """The funnels that are still covered by a red die (FM7)."""
    return cells_of(COVERS & shape(state.pyramid))


def memory_of(state: ForcedMemoryState, seat: str) -> Memory:
    return state.memory.get(seat, Memory())


def unread_pyramid() -> Pyramid:
    """FM1: the yellow base and the red cover, no number known."""
    yellow = {name_of(cell): "y???" for cell in cells_of(BASE)}
    return yellow | {name_of(cell): "r???" for cell in cells_of(COVERS)}


def goal(players: int) -> int:
    """FM8: with so many red dice somebody wins at once; FM14: of eight people perhaps nobody gets there."""
    return 8 if players <= 4 else 6
