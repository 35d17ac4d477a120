"""Clips of a throw, made of real photographs: each settles once, with the right faces.

The table and the dice are those of the photograph; how they come, the hand and its shaking are made up.
"""

import json
import os
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.at_first import quick
from ui.lab.command.watch_command import asks_of
from ui.lab.shown import Sensor, rolled
from ui.lab.watching import EyesSetUp, things_in, watched
from vision.read import read_paths

PACE, BEFORE, FLIES, LIES = 10, 12, 3, 26  # pictures a second; and of each part of the clip
WIDE = 900
SKIN = (118, 148, 200)


@pytest.fixture(scope="module")
def photographs():
    folder = os.environ.get("COMPANION_PICTURES")
    if not folder:
        pytest.skip("COMPANION_PICTURES is not set: no pictures to make clips of")
    return Path(folder) / "photos"


def photograph(folder, name):
    """A photograph, not larger than a camera's picture, and the dice that its label says lie there."""
    (row,) = (row for row in json.loads((folder / "labels.json").read_text()) if row["file"] == name)
    picture = cv2.imread(str(folder / name))
    by = min(1.0, WIDE / picture.shape[1])
    picture = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return picture, sorted(int(die["value"]) for die in row["dice"])


def thrown(picture, values):
    """The bare table, the dice on their way, and the photograph."""
    sensor, asks = Sensor(), asks_of(f"dice={len(values)}")
    out = []
    for frame in rolled(picture, things_in(picture, asks, EyesSetUp(mat=False)), sensor):
        out.append(frame.picture)
        sensor.was_read = len(out) >= BEFORE
        if len(out) >= BEFORE + FLIES + LIES:
            break
    return out


def held_by_hand(pictures):
    """By a camera in somebody's hand: turned, moved and tilted a little from picture to picture."""
    random, lie, out = np.random.default_rng(5), np.zeros((4, 2)), []
    high, wide = pictures[0].shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    for picture in pictures:
        lie = 0.8 * lie + random.normal(0, 1.2, 2) + random.normal(0, 0.3, (4, 2))
        inner = corners + (corners.mean(axis=0) - corners) * 0.03
        way = cv2.getPerspectiveTransform((inner + lie).astype(np.float32), corners)
        out.append(cv2.warpPerspective(picture, way, (wide, high), borderMode=cv2.BORDER_REFLECT))
    return out


def with_hand(pictures):
    """A hand throws them, stays for a moment above the table, and goes."""
    texture = np.random.default_rng(6).normal(0, 5, pictures[0].shape)
    skin = np.clip(SKIN + cv2.GaussianBlur(texture, (0, 0), 2) * 3, 0, 255).astype(np.uint8)
    high, wide = pictures[0].shape[:2]
    out = []
    for n, picture in enumerate(pictures):
        reach = np.interp(n, [BEFORE - 4, BEFORE, BEFORE + FLIES + 4, BEFORE + FLIES + 8], [0, 0.42, 0.42, 0])
        arm = np.zeros((high, wide), np.uint8)
        if reach > 0:
            tip = (round(wide * (1 - 0.6 * reach)), round(high * (1 - 0.5 * reach)))
            cv2.line(arm, (wide, high), tip, 255, round(0.16 * high), cv2.LINE_AA)
        share = arm[..., None] / 255.0
        out.append((picture * (1 - share) + skin * share).astype(np.uint8))
    return out


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "manner"),
    quick(
        [
            ("dice_damian/dice_damian_000.jpg", held_by_hand),
            *(
                (f"{folder}/{folder}_{number}.jpg", manner)
                for folder, number in (("dice_damian", "010"), ("dice_misc", "000"), ("dice_nell", "000"))
                for manner in (list, held_by_hand, with_hand)
            ),
        ],
        0,
        more=3,
    ),
)
def test_a_throw_settles_once_with_the_right_faces(photographs, tmp_path, name, manner):
    picture, values = photograph((photographs / name).parent, Path(name).name)
    clip = tmp_path / "throw.avi"
    high, wide = picture.shape[:2]
    video = cv2.VideoWriter(str(clip), cv2.VideoWriter_fourcc(*"MJPG"), PACE, (wide, high))
    for shown in manner(thrown(picture, values)):
        video.write(shown)
    video.release()

    (seen,) = watched([clip], asks_of(f"dice={len(values)}"), mat=False)
    assert [Counter(roll) for roll in seen.told.rolls] == [Counter(values)]
    states = [line for line in read_paths([clip], ["dice"]) if line["dice"] or line["unsure"]]
    assert [sorted(die["value"] for die in line["dice"]) for line in states] == [values]
