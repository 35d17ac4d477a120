"""The house-rule switches of Dice March."""

from typing import Literal

from companion.game import Options


class MarchOptions(Options, frozen=True):
    """How this table answers what the booklet leaves open."""

    ownTie: Literal["owner", "literal"] = "owner"  # noqa: N815 - A-DM1: two equal highest dice of one owner
    multi: Literal["simultaneous", "order"] = "simultaneous"  # A-DM2: two funnels at once
    score: Literal["literal", "all"] = "literal"  # A-DM3: which lost dice count when the base form is empty
    nullTurn: Literal["forbid", "allow"] = "forbid"  # noqa: N815 - A-DM4: turning a die to where it was
    repetition: Literal["threefold", "agreed", "none"] = "threefold"  # A-DM5: what ends endless shuffling
    goalFirst: bool = True  # noqa: N815 - A-DM6: arriving in the goal wins before any competition there
