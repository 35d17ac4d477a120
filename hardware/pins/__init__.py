"""What we touch pins through: our own factory with the kernel's edge times, gpiozero's, or none."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.asks import MS
from hardware.findings import Finding, broken, note, ok
from hardware.pins.sequence import EdgeTicks, nanoseconds

__all__ = ["EdgeTicks", "Pins", "choose_pins", "mock_pins", "nanoseconds"]


UNCERTAINTY = round(0.05 * MS)  # of an edge


class Pins(Struct, frozen=True):
    """A pin factory that works, its precision, and a remark about it."""

    factory: Any
    name: str
    uncertainty: int
    real: bool
    finding: Finding


def choose_pins(chip: str = "", load: Callable[[str], Any] | None = None) -> Pins:
    """The pins of *chip*, or of the one with the header; pretended ones where there are none."""
    try:
        factory = (load or _load)(chip)
    except Exception as error:  # whatever keeps it from working, the game goes on by touch
        return mock_pins(broken("pins", "pins_no_permission") if isinstance(error, PermissionError) else None)
    return Pins(factory, "libgpiod", UNCERTAINTY, True, ok("pins", "pins_ok", off=f"{UNCERTAINTY / MS:g}"))


def mock_pins(finding: Finding | None = None) -> Pins:
    """Pins that are only pretended."""
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415

    return Pins(MockFactory(), "mock", 0, False, finding or note("pins", "pins_none"))


def _load(chip: str) -> Any:
    from hardware.pins.kernel import GpiodFactory  # noqa: PLC0415

    return GpiodFactory(chip)
