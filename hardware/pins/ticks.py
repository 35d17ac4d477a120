"""The time of an edge as gpiozero passes it on, with everything else that the kernel said about it.

gpiozero hands a pin's *ticks* through to its devices as an opaque value. For other programs an
`EdgeTicks` is what every local pin factory gives, seconds of CLOCK_MONOTONIC as a float; whoever knows it
finds more in it.
"""

NS = 1_000_000_000


class EdgeTicks(float):
    """Seconds of CLOCK_MONOTONIC, and exactly: nanoseconds, the number of the edge and how many were lost."""

    ns: int
    sequence: int
    lost: int

    __slots__ = ("lost", "ns", "sequence")

    def __new__(cls, ns: int, sequence: int = 0, lost: int = 0) -> "EdgeTicks":
        ticks = super().__new__(cls, ns / NS)
        ticks.ns, ticks.sequence, ticks.lost = ns, sequence, lost
        return ticks


def nanoseconds(ticks: float) -> int:
    """*ticks* of any local pin factory in nanoseconds."""
    return ticks.ns if isinstance(ticks, EdgeTicks) else round(ticks * NS)
