"""The mat is found at once, whichever it is and much of it covered; own corners and a bare table too."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.at_first import quick
from vision.calibration import (
    calibrate_any,
    calibrate_by_corners,
    calibration_of,
    in_order,
    lens_from_mat,
    markers_in,
    off_mm,
)
from vision.drawn import draw
from vision.kit.camera import Camera
from vision.lab.scenes import any_scene
from vision.lens import Lens, straightened
from vision.mat import MARKER, PYRAMID, SIZES, mat_of_marker, pyramid_mat, table_mat

SIX = [(kind, cm) for kind in ("cards", "pyramid") for cm in SIZES]


def the_mat(kind, cm):
    return pyramid_mat(cm) if kind == "pyramid" else table_mat(4, cm)


def a_view(mat, cm, seed=1, **more):
    camera = Camera(
        x=mat.width / 2, y=mat.height / 2, distance=10.0 * cm, tilt=2.0, azimuth=80.0 * seed, view=56, **more
    )
    return replace(any_scene(seed), mat=mat, dice=(), cards=(), camera=camera)


@pytest.fixture(scope="module")
def views():
    out = {}
    for kind, cm in SIX:
        scene = a_view(the_mat(kind, cm), cm)
        out[kind, cm] = scene, draw(scene)
    return out


def bent(picture, lens):
    """*picture* as a lens with a bend would have taken it."""
    rows, columns = picture.shape[:2]
    y, x = np.mgrid[:rows, :columns].astype(np.float64)
    way = lens.straight(np.column_stack([x.ravel(), y.ravel()]), (columns, rows))
    import cv2  # noqa: PLC0415  (only this test draws through a lens)

    return cv2.remap(picture, way.astype(np.float32).reshape(rows, columns, 2), None, cv2.INTER_LINEAR)


def off(found, truth, mat):
    """Millimetres by which spots all over the mat are understood wrongly."""
    spots = np.array(
        [[x, y, 0] for x in np.linspace(5, mat.width - 5, 7) for y in np.linspace(5, mat.height - 5, 5)]
    )
    return np.linalg.norm(found.on_table(truth.project(spots)) - spots[:, :2], axis=1)


# --- the mats ---


@pytest.mark.parametrize(("kind", "cm"), SIX)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_on_a_mat_overlaps(kind, cm, seats):
    mat = pyramid_mat(cm) if kind == "pyramid" else table_mat(seats, cm)
    things = [(z.x, z.y, z.x + z.width, z.y + z.height) for z in mat.zones]
    things += [(m.x - 2, m.y - 2, m.x + MARKER + 2, m.y + MARKER + 2) for m in mat.markers]
    for n, one in enumerate(things):
        assert one[0] >= 0 and one[1] >= 0 and one[2] <= mat.width and one[3] <= mat.height
        for other in things[n + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


@pytest.mark.parametrize(("kind", "cm"), SIX)
def test_every_marker_tells_its_mat(kind, cm):
    mat = the_mat(kind, cm)
    assert all(mat_of_marker(marker.number) == mat for marker in mat.markers)
    assert mat.has(PYRAMID) == (kind == "pyramid")


@pytest.mark.parametrize("number", [-1, 96, 4000])
def test_no_mat_has_other_markers(number):
    assert mat_of_marker(number) is None


def test_where_more_people_sit_than_have_places_nobody_has_one():
    mat = mat_of_marker(0, [str(n) for n in range(8)])
    assert mat is not None and not mat.has("discard") and mat.has("scan")


# --- finding them ---


@pytest.mark.parametrize(("kind", "cm"), SIX)
def test_whichever_mat_lies_there_is_found(views, kind, cm):
    scene, picture = views[kind, cm]
    found = calibrate_any(picture, 4, 56)
    assert found is not None and found.mat == scene.mat
    assert off(found, calibration_of(scene.camera, scene.mat), scene.mat).max() < (0.5 if cm < 60 else 0.9)
    assert off_mm(picture, found) < 0.3


def covers(rng, mat):
    """A rectangle that hides a third of the mat, anywhere on it."""
    wide = rng.uniform(0.34, 1.0)
    high = min(1.0, 1 / 3 / wide)
    x, y = rng.uniform(0, 1 - wide) * mat.width, rng.uniform(0, 1 - high) * mat.height
    return np.array([[x, y, 0], [x + wide * mat.width, y + high * mat.height, 0]])


@pytest.mark.parametrize(("kind", "cm"), quick(SIX, 2))
def test_a_third_of_the_mat_may_be_covered(views, kind, cm):
    scene, picture = views[kind, cm]
    truth, rng = calibration_of(scene.camera, scene.mat), np.random.default_rng(cm)
    for _ in range(12):
        (left, top), (right, bottom) = np.clip(truth.project(covers(rng, scene.mat)), 0, None).astype(int)
        hidden = picture.copy()
        hidden[top:bottom, left:right] = (70, 90, 110)
        found = calibrate_any(hidden, 4, 56)
        assert found is not None and found.mat == scene.mat
        assert off(found, truth, scene.mat).mean() < 2.5  # it is set up anew once the rest is seen


@pytest.mark.parametrize("share", [1.0, 0.4])
def test_a_mat_is_found_however_little_of_the_picture_it_fills(views, share):
    _, picture = views["cards", 60]
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    seen = np.full_like(picture, 110)
    seen[: small.shape[0], : small.shape[1]] = small
    found = calibrate_any(seen, 4, 56)
    assert found is not None and found.mat == table_mat(4, 60) and off_mm(seen, found) < 1


def test_without_markers_nothing_is_found():
    blank = np.full((720, 1280, 3), 90, np.uint8)
    assert calibrate_any(blank) is None and lens_from_mat([blank]) is None and markers_in(blank) == {}


# --- the lens ---


@pytest.mark.parametrize("bend", [-0.09, 0.06])
def test_the_mat_tells_the_bend_of_the_lens(views, bend):
    scene, picture = views["pyramid", 50]
    seen = bent(picture, Lens(56, bend))
    lens = lens_from_mat([seen], Lens(56))
    assert lens is not None and abs(lens.bend - bend) < 0.01
    found = calibrate_any(straightened(seen, lens), 4, lens.view)
    assert off(found, calibration_of(scene.camera, scene.mat), scene.mat).max() < 0.5


def test_a_straight_lens_leaves_the_picture_alone(views):
    _, picture = views["cards", 60]
    assert straightened(picture, Lens(56, 0.0)) is picture


# --- without a mat ---


def test_own_corners_in_any_order_span_the_ground():
    mat = table_mat(4)
    truth = calibration_of(Camera(tilt=3, azimuth=30, view=55), mat)
    ground = np.array([[100, 60, 0], [520, 60, 0], [520, 357, 0], [100, 357, 0]], float)
    corners = [tuple(map(float, corner)) for corner in truth.project(ground)]
    found = calibrate_by_corners([corners[2], corners[0], corners[3], corners[1]], (1280, 720), (297, 420))
    assert (found.mat.width, found.mat.height) == (420, 297)
    middle = truth.project(np.array([[310.0, 208.5, 0]]))
    assert np.abs(found.on_table(middle) - [210, 148.5]).max() < 0.5
    assert abs(found.eye[2] - truth.eye[2]) < 25


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (10, 0), (20, 0), (30, 0)],
        [(0, 0), (100, 0), (100, 100)],
        [(0, 0), (100, 0), (0, 0), (100, 0)],
        [(0, 0), (100, 0), (30, 30), (0, 100)],
        [(0, 0), (100, 0), (float("nan"), 50), (0, 100)],
    ],
)
def test_what_is_no_ground_is_refused_with_a_reason(corners):
    with pytest.raises(ValueError, match="corners"):
        in_order(corners)
