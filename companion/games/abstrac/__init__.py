"""Abstrac, a game for two by David Parlett: all cards are open, and thinking ahead decides."""

from companion.games.abstrac.game import Abstrac

GAME = Abstrac()
