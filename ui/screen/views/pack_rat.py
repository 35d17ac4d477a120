"""Pack Rat: the pyramid without its numbers; everybody sits at the side of their place in the round."""

from kivy.uix.widget import Widget
from msgspec.structs import replace

from ui.screen.pages.table.felt import Spread
from ui.screen.pages.table.pyramid import pyramid_region, seats_at_sides


def felt(spread: Spread) -> Widget:
    seated = spread.told and {**spread.told, "sides": seats_at_sides(spread.felt.faces)}
    return pyramid_region(replace(spread, detail=seated))
