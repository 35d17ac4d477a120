"""The house-rule switches of Pack Rat; the rule that each of them changes stands beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.game import Options


class PackRatOptions(Options, frozen=True):
    grace_ms: Annotated[int, Meta(ge=0, le=2000)] = 150  # A-PR1: still in time so long after the Stop
    wrong_take: Literal["return", "penalty"] = "return"  # A-PR2
    per_die: bool = True  # A-PR3: each late die costs, not only the first of a round
    empty_hint_s: Annotated[int, Meta(ge=0, le=600)] = 0  # A-PR5: 0 is off
