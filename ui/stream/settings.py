"""What can be set about the event stream and the outlets."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.config import Section


class StreamSettings(Section, frozen=True):
    """The event stream and the page for a second screen."""

    listen: Literal["off", "here", "network", "phones"] = "off"
    port: Annotated[int, Meta(ge=1024, le=65535)] = 13550


class OutletSettings(Section, frozen=True):
    """Outlets: where what the public screen shows is sent."""

    mqtt: str = ""
    webhook: str = ""
