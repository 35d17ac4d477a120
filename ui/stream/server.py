"""The small server behind the event stream: it answers questions, and nothing that comes in changes anything.

=============  ==============================================================
``/``          the page for a second screen
``/events``    events as they happen (server-sent events, JSON in each)
``/table``     the table as it is now, once
=============  ==============================================================
"""

import contextlib
import hmac
import json
import logging
import queue
import secrets
import socket
import threading
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.facts import JSON
from companion.table import Announcement, Table
from hardware.findings import Finding, note, ok, warning
from ui.stream.events import event_of, snapshot
from ui.stream.settings import StreamSettings

log = logging.getLogger(__name__)

PAGES = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
}
TELLING = frozenset({"/events", "/table"})  # these need the code; the page alone is empty
VISITORS = 24  # at once, listeners among them: more are sent away unheard
LISTENERS = 8  # at once
KEPT = 64  # events for a listener who is slow; then it is let go
BREATH_S = 10.0  # a sign of life for listeners, when nothing happens
WRONG_CODES, WRONG_WITHIN_S = 5, 60.0  # wrong pairing codes from anywhere, before nobody new is let in
QUIET_S = 5.0  # a visitor who says nothing is let go
HERE = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


class Stream:
    """Sends listeners what the table announces to everybody. `close` may be called twice."""

    def __init__(self, settings: StreamSettings, language: Callable[[], str]) -> None:
        self._settings, self._language = settings, language
        self.code = f"{secrets.randbelow(10**6):06}" if settings.listen == "network" else ""
        self._listeners: list[queue.Queue[str]] = []
        self._lock = threading.Lock()
        self.table: JSON = None
        self._wrong: list[float] = []
        self._server: ThreadingHTTPServer | None = None
        self.trouble = ""

    # --- opening and closing ---

    def open(self) -> None:
        """Listen, if the settings say so; where the port is taken the game goes on without."""
        if self._settings.listen == "off":
            return
        address = "" if self._settings.listen == "network" else "127.0.0.1"
        try:
            self._server = _Server((address, self._settings.port), _visitor_of(self))
        except OSError as error:
            self.trouble = f"port {self._settings.port}: {error.strerror}"
            log.warning("the event stream cannot listen: %s", self.trouble)
            return
        threading.Thread(target=self._server.serve_forever, args=(0.05,), name="stream", daemon=True).start()

    def close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.shutdown()
            server.server_close()

    @property
    def port(self) -> int:
        """Where it listens; 0 if it does not."""
        return self._server.server_address[1] if self._server is not None else 0

    def finding(self) -> Finding | None:
        """Who may look now, for the doctor; None where nobody may."""
        if self._settings.listen == "off":
            return None
        if self.port == 0:
            return warning("stream", "stream_trouble", why=self.trouble)
        if self._settings.listen == "here":
            return ok("stream", "stream_here", port=self.port)
        return note("stream", "stream_network", port=self.port, code=self.code)

    # --- announcing ---

    def heard(self, announcement: Announcement | None, table: Table) -> None:
        """The table has ruled, or people have sat down at it. Called on the screens' thread; costs nothing
        where nobody may listen."""
        if self._server is None:
            return
        language = self._language()
        if announcement is not None:
            self._send(event_of(announcement, table, language))
        self.table = snapshot(table, language)
        self._send(self.table)

    def _send(self, event: JSON) -> None:
        line = json.dumps(event, ensure_ascii=False)
        with self._lock:
            for listener in tuple(self._listeners):
                try:
                    listener.put_nowait(line)
                except queue.Full:
                    self._listeners.remove(listener)

    # --- for the visitors' threads ---

    def join(self) -> "queue.Queue[str] | None":
        """A queue for what is announced from now on; None if there are too many already."""
        with self._lock:
            if len(self._listeners) >= LISTENERS:
                return None
            self._listeners.append(queue.Queue(KEPT))
            return self._listeners[-1]

    def leave(self, listener: "queue.Queue[str]") -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def is_there(self, listener: "queue.Queue[str]") -> bool:
        with self._lock:
            return self._server is not None and listener in self._listeners

    def lets_in(self, host: str, code: str | None) -> HTTPStatus:
        """Whether a visitor who calls us *host* and knows *code* may look; None where no code is needed."""
        if self._settings.listen == "here":  # another name: a foreign page led the browser here
            return HTTPStatus.OK if host in HERE else HTTPStatus.FORBIDDEN
        if code is None:
            return HTTPStatus.OK
        with self._lock:
            now = monotonic()
            self._wrong = [t for t in self._wrong if now - t < WRONG_WITHIN_S]
            if len(self._wrong) >= WRONG_CODES:
                return HTTPStatus.TOO_MANY_REQUESTS
            if hmac.compare_digest(code.encode(), self.code.encode()):
                return HTTPStatus.OK
            self._wrong.append(now)
            return HTTPStatus.FORBIDDEN


class _Server(ThreadingHTTPServer):
    """One thread for each visitor, up to a limit."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = VISITORS  # with fewer, whoever comes in a crowd waits for seconds

    def __init__(self, address: tuple[str, int], visitor: type[BaseHTTPRequestHandler]) -> None:
        self.unheard: dict[socket.socket, float] = {}  # since when they have not said what they want
        self._places = threading.BoundedSemaphore(VISITORS)
        super().__init__(address, visitor)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        return self._places.acquire(blocking=False)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.unheard[request] = monotonic()
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.unheard.pop(request, None)
            self._places.release()

    def service_actions(self) -> None:
        """Let those go who say what they want letter by letter; called again and again."""
        for visitor, since in tuple(self.unheard.items()):
            if monotonic() - since > QUIET_S:
                with contextlib.suppress(OSError):
                    visitor.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        log.debug("a visitor of the stream has gone", exc_info=True)


def _visitor_of(stream: Stream) -> type[BaseHTTPRequestHandler]:
    class Visitor(_Visitor):
        asked_of = stream

    return Visitor


class _Visitor(BaseHTTPRequestHandler):
    """One request. Only questions are understood."""

    asked_of: Stream
    server: _Server
    server_version, sys_version = "companion", ""
    protocol_version = "HTTP/1.0"
    timeout = QUIET_S

    def do_GET(self) -> None:
        self.server.unheard.pop(self.request, None)
        try:
            asked = urlsplit(self.path)
            code = parse_qs(asked.query).get("code", [""])[0]
        except ValueError:
            self._answer(HTTPStatus.BAD_REQUEST)
            return
        tells = asked.path in TELLING
        allowed = self.asked_of.lets_in(_host(self.headers.get("Host", "")), code if tells else None)
        if allowed is not HTTPStatus.OK:
            self._answer(allowed)
        elif asked.path == "/events":
            self._tell_events()
        elif asked.path == "/table":
            self._answer(HTTPStatus.OK, "application/json", json.dumps(self.asked_of.table).encode())
        elif asked.path in PAGES:
            name, kind = PAGES[asked.path]
            self._answer(HTTPStatus.OK, kind, _file(name))
        else:
            self._answer(HTTPStatus.NOT_FOUND)

    def _tell_events(self) -> None:
        listener = self.asked_of.join()
        if listener is None:
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            self._head(HTTPStatus.OK, "text/event-stream", None)
            if self.asked_of.table is not None:
                self._line(f"data: {json.dumps(self.asked_of.table, ensure_ascii=False)}")
            while self.asked_of.is_there(listener):
                try:
                    self._line(f"data: {listener.get(timeout=BREATH_S)}")
                except queue.Empty:
                    self._line(": still here")
        except OSError:
            pass  # the visitor has gone
        finally:
            self.asked_of.leave(listener)

    def _line(self, text: str) -> None:
        self.wfile.write(f"{text}\n\n".encode())
        self.wfile.flush()

    def _answer(self, status: HTTPStatus, kind: str = "text/plain", body: bytes | None = None) -> None:
        body = f"{status.value} {status.phrase}\n".encode() if body is None else body
        self._head(status, kind, len(body))
        self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, length: int | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the base class's)
        log.debug(format, *args)


def _host(header: str) -> str:
    """The name in a Host header, without its port."""
    if header.startswith("["):
        return header.partition("]")[0] + "]"
    return header.partition(":")[0].lower()


@cache
def _file(name: str) -> bytes:
    return (resources.files("ui.stream") / name).read_bytes()
