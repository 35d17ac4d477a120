"""A home network on a bad evening: every piece of a TCP connection is late by some milliseconds, in order."""

import asyncio
import threading
import time
from random import Random


class BadLink:
    """A door on this machine that leads to *port*. Leaving it closes everything."""

    def __init__(self, port: int, late_ms: tuple[float, float], seed: int = 1) -> None:
        self._port, self._late_ms, self._random = port, late_ms, Random(seed)
        self._loop, self._opened = asyncio.new_event_loop(), threading.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self.port, self.cut = 0, False
        threading.Thread(target=self._run, daemon=True).start()
        assert self._opened.wait(10)

    def tear(self) -> None:
        """All connections are gone, and nobody gets through until `mend`."""
        self.cut = True
        self._loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self._writers])

    def mend(self) -> None:
        self.cut = False

    def close(self) -> None:
        self.tear()
        self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.call_later(0.05, self._loop.stop)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._came, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._opened.set()
        self._loop.run_forever()

    async def _came(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self.cut:
            back.transport.abort()
            return
        there, on = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {back, on}
        await asyncio.gather(self._pass_on(here, on), self._pass_on(there, back), return_exceptions=True)
        self._writers -= {back, on}
        back.close()
        on.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0, due - time.monotonic()))
                if not piece:
                    writer.write_eof()
                    return
                writer.write(piece)
                await writer.drain()

        delivery = asyncio.ensure_future(deliver())
        last = 0.0
        while True:
            piece = await reader.read(1 << 16)
            last = max(last, time.monotonic() + self._random.uniform(*self._late_ms) / 1000)
            pieces.put_nowait((last, piece))
            if not piece:
                break
        await delivery
