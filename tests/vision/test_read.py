"""Picture files: one line each, whatever they are, and the next one goes on."""

import json

import cv2
import numpy as np
import pytest

from companion.sightings import DieSeen
from tests.at_first import quick
from tests.tables import cases
from vision.files import moving_pictures, stated_size
from vision.read import as_json, read_paths, settled
from vision.wanted import Wanted


@pytest.fixture
def write(tmp_path):
    def write(name, picture, *options):
        path = tmp_path / name
        assert cv2.imwrite(str(path), picture, list(options))
        return path

    return write


def one(path, **more):
    (line,) = read_paths([path], **more)
    json.dumps(line)
    return line


def test_a_picture_of_the_table(write, table_scene, table_picture):
    line = one(write("table.png", table_picture))

    assert {(d["type"], d["value"]) for d in line["dice"]} == {
        (die.look.type, int(die.value) if die.look.type == "pips" else die.value) for die in table_scene.dice
    }
    assert sorted(card["name"][0] for card in line["cards"]) == ["1", "2", "4", "5", "6"]
    assert line["unsure"] == [] and line["ms"] > 0


def test_a_die_may_be_asked_about_with_faces_of_two_kinds():
    """A speck on a sheet of paper looked like a die with three pips, or like one whose face is +-3."""
    speck = DieSeen("pips", "", (300.0, 200.0, 40.0, 40.0), 0.4, choices=("3", "+-3"))
    (asked,) = as_json([speck], [], Wanted())["unsure"]
    assert asked["choices"] == [3, "+-3"]


def test_what_was_not_wanted_is_not_there(write, table_picture):
    assert "cards" not in one(write("table.png", table_picture), want=["dice"])
    assert "dice" not in one(write("table.png", table_picture), want=["cards"])


def _cmyk_like(picture):
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


@cases(
    "name, change",
    {
        "alpha": ("alpha.png", _cmyk_like),
        "16 bit": ("deep.png", lambda p: p.astype(np.uint16) * 257),
        "jpeg": ("photo.jpg", lambda p: p),
        "webp": ("photo.webp", lambda p: p),
    },
)
def test_kinds_of_pictures_that_are_read(write, table_picture, name, change):
    line = one(write(name, change(table_picture)))

    assert len(line["dice"]) == 3


def test_a_grey_picture_has_pips_but_no_colours(write, table_picture):
    line = one(write("grey.png", cv2.cvtColor(table_picture, cv2.COLOR_BGR2GRAY)), want=["dice"])

    assert all(die["type"] != "colour" for die in line["dice"])


@cases(
    "name, content",
    {
        "empty": ("empty.jpg", b""),
        "not a picture": ("text.png", b"roll the dice"),
        "truncated jpeg": ("cut.jpg", b"\xff\xd8\xff\xe0" + bytes(900)),
        "truncated png": ("cut.png", b"\x89PNG\r\n\x1a\n" + bytes(900)),
        "not a video": ("film.mp4", b"no film"),
    },
)
def test_files_that_are_no_pictures_give_one_sentence(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)

    line = one(path)

    assert line["file"] == str(path) and line["error"] and "dice" not in line


def test_half_of_a_jpeg_is_not_read_as_half_the_dice(write, table_picture):
    path = write("table.jpg", table_picture)
    path.write_bytes(path.read_bytes()[:-20_000])

    assert "cut off" in one(path)["error"]


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (900, 3)])
def test_pictures_too_small_for_anything(write, size):
    assert "pixels" in one(write("small.png", np.zeros((*size, 3), np.uint8)))["error"]


def test_a_black_picture_is_an_error_and_an_empty_table_is_not(write):
    assert "black" in one(write("black.png", np.zeros((400, 600, 3), np.uint8)))["error"]
    rough = np.random.default_rng(1).normal(120, 6, (400, 600, 3)).clip(0, 255).astype(np.uint8)
    assert one(write("empty.png", rough))["dice"] == []


@pytest.mark.parametrize("name", quick(["huge.jpg", "huge.png"], more=1))
def test_twelve_thousand_pixels_are_read_at_a_quarter(write, name):
    path = write(name, np.full((12_000, 12_000), 128, np.uint8))

    stated = stated_size(path.read_bytes())
    assert stated is not None and (stated.width, stated.height) == (12_000, 12_000)
    told = one(path)
    assert "error" in told or told["dice"] == []


def chunk(name, content=b"", stated=None):
    """A part of a PNG; *stated* is how long it says it is."""
    length = len(content) if stated is None else stated
    return length.to_bytes(4, "big") + name + content + bytes(4)


PNG = b"\x89PNG\r\n\x1a\n"
HUGE = (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"


@cases(
    "content, says",
    {
        "four gigabytes in sixteen bytes": (PNG + b"\xff\xff\xff\xffIEND", "cut off"),
        "two gigabytes": (PNG + chunk(b"IEND", stated=1 << 31), "cut off"),
        "no size at all": (PNG + chunk(b"IDAT") + chunk(b"IEND"), "cut off"),
        "a huge PNG": (PNG + chunk(b"IHDR", HUGE) + chunk(b"IEND"), "too large"),
        "a huge bitmap": (
            b"BM" + bytes(12) + b"\x28\0\0\0" + (60_000).to_bytes(4, "little") * 2 + bytes(64),
            "too large",
        ),
    },
)
def test_a_few_bytes_cannot_ask_for_gigabytes(tmp_path, monkeypatch, content, says):
    path = tmp_path / "small.png"
    path.write_bytes(content)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("OpenCV would take the memory first"))

    assert says in one(path)["error"]


def test_missing_files_and_folders(tmp_path, write, table_picture):
    assert "cannot be opened" in one(tmp_path / "nothing.jpg")["error"]
    (tmp_path / "empty").mkdir()
    assert "no pictures" in one(tmp_path / "empty")["error"]


def test_a_bad_file_does_not_stop_the_next_and_a_folder_gives_its_pictures(tmp_path, write, table_picture):
    (tmp_path / "a.png").write_bytes(b"bad")
    write("b.png", table_picture)

    lines = list(read_paths([tmp_path], want=["dice"], overlay_dir=tmp_path / "seen"))

    assert ["error" in line for line in lines] == [True, False]
    assert cv2.imread(str(tmp_path / "seen" / "b.png")).shape == table_picture.shape


def video_of(path, pictures):
    """A clip of ten pictures a second."""
    high, wide = pictures[0].shape[:2]
    video = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (wide, high))
    for picture in pictures:
        video.write(picture)
    video.release()
    return path


def test_a_video_gives_each_settled_state_once(tmp_path, table_picture):
    """The dice move over the mat, and then they lie there for two seconds."""
    moving = [table_picture.copy() for _ in range(6)]
    for n, picture in enumerate(moving):
        picture[230:380, 600:1000] = np.roll(table_picture[230:380, 600:1000], 30 * (6 - n), axis=1)
    path = video_of(tmp_path / "table.avi", [*moving, *[table_picture] * 20])

    lines = list(read_paths([path], want=["dice"]))

    (line,) = lines
    assert len(line["dice"]) == 3 and 6 <= line["frame"] <= 12


def test_a_video_in_which_nothing_lies_gives_one_line(tmp_path, table_picture):
    path = video_of(tmp_path / "grey.avi", [np.full_like(table_picture, 120)] * 20)

    (line,) = read_paths([path], want=["dice"])
    assert line["dice"] == [] and "error" not in line


def test_what_is_doubtful_and_nowhere_the_same_is_no_state(tmp_path, table_picture):
    """A shadow here and a stain there, in two looks in a row each; then a doubtful die that stays."""
    path = video_of(tmp_path / "table.avi", [table_picture] * 24)

    def read(shown):
        size = 20.0 if shown.frame >= 8 else 20.0 * 2 ** (1 + shown.frame // 2)
        return {"dice": [], "unsure": [{"what": "die", "box": [50.0, 50.0, size, size]}]}

    (line,) = settled(path, read)
    assert line["unsure"][0]["box"][2] == 20.0


def test_a_clip_looked_at_as_often_as_it_has_pictures_shows_each_once(tmp_path, table_picture):
    path = video_of(tmp_path / "table.avi", [table_picture] * 20)

    assert [seen.frame for seen in moving_pictures(path, 100)] == list(range(20))


@pytest.mark.long
def test_real_photographs_never_break_the_reader(outside_pictures):
    paths = sorted((outside_pictures / "photos").glob("dice_*/*.jpg"))[::15]

    lines = list(read_paths(paths, want=["dice"]))

    assert len(lines) == len(paths)
    assert all(
        str(die["value"]) in "123456" for line in lines for die in line["dice"] if die["type"] == "pips"
    )
