"""Writes settings into the family's own configuration file; what they wrote there, comments too, stays."""

from collections.abc import Iterable
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.config import Setting, purpose
from companion.plain_file import write_whole
from ui.command.speech import CommandError, writing
from ui.settings import user_file


def write_settings(settings: Iterable[Setting]) -> Path:
    """Put *settings* into the user's file, all or nothing, and say where that is."""
    path = user_file()
    try:
        with writing(path, "config.other_file"):
            document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
            for setting in settings:
                _put(document, setting)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, tomlkit.dumps(document).encode())
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise CommandError("config.no_toml", file=path, why=error) from error
    return path


def _put(document: tomlkit.TOMLDocument, setting: Setting) -> None:
    section, name = setting.name.split(".")
    if section not in document:
        document.add(section, tomlkit.table())
    table = document[section]
    if name in table:
        table[name] = setting.value
    else:
        table.add(tomlkit.comment(purpose(setting.name)))
        table.add(name, setting.value)
