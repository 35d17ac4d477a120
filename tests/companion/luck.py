"""Chance that always falls the same way, so that a bot's dice and slips can be told beforehand."""

from random import Random


class Luck(Random):
    """*at* 0 draws the lowest and the first, just below 1 the highest and the last."""

    def __init__(self, at):
        super().__init__(0)
        self._at = at

    def random(self):
        return self._at

    def randrange(self, count):
        return min(count - 1, int(self._at * count))

    def randint(self, low, high):
        return low + self.randrange(high - low + 1)

    def choice(self, things):
        return things[self.randrange(len(things))]

    def sample(self, things, count):
        """Those of the front, or those of the back; in the order in which they stand."""
        start = round(self._at * (len(things) - count))
        return list(things[start : start + count])

    def shuffle(self, things):
        """They are well mixed already."""


LOW, HIGH = Luck(0.0), Luck(0.999)
