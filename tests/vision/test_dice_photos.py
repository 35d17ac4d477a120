"""Real photographs of dice: hardly ever silently wrong, and nearly every die is at least found."""

import json

import cv2
import pytest

from tests.at_first import quick
from tests.tables import cases
from ui.lab.bench.scoring import score, total
from vision.dice.reader import dice_in
from vision.files import open_one
from vision.health import why_blocked
from vision.read import as_json, read_paths
from vision.wanted import PIPS, Wanted

OVERHEAD = ("dice_nell", "dice_damian", "dice_wiktoria", "dice_misc")


def scored(folder):
    rows = json.loads((folder / "labels.json").read_text("utf-8"))
    by_path = {str(folder / row["file"]): row for row in rows}
    return total(score(by_path[line["file"]], line, "dice") for line in read_paths(list(by_path), ["dice"]))


def test_photographs_that_were_never_learnt_from(outside_pictures):
    done = scored(outside_pictures / "photos" / "dice_misc")

    assert done.wrong == 0 and done.missed <= 0.04 * done.objects and done.right >= 0.9 * done.objects


@cases(
    "file, values",
    {
        "a face that is hardly seen beside its side faces": ("001", "11"),
        "a side face that seems to be a leaning die": ("047", "3333"),
    },
)
def test_dice_seen_from_the_side_are_told(outside_pictures, file, values):
    path = outside_pictures / "photos" / "dice_matteo" / f"dice_matteo_{file}.jpg"
    seen, _ = dice_in(open_one(path).picture, Wanted(dice={PIPS: len(values)}))

    assert "".join(die.value for die in seen) == values


@pytest.mark.parametrize("file", quick(["dice_nell_120", "dice_matteo_048", "dice_nell_060"], more=1))
def test_what_too_much_light_leaves_is_read_and_what_it_washes_out_asked_about(outside_pictures, file):
    folder = outside_pictures / "photos" / file.rpartition("_")[0]
    (row,) = (row for row in json.loads((folder / "labels.json").read_text("utf-8")) if file in row["file"])
    picture = cv2.convertScaleAbs(open_one(folder / row["file"]).picture, alpha=2.2)
    wanted = Wanted(dice={PIPS: len(row["dice"])})
    answer = as_json(dice_in(picture, wanted)[0], (), wanted)
    done = score(row, answer, "dice")

    assert why_blocked(picture) == "" and done.wrong == 0 and done.right >= 0.25 * done.objects
    assert not any(die["cocked"] for die in answer["dice"])


@pytest.mark.long
def test_silent_errors_on_all_photographs_from_above(outside_pictures):
    done = total(scored(outside_pictures / "photos" / name) for name in OVERHEAD)

    assert done.wrong <= 0.005 * done.objects
    assert done.missed <= 0.01 * done.objects and done.right >= 0.93 * done.objects
