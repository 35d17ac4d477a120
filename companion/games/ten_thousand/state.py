"""What the referee knows: whose turn it is, what lies in the tray, what is set aside, and the points."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Move, Options, State

Dice = tuple[Annotated[int, Meta(ge=1, le=6)], ...]
Counts = dict[str, Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]]
ALL = 6  # dice


class TenOptions(Options, frozen=True):
    """TT1 to TT12."""

    target: Literal[2000, 5000, 10000] = 10000  # TT1
    three_ones: Literal[300, 1000] = 1000  # TT4
    more_alike: Literal["double", "fixed", "none"] = "double"  # TT5
    straight: Literal[0, 1000, 1500, 2000] = 1500  # TT6; 0: it does not count
    three_pairs: Literal[0, 500, 750, 1000, 1500] = 750  # TT7; 0: they do not count
    hot: Literal["may", "must"] = "may"  # TT10
    least: Literal[0, 200, 300, 350] = 0  # TT11
    opening: Literal[0, 350, 500, 1000] = 500  # TT11
    last_round: bool = True  # TT12


class TenState(State, frozen=True):
    options: TenOptions = TenOptions()
    phase: Literal["roll", "keep", "over"] = "roll"
    turn: str = ""
    rolls: Annotated[int, Meta(ge=0)] = 0  # in the whole game
    dice: Dice = ()  # in the tray: the last roll, less what is set aside of it
    aside: Dice = ()  # set aside of the last roll; what was set aside before counts in `earned`
    earned: Annotated[int, Meta(ge=0)] = 0  # in this turn, with the rolls before the last one
    points: Counts = field(default_factory=dict)
    reached: str = ""  # who was the first to reach the target


class Roll(Move, frozen=True, tag="roll"):
    """What the rolled dice show."""

    dice: Annotated[Dice, Meta(min_length=1, max_length=ALL)]


class Keep(Move, frozen=True, tag="keep"):
    """These dice are set aside."""

    dice: Annotated[Dice, Meta(min_length=1, max_length=ALL)]


class Bank(Move, frozen=True, tag="bank"):
    """The points of this turn are written down."""


TenMove = Roll | Keep | Bank
