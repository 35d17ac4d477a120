"""Sums by Erika Wittig: who first finds a funnel with the rolled sum gets rid of a die."""

from companion.games.sums.game import Sums

GAME = Sums()
