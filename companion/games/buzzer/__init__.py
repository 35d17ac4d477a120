"""Buzzer: who was first, for any quiz, for a test of reactions, and for a stopwatch."""

from companion.games.buzzer.game import Buzzer

GAME = Buzzer()
