"""Clips of throws, made of real photographs: each settles once, with the right faces.

The table and the dice are those of the photographs; how they come and the shaking are made up. Of one camera
that stood still there are so many photographs that the bare table and a hand are real as well.
"""

import json
import os
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sightings import CardSeen, Seen, Sighting
from tests.at_first import quick
from ui.lab.command.watch_command import asks_of
from ui.lab.shown import Sensor, rolled
from ui.lab.watching import EyesSetUp, Watching, things_in, watched
from ui.screen.ports import Look
from vision.read import read_paths

PACE, BEFORE, FLIES, LIES = 10, 12, 3, 26  # pictures a second; and of each part of the clip
WIDE, NOISE = 900, 1.5
HELD = 92  # its photograph shows a hand


@pytest.mark.parametrize(("seemed", "looks"), [(False, 2), (True, 8)])
def test_a_bare_table_is_looked_at_longer_if_something_seemed_to_lie_there(seemed, looks):
    """Else what is laid next seems to have lain there before."""
    watching = Watching(asks_of("cards=1"), EyesSetUp(mat=False))
    stain = CardSeen("", "", ((0, 0), (60, 0), (60, 90), (0, 90)), 0.5, "scan", choices=("4_blue",))
    for n in range(looks):
        assert not watching.knows_the_table
        cards = (stain,) if seemed and n == 0 else ()
        list(watching._look(Look(Sighting(n, Seen.WAITING, cards=cards, ms={"cards": 1.0})), 0.0))
    assert watching.knows_the_table


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


def of_one_camera(folder, rolls):
    """Photographs of *rolls*, one after the other; between them a hand, with a die in it, reaches in."""
    labels = {row["file"]: row for row in json.loads((folder / "labels.json").read_text())}
    names = {number: f"{folder.name}_{number:03}.jpg" for number in (*range(67, 103), *rolls)}
    seen = {number: cv2.imread(str(folder / name)) for number, name in names.items()}
    table = np.median([seen[number] for number in range(67, 103, 3) if number != HELD], axis=0)
    hand, shape = hand_on(seen[HELD], table.astype(np.uint8))
    out, lies = [table.astype(np.uint8)] * BEFORE, table.astype(np.uint8)
    for number in rolls:
        out += [reaching(lies, hand, shape, share) for share in (0.15, 0.3, 0.45, 0.55)]
        lies = seen[number]
        out += [reaching(lies, hand, shape, share) for share in (0.55, 0.5, 0.35, 0.2)] + [lies] * LIES
    return out, [sorted(int(die["value"]) for die in labels[names[number]]["dice"]) for number in rolls]


def hand_on(picture, table):
    """The hand at the lower border of *picture*, made longer by its last row, and where it is seen."""
    differs = (cv2.absdiff(picture, table).max(axis=2) > 30).astype(np.uint8) * 255
    differs[: 3 * len(differs) // 4] = 0
    outlines, _ = cv2.findContours(
        cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((9, 9))),
        cv2.RETR_EXTERNAL,
        cv2.CHAIN_APPROX_SIMPLE,
    )
    hand = max(outlines, key=cv2.contourArea)
    shape = cv2.drawContours(np.zeros_like(differs), [hand], -1, 255, -1)
    x, y, wide, high = cv2.boundingRect(hand)
    parts = (cv2.resize(part[y : y + high, x : x + wide], None, fx=1.8, fy=1.8) for part in (picture, shape))
    return tuple(cv2.copyMakeBorder(part, 0, len(picture), 0, 0, cv2.BORDER_REPLICATE) for part in parts)


def reaching(picture, hand, shape, share):
    """The hand over so much of the *picture*, from below."""
    out, top, left = picture.copy(), round(len(picture) * (1 - share)), 60
    part = out[top:, left : left + hand.shape[1]]
    opaque = shape[: len(part), :, None] / 255
    part[:] = part * (1 - opaque) + hand[: len(part)] * opaque
    return out


def in_changing_light(pictures):
    """By a camera that goes on adapting to the light."""
    gains = (1 + 0.18 * np.sin(n / 9) for n in range(len(pictures)))
    return [np.clip(seen * gain, 0, 255).astype(np.uint8) for seen, gain in zip(pictures, gains, strict=True)]


def written(pictures, clip):
    """The *pictures* as a video, each with a sensor's noise of its own."""
    random = np.random.default_rng(3)
    size = pictures[0].shape[1::-1]
    video = cv2.VideoWriter(str(clip), cv2.VideoWriter_fourcc(*"MJPG"), PACE, size)
    for shown in pictures:
        video.write(np.clip(shown + random.normal(0, NOISE, shown.shape), 0, 255).astype(np.uint8))
    video.release()
    return clip


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("rolls", "manner"),
    quick(
        [
            ((86, 88), list),
            ((67, 73), held_by_hand),
            ((85, 89), in_changing_light),
            *(
                (rolls, manner)
                for rolls in ((85, 86, 88, 89), (67, 70, 73, 76), (40, 44, 50, 53))
                for manner in (list, held_by_hand, in_changing_light)
            ),
        ],
        0,
        more=3,
    ),
)
def test_real_rolls_of_one_camera_settle_once_each_with_the_right_faces(photographs, tmp_path, rolls, manner):
    pictures, values = of_one_camera(photographs / "dice_nell", rolls)
    clip = written(manner(pictures), tmp_path / "rolls.avi")

    (seen,) = watched([clip], asks_of(f"dice={len(values[0])}"), mat=False)
    assert [sorted(roll) for roll in seen.told.rolls] == values
    states = [line for line in read_paths([clip], ["dice"]) if line["dice"] or line["unsure"]]
    assert [sorted(die["value"] for die in line["dice"]) for line in states] == values


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "manner"),
    quick(
        [
            ("dice_damian/dice_damian_000.jpg", held_by_hand),
            *(
                (f"{folder}/{folder}_{number}.jpg", manner)
                for folder, number in (("dice_damian", "010"), ("dice_misc", "000"), ("dice_nell", "000"))
                for manner in (list, held_by_hand)
            ),
        ],
        0,
        more=1,
    ),
)
def test_a_throw_settles_once_with_the_right_faces(photographs, tmp_path, name, manner):
    picture, values = photograph((photographs / name).parent, Path(name).name)
    clip = written(manner(thrown(picture, values)), tmp_path / "throw.avi")

    (seen,) = watched([clip], asks_of(f"dice={len(values)}"), mat=False)
    assert [Counter(roll) for roll in seen.told.rolls] == [Counter(values)]
    states = [line for line in read_paths([clip], ["dice"]) if line["dice"] or line["unsure"]]
    assert [sorted(die["value"] for die in line["dice"]) for line in states] == [values]
