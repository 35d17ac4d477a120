"""The list of licences for docs/: the parts, not their versions, which differ from machine to machine."""

from ui.licences import listed

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
DATA_HEAD = """
## Data, and pictures that networks learnt from

| part | licence | what for |
|---|---|---|"""
WANTED = (
    ("kivy", "MIT", "the touchscreen"),
    ("opencv-python", "Apache-2.0", "the eyes"),
    ("onnxruntime", "MIT", "runs the eyes' networks"),
    ("numpy", "BSD-3-Clause and others", "the arrays that OpenCV works on"),
    ("gpiozero", "BSD-3-Clause", "buttons and lamps"),
    ("gpiod", "LGPL-2.1-or-later", "the kernel's own edge times"),
    ("msgspec", "BSD-3-Clause", "frozen values, JSON and TOML"),
    ("platformdirs", "MIT", "where files live on each system"),
    ("tomlkit", "MIT", "writes the configuration and keeps its comments"),
    ("reportlab", "BSD-3-Clause", "print and play"),
    ("pillow", "MIT-CMU", "whether a font has a sign; asked for by reportlab, too"),
    ("paho-mqtt", "EPL-2.0 or BSD-3-Clause", "the way to a broker of the house"),
    ("segno", "BSD-3-Clause", "the QR code for phones"),
    ("flatbuffers, protobuf", "Apache-2.0, BSD-3-Clause", "asked for by onnxruntime"),
)


def licences_page() -> str:
    """The page docs/licences.md."""
    rows = [f"| {' | '.join(row)} |" for row in WANTED]
    along, data = ([f"| {' | '.join(row.values())} |" for row in rows] for rows in listed().values())
    return "\n".join([HEAD + "\n".join(rows), ALONG_HEAD, *along, DATA_HEAD, *data, ""])
