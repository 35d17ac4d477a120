"""The table while it is played: one value in (`Scene`), touches out.

`page` joins the regions: `people` (who sits where), `felt` (dice, picture, cards), `asking` (what is
waited for and what can be touched), `lines` (what does not stand, what was announced), `sheets` (what is
laid over the page). A game may bring a view of its own for the felt: see `views`.
"""

from ui.screen.pages.table.page import TablePage

__all__ = ["TablePage"]
