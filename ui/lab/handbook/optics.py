"""What a camera sees from which height: fields of view, and whether the mat fits in."""

import math

from msgspec import Struct

from vision.mat import SIZES

WIDE_PIXELS = 1280
SPARE = 1.06  # of the mat's size that should be seen, so that a camera a little off still sees all markers


class Lens(Struct, frozen=True):
    """A camera's field of view at 16:9, in degrees."""

    name: str
    across: float
    down: float


LENSES = (
    Lens("Camera Module 3", 66.0, 41.0),
    Lens("Camera Module 3 Wide", 102.0, 67.0),
    Lens("Camera Module 2", 62.2, 37.5),
    Lens("webcam of about 70° diagonal", 62.9, 37.9),
    Lens("webcam of about 78° diagonal", 70.4, 43.3),
)


def seen(lens: Lens, height_cm: float) -> tuple[float, float]:
    """Width and height in millimetres of what is seen on the table."""
    width, depth = (20 * height_cm * math.tan(math.radians(angle / 2)) for angle in (lens.across, lens.down))
    return width, depth


def height_for(lens: Lens, mat: tuple[float, float]) -> float:
    """The lowest height in centimetres from which the whole mat is seen with a little to spare."""
    return max(
        side * SPARE / 20 / math.tan(math.radians(angle / 2))
        for side, angle in zip(mat, (lens.across, lens.down), strict=True)
    )


def camera_table() -> str:
    """Every camera over every mat, from the lowest place that sees it all, as a Markdown table."""
    lines = [
        "| camera | field of view | mat | from | sees there | sharpness there |",
        "|---|---|---|---|---|---|",
    ]
    for lens in LENSES:
        for camera_cm, mat in SIZES.items():
            at = math.ceil(height_for(lens, mat))
            width, height = seen(lens, at)
            lines.append(
                f"| {lens.name} | {lens.across:g}° × {lens.down:g}° | {camera_cm} | {at} cm "
                f"| {width:.0f} × {height:.0f} mm | {WIDE_PIXELS / width:.1f} pixels per mm |"
            )
    return "\n".join(lines)
