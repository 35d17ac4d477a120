"""`companion watch`: pictures and clips go through the path of a game, and each roll is told once."""

import json
from itertools import pairwise
from random import Random

import cv2
import numpy as np
import pytest
from command_line import said

from tests.at_first import more, quick
from ui.twin.drawn_table import DrawnTable
from vision.calibration import calibrate_any
from vision.drawn import DieLook, DieOnTable, TableScene, draw
from vision.drawn.scene import Hand
from vision.kit.camera import Camera
from vision.lab.scenes.any_pyramid import NO_MAT
from vision.mat import TRAY, table_mat

pytestmark = pytest.mark.usefixtures("home")

PEOPLE = ("Ada", "Ben")


def table_with(values):
    """A picture of the kit's mat with dice in its tray."""
    mat = table_mat(2, 50)
    x, y = mat.zone(TRAY).centre
    dice = tuple(
        DieOnTable(DieLook(), value, x + 45 * (n - 1), y + 12 * n, yaw=20 * n)
        for n, value in enumerate(values)
    )
    return draw(
        TableScene(mat=mat, camera=Camera(x=mat.width / 2, y=mat.height / 2, distance=500), dice=dice)
    )


@pytest.fixture
def rolls(tmp_path):
    """Two pictures of a table, each with another roll."""
    for name, values in (("a.png", "52"), ("b.png", "41")):
        cv2.imwrite(str(tmp_path / name), table_with(values))
    return tmp_path


def lines_of(capsys, *words):
    code, out, _ = said(capsys, "watch", "--json", *map(str, words))
    return code, [json.loads(line) for line in out.splitlines()]


def test_each_picture_is_a_roll_that_is_told_once(capsys, rolls):
    code, lines = lines_of(capsys, rolls, "--ask", "dice=2")
    ends = [line for line in lines if "file" in line]

    assert code == 0
    assert [(sorted(end["told"][0]), len(end["told"])) for end in ends] == [([2, 5], 1), ([1, 4], 1)]
    assert all(end["questions"] == 0 and end["troubles"] == [] for end in ends)


def test_facts_carry_time_values_and_places_as_read_prints_them(capsys, rolls):
    _, lines = lines_of(capsys, rolls / "a.png", "--ask", "dice=2")
    (fact,) = (line for line in lines if "fact" in line)
    _, out, _ = said(capsys, "read", "--json", str(rolls / "a.png"), "--want", "dice")

    read = {die["value"]: die["box"] for die in json.loads(out)["dice"]}
    assert fact["fact"] == "dice" and fact["t"] > 0
    assert {die["value"] for die in fact["dice"]} == set(read)
    for die in fact["dice"]:
        assert die["type"] == "pips"
        assert die["box"] == pytest.approx(read[die["value"]], abs=3.0)


def test_what_is_seen_is_told_when_it_changes(capsys, rolls):
    _, lines = lines_of(capsys, rolls / "a.png", "--ask", "dice=2")
    seen = [line["sees"] for line in lines if "sees" in line]

    assert "empty" in seen and "moving" in seen and "settled" in seen
    times = [line["t"] for line in lines if "t" in line]
    assert times == sorted(times)
    looks = [line for line in lines if "sees" in line]
    assert all(one | {"t": 0} != other | {"t": 0} for one, other in pairwise(looks))


def test_without_an_ask_whatever_lies_there_is_told(capsys, rolls):
    _, lines = lines_of(capsys, rolls / "a.png")

    assert sorted(lines[-1]["told"][0]) == [2, 5]


@more
def test_a_die_too_few_is_trouble_and_no_fact(capsys, rolls):
    _, lines = lines_of(capsys, rolls / "a.png", "--ask", "dice=3")

    assert lines[-1]["told"] == [] and lines[-1]["troubles"] == ["amiss.dice_count"]
    (trouble,) = (line for line in lines if "trouble" in line)
    assert len(trouble["says"]) > 20 and "{" not in trouble["says"]


@more
def test_a_die_too_few_beside_a_reflection_is_told_with_the_place(capsys, rolls, tmp_path):
    picture = cv2.imread(str(rolls / "a.png"))
    eyes = calibrate_any(picture)
    tray = eyes.mat.zone(TRAY)
    (x, y) = eyes.project(np.array([[tray.x + tray.width / 2, tray.y + tray.height - 20, 0.0]]))[0].astype(
        int
    )
    picture[y - 45 : y + 45, x - 45 : x + 45] = 255
    cv2.imwrite(str(tmp_path / "burnt.png"), picture)
    _, lines = lines_of(capsys, tmp_path / "burnt.png", "--ask", "dice=3")

    assert lines[-1]["told"] == [] and "amiss.glare" in lines[-1]["troubles"]
    left, top, wide, high = next(line["box"] for line in lines if line.get("trouble") == "amiss.glare")
    assert left < x < left + wide and top < y < top + high and wide < 200


def write_clip(path, pictures):
    """A clip of ten pictures a second."""
    high, wide = pictures[0].shape[:2]
    video = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), 10, (wide, high))
    for picture in pictures:
        video.write(picture)
    video.release()
    return path


@more
def test_a_clip_of_a_roll_settles_once(capsys, tmp_path):
    """A hand takes the dice of the simulated table up and rolls them."""
    stage = DrawnTable(PEOPLE, Random(3))
    before = stage.still()
    shown = [(before.scene, 600), *((one.scene, one.ms) for one in stage.roll({"pips": [3, 6]}))]
    shown.append((stage.still().scene, 1200))
    pictures = [picture for scene, ms in shown for picture in [draw(scene)] * max(1, round(ms / 100))]
    code, lines = lines_of(capsys, write_clip(tmp_path / "roll.mp4", pictures), "--ask", "dice=2")

    assert code == 0
    assert lines[-1]["told"] == [[3, 6]] and lines[-1]["questions"] == 0


def dice_at(across, values="52", hands=()):
    """Two dice on a bare table, so far from where they will lie."""
    dice = tuple(
        DieOnTable(DieLook(), value, x - across, 0.5 * across, yaw=across)
        for value, x in zip(values, (-40.0, 35.0), strict=True)
    )
    camera = Camera(640, 360, x=0, y=0, distance=450)
    return draw(TableScene(mat=NO_MAT, camera=camera, dice=dice, hands=hands))


def thrown(hands=()):
    """The bare table, dice that roll over it, and dice at rest."""
    empty = draw(TableScene(mat=NO_MAT, camera=Camera(640, 360, x=0, y=0, distance=450), hands=hands))
    rolling = [dice_at(90 - 15 * n, hands=hands) for n in range(6)]
    return [*[empty] * 6, *rolling, *[dice_at(0, hands=hands)] * 22]


def held_by_hand(pictures):
    """The same by a camera in somebody's hand, that never is quite still."""
    random, x, y, turn, seen = np.random.default_rng(4), 0.0, 0.0, 0.0, []
    high, wide = pictures[0].shape[:2]
    for picture in pictures:
        x, y, turn = (0.7 * old + random.normal(0, by) for old, by in ((x, 2.5), (y, 2.5), (turn, 0.25)))
        way = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.05)
        way[:, 2] += (x, y)
        seen.append(cv2.warpAffine(picture, way, (wide, high), borderMode=cv2.BORDER_REFLECT))
    return seen


ARM = Hand(-150.0, 40.0)


@pytest.mark.parametrize(
    "pictures",
    quick(
        [
            pytest.param(thrown, id="fixed"),
            pytest.param(lambda: held_by_hand(thrown()), id="hand-held"),
            pytest.param(lambda: [*thrown()[:12], *thrown(hands=(ARM,))[12:]], id="a hand stays in view"),
        ]
    ),
)
def test_a_throw_without_a_mat_settles_once(capsys, tmp_path, pictures):
    path = write_clip(tmp_path / "throw.mp4", pictures())
    _, lines = lines_of(capsys, path, "--ask", "dice=2")

    assert lines[-1]["told"] == [[2, 5]]
    _, out, _ = said(capsys, "read", "--json", str(path), "--want", "dice")
    (read,) = (json.loads(line) for line in out.splitlines())
    assert sorted(die["value"] for die in read["dice"]) == [2, 5]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--ask", "dice"), "how many"),
        (("--ask", "sheep=3"), "Choose from"),
        (("--ask", "dice=0"), "nothing"),
        (("--mat", "corners=1,2,3"), "corners=X,Y"),
        (("--mat", "table"), "auto, none"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_cannot_be_meant_is_refused_with_a_next_step(capsys, rolls, words, says):
    code, out, err = said(capsys, "watch", str(rolls), *words)

    assert code == 2 and out == "" and says in err


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(capsys, rolls):
    (rolls / "a.png").write_bytes(b"no picture")
    (rolls / "film.mp4").write_bytes(b"no film")
    code, lines = lines_of(capsys, rolls, "--ask", "dice=2")

    assert code == 1
    assert [("error" in line, line["file"].rpartition("/")[2]) for line in lines if "file" in line] == [
        (True, "a.png"),
        (False, "b.png"),
        (True, "film.mp4"),
    ]
