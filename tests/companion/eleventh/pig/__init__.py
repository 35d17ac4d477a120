"""Pig: roll as often as you dare, but a one loses what you have gathered."""

from tests.companion.eleventh.pig.rules import Pig

GAME = Pig()

__all__ = ["GAME"]
