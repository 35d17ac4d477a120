"""Pack Rat by Uwe Beul: everybody takes dice from the pyramid at once, until the roller says Stop."""

from companion.games.pack_rat.game import PackRat

GAME = PackRat()
