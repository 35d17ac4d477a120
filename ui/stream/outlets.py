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
from typing import Protocol

from companion.asks import JSON
from companion.calls.evidence import decide
from companion.table import Announcement, Table
from hardware.findings import Finding, ok, warning
from ui.screen.theme import SEAT_COLOURS
from ui.stream.broker import KEPT, Broker
from ui.stream.events import event_of, snapshot
from ui.stream.settings import OutletSettings

log = logging.getLogger(__name__)

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


class Outlet(Protocol):
    """Somewhere else that hears what the table announces. `close` may be called twice."""

    def heard(self, announcement: Announcement | None, table: Table) -> None: ...
    def findings(self) -> tuple[Finding, ...]: ...
    def close(self) -> None: ...


class Outlets:
    """Passes on what the table announces. `close` may be called twice."""

    def __init__(self, settings: OutletSettings, language: Callable[[], str]) -> None:
        self._settings, self._language = settings, language
        self.host = "".join(c if c.isalnum() else "_" for c in socket.gethostname())
        self._posts: queue.Queue[bytes] = queue.Queue(KEPT)
        self._web_trouble = ""
        self._broker: Broker | None = None
        if settings.mqtt:
            here = (f"{ROOT}/{self.host}/here", "online", "offline")
            self._broker = Broker(settings.mqtt, f"{ROOT}-{self.host}", here, self._describe)
        if settings.webhook:
            threading.Thread(target=self._post, name="webhook", daemon=True).start()

    def heard(self, announcement: Announcement | None, table: Table) -> None:
        """The table has ruled, or people have sat down at it. Never waits."""
        if self._broker is None and not self._settings.webhook:
            return  # nothing is switched on
        for topic, message in messages(announcement, table, self._language()):
            text = json.dumps(message, ensure_ascii=False).encode()
            if self._broker is not None:
                self._broker.tell(f"{ROOT}/{self.host}/{topic}", text, keep=topic == WHOLE)
            if self._settings.webhook and not self._posts.full():
                self._posts.put(text)

    def findings(self) -> tuple[Finding, ...]:
        """How each outlet that is switched on does."""
        troubles = {} if self._broker is None else {"mqtt": self._broker.trouble}
        if self._settings.webhook:
            troubles["webhook"] = self._web_trouble
        return tuple(
            warning(name, "outlet_trouble", why=why) if why else ok(name, "outlet_ok")
            for name, why in troubles.items()
        )

    def close(self) -> None:
        if self._broker is not None:
            self._broker.close()

    # --- MQTT ---

    def _describe(self, broker: Broker) -> None:
        """Tell Home Assistant what there is."""
        for name, topic, value in (("First", "first", "seat"), ("Game", WHOLE, "game")):
            about = json.dumps(self._discovery(name, topic, value))
            broker.tell(f"homeassistant/sensor/{self.host}/{topic}/config", about, keep=True)

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
                    self._web_trouble = ""
            except (OSError, ValueError) as error:
                self._web_trouble = str(error)
                log.debug("the webhook does not answer: %s", error)
