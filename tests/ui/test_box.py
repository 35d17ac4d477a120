"""The box for the Pi: its openings are where the board's sockets are."""

import re

import pytest

from ui.lab.handbook.box import (
    BOARD,
    MICRO_HDMI,
    PI_HOLES,
    USB_C,
    Box,
    board_at,
    box_drawing,
    openings_in_front,
)


@pytest.mark.parametrize("box", [Box(), Box(width=130, depth=90, thick=4)], ids=["as it is", "larger"])
def test_the_sockets_of_the_long_side_are_in_front_of_openings(box):
    left = box.thick + board_at(box)[0]
    openings = [(middle - width / 2, middle + width / 2) for middle, width in openings_in_front(box)]
    plugs = [(left + socket - 6, left + socket + 6) for socket in (USB_C, *MICRO_HDMI)]

    for low, high in plugs:
        assert any(start <= low and high <= end for start, end in openings)
    assert openings[0][1] < openings[1][0], "something is left between them"


@pytest.mark.parametrize("box", [Box(), Box(width=130, depth=90)], ids=["as it is", "larger"])
def test_the_board_lies_inside_with_its_long_side_at_the_front(box):
    left, front = board_at(box)

    assert left >= 0 and left + BOARD[0] <= box.width and 0 <= front <= 3
    assert front + BOARD[1] <= box.depth
    assert PI_HOLES == ((0, 0), (58, 0), (0, 49), (58, 49))


def test_nothing_is_drawn_outside_of_the_paper():
    drawing = box_drawing()
    wide, high = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing).groups())
    for x, y, width, height in re.findall(
        r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawing
    ):
        assert float(x) >= 0 and float(y) >= 0
        assert float(x) + float(width) <= wide and float(y) + float(height) <= high
