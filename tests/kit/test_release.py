"""The release: wheel and source archive hold everything, and work where nothing else of us is installed."""

import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from companion import __version__
from tests.at_first import more
from ui.command import FOR_DEVELOPERS
from ui.lab.handbook.licences import WANTED
from ui.lab.release import release
from ui.licences import licences
from ui.update.bundle import read_bundle

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "vision", "hardware", "ui")
SOURCES = ("pyproject.toml", "README.md", "LICENSE", *ROOMS)
BUILD = "import sys, setuptools.build_meta as b; getattr(b, sys.argv[1])(sys.argv[2])"


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The source archive, built from a copy: a build writes beside what it builds."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("sdist")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, copy / name)
    subprocess.run(
        [sys.executable, "-c", BUILD, "build_sdist", out], cwd=copy, check=True, capture_output=True
    )
    return next(out.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(archive, tmp_path_factory):
    """The wheel, built from the source archive alone: so both are known to be whole."""
    out = tmp_path_factory.mktemp("wheel")
    with tarfile.open(archive) as opened:
        opened.extractall(out, filter="data")
    folder = next(path for path in out.iterdir() if path.is_dir())
    words = [sys.executable, "-c", BUILD, "build_wheel", str(out)]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def companion(wheel, tmp_path_factory):
    """Runs the command of the wheel in a fresh environment, far from this folder.

    The packages of others are lent by the environment of the tests; our own folder is not on the path.
    """
    home = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "env"], check=True)
    site = next((home / "env" / "lib").glob("python3*")) / "site-packages"
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(site)
    lent = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "lent.pth").write_text(f"{lent}\n", "utf-8")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COMPANION_"))}
    environment |= {"COMPANION_DATA": str(home / "data"), "COMPANION_CONFIG": str(home / "config.toml")}

    def call(*words, ends=0):
        program = "import sys; from ui.command import main; sys.exit(main(sys.argv[1:]))"
        done = subprocess.run(
            [home / "env" / "bin" / "python", "-c", program, *words],
            cwd=home, env=environment, capture_output=True, text=True, check=False, timeout=100,
        )  # fmt: skip
        assert done.returncode == ends, done.stderr
        return done.stdout or done.stderr

    call.home = home
    return call


def of_the_lab(name: str) -> bool:
    return "lab" in Path(name).parts


@more
def test_every_file_of_the_rooms_is_in_the_wheel_but_the_lab(wheel):
    listed = subprocess.run(
        ["git", "ls-files", *ROOMS], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    if not listed:
        pytest.skip("not a git checkout: the list of files is not at hand")
    with zipfile.ZipFile(wheel) as opened:
        packed = set(opened.namelist())

    wanted = {name for name in listed if (ROOT / name).exists() and not of_the_lab(name)}
    assert wanted - packed == set()
    assert [name for name in packed if of_the_lab(name)] == []


@more
def test_what_a_pi_gets_stays_small(wheel):
    """A new ability is paid for by taking something away."""
    with zipfile.ZipFile(wheel) as opened:
        modules = [name for name in opened.namelist() if name.endswith(".py")]
        lines = sum(len(opened.read(name).splitlines()) for name in modules)

    assert lines < 75_000 and len(modules) < 620, f"{lines} lines in {len(modules)} modules"


@more
def test_the_source_archive_holds_the_licence_and_the_readme(archive):
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}

    assert {"LICENSE", "README.md", "pyproject.toml"} <= names


@more
def test_the_wheel_runs_from_its_own_files(companion):
    told = json.loads(companion("version", "--json"))

    assert told["companion"] == __version__
    assert str(companion.home) in told["installed"]
    assert told["revision"] == "of the release" and told["games that do not load"] == "none"
    assert len(told["games"].split(", ")) >= 10


@more
def test_the_wheel_plays_and_prints(companion):
    assert "Wahrheit" in companion("demo", "abspecken", "--headless", "--no-frames", "--quiet")
    companion("print", "cards", "abspecken", "--single", "-o", "cards.pdf")
    assert companion("rules", "wobble", "W12").strip()


@more
@pytest.mark.parametrize("command", FOR_DEVELOPERS)
def test_the_wheel_says_that_a_developers_command_needs_a_checkout(companion, command):
    assert command not in companion("--help").split()
    assert "Rufe es im Ordner des Projekts auf." in companion(command, ends=2)


@more
def test_the_wheel_reads_and_examines(companion):
    assert json.loads(companion("read", str(ROOT / "docs" / "pictures" / "table.png"), "--json"))
    assert "findings" in json.loads(companion("doctor", "--json"))


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)

    assert newest is not None
    assert project["version"] == __version__ == newest[1]


def test_every_package_that_is_shipped_has_a_licence():
    rows = licences()

    assert {"table-companion", "kivy", "opencv-python", "numpy", "msgspec"} <= {row.part for row in rows}
    assert [row.part for row in rows if not row.licence or row.licence == "see the package"] == []


def test_the_page_of_licences_names_every_package_that_is_asked_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {re.match(r"[\w-]+", line).group() for line in project["dependencies"]}

    assert asked <= {name for name, _licence, _what in WANTED}


@more
def test_everything_that_is_published_is_made_at_once(tmp_path):
    """All but the wheels of others, which come from the network: `.kit/try-install` fetches those."""
    made, card = tmp_path / "dist", tmp_path / "table.img"
    card.write_bytes(b"card" * 9_999)
    release(made, machines=(), image=card)

    assert (
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=made, check=False).returncode
        == 0
    )
    assert [
        len([*made.glob(f"*{kind}")]) for kind in ("SUMS", ".whl", ".tar.gz", ".bundle", ".json", ".xz")
    ] == [1] * 6
    assert lzma.decompress(next(made.glob("*-arm64.img.xz")).read_bytes()) == card.read_bytes()
    assert read_bundle(next(made.glob("*.bundle"))).version == __version__
    bill = json.loads(next(made.glob("*.cdx.json")).read_text("utf-8"))
    assert [part["name"] for part in bill["components"]] == ["table-companion"]
