"""The house-rule switches of Sums; the rule that each of them changes stands beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.game import Options


class SumsOptions(Options, frozen=True):
    niete_judge: Literal["referee", "players"] = "referee"  # A-SU1
    search_s: Annotated[int, Meta(ge=5, le=600)] = 30  # A-SU1: so long the others search after a Niete
    niete_button: Literal["same", "own"] = "same"  # A-SU3: one button for both calls, named right after it
    all_pass: bool = True  # A-SU2
    show_s: Annotated[int, Meta(ge=1, le=120)] = 5  # A-SU4
    niete_s: Annotated[int, Meta(ge=1, le=120)] = 2  # A-SU10: so long after the press it can still be a Niete
    tie: Literal["left", "most_dice"] = "left"  # A-SU5
    touch_move: bool = True  # A-SU8: placed is placed
