"""Learns on drawn tables whether a die leans, and says how well it does on tables that it has not seen.

python -m vision.lab.lean [tables]    # writes vision/dice/lean.npz
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import vision.dice
from vision.dice.lean import COCKED, FLAT, LEARNT, Net, traits
from vision.lab.net import fitted
from vision.lab.samples import samples

Floats = NDArray[np.float32]
_HIDDEN = (112, 32)
_EPOCHS = 18
_STANDS, _LEANS = 3.0, 7.0  # degrees: up to the one it stands for sure, from the other on it leans
_RANGES = ((0.0, 0.01), (0.01, 3.0), (3.0, 7.0), (7.0, 10.0), (10.0, 15.0), (15.0, 90.0))


def shown(seeds: range) -> tuple[Floats, Floats]:
    """The traits of dice on drawn tables, shape (n, traits), and by how many degrees they lean."""
    rows, tilts = [], []
    for found in samples(seeds):
        for sample in found:
            if sample.die is not None:
                rows.append(traits(sample.flat, sample.square).astype(np.float16))
                tilts.append(abs(sample.die.tilt))
    return np.array(rows), np.array(tilts, np.float32)


def wanted(tilts: Floats) -> Floats:
    """What the network is to say of dice that lean so: nought stands, one leans."""
    return np.asarray(np.clip((tilts - _STANDS) / (_LEANS - _STANDS), 0, 1), np.float32)


def share_above(net: Net, rows: Floats, tilts: Floats, least: float) -> list[tuple[float, float, int, float]]:
    """For every range of degrees: from, to, how many dice, and for which share it says over *least*."""
    said = 1 / (1 + np.exp(-net(rows.astype(np.float32))[:, 0]))
    ranges = [(low, high, (tilts >= low) & (tilts < high)) for low, high in _RANGES]
    return [(low, high, int(k.sum()), float((said[k] > least).mean())) for low, high, k in ranges if k.any()]


def save(net: Net, path: Path) -> None:
    """Write *net* where `vision.dice.lean` finds it: weights in 8 bits, in steps of each unit's own size."""
    kept = {}
    for n, (weight, offset) in enumerate(zip(net.weights, net.offsets, strict=True)):
        step = np.maximum(np.abs(weight).max(axis=0) / 127, np.finfo(np.float32).tiny).astype(np.float32)
        kept |= {f"weight{n}": np.rint(weight / step).astype(np.int8), f"step{n}": step, f"offset{n}": offset}
    with path.open("wb") as file:
        np.savez_compressed(file, **kept)  # type: ignore[arg-type]  # its stub mixes them with a flag


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
    rows, tilts = shown(range(110_000, 110_000 + tables))
    net = fitted(rows.astype(np.float32), wanted(tilts), _HIDDEN, _EPOCHS, np.random.default_rng(1))
    save(net, Path(vision.dice.__path__[0]) / LEARNT)
    rows, tilts = shown(range(300_000, 300_000 + max(4, tables // 15)))
    for least in (FLAT, COCKED):
        for low, high, count, share in share_above(net, rows, tilts, least):
            print(f"{low:5.1f} to {high:4.1f} degrees: {count:6d} dice, over {least}: {share:.4f}")


if __name__ == "__main__":
    main()
