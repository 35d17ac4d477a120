"""A network that begins with bytes: pictures as they lie in memory, two by four pixels in one block.

Its first layer, which looks at three by three pixels in steps of two, reckons with blocks instead, for two
places side by side at once, which is quicker: what it says of both lies in memory as before. Its weights are
rounded so that the sums over what is usually seen differ least, not each weight for itself.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

Floats = NDArray[np.floating[Any]]

_DOWN, _ACROSS = 2, 4  # pixels of a block
_PLACES = 2  # that the first layer looks at in each block
_STEPS = 64  # from nought to the largest weight
_STEP, _MIDDLE = 1 / 127.5, 128  # what a byte of a picture means
_SHRINK = np.linspace(1.0, 1.25, 21)  # factors on the least step that are tried
_SEEN = 800  # places that are looked at in each picture


def first_in_bytes(model: onnx.ModelProto, pictures: Iterable[Floats]) -> onnx.ModelProto:
    """*model*, in bytes from its second layer on, with its first one in bytes as well."""
    first = next(node for node in model.graph.node if node.op_type == "Conv")
    packing = _after(model, first, "QuantizeLinear")
    weights, offset = (_table(model, name) for name in first.input[1:3])
    rounded, step, offset = _rounded(weights, offset, _patches(pictures))
    inputs = [_kept(model, f"first {n}", value) for n, value in enumerate(_tables(rounded, step, offset))]
    taken = helper.make_node("Transpose", ["picture"], ["blocks"], perm=(0, 3, 1, 2))
    scale, nought, weights_at, steps_at, noughts, offsets = inputs
    layer = helper.make_node(
        "QLinearConv",
        ["blocks", scale, nought, weights_at, steps_at, noughts, *packing.input[1:], offsets],
        ["both places"],
        kernel_shape=[2, 2],
        pads=[1, 1, 0, 0],
    )
    shape_at = _kept(model, "one place", np.array([0, 0, -1, len(weights)], np.int64))
    parted = [
        helper.make_node("Transpose", ["both places"], ["both rows"], perm=(0, 2, 3, 1)),
        helper.make_node("Reshape", ["both rows", shape_at], ["rows"]),
        helper.make_node("Transpose", ["rows"], list(packing.output), perm=(0, 3, 1, 2)),
    ]
    nodes = [node for node in model.graph.node if packing.output[0] not in node.output]
    del model.graph.node[:]
    model.graph.node.extend([taken, layer, *parted, *nodes])
    shape = ("n", "rows", "columns", 3 * _DOWN * _ACROSS)
    given = helper.make_tensor_value_info("picture", onnx.TensorProto.UINT8, shape)
    model.graph.input[0].CopyFrom(given)
    return model


def _patches(pictures: Iterable[Floats]) -> Floats:
    """What the first layer sees at many places, rows of its 27 numbers."""
    rng, seen = np.random.default_rng(0), []
    for some in pictures:
        cut = np.lib.stride_tricks.sliding_window_view(some, (3, 3), axis=(2, 3))[:, :, ::2, ::2]
        rows = cut.transpose(0, 2, 3, 1, 4, 5).reshape(-1, 27)
        seen.append(rows[rng.choice(len(rows), min(_SEEN, len(rows)), replace=False)])
    return np.concatenate(seen)


def _rounded(weights: Floats, offset: Floats, seen: Floats) -> tuple[NDArray[np.int8], Floats, Floats]:
    """Whole weights, the step of each output, and offsets, so that sums over what is *seen* differ least."""
    flat, mean = weights.reshape(len(weights), -1).astype(np.float64), seen.mean(axis=0, dtype=np.float64)
    spread = np.cov(seen, rowvar=False)
    whole, steps = np.zeros(flat.shape), np.zeros(len(flat))
    for n, row in enumerate(flat):
        tried = [_settled(row, np.abs(row).max() / _STEPS * more, spread) for more in _SHRINK]
        _, whole[n], steps[n] = min(tried, key=lambda one: one[0])
    away = (whole * steps[:, None] - flat) @ mean
    return np.asarray(whole.reshape(weights.shape), np.int8), steps, offset - away


def _settled(row: Floats, step: float, spread: Floats) -> tuple[float, Floats, float]:
    """How far off its sums are, the whole weights where no single one is better otherwise, and the step."""
    whole = np.rint(row / step)
    off, better = whole * step - row, True
    while better:
        better = False
        for n in np.argsort(-np.abs(spread @ off)):
            for way in (-1, 1):
                gain = 2 * way * step * (spread[n] @ off) + step**2 * spread[n, n]
                if gain < -1e-12 and abs(whole[n] + way) <= _STEPS:
                    whole[n] += way
                    off, better = whole * step - row, True
    return float(off @ spread @ off), whole, step


def _tables(weights: NDArray[np.int8], step: Floats, offset: Floats) -> list[NDArray[np.generic]]:
    """Step and middle of the bytes, weights, their steps and noughts, offsets: all for blocks."""
    outputs, channels = weights.shape[:2]
    blocks = np.zeros((_PLACES, outputs, _DOWN, _ACROSS, channels, 2, 2), np.int8)  # in a block; which block
    for row, (down, high) in enumerate(((1, 0), (0, 1), (1, 1))):
        for place in range(_PLACES):
            for column in range(3):
                left, across = divmod(_ACROSS + 2 * place + column - 1, _ACROSS)
                blocks[place, :, down, across, :, high, left] = weights[:, :, row, column]
    # bytes have a middle that is half a step above the pictures' own
    moved = offset + weights.reshape(outputs, -1).sum(axis=1) * step * (_MIDDLE * _STEP - 1)
    offsets = np.rint(moved / (step * _STEP)).astype(np.int32)
    whole = blocks.reshape(_PLACES * outputs, -1, 2, 2)
    middle, noughts = np.array(_MIDDLE, np.uint8), np.zeros(_PLACES * outputs, np.int8)
    steps, offsets = np.tile(step.astype(np.float32), _PLACES), np.tile(offsets, _PLACES)
    return [np.array(_STEP, np.float32), middle, whole, steps, noughts, offsets]


def _after(model: onnx.ModelProto, node: onnx.NodeProto, kind: str) -> onnx.NodeProto:
    """The step of this *kind* that follows."""
    while node.op_type != kind:
        node = next(one for one in model.graph.node if node.output[0] in one.input)
    return node


def _table(model: onnx.ModelProto, name: str) -> Floats:
    return np.asarray(numpy_helper.to_array(next(t for t in model.graph.initializer if t.name == name)))


def _kept(model: onnx.ModelProto, name: str, values: NDArray[np.generic]) -> str:
    model.graph.initializer.append(numpy_helper.from_array(values, name))
    return name
