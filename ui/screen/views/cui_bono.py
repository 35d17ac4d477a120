"""Cui bono?: the pyramid, which die was taken and where the row has slid."""

from ui.screen.pages.table.pyramid import pyramid_region as felt

__all__ = ["felt"]
