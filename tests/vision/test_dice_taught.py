"""Dice are taught with one picture per face, kept, and known again."""

import cv2
import numpy as np
import pytest

from tests.at_first import quick
from tests.tables import cases
from vision.dice.drawings import FACE, KnownDie, colour_shares, colours_of, drawing_shares
from vision.dice.networks import shipped
from vision.dice.options import as_taught, options_of
from vision.dice.taught import SUFFIX, Confusion, confusions, known_dice, teach_dice
from vision.dice.verdicts import NAMES, Verdict
from vision.dice.windows import Halvings, Place
from vision.kit.marks import mark_of
from vision.kit.values import COLOURS
from vision.teaching import CannotTeachError

PLACE = Place(100.0, 100.0, 60.0, 0.6)
SIGNS = {"+-1": "I", "+-2": "V", "+-3": "X", "smile": "S", "grim": "Z"}


def face(text):
    """A face that no kit has: a letter on pink."""
    picture = np.full((200, 200, 3), (180, 170, 240), np.uint8)
    cv2.putText(picture, text, (50, 155), cv2.FONT_HERSHEY_DUPLEX, 5, (30, 20, 60), 14, cv2.LINE_AA)
    return picture


def on_table(picture, turn=0, dark=1.0):
    """The face as the top of a die that lies on cloth."""
    table = np.full((200, 200, 3), (60, 110, 50), np.uint8)
    small = cv2.resize(np.rot90(picture, turn), (60, 60), interpolation=cv2.INTER_AREA)
    table[70:130, 70:130] = (small * dark).astype(np.uint8)
    return table


@pytest.fixture
def folder(tmp_path):
    where = tmp_path / "faces"
    where.mkdir()
    for value, text in SIGNS.items():
        cv2.imwrite(str(where / f"{value}.png"), face(text))
    cv2.imwrite(str(where / "grim_2.png"), face("Z"))
    return where


def test_a_die_is_taught_and_known_again(tmp_path, folder):
    told = teach_dice("ours", folder, "piggy-die", tmp_path / "kept")

    assert told.name == "ours" and set(told.faces) == set(SIGNS) and told.pictures == 6
    (die,) = known_dice(tmp_path / "kept")
    assert (die.name, die.type, set(die.values)) == ("ours", "piggy", set(SIGNS))
    assert die.faces.shape == (6, FACE, FACE, 3)


def most_likely(picture, taught=(), types=()):
    """The likeliest value of what the judge takes for a drawing, and how likely it is."""
    shares = np.zeros(len(NAMES), np.float32)
    shares[NAMES.index("piggy")] = 1.0
    verdict = Verdict(PLACE, shares, 0.0, 0.0, np.zeros(2, np.float32), 1.0)
    options = options_of(Halvings(picture), verdict, types, taught)
    return max(options.items(), key=lambda option: option[1])


@pytest.mark.parametrize("value", quick([*SIGNS], 2))
def test_a_drawing_like_none_that_is_known_is_not_said_for_sure(tmp_path, folder, value):
    picture = on_table(face(SIGNS[value]))
    assert most_likely(picture)[1] < 0.4

    teach_dice("ours", folder, "piggy-die", tmp_path)
    assert most_likely(picture, known_dice(tmp_path)) == (("piggy", value), pytest.approx(1.0, abs=0.2))


@cases(
    "sign, is_taught, is_round, die",
    {
        "a number that was taught": ("+-2", True, False, True),
        "a number that nobody taught": ("+-2", False, False, False),
        "a pig that was taught": ("smile", True, False, True),
        "a coin that looks like the pig": ("smile", True, True, False),
    },
)
def test_a_taught_face_is_a_die_though_the_judge_sees_nothing(sign, is_taught, is_round, die):
    own = np.repeat(255 - np.asarray(mark_of("piggy", sign))[:, :, None], 3, axis=2)
    kept = np.stack([cv2.resize(own, (FACE, FACE), interpolation=cv2.INTER_AREA)])
    nothing = np.eye(1, len(NAMES), dtype=np.float32)[0]
    verdict = Verdict(PLACE, nothing, 0.0, 0.0, np.zeros(2, np.float32), 1.0)
    taught = [KnownDie("ours", "piggy", (sign,), kept)] if is_taught else []
    picture = on_table(own)
    if is_round:
        inside = cv2.circle(np.zeros(picture.shape[:2], np.uint8), (100, 100), 30, 1, -1)
        picture = np.where(inside[:, :, None] > 0, picture, np.uint8([60, 110, 50]))

    assert (as_taught(Halvings(picture), taught, shipped(), verdict).die > 0.85) == die


@pytest.mark.parametrize("value", SIGNS)
def test_the_drawings_of_the_kit_are_known_untaught(value):
    own = np.repeat(255 - np.asarray(mark_of("piggy", value))[:, :, None], 3, axis=2)

    (kind, said), sure = most_likely(on_table(own))
    assert (kind, said) == ("piggy", value) and sure > 0.8
    assert most_likely(on_table(own), types=("pips",))[1] < 0.1  # a one in dim light may look like a pig


@pytest.mark.parametrize("dark", quick([0.45, 1.0]))
@pytest.mark.parametrize("turn", quick(range(4)))
@pytest.mark.parametrize("value", SIGNS)
def test_a_taught_face_is_known_however_it_lies_and_in_less_light(tmp_path, folder, value, turn, dark):
    teach_dice("ours", folder, "piggy-die", tmp_path)
    picture = on_table(face(SIGNS[value]), turn, dark)
    shares, like = drawing_shares(Halvings(picture), PLACE, 0.0, known_dice(tmp_path))

    assert max(shares, key=shares.__getitem__) == value and like > 0.7


def test_colours_of_a_taught_colour_die(tmp_path):
    for name, colour in COLOURS.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((120, 120, 3), colour, np.uint8))
    teach_dice("paint", tmp_path, "colour-die", tmp_path / "kept")
    (die,) = known_dice(tmp_path / "kept")

    assert {
        name: np.abs(np.subtract(c, COLOURS[name])).max() <= 1 for name, c in colours_of(die).items()
    } == dict.fromkeys(COLOURS, True)
    blue = on_table(np.full((60, 60, 3), COLOURS["blue"], np.uint8))
    shares = colour_shares(Halvings(blue), PLACE, 0.0, [die], dict.fromkeys(COLOURS, 1 / len(COLOURS)))
    assert max(shares, key=lambda name: shares[name]) == "blue"


def test_faces_that_look_alike_are_told(tmp_path):
    for name, text in {"+-1": "I", "+-2": "I", "+-3": "X"}.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), face(text))

    assert ("+-1", "+-2") in teach_dice("twins", tmp_path, "piggy-die", tmp_path / "kept").alike


@cases(
    "names, said",
    {
        "unknown face": (["seven.png", "grim.png"], "no face of such a die"),
        "one face only": (["grim.png"], "fewer than two"),
        "empty": ([], "holds no pictures"),
    },
)
def test_what_cannot_be_taught_is_said_with_a_next_step(tmp_path, names, said):
    source = tmp_path / "faces"
    source.mkdir()
    for name in names:
        cv2.imwrite(str(source / name), face("X"))
    with pytest.raises(CannotTeachError, match=said) as refused:
        teach_dice("bad", source, "piggy-die", tmp_path / "kept")

    assert refused.value.next_step and not (tmp_path / "kept").exists()


def test_a_damaged_picture_is_left_out_and_a_damaged_die_is_passed_over(tmp_path, folder):
    (folder / "smile_2.png").write_bytes(b"no picture")
    told = teach_dice("ours", folder, "piggy-die", tmp_path / "kept")
    (tmp_path / "kept" / f"broken{SUFFIX}").write_bytes(b"no die")

    assert len(told.left_out) == 1 and "smile_2.png" in told.left_out[0]
    assert [die.name for die in known_dice(tmp_path / "kept")] == ["ours"]
    assert known_dice(None) == () and known_dice(tmp_path / "nowhere") == ()


def test_a_die_that_is_taught_again_is_read_anew(tmp_path, folder):
    kept = tmp_path / "kept"
    teach_dice("ours", folder, "piggy-die", kept)
    first = known_dice(kept)[0]
    cv2.imwrite(str(folder / "grim.png"), face("Q"))
    teach_dice("ours", folder, "piggy-die", kept)

    assert isinstance(first, KnownDie) and not np.array_equal(first.faces, known_dice(kept)[0].faces)


def test_trying_out_counts_every_picture_once(tmp_path, folder):
    teach_dice("ours", folder, "piggy-die", tmp_path / "kept")
    (folder / "smile_2.png").write_bytes(b"no picture")
    done = confusions(folder, "piggy-die", tmp_path / "kept")

    assert done.pictures == 6 and set(done.counts) == set(SIGNS) and len(done.left_out) == 1
    assert 0 <= done.right + done.silently_wrong <= 6


def test_what_is_asked_is_not_silently_wrong():
    done = Confusion({"grim": {"grim": 3, "asked": 2, "smile": 1}, "smile": {"nothing": 1}})

    assert (done.pictures, done.right, done.silently_wrong) == (7, 3, 1)
