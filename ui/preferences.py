"""What the family has chosen on the screen, kept over a restart in one small file."""

import json
import logging
import os
from pathlib import Path
from typing import Any

from companion.plain_file import read_text

MOST = 200_000  # bytes; choices are few and short

log = logging.getLogger(__name__)


class KeptPreferences:
    """Choices by name, in the JSON file at *path*. A broken file is set aside and never stops anybody."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._chosen = self._read()

    def get(self, name: str) -> Any:
        return self._chosen.get(name)

    def put(self, name: str, value: Any) -> None:
        """Keep *value*; a disk that takes nothing costs the choice only after the next restart."""
        self._chosen[name] = value
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with fresh.open("w", encoding="utf-8") as file:
                json.dump(self._chosen, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
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
