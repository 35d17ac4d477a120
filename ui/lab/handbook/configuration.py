"""The configuration reference, from the types that the program itself checks settings with."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from companion.config import BUILT_IN, Setting, load, purpose
from ui.settings import Settings

HEAD = """# Every setting

Made by the program from its own types (`python -m ui.lab.handbook docs`). Where a setting comes from:

1. `/etc/companion/config.toml`, for everybody on this machine
2. `~/.config/companion/config.toml`, the family's own; `companion config --write` makes it, commented
3. variables like `COMPANION_SOUND_VOLUME=40`
4. `--set sound.volume=40`, for one run

The later win. A value that does not fit is named with what would, and the one before it is used: the table
can always play. A misspelt name is an error with the name that was probably meant.

```sh
companion config               # every setting, its value and where it comes from
companion config --write       # the same as a commented file to change
companion config --json
```
"""


def configuration_page() -> str:
    """The page docs/configuration.md."""
    loaded = load(Settings, ())
    sections: dict[str, list[Setting]] = {}
    for setting in loaded.listed():
        assert setting.origin == BUILT_IN
        sections.setdefault(setting.name.partition(".")[0], []).append(setting)
    return HEAD + "".join(_section(name, rows) for name, rows in sections.items())


def _section(name: str, rows: list[Setting]) -> str:
    kind = type(getattr(Settings(), name))
    about = (kind.__doc__ or "").strip().splitlines()[0]
    lines = [
        f"\n## [{name}]\n",
        f"{about}\n",
        "| setting | built in | may be | what it is for |",
        "|---|---|---|---|",
    ]
    for row in rows:
        field = row.name.partition(".")[2]
        allowed = ", ".join(_allowed(kind, field))
        lines.append(f"| `{field}` | `{json.dumps(row.value)}` | {allowed} | {purpose(row.name)} |")
    return "\n".join(lines) + "\n"


def _allowed(section: type[Struct], name: str) -> Iterator[str]:
    """What may stand there, in words."""
    info = msgspec.inspect.type_info(section)
    assert isinstance(info, msgspec.inspect.StructType)
    field = next(field for field in info.fields if field.name == name)
    yield _words(field.type)


def _words(kind: Any) -> str:
    if isinstance(kind, msgspec.inspect.Metadata):
        return _words(kind.type)
    match kind:
        case msgspec.inspect.BoolType():
            return "true, false"
        case msgspec.inspect.LiteralType():
            return ", ".join(f"`{value}`" for value in kind.values)
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            return _range(kind)
        case msgspec.inspect.StrType():
            return f"text like `{kind.pattern}`" if kind.pattern else "text"
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            return f"a list of: {_words(kind.item_type)}"
    return "a value"


def _range(kind: msgspec.inspect.IntType | msgspec.inspect.FloatType) -> str:
    what = "whole number" if isinstance(kind, msgspec.inspect.IntType) else "number"
    if kind.ge is not None and kind.le is not None:
        return f"{what} from {kind.ge:g} to {kind.le:g}"
    return f"{what}, at least {kind.ge:g}" if kind.ge is not None else what
