"""Mistakes put into a module on purpose: good tests notice them, weak ones do not, broken ones are told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("module", "tests", "status", "said"),
    [
        pytest.param(
            "small.py", GOOD, 1, "7 of 9 killed", id="good ones: the two that are left mean the same"
        ),
        pytest.param("small/__init__.py", GOOD, 1, "7 of 9 killed", id="good ones of a package"),
        pytest.param("small.py", "def test_nothing(): import small\n", 1, "0 of 9 killed", id="weak ones"),
        pytest.param(
            "small.py",
            "def test_wrong(): assert False\n",
            2,
            "do not pass without a mistake",
            id="broken ones",
        ),
    ],
)
def test_mistakes_are_noticed_by_tests_that_look(tmp_path, module, tests, status, said):
    (tmp_path / module).parent.mkdir(exist_ok=True)
    (tmp_path / module).write_text(SMALL)
    (tmp_path / "test_small.py").write_text(tests)
    words = [sys.executable, "-m", "tests.mutation", module, "test_small.py"]
    paths = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(HOUSE)))}
    done = subprocess.run(
        words, cwd=tmp_path, env={**os.environ, **paths}, capture_output=True, text=True, check=False
    )

    assert said in done.stdout, done.stdout + done.stderr
    assert done.returncode == status
