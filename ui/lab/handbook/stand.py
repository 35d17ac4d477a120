"""The camera stand: a foot board behind the mat, a post, an arm; drawn from the height of the camera."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from ui.lab.handbook import svg
from ui.lab.handbook.measures import section
from ui.lab.handbook.optics import LENSES, seen
from vision.mat import SIZES

STAND = section("stand")
WOOD, FOOT = STAND.wood, (STAND.foot[0], STAND.foot[2])
WHITE, BOARD = "#fff", "#e6d3b3"
EDGE = 60.0


def sizes(camera_cm: int) -> dict[str, float]:
    """Every length of the stand in millimetres; the lens hangs *camera_cm* above the middle of the mat."""
    _width, depth = SIZES[camera_cm]
    arm_height = camera_cm * 10 + STAND.lens_below_arm
    return {
        "post": arm_height + STAND.arm_below_top - FOOT[1],
        "arm": depth / 2 + STAND.behind_mat + 10 + WOOD,
        "arm height": arm_height,
        "mat depth": depth,
    }


def stand_drawing(camera_cm: int) -> str:
    """The stand from the side in true size, with the list of pieces."""
    lengths = sizes(camera_cm)
    width = lengths["mat depth"] + 560
    floor = lengths["post"] + FOOT[1] + EDGE
    return svg.page(width, floor + 110, _parts(camera_cm, lengths, width, floor))


def _parts(camera_cm: int, lengths: dict[str, float], width: float, floor: float) -> Iterator[str]:
    post_x, depth = 320.0, lengths["mat depth"]
    mat_left = post_x + WOOD + STAND.behind_mat
    middle = mat_left + depth / 2
    arm_y, lens_y = floor - lengths["arm height"], floor - camera_cm * 10
    yield svg.text(20, 24, f"Camera stand for {camera_cm} cm, seen from the side (millimetres)", 12)
    yield svg.box(post_x + WOOD - FOOT[0], floor - FOOT[1], *FOOT, colour=svg.NOTE, fill=BOARD)
    yield svg.box(
        post_x, floor - FOOT[1] - lengths["post"], WOOD, lengths["post"], colour=svg.NOTE, fill=BOARD
    )
    yield svg.box(post_x, arm_y - WOOD, lengths["arm"] + STAND.arm_over, WOOD, colour=svg.NOTE, fill=BOARD)
    yield svg.box(middle - 14, arm_y, 28, STAND.lens_below_arm - 8, colour=svg.NOTE, fill="#455a64")
    yield svg.box(middle - 5, lens_y - 8, 10, 8, colour=svg.NOTE, fill="#212121")
    yield svg.box(mat_left, floor - 1.5, depth, 3, colour=svg.NOTE, fill="#90a4ae")
    _across, seen_depth = seen(LENSES[0], camera_cm)
    for side in (-1, 1):
        yield svg.line(
            (middle, lens_y), (middle + side * seen_depth / 2, floor), colour=svg.FOLD, dashes="6 4"
        )
    yield from svg.measure((middle, lens_y), (middle, floor - 4), f"{camera_cm * 10}", aside=6, size=13)
    yield from svg.measure(
        (mat_left, floor + 40), (mat_left + depth, floor + 40), f"mat {depth:.0f}", size=13
    )
    reach, above = middle - post_x - WOOD, arm_y - WOOD - 10
    yield from svg.measure((post_x + WOOD, above), (middle, above), f"{reach:.0f}", size=13)
    post_top = floor - FOOT[1] - lengths["post"]
    yield from svg.measure(
        (post_x - 20, post_top),
        (post_x - 20, floor - FOOT[1]),
        f"post {lengths['post']:.0f}",
        aside=-80,
        size=13,
    )
    battens = (
        f"batten {WOOD:g} × {WOOD:g}: post {lengths['post']:.0f}, arm {lengths['arm'] + STAND.arm_over:.0f}"
    )
    board = " × ".join(f"{side:g}" for side in STAND.foot)
    rest = f"board {board}; 4 angles, 16 screws; the printed head for the camera"
    yield svg.text(20, floor + 66, f"Pieces: {battens}; {rest}.", 8)
    note = (
        "Dashes: the depth that a Camera Module 3 sees. Clamp the foot to the table, or put a weight on it."
    )
    yield svg.text(20, floor + 82, note, 8)
    yield svg.line((10, floor), (width - 10, floor), width=0.8)


def main(arguments: Sequence[str]) -> int:
    """`python -m ui.lab.handbook stand --camera 50 -o stand.svg`."""
    parser = argparse.ArgumentParser(prog="python -m ui.lab.handbook stand", description="The camera stand.")
    parser.add_argument("--camera", type=int, choices=tuple(SIZES), default=60, metavar="CM")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.svg")
    chosen = parser.parse_args(arguments)
    chosen.output.write_text(stand_drawing(chosen.camera), "utf-8")
    print(chosen.output)
    return 0
