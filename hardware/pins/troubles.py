"""Why a pin cannot be had, as a finding with a next step."""

import errno
from typing import Any

from hardware.findings import Finding, broken
from hardware.wiring import Wire


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
