"""The parts that are cut and printed: openings where the sockets are, holes where the cameras' are."""

import json
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from tests.at_first import more, quick
from ui.lab.handbook.box import PI, Box, board_at, box_drawing, openings_in_front
from ui.lab.handbook.measures import numbers
from ui.lab.handbook.stand import sizes

SCAD = Path(__file__).parents[2] / "docs" / "kit"
needs_openscad = pytest.mark.skipif(
    shutil.which("openscad") is None, reason="openscad is not installed: the printed parts were not made"
)


@pytest.mark.parametrize("box", [Box(), Box(width=130, depth=90, thick=4)], ids=["as it is", "larger"])
def test_the_sockets_of_the_long_side_are_in_front_of_openings(box):
    left = box.thick + board_at(box)[0]
    openings = [(middle - width / 2, middle + width / 2) for middle, width in openings_in_front(box)]
    plugs = [(left + socket - 6, left + socket + 6) for socket in (PI.usb_c, *PI.micro_hdmi)]

    for low, high in plugs:
        assert any(start <= low and high <= end for start, end in openings)
    assert openings[0][1] < openings[1][0], "something is left between them"


@pytest.mark.parametrize("box", [Box(), Box(width=130, depth=90)], ids=["as it is", "larger"])
def test_the_board_lies_inside_with_its_long_side_at_the_front(box):
    left, front = board_at(box)

    assert left >= 0 and left + PI.board[0] <= box.width and 0 <= front <= 3
    assert front + PI.board[1] <= box.depth
    assert PI.holes == [[0, 0], [58, 0], [0, 49], [58, 49]]


def test_nothing_is_drawn_outside_of_the_paper():
    drawing = box_drawing()
    wide, high = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing).groups())
    for x, y, width, height in re.findall(
        r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawing
    ):
        assert float(x) >= 0 and float(y) >= 0
        assert float(x) + float(width) <= wide and float(y) + float(height) <= high


# --- what is printed ---


def printed(tmp_path: Path, text: str) -> tuple[list[float], list[float]] | None:
    """The lowest and highest corner of what OpenSCAD makes of *text*; None if nothing is left of it."""
    source, made = tmp_path / "part.scad", tmp_path / "part.stl"
    source.write_text(text)
    done = subprocess.run(
        ["openscad", "--export-format", "binstl", "-o", made, source],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    if "top level object is empty" in done.stderr:
        return None
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    assert re.search(r"Simple: +yes", done.stderr), "the surface has holes"
    data = made.read_bytes()
    corners = [
        struct.unpack_from("<3f", data, 84 + 50 * n + 12 + 12 * corner)
        for n in range(struct.unpack_from("<I", data, 80)[0])
        for corner in range(3)
    ]
    return [min(c[i] for c in corners) for i in range(3)], [max(c[i] for c in corners) for i in range(3)]


def part(name: str, **parameters: object) -> str:
    """The part in the file *name*, with other values for some of its parameters."""
    values = "".join(f"{key} = {json.dumps(value)};\n" for key, value in parameters.items())
    return f"include <{SCAD / name}.scad>\n{values}"


def wanted(name: str) -> dict[str, object]:
    return numbers()[name]


@needs_openscad
@pytest.mark.parametrize("wide", quick([110, 130], 0))
def test_tray_and_lid_are_as_large_as_the_drawing_says(tmp_path, wide):
    size = [wide + 6, 76 + 6, 43]
    assert printed(tmp_path, part("box", box_width=wide)) == ([0, 0, 0], size)
    low, high = printed(tmp_path, part("box", part="lid", box_width=wide))
    assert high[:2] == size[:2] and low[2] == 0


@needs_openscad
@pytest.mark.parametrize("wide", quick([110, 130], 0, 1))
def test_plugs_go_through_the_printed_front_and_nothing_else_does(tmp_path, wide):
    """The places of the sockets are those of the drawing, worked out there by other lines of code."""
    box = Box(width=wide)
    left, front = (box.thick + side for side in board_at(box))
    plugs = [left + socket for socket in (PI.usb_c, *PI.micro_hdmi)]
    floor = box.thick + PI.sockets[0]
    tray = part("box", part="none", box_width=wide)

    def left_of_tray(*solids: str) -> object:
        return printed(tmp_path, f"{tray}intersection() {{ tray(); union() {{ {' '.join(solids)} }} }}")

    through = [f"translate([{x - 6}, -5, {floor + 0.5}]) cube([12, 9.5, 8.5]);" for x in plugs]
    screws = [
        f"translate([{left + 3.5 + x}, {front + 3.5 + y}, -5]) cylinder(d=2.5, h=30);" for x, y in PI.holes
    ]
    usb = f"translate([{wide}, {front + 2}, {box.thick + 5}]) cube([20, 52, 19]);"
    card = f"translate([-5, {front + PI.card[0] - 6}, {box.thick + 1.5}]) cube([12, 12, 4]);"
    assert left_of_tray(*through, *screws, usb, card) is None
    assert left_of_tray(*(f"translate([{x}, -5, {floor + 12}]) cube([1, 9, 1]);" for x in plugs)) is not None


@needs_openscad
@pytest.mark.parametrize(
    ("camera", "across", "up", "screw"), [("module", 21, 12.5, 1.5), ("hq", 30, 30, 2.0)]
)
@more
def test_the_head_has_the_holes_of_the_camera_and_clasps_the_arm(tmp_path, camera, across, up, screw):
    holes = wanted("camera")[camera]
    xs, ys = zip(*holes, strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == (across, up), "as its maker says"
    wood = wanted("stand")["wood"]
    gone = [f"translate([{x}, {y}, -0.5]) cylinder(d={screw}, h=30);" for x, y in holes]
    gone.append(f"translate([{-wood / 2}, -100, -100.1]) cube([{wood}, 200, 100]);")
    hidden = part("camera-head", camera=camera, shown=False)
    assert printed(tmp_path, f"{hidden}intersection() {{ head(); union() {{ {' '.join(gone)} }} }}") is None
    low, high = printed(tmp_path, part("camera-head", camera=camera))
    assert high[2] == wanted("camera")["plate"][2] + wanted("camera")["spacer"]
    assert low[2] == -wanted("camera")["cheek"]


@needs_openscad
@pytest.mark.parametrize("camera_cm", quick([60, 40], 0))
def test_the_stand_is_as_high_as_its_drawing_and_its_arm_reaches_over_the_mat(tmp_path, camera_cm):
    lengths, stand = sizes(camera_cm), wanted("stand")
    _low, high = printed(tmp_path, part("stand", part="all", camera_cm=camera_cm))
    assert high[2] == lengths["post"] + stand["foot"][2]
    middle = stand["wood"] + stand["behind_mat"] + lengths["mat depth"] / 2
    assert high[0] == lengths["arm"] + stand["arm_over"] >= middle + wanted("camera")["plate"][1] / 2
    assert printed(tmp_path, part("stand")) == ([0, 0, 0], [60, 24, 60])
