"""What others do with the same presses: each function says for which pairs the wrong player wins."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from hardware.lab.switches import Pairs

Wrong = NDArray[np.bool_]

KERNEL_DEBOUNCE_MS = 5.0
JIFFY_MS = 4.0  # HZ 250


def lgpio_debounce(pairs: Pairs, _random: np.random.Generator) -> Wrong:
    """gpiozero's bounce_time on lgpio: the last bounce counts, plus a constant."""
    wrong: Wrong = pairs.first.last() > pairs.second.last()
    return wrong


def kernel_debounce(pairs: Pairs, random: np.random.Generator) -> Wrong:
    """The kernel's debounce: the first tick after the last bounce counts; on the same tick the lower pin."""
    phase = random.uniform(0, JIFFY_MS, len(pairs))
    first, second = (
        np.ceil((press.last() + KERNEL_DEBOUNCE_MS + phase) / JIFFY_MS)
        for press in (pairs.first, pairs.second)
    )
    wrong: Wrong = (first > second) | ((first == second) & ~pairs.first_on_low_pin)
    return wrong


def callback_order(mean_ms: float) -> Callable[[Pairs, np.random.Generator], Wrong]:
    """Whoever's callback runs first; it comes *mean_ms* after the edge on average."""

    def wrong(pairs: Pairs, random: np.random.Generator) -> Wrong:
        first = random.exponential(mean_ms, len(pairs))
        second = pairs.gap + random.exponential(mean_ms, len(pairs))
        late: Wrong = first > second
        return late

    return wrong


RIVALS: Mapping[str, Callable[[Pairs, np.random.Generator], Wrong]] = {
    "lgpio debounce": lgpio_debounce,
    "kernel debounce HZ250": kernel_debounce,
    "callback order 1 ms": callback_order(1.0),
    "callback order 5 ms": callback_order(5.0),
}
