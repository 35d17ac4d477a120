"""On what a bench was run: figures mean little without it."""

import os
import platform
import sys
from pathlib import Path

from msgspec import Struct

_MODEL = Path("/proc/device-tree/model")  # a Pi tells its name here
_CPU = Path("/proc/cpuinfo")


class Machine(Struct, frozen=True):
    """The machine, its system and its Python."""

    name: str
    cores: int
    load: float  # in the last minute, of all programs: figures of a busy machine are too slow
    system: str
    python: str

    def __str__(self) -> str:
        return f"{self.name}, {self.cores} cores, load {self.load:g}, {self.system}, Python {self.python}"


def this_machine() -> Machine:
    """The machine that this runs on."""
    return Machine(
        _name(),
        os.cpu_count() or 1,
        round(os.getloadavg()[0], 1),
        f"{platform.system()} {platform.machine()}",
        sys.version.split()[0],
    )


def _name() -> str:
    try:
        return _MODEL.read_text().strip("\0\n ")
    except OSError:
        pass
    try:
        lines = _CPU.read_text().splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())
