"""What the whole table knows in Squeeze Play, and what follows from it at once."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Options, State
from companion.games.squeeze_play.placements import Site, placements, start_pyramids
from companion.pyramid.cells import FULL, Cell, Shape, shape_of
from companion.pyramid.notation import COLOURS, Pyramid, coloured, shape
from companion.pyramid.shape import above, hidden


class SqueezeOptions(Options, frozen=True):
    """How this table answers what the booklet leaves open."""

    centre: Literal["any", "central"] = "any"  # A-SP1: where the start pyramid may stand
    linked: bool = True  # A-SP2: all new dice hang together, not only each with another
    one: Literal["never", "lone"] = "never"  # A-SP3: what a rolled 1 can build
    protect: Literal["buildable", "free"] = "buildable"  # A-SP4: what stays open of the start pyramid
    enclosed: Literal["buildable", "visible"] = "buildable"  # A-SP5: when all dice of a colour are enclosed
    order: Literal["roll", "enclosed"] = "roll"  # A-SP6: which of the two ends is looked at first
    tie: Literal["shared", "turns", "after"] = "shared"  # A-SP7: who wins among equally small supplies
    bonus: Literal["fewer", "all"] = "fewer"  # A-SP10: whether one may build fewer bonus dice than earned
    mustBuild: Literal["must", "may"] = "must"  # noqa: N815 - A-SP9: whether who can build has to


SUPPLY = 55  # G1, SP1: the dice of one colour
EndRule = Literal["SP16", "SP17", "SP18"]

BONUS = {4: 1, 5: 2, 6: 3}  # SP11: bonus dice by the length of the longest new row


class SqueezeState(State, frozen=True, kw_only=True):
    """`pyramid` has every die built; the seats build in red, yellow and mother of pearl, in seat order."""

    options: SqueezeOptions = SqueezeOptions()
    phase: Literal["start roll", "start build", "roll", "build", "bonus", "over"] = "start roll"
    on_turn: str = ""
    pyramid: Pyramid = field(default_factory=dict)
    # dice left, of the seats that have not 55 less those built
    supply: dict[str, int] = field(default_factory=dict)
    starter: str = ""
    start: tuple[Cell, ...] = ()  # the start pyramid, as long as it must stay open (SP9)
    rolled: Annotated[int, Meta(ge=0, le=6)] = 0
    bonus: Annotated[int, Meta(ge=0, le=3)] = 0  # how many bonus dice may be built now (SP11)
    tapped: tuple[Cell, ...] = ()  # where new dice lie, as far as somebody has tapped them
    turns: dict[str, int] = field(default_factory=dict)  # turns taken, for the tie rule of A-SP7
    winners: tuple[str, ...] = ()
    end_rule: Literal["", EndRule] = ""  # the rule that ended the game


def colour(state: SqueezeState, seat: str) -> str:
    """The letter of the colour that *seat* builds with."""
    return COLOURS[state.seats.index(seat)]


def own_dice(state: SqueezeState, seat: str) -> Shape:
    """Where the dice of *seat* lie, hidden ones included."""
    return coloured(state.pyramid, colour(state, seat))


def supply_of(state: SqueezeState, seat: str) -> int:
    """How many dice *seat* has still to build (SP1)."""
    counted = state.supply.get(seat)
    return SUPPLY - own_dice(state, seat).bit_count() if counted is None else counted


def site_for(state: SqueezeState, seat: str, *, bonus: bool = False) -> Site:
    """What decides about a build of *seat* now."""
    occupied = shape(state.pyramid)
    own = own_dice(state, seat)
    guarded = () if seat == state.starter else state.start
    return Site(
        occupied=occupied,
        anchors=own or occupied,  # SP7; SP8: before the first own die any die will do
        guarded=shape_of(guarded),
        guard_lying_free=state.options.protect == "free",
        linked=state.options.linked,
        lone=bonus or state.options.one == "lone",  # A-SP3
    )


def is_enclosed(state: SqueezeState, seat: str) -> bool:
    """Whether *seat* has dice, and no place at any of them to build on (SP17, A-SP5)."""
    own, occupied = own_dice(state, seat), shape(state.pyramid)
    if state.options.enclosed == "visible":
        return bool(own) and not own & ~hidden(occupied)
    return bool(own) and not above(own) & ~occupied & FULL


def possible_builds(state: SqueezeState) -> tuple[Shape, ...]:
    """Every build that may stand now, the largest bonus builds first."""
    if state.phase == "start build":
        return tuple(shape_of(cells) for cells in start_pyramids(state.options.centre))
    if state.phase == "build":
        return placements(site_for(state, state.on_turn), state.rolled)
    if state.phase == "bonus":
        site = site_for(state, state.on_turn, bonus=True)
        fewest = state.bonus if state.options.bonus == "all" else 1  # A-SP10
        return tuple(b for n in range(state.bonus, fewest - 1, -1) for b in placements(site, n))
    return ()
