"""Everything that the doctor can find, with the next step, from the very sentences that it says."""

import re
from collections.abc import Iterator

from companion.words import Words

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
    words = Words(["hardware"])
    for key in words:
        if f"{key}.next" in words:
            yield _sentence(words, key), _sentence(words, f"{key}.next")


def _sentence(words: Words, key: str) -> str:
    text = words.sentence(key, "") or ""
    return _FILLED_IN.sub("…", text).replace("|", "/")
