"""The house-rule switches of Cui bono?; the rule that each of them changes stands beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.game import Options


class CuiBonoOptions(Options, frozen=True):
    points: Literal["rym", "rmy", "yrm", "ymr", "mry", "myr"] = "rym"  # A-CB1: the colours for 1, 2, 3 points
    min_row: Literal[2, 3] = 2  # A-CB2
    row_scope: Literal["full", "visible"] = "full"  # A-CB3
    voluntary: bool = True  # A-CB4
    turn_cap: Annotated[int, Meta(ge=0, le=999)] = 0  # A-CB6: 0 is off
