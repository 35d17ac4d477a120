"""Abi '94, a card game by Valentin Herman: three Klausuren, stress, cheating, and a final exam."""

from companion.games.abi94.game import Abi94

GAME = Abi94()
