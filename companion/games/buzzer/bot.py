"""An opponent at the buzzer: it presses as soon as people of its strength would."""

from random import Random

from companion.games.buzzer import state as m
from companion.games.buzzer.state import BuzzerState, may_press

_REACTION_MS = {"random": 900, "easy": 550, "medium": 380, "strong": 260}
_KNOWS_MS = {"random": 9_000, "easy": 7_000, "medium": 4_500, "strong": 2_500}


def choose(state: BuzzerState, seat: str, level: str, random: Random, nodes: int = 0) -> m.BuzzerMove | None:
    """What *seat* does next: it presses, and leaves it to the people whether an answer was right."""
    if state.phase == "go" and seat in may_press(state):
        return m.Buzz(seat=seat)
    return None


def delay_ms(state: BuzzerState, seat: str, level: str, random: Random) -> int:
    """How long *seat* needs from the signal on."""
    target = 1000 * state.options.target_s
    match state.options.mode:
        case "quiz":
            return round(_KNOWS_MS[level] * (0.5 + random.random()))
        case "stopwatch" if target:
            return max(0, round(target + random.gauss(0, 2 * _REACTION_MS[level])))
    return round(_REACTION_MS[level] * (0.8 + 0.5 * random.random()))
