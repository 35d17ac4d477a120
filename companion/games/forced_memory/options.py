"""The house-rule switches of Forced Memory; the rule that each of them changes stands beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.game import Options


class ForcedMemoryOptions(Options, frozen=True):
    reroll: Literal["three", "one"] = "three"  # A-FM1
    max_players: Literal[6, 7, 8] = 6  # A-FM2
    shield: bool = False  # A-FM4: a screen hides the outer faces
    limit_s: Annotated[int, Meta(ge=0, le=600)] = 0  # A-FM6: 0 is no limit
    hint_impossible: bool = False  # A-FM7
    training: bool = False  # FM11: say the sum before it is shown
