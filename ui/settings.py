"""All settings of the house, section by section, and where their files lie."""

import contextlib
import json
import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import platformdirs
from msgspec import Meta, Struct

from companion.calls.buttons import Fairness
from companion.config import Layer, Loaded, Section, from_environment, from_file, from_flags, load
from companion.index_letters import indices
from companion.plain_file import read_text, write_whole
from companion.words import languages
from hardware.camera.driver import CameraSettings
from hardware.sound.devices import SoundSettings
from hardware.wiring import Wiring
from ui.stream.settings import ClubSettings, OutletSettings, StreamSettings

if TYPE_CHECKING:
    LanguageName: TypeAlias = str
    IndexName: TypeAlias = str
else:
    LanguageName, IndexName = Literal[languages()], Literal[indices()]


class TableSettings(Section, frozen=True):
    """The people and their table."""

    language: LanguageName = languages()[0]
    index: IndexName = indices()[0]


class CallSettings(Section, frozen=True):
    """How calls are timed. These figures are published: they are stored with every decision."""

    button_ms: Annotated[float, Meta(ge=0, le=100)] = 1.0
    touch_ms: Annotated[float, Meta(ge=0, le=200)] = 20.0
    grace_ms: Annotated[float, Meta(ge=5, le=1000)] = 50.0
    confirm_ms: Annotated[float, Meta(ge=0, le=50)] = 3.0
    bounce_ms: Annotated[float, Meta(ge=0, le=50)] = 16.0
    spark_ms: Annotated[float, Meta(ge=0, le=5)] = 0.04
    lockout_ms: Annotated[float, Meta(ge=0, le=500)] = 30.0
    late_ms: Annotated[float, Meta(ge=0, le=60000)] = 3000.0

    def fairness(self) -> Fairness:
        """The same figures as the calls understand them."""
        return Fairness(**{field: getattr(self, field) for field in self.__struct_fields__})


class ScreenSettings(Section, frozen=True):
    """The touchscreen."""

    size: Annotated[str, Meta(pattern=r"^\d{3,4}x\d{3,4}$")] = "1024x600"
    full: bool = False
    driver: Literal["auto", "x11", "kmsdrm"] = "auto"
    rotation: Literal[0, 90, 180, 270] = 0
    touch: tuple[str, ...] = ()


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be set."""

    table: TableSettings = TableSettings()
    calls: CallSettings = CallSettings()
    camera: CameraSettings = CameraSettings()
    sound: SoundSettings = SoundSettings()
    wiring: Wiring = Wiring()
    screen: ScreenSettings = ScreenSettings()
    stream: StreamSettings = StreamSettings()
    outlets: OutletSettings = OutletSettings()
    club: ClubSettings = ClubSettings()


SYSTEM_FILE = Path("/etc/companion/config.toml")


def user_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The family's own configuration file."""
    if named := environment.get("COMPANION_CONFIG"):
        return Path(named)
    return platformdirs.user_config_path("companion") / "config.toml"


def place_for_data(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the journal and of what the eyes have learned."""
    if named := environment.get("COMPANION_DATA"):
        return Path(named)
    return platformdirs.user_data_path("companion")


PRIVATE = ("*.sqlite*", "preferences*", "support.zip", "exports")  # what is about people or their wishes


def make_private(folder: Path) -> None:
    """See to it that *folder* is there and that nobody else on this machine can read what is about people."""
    os.umask(0o077)
    fresh = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # of somebody else, or on a stick that knows no rights
        if fresh or folder == platformdirs.user_data_path("companion"):
            folder.chmod(0o700)  # another one may hold other things too
        for file in (file for pattern in PRIVATE for file in folder.glob(pattern)):
            if not file.is_symlink():
                file.chmod(0o700 if file.is_dir() else 0o600)


def journal_file(environment: Mapping[str, str] = os.environ, *, simulated: bool = False) -> Path:
    """The family's journal; games at a *simulated* table have one of their own."""
    return place_for_data(environment) / ("simulated.sqlite" if simulated else "journal.sqlite")


SYSTEM = "the system's language"


def from_system(environment: Mapping[str, str]) -> Layer:
    """The language of whoever is logged in, if we speak it, else the first that we speak."""
    wanted = next((environment[name] for name in _LANGUAGE if environment.get(name)), "")
    spoken = [locale[:2] for locale in wanted.split(":") if locale[:2] in languages()]
    return Layer(SYSTEM, {"table": {"language": [*spoken, languages()[0]][0]}})


_LANGUAGE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts; it may be a list


def settings_in_force(
    flags: Iterable[str] = (), environment: Mapping[str, str] = os.environ
) -> Loaded[Settings]:
    """The settings of language, system, family, environment and flags, the later over the earlier."""
    files = (from_file(SYSTEM_FILE), from_file(user_file(environment)))
    return load(
        Settings,
        [from_system(environment), *files, from_environment(environment, Settings), from_flags(flags)],
    )


MOST = 200_000  # bytes; choices are few and short

log = logging.getLogger(__name__)


class Forgetful:
    """What the family has chosen for this companion; it lasts as long as the program."""

    def __init__(self, **chosen: Any) -> None:
        self._chosen = chosen

    def get(self, name: str) -> Any:
        """The value of *name* (like "language" or "text_size"), or None if nobody has chosen one."""
        return self._chosen.get(name)

    def put(self, name: str, value: Any) -> None:
        """Keep *value* for *name*."""
        self._chosen[name] = value


class KeptPreferences(Forgetful):
    """The same, kept in the JSON file at *path*. A broken file is set aside and never stops anybody."""

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(**self._read())

    def put(self, name: str, value: Any) -> None:
        """Keep *value*; a disk that takes nothing costs the choice only after the next restart."""
        self._chosen[name] = value
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(self._chosen, ensure_ascii=False, indent=1).encode())
        except (OSError, TypeError, ValueError) as error:
            log.warning("%s could not be kept in %s: %s", name, self._path, error)

    def _read(self) -> dict[str, Any]:
        try:
            chosen = json.loads(read_text(self._path, MOST))
            json.dumps(chosen, ensure_ascii=False).encode()  # half a character could not be written again
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            return self._set_aside(str(error))
        return chosen if isinstance(chosen, dict) else self._set_aside("it holds no choices")

    def _set_aside(self, why: str) -> dict[str, Any]:
        aside = self._path.with_suffix(".broken")
        log.warning(
            "%s is broken (%s); it is kept as %s and everything is as at first", self._path, why, aside.name
        )
        try:
            self._path.replace(aside)
        except OSError as error:
            log.warning("it could not be set aside: %s", error)
        return {}
