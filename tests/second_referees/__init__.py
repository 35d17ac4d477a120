"""A second, small and slow referee for each game, written from the rulebooks only, to check the first one by.

They import nothing of `companion`. Each module has a class `Game`, one random game as it goes on:

* ``Game(random)`` chooses ``seats`` and ``options`` (house rules) by that `random.Random`
* ``propose()`` is a move in the referee's notation, legal or not, or ``None`` where nothing is left to try
* ``refused_by(move)`` is the id of the rule that *move* breaks, or "" if it may stand
* ``play(move)`` changes the game by a move that may stand
* ``position()`` is what the referee's position must say, as far as this model knows it; a dict as JSON
* ``scores()`` are the points of every seat
* ``winners()`` are the names once the game is over, before that ``None``

`driving.py` plays them against `companion referee`; `companion verify GAME` runs it.
"""
