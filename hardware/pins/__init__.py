"""What we touch pins through: our own factory with the kernel's edge times, gpiozero's, or none."""

from hardware.pins.choose import Pins, choose_pins, mock_pins
from hardware.pins.ticks import EdgeTicks, nanoseconds

__all__ = ["EdgeTicks", "Pins", "choose_pins", "mock_pins", "nanoseconds"]
