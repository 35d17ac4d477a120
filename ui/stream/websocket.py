"""A WebSocket as far as a phone needs one: short texts both ways, no fragments, no extensions (RFC 6455)."""

import base64
import hashlib
import os
import select
import socket
from email.message import Message

LONGEST = 4096  # bytes of a message from outside
TEXT, CLOSE = 1, 8
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Gone(Exception):  # noqa: N818  (no mistake of the program)
    """The other end has left, or speaks something else."""


def answer_to(headers: Message) -> bytes | None:
    """What opens the WebSocket that *headers* ask for; None if they ask for none, or a foreign page does."""
    key, origin, host = (headers.get(name, "") for name in ("Sec-WebSocket-Key", "Origin", "Host"))
    if headers.get("Upgrade", "").lower() != "websocket" or not key or origin != f"http://{host}":
        return None
    accept = base64.b64encode(hashlib.sha1(key.encode() + GUID).digest()).decode()
    lines = ("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade")
    return "\r\n".join((*lines, f"Sec-WebSocket-Accept: {accept}", "", "")).encode()


class WebSocket:
    """One open WebSocket. Belongs to one thread; only `wake` may be called by others."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._read = connection, b""
        self._woken = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def close(self) -> None:
        woken, self._woken = self._woken, -1
        os.close(woken)

    def wake(self) -> None:
        """End the wait in `receive`."""
        if self._woken >= 0:
            os.eventfd_write(self._woken, 1)

    def receive(self, seconds: float) -> list[str]:
        """The messages that have come by now, or by the first sign of life within *seconds*."""
        waiting: list[socket.socket | int] = [self._connection, self._woken]
        ready, _, _ = select.select(waiting, (), (), seconds)
        if self._woken in ready:
            os.eventfd_read(self._woken)
        if self._connection in ready:
            came = self._connection.recv(LONGEST)
            if not came:
                raise Gone
            self._read += came
        return self._messages()

    def _messages(self) -> list[str]:
        messages = []
        while len(self._read) >= 6:
            first, second = self._read[:2]
            kind, length, at = first & 0x0F, second & 0x7F, 2
            if length == 126:
                length, at = int.from_bytes(self._read[2:4], "big"), 4
            if not first & 0x80 or not second & 0x80 or not kind or length > LONGEST or kind == CLOSE:
                raise Gone
            if len(self._read) < at + 4 + length:
                break
            mask, body = self._read[at : at + 4], self._read[at + 4 : at + 4 + length]
            self._read = self._read[at + 4 + length :]
            plain = bytes(byte ^ mask[number % 4] for number, byte in enumerate(body))
            if kind == TEXT:
                messages.append(plain.decode("utf-8", "replace"))
        return messages

    def send(self, message: str) -> None:
        body = message.encode()
        size = len(body)
        length = bytes((size,)) if size < 126 else bytes((126,)) + size.to_bytes(2, "big")
        self._connection.sendall(bytes((0x80 | TEXT,)) + length + body)
