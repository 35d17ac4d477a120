"""The house-rule switches of Squeeze Play."""

from typing import Literal

from companion.game import Options


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
