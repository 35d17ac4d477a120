"""Liar's dice: everybody rolls under a cup, bids on all dice together, and is believed or not."""

from companion.games.liars_dice.game import LiarsDice

GAME = LiarsDice()
