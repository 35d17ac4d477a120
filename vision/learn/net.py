"""Fitting a small network by steps down its gradient; nothing but arrays."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.dice.lean import Net

Floats = NDArray[np.float32]
_BATCH = 256
_KEEP = 0.999, 0.9  # of the mean square and the mean of the gradients (Adam)
_DECAY = 3e-5
_DROPPED = 0.15


def fitted(
    rows: Floats, targets: Floats, hidden: tuple[int, ...], epochs: int, rng: np.random.Generator
) -> Net:
    """A network whose output is the logit of *targets* (0 to 1), shape (n,)."""
    sizes = (rows.shape[1], *hidden, 1)
    pairs = list(zip(sizes[:-1], sizes[1:], strict=True))
    values = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in pairs]
    values += [np.zeros(b, np.float32) for _, b in pairs]
    means = [np.zeros_like(v) for v in values]
    squares = [np.zeros_like(v) for v in values]
    total = epochs * (len(rows) // _BATCH)
    for step, chosen in enumerate(_batches(len(rows), epochs, rng), 1):
        rate = 1.5e-3 * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-6
        shown = (
            rows[chosen] * (rng.random((len(chosen), rows.shape[1]), np.float32) > _DROPPED) / (1 - _DROPPED)
        )
        slopes = _slopes(values, shown, targets[chosen])
        for value, mean, square, slope in zip(values, means, squares, slopes, strict=True):
            mean += (1 - _KEEP[1]) * (slope - mean)
            square += (1 - _KEEP[0]) * (slope * slope - square)
            change = mean / (1 - _KEEP[1] ** step) / (np.sqrt(square / (1 - _KEEP[0] ** step)) + 1e-7)
            value -= np.float32(rate) * (change + _DECAY * value / max(rate, 1e-5) * rate)
    layers = len(pairs)
    return Net(tuple(values[:layers]), tuple(values[layers:]))


def _batches(count: int, epochs: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    for _ in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count - _BATCH + 1, _BATCH):
            yield order[start : start + _BATCH]


def _slopes(values: list[Floats], rows: Floats, targets: Floats) -> list[Floats]:
    """How the mean loss changes with every weight, then with every offset."""
    layers = len(values) // 2
    seen = [rows]
    for n in range(layers):
        out = seen[-1] @ values[n] + values[layers + n]
        seen.append(np.maximum(out, 0) if n < layers - 1 else out)
    back = (1 / (1 + np.exp(-seen[-1])) - targets[:, None]) / len(rows)
    weights: list[Floats] = []
    offsets: list[Floats] = []
    for n in reversed(range(layers)):
        weights.insert(0, seen[n].T @ back)
        offsets.insert(0, back.sum(axis=0))
        back = (back @ values[n].T) * (seen[n] > 0)
    return weights + offsets
