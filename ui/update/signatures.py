"""Who has made a release: a signature in a file beside it, examined by OpenSSH, which every Pi has.

Beside ``table_companion-1.0.0-py3-none-any.whl`` lies ``….whl.sig``, made by
``ssh-keygen -Y sign -n table-companion -f KEY FILE``. Whose keys count stands in a file of allowed signers.
"""

import subprocess
from collections.abc import Iterable
from pathlib import Path

SPACE, WHO = "table-companion", "release"
SIGNERS = (Path(__file__).with_name("signers"), Path("/etc/companion/signers"))
PATIENCE_S = 30


def what_is_wrong(file: Path, signers: Iterable[Path] = SIGNERS) -> str:
    """Why *file* cannot be trusted, in words; "" if somebody whose key counts has signed it."""
    if file.is_dir():
        return "a folder carries no signature"
    signature = file.with_name(f"{file.name}.sig")
    if not signature.is_file():
        return f"there is no signature {signature.name} beside it"
    if not any(_signed(file, signature, those) for those in signers if those.is_file()):
        return "its signature is not by anybody whose key counts here, or it was changed"
    return ""


def _signed(file: Path, signature: Path, signers: Path) -> bool:
    words: list[str | Path] = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        signers,
        "-I",
        WHO,
        "-n",
        SPACE,
        "-s",
        signature,
    ]
    try:
        with file.open("rb") as content:
            done = subprocess.run(words, stdin=content, capture_output=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
