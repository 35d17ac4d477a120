"""What README and docs/ say is true: commands run; tables, pages and drawings are those of the program."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games
from hardware.drawing import drawing, parts_list, pin_table
from hardware.wiring import Wiring
from tests.at_first import quick
from ui.command import main
from ui.command import parser as command_parser
from ui.lab.handbook import __main__ as handbook
from ui.lab.handbook import camera_table, pages
from vision.lab.scenes.__main__ import main as write_pictures

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GAMES = sorted((DOCS / "games").glob("*.md"))
PAGES = (ROOT / "README.md", *sorted(set(DOCS.rglob("*.md")) - set(GAMES)), *GAMES)
COMPANION = Path(sys.executable).parent / "companion"
PATIENCE_S, LONG_PATIENCE_S = 90, 900

BLOCK = re.compile(r"(?:<!-- not run: (?P<reason>[^>]+) -->\s*)?```sh\n(?P<lines>.*?)```", re.S)
CALL = re.compile(r"^(?:\.venv/bin/)?companion(?= |$)")
DRAW = re.compile(r"^python -m ui\.lab\.handbook (?=box|stand)")
PICTURES = re.compile(r"^python -m vision\.lab\.scenes ")
SCRIPT = re.compile(r"(?<![\w/])(?:sudo (?:-E )?)?(\.kit/[\w/-]+)((?: --?[\w-]+)*)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")

_ran: set[tuple[str, ...]] = set()  # several pages name the same commands: each is run once, in one folder


def blocks(page: Path, *, run: bool) -> Iterator[str]:
    """The lines of commands in *page*: those that are run, or those that are marked as not run here."""
    for block in BLOCK.finditer(page.read_text("utf-8")):
        if bool(block["reason"]) != run:
            yield from block["lines"].splitlines()


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every command in *page*, without those that are marked as not run."""
    for line in blocks(page, run=True):
        if CALL.match(line):
            yield shlex.split(line, comments=True)[1:]


DEAR = ("fairness.md", "printing.md", "keeping.md")  # their commands measure, print and wait
WITH_COMMANDS = sorted(
    (page for page in PAGES if any(commands(page))), key=lambda page: page.name in DEAR
)  # those of the games, which are alike, stand last but for those
OTHER_GAMES = len(all_games()) - 1


def ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


def is_long(words: list[str]) -> bool:
    """A demo that draws and reads every frame takes minutes, and measuring takes as long as it takes."""
    return (words[0] == "demo" and "--no-frames" not in words) or words[0] in ("bench", "torture", "verify")


def is_done(words: list[str]) -> bool:
    """Whether another page has run the very same."""
    done = tuple(words) in _ran
    _ran.add(tuple(words))
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What one page has made is there for the next one, as in a family's own folder."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture
def empty_house(folder, monkeypatch):
    """A folder to work in, at first without settings and journal, and without a camera."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COMPANION_DATA", str(folder / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(folder / "config.toml"))
    monkeypatch.setenv("COMPANION_CAMERA_KIND", "none")
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    return folder


@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", quick(WITH_COMMANDS, len(WITH_COMMANDS) - OTHER_GAMES - len(DEAR)), ids=ids)
def test_every_command_of_a_page_runs(page, empty_house, capsys):
    """In this process, as `companion` itself does it. The pages of games name the same commands for each."""
    for words in commands(page):
        if is_long(words) or is_done(words):
            continue
        code = _code(words)
        said = capsys.readouterr()
        assert code == 0, f"companion {shlex.join(words)}\n{said.out[-2000:]}\n{said.err[-2000:]}"
        assert said.out.strip(), f"companion {shlex.join(words)} says nothing"


def _code(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as end:  # --help
        return int(end.code or 0)


def test_the_command_itself_runs_as_the_docs_say(empty_house):
    run(["doctor", "--json"], empty_house, PATIENCE_S)


@pytest.mark.long
@pytest.mark.parametrize("words", [w for page in PAGES for w in commands(page) if is_long(w)], ids=shlex.join)
def test_every_long_command_runs(words, empty_house):
    run(words, empty_house, LONG_PATIENCE_S)


def run(words: list[str], folder: Path, patience: int) -> None:
    """A command as a family would run it, as a program of its own."""
    done = subprocess.run(
        [COMPANION, *words], cwd=folder, env=dict(os.environ), stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=patience, check=False,
    )  # fmt: skip
    said = f"companion {shlex.join(words)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    assert done.returncode == 0 and done.stdout.strip(), said


def test_commands_that_are_not_run_are_at_least_understood():
    """A command that waits for hands, photographs, a Pi or its time is spelt as the program spells it."""
    for page in PAGES:
        waiting = [
            shlex.split(line, comments=True)[1:] for line in blocks(page, run=False) if CALL.match(line)
        ]
        for words in [*waiting, *filter(is_long, commands(page))]:
            command_parser((words or ["run"])[0]).parse_args(words or ["run"])


def test_drawings_of_other_sizes_are_made_as_written(empty_house, capsys):
    for line in (line for page in PAGES for line in blocks(page, run=True)):
        if DRAW.match(line):
            assert handbook.main(shlex.split(line, comments=True)[3:]) == 0
        if PICTURES.match(line):
            assert write_pictures(shlex.split(line, comments=True)[3:]) == 0
    assert "my-box.svg" in {file.name for file in empty_house.iterdir()}


def test_scripts_of_the_kit_know_what_the_docs_ask_of_them():
    found = {(script, words) for page in PAGES for script, words in SCRIPT.findall(page.read_text("utf-8"))}
    for script, words in found:
        place = ROOT / script
        if place.is_file():
            known = place.read_text("utf-8")
            assert os.access(place, os.X_OK), script
            assert [word for word in words.split() if word not in known] == [], script


def test_the_search_finds_commands():
    found = [words for page in PAGES for words in commands(page)]

    assert ["doctor", "--json"] in found and ["wiring", "--parts"] in found and len(found) > 60
    assert not any(words == ["wiring"] for words in found)  # it is marked: it waits for real buttons


@pytest.mark.parametrize(("place", "text"), list(pages()), ids=lambda value: value if len(value) < 60 else "")
def test_what_the_program_writes_is_what_is_kept(place, text):
    """After a change: python -m ui.lab.handbook docs."""
    assert (ROOT / "docs" / place).read_text("utf-8") == text


def test_the_table_of_cameras_is_worked_out():
    assert camera_table() in (ROOT / "docs" / "camera.md").read_text("utf-8")


def test_every_page_is_found_from_the_handbook():
    named = {
        (page.parent / link).resolve() for page in PAGES for link in LINK.findall(page.read_text("utf-8"))
    }

    assert [ids(page) for page in PAGES if page.resolve() not in named and page.name != "README.md"] == []


def test_the_readme_shows_first_and_then_says_how_to_watch_play_and_set_up():
    """One sentence, a whole round in moving pictures that is quickly there, stills, the two commands."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert (DOCS / "pictures" / "round.gif").stat().st_size < 3_000_000
    assert len(set(re.findall(r"pictures/games/(\w+)\.en\.png", readme))) == 3
    order = [
        "round.gif",
        "pictures/games",
        "make run ",
        "make test",
        "## Watch",
        "## Play here",
        "## Set up my table",
    ]
    assert [readme.index(part) for part in order] == sorted(readme.index(part) for part in order)
    assert "Not yet tried on a real Pi" in readme


def test_links_lead_somewhere():
    found = [(page, link) for page in PAGES for link in LINK.findall(page.read_text("utf-8"))]

    assert [(ids(page), link) for page, link in found if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_drawing_is_the_one_of_the_built_in_pins(language):
    """After a change: companion wiring --lang en --drawing docs/pictures/wiring-en.svg, and so for de."""
    kept = ROOT / "docs" / "pictures" / f"wiring-{language}.svg"

    assert kept.read_text("utf-8") == drawing(Wiring(), language)


@pytest.mark.parametrize(("page", "table"), [("wiring.md", pin_table), ("parts.md", parts_list)])
def test_the_tables_are_those_of_the_built_in_pins(page, table):
    assert table(Wiring(), "en") in (ROOT / "docs" / page).read_text("utf-8")
