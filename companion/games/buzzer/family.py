"""People at the buzzer: they press one after the other, and nobody waits for a ruling in between."""

from collections.abc import Sequence

from companion.asks import MS, Ask, Kind
from companion.family import Happening, OpenFamily

RACES = 0.9  # how often somebody presses rather than nobody
CLOSEST, FARTHEST = 200_000, 60 * MS  # nanoseconds between two presses of one race


class Family(OpenFamily):
    """They play all rounds."""

    _racing: tuple[Happening, ...] = ()

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        if not self._racing:
            return super().act([ask for ask in asks if ask.id != "finish"])
        self._pressed, *rest = self._racing
        self._racing = tuple(rest)
        return self._pressed

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        buzz = next((ask for ask in asks if ask.kind is Kind.CALL and not ask.optional), None)
        if buzz is None or self._random.random() > RACES:
            return super()._next(asks)
        seats = self._random.sample(buzz.seats, self._random.randint(1, len(buzz.seats)))
        gaps = [self._random.randint(CLOSEST, FARTHEST) for _ in seats]
        gaps[0] = self._random.randint(300, 1500) * MS
        first, *others = [
            Happening(Kind.CALL, buzz.call, seat, buzz.id, after_ns=gap, either=True)
            for seat, gap in zip(seats, gaps, strict=True)
        ]
        self._racing = tuple(others)
        return first
