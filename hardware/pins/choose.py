"""The order in which pin factories are tried, and how exactly each of them can time an edge.

1. ours over libgpiod 2: one request for all buttons, the kernel's own edge times, lost events are seen
2. lgpio: the kernel's edge times too, but lost events are not seen
3. pigpio, RPi.GPIO, native: times made by a daemon or by Python, later by as long as that took
4. gpiozero's mock: no buttons at all, everything is entered by touch
"""

import importlib
import os
import warnings
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.facts import MS
from hardware.findings import Finding, broken, note, ok


class Stamps(Struct, frozen=True):
    """A pin factory and how far off its edge times may be."""

    name: str
    factory: str  # module:class
    uncertainty: int


OURS = Stamps("libgpiod", "hardware.pins.kernel:GpiodFactory", round(0.05 * MS))
GPIOZEROS = (
    Stamps("lgpio", "gpiozero.pins.lgpio:LGPIOFactory", 1 * MS),
    Stamps("pigpio", "gpiozero.pins.pigpio:PiGPIOFactory", 2 * MS),
    Stamps("rpigpio", "gpiozero.pins.rpigpio:RPiGPIOFactory", 5 * MS),
    Stamps("native", "gpiozero.pins.native:NativeFactory", 10 * MS),
)


class Pins(Struct, frozen=True):
    """A pin factory that works, its precision, and a remark about it."""

    factory: Any
    name: str
    uncertainty: int
    real: bool
    finding: Finding


Load = Callable[[Stamps, str], Any]


def choose_pins(chip: str = "", load: Load | None = None) -> Pins:
    """The best pin factory that works here."""
    load = load or _load
    reasons: list[Exception] = []
    for stamps in (OURS, *GPIOZEROS):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                factory = load(stamps, chip)
        except Exception as error:  # whatever keeps a factory from working, the next one is tried
            reasons.append(error)
        else:
            how = ok if stamps is OURS else note
            key = "pins_ok" if stamps is OURS else "pins_second_best"
            off = f"{stamps.uncertainty / MS:g}"
            finding = how("pins", key, factory=stamps.name, off=off)
            return Pins(factory, stamps.name, stamps.uncertainty, True, finding)
    return mock_pins(_why_none(reasons[0]))


def mock_pins(finding: Finding | None = None) -> Pins:
    """Pins that are only pretended."""
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415

    return Pins(MockFactory(), "mock", 0, False, finding or note("pins", "pins_pretended"))


def _load(stamps: Stamps, chip: str) -> Any:
    # lgpio litters its folder
    os.environ.setdefault("LG_WD", "/run" if os.access("/run", os.W_OK) else "/tmp")
    module, _, name = stamps.factory.partition(":")
    factory = getattr(importlib.import_module(module), name)
    return factory(chip) if stamps is OURS else factory()


def _why_none(error: Exception) -> Finding:
    if isinstance(error, PermissionError):
        return broken("pins", "pins_no_permission")
    return note("pins", "pins_none")
