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

from tests.at_first import more, quick

UML = os.environ.get("COMPANION_UML", "")
CHECKS = Path(__file__).parent / "real_kernel"
SECONDS = 280

needs_kernel = pytest.mark.skipif(
    not UML, reason="COMPANION_UML is not set: buttons were not checked on a real kernel"
)


def inside(folder: Path, script: str) -> str:
    """Everything that *script* says inside the small kernel."""
    file = folder / "inside.sh"
    file.write_text(f"cd {CHECKS.parents[2]}\n{script}\n")
    done = subprocess.run(
        [Path(UML) / "run.sh", file],
        capture_output=True, text=True, timeout=SECONDS, check=False,
        env={**os.environ, "T": str(SECONDS - 5)},
    )  # fmt: skip
    return done.stdout + done.stderr


def tried(folder: Path, checks: str, before: str = "") -> str:
    """What pytest says to these *checks* inside the small kernel, with what is set *before*."""
    options = "-q -s -p no:cacheprovider -o addopts=-rsfE -o timeout=0"
    tests = f"{sys.executable} -m pytest {checks} {options} --rootdir {CHECKS}"
    said = inside(folder, f"{before}\n{tests}")
    assert re.search(r"\d+ passed", said) and not re.search("FAILED|ERROR", said), said
    return said


@more
@needs_kernel
@pytest.mark.timeout(SECONDS + 20)
def test_the_pin_factory_works_on_a_real_kernel(tmp_path):
    tried(tmp_path, f"{CHECKS}/check_pins.py {CHECKS}/check_fairness.py -k 'not first_comes_second'")


@needs_kernel
@pytest.mark.timeout(SECONDS + 20)
@pytest.mark.parametrize("pairs", quick([60, 500]))
def test_of_pairs_of_bouncing_presses_none_has_a_wrong_winner(tmp_path, pairs):
    said = tried(tmp_path, f"{CHECKS}/check_fairness.py -k first_comes_second", f"export PAIRS={pairs}")
    assert f'{{"pairs": {pairs}, "heard": {pairs}, "ties": 0, "wrong": 0}}' in said


@needs_kernel
@pytest.mark.timeout(SECONDS + 20)
@pytest.mark.parametrize("pairs", quick([40, 200]))
def test_keys_on_usb_are_buttons_on_a_real_kernel(tmp_path, pairs):
    """Found, taught in beside wires, unplugged, grabbed; and of pairs none has a wrong winner."""
    before = f"mount -t devtmpfs devtmpfs /dev\nexport PAIRS={pairs}"
    said = tried(tmp_path, f"{CHECKS}/check_keys.py", before)
    assert [len(re.findall(rf'"{kind} pairs": .*"wrong": 0', said)) for kind in ("key", "mixed")] == [1, 1]


TURNED = """
mount -t devtmpfs devtmpfs /dev
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
export HOME=/run PYTHONPATH=$PWD XDG_RUNTIME_DIR=/run KIVY_HOME=/run/kivy LANGUAGE=de
{python} {checks}/touch_turned.py {rotation}
"""


@needs_kernel
@pytest.mark.long
@pytest.mark.timeout(SECONDS + 20)
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_finger_on_a_turned_panel_reaches_what_it_points_at(tmp_path, rotation):
    """One setting turns picture and touch: the real app on KMS/DRM, a panel of 720x1280 as evdev tells it."""
    script = TURNED.format(python=sys.executable, checks=CHECKS, rotation=rotation)
    told = json.loads(re.findall(r"TOLD (.*)", inside(tmp_path, script))[-1])

    assert (told["driver"], told["inputs"]) == ("kmsdrm", ["MTDMotionEventProvider"]), "one input, the panel"
    assert told["portrait"] is (rotation in (90, 270))
    (reached,) = told["reached"]
    assert max(abs(a - b) for a, b in zip(reached, told["aim"], strict=True)) <= 3
    assert told["page"] == "ChoosePage"
