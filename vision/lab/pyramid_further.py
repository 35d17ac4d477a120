"""Teaching the network that reads faces further, from its own weights; needs PyTorch.

    python -m vision.lab.pyramid_further DATA.npz... --after FILE.onnx -o FILE.onnx [--minutes 15]

The data comes from `python -m vision.lab.pyramid_soft FIRST LAST -o DATA.npz`. Of ordinary patches the
network keeps to what it said before, so that nothing is forgotten; what is kept is the running mean of its
weights.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional

from vision.lab.pyramid_nets import FaceNet, face_loss, turned_about, until, varied
from vision.lab.pyramid_soft import FARTHER, ORDINARY, SOFT

_BATCH = {ORDINARY: 176, FARTHER: 96, SOFT: 240}
_RATE, _LEAST = 8e-4, 1e-5
_MEMORY = 0.997  # share of the running mean that is kept at each step
_COLOURS = 0.5  # factor on the log odds of colours: light in lessons is more alike than in rooms


def _taught(model: onnx.ModelProto) -> FaceNet:
    net = FaceNet()
    tables = {t.name: numpy_helper.to_array(t).copy() for t in model.graph.initializer}
    net.load_state_dict({name: torch.from_numpy(table) for name, table in tables.items()})
    return net


def _further(data: dict[str, Any], minutes: float, before: FaceNet, net: FaceNet, mean: FaceNet) -> None:
    rng = np.random.default_rng(1)
    pools = {how: np.flatnonzero(data["hard"] == how) for how in _BATCH}
    best = torch.optim.Adam(net.parameters(), _RATE)
    for step, share in enumerate(until(minutes)):
        warm = min(1.0, step / 100)
        best.param_groups[0]["lr"] = _RATE * warm * (0.5 + 0.5 * np.cos(np.pi * share)) + _LEAST
        chosen = np.concatenate(
            [pools[how][rng.integers(0, len(pools[how]), n)] for how, n in _BATCH.items()]
        )
        shown, away = turned_about(rng, data["X"][chosen], data["off"][chosen])
        seen = varied(torch.from_numpy(shown).permute(0, 3, 1, 2).float())
        said = net(seen)
        truth = (data["right"][chosen], away, data["value"][chosen], data["colour"][chosen])
        loss = face_loss(said, *(torch.from_numpy(a) for a in truth))
        ordinary = slice(_BATCH[ORDINARY])
        with torch.no_grad():
            wanted = before(seen[ordinary])
        loss = loss + forgotten(said[ordinary], wanted)
        best.zero_grad()
        loss.backward()
        best.step()
        with torch.no_grad():
            for kept, now in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(now, 1 - min(_MEMORY, (step + 1) / (step + 11)))


def forgotten(said: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """How far what is *said* of ordinary patches is from what was said before."""
    there = torch.sigmoid(wanted[:, 0])
    loss = 0.5 * functional.binary_cross_entropy_with_logits(said[:, 0], there)
    loss = loss + 0.02 * functional.smooth_l1_loss(said[:, 0].clamp(-8, 8), wanted[:, 0].clamp(-8, 8))
    off = functional.smooth_l1_loss(said[:, 1:3], wanted[:, 1:3], beta=0.05, reduction="none").sum(1)
    told = _apart(said[:, 3:9], wanted[:, 3:9]) + _apart(said[:, 9:12], wanted[:, 9:12])
    return loss + 0.5 * (there * (told + 4 * off)).mean()


def _apart(said: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    logs = functional.log_softmax(wanted, 1)
    return (logs.exp() * (logs - functional.log_softmax(said, 1))).sum(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--after", type=Path, required=True, help="go on from these weights")
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=15, help="of this process's own computing")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    files = [np.load(path) for path in args.data]
    data = {name: np.concatenate([f[name] for f in files]) for name in files[0].files}
    model = onnx.load(args.after)
    before, net, mean = (_taught(model) for _ in range(3))
    before.eval()
    _further(data, args.minutes, before, net.train(), mean)
    weights = mean.state_dict()
    last = net.layers[-1]
    for name, _ in last.named_parameters():
        weights[f"layers.{len(net.layers) - 1}.{name}"][9:12] *= _COLOURS
    for table in model.graph.initializer:
        table.CopyFrom(numpy_helper.from_array(weights[table.name].numpy(), table.name))
    onnx.save(model, args.out)


if __name__ == "__main__":
    main()
