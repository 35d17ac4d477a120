"""Moves worth trying at the buzzer."""

from collections.abc import Sequence

from companion.games.buzzer import state as m


def candidates(state: m.BuzzerState, seat: str) -> Sequence[m.BuzzerMove]:
    right, wrong = (m.Judge(seat=seat, right=right) for right in (True, False))
    close, finish = m.Close(seat=seat), m.Finish(seat=seat)
    return [m.Buzz(seat=seat), m.Go(seat=seat), m.Signal(), right, wrong, close, finish]
