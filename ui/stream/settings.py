"""What can be set about the event stream."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.config import Section


class StreamSettings(Section, frozen=True):
    """The event stream and the page for a second screen."""

    listen: Annotated[
        Literal["off", "here", "network"],
        Meta(
            description="who may look: nobody, programs on this machine, or the network with a pairing code"
        ),
    ] = "off"
    port: Annotated[int, Meta(ge=1024, le=65535, description="the port of the stream")] = 13550
