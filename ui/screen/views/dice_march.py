"""Dice March: the base form with the numbers of the dice, the marcher's side below."""

from ui.screen.pages.table.pyramid import pyramid_region as felt

__all__ = ["felt"]
