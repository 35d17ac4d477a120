"""A picture of the empty table: what is on it as well is neither die nor card, everything else stays."""

import json

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.sightings import Frame, Seen
from tests.at_first import more, quick
from ui.command import main
from ui.eyes_set_up import EMPTY_TABLE, kept_empty_table
from vision import Eyes, Wanted, calibrate
from vision.drawn import draw
from vision.lab.scenes import any_dice
from vision.look import LAY_THERE, laid, look
from vision.read import read_picture
from vision.scene.motion import Memory

WANTED = Wanted({"pips": 2, "colour": 1})


def values(dice):
    return sorted(die.value for die in dice)


@pytest.fixture
def printed(table_scene):
    """The table with nothing on it but a die that is only printed there."""
    return replace(table_scene, dice=table_scene.dice[:1], cards=())


@pytest.mark.parametrize("brighter", [1.0, 0.75, 1.2], ids=["same light", "darker", "brighter"])
def test_what_is_printed_on_the_table_is_no_die_in_whatever_light(table_scene, printed, brighter):
    calibration = calibrate(draw(table_scene), table_scene.mat, table_scene.camera.view)
    light = replace(table_scene.light, level=table_scene.light.level * brighter)
    now = draw(replace(table_scene, light=light, seed=3))

    seen = look(now, WANTED, calibration, memory=Memory(empty=draw(printed)))

    assert values(seen.dice) == values(table_scene.dice[1:])
    assert [one.why for one in seen.passed_over].count(LAY_THERE) == 1


def test_a_table_with_nothing_but_the_printed_die_is_empty(printed):
    calibration = calibrate(draw(printed), printed.mat, printed.camera.view)
    before, _ = Eyes(calibration).see(Frame(draw(printed), 0, 0), WANTED)
    eyes = Eyes(calibration, empty=draw(replace(printed, seed=9)))

    for n in range(1, 5):
        after, _ = eyes.see(Frame(draw(replace(printed, seed=n)), n * 33_000_000, n), WANTED)

    assert len(before.dice) == 1
    assert not after.dice
    assert after.state in (Seen.EMPTY, Seen.WAITING)


@pytest.mark.parametrize("seed", quick(range(6), 2))
def test_dice_and_cards_that_were_laid_later_all_stay(table_scene, seed):
    dice = any_dice(np.random.default_rng(seed), table_scene, {"pips": 2, "colour": 1})
    scene = replace(table_scene, dice=tuple(dice))
    calibration = calibrate(draw(scene), scene.mat, scene.camera.view)
    wanted, now = replace(WANTED, cards=True), draw(scene)

    empty = draw(replace(scene, dice=(), cards=(), seed=7))
    with_it, without = (look(now, wanted, calibration, memory=Memory(empty=one)) for one in (empty, None))

    assert (with_it.dice, with_it.cards) == (without.dice, without.cards)


def test_without_a_mat_and_for_cards_it_holds_as_well(table_scene):
    now, empty = draw(table_scene), draw(replace(table_scene, dice=table_scene.dice[:1], seed=2))
    cut = np.s_[40:-40, 40:-40]
    dice, _, _ = read_picture(np.ascontiguousarray(now[cut]), Wanted())
    some, _, passed = read_picture(
        np.ascontiguousarray(now[cut]), Wanted(), empty=np.ascontiguousarray(empty[cut])
    )
    _, cards, _ = read_picture(now, Wanted(cards=True))

    assert len(some) == len(dice) - 1
    assert LAY_THERE in [one.why for one in passed]
    assert laid(now, now, cards)[0] == ()
    assert len(cards) == 5


def test_a_picture_of_another_size_says_nothing(table_scene):
    dice, _, _ = read_picture(draw(table_scene), WANTED)

    assert laid(np.zeros((90, 160, 3), np.uint8), draw(table_scene), dice) == (dice, ())


def test_it_is_named_when_pictures_are_read(table_scene, printed, tmp_path, capsys):
    for name, scene in (("now", table_scene), ("empty", printed)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), draw(scene))
    command = ["read", "--want", "dice", "--json", str(tmp_path / "now.png"), "--empty"]

    assert main([*command, str(tmp_path / "empty.png")]) == 0
    assert len(json.loads(capsys.readouterr().out)["dice"]) == len(table_scene.dice) - 1

    assert main([*command, str(tmp_path / "none.png")]) != 0
    assert "leeren Tisches" in capsys.readouterr().err

    cv2.imwrite(str(tmp_path / "small.png"), draw(printed)[::2, ::2])
    assert main([*command, str(tmp_path / "small.png")]) == 1
    assert "1280 x 720, that of the empty table 640 x 360" in json.loads(capsys.readouterr().out)["error"]


@more
def test_it_is_kept_only_where_somebody_asks_for_it_and_forgotten_again(
    printed, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    picture = tmp_path / "picture.png"
    cv2.imwrite(str(picture), draw(printed))

    main(["calibrate", "--pictures", str(picture)])
    assert kept_empty_table(tmp_path) is None

    main(["calibrate", "--pictures", str(picture), "--empty"])
    kept = kept_empty_table(tmp_path)
    assert kept is not None
    assert kept.shape == draw(printed).shape

    (tmp_path / EMPTY_TABLE).write_bytes(b"torn")
    assert kept_empty_table(tmp_path) is None

    main(["calibrate", "--pictures", str(picture), "--no-empty"])
    assert not (tmp_path / EMPTY_TABLE).exists()


@more
def test_what_looks_like_a_die_on_the_empty_table_is_told_since_it_will_not_count(
    table_scene, printed, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    picture = tmp_path / "picture.png"
    command = ["calibrate", "--pictures", str(picture)]

    cv2.imwrite(str(picture), draw(printed))
    assert main([*command, "--empty"]) == 0
    assert "etwas, das wie ein Würfel oder eine Karte aussieht" in capsys.readouterr().out

    cv2.imwrite(str(picture), draw(replace(table_scene, dice=(), cards=())))
    assert main([*command, "--empty"]) == 0
    told = capsys.readouterr().out
    assert "So sieht der leere Tisch aus" in told
    assert "wie ein Würfel oder eine Karte aussieht" not in told

    assert main([*command, "--no-empty"]) == 0
    assert "ist vergessen" in capsys.readouterr().out


def test_a_picture_in_which_nothing_can_be_seen_is_not_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((720, 1280, 3), np.uint8))

    assert main(["calibrate", "--pictures", str(tmp_path / "dark.png"), "--empty"]) != 0
    assert "Es ist schwarz" in capsys.readouterr().err
    assert kept_empty_table(tmp_path) is None


def test_kept_and_forgotten_at_once_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    with pytest.raises(SystemExit, match="2"):
        main(["calibrate", "--empty", "--no-empty"])
    assert not list(tmp_path.iterdir())


def test_a_size_without_corners_is_refused(table_scene, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "picture.png"), draw(table_scene))

    assert main(["calibrate", "--pictures", str(tmp_path / "picture.png"), "--size", "420x297"]) == 2
    assert "ohne --corners" in capsys.readouterr().err
