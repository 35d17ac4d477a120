"""Dice drawn to learn from: the picture shows what the truth says, and the same seed gives the same."""

import gzip
import json

import cv2
import numpy as np
import pytest

from tests.at_first import more
from vision.dice.verdicts import NAMES
from vision.dice.windows import SIDE as WINDOW
from vision.dice.windows import SPAN, Place
from vision.lab.dice.crops import SIDE as CROP
from vision.lab.dice.crops import SPAN as CROP_SPAN
from vision.lab.dice.crops import Crop, crops_in, crops_of, gathered_crops
from vision.lab.dice.grounds import SIDE as GROUND
from vision.lab.dice.grounds import any_ground
from vision.lab.dice.lessons import name_of, seek_in
from vision.lab.dice.looks import Looks, looks_at, worn
from vision.lab.dice.marks import any_style
from vision.lab.dice.photos import held_back, photos_in, tables_of
from vision.lab.dice.scenes import SIDE, Laid, any_table
from vision.lab.dice.solids import drawn
from vision.lab.dice.sprites import bank_in
from vision.lab.dice.tens import drawn_ten
from vision.network import Network, network_in

SAME = np.random.default_rng


@pytest.fixture(scope="module")
def bank(tmp_path_factory):
    return bank_in(tmp_path_factory.mktemp("bank") / "bank.npz", 60, 5, lambda _line: None)


@pytest.fixture(scope="module")
def table(bank):
    rng = SAME(31)
    grounds = [any_ground(rng)]
    return max((any_table(rng, bank, grounds) for _ in range(3)), key=lambda t: len(t.dice))


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("kind", ["pips", "colour", "piggy", "number", "blank"])
def test_a_drawn_die_fills_its_top_face(kind, tilt):
    die = drawn(SAME(3), any_style(SAME(3), kind), tilt, 0.0)
    x, y = np.rint(die.quad.mean(axis=0)).astype(int)

    assert die.picture[y, x, 3] == 255 and die.kind == kind
    assert die.picture[0, 0, 3] == 0
    assert die.quad[:, 1].mean() <= die.picture.shape[0] / 2  # tilted away, the top moves up
    assert np.array_equal(die.picture, drawn(SAME(3), any_style(SAME(3), kind), tilt, 0.0).picture)


def test_more_side_faces_are_seen_the_more_the_camera_is_tilted():
    style = any_style(SAME(8), "pips")
    seen = [np.isfinite(drawn(SAME(9), style, tilt, 0.0).sides[:, 0]).sum() for tilt in (0.0, 40.0)]

    assert seen[0] <= seen[1] and seen[1] >= 1


def test_a_bank_is_drawn_once_and_kept(tmp_path):
    said = []
    one = bank_in(tmp_path / "bank.npz", 6, 1, said.append)
    other = bank_in(tmp_path / "bank.npz", 6, 1, lambda _line: pytest.fail("drawn again"))

    assert np.array_equal(one.pictures, other.pictures) and list(one.tilts) == sorted(one.tilts)


@more
def test_a_sprite_is_taken_by_its_tilt(bank):
    flat = np.mean([bank.tilts[bank.near(SAME(n), 0.0, False)] for n in range(20)])
    steep = np.mean([bank.tilts[bank.near(SAME(n), 50.0, False)] for n in range(20)])

    assert flat < steep
    assert all(bank.leans[bank.near(SAME(n), 10.0, True)] > 0 for n in range(10))


@pytest.mark.parametrize("seed", range(6))
def test_any_ground_is_a_picture(seed):
    ground = any_ground(SAME(seed))

    assert ground.shape == (GROUND, GROUND, 3) and ground.dtype == np.uint8


def test_a_ten_sided_die_lies_with_a_digit_on_top():
    dice = [drawn_ten(SAME(n), any_style(SAME(n), "d10"), tilt) for n, tilt in enumerate((0.0, 15.0, 40.0))]

    for die in dice:
        x, y = np.rint(die.quad.mean(axis=0)).astype(int)
        assert die.picture[y, x, 3] == 255 and die.kind == "d10" and die.value in "0123456789"
        assert np.isfinite(die.sides[:, 0]).any() and die.picture[0, 0, 3] == 0
    assert dice[2].quad[:, 1].mean() < dice[2].picture.shape[0] / 2


def test_crops_hold_their_dice_and_what_was_taken_for_one(table):
    x, y = (float(v) for v in table.dice[0].middle)
    taken = [Place(x, y, 1.1 * table.dice[0].edge, 0.9), Place(x, y, 4 * table.dice[0].edge, 0.4)]
    crops = list(crops_in(SAME(2), table, lambda _picture: taken))

    assert {one.name for one in crops} <= {name_of(die) for die in table.dice} | {0}
    assert any(one.name == 0 and one.edge == pytest.approx(4 * table.dice[0].edge) for one in crops)
    assert not any(one.name == 0 and one.edge == pytest.approx(1.1 * table.dice[0].edge) for one in crops)
    assert all(one.picture.shape == (CROP, CROP, 3) for one in crops)


def square_crop(name, free=True):
    """A white square with one dark corner on grey, its top to the right of its foot."""
    picture = np.full((CROP, CROP, 3), 90, np.uint8)
    edge = CROP / CROP_SPAN
    a, b = round(CROP / 2 - edge / 2), round(CROP / 2 + edge / 2)
    picture[a:b, a:b] = 250
    return Crop(picture, name, 0, np.array([1, 0, -0.5, 0.0], np.float32), True, free, 30.0)


@pytest.mark.parametrize("seed", range(8))
def test_a_look_knows_where_the_face_lies_in_it(seed):
    crops = gathered_crops([square_crop(NAMES.index("colour blue"))])
    looks = looks_at(SAME(seed), crops, np.zeros(1, np.int64))
    if looks.names[0] == 0:
        return  # shown far too large or too small
    x, y, size, cosine, sine, *foot = (float(v) for v in looks.poses[0])
    edge = float(np.exp(size)) * WINDOW / SPAN
    middle = np.array([x, y]) * WINDOW / SPAN + (WINDOW - 1) / 2
    turn = np.arctan2(sine, cosine) / 4
    corner = 0.36 * edge * np.array([np.cos(turn) - np.sin(turn), np.sin(turn) + np.cos(turn)])
    grey = looks.windows[0].astype(float).mean(axis=2)

    def at(point):
        column, row = np.clip(np.rint(point).astype(int), 1, WINDOW - 2)
        return grey[row - 1 : row + 2, column - 1 : column + 2].mean()

    assert np.hypot(cosine, sine) == pytest.approx(1, abs=1e-3) and np.hypot(*foot) == pytest.approx(
        0.5, abs=0.1
    )
    assert min(at(middle + corner), at(middle - corner)) > at(middle + 2.4 * corner) + 5


def test_digits_are_never_mirrored_and_slanted_pictures_hardly_turned():
    crops = gathered_crops([square_crop(NAMES.index("number 2"), free=False)])
    turns = [looks_at(SAME(n), crops, np.zeros(1, np.int64)).poses[0] for n in range(60)]
    placed = [pose for pose in turns if pose.any()]

    assert all(pose[5] < -0.2 for pose in placed)  # the foot stays to the left: no mirror, no half turn


def test_what_shows_nothing_stays_nothing():
    crops = gathered_crops([square_crop(0)])
    looks = looks_at(SAME(0), crops, np.zeros(5, np.int64))

    assert not looks.names.any() and looks.windows.shape == (5, WINDOW, WINDOW, 3)
    assert np.ptp([window.mean() for window in looks.windows]) > 0  # never twice the same


@pytest.mark.parametrize("seed", range(10))
def test_a_worn_window_stays_a_picture(seed):
    window = worn(SAME(seed), np.full((WINDOW, WINDOW, 3), 120, np.uint8))

    assert window.shape == (WINDOW, WINDOW, 3) and window.dtype == np.uint8


def test_seeks_hold_the_middles_of_top_faces(table):
    seek = seek_in(SAME(1), table)
    real = seek.places[seek.places[:, 2] > 0]

    assert len(real) <= len(table.dice) and (real[:, :2] >= 0).all()


def test_an_empty_face_shows_nothing():
    quad = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32)
    sides = np.zeros((5, 2), np.float32)

    assert name_of(Laid(quad, sides, "blank", "3", False, sides[0])) == 0
    assert NAMES[name_of(Laid(quad, sides, "pips", "3", False, sides[0]))] == "pips 3"
    assert NAMES[name_of(Laid(quad, sides, "piggy", "grim", False, sides[0]))] == "piggy"


def test_only_photographs_whose_licence_allows_it_are_learnt_from(tmp_path):
    rows = []
    for n, licence in enumerate(("MIT", "none stated", "BSD-3-Clause file", "")):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((120, 160, 3), 120, np.uint8))
        rows.append({"file": f"{n}.png", "license": licence, "dice": [{"value": 4, "box": [50, 40, 40, 40]}]})
    (tmp_path / "dice_some").mkdir()
    for n in range(4):
        (tmp_path / f"{n}.png").rename(tmp_path / "dice_some" / f"{n}.png")
    (tmp_path / "dice_some" / "labels.json").write_text(json.dumps(rows))

    photos = photos_in(
        tmp_path, lambda _picture: [Place(70.0, 60.0, 30.0, 0.9), Place(120.0, 90.0, 30.0, 0.9)]
    )

    assert len(photos) == 2
    assert photos[0].dice == ((70.0, 60.0, 30.0, "4"),) and photos[0].others == ((120.0, 90.0, 30.0),)
    assert next(tables_of(SAME(0), photos[0])).picture.shape == (SIDE, SIDE, 3)
    names = [one.name for one in crops_of(SAME(0), photos[0])]
    assert names[0] == 4 and names.count(4) == 1 and names[1:].count(0) >= 1


def test_every_sixth_photograph_is_kept_for_measuring():
    assert [n for n in range(20) if held_back(n)] == [5, 11, 17]


def test_training_goes_on_where_it_was_stopped_and_opencv_runs_what_it_wrote(tmp_path):
    torch = pytest.importorskip("torch")
    from vision.dice.networks import said_of  # noqa: PLC0415  (what follows needs torch)
    from vision.lab.dice import steps  # noqa: PLC0415
    from vision.lab.dice.nets import JUDGE_OUT, Judge, save_onnx  # noqa: PLC0415

    torch.set_num_threads(1)
    rng = SAME(0)
    windows = rng.integers(0, 255, (8, WINDOW, WINDOW, 3), dtype=np.uint8)
    names, cocked = np.arange(8), np.array([0, 0, 1, -1, 0, 0, 0, 1])
    poses = rng.normal(0, 0.1, (8, 7)).astype(np.float32)

    def batch(_step):
        return steps.judge_batch(Looks(windows, names, cocked, poses))

    def learn(count):
        plan = steps.Plan(count, 8, 1e-3)
        return steps.fit(
            Judge((4, 4, 6, 6)), batch, steps.judge_loss, plan, tmp_path / "judge.pt", lambda _line: None
        )

    learn(2)
    net = learn(3)
    assert torch.load(tmp_path / "judge.pt", weights_only=True)["step"] == 3
    save_onnx(net, tmp_path / "judge.onnx.gz", (3, WINDOW, WINDOW))
    said = said_of(network_in(tmp_path / "judge.onnx.gz"), list(windows[:2]))
    assert said.shape == (2, JUDGE_OUT) and np.isfinite(said).all()


@pytest.mark.parametrize("cores", [1, 3])
def test_several_cores_do_what_one_does_in_the_same_order(cores):
    torch = pytest.importorskip("torch")
    from vision.lab.dice.cores import in_order, spread  # noqa: PLC0415

    def batch(step):
        return (torch.tensor([step, step**2]),)

    assert list(spread(lambda n: n**2, range(5), cores)) == [0, 1, 4, 9, 16]
    assert [both[0].tolist() for both in in_order(batch, range(3, 7), cores)] == [
        [3, 9], [4, 16], [5, 25], [6, 36],
    ]  # fmt: skip


def test_a_network_in_bytes_says_nearly_the_same_and_weighs_less(tmp_path):
    torch = pytest.importorskip("torch")
    onnx = pytest.importorskip("onnx")
    from vision.lab.dice.nets import Judge, save_onnx  # noqa: PLC0415
    from vision.lab.in_bytes import in_bytes, widened  # noqa: PLC0415

    torch.manual_seed(1)
    file = tmp_path / "judge.onnx.gz"
    save_onnx(Judge((8, 8, 16, 16)), file, (3, WINDOW, WINDOW))
    model = onnx.load_from_string(gzip.decompress(file.read_bytes()))
    looks = SAME(2).normal(0, 0.5, (4, 4, 3, WINDOW, WINDOW)).astype(np.float32)
    quick = gzip.compress(in_bytes(model, looks, ["/squeeze/"], 100).SerializeToString())
    exact, said = (
        Network(gzip.decompress(packed)).said_of(looks[0]) for packed in (file.read_bytes(), quick)
    )

    assert 0 < np.abs(exact - said).max() < 0.1 * np.abs(exact).max()
    kinds = {node.op_type for node in onnx.load_from_string(gzip.decompress(quick)).graph.node}
    assert {"QuantizeLinear", "DequantizeLinear"} <= kinds
    assert all(table.data_type == onnx.TensorProto.FLOAT for table in widened(model).graph.initializer)


@pytest.fixture
def small_finder(tmp_path):
    """A finder that has learnt nothing, as onnx has it."""
    torch = pytest.importorskip("torch")
    onnx = pytest.importorskip("onnx")
    from vision.lab.dice.nets import Finder, save_onnx  # noqa: PLC0415

    torch.manual_seed(1)
    file = tmp_path / "finder.onnx.gz"
    save_onnx(Finder((8, 8, 8, 16, 16)), file, (3, 96, 64))
    return onnx.load_from_string(gzip.decompress(file.read_bytes()))


def test_a_network_in_quicker_steps_says_just_the_same(small_finder):
    from vision.lab.in_bytes import in_bytes  # noqa: PLC0415
    from vision.lab.quick_graph import quick_graph  # noqa: PLC0415

    looks = SAME(2).normal(0, 0.5, (3, 2, 3, 96, 64)).astype(np.float32)
    quick = in_bytes(small_finder, looks, ["/out/"], 100)
    plain = Network(quick.SerializeToString()).said_of(looks[0])
    steps = quick_graph(quick)

    assert not any(node.op_type == "Resize" for node in steps.graph.node)
    assert np.abs(Network(steps.SerializeToString()).said_of(looks[0]) - plain).max() < 1e-5


def test_a_first_layer_in_bytes_says_nearly_the_same_of_pictures_as_they_lie_in_memory(small_finder):
    from vision.lab.first_in_bytes import first_in_bytes  # noqa: PLC0415
    from vision.lab.in_bytes import in_bytes  # noqa: PLC0415
    from vision.lab.quick_graph import quick_graph  # noqa: PLC0415

    pictures = SAME(2).integers(0, 256, (3, 96, 64, 3), np.uint8)
    looks = (pictures.transpose(0, 3, 1, 2)[:, None] / 127.5 - 1).astype(np.float32)
    quick = in_bytes(small_finder, looks, ["/out/"], 100)
    plain = Network(quick.SerializeToString()).said_of(looks[0])
    blocks = pictures.reshape(3, 48, 2, 16, 12).transpose(0, 1, 3, 2, 4).reshape(3, 48, 16, 24)

    said = Network(quick_graph(first_in_bytes(quick, looks)).SerializeToString()).said_of(blocks[:1])
    assert said.shape == plain.shape and np.abs(said - plain).mean() < 0.02 * np.abs(plain).max()


def test_targets_of_the_finder_are_where_the_dice_are():
    torch = pytest.importorskip("torch")
    from vision.lab.dice.steps import find_loss, find_targets  # noqa: PLC0415

    places = torch.zeros(1, 4, 3)
    places[0, 0] = torch.tensor([30.0, 50.0, 20.0])
    heat, size, offset, mask = find_targets(places, 24)

    assert heat[0].max() == 1 and (heat[0] == 1).sum() == 1 and mask.sum() == 9
    row, column = divmod(int(heat[0].argmax()), 24)
    assert abs((column + float(offset[0, 0, row, column]) + 0.5) * 4 - 0.5 - 30) < 0.01
    assert abs(16 * float(torch.exp(size[0, row, column])) - 20) < 0.01
    perfect = torch.cat([torch.where(heat == 1, 9.0, -9.0)[:, None], size[:, None], offset], dim=1)
    assert (
        find_loss(perfect, (perfect, heat, size, offset, mask))
        < 0.1
        < find_loss(-perfect, (perfect, heat, size, offset, mask))
    )


def test_a_glance_learns_what_a_judge_says(tmp_path):
    torch = pytest.importorskip("torch")
    from vision.dice.networks import said_of  # noqa: PLC0415  (what follows needs torch)
    from vision.lab.dice import steps  # noqa: PLC0415
    from vision.lab.dice.nets import Glance, Judge, as_input, save_onnx  # noqa: PLC0415

    torch.set_num_threads(1)
    torch.manual_seed(3)
    windows = torch.from_numpy(SAME(0).integers(0, 255, (8, WINDOW, WINDOW, 3), dtype=np.uint8))
    taught = steps.taught_by(Judge((4, 4, 6, 6)), lambda _step: (windows, windows))
    batch = taught(0)
    glance = Glance((8, 8, 8), 4)
    before = float(steps.glance_loss(glance(as_input(windows)).detach(), batch))
    plan = steps.Plan(25, 8, 1e-2)
    steps.fit(glance, taught, steps.glance_loss, plan, tmp_path / "glance.pt", lambda _line: None)
    glance.eval()
    with torch.no_grad():
        said = glance(as_input(windows))

    assert float(steps.glance_loss(said, batch)) < before
    assert float(steps.glance_loss(batch[1], batch)) < float(steps.glance_loss(said, batch))
    save_onnx(glance, tmp_path / "glance.onnx.gz", (3, WINDOW, WINDOW))
    net = network_in(tmp_path / "glance.onnx.gz")
    assert np.abs(said_of(net, list(windows.numpy())) - said.numpy()).max() < 0.02


@pytest.mark.long
@pytest.mark.timeout(400)
def test_every_stage_of_the_training_follows_the_other(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    from vision.lab.dice import kept, steps, train  # noqa: PLC0415

    torch.set_num_threads(1)
    short = {"_DICE": 30, "_RARE_DICE": 15, "_STEEP_DICE": 9, "_GROUNDS": 3, "_EMPTY_PARTS": 2}
    short |= {"_PER_SHARD": 5, "_VIEWS": 2}
    learners = ("FINDER", "ON_FINDER", "JUDGE", "ON_JUDGE", "GLANCE", "DOUBTER")
    plans = {name: steps.Plan(2, 8, 1e-3) for name in learners}
    for name, value in short.items():
        monkeypatch.setattr(kept, name, value)
    for name, plan in plans.items():
        monkeypatch.setattr(train, name, plan)
    for stage in (kept.drawn_seeks, kept.drawn_crops, kept.rare_crops, kept.deceits):
        monkeypatch.setattr(stage, "__defaults__", (10,))
    photos = tmp_path / "photos" / "dice_some"
    photos.mkdir(parents=True)
    cv2.imwrite(str(photos / "a.png"), SAME(1).integers(0, 255, (200, 240, 3), dtype=np.uint8))
    row = {"file": "a.png", "license": "MIT", "dice": [{"value": 4, "box": [50, 40, 40, 40]}]}
    (photos / "labels.json").write_text(json.dumps([row]))

    (tmp_path / "work").mkdir()
    folder = train.learn(tmp_path / "work", photos.parent, "", cores=2)

    names = {f"{name}.onnx.gz" for name in ("finder", "judge", "glance", "doubter")}
    assert names <= {file.name for file in folder.iterdir()}
    assert train.learn(tmp_path / "work", photos.parent, "") == folder  # nothing is left to do
