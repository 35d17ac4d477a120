"""Cui bono? by Jens-Peter Steuck: take a die from below, find it a new place or keep it as minus points."""

from companion.games.cui_bono.game import CuiBono

GAME = CuiBono()
