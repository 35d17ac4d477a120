"""The house-rule switches of Abstrac; the rule that each of them changes stands beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.game import Options


class AbstracOptions(Options, frozen=True):
    chooser: Literal["non_dealer", "dealer"] = "non_dealer"  # B1
    run_suit: Literal["same", "any"] = "same"  # B2
    ace: Literal["high", "high_low", "wrap"] = "high"  # B3
    overlap: Literal["once", "all"] = "once"  # B4
    misere: bool = False  # B5, AS13: worth asking before each match, both ways are played
    target: Annotated[int, Meta(ge=50, le=5000)] = 500  # B6
    deals: Literal[0, 2, 4, 6, 8, 10] = 0  # B6: a fixed even number of deals instead of the target; 0 is off
    tie: Literal["extra_deal", "shared"] = "extra_deal"  # B7
    touch_move: Literal["button", "binds"] = "button"  # B8
    first_dealer: Literal["lots", "loser"] = "lots"  # B9
    hints: Literal["after_deal", "never", "both_agree"] = "after_deal"  # B10
