"""What README and docs/ tell is true: their commands run, tables and drawings are those of the program."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.drawing import drawing, parts_list, pin_table
from hardware.wiring import Wiring

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
COMPANION = Path(sys.executable).parent / "companion"
PATIENCE_S, LONG_PATIENCE_S = 90, 900

BLOCK = re.compile(r"(?:<!-- not run: (?P<reason>[^>]+) -->\s*)?```sh\n(?P<lines>.*?)```", re.S)
CALL = re.compile(r"^(?:\.venv/bin/)?companion(?= |$)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every command in *page*, without those that are marked as not run."""
    for block in BLOCK.finditer(page.read_text("utf-8")):
        if block["reason"]:
            continue
        for line in block["lines"].splitlines():
            if CALL.match(line):
                yield shlex.split(line, comments=True)[1:]


def ids(page: Path) -> str:
    return page.name


def is_long(words: list[str]) -> bool:
    """A demo that draws and reads every frame takes minutes."""
    return words[0] == "demo" and "--no-frames" not in words


@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_every_command_of_a_page_runs(page, tmp_path):
    for words in commands(page):  # one after the other: a page may use what it has made before
        if not is_long(words):
            run(words, tmp_path, PATIENCE_S)


@pytest.mark.long
@pytest.mark.parametrize("words", [w for page in PAGES for w in commands(page) if is_long(w)], ids=shlex.join)
def test_every_long_command_runs(words, tmp_path):
    run(words, tmp_path, LONG_PATIENCE_S)


def run(words: list[str], folder: Path, patience: int) -> None:
    """A command as a family would run it, in an empty house; without a camera nobody waits for it."""
    environment = {
        **os.environ,
        "COMPANION_DATA": str(folder / "data"),
        "COMPANION_CONFIG": str(folder / "config.toml"),
        "COMPANION_CAMERA_KIND": "none",
        "SDL_VIDEODRIVER": "offscreen",
    }
    done = subprocess.run(
        [COMPANION, *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )
    assert done.returncode == 0, (
        f"companion {shlex.join(words)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    )
    assert done.stdout.strip(), f"companion {shlex.join(words)} says nothing"


def test_the_search_finds_commands():
    found = [words for page in PAGES for words in commands(page)]

    assert ["doctor", "--json"] in found and ["wiring", "--parts"] in found and len(found) > 15
    assert not any(words == ["wiring"] for words in found)  # it is marked: it waits for real buttons


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_links_lead_somewhere(page):
    for link in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_drawing_is_the_one_of_the_built_in_pins(language):
    """After a change: companion wiring --lang en --drawing docs/pictures/wiring-en.svg, and so for de."""
    kept = ROOT / "docs" / "pictures" / f"wiring-{language}.svg"

    assert kept.read_text("utf-8") == drawing(Wiring(), language)


@pytest.mark.parametrize(("page", "table"), [("wiring.md", pin_table), ("parts.md", parts_list)])
def test_the_tables_are_those_of_the_built_in_pins(page, table):
    assert table(Wiring(), "en") in (ROOT / "docs" / page).read_text("utf-8")
