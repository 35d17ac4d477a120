"""Sums: the pyramid that is summed up, without its numbers."""

from ui.screen.pages.table.pyramid import pyramid_region as felt

__all__ = ["felt"]
