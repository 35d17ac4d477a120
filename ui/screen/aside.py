"""Work that takes a moment, done beside the screen so that it goes on answering fingers."""

from collections.abc import Callable
from threading import Thread
from typing import Any

from kivy.clock import Clock


def aside(work: Callable[[], Any], then: Callable[[Any], None]) -> None:
    """Do *work* on a thread of its own; *then* hears on Kivy's what came of it."""

    def run() -> None:
        done = work()
        Clock.schedule_once(lambda _passed: then(done))

    Thread(target=run, name="aside", daemon=True).start()
