"""Squeeze Play: three colours build one pyramid, and whoever first has no dice left wins."""

from companion.games.squeeze_play.game import SqueezePlay

GAME = SqueezePlay()
