"""What can be set about the event stream, the outlets and a club evening."""

from typing import Annotated, Literal

from msgspec import Meta

from companion.config import Section

Broker = Annotated[str, Meta(pattern=r"^(mqtt://.+)?$")]  # its address; "": none


class StreamSettings(Section, frozen=True):
    """The event stream and the page for a second screen."""

    listen: Literal["off", "here", "network", "phones"] = "off"
    port: Annotated[int, Meta(ge=1024, le=65535)] = 13550


class OutletSettings(Section, frozen=True):
    """Outlets: where what the public screen shows is sent."""

    mqtt: Broker = ""
    webhook: str = ""


class ClubSettings(Section, frozen=True):
    """A club evening: several tables of one league, and the page about all of them."""

    mqtt: Broker = ""
    league: Annotated[str, Meta(pattern=r"^[^/+#]{1,40}$")] = "club"
    table: str = ""
    people: tuple[str, ...] = ()
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    port: Annotated[int, Meta(ge=1024, le=65535)] = 13551
