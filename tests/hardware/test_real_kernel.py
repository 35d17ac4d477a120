"""Boots a small kernel with a simulated GPIO chip and runs the pin factory's checks inside it.

It takes the folder with the kernel from COMPANION_UML and says so where that is not set.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

UML = os.environ.get("COMPANION_UML", "")
CHECKS = Path(__file__).parent / "real_kernel"

needs_kernel = pytest.mark.skipif(
    not UML, reason="COMPANION_UML is not set: buttons were not checked on a real kernel"
)


def run_inside(checks: Path, folder: Path, seconds: int) -> str:
    """Everything that pytest says about *checks* inside the small kernel."""
    script = folder / "inside.sh"
    script.write_text(
        f"cd {CHECKS.parents[2]}\n"
        f"{sys.executable} -m pytest {checks} -q -s -p no:cacheprovider --rootdir {CHECKS}"
        " -o addopts=-rs -o timeout=0\n"
    )
    done = subprocess.run(
        [Path(UML) / "run.sh", script],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env={**os.environ, "T": str(seconds - 5)},
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert re.search(r"\d+ passed", said), said
    return said


@needs_kernel
@pytest.mark.timeout(300)
def test_the_pin_factory_works_on_a_real_kernel(tmp_path):
    run_inside(CHECKS / "check_pins.py", tmp_path, 280)


@needs_kernel
@pytest.mark.timeout(300)
def test_five_hundred_pairs_of_bouncing_presses_have_no_wrong_winner(tmp_path):
    said = run_inside(CHECKS / "check_fairness.py", tmp_path, 280)

    assert '{"pairs": 500, "heard": 500, "ties": 0, "wrong": 0}' in said
