"""The lines of one GPIO chip through libgpiod 2: one request for all inputs, one for each output.

All inputs share a request because only then the kernel numbers their edges together: so a lost edge is
seen, and the order of two presses never rests on which file was read first. There is no kernel debounce;
each edge has the time that the interrupt took.
"""

import contextlib
import logging
import os
import select
import threading
import time
from collections.abc import Callable, Iterable
from typing import Literal

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from hardware.pins.sequence import NS, EdgeTicks, InOrder
from hardware.wiring import LineBusy

log = logging.getLogger(__name__)

Pull = Literal["up", "down", "floating"]
Listener = Callable[[EdgeTicks, bool], None]

CONSUMER = "table companion"
KERNEL_BUFFER = 1024  # events; the kernel's largest
BIAS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}


class Lines:
    """Inputs with their edges, and outputs. Edges are reported on one thread, in the order of their times."""

    def __init__(self, path: str) -> None:
        self._chip = gpiod.Chip(path)
        self.lock = threading.RLock()
        self._inputs: dict[int, Pull] = {}
        self._request: gpiod.LineRequest | None = None
        self._outputs: dict[int, gpiod.LineRequest] = {}
        self._listeners: dict[int, Listener] = {}
        self._levels: dict[int, bool] = {}
        self._order: InOrder[gpiod.EdgeEvent] = InOrder(self._in_order)
        self._waiting: list[tuple[Listener, EdgeTicks, bool]] = []
        self._lost = 0
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._poll = select.epoll()  # unlike poll it holds no file open that somebody else wants to close
        self._poll.register(self._wake, select.EPOLLIN)
        self._closed = False
        self._thread = threading.Thread(target=self._listen, name="button edges", daemon=True)
        self._thread.start()

    def add_inputs(self, pins: Iterable[int], pull: Pull) -> None:
        """Make *pins* inputs, all in the one request. Raises `LineBusy` if somebody else holds one."""
        with self.lock:
            wanted = {**self._inputs, **dict.fromkeys(pins, pull)}
            if wanted != self._inputs:
                for pin in wanted.keys() - self._inputs.keys():
                    self._drop_output(pin)
                    self._must_be_free(pin)
                self._ask_for(wanted)

    def add_output(self, pin: int, level: bool) -> None:
        """Make *pin* an output that begins at *level*."""
        with self.lock:
            if pin in self._outputs:
                self.set_level(pin, level)
                return
            self._drop_input(pin)
            self._must_be_free(pin)
            settings = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=_value(level))
            self._outputs[pin] = self._chip.request_lines({pin: settings}, consumer=CONSUMER)

    def release(self, pin: int) -> None:
        """Let *pin* go."""
        with self.lock:
            if not self._closed:
                self._drop_input(pin)
                self._drop_output(pin)

    def is_free(self, pin: int) -> bool:
        """Whether nobody holds *pin*."""
        return not self._chip.get_line_info(pin).used

    def level(self, pin: int) -> bool:
        """Whether *pin* is high now."""
        with self.lock:
            request = self._outputs.get(pin) or self._request
            assert request is not None
            return bool(request.get_value(pin))

    def set_level(self, pin: int, level: bool) -> None:
        with self.lock:
            self._outputs[pin].set_value(pin, _value(level))

    def listen(self, pin: int, listener: Listener) -> None:
        """Call *listener* with each edge of *pin*."""
        with self.lock:
            self._listeners[pin] = listener

    def stop_listening(self, pin: int) -> None:
        with self.lock:
            self._listeners.pop(pin, None)

    def close(self) -> None:
        """Let everything go; may be called twice."""
        with self.lock:
            if self._closed:
                return
            self._closed = True
            self._listeners.clear()
        os.eventfd_write(self._wake, 1)
        if threading.current_thread() is not self._thread:
            self._thread.join(2.0)
        with self.lock:
            for request in (*self._outputs.values(), *((self._request,) if self._request else ())):
                request.release()
            self._outputs, self._inputs, self._request = {}, {}, None
            self._chip.close()
            self._poll.close()
            os.close(self._wake)

    def _must_be_free(self, pin: int) -> None:
        info = self._chip.get_line_info(pin)
        if info.used:
            raise LineBusy(pin, info.consumer)

    def _drop_output(self, pin: int) -> None:
        if request := self._outputs.pop(pin, None):
            request.release()

    def _drop_input(self, pin: int) -> None:
        if pin in self._inputs:
            self.stop_listening(pin)
            self._levels.pop(pin, None)
            self._ask_for({other: pull for other, pull in self._inputs.items() if other != pin})

    def _ask_for(self, inputs: dict[int, Pull]) -> None:
        """Exchange the request for one with *inputs*. What changed in between is an edge after a loss."""
        self._let_request_go()
        try:
            self._request = self._requested(inputs)
        except OSError:
            self._request = self._requested(self._inputs)
            raise
        finally:
            os.eventfd_write(self._wake, 1)
        self._inputs = inputs
        self._compare_levels()

    def _let_request_go(self) -> None:
        if self._request is not None:
            while self._request.wait_edge_events(0):
                self._take(self._request.read_edge_events())
            self._poll.unregister(self._request.fd)
            self._request.release()
        self._order.restart()
        self._request = None

    def _requested(self, inputs: dict[int, Pull]) -> "gpiod.LineRequest | None":
        if not inputs:
            return None
        settings: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None] = {
            pin: gpiod.LineSettings(direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=BIAS[pull])
            for pin, pull in inputs.items()
        }
        request = self._chip.request_lines(settings, consumer=CONSUMER, event_buffer_size=KERNEL_BUFFER)
        self._poll.register(request.fd, select.EPOLLIN)
        return request

    def _compare_levels(self) -> None:
        now = time.monotonic_ns()
        for pin in self._inputs:
            level = self.level(pin)
            if self._levels.get(pin, level) != level:
                self._lost += 1
                self._hand_over(pin, level, now, 1)
            self._levels[pin] = level

    def _listen(self) -> None:
        """The one thread that edges are reported on."""
        while not self._closed:
            with self.lock:
                timeout = self._timeout()
            self._poll.poll(timeout)
            self._read()
            self._tell()

    def _read(self) -> None:
        with self.lock:
            if self._closed:
                return
            with contextlib.suppress(BlockingIOError):  # nobody has called
                os.eventfd_read(self._wake)
            if self._request is not None and self._request.wait_edge_events(0):
                self._take(self._request.read_edge_events())
            self._order.pass_until(time.monotonic_ns())

    def _tell(self) -> None:
        """Without the lock, so that a listener may do what it likes."""
        with self.lock:
            waiting, self._waiting = self._waiting, []
        for listener, ticks, level in waiting:
            try:
                listener(ticks, level)
            except Exception:  # a listener's mistake must not stop everybody's buttons
                log.exception("a listener of GPIO edges failed")

    def _take(self, events: Iterable["gpiod.EdgeEvent"]) -> None:
        now = time.monotonic_ns()
        for event in events:
            self._order.feed(event, now)

    def _in_order(self, event: "gpiod.EdgeEvent", lost: int) -> None:
        self._lost += lost
        level = event.event_type is event.Type.RISING_EDGE
        self._levels[event.line_offset] = level
        self._hand_over(event.line_offset, level, event.timestamp_ns, event.global_seqno)

    def _hand_over(self, pin: int, level: bool, t: int, sequence: int) -> None:
        if listener := self._listeners.get(pin):
            self._waiting.append((listener, EdgeTicks(t, sequence, self._lost), level))
            self._lost = 0

    def _timeout(self) -> float | None:
        """Seconds until the next decision; None: until somebody calls."""
        if self._waiting:
            return 0
        due = self._order.due()
        return max(0.0, (due - time.monotonic_ns()) / NS + 0.0005) if due else None


def _value(level: bool) -> Value:
    return Value.ACTIVE if level else Value.INACTIVE
