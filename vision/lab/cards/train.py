"""Fits the networks of the card eyes, each going on where it stopped.

python -m vision.lab.cards.train finder [--minutes 57] [--keep FOLDER]   # writes vision/cards/finder.onnx
python -m vision.lab.cards.train readers                                # index.onnx and body.onnx
"""

import argparse
import io
import math
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

import vision.cards
from vision.cards.flat import BODY, INDEX
from vision.lab.cards import finder, nets
from vision.lab.cards.answers import answers, told
from vision.lab.cards.faces import some_faces
from vision.lab.cards.quick import quickened
from vision.lab.cards.stock import Stock
from vision.lab.halved import halved

Floats = NDArray[np.float32]
_RATE = {"finder": 2e-3, "readers": 1.5e-3}
_CARDS = 2  # drawn at a time for the readers
_BATCH = {"index": 128, "body": 40}  # corners and whole cards for each step
_SAVE_EVERY = 60.0  # seconds


def fit(
    name: str, net: nn.Module, step: Callable[[np.random.Generator], torch.Tensor], minutes: float, keep: Path
) -> None:
    """Steps down the loss for some minutes of this process's time, the rate falling like half a wave."""
    keep.mkdir(parents=True, exist_ok=True)
    path = keep / f"{name}.pt"
    better = torch.optim.AdamW(net.parameters(), lr=_RATE[name], weight_decay=1e-4)
    spent, count = 0.0, 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        net.load_state_dict(state["net"])
        better.load_state_dict(state["better"])
        spent, count = state["spent"], state["count"]
    net.to(memory_format=torch.channels_last).train()
    last, told, average = time.process_time(), time.process_time(), 0.0
    while spent < minutes * 60:
        share = spent / (minutes * 60)
        for group in better.param_groups:
            group["lr"] = (
                _RATE[name] * min(1.0, count / 200 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
            )
        off = step(np.random.default_rng([count, len(name)]))
        better.zero_grad()
        off.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        better.step()
        count += 1
        average = float(off.detach()) if count == 1 else 0.98 * average + 0.02 * float(off.detach())
        now = time.process_time()
        spent, last = spent + now - last, now
        if now - told > _SAVE_EVERY or spent >= minutes * 60:
            told = now
            torch.save(
                {
                    "net": net.state_dict(), "better": better.state_dict(),
                    "spent": spent, "count": count,
                },
                path,
            )  # fmt: skip
            print(
                f"{name}: {spent / 60:.1f} of {minutes:g} minutes, {count} steps, loss {average:.4f}",
                flush=True,
            )


def finder_step(net: nn.Module) -> Callable[[np.random.Generator], torch.Tensor]:
    pool = some_faces(1, 2400)
    tables = finder.Tables(pool, finder.backgrounds(os.environ.get("COMPANION_PICTURES", "")))

    def step(rng: np.random.Generator) -> torch.Tensor:
        pictures, heat, vectors, weight = tables.batch(rng)
        with _half_the_digits():
            said = net(_laid_out(pictures))
        found, off = finder.loss(said.float(), heat, vectors, weight)
        return found + off

    return step


def readers_step(net: nn.ModuleDict) -> Callable[[np.random.Generator], torch.Tensor]:
    stock = Stock(_CARDS)

    def step(rng: np.random.Generator) -> torch.Tensor:
        off = torch.zeros(())
        for name, (seen, truth, weight) in stock.some(rng, _BATCH).items():
            off = off + told(answers(net[name], seen), truth, weight)
        return off

    return step


def _half_the_digits() -> torch.autocast:
    """Twice as fast on processors that reckon with sixteen bits; others do not mind."""
    return torch.autocast("cpu", torch.bfloat16)


def _laid_out(pictures: torch.Tensor) -> torch.Tensor:
    """Channels last: a processor without a graphics card is half as fast again so."""
    return pictures.contiguous(memory_format=torch.channels_last)


def exported(net: nn.Module, size: tuple[int, int], sides: Mapping[int, str] = {}) -> onnx.ModelProto:
    """The network for pictures of that *size*; *sides* are those that other pictures may have otherwise."""
    net.eval()
    written = io.BytesIO()
    example = torch.zeros(1, 3, size[1], size[0])
    torch.onnx.export(
        net, (example,), written, opset_version=13, dynamo=False,
        input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n", **sides}, "y": {0: "n"}},
    )  # fmt: skip
    return onnx.load_from_string(written.getvalue())


def ship(name: str, model: onnx.ModelProto, to: Path | None = None) -> Path:
    """Writes the network as the eyes read it: readers in bytes, all other weights with half the digits.

    In bytes the finder would find fewer of the cards in heaps.
    """
    path = to or file_of(name)
    onnx.save(halved(model if name == "finder" else quickened(name, model)), str(path))
    return path


def file_of(name: str) -> Path:
    return Path(vision.cards.__path__[0]) / f"{name}.onnx"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=("finder", "readers"))
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--keep", type=Path, default=Path.home() / ".cache" / "companion-learn")
    args = parser.parse_args()
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    for name in args.what:
        torch.manual_seed(1)
        if name == "finder":
            net: nn.Module = nets.Finder()
            if args.minutes:
                fit(name, net, finder_step(net), args.minutes, args.keep)
            print(ship(name, exported(net, (512, 384), {2: "rows", 3: "columns"})))
        else:
            both = nn.ModuleDict({"index": nets.index_reader(), "body": nets.body_reader()})
            if args.minutes:
                fit(name, both, readers_step(both), args.minutes, args.keep)
            print(ship("index", exported(both["index"], INDEX)), ship("body", exported(both["body"], BODY)))


if __name__ == "__main__":
    main()
