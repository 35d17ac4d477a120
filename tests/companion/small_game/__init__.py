"""A tiny game for the tests of the table."""

from tests.companion.small_game.rules import GAME

__all__ = ["GAME"]
