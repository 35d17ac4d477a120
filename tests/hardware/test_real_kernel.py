"""Boots a small kernel with a simulated GPIO chip and runs the pin factory's checks inside it.

It takes the folder with the kernel from COMPANION_UML and says so where that is not set.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.at_first import more

UML = os.environ.get("COMPANION_UML", "")
CHECKS = Path(__file__).parent / "real_kernel"
SECONDS = 280

needs_kernel = pytest.mark.skipif(
    not UML, reason="COMPANION_UML is not set: buttons were not checked on a real kernel"
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Everything that pytest says inside the small kernel, which is booted once."""
    script = tmp_path_factory.mktemp("kernel") / "inside.sh"
    script.write_text(
        f"cd {CHECKS.parents[2]}\n"
        f"{sys.executable} -m pytest {CHECKS}/check_*.py -q -s -p no:cacheprovider --rootdir {CHECKS}"
        " -o addopts=-rsfE -o timeout=0\n"
    )
    done = subprocess.run(
        [Path(UML) / "run.sh", script],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env={**os.environ, "T": str(SECONDS - 5)},
    )
    return done.stdout + done.stderr


def failed(said: str, checks: str) -> bool:
    """Whether any of *checks* did not pass, or nothing was tried at all."""
    return not re.search(r"\d+ passed", said) or re.search(rf"(FAILED|ERROR) .*{checks}", said) is not None


@more
@needs_kernel
@pytest.mark.timeout(SECONDS + 20)
def test_the_pin_factory_works_on_a_real_kernel(said):
    assert not failed(said, "check_pins"), said


@needs_kernel
@pytest.mark.timeout(SECONDS + 20)
def test_five_hundred_pairs_of_bouncing_presses_have_no_wrong_winner(said):
    assert not failed(said, "check_fairness"), said
    assert '{"pairs": 500, "heard": 500, "ties": 0, "wrong": 0}' in said


TURNED = """
mount -t devtmpfs devtmpfs /dev
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
export HOME=/run PYTHONPATH={root} XDG_RUNTIME_DIR=/run KIVY_HOME=/run/kivy LANGUAGE=de
cd {root} && {python} {checks}/touch_turned.py {rotation}
"""


@needs_kernel
@pytest.mark.long
@pytest.mark.timeout(SECONDS + 20)
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_finger_on_a_turned_panel_reaches_what_it_points_at(tmp_path, rotation):
    """One setting turns picture and touch: the real app on KMS/DRM, a panel of 720x1280 as evdev tells it."""
    script = tmp_path / "inside.sh"
    root = CHECKS.parents[2]
    script.write_text(TURNED.format(root=root, python=sys.executable, checks=CHECKS, rotation=rotation))
    done = subprocess.run(
        [Path(UML) / "run.sh", script],
        capture_output=True, text=True, timeout=SECONDS, check=False,
        env={**os.environ, "T": str(SECONDS - 5)},
    )  # fmt: skip
    told = json.loads(re.findall(r"TOLD (.*)", done.stdout)[-1])

    assert (told["driver"], told["inputs"]) == ("kmsdrm", ["MTDMotionEventProvider"]), "one input, the panel"
    assert told["portrait"] is (rotation in (90, 270))
    (reached,) = told["reached"]
    assert max(abs(a - b) for a, b in zip(reached, told["aim"], strict=True)) <= 3
    assert told["page"] == "Choose"
