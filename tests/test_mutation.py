"""Mistakes put into a module on purpose: good tests notice them, weak ones do not, broken ones are told."""

import gc
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import mutation, mutation_changes
from tests.at_first import quick

HOUSE = Path(__file__).parents[1]
SMALL = """
MOST = 9


def larger(a, b):
    return a if a > b else b


def capped(a):
    return MOST if a > MOST else a


def _squares():
    return [a * a for a in (1, 2, 3)]


SQUARES = _squares()
"""
GOOD = """
from small import SQUARES, capped, larger


def test_larger():
    assert (larger(1, 2), larger(4, 3)) == (2, 4)


def test_capped():
    assert (capped(9), capped(10), capped(3)) == (9, 9, 3)


def test_what_was_made_while_importing():
    assert SQUARES == [1, 4, 9]
"""
ENDLESS = """
def counted(most):
    n = 0
    while n < most:
        n += 1
    return n
"""
COUNTS = """
from small import counted


def test_counted():
    assert (counted(0), counted(3)) == (0, 3)
"""
SLOW = """
import time

from hypothesis import given, settings, strategies as some


@settings(max_examples=1)
@given(some.integers())
def test_that_waits(number):
    import small

    time.sleep(0.3)
"""


@pytest.mark.parametrize(
    ("module", "source", "tests", "status", "said"),
    [
        pytest.param(
            "small.py", SMALL, GOOD, 1, "7 of 9 killed", id="good ones: the two that are left mean the same"
        ),
        pytest.param(
            "small.py",
            SMALL,
            "def test_wrong(): assert False\n",
            2,
            "do not pass without a mistake",
            id="broken ones",
        ),
        *quick(
            most=0,
            cases=[
                pytest.param(
                    "small.py",
                    SMALL,
                    "def test_nothing(): import small\n",
                    1,
                    "0 of 9 killed",
                    id="weak ones",
                ),
                pytest.param(
                    "small/__init__.py", SMALL, GOOD, 1, "7 of 9 killed", id="good ones of a package"
                ),
                pytest.param("small.py", ENDLESS, COUNTS, 0, "4 of 4 killed", id="a mistake that never ends"),
                pytest.param("small.py", SMALL, SLOW, 1, "0 of 9 killed", id="slow ones on a busy machine"),
            ],
        ),
    ],
)
def test_mistakes_are_noticed_by_tests_that_look(tmp_path, module, source, tests, status, said):
    (tmp_path / module).parent.mkdir(exist_ok=True)
    (tmp_path / module).write_text(source)
    (tmp_path / "test_small.py").write_text(tests)
    words = [sys.executable, "-m", "tests.mutation", module, "test_small.py"]
    paths = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(HOUSE)))}
    done = subprocess.run(
        words, cwd=tmp_path, env={**os.environ, **paths}, capture_output=True, text=True, check=False
    )

    assert said in done.stdout, done.stdout + done.stderr
    assert done.returncode == status


def busy(seconds):
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        pass


@pytest.mark.parametrize(("work", "ends"), [(time.sleep, True), (busy, False)], ids=("waits", "works"))
def test_patience_ends_with_the_work_of_the_processor_and_not_with_the_time_on_the_wall(
    monkeypatch, work, ends
):
    monkeypatch.setattr(mutation, "AT_LEAST", 0.2)

    def watched():
        mutation.Patience().begins(usual=0)
        work(1)
        return "done"

    assert mutation._told_by(watched) == ("done" if ends else None)


def test_functions_that_the_collector_has_set_aside_are_found():
    """As they are once the tests are gathered; else everything would be imported anew for each mutant."""
    gc.freeze()
    with mutation.Alive(["tests.mutation_changes"]).watched() as called:
        mutation_changes.spread([], about=0)
    gc.freeze()

    assert [name.split(":")[1] for name in called] == ["spread"]


def test_a_file_that_is_not_there_is_told_in_one_line(capsys):
    with pytest.raises(SystemExit) as ended:
        mutation.main(["companion/not_there.py", "tests/companion"])

    assert ended.value.code == 2
    assert "there is no file companion/not_there.py" in capsys.readouterr().err
