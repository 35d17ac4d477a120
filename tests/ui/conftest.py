"""A window without a display (real pixels, drawn offscreen), and fingers that touch it.

The environment is settled before Kivy is imported. Every step is a turn of Kivy's own loop; nothing sleeps.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import screen_shots

_KIVY = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_HOME": tempfile.mkdtemp(prefix="kivy-"),
}
os.environ.update(_KIVY)


@pytest.fixture(scope="session")
def kivy_window() -> None:
    """The window, made once."""
    from ui.screen.window import prepare  # noqa: PLC0415
    from ui.settings import ScreenSettings  # noqa: PLC0415

    prepare(ScreenSettings(size="800x480"))
    from kivy.config import Config  # noqa: PLC0415

    Config.set("graphics", "maxfps", "0")
    from kivy.base import EventLoop  # noqa: PLC0415
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    assert Window is not None
    EventLoop.status = "started"
    Clock._max_fps = 0  # somebody may have made the clock before the setting


@pytest.fixture(scope="session")
def shots_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the pictures of the screens go."""
    return screen_shots.folder(tmp_path_factory)


@pytest.fixture
def screen(kivy_window: None, tmp_path: Path) -> Iterator["object"]:
    """Makes running apps: `screen(games=…, board=…, size=…, language=…)`."""
    from screen_finger import Opened  # noqa: PLC0415

    opened = Opened()
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder where no disk is waited for, if there is such a place."""
    from ui.lab.command.soak_command import memory_folder  # noqa: PLC0415

    place = memory_folder()
    if place is None:
        yield tmp_path_factory.mktemp("trial")
        return
    with tempfile.TemporaryDirectory(dir=place) as made:
        yield Path(made)


@pytest.fixture
def rooms(kivy_window: None) -> Any:
    """The rooms of a house in which nobody has played yet, with all games."""
    from screen_finger import furnished  # noqa: PLC0415

    from companion.games import all_games  # noqa: PLC0415

    return furnished(all_games())


@pytest.fixture
def at(rooms: Any, screen: Any) -> Any:
    """Opens the table that *making* makes, without drawing; the tutorial is off."""

    def opened(making: Any, language: str = "de", size: tuple[int, int] = (800, 480)) -> Any:
        rooms.preferences.put("language", language)
        rooms.preferences.put("tutorial", "off")
        finger = screen.in_rooms(rooms, size)
        finger.app.stage.sit(making(rooms))
        finger.app.go("table")
        finger.step(5)
        return finger

    return opened


@pytest.fixture
def open_in(screen: Any) -> Callable[[Any], Any]:
    """Opens the app in rooms that a test has changed."""
    return screen.in_rooms


@pytest.fixture(scope="session")
def pictures() -> Path:
    """The folder of pictures that nobody here drew."""
    folder = os.environ.get("COMPANION_PICTURES")
    if not folder:
        pytest.skip("COMPANION_PICTURES is not set: no pictures to look at that nobody here drew")
    return Path(folder)
