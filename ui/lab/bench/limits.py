"""The numbers that the eyes decide by, as their settings hold them: each with its value and its reason.

To see what another value would do it is put into the settings of a process of its own, before the eyes are
loaded: so it counts everywhere, in defaults and in what is worked out at the start as well.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getsource
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

Eye = Literal["dice", "cards", "pyramid"]
EYES: tuple[Eye, ...] = ("dice", "cards", "pyramid")
USUAL = 20  # pictures of each source
PART, WHOLE = (0.5, 0.75, 1.4, 2.0), (0.7, 0.85, 1.2, 1.4)  # how much more or less is tried
VISION = Path(__file__).parents[3] / "vision"
_FIELD = re.compile(r"^(?:    # (.*)\n)?    (\w+): .*? = [^#\n]*?(?:  # (.*))?$", re.MULTILINE)


class Limit(Struct, frozen=True):
    """A number of an eye: a field of one group of its settings."""

    eye: Eye
    group: str
    name: str
    value: int | float
    why: str

    @property
    def called(self) -> str:
        return f"{self.eye}.{self.group}.{self.name}"

    def others(self) -> tuple[float, ...]:
        """Values on both sides of the one in force; of a share that is nearly one, its rest is changed."""
        if isinstance(self.value, int):
            less, more = (round(self.value * times) for times in (WHOLE[0], WHOLE[-1]))
            tried = {less, self.value - 1, self.value + 1, more}
            return tuple(sorted(tried - {self.value}))
        if 0.5 < self.value < 1:
            return tuple(sorted(round(1 - (1 - self.value) * times, 6) for times in PART))
        return tuple(sorted(round(self.value * times, 6) for times in WHOLE))


class Source(Struct, frozen=True):
    """Pictures of one origin, with what lies there."""

    name: str
    want: str
    deck: str
    rows: Mapping[str, Mapping[str, Any]]  # by the picture's path


class Reading(Struct, frozen=True):
    """What a process of its own reads: pictures, with one number changed or with none."""

    sources: Sequence[Source]
    keep_in: str
    limit: Limit | None = None


def limits_of(eye: Eye) -> tuple[Limit, ...]:
    """All plain numbers in the settings of *eye*; pairs and longer rows of numbers are left as they are."""
    groups = asdict(import_module(f"vision.{eye}.settings").SETTINGS)
    return tuple(limit for group, own in groups.items() for limit in _in_group(eye, group, own))


def _in_group(eye: Eye, group: str, own: Struct) -> Iterator[Limit]:
    whys = {name: beside or above for above, name, beside in _FIELD.findall(getsource(type(own)))}
    for name, value in asdict(own).items():
        if type(value) in (int, float):
            yield Limit(eye, group, name, value, whys[name])


def change(limit: Limit) -> None:
    """From now on the eyes are loaded with the value of *limit*; they must not have been loaded yet."""
    if "vision" in sys.modules:
        raise RuntimeError("the eyes are loaded already")
    settings = _alone(limit.eye)
    group = replace(getattr(settings.SETTINGS, limit.group), **{limit.name: limit.value})
    settings.SETTINGS = replace(settings.SETTINGS, **{limit.group: group})


def _alone(eye: Eye) -> Any:
    """The settings of *eye*, loaded from their files: by their name all eyes would be loaded with them."""
    loaded = None
    for file in sorted((VISION / eye).glob("settings*.py"), reverse=True):  # the parts come before the whole
        spec = spec_from_file_location(f"vision.{eye}.{file.stem}", file)
        if spec is None or spec.loader is None:
            raise ImportError(f"{file} cannot be loaded")
        loaded = sys.modules[spec.name] = module_from_spec(spec)
        spec.loader.exec_module(loaded)
    return loaded
