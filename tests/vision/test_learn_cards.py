"""The reader of corners learns on from the one that is shipped, and from print that is pale or far away."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

import vision.cards  # noqa: E402
from vision.cards.flat import BODY, INDEX, as_blob  # noqa: E402
from vision.lab.cards import nets, quick, stock, train  # noqa: E402
from vision.lab.cards.crops import any_crops  # noqa: E402
from vision.lab.in_bytes import weights_of  # noqa: E402
from vision.network import Network  # noqa: E402

SHIPPED = Path(vision.cards.__path__[0]) / "index.onnx"


def test_a_reader_that_learns_on_begins_with_what_is_shipped():
    reader = nets.as_shipped(nets.index_reader(), SHIPPED).eval()
    corners = as_blob(any_crops(np.random.default_rng(1), 2)[0])
    said = Network(SHIPPED.read_bytes()).said_of(corners)
    begun = reader(torch.from_numpy(corners)).detach().numpy()

    assert 0 < np.abs(said - begun).mean() < 0.05 * np.abs(said).mean()


def test_it_keeps_a_little_of_what_it_was():
    before = weights_of(onnx.load(str(SHIPPED)))
    mixed = weights_of(train.mixed(train.exported(_other(nets.index_reader()), INDEX), before))

    for name, old in before.items():
        assert np.allclose(mixed[name], old + 1 - train._KEPT, atol=1e-3), name


def _other(reader):
    """A reader all of whose weights are larger by one than what is shipped."""
    reader = nets.as_shipped(reader, SHIPPED)
    with torch.no_grad():
        for step in reader.see:
            step[0].weight += 1
            step[1].bias += 1
        for values in reader.think.parameters():
            values.add_(1)
    return reader


def test_a_reader_is_shipped_in_bytes_and_says_nearly_the_same(tmp_path, monkeypatch):
    torch.manual_seed(1)
    monkeypatch.setattr(train, "_file", lambda name: tmp_path / name)
    monkeypatch.setattr(quick, "_BATCHES", 2)
    monkeypatch.setattr(stock, "_FIRST", 60)
    exact = train.exported(nets.body_reader(), BODY)
    crops = as_blob(any_crops(np.random.default_rng(1), 2)[2])

    shipped = train.ship("body", exact)
    said = Network(shipped.read_bytes()).said_of(crops)
    wanted = Network(exact.SerializeToString()).said_of(crops)

    assert 0 < np.abs(said - wanted).max() < 0.1 * np.abs(wanted).max()
    assert shipped.stat().st_size < 0.55 * len(exact.SerializeToString())
    quickly = {node.op_type for node in onnx.load(str(shipped)).graph.node}
    assert {"QuantizeLinear", "DequantizeLinear"} <= quickly


def test_washed_out_print_is_paler_and_its_paper_stays():
    crop = np.full((64, 44, 3), 220, np.uint8)
    crop[20:40, 10:30] = 30
    pale = stock.washed_out(np.random.default_rng(2), crop)

    assert pale[25:35, 15:25].mean() > 60
    assert abs(float(pale[:10].mean()) - 220) < 3


def test_a_card_further_away_keeps_its_size_and_loses_its_sharpness():
    crop = (np.indices((64, 44)).sum(axis=0) % 2 * 255).astype(np.uint8)[..., None].repeat(3, axis=2)
    far = stock.from_afar(crop, 0.4)

    assert far.shape == crop.shape
    assert far.std() < 0.4 * crop.std()


def test_in_light_of_one_colour_a_crop_keeps_its_brightness_and_loses_its_colour():
    crop = np.full((64, 44, 3), (40, 30, 200), np.uint8)
    pale = stock.without_colour(crop, 0.0)

    assert np.ptp(pale[0, 0]) == 0
    assert np.ptp(stock.without_colour(crop, 0.5)[0, 0]) == 85
    assert abs(float(pale.mean()) - crop.mean()) < 1


def test_what_was_right_before_is_to_stay_and_what_was_wrong_is_not() -> None:
    torch.manual_seed(4)
    before, other = (nets.index_reader().eval() for _ in range(2))
    seen = torch.rand(6, 3, INDEX[1], INDEX[0]) - 0.5
    with torch.no_grad():
        then, now = train.answers(before, seen), train.answers(other, seen)
    right = torch.stack([answer.argmax(1) for answer in then], 1)
    wrong = (right + 1) % torch.tensor(before.answers)
    assert float(train.unlike(then, then, right)) == pytest.approx(0, abs=1e-4)
    assert float(train.unlike(now, then, right)) > 1e-4
    assert float(train.unlike(now, then, wrong)) == 0


def test_a_reader_that_learns_on_is_shipped_with_its_weights_averaged(tmp_path: Path) -> None:
    net = nets.index_reader()
    start = net.think[2].bias.detach().clone()

    def step(_: np.random.Generator) -> torch.Tensor:
        return net.think[2].bias.sum()

    train.fit("readers-on", net, step, 0.001, tmp_path)

    kept = torch.load(tmp_path / "readers-on.pt", weights_only=True)
    last, shipped = kept["net"]["think.2.bias"], net.think[2].bias.detach()
    assert torch.equal(shipped, kept["calm"]["think.2.bias"])
    assert 0 < float((start - shipped).mean()) < float((start - last).mean())
