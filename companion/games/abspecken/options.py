"""The house-rule switches of ABspecken."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.game import Options


class AbspeckenOptions(Options, frozen=True):
    """Every switch with the ruling that we recommend as its default."""

    limit: Annotated[int, Meta(ge=1, le=999)] = 33  # A34: the game ends at so many negative points
    piggy: bool = False  # P1: the Piggy Die is on the table
    ban_die: Literal["colour", "number"] = "colour"  # AM-16: which die bars a card
    hands: Literal["hidden", "ledger", "open"] = "hidden"  # AM-15
    stripped: Literal["out", "not_out"] = "out"  # AM-4: the last card was taken away
    take_sources: Literal["discarders", "fallback", "anyone"] = "discarders"  # AM-1
    take_mode: Literal["blind", "open", "victim"] = "blind"  # AM-2: who chooses the card
    refill: Literal["to5", "by_discards"] = "to5"  # AM-3
    cap: Literal["5", "none"] = "5"  # AM-5: the most cards in one discard
    gift_first: bool = True  # AM-6: nobody discards before the gift
    piggy_pile: Literal["now", "once"] = "now"  # AM-10: a card lies there, or one was laid in this round
    challenge: bool = True  # AM-7: a "cannot" may be doubted
    tie_ms: Annotated[int, Meta(ge=0, le=1000)] = 1  # AM-8: with touch or keyboard never less than 20
    first_roller: Literal["continue", "youngest", "winner"] = "continue"  # AM-9
    ties: Literal["shared", "extra_round"] = "shared"  # AM-12
    three: Literal["orange", "red", "white", "brown", "turquoise", "black"] = "orange"  # A4
