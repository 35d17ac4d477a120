"""Memory while tests run: as in the app, what was made at the start is not looked through ever again.

Ten thousand gathered tests are half a million small things. To look through all of them each time for what
can be forgotten took longer than some of the tests themselves.
"""

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from companion import words

os.environ["LANGUAGE"] = "de"  # the tests' family speaks German on every machine, where nothing else is said

# every run tries other examples: few of them each time are many in the end
hypothesis.settings.register_profile("few", max_examples=40)
hypothesis.settings.load_profile("few")  # --hypothesis-profile=default: 100

OFTEN = (20_000, 10, 10)  # seldomer than usual: pages of widgets are thousands of things each
HOUR_S = 3600
BACKWARDS = os.environ.get("PYTEST_XDIST_WORKER") == "gw1"


def _set_aside() -> None:
    gc.freeze()
    gc.set_threshold(*OFTEN)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Nothing is tidied up while the tests are gathered; they stay for good.

    Of two processes the second begins with the last folder, so that each compiles a half of the tests.
    """
    gc.disable()
    if BACKWARDS:
        session.config.args.reverse()
    yield
    _set_aside()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A case that is long for two reasons is left to `make long`: `make more` has to stay short.

    A long test has the hour of `make long` however it is called: some need more than a quick one may take.
    """
    if BACKWARDS:
        places = [Path(arg.partition("::")[0]).absolute() for arg in reversed(config.args)]
        items.sort(key=lambda item: [place not in (item.path, *item.path.parents) for place in places])
    for item in items:
        if sum(mark.name == "long" for mark in item.own_markers) > 1:
            item.own_markers[:] = [mark for mark in item.own_markers if mark.name != "more"]
        if {"long", "timeout"} & {mark.name for mark in item.iter_markers()} == {"long"}:
            item.add_marker(pytest.mark.timeout(config.option.timeout or HOUR_S))


def pytest_sessionfinish() -> None:
    """Nor is anything looked through at the end, which took seconds of each process."""
    gc.freeze()


def pytest_runtest_setup() -> None:
    """An app that ends gives memory back its usual ways, the tests among it."""
    if gc.get_threshold() != OFTEN:
        _set_aside()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A family of its own for every test."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


@pytest.fixture
def languages_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Lets the folders of languages in a folder count for one test, before those of the house."""
    read_once = (words.found_languages, words.catalogue, words.own_language)

    def look(folder: Path) -> None:
        monkeypatch.setattr(words, "PLACES", [folder, *words.PLACES])
        for each in read_once:
            each.cache_clear()

    yield look
    for each in read_once:
        each.cache_clear()
    words.unread.clear()
