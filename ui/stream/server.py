"""The small server behind the event stream: only phones that are let in can change something by it.

=============  ==============================================================
``/``          the page for a second screen
``/events``    events as they happen (server-sent events, JSON in each)
``/table``     the table as it is now, once
``/phone``     the page that makes a phone a button, where that is allowed
``/link``      what that page and we tell each other (a WebSocket)
=============  ==============================================================
"""

import contextlib
import hmac
import json
import logging
import queue
import secrets
import socket
import subprocess
import threading
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from time import monotonic, monotonic_ns
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.asks import JSON
from companion.table import Announcement, Table
from companion.words import languages
from hardware.findings import Finding, note, ok, warning
from ui.screen.language import screen_words
from ui.screen.ports import Delivery
from ui.stream.events import event_of, snapshot
from ui.stream.outlets import Outlet
from ui.stream.phones import Phone, Phones
from ui.stream.settings import StreamSettings
from ui.stream.websocket import Gone, WebSocket, answer_to

log = logging.getLogger(__name__)

PAGES = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/phone": ("phone.html", "text/html"),
    "/phone.css": ("phone.css", "text/css"),
    "/phone.js": ("phone.js", "text/javascript"),
}
PHONES = frozenset({"/link", "/words", "/phone", "/phone.css", "/phone.js"})  # only where they may press
TELLING = frozenset({"/events", "/table"})  # these need the code; the page alone is empty
VISITORS = 24  # at once, listeners among them: more are sent away unheard
BREATH_S = 10.0  # a sign of life for listeners, when nothing happens
QUIET_S = 5.0  # a visitor who says nothing is let go
DENIED = {HTTPStatus.FORBIDDEN: "code", HTTPStatus.TOO_MANY_REQUESTS: "later"}
LISTENERS = 8  # at once
KEPT = 64  # events for a listener who is slow; then it is let go
WRONG_CODES, WRONG_WITHIN_S = 5, 60.0  # different ones from anywhere, before nobody new is let in
HERE = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


class Stream:
    """Sends listeners what the table announces to everybody. `close` may be called twice."""

    def __init__(
        self,
        settings: StreamSettings,
        language: Callable[[], str],
        now: Callable[[], int] = monotonic_ns,
        deliver: Callable[[Delivery], None] = lambda thing: None,
    ) -> None:
        """*now* is the table's clock; *deliver* takes what phones tell."""
        self.listen: str = settings.listen
        self._port, self._language, self.now = settings.port, language, now
        self.phones = Phones(now, deliver)
        self.keep: Callable[[str], str] = lambda listen: ""  # who may come in, for the next start
        self.code = self.address = self.trouble = ""
        self._at: Table | None = None  # the table that is told of
        self.outlets: list[Outlet] = []  # what is told goes there as well
        self._listeners: list[queue.Queue[str]] = []
        self._lock = threading.Lock()
        self.table: JSON = None
        self._wrong: dict[str, float] = {}  # when a code was tried last: an old one is no other guess
        self._server: _Server | None = None

    # --- opening and closing ---

    def open(self) -> None:
        """Listen, if the settings say so; where the port is taken the game goes on without."""
        self.trouble = self.address = ""
        if self.listen == "off":
            return
        try:
            self._server = _Server(("127.0.0.1" if self.listen == "here" else "", self._port), self)
        except OSError as error:
            self.trouble = f"port {self._port}: {error.strerror}"
            log.warning("the event stream cannot listen: %s", self.trouble)
            return
        if self.listen != "here":
            self.code = f"{secrets.randbelow(10**6):06}"
            page = f"phone#{self.code}" if self.listen == "phones" else f"?code={self.code}"
            self.address = f"http://{own_address()}:{self.port}/{page}"
        if self._at is not None:
            self.heard(None, self._at)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), name="stream", daemon=True).start()

    def close(self) -> None:
        self._shut()
        for outlet in self.outlets:
            outlet.close()

    def _shut(self) -> None:
        server, self._server = self._server, None
        self.phones.close()
        if server is not None:
            server.shutdown()
            server.server_close()

    def open_to(self, listen: str) -> str:
        """From now on they may come in who are meant by *listen*, with a new code; why it cannot be kept."""
        self._shut()
        self.listen = listen
        self.open()
        return self.keep(listen)

    @property
    def port(self) -> int:
        """Where it listens; 0 if it does not."""
        return self._server.server_address[1] if self._server is not None else 0

    def findings(self) -> tuple[Finding, ...]:
        """Who may look now, for the doctor, and what goes out."""
        out = tuple(finding for outlet in self.outlets for finding in outlet.findings())
        if self.listen == "off":
            return out
        here = self.listen == "here"
        open_to = ok("stream", "stream_here", port=self.port) if here else note("stream", "stream_network")
        return (open_to if self.port else warning("stream", "stream_trouble", why=self.trouble), *out)

    # --- announcing ---

    def heard(self, announcement: Announcement | None, table: Table) -> None:
        """The table has ruled, or people have sat down at it. Called on the screens' thread; costs nothing
        where nobody may listen."""
        self._at = table
        for outlet in self.outlets:
            outlet.heard(announcement, table)
        if self._server is None:
            return
        language = self._language()
        if announcement is not None:
            self._send(event_of(announcement, table, language))
        self.phones.heard(announcement, table)
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
        if self.listen == "here":  # another name: a foreign page led the browser here
            return HTTPStatus.OK if host in HERE else HTTPStatus.FORBIDDEN
        if code is None:
            return HTTPStatus.OK
        with self._lock:
            now = monotonic()
            self._wrong = {wrong: t for wrong, t in self._wrong.items() if now - t < WRONG_WITHIN_S}
            if len(self._wrong) >= WRONG_CODES:
                return HTTPStatus.TOO_MANY_REQUESTS
            if hmac.compare_digest(code.encode(), self.code.encode()):
                return HTTPStatus.OK
            self._wrong[code] = now
            if len(self._wrong) == WRONG_CODES:
                self.phones.guessed()
            return HTTPStatus.FORBIDDEN

    def words(self, language: str) -> dict[str, str]:
        """What the page of a phone says."""
        return words_on("phone", self.spoken(language))

    def spoken(self, language: str) -> str:
        """The *language* of a phone, if it can be spoken; else that of the table."""
        return language if language in languages() else self._language()


def words_on(page: str, language: str) -> dict[str, str]:
    """What *page* says in *language*; its keys begin with its name."""
    words, start = screen_words(), f"{page}."
    keys = [key for key in words if key.startswith(start)]
    said = {key.removeprefix(start): words.sentence(key, language) or key for key in keys}
    return {"lang": language, **said}


class _Server(ThreadingHTTPServer):
    """One thread for each visitor, up to a limit."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = VISITORS  # with fewer, whoever comes in a crowd waits for seconds

    def __init__(self, address: tuple[str, int], stream: Stream) -> None:
        self.stream = stream
        self.unheard: dict[socket.socket, float] = {}  # since when they have not said what they want
        self._places = threading.BoundedSemaphore(VISITORS)
        super().__init__(address, _Visitor)

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
        self.stream.phones.tick(self.stream.now())
        for visitor, since in tuple(self.unheard.items()):
            if monotonic() - since > QUIET_S:
                with contextlib.suppress(OSError):
                    visitor.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        log.debug("a visitor of the stream has gone", exc_info=True)


class _Visitor(BaseHTTPRequestHandler):
    """One request. Only questions are understood."""

    server: _Server
    server_version, sys_version = "companion", ""
    protocol_version = "HTTP/1.0"
    timeout = QUIET_S
    disable_nagle_algorithm = True

    @property
    def asked_of(self) -> Stream:
        return self.server.stream

    def do_GET(self) -> None:
        self.server.unheard.pop(self.request, None)
        try:
            asked = urlsplit(self.path)
            query = {key: values[0] for key, values in parse_qs(asked.query).items()}
        except ValueError:
            self._answer(HTTPStatus.BAD_REQUEST)
            return
        path, stream = asked.path, self.asked_of
        code = query.get("code", "") if path in TELLING else None
        allowed = stream.lets_in(_host(self.headers.get("Host", "")), code)
        if allowed is HTTPStatus.OK and path in PHONES and stream.listen != "phones":
            allowed = HTTPStatus.NOT_FOUND
        if allowed is not HTTPStatus.OK:
            self._answer(allowed)
        elif path == "/events":
            self._tell_events()
        elif path == "/link":
            self._link(query)
        elif path in ("/table", "/words"):
            told = stream.table if path == "/table" else stream.words(query.get("lang", ""))
            self._answer(HTTPStatus.OK, "application/json", json.dumps(told).encode())
        elif path in PAGES:
            name, kind = PAGES[path]
            self._answer(HTTPStatus.OK, kind, _file(name))
        else:
            self._answer(HTTPStatus.NOT_FOUND)

    def _link(self, query: dict[str, str]) -> None:
        """Talk with a phone until one of us has had enough. Whom no code lets in hears why, and no more."""
        stream, token = self.asked_of, query.get("token", "")
        if (opening := answer_to(self.headers)) is None:
            self._answer(HTTPStatus.FORBIDDEN)
            return
        self.wfile.write(opening)
        link = WebSocket(self.connection)
        phone = Phone(stream.phones, stream.spoken(query.get("lang", "")), link.wake)
        known = token in stream.phones.seats
        allowed = HTTPStatus.OK if known else stream.lets_in("", query.get("code", ""))
        if allowed is HTTPStatus.OK:
            stream.phones.join(token, phone)
        else:
            phone.deny(DENIED[allowed])
        try:
            _talk(phone, link, stream.now)
        except (Gone, OSError):
            pass
        finally:
            stream.phones.leave(phone)
            link.close()

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


def _talk(phone: Phone, link: WebSocket, now: Callable[[], int]) -> None:
    rest = 0.0
    while True:
        if not phone.over:
            rest = phone.beat(now())
        while phone.outbox:
            link.send(json.dumps(phone.outbox.popleft(), ensure_ascii=False))
        if phone.over:
            return
        for text in link.receive(rest):
            phone.take(text, now())


def _host(header: str) -> str:
    """The name in a Host header, without its port."""
    if header.startswith("["):
        return header.partition("]")[0] + "]"
    return header.partition(":")[0].lower()


@cache
def _file(name: str) -> bytes:
    return (resources.files("ui.stream") / name).read_bytes()


def own_address() -> str:
    """The address of this machine at home, or as its own access point."""
    try:
        told = subprocess.run(["hostname", "-I"], capture_output=True, text=True, timeout=5, check=True)
        return next(address for address in told.stdout.split() if "." in address)
    except (OSError, subprocess.SubprocessError, StopIteration):
        return f"{socket.gethostname()}.local"
