"""The reader of corners learns on from the one that is shipped, and from print that is pale or far away."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

import vision.cards  # noqa: E402
from vision.learn.cards import nets, stock, train  # noqa: E402
from vision.network import Network  # noqa: E402

SHIPPED = Path(vision.cards.__path__[0]) / "index.onnx"


def test_a_reader_that_learns_on_begins_with_what_is_shipped():
    reader = nets.as_shipped(nets.index_reader(), SHIPPED).eval()
    crops = np.random.default_rng(1).random((3, 3, 64, 44), dtype=np.float32) - 0.5
    said = Network(SHIPPED.read_bytes()).said_of(crops)

    assert np.allclose(said, reader(torch.from_numpy(crops)).detach().numpy(), atol=1e-3)


def test_it_keeps_a_little_of_what_it_was(tmp_path):
    before, after = onnx.load(str(SHIPPED)), onnx.load(str(SHIPPED))
    first = after.graph.initializer[0]
    old = onnx.numpy_helper.to_array(first).astype(np.float32)
    first.CopyFrom(onnx.numpy_helper.from_array((old + 1).astype(np.float16), first.name))
    path = tmp_path / "index.onnx"
    onnx.save(after, str(path))

    mixed = onnx.load(str(train.mixed(path, before))).graph.initializer[0]

    step = onnx.numpy_helper.to_array(mixed).astype(np.float32) - old
    assert 0.8 < step.mean() < 0.95


def test_washed_out_print_is_paler_and_its_paper_stays():
    crop = np.full((64, 44, 3), 220, np.uint8)
    crop[20:40, 10:30] = 30
    pale = stock._washed_out(np.random.default_rng(2), crop)

    assert pale[25:35, 15:25].mean() > 60
    assert abs(float(pale[:10].mean()) - 220) < 3


def test_a_card_further_away_keeps_its_size_and_loses_its_sharpness():
    crop = (np.indices((64, 44)).sum(axis=0) % 2 * 255).astype(np.uint8)[..., None].repeat(3, axis=2)
    far = stock._from_afar(crop, 0.4)

    assert far.shape == crop.shape
    assert far.std() < 0.4 * crop.std()
