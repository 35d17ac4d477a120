"""`companion bench tune`: what a number of the eyes decides, and which value other pictures would choose."""

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from command_line import said
from msgspec.structs import replace

from tests.at_first import more
from tests.tables import cases
from ui.lab.bench.limits import EYES, VISION, Limit, limits_of
from ui.lab.bench.scoring import Score
from ui.lab.bench.tune import Tried, Tuned, tune_drawing, tune_table

pytestmark = pytest.mark.usefixtures("home")
NUMBER = re.compile(r"    \w+: (int|float|tuple\[.*\]) = ")
SURE = next(limit for limit in limits_of("dice") if limit.called == "dice.reader.sure")


@pytest.mark.parametrize("eye", EYES)
def test_the_numbers_of_an_eye_are_found_where_they_stand(eye):
    limits = limits_of(eye)
    assert len(limits) > 50 and len({limit.called for limit in limits}) == len(limits)
    assert [limit.called for limit in limits if not limit.why] == []
    assert all(
        limit.value not in limit.others() and 2 <= len(limit.others()) <= 4 for limit in limits if limit.value
    )


@pytest.mark.parametrize(
    "called", ["dice.reader.sure", "cards.verdict.sure", "cards.find.most", "pyramid.dice.clear"]
)
def test_the_eyes_are_loaded_with_the_changed_number(called):
    eye, group, name = called.split(".")
    program = (
        "from ui.lab.bench.limits import Limit, change\n"
        f"change(Limit('{eye}', '{group}', '{name}', 7, ''))\n"
        f"import vision.{eye}.{group} as module; print(module._S.{name})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "7", done.stderr


@pytest.mark.parametrize("eye", EYES)
def test_every_number_of_an_eye_says_its_unit_and_what_it_decides(eye):
    lines = [
        line for file in sorted((VISION / eye).glob("settings*.py")) for line in file.read_text().split("\n")
    ]
    numbers = [n for n, line in enumerate(lines) if NUMBER.match(line)]
    assert len(numbers) > 100
    assert [lines[n] for n in numbers if "  # " not in lines[n] and "    # " not in lines[n - 1]] == []


@cases(
    "value, others",
    {
        "a share that is nearly one changes by its rest": (0.9, (0.8, 0.86, 0.925, 0.95)),
        "a length changes by a share of itself": (20.0, (14.0, 17.0, 24.0, 28.0)),
        "a small count changes by one": (3, (2, 4)),
        "a larger count by a share as well": (10, (7, 9, 11, 14)),
        "what is subtracted stays so": (-2.0, (-2.8, -2.4, -1.7, -1.4)),
    },
)
def test_the_values_that_are_tried(value, others):
    assert Limit("dice", "reader", "sure", value, "").others() == others


def tuned(*scores):
    """A number with so many values, each with the scores of the sources a, b, c as (asked, wrong)."""
    tried = (
        Tried(
            float(n),
            {
                name: Score(1, 10, 10 - asked - wrong, asked, wrong)
                for name, (asked, wrong) in zip("abc", row, strict=True)
            },
        )
        for n, row in enumerate(scores)
    )
    return Tuned(replace(SURE, why="so <sure>"), tuple(tried))


@cases(
    "one, left_out",
    {
        "a value that helps everywhere helps what was left out": (tuned([(2, 0)] * 3, [(1, 0)] * 3), (6, 3)),
        "one that helps a single source does not": (
            tuned([(1, 0)] * 3, [(0, 0), (1, 1), (1, 1)]),
            (3, 3),
        ),
        "a silent error outweighs nine questions": (tuned([(9, 0)] * 3, [(0, 1)] * 3), (27, 27)),
        "but not eleven": (tuned([(10, 0)] * 3, [(0, 0), (0, 0), (0, 1)]), (30, 10)),
    },
)
def test_a_value_is_chosen_on_all_sources_but_the_one_that_it_is_tried_on(one, left_out):
    assert one.left_out == left_out


def test_the_table_names_what_decides_nothing_and_the_drawing_can_be_read():
    idle = replace(tuned([(1, 0)] * 3, [(1, 0)] * 3), limit=replace(SURE, name="idle"))
    both = [idle, tuned([(2, 0)] * 3, [(0, 1)] * 3)]
    table = tune_table(both)
    assert "1 numbers decide nothing on these pictures: dice.reader.idle" in table
    assert "*          0  24 / 6 / 0 / 0" in table and "           1  27 / 0 / 0 / 3" in table
    (line,) = [
        path
        for path in ElementTree.fromstring(tune_drawing(both)).iter()
        if path.get("stroke", "").startswith("hsl")
    ]
    assert line[0].text == "dice.reader.sure: so <sure>"


@more
def test_the_eyes_are_read_again_with_each_value_and_a_log_is_gone_on_with(capsys, home):
    from vision.lab.scenes import any_scene, write_labelled  # noqa: PLC0415

    place, log = home / "drawn", home / "log"
    list(write_labelled(place, [any_scene(n, {"pips": 3}, {}, seats=4) for n in range(2)]))
    call = ("bench", "tune", "--pictures", str(place), "--limit", "reader.sure", "--log", str(log), "--json")
    code, out, _ = said(capsys, *call)
    (limit,) = json.loads(out)["tune"]["limits"]
    read = log.read_bytes()
    assert (
        code == 0
        and limit["limit"]["name"] == "sure"
        and [len(one["scores"]) for one in limit["tried"]] == [1] * 5
    )
    assert limit["tried"][0]["scores"]["drawn"]["right"] >= 4
    assert said(capsys, *call)[1].count('"tried"') == 1 and log.read_bytes() == read


def test_what_is_missing_is_said(capsys):
    code, out, _ = said(capsys, "bench", "tune")
    assert code == 1 and "--pictures DIR" in out


@cases(
    "limit, what, helps",
    {
        "a number misspelt": ("reader.shure", "No number is called reader.shure", "Did you mean reader.sure"),
        "a number that is none": ("xyzzy", "No number is called xyzzy", "vision/dice/settings.py"),
        "no picture": ("reader.sure", "There is no labelled picture", "Name a folder of labelled sets"),
    },
)
def test_what_cannot_be_tuned_is_refused_with_what_to_do(capsys, home, limit, what, helps):
    (home / "labels.json").write_text("[]")
    code, out, err = said(capsys, "bench", "tune", "--pictures", str(home), "--limit", limit)
    assert code and what in out + err and helps in out + err
