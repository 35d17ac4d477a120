"""ABspecken: everybody tries to lay the cards that a common roll allows, with or without the Piggy Die."""

from companion.games.abspecken.game import Abspecken

GAME = Abspecken()
