"""Which pin is what: the wiring in the configuration, its problems, and why these defaults.

The default pins are the ones on the 40-pin header that have no second duty that a family could meet: not
0 and 1 (add-on boards are recognised there), not 2 and 3 (fixed pull-up resistors; 3 also wakes the Pi),
not 4 (one-wire sensors), not 7 to 11 (SPI), not 14 and 15 (the serial console), not 18 to 21 (sound
boards). Twelve are left, enough for six seats. Lamps are on pins that the Pi pulls down while it starts,
so that they stay dark until the companion runs; the buttons sit together at one end of the header, the
lamps at the other.
"""

import errno
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.asks import Say
from companion.config import Section
from hardware.findings import Finding, broken, note, warning

NO_PIN = 0  # GPIO 0 belongs to add-on boards and is never a button, so its number can say "nothing here"
HEADER_PINS = range(28)  # the GPIO numbers on the 40-pin header

PHYSICAL = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip

SPECIAL = {
    **dict.fromkeys((0, 1), "pin_special_id"),
    **dict.fromkeys((2, 3), "pin_special_i2c"),
    4: "pin_special_onewire",
    **dict.fromkeys((7, 8, 9, 10, 11), "pin_special_spi"),
    **dict.fromkeys((14, 15), "pin_special_serial"),
    **dict.fromkeys((18, 19, 20, 21), "pin_special_sound"),
}

PinNumber = Annotated[int, Meta(ge=0)]


class Wiring(Section, frozen=True):
    """The pins of the buttons and lamps, by GPIO number; the first is that of button 1."""

    buttons: tuple[PinNumber, ...] = (5, 6, 12, 13, 16, 26)
    keys: tuple[str, ...] = ()
    lamps: tuple[PinNumber, ...] = (17, 27, 22, 23, 24, 25)
    lamp_lights_at: Literal["high", "low"] = "high"
    chip: str = ""


class Wire(Struct, frozen=True):
    """One thing on one pin."""

    kind: Literal["button", "lamp"]
    number: int  # 1 for the first
    pin: int

    @property
    def name(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def says(self) -> Say:
        return Say(f"the_{self.kind}", {"number": self.number})


def wires(wiring: Wiring) -> Iterator[Wire]:
    """Everything that is wired, buttons first."""
    for number, pin in enumerate(wiring.buttons, 1):
        if pin != NO_PIN and not any(wiring.keys[number - 1 : number]):
            yield Wire("button", number, pin)
    for number, pin in enumerate(wiring.lamps, 1):
        if pin != NO_PIN:
            yield Wire("lamp", number, pin)


def how_many(wiring: Wiring) -> int:
    """The number of buttons."""
    return sum(map(bool, wiring.keys)) + sum(wire.kind == "button" for wire in wires(wiring))


def usable(wiring: Wiring) -> tuple[Wire, ...]:
    """The wires whose pin exists and is theirs alone; of two on one pin the first keeps it."""
    taken: set[int] = set()
    good = []
    for wire in wires(wiring):
        if wire.pin in HEADER_PINS and wire.pin not in taken:
            taken.add(wire.pin)
            good.append(wire)
    return tuple(good)


def problems(wiring: Wiring) -> tuple[Finding, ...]:
    """The problems of *wiring*, each with its next step."""
    everything = tuple(wires(wiring))
    uses = Counter(wire.pin for wire in everything)
    found: list[Finding] = []
    first: dict[int, Wire] = {}
    for wire in everything:
        if wire.pin not in HEADER_PINS:
            found.append(broken(wire.name, "pin_unknown", thing=wire.says, pin=wire.pin))
        elif uses[wire.pin] > 1 and wire.pin in first:
            other = first[wire.pin]
            found.append(broken(wire.name, "pin_twice", thing=wire.says, other=other.says, pin=wire.pin))
        elif wire.pin in SPECIAL:
            how = warning if wire.pin < 2 else note
            finding = how(wire.name, "pin_special", thing=wire.says, pin=wire.pin, why=Say(SPECIAL[wire.pin]))
            found.append(finding)
        first.setdefault(wire.pin, wire)
    if not how_many(wiring):
        found.append(note("buttons", "no_buttons"))
    return tuple(found)


# --- why a pin cannot be had, as a finding with a next step ---


class LineBusy(OSError):  # noqa: N818
    """Another program holds the line."""

    def __init__(self, pin: int, by: str) -> None:
        super().__init__(errno.EBUSY, f"GPIO {pin} is held by {by or 'another program'}")
        self.pin, self.by = pin, by


def pin_trouble(wire: Wire, error: Exception) -> Finding:
    """What *error*, raised while *wire* was taken, means for the family."""
    args: dict[str, Any] = {"thing": wire.says, "pin": wire.pin}
    if isinstance(error, LineBusy):
        return broken(wire.name, "pin_busy", **args, by=error.by or "?")
    if isinstance(error, PermissionError) or getattr(error, "errno", None) in (errno.EACCES, errno.EPERM):
        return broken(wire.name, "pin_no_permission", **args)
    if getattr(error, "errno", None) == errno.EBUSY:
        return broken(wire.name, "pin_busy", **args, by="?")
    if type(error).__name__ in ("GPIOPinInUse", "PinInUse"):
        return broken(wire.name, "pin_in_use", **args)
    if type(error).__name__ in ("PinInvalidPin", "PinNoPins") or isinstance(error, ValueError):
        return broken(wire.name, "pin_unknown", **args)
    why = str(error).splitlines()[0] if str(error) else type(error).__name__
    return broken(wire.name, "pin_failed", **args, reason=why)
