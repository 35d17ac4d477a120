"""Mau-Mau: lay what fits, and say so before the last card."""

from companion.games.mau_mau.game import MauMau

GAME = MauMau()
