"""Print and play as PDF: true to size, mats that the eyes find, stickers with the marks that they know."""

import re
import shutil
import subprocess

import cv2
import numpy as np
import pytest

from companion.family import FACES
from ui.command import main
from ui.prints.die_pages import STICKER, sticker
from ui.prints.label_pages import label
from ui.prints.mat_pages import LIP, tiles
from ui.prints.order import Order, write
from ui.prints.page import MARGIN
from vision.calibration import calibrate
from vision.drawn.prints.mat import mat_drawing
from vision.drawn.shapes import painted
from vision.kit.marks import mark_of
from vision.mat import SIZES, mat_of_marker, pyramid_mat, table_mat

WHITE = (255, 255, 255)
MATS = [
    table_mat(4, 60),
    table_mat(5, 50),
    table_mat(2, 40),
    pyramid_mat(60),
    pyramid_mat(50),
    pyramid_mat(40),
]
MM = 72 / 25.4


def sizes_of_pages(file):
    """Width and height of every page in millimetres."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", file.read_bytes())
    return [(float(wide) / MM, float(high) / MM) for wide, high in boxes]


def seen_from_above(mat, flat, per_mm):
    """The mat as a camera above it sees it, a little tilted; and where its points come to lie."""
    wide, high = mat.width * per_mm, mat.height * per_mm
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    seen = np.array([[70, 40], [1210, 55], [1190, 690], [60, 670]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, seen)
    picture = cv2.warpPerspective(flat, matrix, (1280, 720), flags=cv2.INTER_AREA, borderValue=(75, 110, 150))
    return picture, matrix @ np.diag([per_mm, per_mm, 1])


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: f"{mat.width:.0f}x{mat.height:.0f}-{mat.zones[0].name}")
def test_the_eyes_find_a_printed_mat(mat):
    flat = painted(mat_drawing(mat, {}), (mat.width, mat.height), 3.0, WHITE)
    picture, _ = seen_from_above(mat, flat, 3.0)

    found = calibrate(picture, mat)

    assert found is not None
    names = {zone.name for zone in mat.zones}
    assert names == {zone.name for zone in found.mat.zones}


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: f"{mat.width:.0f}x{mat.height:.0f}-{mat.zones[0].name}")
def test_every_marker_is_printed_where_the_eyes_expect_it(mat):
    flat = painted(mat_drawing(mat, {}), (mat.width, mat.height), 3.0, WHITE)
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100))
    corners, numbers, _ = finder.detectMarkers(flat)
    seen = {int(n): found[0] / 3.0 for n, found in zip(numbers.ravel(), corners, strict=True)}

    assert set(seen) == {marker.number for marker in mat.markers}
    for marker in mat.markers:
        assert np.abs(seen[marker.number] - np.array(marker.corners)).max() < 0.5
        assert mat_of_marker(marker.number) is not None


def test_a_mat_in_one_piece_is_true_to_size(tmp_path):
    mat = table_mat(3, 50)

    assert write(Order("mat", "", ("de", "en"), 3, 50, "mat"), tmp_path / "mat.pdf") == 1

    ((wide, _high),) = sizes_of_pages(tmp_path / "mat.pdf")
    assert wide == pytest.approx(mat.width + 2 * MARGIN, abs=0.05)


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("camera_cm", SIZES)
def test_tiles_cover_the_whole_mat(paper, camera_cm, tmp_path):
    mat = table_mat(4, camera_cm)
    width, height, rows, columns = tiles(mat, paper)

    pages = write(Order("mat", "", ("en",), 4, camera_cm, paper), tmp_path / "mat.pdf")

    assert pages == rows * columns == len(sizes_of_pages(tmp_path / "mat.pdf"))
    assert columns * (width - LIP) + LIP >= mat.width
    assert rows * (height - LIP) + LIP >= mat.height


@pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not here to draw the PDF"
)
def test_the_eyes_find_the_mat_on_the_paper_itself(tmp_path):
    mat = table_mat(4, 60)
    write(Order("mat", "", ("de", "en"), 4, 60, "mat"), tmp_path / "mat.pdf")
    subprocess.run(
        ["pdftoppm", "-r", "76.2", "-png", "mat.pdf", "page"], cwd=tmp_path, check=True
    )  # 3 dots per mm
    page = cv2.imread(str(next(tmp_path.glob("page*.png"))))
    flat = page[round(3 * MARGIN) :, round(3 * MARGIN) :][: round(3 * mat.height), : round(3 * mat.width)]
    picture, matrix = seen_from_above(mat, flat, 3.0)

    found = calibrate(picture, mat)

    assert found is not None
    middle = np.array([[mat.width / 2, mat.height / 2, 0.0]])
    want = matrix @ np.array([mat.width / 2, mat.height / 2, 1])
    assert np.hypot(*(found.project(middle)[0] - want[:2] / want[2])) < 2.0  # pixels


def test_cards_come_nine_to_a_page_with_their_backs_between(tmp_path):
    assert write(Order("cards", "abspecken", ("de",)), tmp_path / "cards.pdf") == 3
    assert write(Order("cards", "abspecken", ("de",), single=True, backs=True), tmp_path / "both.pdf") == 2
    assert sizes_of_pages(tmp_path / "cards.pdf") == [pytest.approx((210, 297), abs=0.05)] * 3


@pytest.mark.parametrize(
    ("kind", "value"), [(k, v) for k in ("number", "piggy") for v in dict.fromkeys(FACES[k])]
)
def test_a_sticker_shows_the_mark_that_the_eyes_know(kind, value):
    drawn = painted(sticker(kind, value), (STICKER, STICKER), 96 / STICKER, WHITE)
    ink = cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY) < 110
    mark = cv2.resize(mark_of(kind, value), (ink.shape[1], ink.shape[0])) > 127

    assert (ink & mark).sum() / max(1, (ink | mark).sum()) > 0.85


def test_the_piggy_die_has_one_side_twice(tmp_path):
    assert len(FACES["piggy"]) == 6 and len(set(FACES["piggy"])) == 5
    assert write(Order("dice", "", ("en",)), tmp_path / "dice.pdf") == 1


def test_eight_labels_differ_without_colour():
    pictures = [painted(label(n, 27.0), (27, 30), 4, WHITE) for n in range(8)]
    shapes = {cv2.threshold(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), 215, 255, 0)[1].tobytes() for p in pictures}

    assert len(shapes) == 8


GOOD = [
    ["mat"], ["mat", "pyramid", "--camera", "40", "--paper", "mat"], ["mat", "--seats", "5", "--paper", "a3"],
    ["cards", "abi94", "--single", "--lang", "de"], ["dice"], ["labels", "--lang", "en"],
    ["sheet", "abspecken"], ["sheet", "wobble", "--seats", "8"],
]  # fmt: skip


@pytest.mark.parametrize("words", GOOD, ids=" ".join)
def test_the_command_writes_a_pdf(words, tmp_path, capsys):
    file = tmp_path / "out.pdf"

    assert main(["print", *words, "-o", str(file)]) == 0

    assert file.read_bytes().startswith(b"%PDF-")
    assert "100 mm" in capsys.readouterr().out


BAD = [
    (["cards"], 2, "decks are"), (["cards", "tarot"], 2, "'tarot'"), (["sheet"], 2, "Name one of"),
    (["sheet", "chess"], 2, "chess"), (["mat", "round"], 2, "'pyramid'"),
    (["mat", "--seats", "9"], 2, "--seats 9"), (["sheet", "sums", "--seats", "0"], 2, "--seats 0"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "told"), BAD)
def test_bad_wishes_are_told_with_a_next_step(words, code, told, tmp_path, capsys):
    assert main(["print", *words, "--lang", "en", "-o", str(tmp_path / "out.pdf")]) == code

    said = capsys.readouterr().err
    assert told in said and "Traceback" not in said and not (tmp_path / "out.pdf").exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path, capsys):
    assert main(["print", "dice", "--lang", "en", "-o", str(tmp_path / "nowhere" / "out.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err
