"""Our gpiozero pin factory over libgpiod 2. Ordinary gpiozero devices run on it unchanged.

    from gpiozero import Button
    from hardware.pins.kernel import GpiodFactory
    button = Button(5, pin_factory=GpiodFactory())

or, for any program at all, ``GPIOZERO_PIN_FACTORY=companion``. What it does better than the others: every
edge has the kernel's own time, and lost edges are known (see `EdgeTicks`). It debounces nothing.
"""

import errno
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import gpiod
from gpiozero import exc
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiFactory, PiPin

from hardware.pins.lines import Lines, Pull
from hardware.pins.sequence import EdgeTicks

PI_4 = 0xC03111  # the header of every Pi with 40 pins is the same; this one speaks for machines that are none


class GpiodFactory(PiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins of the chip with the label (or path) *chip*, or of the one that carries the header."""

    def __init__(self, chip: str = "") -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.lines = Lines(header_chip(chip))

    def prepare(self, pins: Iterable[int], pull: Pull) -> None:
        """Take *pins* as inputs in one go, but for those that somebody else holds."""
        self.lines.add_inputs([pin for pin in pins if self.lines.is_free(pin)], pull)

    def close(self) -> None:
        super().close()
        self.lines.close()

    @staticmethod
    def ticks() -> EdgeTicks:
        return EdgeTicks(time.monotonic_ns())

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        return later - earlier

    def _get_revision(self) -> int:
        try:
            return int(get_pi_revision())
        except (exc.PinUnknownPi, OSError, ValueError):
            return PI_4

    def _get_spi_class(self, shared: bool, hardware: bool) -> Any:
        raise exc.PinSPIUnsupported("this pin factory is for buttons and lamps; it has no SPI")


class GpiodPin(PiPin):  # type: ignore[misc]
    """One pin of the header. It is only taken from the kernel when it is used for the first time."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._lines = factory.lines
        self._function = "input"
        self._taken = False
        self._pull: Pull = info.pull or "floating"
        self._edges = "both"

    def close(self) -> None:
        self.when_changed = None
        self._lines.release(self._number)
        self._taken, self._function = False, "input"

    def output_with_state(self, state: bool) -> None:
        self.when_changed = None
        self._lines.add_output(self._number, bool(state))
        self._function, self._taken = "output", True

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value == "output":
            self.output_with_state(False)
        elif value == "input":
            if self._function == "output":
                self._lines.release(self._number)
                self._taken = False
            self._function = "input"
        else:
            raise exc.PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')

    def _get_state(self) -> bool:
        self._take()
        return self._lines.level(self._number)

    def _set_state(self, value: float) -> None:
        if self._function == "input":
            raise exc.PinSetInput(f"cannot set state of pin {self!r}")
        if value not in (0, 1):
            raise exc.PinInvalidState(f'invalid state "{value}" for pin {self!r}')
        self._lines.set_level(self._number, bool(value))

    def _get_pull(self) -> Pull:
        return self._pull

    def _set_pull(self, value: Pull) -> None:
        if self._function != "input":
            raise exc.PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in (value, ""):
            raise exc.PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in ("up", "down", "floating"):
            raise exc.PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._pull, self._taken = value, False
        self._take()

    def _get_bounce(self) -> None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise exc.PinInvalidBounce("no bounce_time: every edge is told, and who listens decides")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in ("both", "rising", "falling", "none"):
            raise exc.PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._edges = value

    def _enable_event_detect(self) -> None:
        self._take()
        self._lines.listen(self._number, self._changed)

    def _disable_event_detect(self) -> None:
        self._lines.stop_listening(self._number)

    def _take(self) -> None:
        if not self._taken and self._function == "input":
            self._lines.add_inputs([self._number], self._pull)
            self._taken = True

    def _changed(self, ticks: EdgeTicks, level: bool) -> None:
        if self._edges in ("both", "rising" if level else "falling"):
            self._call_when_changed(ticks, level)


# --- which chip carries the 40-pin header: found by its label, for its number changes ---

# Pi 5, Pi 4, older, simulated
HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835", "gpio-sim")


def header_chip(wanted: str = "") -> str:
    """The path of the chip with the label (or the path) *wanted*; without a wish, of the one with the header.

    Raises FileNotFoundError where there is none and PermissionError where it may not be opened.
    """
    if wanted.startswith("/"):
        return wanted
    labels, forbidden = _labels(sorted(Path("/dev").glob("gpiochip*")))
    for label in (wanted,) if wanted else HEADER_LABELS:
        for path, found in labels.items():
            if found == label or (found.startswith(label) and not found[len(label) :][:1].isalnum()):
                return path
    if forbidden:
        raise forbidden
    raise FileNotFoundError(errno.ENODEV, "no GPIO chip with the header", wanted or None)


def _labels(paths: Iterable[Path]) -> tuple[dict[str, str], PermissionError | None]:
    labels: dict[str, str] = {}
    forbidden = None
    for path in paths:
        try:
            with gpiod.Chip(str(path)) as chip:
                labels[str(path)] = chip.get_info().label
        except PermissionError as error:
            forbidden = error
        except OSError:  # not a GPIO chip after all
            continue
    return labels, forbidden
