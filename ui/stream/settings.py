"""What can be set about the event stream and the outlets."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.config import Section


class StreamSettings(Section, frozen=True):
    """The event stream and the page for a second screen."""

    listen: Annotated[
        Literal["off", "here", "network", "phones"],
        Meta(
            description="who may come in: nobody, programs on this machine, the network with a pairing code "
            "to look on; or phones from there that press too"
        ),
    ] = "off"
    port: Annotated[int, Meta(ge=1024, le=65535, description="the port of the stream")] = 13550


class OutletSettings(Section, frozen=True):
    """Outlets: where what the public screen shows is sent."""

    mqtt: Annotated[
        str, Meta(description="an MQTT broker, like mqtt://user:password@address:1883; empty = none")
    ] = ""
    webhook: Annotated[
        str, Meta(description="an address in the web that each event is posted to; empty = none")
    ] = ""
