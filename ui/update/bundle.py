"""A release in one file: the wheels for every machine it is made for, their hashes, and who has made it.

``table-companion-1.0.0.bundle`` is a zip file. In it lie ``SHA256SUMS``, which names every wheel with its
hash, and ``SHA256SUMS.sig``, made by ``ssh-keygen -Y sign -n table-companion`` and examined by OpenSSH, which
every Pi has. Whose keys count stands in a file of allowed signers. Nothing is believed of the file's name.
"""

import hashlib
import lzma
import platform
import re
import subprocess
import tempfile
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from companion.asks import Unable

SPACE, WHO = "table-companion", "release"
LIST, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
SIGNERS = (Path(__file__).with_name("signers"), Path("/etc/companion/signers"))
WHEEL = re.compile(r"table_companion-(?P<version>[^-]+)-py3-none-any\.whl")
LINE = re.compile(r"([0-9a-f]{64})  ([A-Za-z0-9][A-Za-z0-9._+-]*\.whl)")
MACHINES = ("aarch64", "x86_64")
LARGEST, LARGEST_LIST, PART = 2 * 1024**3, 100_000, 1024**2
PATIENCE_S = 30
BROKEN = (  # what reading a zip file that is none, or was spoilt, may end with
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError, ValueError
)  # fmt: skip


class UpdateFailed(Unable):
    """The update was not made; what ran before runs still, or again."""


class NoRelease(UpdateFailed):
    """The file is not a release, or it is broken. Nobody can agree to that."""


class Bundle(Struct, frozen=True):
    """What a release file says about itself, examined without reading the wheels."""

    file: Path
    version: str
    hashes: dict[str, str]  # of the wheels
    doubt: str = ""  # why nobody is known to have made it: "update.unsigned" or "update.unknown_key"


def read_bundle(file: Path, signers: Iterable[Path] = SIGNERS) -> Bundle:
    """Raises `NoRelease`, or `OSError` where the file cannot be read."""
    try:
        with zipfile.ZipFile(file) as opened:
            sizes = {info.filename: info.file_size for info in opened.infolist()}
            if sizes.get(LIST, LARGEST) > LARGEST_LIST or sizes.get(SIGNATURE, 0) > LARGEST_LIST:
                raise NoRelease("update.no_release")
            listed, signature = opened.read(LIST), opened.read(SIGNATURE) if SIGNATURE in sizes else b""
    except BROKEN as error:
        raise NoRelease("update.no_release") from error
    lines = [LINE.fullmatch(line) for line in listed.decode("ascii", "replace").splitlines()]
    hashes = {line[2]: line[1] for line in lines if line is not None}
    versions = [match["version"] for name in hashes if (match := WHEEL.fullmatch(name))]
    if None in lines or len(versions) != 1:
        raise NoRelease("update.no_release")
    if set(hashes) != set(sizes) - {LIST, SIGNATURE} or sum(sizes.values()) > LARGEST:
        raise NoRelease("update.changed")
    doubt = "update.unknown_key" if signature else "update.unsigned"
    return Bundle(file, versions[0], hashes, "" if _is_signed(listed, signature, signers) else doubt)


def unpack(bundle: Bundle, to: Path, machine: str = platform.machine()) -> None:
    """The wheels for this *machine*, each with the hash that it ought to have."""
    to.mkdir()
    others = [name for name in MACHINES if name != machine]
    with zipfile.ZipFile(bundle.file) as opened:
        for name, wanted in bundle.hashes.items():
            if any(other in name for other in others):
                continue
            found = hashlib.sha256()
            try:
                with opened.open(name) as wheel, (to / name).open("wb") as out:
                    while part := wheel.read(PART):
                        found.update(part)
                        out.write(part)
            except BROKEN as error:
                raise NoRelease("update.changed") from error
            if found.hexdigest() != wanted:
                raise NoRelease("update.changed")


def _is_signed(listed: bytes, signature: bytes, signers: Iterable[Path]) -> bool:
    """Whether one of the *signers* has signed what is *listed*."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(signature)
        file.flush()
        return bool(signature) and any(_verified(listed, file.name, one) for one in signers if one.is_file())


def _verified(listed: bytes, signature: str, signers: Path) -> bool:
    words = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", WHO, "-n", SPACE, "-s", signature]
    try:
        done = subprocess.run(words, input=listed, capture_output=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
