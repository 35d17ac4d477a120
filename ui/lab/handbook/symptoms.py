"""Everything that the doctor can find, with the next step, from the very sentences that it says."""

import re
import tomllib
from collections.abc import Iterator
from importlib import resources

HEAD = """# Everything that the doctor can say

Made by the program from the doctor's own sentences (`python -m ui.lab.handbook docs`). "…" is a figure or a
name. What happens often is in [troubleshooting](troubleshooting.md).

```sh
companion doctor
companion doctor --json
```

| it says | next step |
|---|---|
"""
_FILLED_IN = re.compile(r"\{[^}]*\}")


def symptoms_page() -> str:
    """The page docs/symptoms.md."""
    return HEAD + "\n".join(f"| {said} | {step} |" for said, step in sorted(set(_findings()))) + "\n"


def _findings() -> Iterator[tuple[str, str]]:
    words = tomllib.loads((resources.files("hardware") / "words.toml").read_text("utf-8"))
    for entry in words.values():
        step = entry.get("next") if isinstance(entry, dict) else None
        if isinstance(step, dict):
            yield _sentence(entry), _sentence(step)


def _sentence(entry: dict[str, object]) -> str:
    told = entry["en"]
    text = str(told["other"] if isinstance(told, dict) else told)
    return _FILLED_IN.sub("…", text).replace("|", "/")
