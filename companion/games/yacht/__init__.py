"""Yacht: five dice, up to three throws a turn, and thirteen boxes to fill."""

from companion.games.yacht.game import Yacht

GAME = Yacht()
