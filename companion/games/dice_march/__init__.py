"""Dice March: five dice a side march over the base form to the opposite corner, and fight where they meet."""

from companion.games.dice_march.game import DiceMarch

GAME = DiceMarch()
