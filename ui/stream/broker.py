"""A line to an MQTT broker that comes back by itself, and tells everybody whether we are there."""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

RETRY_S = 15  # at most between two tries to come back
KEPT = 2_000  # messages that wait for a broker that is away; what comes then is left out

Here = tuple[str, str, str]  # a topic, and what stands there while we are there, and when we are not


class Broker:
    """Messages go out and come in on threads of its own. `close` may be called twice."""

    def __init__(
        self,
        address: str,
        name: str,
        here: Here,
        come: Callable[["Broker"], None],
        heard: Callable[[str, bytes], None] | None = None,
    ) -> None:
        """The broker at *address* knows us by *name*; *come* is called whenever we are connected."""
        from paho.mqtt.client import Client  # noqa: PLC0415  (only where it is wanted)
        from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415

        self.trouble = "no answer yet"  # why we are not connected; "" if we are
        self._here, self._come, to = here, come, urlsplit(address)
        self._client: Any = Client(CallbackAPIVersion.VERSION2, name)
        self._client.max_queued_messages_set(KEPT)
        self._client.reconnect_delay_set(1, RETRY_S)
        if to.username:
            self._client.username_pw_set(unquote(to.username), unquote(to.password or ""))
        self._client.will_set(here[0], here[2], qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda *_: self._fails("no answer")
        self._client.on_disconnect = lambda *_: self._fails("the connection is lost")
        if heard is not None:
            self._client.on_message = lambda _client, _data, told: heard(told.topic, bytes(told.payload))
        try:
            self._client.connect_async(to.hostname or "", to.port or 1883)
            self._client.loop_start()
        except ValueError as error:  # that is no address
            self.trouble = str(error)

    def tell(self, topic: str, message: str | bytes, keep: bool = False) -> None:
        """Send *message*, as soon as there is somebody who takes it; *keep*: for those who come later."""
        self._client.publish(topic, message, qos=1, retain=keep)

    def listen(self, *topics: str) -> None:
        """From now on, until the line is lost, messages about *topics* come in."""
        self._client.subscribe([(topic, 1) for topic in topics])

    def close(self) -> None:
        topic, _there, away = self._here
        self.tell(topic, away, keep=True)
        self._client.disconnect()
        self._client.loop_stop()

    def _fails(self, why: str) -> None:
        self.trouble = self.trouble or why  # the first reason is the clearest

    def _connected(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self.trouble = str(reason) if reason.is_failure else ""
        if not reason.is_failure:
            self.tell(self._here[0], self._here[1], keep=True)
            self._come(self)
