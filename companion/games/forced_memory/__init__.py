"""Forced Memory: which sum lies under which red die? Who remembers best wins."""

from companion.games.forced_memory.game import ForcedMemory

GAME = ForcedMemory()
