"""Fitting a small network by steps down its gradient; nothing but arrays."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.dice.lean import Net

Floats = NDArray[np.float32]
_BATCH = 256
_KEEP = 0.999, 0.9  # of the mean square and the mean of the gradients (Adam)
_DECAY = 3e-5
_DROPPED = 0.3  # share of the traits that are left out at every step


def fitted(
    rows: Floats, targets: Floats, hidden: tuple[int, ...], epochs: int, rng: np.random.Generator
) -> Net:
    """A network whose output is the logit of *targets* (0 to 1), shape (n,)."""
    sizes = (rows.shape[1], *hidden, 1)
    pairs = list(pairwise(sizes))
    values = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in pairs]
    values += [np.zeros(b, np.float32) for _, b in pairs]
    means = [np.zeros_like(v) for v in values]
    squares = [np.zeros_like(v) for v in values]
    total = epochs * (len(rows) // _BATCH)
    for step, chosen in enumerate(_batches(len(rows), epochs, rng), 1):
        rate = 1.5e-3 * 0.5 * (1 + np.cos(np.pi * step / total)) + 1e-6
        kept = rng.random((len(chosen), rows.shape[1]), np.float32) > _DROPPED
        shown = rows[chosen] * kept / np.float32(1 - _DROPPED)
        for n, slope in enumerate(_slopes(values, shown, targets[chosen])):
            means[n] += (1 - _KEEP[1]) * (slope - means[n])
            squares[n] += (1 - _KEEP[0]) * (slope * slope - squares[n])
            size = np.sqrt(squares[n] / (1 - _KEEP[0] ** step)) + 1e-7
            values[n] -= np.float32(rate) * (means[n] / (1 - _KEEP[1] ** step) / size + _DECAY * values[n])
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
    back = ((1 / (1 + np.exp(-seen[-1])) - targets[:, None]) / len(rows)).astype(np.float32)
    weights: list[Floats] = []
    offsets: list[Floats] = []
    for n in reversed(range(layers)):
        weights.insert(0, seen[n].T @ back)
        offsets.insert(0, back.sum(axis=0))
        back = (back @ values[n].T) * (seen[n] > 0)
    return weights + offsets
