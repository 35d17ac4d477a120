"""The house keeps its own rules: who may import whom, types, style, sizes, and what the project may say."""

import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.at_first import MORE
from tests.conftest import pytest_collection_modifyitems

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "vision", "hardware", "ui")


def tool(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs a development tool of this environment in the project's folder."""
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_who_may_import_whom():
    checked = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stdout


@pytest.mark.timeout(600)  # with nothing kept from the last time
@pytest.mark.parametrize(
    "left_out",
    [
        pytest.param(["--exclude", "/lab/"], id="what a table needs"),
        pytest.param([], marks=MORE, id="and the laboratories"),
    ],
)
def test_every_room_is_typed_strictly(left_out):
    checked = tool("mypy", *left_out)

    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    "marks, asked, seconds",
    [
        ([pytest.mark.long], None, [3600]),
        ([pytest.mark.long], 600, [600]),
        ([pytest.mark.long, pytest.mark.timeout(60)], None, [60]),
        ([], None, []),
    ],
)
def test_a_long_test_has_an_hour_however_it_is_called(request, monkeypatch, marks, asked, seconds):
    monkeypatch.setattr(request.config.option, "timeout", asked)
    item = pytest.Function.from_parent(request.node.parent, name="test", callobj=lambda: None)
    for mark in marks:
        item.add_marker(mark)
    pytest_collection_modifyitems(request.config, [item])

    assert [limit for mark in item.iter_markers("timeout") for limit in mark.args] == seconds


def test_style():
    checked = tool("ruff", "check", *ROOMS, "tests")

    assert checked.returncode == 0, checked.stdout


def test_format():
    checked = tool("ruff", "format", "--check", *ROOMS, "tests")

    assert checked.returncode == 0, checked.stdout


def sources() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def test_every_module_says_in_one_sentence_what_it_is_for():
    silent = [
        str(path.relative_to(ROOT))
        for path in sources()
        if path.read_text("utf-8").strip() and not path.read_text("utf-8").lstrip().startswith('"""')
    ]

    assert silent == []


LAB = re.compile(r"^\s*(?:from|import) [\w.]+\.lab\b", re.M)
DOORS = ("companion/conformance.py",)  # they look first whether the lab is here


def test_what_runs_at_a_table_needs_no_lab():
    """The lab stays in the checkout: what is installed has to work without it."""
    need = [
        name
        for path in sources()
        if "lab" not in path.parts and LAB.search(path.read_text("utf-8"))
        if (name := str(path.relative_to(ROOT))) not in DOORS
    ]

    assert need == []


DRAWING = re.compile(r"^\s*(?:from|import) vision\.drawn\b", re.M)


def test_drawing_is_no_part_of_seeing():
    """The renderer knows what the eyes know, never the other way round."""
    apart = ("drawn", "lab")
    draws = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "vision").rglob("*.py"))
        if path.relative_to(ROOT).parts[1] not in apart and DRAWING.search(path.read_text("utf-8"))
    ]

    assert draws == []


IMPORTS = re.compile(r"^[ \t]*(?:from ([\w.]+) )?import (?:\(([^)]*)\)|(.+))", re.M)


def imports_of(path: Path) -> set[str]:
    """The modules that the module at *path* names, also those that it imports only when they are needed."""
    named = set()
    for module, bracketed, plain in IMPORTS.findall(path.read_text("utf-8")):
        names = re.findall(r"[\w.]+", re.sub(r"#.*| as \w+", "", bracketed or plain))
        named |= {module, *(f"{module}.{name}" for name in names)} if module else {*names}
    return named


def test_no_modules_import_each_other_in_a_circle():
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sources()
    }
    graph = {
        name: {one for one in imports_of(path) & names.keys() if not f"{name}.".startswith(f"{one}.")}
        for name, path in names.items()  # what stands around a module is no other one
    }

    TopologicalSorter(graph).prepare()  # a circle is a CycleError that names it


def test_no_module_is_longer_than_a_sitting():
    long = {
        str(p.relative_to(ROOT)): n for p in sources() if (n := len(p.read_text("utf-8").splitlines())) > 450
    }

    assert long == {}


def test_the_top_level_holds_only_what_was_agreed():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    if not tracked:
        pytest.skip("not a git checkout: the list of tracked files is not at hand")
    top = {line.split("/")[0] for line in tracked.splitlines() if not line.startswith(".")}

    assert top <= {
        *ROOMS,
        "tests",
        "docs",
        "pyproject.toml",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "Makefile",
    }


HOMES = ("work", "root", "home/[a-z]+")  # where the files of one machine lie
LEFT_TO_DO = ("TODO", "FIXME")
SAID = re.compile(
    "|".join(
        [
            *(f"/{home}/" for home in HOMES),
            r"https?://[^ \"']*/(simple|packages)/",
            *(rf"\b{word}\b" for word in LEFT_TO_DO),
        ]
    )
)


def test_the_project_names_no_path_of_one_machine_and_leaves_nothing_half_said():
    tracked = sources() + sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md"))
    said = [
        f"{p.relative_to(ROOT)}: {m.group()}" for p in tracked for m in SAID.finditer(p.read_text("utf-8"))
    ]

    assert said == []
