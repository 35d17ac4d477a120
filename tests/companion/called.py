"""Presses of seats: one with its time in milliseconds, and any that there can be."""

from hypothesis import strategies as st

from companion.asks import MS, Source
from companion.calls.buttons import Press


def press(seat: str, ms: float, source: Source = Source.BUTTON, uncertainty_ms: float = 0) -> Press:
    return Press(seat, round(ms * MS), source, round(uncertainty_ms * MS))


seat_presses = st.lists(
    st.builds(
        press,
        st.sampled_from("ABCDEF"),
        st.floats(0, 60, allow_nan=False),
        st.sampled_from([Source.BUTTON, Source.TOUCH, Source.KEYBOARD, Source.SIMULATED]),
        st.sampled_from([0, 0, 0.2, 4]),
    ),
    max_size=8,
)
