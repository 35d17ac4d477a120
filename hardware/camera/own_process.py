"""A camera driver in a process of its own, because a camera with a loose cable may hang even in `stop`.

A thread that hangs in a driver cannot be ended, and as long as it hangs nobody can open the camera again. A
process can be ended, and then the camera is free. Frames come through a pipe, a few milliseconds each.
"""

import contextlib
import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import numpy as np
from msgspec.structs import replace

from companion.sightings import Frame
from hardware.camera.driver import CameraTrouble, Driver, EndOfPictures, Report, failed
from hardware.camera.settling import Part

OPENING_S = 18.0  # settling takes its time; both are shorter than the watchdog's patience
FRAME_S = 1.5
LEAVING_S = 1.5  # a driver that takes longer to close hangs


class CameraProcess(Driver):
    """The driver that *make* makes, over there. *make* must be something that can be pickled."""

    def __init__(
        self, make: Callable[[], Driver], name: str, *, opening_s: float = OPENING_S, frame_s: float = FRAME_S
    ) -> None:
        self.name = name
        self._make, self._opening_s, self._frame_s = make, opening_s, frame_s
        self._wish: tuple[Part, ...] | None = None  # adapt to the light again, focused on these
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def open(self) -> None:
        here, there = multiprocessing.get_context("spawn").Pipe()
        self._pipe = here
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(there, self._make), name=self.name, daemon=True
        )
        process.start()
        there.close()
        self._process = process
        self.name, self.live, self.shape = self._answer(self._opening_s)

    def read(self) -> Frame:
        assert self._pipe is not None
        with contextlib.suppress(BrokenPipeError):  # then there is no answer either, and that is reported
            wish, self._wish = self._wish, None
            self._pipe.send(wish)
        frame, report, shape, kind = self._answer(self._frame_s)
        self.report = report or self.report
        picture = np.frombuffer(self._pipe.recv_bytes(), np.dtype(kind)).reshape(shape)
        whole: Frame = replace(frame, picture=picture)
        return whole

    def settle(self, sharp: Sequence[Part] = ()) -> None:
        """Adapt to the light again with the next picture; may be called by any thread."""
        self._wish = tuple(sharp)

    def close(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is None or pipe is None:
            return
        pipe.close()  # for the driver that is the sign to close
        process.join(LEAVING_S)
        if process.is_alive():
            process.kill()
            process.join(LEAVING_S)

    def _answer(self, seconds: float) -> Any:
        assert self._pipe is not None
        try:
            if not self._pipe.poll(seconds):
                raise CameraTrouble("camera_silent", camera=self.name)
            kind, what = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise CameraTrouble("camera_gone", camera=self.name) from error
        if kind == "end":
            raise EndOfPictures(what)
        if kind == "trouble":
            key, args = what
            raise CameraTrouble(key, **args)
        return what


def _serve(pipe: Connection, make: Callable[[], Driver]) -> None:
    """In the other process: one frame for each request, until none comes any more."""
    driver: Driver | None = None
    try:
        driver = make()
        driver.open()
        pipe.send(("opened", (driver.name, driver.live, driver.shape)))
        sent: Report | None = None
        while True:
            wish = pipe.recv()
            if wish is not None and hasattr(driver, "settle"):
                driver.settle(wish)
            frame, report = driver.read(), driver.report
            picture = np.ascontiguousarray(frame.picture)
            news, sent = None if report == sent else report, report
            pipe.send(("frame", (replace(frame, picture=None), news, picture.shape, picture.dtype.str)))
            pipe.send_bytes(picture.data.cast("B"))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass  # nobody asks any more
    except EndOfPictures as end:
        _tell(pipe, "end", end.says.args["source"])
    except CameraTrouble as trouble:
        _tell(pipe, "trouble", (trouble.says.key, trouble.says.args))
    except Exception as error:  # whatever a driver raises is reported in words
        says = failed(driver.name if driver is not None else "camera", error).says
        _tell(pipe, "trouble", (says.key, says.args))
    finally:
        if driver is not None:
            driver.close()


def _tell(pipe: Connection, kind: str, what: Any) -> None:
    with contextlib.suppress(OSError):
        pipe.send((kind, what))
