"""How a Pi camera adapts to the light: automatic until nothing changes any more, then everything is fixed.

The focus must be found; it is not enough that the search has ended. What did not settle in time is reported.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

Controls = dict[str, Any]
Part = tuple[float, float, float, float]  # left, top, right, bottom as shares of the picture

SETTLE_FRAMES = 120  # pictures at most: four seconds
STEADY_FRAMES = 8  # settled after so many pictures in a row without a change
STEADY = 0.02  # smaller relative changes of exposure and gains do not count
SETTLING_US = 33_333  # between two pictures meanwhile: automatic exposure takes its steps by pictures
FOCUS_TRIES = 3
FOCUS_STARTS = 12  # pictures until the lens must have begun to search
MANUAL, AUTO = 0, 1  # libcamera's AfMode
AF_SCANNING, AF_FOCUSED, AF_FAILED = 1, 2, 3  # libcamera's AfState
AF_WINDOWS = 1  # libcamera's AfMetering
AF_START = 0  # libcamera's AfTrigger
FLICKER_MANUAL = 1  # libcamera's AeFlickerMode


class Wishes(Struct, frozen=True):
    """What a camera should be in step with once it has settled."""

    frame_us: int = 66_667
    mains_hz: int = 50
    height_cm: int = 0  # from lens to table; 0: the lens finds its focus itself


class Settling:
    """One adaptation to the light. `begin` gives the first controls, `seen` is called for each picture."""

    def __init__(self, wishes: Wishes, known: Collection[str], windows: Sequence[Sequence[int]] = ()) -> None:
        """*known* are the controls that the camera has; *windows* is what must be sharp, in its pixels."""
        self._wishes, self._known, self._windows = wishes, known, windows
        self._searches = "AfMode" in known and not wishes.height_cm
        self.last: Mapping[str, Any] = {}
        self._steady = self._seen = self._tries = self._since_try = 0
        self.over = False

    def begin(self) -> Controls:
        """Everything automatic, but in step with the mains."""
        wishes = self._wishes
        controls: Controls = {"FrameDurationLimits": (SETTLING_US, SETTLING_US)}
        controls |= {"AeEnable": True, "AwbEnable": True}
        if wishes.mains_hz:  # lamps flicker twice per period
            controls |= {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": _flicker_us(wishes.mains_hz)}
        if wishes.height_cm:
            controls |= {"AfMode": MANUAL, "LensPosition": 100 / wishes.height_cm}  # dioptres
        else:
            controls |= {"AfMode": AUTO}
            if self._windows:
                controls |= {"AfMetering": AF_WINDOWS, "AfWindows": list(map(tuple, self._windows))}
        return self._allowed(controls)

    def seen(self, metadata: Mapping[str, Any]) -> Controls:
        """Called for each picture; the controls that the camera must get now, mostly none."""
        self._seen += 1
        self._steady = self._steady + 1 if _same_light(metadata, self.last) else 0
        self.last = metadata
        at_rest = self._steady >= STEADY_FRAMES and self._lens_rests
        self.over = at_rest or self._seen >= SETTLE_FRAMES
        return {} if self.over else self._search_again(metadata.get("AfState"))

    @property
    def settled(self) -> bool:
        """Whether exposure and colours came to rest."""
        return self._steady >= STEADY_FRAMES

    @property
    def focus(self) -> str:
        if not self._searches:
            return "fixed" if "LensPosition" in self._known else ""
        return "found" if self.last.get("AfState") == AF_FOCUSED else "not found"

    def frozen(self) -> Controls:
        """All that was found, so that it stays."""
        wishes, found = self._wishes, self.last
        controls: Controls = {"FrameDurationLimits": (wishes.frame_us, wishes.frame_us)}
        controls |= {"AeEnable": False, "AwbEnable": False}
        if {"ExposureTime", "AnalogueGain"} <= found.keys():
            exposure, gain = _in_step(found["ExposureTime"], found["AnalogueGain"], wishes.mains_hz)
            controls |= {"ExposureTime": exposure, "AnalogueGain": gain}
        if "ColourGains" in found:
            controls["ColourGains"] = tuple(found["ColourGains"])
        if "LensPosition" in found:
            controls |= {"AfMode": MANUAL, "LensPosition": found["LensPosition"]}
        return self._allowed(controls)

    @property
    def _lens_rests(self) -> bool:
        if not self._searches:
            return True
        state = self.last.get("AfState")
        return state == AF_FOCUSED or (state == AF_FAILED and self._tries >= FOCUS_TRIES)

    def _search_again(self, state: Any) -> Controls:
        """Let the lens search: at the start, after it has failed, and if it has not begun."""
        self._since_try += 1
        begun = state in (AF_SCANNING, AF_FOCUSED)
        due = not self._tries or (not begun and self._since_try >= FOCUS_STARTS)
        if not self._searches or not due or self._tries >= FOCUS_TRIES:
            return {}
        self._tries, self._since_try = self._tries + 1, 0
        return self._allowed({"AfTrigger": AF_START})

    def _allowed(self, controls: Controls) -> Controls:
        """Only what this camera knows: a simple one has no lens to move, and unknown names are an error."""
        return {name: value for name, value in controls.items() if name in self._known}


def _flicker_us(mains_hz: int) -> int:
    return round(1_000_000 / (2 * mains_hz)) if mains_hz else 0


def _same_light(now: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    return bool(before) and all(
        _near(now.get(name), before.get(name)) for name in ("ExposureTime", "AnalogueGain", "ColourGains")
    )


def _near(one: Any, other: Any) -> bool:
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return all(_near(a, b) for a, b in zip(one, other, strict=False))
    if one is None or other is None:
        return one is other
    return bool(abs(one - other) <= STEADY * max(abs(one), abs(other), 1e-9))


def _in_step(exposure: int, gain: float, mains_hz: int) -> tuple[int, float]:
    """The exposure as whole flickers of the lamps, the picture as bright as before."""
    flicker = _flicker_us(mains_hz)
    if not flicker or exposure < flicker:
        return int(exposure), float(gain)
    whole = exposure // flicker * flicker
    return int(whole), float(gain * exposure / whole)
