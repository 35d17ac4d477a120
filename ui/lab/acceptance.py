"""Reads the files of `companion selftest` that people sent in."""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ui.selftest import FILE, FORM, Acceptance


class NotAnAcceptance(ValueError):  # noqa: N818  (a sentence for people, not a mistake of the program)
    """The file is no acceptance file; the text says what is wrong with it."""


def unpacked(file: Path) -> Acceptance:
    """What lies in *file*; raises `NotAnAcceptance`."""
    try:
        with zipfile.ZipFile(file) as bundle:
            values: Mapping[str, Any] = msgspec.json.decode(bundle.read(FILE))
        if values.get("form") != FORM:
            raise NotAnAcceptance(f"{file.name} is of form {values.get('form')}; this version reads {FORM}.")
        return msgspec.convert(values, Acceptance)
    except (OSError, KeyError, zipfile.BadZipFile, msgspec.MsgspecError, AttributeError) as error:
        raise NotAnAcceptance(f"{file.name} is no acceptance file ({error}).") from error
