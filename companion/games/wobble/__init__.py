"""The Wobble card game: attacks with a growing total, jerk cards, toss-ins, and tasks for the brave."""

from companion.games.wobble.game import Wobble

GAME = Wobble()
