"""The six dice of one table: those that lie in the tray."""

from companion.family import DiceInTheTray as Things

__all__ = ["Things"]
