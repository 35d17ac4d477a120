"""What the referee knows: whose turn it is, what lies in the tray, what is kept beside it, and the sheets."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Move, Options, State

Dice = tuple[Annotated[int, Meta(ge=1, le=6)], ...]
Box = Literal[
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "three", "four", "full", "small", "large", "yacht", "chance",
]  # fmt: skip
UPPER: tuple[Box, ...] = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER: tuple[Box, ...] = ("three", "four", "full", "small", "large", "yacht", "chance")
BOXES = UPPER + LOWER
ALL, THROWS = 5, 3
Sheet = dict[Box, Annotated[int, Meta(ge=0, le=100)]]


class YachtOptions(Options, frozen=True):
    """YT4 to YT8."""

    bonus: Literal[0, 25, 35, 50] = 35  # YT5
    full_house: Literal["25", "sum"] = "25"  # YT6
    extra: Literal[0, 50, 100] = 100  # YT7
    joker: Literal["forced", "free", "none"] = "forced"  # YT8


class YachtState(State, frozen=True):
    options: YachtOptions = YachtOptions()
    phase: Literal["roll", "keep", "over"] = "roll"
    turn: str = ""
    rolls: Annotated[int, Meta(ge=0)] = 0  # in the whole game
    throws: Annotated[int, Meta(ge=0, le=THROWS)] = 0  # in this turn
    dice: Dice = ()  # in the tray: the last roll, less what is kept of it
    kept: Dice = ()  # beside the tray
    sheets: dict[str, Sheet] = field(default_factory=dict)
    extras: dict[str, Annotated[int, Meta(ge=0, le=13)]] = field(default_factory=dict)  # YT7


class Roll(Move, frozen=True, tag="roll"):
    """What the rolled dice show."""

    dice: Annotated[Dice, Meta(min_length=1, max_length=ALL)]


class Keep(Move, frozen=True, tag="keep"):
    """These dice are kept beside the tray."""

    dice: Annotated[Dice, Meta(min_length=1, max_length=ALL)]


class Write(Move, frozen=True, tag="write"):
    """The dice count for this box."""

    box: Box


YachtMove = Roll | Keep | Write
