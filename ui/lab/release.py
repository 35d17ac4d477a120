"""`make release`: everything that is published, in one folder. `docs/developers/releasing.md` tells how.

The bundle is signed where COMPANION_RELEASE_KEY names the private half of the release's SSH key; else nobody
can tell who has made it, and whoever uses it has to agree to that.
"""

import argparse
import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from ui.update.bundle import LIST, MACHINES, SIGNATURE, SPACE

ROOT = Path(__file__).parents[2]
KEY = "COMPANION_RELEASE_KEY"
PYTHON = "3.13"  # of Raspberry Pi OS Trixie
GLIBC = ("2_28", "2_27", "2_17")  # of the wheels that run there
BUILD = "import sys, setuptools.build_meta as b; getattr(b, sys.argv[1])(sys.argv[2])"


def release(
    out: Path, machines: Iterable[str] = MACHINES, key: Path | None = None, image: Path | None = None
) -> None:
    """Wheel, source archive, bundle, bill of materials and the hashes of all, in the new folder *out*.

    An *image* for cards, as `.kit/image/build` makes it, is packed beside them.
    """
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:  # the wheel is made of the archive alone: so both are whole
        _build("build_sdist", ROOT, out)
        with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
            archive.extractall(folder, filter="data")
        _build("build_wheel", next(Path(folder).iterdir()), out)
    wheel = next(out.glob("*.whl"))
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory(dir=out) as folder:
        wheels = Path(folder)
        (wheels / wheel.name).write_bytes(wheel.read_bytes())
        for machine in machines:
            fetch(wheels, machine)
        make_bundle(out / f"table-companion-{version}.bundle", wheels, key)
        bill = bill_of(wheels)
    (out / f"table-companion-{version}.cdx.json").write_text(json.dumps(bill, indent=1), "utf-8")
    if image is not None:
        packed = out / f"table-companion-{version}-arm64.img.xz"
        with image.open("rb") as card, lzma.open(packed, "wb", preset=1) as file:
            shutil.copyfileobj(card, file, 1 << 20)
    (out / LIST).write_text(sums(out), "ascii")


def _build(what: str, source: Path, out: Path) -> None:
    words = [sys.executable, "-c", BUILD, what, str(out.resolve())]
    subprocess.run(words, cwd=source, check=True, capture_output=True)


def fetch(folder: Path, machine: str) -> None:
    """The wheels of everything that we ask for, as a *machine* with Trixie's Python needs them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [line.partition(";")[0] for line in project["dependencies"]]  # all markers are true on Linux
    platforms = [word for glibc in GLIBC for word in ("--platform", f"manylinux_{glibc}_{machine}")]
    platforms += ["--platform", f"manylinux2014_{machine}"]
    words = ["--only-binary=:all:", "--dest", str(folder), "--python-version", PYTHON, *platforms, *wanted]
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "download", *words], check=True)


def make_bundle(file: Path, folder: Path, key: Path | None = None) -> None:
    """One file of all wheels in *folder*, signed with *key*."""
    told = sums(folder)
    with zipfile.ZipFile(file, "w") as bundle:  # wheels are small already
        bundle.writestr(LIST, told)
        if key is not None:
            sign = ["ssh-keygen", "-q", "-Y", "sign", "-n", SPACE, "-f", str(key)]
            bundle.writestr(
                SIGNATURE,
                subprocess.run(sign, input=told.encode(), stdout=subprocess.PIPE, check=True).stdout,
            )
        for wheel in sorted(folder.iterdir()):
            bundle.write(wheel, wheel.name)


def sums(folder: Path) -> str:
    """The files of *folder* with their hashes, as `sha256sum --check` reads them."""
    files = (file for file in sorted(folder.iterdir()) if file.is_file())
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def bill_of(folder: Path) -> dict[str, Any]:
    """What the bundle is made of, as CycloneDX writes it."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "components": [*map(_part, sorted(folder.iterdir()))],
    }


def _part(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        told = HeaderParser().parsestr(opened.read(name).decode("utf-8", "replace"))
    title, version = told["Name"].lower(), told["Version"]
    licence = told["License-Expression"] or told["License"] or ""
    return {
        "type": "library",
        "name": title,
        "version": version,
        "purl": f"pkg:pypi/{title}@{version}?file_name={wheel.name}",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}],
        "licenses": [{"license": {"name": licence.splitlines()[0]}}] if licence else [],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="a folder that is not there yet")
    parser.add_argument(
        "--machine", action="append", choices=MACHINES, help="only for this one (built in: for all)"
    )
    parser.add_argument("--image", type=Path, help="an image for cards, to be published as well")
    args = parser.parse_args()
    key = os.environ.get(KEY, "")
    release(args.out, args.machine or MACHINES, Path(key) if key else None, args.image)
    for file in sorted(args.out.iterdir()):
        print(f"{file.stat().st_size / 1e6:7.1f} MB  {file}")
    print("Signed." if key else f"NOT signed: {KEY} names no key, so everybody has to agree with --unsigned.")


if __name__ == "__main__":
    main()
