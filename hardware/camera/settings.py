"""Which camera looks at the table, and under which light."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.config import Section


class CameraSettings(Section, frozen=True):
    """The eye above the table."""

    kind: Literal["auto", "picamera2", "webcam", "network", "folder", "simulated", "none"] = "auto"
    source: str = "0"
    width: Annotated[int, Meta(ge=320, le=4608)] = 1280
    height: Annotated[int, Meta(ge=240, le=2592)] = 720
    mains_hz: Literal[0, 50, 60] = 50
    height_cm: Annotated[int, Meta(ge=0, le=200)] = 0
    delay_ms: Annotated[int, Meta(ge=0, le=10_000)] = 0
    frames_per_second: Annotated[int, Meta(ge=1, le=60)] = 15
