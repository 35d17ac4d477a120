"""A stand-in for the kernel's side of a USB camera's settings, with its errors."""

import errno
import struct

from hardware.camera import webcam
from hardware.camera.webcam import ASK, EXPOSURE, EXPOSURE_AUTO, GET, SET


class Kernel:
    """As the kernel answers a camera's settings: unknown ones and values out of range are errors."""

    def __init__(self, **limits: tuple[int, int, int]) -> None:
        """The settings that the camera has: lowest, highest and present value."""
        self.limits = {getattr(webcam, name): list(limit) for name, limit in limits.items()}
        self.calls: list[tuple[int, int]] = []

    def __call__(self, file: int, request: int, asked: bytearray) -> int:
        size = (request >> 16) & 0x3FFF
        assert len(asked) == size, "the kernel writes as much as the request says"
        (control,) = struct.unpack_from("=I", asked)
        if control not in self.limits:
            raise OSError(errno.EINVAL, "Invalid argument")
        low, high, now = self.limits[control]
        if request == GET:
            struct.pack_into("=i", asked, 4, now)
        elif request == SET:
            (value,) = struct.unpack_from("=i", asked, 4)
            if not low <= value <= high:
                raise OSError(errno.ERANGE, "Numerical result out of range")
            if control == EXPOSURE and self.limits[EXPOSURE_AUTO][2] != 1:
                raise OSError(errno.EACCES, "Permission denied")  # not while the camera does it itself
            if control == EXPOSURE_AUTO and value == 1:
                self.limits[EXPOSURE][2] = 250  # many jump to their built-in value
            self.limits[control][2] = value
            self.calls.append((control, value))
        else:
            assert request == ASK
            struct.pack_into("=I", asked, 56, 0)
        return 0


FULL = {
    "MAINS": (0, 2, 2),
    "EXPOSURE_AUTO": (0, 3, 3),
    "EXPOSURE": (3, 2047, 333),
    "WHITE_AUTO": (0, 1, 1),
    "WHITE": (2000, 6500, 4100),
    "FOCUS_AUTO": (0, 1, 1),
    "FOCUS": (0, 250, 30),
}
