"""People who know themselves who was first."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.asks import MS, Ask, Kind, Source
from companion.calls.buttons import Fairness
from companion.family import Happening
from companion.games.buzzer import family as people
from companion.lab.family import OpenFamily


class Family(people.Family, OpenFamily):
    """They look at the order in which the referee has them."""

    _clock = 0
    pressed_at: Mapping[str, int] = {}  # by the family's own clock, in the race that goes on

    def act(self, asks: Sequence[Ask]) -> Happening | None:
        new_race = not self._racing
        happening = super().act(asks)
        if happening is None:
            return None
        self._clock += happening.after_ns
        if happening.kind is Kind.CALL:
            before = {} if new_race else self.pressed_at
            self.pressed_at = {happening.seat: self._clock, **before}
        return happening

    def _next(self, asks: Sequence[Ask]) -> Happening | None:
        """A cheat: somebody presses once more, or though they are out."""
        buzz = next((ask for ask in asks if ask.kind is Kind.CALL), None)
        others = [seat for seat in self._seats if buzz and seat not in buzz.seats]
        if buzz and others and self._random.random() < self._cheats:
            return Happening(Kind.CALL, buzz.call, self._random.choice(others), cheat="may not press")
        return super()._next(asks)

    def disagreements(self, state: Any) -> tuple[str, ...]:
        """Whoever stands before somebody else pressed earlier, or so nearly that it is a tie."""
        tie, known = Fairness().window(Source.SIMULATED), self.pressed_at
        at = [(known[press.seat], press.seat) for press in state.pressed if press.seat in known]
        wrong = [
            f"{seat} stands before {later}, who pressed {(t - after) / MS:.1f} ms earlier"
            for (t, seat), (after, later) in pairwise(at)
            if t > after + tie
        ]
        return (*super().disagreements(state), *wrong)
