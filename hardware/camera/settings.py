"""Which camera looks at the table, and under which light."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.config import Section


class CameraSettings(Section, frozen=True):
    """The eye above the table."""

    kind: Annotated[
        Literal["auto", "picamera2", "webcam", "network", "folder", "simulated", "none"],
        Meta(description="which camera; auto looks for the Pi camera, else for one at USB"),
    ] = "auto"
    source: Annotated[
        str,
        Meta(description="the camera's number, its address in the network, or the folder or video to play"),
    ] = "0"
    width: Annotated[int, Meta(ge=320, le=4608, description="width of the picture")] = 1280
    height: Annotated[int, Meta(ge=240, le=2592, description="height of the picture")] = 720
    mains_hz: Annotated[
        Literal[0, 50, 60], Meta(description="mains frequency, against flicker; 0 = daylight only")
    ] = 50
    height_cm: Annotated[
        int, Meta(ge=0, le=200, description="from lens to table; 0 = the camera focuses itself")
    ] = 0
    delay_ms: Annotated[
        int, Meta(ge=0, le=10_000, description="how late a network camera's pictures come; 0 = not measured")
    ] = 0
    frames_per_second: Annotated[int, Meta(ge=1, le=60, description="pictures in a second")] = 15
