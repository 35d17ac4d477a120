"""Outlets: what the public screen shows, to an MQTT broker and to an address in the web. Off by default.

Only what the event stream tells goes out (see `ui.stream.events`), and nothing comes in. An outlet that does
not answer costs the game nothing: some of what it misses waits for it, and what is too much is left out.
"""

import json
import logging
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from companion.calls.evidence import decide
from companion.facts import JSON
from companion.table import Announcement, Table
from hardware.findings import Finding, ok, warning
from ui.screen.theme import SEAT_COLOURS
from ui.stream.events import event_of, snapshot
from ui.stream.settings import OutletSettings

log = logging.getLogger(__name__)

KEPT = 2_000  # messages that wait; what comes then is left out
PATIENCE_S = 10.0
WHOLE = "table"  # the topic of the table as it is now
ROOT = "companion"


def messages(announcement: Announcement | None, table: Table, language: str) -> Iterator[tuple[str, JSON]]:
    """What goes out because of *announcement*, by topic: the event, who was first, the table as it is now."""
    if announcement is not None:
        yield "event", event_of(announcement, table, language)
        if (first := _first(announcement, table)) is not None:
            yield "first", first
    yield WHOLE, snapshot(table, language)


def _first(announcement: Announcement, table: Table) -> JSON:
    """Who was first, with the colour for a lamp; None if this was no such call."""
    fact, evidence = announcement.fact, table.evidence(announcement.entry)
    if fact is None or evidence is None or announcement.secret:
        return None
    for standing in decide(evidence).standings:
        if standing.place == 1 and standing.seat == fact.seat:
            colour = next(seat.colour for seat in table.seats if seat.name == fact.seat)
            rgb = [*bytes.fromhex(SEAT_COLOURS.get(colour, "#FFFFFF")[1:])]
            return {"seat": fact.seat, "colour": colour, "rgb": rgb, "tie": standing.tie}
    return None


class Outlets:
    """Passes on what the table announces. `close` may be called twice."""

    def __init__(self, settings: OutletSettings, language: Callable[[], str]) -> None:
        self._settings, self._language = settings, language
        self.host = "".join(c if c.isalnum() else "_" for c in socket.gethostname())
        self._posts: queue.Queue[bytes] = queue.Queue(KEPT)
        self._troubles: dict[str, str] = {}  # of what is switched on; "": none
        self._client: Any = None
        if settings.mqtt:
            self._connect(settings.mqtt)
        if settings.webhook:
            self._troubles["webhook"] = ""
            threading.Thread(target=self._post, name="webhook", daemon=True).start()

    def heard(self, announcement: Announcement | None, table: Table) -> None:
        """The table has ruled, or people have sat down at it. Never waits."""
        if not self._troubles:
            return  # nothing is switched on
        for topic, message in messages(announcement, table, self._language()):
            text = json.dumps(message, ensure_ascii=False).encode()
            if self._client is not None:
                self._client.publish(f"{ROOT}/{self.host}/{topic}", text, qos=1, retain=topic == WHOLE)
            if self._settings.webhook and not self._posts.full():
                self._posts.put(text)

    def findings(self) -> tuple[Finding, ...]:
        """How each outlet that is switched on does."""
        found = []
        for name, why in self._troubles.items():
            found.append(warning(name, "outlet_trouble", why=why) if why else ok(name, "outlet_ok"))
        return tuple(found)

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.publish(f"{ROOT}/{self.host}/here", "offline", qos=1, retain=True)
            client.disconnect()
            client.loop_stop()

    # --- MQTT ---

    def _connect(self, address: str) -> None:
        from paho.mqtt.client import Client  # noqa: PLC0415  (only where it is wanted)
        from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415

        to, here = urlsplit(address), f"{ROOT}/{self.host}/here"
        self._client = client = Client(CallbackAPIVersion.VERSION2, f"{ROOT}-{self.host}")
        client.max_queued_messages_set(KEPT)
        if to.username:
            client.username_pw_set(unquote(to.username), unquote(to.password or ""))
        client.will_set(here, "offline", qos=1, retain=True)
        client.on_connect = self._connected
        client.on_connect_fail = lambda *_: self._fails("no answer")
        client.on_disconnect = lambda *_: self._fails("the connection is lost")
        self._fails("no answer yet")
        try:
            client.connect_async(to.hostname or "", to.port or 1883)
            client.loop_start()
        except ValueError as error:  # that is no address
            self._fails(str(error))

    def _fails(self, why: str) -> None:
        self._troubles["mqtt"] = self._troubles.get("mqtt") or why  # the first reason is the clearest

    def _connected(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._troubles["mqtt"] = str(reason) if reason.is_failure else ""
        if reason.is_failure:
            return
        client.publish(f"{ROOT}/{self.host}/here", "online", qos=1, retain=True)
        for name, topic, value in (("First", "first", "seat"), ("Game", WHOLE, "game")):
            about = json.dumps(self._discovery(name, topic, value))
            client.publish(f"homeassistant/sensor/{self.host}/{topic}/config", about, qos=1, retain=True)

    def _discovery(self, name: str, topic: str, value: str) -> JSON:
        """What Home Assistant has to know to show it by itself."""
        at = f"{ROOT}/{self.host}"
        return {
            "name": name,
            "unique_id": f"{ROOT}_{self.host}_{topic}",
            "state_topic": f"{at}/{topic}",
            "value_template": f"{{{{ value_json.{value} }}}}",
            "json_attributes_topic": f"{at}/{topic}",
            "availability_topic": f"{at}/here",
            "device": {"identifiers": [f"{ROOT}_{self.host}"], "name": "Table Companion"},
        }

    # --- the web ---

    def _post(self) -> None:
        from urllib.request import Request, urlopen  # noqa: PLC0415  (only where it is wanted)

        head = {"Content-Type": "application/json"}
        while True:
            text = self._posts.get()
            try:
                asked = Request(self._settings.webhook, text, head)
                with urlopen(asked, timeout=PATIENCE_S):
                    self._troubles["webhook"] = ""
            except (OSError, ValueError) as error:
                self._troubles["webhook"] = str(error)
                log.debug("the webhook does not answer: %s", error)
