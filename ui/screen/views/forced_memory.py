"""Forced Memory: which red dice still cover the yellow ones, never a number."""

from ui.screen.pages.table.pyramid import pyramid_region as felt

__all__ = ["felt"]
