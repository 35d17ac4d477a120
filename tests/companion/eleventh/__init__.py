"""A game from outside: the recipe of an eleventh game, followed to the letter."""
