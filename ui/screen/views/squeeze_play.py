"""Squeeze Play: whose dice lie where, with the builder's side below."""

from ui.screen.pages.table.pyramid import pyramid_region as felt

__all__ = ["felt"]
