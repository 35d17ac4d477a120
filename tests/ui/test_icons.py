"""The small pictures for buttons and cards are SVG files, one group for each."""

import re
from pathlib import Path

import pytest

from ui.screen.looks import ABI_SIGNS, WOBBLE_SIGNS
from ui.screen.parts.shapes import ICONS, SIGNS, pictures

SCREEN = Path(__file__).parents[2] / "ui" / "screen"


@pytest.mark.parametrize("file", [ICONS, SIGNS])
def test_every_picture_lies_in_its_square(file):
    for name, marks in pictures(file).items():
        assert marks, name
        for shape, _solid, at in marks:
            assert shape in ("polyline", "polygon", "circle")
            assert all(-0.02 <= part <= 1.02 for part in at), name


def test_every_picture_that_is_named_is_there():
    named = {
        name
        for file in SCREEN.rglob("*.py")
        for name in re.findall(r"\bicon=\"(\w+)\"|Icon\(\w*\.?\w*sizes, \"(\w+)\"", file.read_text("utf-8"))
        for name in name
        if name
    }
    assert len(named) > 20 and named <= pictures(ICONS).keys()
    assert {*ABI_SIGNS.values(), *WOBBLE_SIGNS.values()} <= pictures(SIGNS).keys()


def test_a_line_is_read_upwards():
    (line,) = pictures(ICONS)["less"]
    assert line == ("polyline", False, (0.16, 0.5, 0.84, 0.5))
    assert pictures(ICONS)["power"][1].at == (0.5, 0.5, 0.5, pytest.approx(0.92))
