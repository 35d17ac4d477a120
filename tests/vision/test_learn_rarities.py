"""What the judge is taught last: rare dice, things that were taken for dice, and holding to what it said."""

import numpy as np
import pytest
from msgspec.structs import replace

from tests.at_first import more
from vision.lab.dice import clutter, gadgets, marks
from vision.lab.dice.digits import digit_map
from vision.lab.dice.marks import HOLLOW, PIP_SHAPES, SIDE, any_style, face_maps
from vision.lab.dice.rarities import rare_style
from vision.lab.dice.sprites import bank_in

SAME = np.random.default_rng
PLAIN = replace(
    any_style(SAME(1), "pips"), odd=(), spread=0.24, pip=0.08, six=1.0, ace=1.0, marble=0.0, ring=0.0
)


def marks_of(style, value):
    """Where a face is marked, turned by nobody knows how many quarters."""
    return face_maps(SAME(0), style, [value] * 6)[1][0]


def spots_of(mark):
    """The middles of its pips from the middle of the face, in its edges."""
    import cv2  # noqa: PLC0415

    _, _, _, middles = cv2.connectedComponentsWithStats((mark > 0.9).astype(np.uint8), connectivity=4)
    return (middles[1:] + 0.5) / SIDE - 0.5


@pytest.mark.parametrize(("straight", "along_an_edge"), [((2,), True), ((), False)])
def test_the_pips_of_a_two_lie_along_an_edge_or_from_corner_to_corner(straight, along_an_edge):
    one, other = spots_of(marks_of(replace(PLAIN, straight=straight), "2"))
    across, down = np.abs(one - other)

    assert bool(min(across, down) < 0.01) is along_an_edge
    assert max(across, down) == pytest.approx(0.48, abs=0.02)


def test_the_pips_of_a_two_may_lie_closer_than_those_of_a_four():
    close = replace(PLAIN, near=0.6)
    two, four = (spots_of(marks_of(close, value)) for value in "24")

    assert np.abs(two).max() == pytest.approx(0.6 * np.abs(four).max(), abs=0.01)


@pytest.mark.parametrize("near", [0.5, 0.7, 1.0])
@pytest.mark.parametrize("value", list("23456"))
def test_no_two_pips_of_a_face_touch(value, near):
    thick = replace(PLAIN, pip=0.2, ace=2.0, odd=(2, 3, 4), near=near, straight=(2, 3))

    assert len(spots_of(marks_of(thick, value))) == int(value)


@pytest.mark.parametrize("shape", [*PIP_SHAPES, HOLLOW])
def test_a_pip_may_have_another_shape(shape):
    disc, other = (marks_of(replace(PLAIN, shape=one), "1") for one in ("round", shape))

    assert disc[SIDE // 2, SIDE // 2] == 1 and other[SIDE // 2, SIDE // 2] == (shape != HOLLOW)
    assert np.abs(disc - other).sum() > 0.1 * disc.sum()


def test_a_crest_is_larger_than_a_pip():
    assert marks_of(replace(PLAIN, crest=True), "1").sum() > 2 * marks_of(PLAIN, "1").sum()


@pytest.mark.parametrize("value", list("123456"))
def test_digits_of_number_dice_may_be_small(value):
    design = next(n for n in range(99) if SAME(n).random() > 0.35)  # not the kit's own drawing
    style = replace(any_style(SAME(3), "number"), marble=0.0, ring=0.0, design=design)
    small, large = (marks_of(replace(style, digit=digit), value).sum() for digit in (0.5, 1.0))

    assert 0 < small < 0.8 * large


def test_digits_of_ten_sided_dice_have_many_sizes():
    style = replace(any_style(SAME(3), "d10"), marble=0.0)
    small, large = (
        np.abs(digit_map(SAME(0), replace(style, digit=high), "4") - style.body).sum() for high in (0.6, 1.2)
    )

    assert large > 2 * small


def test_many_rare_dice_have_straight_twos_and_some_odd_pips():
    styles = [rare_style(SAME(n), "pips") for n in range(200)]

    assert 60 < sum(2 in style.straight for style in styles) < 140
    assert {style.shape for style in styles} == {"round", HOLLOW, *PIP_SHAPES}
    assert min(style.near for style in styles) < 0.6 and max(style.ace for style in styles) > 2
    assert len({rare_style(SAME(n), "d10").digit for n in range(9)}) == 9
    assert rare_style(SAME(4), "colour").kind == "colour"


@more
def test_a_rare_bank_holds_other_dice(tmp_path):
    usual, rare = (
        bank_in(tmp_path / f"{sort}.npz", 60, 1, lambda _line: None, sort=sort) for sort in ("usual", "rare")
    )

    assert (rare.kinds == "d10").sum() > (usual.kinds == "d10").sum()


@pytest.mark.parametrize("thing", sorted(set(gadgets.GADGETS), key=lambda thing: thing.__name__))
def test_a_gadget_lies_where_it_is_laid(thing):
    ground = np.full((160, 160, 3), 120, np.uint8)
    for seed in range(3):
        picture = ground.copy()
        thing(SAME(seed), picture, 80.0, 80.0, 30.0)
        changed = np.abs(picture.astype(int) - ground).max(axis=2) > 8
        assert changed.any() and (seed or np.array_equal(picture[0, 0], picture[0, 1]))


@pytest.mark.parametrize("spot", [(-40.0, 20.0), (200.0, 90.0), (3.0, 158.0)])
def test_what_lies_partly_or_wholly_outside_is_cut_off(spot):
    picture = np.zeros((160, 160, 3), np.uint8)
    for seed in range(12):
        gadgets.any_gadget(SAME(seed), picture, *spot, 40.0)

    assert picture.shape == (160, 160, 3)


@pytest.mark.parametrize("sides", [4, 8, 12, 20])
def test_a_solid_that_was_thrown_rests_with_a_face_on_top(sides):
    resting = clutter.resting(SAME(sides), clutter.SOLIDS[sides].astype(float))
    normals = []
    for face in clutter.faces_of(resting):
        corners = resting[face]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normals.append(normal * np.sign(normal @ corners.mean(axis=0)) / np.linalg.norm(normal))

    assert len(normals) == sides
    assert max(normal[2] for normal in normals) > 0.8


def test_outlines_of_pips_are_about_as_large_as_discs():
    for shape in PIP_SHAPES:
        outline = marks.outline_of(shape)
        assert np.hypot(*outline.T).max() == pytest.approx(1, abs=0.1)


def test_what_was_known_is_held_to_and_what_is_new_is_not():
    torch = pytest.importorskip("torch")
    from vision.lab.dice import steps  # noqa: PLC0415  (what follows needs torch)
    from vision.lab.dice.nets import JUDGE_OUT, Judge  # noqa: PLC0415

    torch.set_num_threads(1)
    torch.manual_seed(5)
    windows = torch.from_numpy(SAME(0).integers(0, 255, (4, 64, 64, 3), dtype=np.uint8))
    truth = (torch.tensor([1, 2, 3, 0]), torch.tensor([0, 0, 0, -1]), torch.zeros(4, 7))
    batch = steps.held_to(Judge((4, 4, 6, 6)), lambda _step: (windows, *truth), 3)(0)
    before = batch[-1]
    assert before.shape == (3, JUDGE_OUT)
    same = torch.cat([before, torch.zeros(1, JUDGE_OUT)])
    known, new = same.clone(), same.clone()
    known[0, 1] += 3  # nearer to the truth, but not what was said before
    new[3, 0] += 3

    def farther(said):
        return float(steps.held_loss(said, batch)) - float(steps.judge_loss(said, batch[:-1]))

    assert farther(known) > farther(same) + 0.1
    assert farther(new) == pytest.approx(farther(same), abs=1e-4)


def test_a_calm_network_keeps_what_its_norms_know(tmp_path):
    torch = pytest.importorskip("torch")
    from vision.lab.dice import steps  # noqa: PLC0415  (what follows needs torch)
    from vision.lab.dice.nets import Judge  # noqa: PLC0415

    torch.set_num_threads(1)
    torch.manual_seed(5)
    windows = torch.from_numpy(SAME(0).integers(0, 255, (4, 64, 64, 3), dtype=np.uint8))
    batch = (windows, torch.tensor([1, 2, 3, 0]), torch.tensor([0, 0, 0, -1]), torch.zeros(4, 7))

    def means(calm):
        net = Judge((4, 4, 6, 6))
        plan, file = steps.Plan(3, 4, 1e-3, calm), tmp_path / f"{calm}.pt"
        steps.fit(net, lambda _step: batch, steps.judge_loss, plan, file, lambda _line: None)
        return float(net.body[0][1].running_mean.abs().sum())

    assert means(True) == 0 < means(False)
