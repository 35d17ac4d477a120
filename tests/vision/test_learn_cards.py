"""The reader of corners learns on from the one that is shipped, and from print that is pale or far away."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

import vision.cards  # noqa: E402
from vision.cards.flat import BODY, INDEX, as_blob  # noqa: E402
from vision.lab.cards import further, further_finder, looks, mixed, nets, quick, stock, train  # noqa: E402
from vision.lab.cards.answers import answers, told, unlike  # noqa: E402
from vision.lab.cards.crops import AROUND, any_crops  # noqa: E402
from vision.lab.cards.finder import targets  # noqa: E402
from vision.lab.cards.tables import Table  # noqa: E402
from vision.lab.in_bytes import weights_of  # noqa: E402
from vision.network import Network  # noqa: E402

EYES = Path(vision.cards.__path__[0])


def _corners(cards=2):
    """Some drawn corners as the reader takes them, and what is known of them."""
    crops = any_crops(np.random.default_rng(1), cards)
    middles = [corner[AROUND:-AROUND, AROUND:-AROUND] for corner in crops.corners]
    return as_blob(middles), crops


@pytest.mark.parametrize("reader", ["index", "body"])
def test_a_reader_that_learns_on_begins_with_what_is_shipped(reader):
    begun = further.shipped(reader).eval()
    size = INDEX if reader == "index" else BODY
    seen = np.random.default_rng(1).uniform(-0.5, 0.5, (4, 3, size[1], size[0])).astype(np.float32)
    said = Network((EYES / f"{reader}.onnx").read_bytes()).said_of(seen)
    now = begun(torch.from_numpy(seen)).detach().numpy()

    assert np.abs(said - now).mean() < 0.1 * np.abs(said).mean()


def test_the_finder_that_learns_on_begins_with_what_is_shipped():
    seen = np.random.default_rng(1).uniform(-0.5, 0.5, (1, 3, 96, 128)).astype(np.float32)
    said = Network((EYES / "finder.onnx").read_bytes()).said_of(seen)

    assert np.allclose(said, further.shipped("finder").eval()(torch.from_numpy(seen)).detach(), atol=1e-3)


def test_a_mixture_is_the_weighted_sum_of_what_was_learnt_and_of_what_was_before(tmp_path):
    net = further.shipped("index")
    with torch.no_grad():
        net.think[2].bias.add_(1)
    kept = tmp_path / "out.pt"
    ways = [("one", "index", None, 0.0, 0.0)]
    torch.save({"ways": ways, "nets": {"one": net.state_dict()}}, kept)
    before = weights_of(onnx.load(str(EYES / "index.onnx")))
    made = weights_of(mixed.mixed({f"{kept}:one": 0.25, "before": 0.75}, "index"))

    assert np.allclose(made["think.2.bias"], before["think.2.bias"] + 0.25, atol=1e-3)
    assert np.allclose(made["think.0.weight"], before["think.0.weight"], atol=1e-3)


def test_a_reader_is_shipped_in_bytes_and_says_nearly_the_same(tmp_path, monkeypatch):
    torch.manual_seed(1)
    monkeypatch.setattr(quick, "_BATCHES", 2)
    monkeypatch.setattr(stock, "_FIRST", 60)
    exact = train.exported(nets.index_reader(), INDEX)
    corners, _ = _corners()

    shipped = train.ship("index", exact, tmp_path / "index.onnx")
    said = Network(shipped.read_bytes()).said_of(corners)
    wanted = Network(exact.SerializeToString()).said_of(corners)

    assert 0 < np.abs(said - wanted).max() < 0.1 * np.abs(wanted).max()
    assert shipped.stat().st_size < 0.55 * len(exact.SerializeToString())
    quickly = {node.op_type for node in onnx.load(str(shipped)).graph.node}
    assert {"QuantizeLinear", "DequantizeLinear"} <= quickly


def test_a_look_knows_how_much_of_a_mark_is_still_within():
    torch.manual_seed(3)
    stored = torch.full((64, INDEX[1] + 2 * AROUND, INDEX[0] + 2 * AROUND, 3), 200, dtype=torch.uint8)
    fine = torch.zeros(64, dtype=torch.long)
    inside = torch.tensor([[12.0, 20.0, 30.0, 40.0]]).expand(64, 4)
    outside = torch.tensor([[-30.0, 20.0, -20.0, 40.0]]).expand(64, 4)

    assert float(looks.is_within(looks.look(stored, inside, fine, AROUND, 0.0)).min()) == 1
    assert float(looks.is_within(looks.look(stored, outside, fine, AROUND, 0.0)).max()) == 0


def test_what_lies_in_the_middle_of_a_stored_crop_stays_about_there():
    torch.manual_seed(3)
    stored = torch.full((32, INDEX[1] + 2 * AROUND, INDEX[0] + 2 * AROUND, 3), 255, dtype=torch.uint8)
    middle = AROUND + INDEX[1] // 2, AROUND + INDEX[0] // 2
    stored[:, middle[0] - 5 : middle[0] + 5, middle[1] - 5 : middle[1] + 5] = 0
    nowhere = torch.zeros(32, 4)
    seen = looks.look(stored, nowhere, torch.zeros(32), AROUND, 0.0).seen.mean(1)
    darkest = seen.flatten(1).argmin(1)
    away = torch.stack([darkest // INDEX[0] - INDEX[1] // 2, darkest % INDEX[0] - INDEX[0] // 2]).float()

    assert float(away.abs().mean()) < 5


def test_a_drawn_mark_lies_in_its_box():
    _, crops = _corners(12)
    marked = [n for n, mark in enumerate(crops.marks) if mark[0]]

    assert len(marked) > 10
    for n in marked:
        left, top, right, bottom = crops.boxes[n]
        assert right > left and bottom > top
        assert -AROUND - 8 < left < INDEX[0] and -AROUND - 8 < top < INDEX[1]


def test_what_was_right_before_is_to_stay_and_what_was_wrong_is_not() -> None:
    torch.manual_seed(4)
    before, other = (nets.index_reader().eval() for _ in range(2))
    seen, weight = torch.rand(6, 3, INDEX[1], INDEX[0]) - 0.5, torch.ones(6)
    with torch.no_grad():
        then, now = answers(before, seen), answers(other, seen)
    right = torch.stack([answer.argmax(1) for answer in then], 1)
    wrong = (right + 1) % torch.tensor(before.answers)
    assert float(unlike(then, then, right, weight)) == pytest.approx(0, abs=1e-4)
    assert float(unlike(now, then, right, weight)) > 1e-4
    assert float(unlike(now, then, wrong, weight)) == 0
    assert float(told(then, right, weight)) < float(told(then, wrong, weight))


def test_pupils_learn_from_what_is_drawn_and_what_they_learnt_is_written(tmp_path):
    rng = np.random.default_rng(1)
    ways = [way for way in further.WAYS if way.name in ("index_on", "finder_on")]
    course = further.Course(ways, tmp_path / "out.pt", torch.device("cpu"), recorded=False)
    course.banks["index"].put(stock.drawn(rng, 6)["index"])
    faces = [further.some_faces(1, 12)[n] for n in range(12)]
    course.banks["finder"].put(further_finder.some_tables(rng, faces, 2))
    for reader in course.readers:
        course.lesson(reader, 4)()
    course.save()

    kept = torch.load(tmp_path / "out.pt", weights_only=False)
    assert set(kept["nets"]) == {"index_on", "finder_on"}
    assert all(float(pupil.off) > 0 for pupil in course.pupils)


def test_many_tables_at_once_ask_of_the_finder_what_one_does():
    rng = np.random.default_rng(4)
    drawn = further_finder.some_tables(rng, further.some_faces(1, 12), 3)
    heat, vectors, weight = further_finder._wanted(
        torch.from_numpy(drawn.quads), torch.from_numpy(drawn.seen).float()
    )
    for n in range(3):
        there = np.abs(drawn.quads[n]).sum(axis=(1, 2)) > 0
        seen = drawn.seen[n][there].astype(bool)
        one = targets(Table(drawn.pictures[n][:288, :384], drawn.quads[n][there], seen))
        telling = (one[2][0] > 0) & (one[0][0] > 0.35)
        assert np.allclose(one[0], heat[n], atol=1e-3)
        assert np.allclose(one[1][:, telling], vectors[n].numpy()[:, telling], atol=1e-4)
        assert np.allclose(one[2][:, telling], weight[n].numpy()[:, telling], atol=1e-4)
