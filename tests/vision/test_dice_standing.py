"""Dice seen together: which stand, which lean on another one; and looks at one die from all sides."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from vision.calibration import calibrate_by_corners
from vision.dice import reader
from vision.dice.ground import ground_of
from vision.dice.networks import shipped
from vision.dice.read_faces import from_all_sides
from vision.dice.reader import dice_in
from vision.dice.unread import MAY_LEAN, ON_ANOTHER
from vision.dice.upright import Anywhere, Stance, leans, out_of_line, stance_of, touching
from vision.dice.verdicts import NAMES, Verdict
from vision.dice.windows import Halvings, Place
from vision.lab.dice.marks import any_style
from vision.lab.dice.solids import CANVAS, EDGE, drawn
from vision.mat import table_mat
from vision.wanted import Wanted

WIDE, HIGH = 1280, 720
FROM_ANYWHERE = Anywhere(WIDE, HIGH)
STANDS, LEANS = 0.12, 0.3


def die(x, y, foot=(0.0, 0.0), edge=40.0, likely=1.0):
    """A five at (x, y) whose foot reaches out so far from under its top face."""
    shares = np.full(len(NAMES), 0.0, np.float32)
    shares[0], shares[5] = 1 - likely, likely
    return Verdict(Place(x, y, edge, 0.6), shares, 0.0, 0.0, np.array(foot, np.float32), likely)


@pytest.mark.parametrize("camera", [(0, 0), (0, 0.5), (0.1, 0.7), (-0.4, 0.2), (0, -0.3)])
def test_dice_that_stand_alike_lean_on_nothing_wherever_the_camera_is(camera):
    dice = [die(x, y, camera) for x, y in ((600, 300), (642, 300), (700, 420), (560, 380))]

    assert max(leans(dice, FROM_ANYWHERE)) < STANDS


def test_feet_that_point_to_the_middle_come_from_the_cameras_view_alone():
    places = ((100, 100), (140, 104), (1200, 120), (640, 360), (1180, 680), (60, 640))
    dice = [die(x, y, ((WIDE / 2 - x) * 0.7 / WIDE, (HIGH / 2 - y) * 0.7 / WIDE)) for x, y in places]

    assert max(leans(dice, FROM_ANYWHERE)) < STANDS


@pytest.mark.parametrize("camera", [(0.0, 0.0), (0.0, 0.4)])
@pytest.mark.parametrize("turn", [0, 50, 140, 260])
def test_a_die_that_tips_away_from_its_neighbour_leans_on_it(camera, turn):
    way = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    leaning = die(*(np.array([640, 360]) - 44 * way), camera + 0.5 * way)
    rest = [die(640, 360, camera), die(300, 200, camera), die(900, 500, camera)]
    lean, partner, *others = leans([leaning, *rest], FROM_ANYWHERE)

    assert lean > LEANS and max(others) < STANDS
    assert partner < lean  # of two dice that touch, one leans on the other


CORNERS = ((150, 60), (1130, 60), (1130, 660), (150, 660))
SPOTS = ((600, 300), (700, 420), (420, 250), (800, 200))


@pytest.mark.parametrize(
    ("astray", "leaning", "marked", "first", "others"),
    [
        ((0.0, 0.0), (0.0, 0.0), False, 0.0, 0.0),
        ((0.2, 0.0), (0.0, 0.0), False, 0.0, 0.0),  # all alike: the corners told wrongly how the camera looks
        ((0.2, 0.0), (0.0, 0.0), True, 0.2, 0.2),  # a mat tells it exactly
        ((0.2, 0.0), (-0.4, 0.0), False, 0.4, 0.0),  # one is not like the others
    ],
)
def test_on_a_ground_of_ones_own_most_dice_say_how_the_camera_looks(astray, leaning, marked, first, others):
    calibration = calibrate_by_corners(CORNERS, (WIDE, HIGH), (450, 275))
    if marked:
        calibration = replace(calibration, mat=replace(calibration.mat, markers=table_mat().markers))
    ground = ground_of(calibration, calibration.mat.zones[0])
    spots = [(x - ground.left, y - ground.top) for x, y in SPOTS]
    exact = replace(ground, calibration=replace(calibration, mat=table_mat()))
    feet = exact.feet([die(*spot) for spot in spots]) + astray
    feet[0] += leaning
    off = np.hypot(*out_of_line([die(*spot, foot) for spot, foot in zip(spots, feet, strict=True)], ground).T)

    assert off == pytest.approx([first, others, others, others], abs=0.06)


def test_of_two_dice_alone_the_one_that_leans_is_told():
    """A camera that stood so far to the front would explain the leaning one, but not the other."""
    lean, stands = leans([die(643, 202, (-0.33, 0.45)), die(610, 240, (0.14, -0.1))], FROM_ANYWHERE)

    assert lean < 0 or max(lean, stands) > LEANS
    assert lean > stands


@pytest.mark.parametrize(("others", "down", "asked"), [(3, 0.3, False), (4, 0.3, True), (4, 0.7, False)])
def test_a_die_that_may_lean_on_what_is_no_die_is_asked_about_beside_several_others(others, down, asked):
    """On a coin or on the rim of a tray: few dice, or dice seen from low down, do not tell it."""
    rest = [die(*spot, (0.0, down)) for spot in ((200, 200), (1000, 500), (900, 100), (300, 600))[:others]]
    lean, *stand = leans([die(640, 360, (0.5, down)), *rest], FROM_ANYWHERE)

    stance = stance_of(die(640, 360), lean)
    assert (stance.leans, stance.stands) == (False, not asked) and max(stand) < STANDS


def test_a_side_face_taken_for_the_top_of_a_leaning_die_is_no_reason_to_believe_it():
    """Its foot points away from the die that it leans on."""
    lean, *others = leans(
        [die(640, 400, (0.1, 0.75)), die(640, 350), die(300, 200), die(900, 500)], FROM_ANYWHERE
    )

    assert lean > LEANS and max(others) < STANDS


def test_what_is_hardly_a_die_is_not_leant_on():
    far = [die(200, 200), die(1000, 500), die(900, 100)]
    beside = [die(640, 360, (0.4, 0)), die(684, 360, likely=0.1)]

    assert leans([*beside, *far], FROM_ANYWHERE)[0] < LEANS
    assert out_of_line([], FROM_ANYWHERE).shape == (0, 2) and leans([], FROM_ANYWHERE) == []


@pytest.fixture(scope="module")
def picture():
    """A drawn die on an even table, seen a little from the side."""
    sprite = drawn(np.random.default_rng(4), any_style(np.random.default_rng(12), "pips"), 14.0, 0.0)
    cover = sprite.picture[:, :, 3:] / 255.0
    table = np.full((CANVAS, CANVAS, 3), (70, 110, 60), np.float32)
    return np.asarray(np.rint(sprite.picture[:, :, :3] * cover + table * (1 - cover)), np.uint8), sprite


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_looks_from_all_sides_say_the_same_of_a_turned_picture(picture, quarters):
    seen, sprite = picture
    middle = sprite.quad.mean(axis=0)
    turned = np.ascontiguousarray(np.rot90(seen, quarters))
    half = (CANVAS - 1) / 2
    way = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarters)
    there = way @ (middle - half) + half
    both = [
        from_all_sides(Halvings(shown), [die(float(x), float(y), edge=EDGE)], shipped(), lambda _: [True])[0]
        for shown, (x, y) in ((seen, middle), (turned, there))
    ]

    assert both[0].best == both[1].best and np.abs(both[0].shares - both[1].shares).max() < 0.02
    assert np.abs(way @ both[0].foot - both[1].foot).max() < 0.02


@pytest.mark.parametrize("apart", [0.8, 0.86])
def test_of_dice_that_lie_on_each_other_none_is_read(apart):
    dice = read_two(apart)

    assert dice and not any(die.value for die in dice)
    assert all(die.cocked or die.why in (ON_ANOTHER, MAY_LEAN) for die in dice)


@pytest.mark.parametrize("apart", [1.08, 1.3])
def test_dice_side_by_side_are_read(apart):
    assert [die.value for die in read_two(apart)] == ["3", "3"]


def test_where_no_side_can_be_seen_between_two_dice_none_leans_on_the_other():
    near, apart = (leans([die(640, 360), die(640 + far, 360, (-0.36, 0))], FROM_ANYWHERE) for far in (44, 58))

    assert max(near) < max(apart) and max(apart) > 0.27


def test_dice_that_stand_side_to_side_need_no_look_from_all_sides():
    """Unless they are seen from the side: then nothing can be said of what is between them."""
    flush, apart, slanted = (
        touching([die(640, 360, foot), die(640 + far, 360, foot)])
        for far, foot in ((43, (0, 0)), (56, (0, 0)), (43, (0, 0.6)))
    )

    assert flush == [False, False] and apart == slanted == [True, True]


@pytest.mark.parametrize(("far", "near"), [(70, True), (76, True), (84, False)])
def test_dice_within_two_edges_of_the_larger_one_are_looked_at_from_all_sides(far, near):
    """The one that leans looks smaller than it is, so its own edge says too little."""
    assert touching([die(640, 360), die(640 + far, 360, edge=34.0)]) == [near, near]


def test_a_near_camera_sees_dice_side_by_side_from_different_sides():
    """Their feet differ by what the camera's place explains."""
    places = [(x, y) for x in (240, 640, 1040) for y in (120, 520)]
    feet = [((WIDE / 2 - x) * 1.0 / WIDE, (HIGH / 2 - y) * 1.0 / WIDE) for x, y in places]
    dice = [die(*place, foot, edge=220.0) for place, foot in zip(places, feet, strict=True)]

    assert max(leans(dice, FROM_ANYWHERE)) < STANDS


def found_at(x, y, lean=0.0, confidence=0.99, foot=(0.0, 0.0), edge=60.0, **more):
    verdict = replace(die(x, y, foot, edge), **more)
    box = (x - edge / 2, y - edge / 2, edge, edge)
    return reader.Found(verdict, stance_of(verdict, lean), "pips", "5", confidence, ("5",), box, 1.0)


def test_a_sure_side_face_of_a_slanted_die_is_no_die_of_its_own():
    """It seems to lean, and lies where the die's foot reaches out from under the top face."""
    top = found_at(300, 200, foot=(0.0, 0.7))
    side, beyond, above = (found_at(300, y, lean=0.9, cocked=0.4, foot=(0.0, -0.3)) for y in (250, 290, 150))

    assert reader.without_sides([top, side]) == [top]
    unread = replace(top, confidence=0.24)  # it is a die all the same, and the side none that leans
    assert reader.without_sides([unread, side]) == [unread]
    assert reader.without_sides([replace(unread, verdict=die(300, 200, (0.0, 0.7), 60.0, 0.3)), side]) == [
        side
    ]
    assert reader.without_sides([top, beyond]) == [top, beyond]
    assert reader.without_sides([top, above]) == [top, above]
    upright = replace(side, stance=Stance())
    assert reader.without_sides([top, upright]) == [top, upright]


@pytest.mark.parametrize(("edge", "stacked"), [(38.0, False), (54.0, True)])
def test_a_pip_or_a_speck_on_a_die_is_no_die_on_it(edge, stacked):
    assert reader.overlap(found_at(300, 200), found_at(310, 195, edge=edge)) == stacked


@pytest.mark.parametrize(
    ("edge", "value", "kept"), [(13.0, "1", False), (22.0, "1", True), (13.0, "3", True)]
)
def test_a_bright_spot_on_a_speck_is_no_die_with_one_pip(edge, value, kept):
    """Dust on a dark table, beside dice that are far larger."""
    dice = [found_at(x, 300, edge=80.0) for x in (200, 400, 600)]
    spot = replace(found_at(300, 200, edge=edge), value=value)

    assert (spot in reader.without_specks([*dice, spot])) == kept
    assert reader.without_specks([spot]) == [spot]


@pytest.mark.parametrize(("cocked", "said"), [(0.02, False), (0.2, True)])
def test_a_lean_of_which_the_judge_sees_nothing_is_asked_about_not_said(cocked, said):
    table = np.full((400, 500, 3), 90, np.uint8)
    seen = reader._seen(table, found_at(250, 200, lean=0.36, cocked=cocked), stacked=False)

    assert (seen.cocked, seen.value) == (said, "")


@pytest.mark.parametrize(
    ("lean", "cocked", "stands"),
    [(0.28, 0.02, True), (0.28, 0.06, False), (0.2, 0.06, True), (0.31, 0.0, False)],
)
def test_what_the_judge_has_stand_may_seem_to_lean_a_little_more(lean, cocked, stands):
    assert stance_of(replace(die(250, 200), cocked=cocked), lean).stands == stands


@pytest.mark.parametrize(
    ("near", "cocked", "stands"), [(True, 0.45, False), (False, 0.45, True), (True, 0.35, True)]
)
def test_near_another_die_what_half_looks_like_leaning_is_asked_about(near, cocked, stands):
    assert stance_of(replace(die(250, 200), cocked=cocked), 0.0, near).stands == stands


@pytest.mark.parametrize(("share", "said"), [(0.5, ""), (0.6, "5")])
def test_a_value_no_likelier_than_all_others_together_is_asked_about(monkeypatch, share, said):
    table = np.full((400, 500, 3), 90, np.uint8)
    shares = np.zeros(len(NAMES), np.float32)
    shares[5], shares[6] = share, 1 - share
    one = replace(die(250, 200, edge=60.0), shares=shares)
    monkeypatch.setattr(reader, "candidates", lambda *_: [one])
    monkeypatch.setattr(reader, "from_all_sides", lambda _halvings, verdicts, _nets, **_: verdicts)
    monkeypatch.setattr(reader, "doubted", lambda _halvings, told, _nets: [False] * len(told))
    (seen,), _ = dice_in(table, Wanted())

    assert seen.value == said and set(seen.choices or ("5", "6")) == {"5", "6"}


@pytest.mark.parametrize(
    ("share", "wanted", "said"), [(0.7, {}, ""), (0.7, {"number": 1}, "4"), (0.97, {}, "4")]
)
def test_a_digit_that_no_game_waits_for_must_be_plain(monkeypatch, share, wanted, said):
    """Drawings on other dice may look like one."""
    shares = np.zeros(len(NAMES), np.float32)
    shares[NAMES.index("number 4")], shares[0] = share, 1 - share
    one = replace(die(250, 200, edge=60.0), shares=shares)
    monkeypatch.setattr(reader, "candidates", lambda *_: [one])
    monkeypatch.setattr(reader, "from_all_sides", lambda _halvings, verdicts, _nets, **_: verdicts)
    (seen,), _ = dice_in(np.full((400, 500, 3), 90, np.uint8), Wanted(dice=wanted))

    assert (seen.type, seen.value) == ("number", said)


def read_two(apart):
    """Two white dice, the second so many edges to the right and painted over the first."""
    table = np.full((300, 400, 3), (60, 100, 50), np.uint8)
    for x in (120.0, 120.0 + apart * 60):
        a, b = round(x - 30), round(x + 30)
        table[118:182, a - 2 : b + 2] = table[118:182, a - 2 : b + 2] * 0.8
        table[120:180, a:b] = 235
        for dx, dy in ((-1, -1), (1, 1), (0, 0)):
            cv2.circle(table, (round(x + dx * 16), 150 + dy * 16), 6, (25, 25, 25), -1, cv2.LINE_AA)
    return dice_in(table, Wanted())[0]
