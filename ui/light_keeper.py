"""Lets the camera get used to another light, between two moves and never while somebody rolls.

A camera is frozen once it has settled, because a hand that reaches in must not change what the eyes compare.
When the lamp is switched on later it has to settle anew. A lens also looks once at the mat's markers, as soon
as these are known: at the start it may have taken anything else for the table.
"""

from collections.abc import Sequence
from typing import Protocol

from hardware.camera import Camera
from hardware.camera.change import Part

SEARCHED = ("found", "not found")  # what a camera reports whose lens looks for its focus itself
LONGEST_NS = 20_000_000_000  # so long no roll lasts: the new light itself looks like something that moves
PAUSE_NS = 8_000_000_000  # between two settlings; one takes at most four seconds


class Watching(Protocol):
    """What has to be known of the eyes."""

    @property
    def markers(self) -> Sequence[Part]: ...

    def rests(self, now: int) -> bool: ...


class LightKeeper:
    """Asks the *camera* to settle when that is needed and the *eyes* see that there is time for it."""

    def __init__(self, camera: Camera | None, eyes: Watching) -> None:
        self._camera, self._eyes = camera, eyes
        self._sharp_on_mat = False
        self._waiting_since: int | None = None
        self._last = -PAUSE_NS

    def tick(self, now: int) -> None:
        camera, markers = self._camera, tuple(self._eyes.markers)
        if camera is None or now - self._last < PAUSE_NS:
            return
        focus_due = bool(markers) and not self._sharp_on_mat and camera.report.focus in SEARCHED
        if not camera.light_changed and not focus_due:
            self._waiting_since = None
            return
        self._waiting_since = self._waiting_since or now
        if self._eyes.rests(now) or now - self._waiting_since >= LONGEST_NS:
            self._last, self._waiting_since = now, None
            self._sharp_on_mat = camera.settle(markers) and bool(markers)
