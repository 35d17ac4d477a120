"""The list of licences for docs/: the parts, not their versions, which differ from machine to machine."""

from ui.licences import ALONG, licences

HEAD = """# Whose work is inside

Table Companion itself is under the [MIT licence](../LICENSE): program, texts, drawings, card designs and
trained networks. It stands on the work of others. `companion version --licences` reads the list with versions
from the packages that are installed on a machine.

```sh
companion version --licences
```

## Packages that it asks for

| part | licence | what for |
|---|---|---|
"""
ALONG_HEAD = """
## What comes along inside them, or with the system

| part | licence | what for |
|---|---|---|"""
WANTED = (
    "kivy",
    "opencv-python",
    "numpy",
    "gpiozero",
    "gpiod",
    "msgspec",
    "platformdirs",
    "tomlkit",
    "reportlab",
    "pillow",
)
KNOWN = {"pillow": "MIT-CMU", "reportlab": "BSD-3-Clause", "numpy": "BSD-3-Clause and others"}


def licences_page() -> str:
    """The page docs/licences.md."""
    found = {row.part: row for row in licences()}
    rows = [
        f"| {name} | {KNOWN.get(name) or found[name].licence} | {found[name].for_what.strip().rstrip('.')} |"
        for name in WANTED
        if name in found
    ]
    along = [f"| {part} | {licence} | {what} |" for part, licence, what in ALONG]
    return "\n".join([HEAD + "\n".join(rows), ALONG_HEAD, *along, ""])
