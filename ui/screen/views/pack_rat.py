"""Pack Rat: the pyramid without its numbers; everybody sits at the side of their place in the round."""

from typing import Any

from kivy.uix.widget import Widget

from ui.screen.pages.table.felt import Felt, Hand
from ui.screen.pages.table.pyramid import pyramid_region, seats_at_sides


def felt(
    sizes: Any, say: Any, game: Any, lying: Felt, detail: Any, look: Any, touched: Any, hand: Hand
) -> Widget:
    seated = detail and {**detail, "sides": seats_at_sides(lying.faces)}
    return pyramid_region(sizes, say, game, lying, seated, look, touched, hand)
