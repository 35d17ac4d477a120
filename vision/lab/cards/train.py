"""Fits the networks of the card eyes, each going on where it stopped.

python -m vision.lab.cards.train finder [--minutes 57] [--keep FOLDER]   # writes vision/cards/finder.onnx
python -m vision.lab.cards.train readers                                # index.onnx and body.onnx
python -m vision.lab.cards.train readers-on [--only index]              # from what both are now
"""

import argparse
import copy
import io
import math
import os
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

import vision.cards
from vision.cards.flat import BODY, INDEX
from vision.lab.cards import finder, nets
from vision.lab.cards.colour_faces import number_card
from vision.lab.cards.faces import FrenchStyle, any_face, other
from vision.lab.cards.paint import Face
from vision.lab.cards.quick import quickened
from vision.lab.cards.stock import Stock
from vision.lab.halved import halved
from vision.lab.in_bytes import weights_of

Floats = NDArray[np.float32]
_RATE = {"finder": 2e-3, "readers": 1.5e-3, "readers-on": 5e-4}
_CARDS = 2  # drawn at a time for the readers
_READERS, _BATCH = ("index", "body"), (128, 40)  # corners and whole cards for each step
_SAVE_EVERY = 60.0  # seconds
_ON = "readers-on"  # the readers learn on from those that are shipped
_AS_BEFORE = 1.0  # what it counts that corners which were read rightly are read as before
_CALM = 0.0015  # of every step: the weights are averaged over some hundred of them
_KEPT = 0.4  # of the weights that it had: with less, more is asked about on photographs


def faces(seed: int, count: int) -> list[Face]:
    """Faces in a row are of one deck, a dozen at a time."""
    out: list[Face] = []
    rng = np.random.default_rng(seed)
    while len(out) < count:
        style = FrenchStyle(rng)
        out += [any_face(rng, style) for _ in range(9)]
        out += [other(rng), other(rng), number_card(rng)]  # pictures to their edge, and frames near it
    return out


def fit(
    name: str, net: nn.Module, step: Callable[[np.random.Generator], torch.Tensor], minutes: float, keep: Path
) -> None:
    """Steps down the loss for some minutes of this process's time, the rate falling like half a wave."""
    keep.mkdir(parents=True, exist_ok=True)
    path = keep / f"{name}.pt"
    better = torch.optim.AdamW(net.parameters(), lr=_RATE[name], weight_decay=1e-4)
    calm = copy.deepcopy(net)  # what is shipped of a reader that learns on
    spent, count = 0.0, 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        net.load_state_dict(state["net"])
        calm.load_state_dict(state["calm"])
        better.load_state_dict(state["better"])
        spent, count = state["spent"], state["count"]
    net.to(memory_format=torch.channels_last).train()
    if name == _ON:
        for part in net.modules():
            part.train(not isinstance(part, nn.BatchNorm2d))  # those of the file that was read do not change
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
        _follow(calm, net)
        count += 1
        average = float(off.detach()) if count == 1 else 0.98 * average + 0.02 * float(off.detach())
        now = time.process_time()
        spent, last = spent + now - last, now
        if now - told > _SAVE_EVERY or spent >= minutes * 60:
            told = now
            torch.save(
                {
                    "net": net.state_dict(), "calm": calm.state_dict(), "better": better.state_dict(),
                    "spent": spent, "count": count,
                },
                path,
            )  # fmt: skip
            print(
                f"{name}: {spent / 60:.1f} of {minutes:g} minutes, {count} steps, loss {average:.4f}",
                flush=True,
            )
    if name == _ON:
        net.load_state_dict(calm.state_dict())


def _follow(calm: nn.Module, net: nn.Module) -> None:
    """Brings the averaged weights a little nearer to what the network has learnt."""
    with torch.no_grad():
        for mean, now in zip(calm.parameters(), net.parameters(), strict=True):
            mean.lerp_(now, _CALM)


def finder_step(net: nn.Module) -> Callable[[np.random.Generator], torch.Tensor]:
    pool = faces(1, 2400)
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
        corners, marks, bodies, judged = stock.some(rng, _BATCH)
        return told(answers(net["index"], corners), marks) + told(answers(net["body"], bodies), judged)

    return step


def on_step(net: nn.ModuleDict, before: nn.ModuleDict) -> Callable[[np.random.Generator], torch.Tensor]:
    """Learns on, and goes on saying what was said *before* of what was read rightly then."""
    stock = Stock(_CARDS)
    before.eval()
    count = tuple(some if name in net else 0 for name, some in zip(_READERS, _BATCH, strict=True))

    def step(rng: np.random.Generator) -> torch.Tensor:
        corners, marks, bodies, judged = stock.some(rng, (count[0], count[1]))
        off = torch.zeros(())
        for name, seen, truth in (("index", corners, marks), ("body", bodies, judged)):
            if name not in net:
                continue
            said = answers(net[name], seen)
            with torch.no_grad():
                then = answers(before[name], seen)
            off = off + told(said, truth) + _AS_BEFORE * unlike(said, then, truth)
        return off

    return step


def _as_shipped(only: Collection[str] = _READERS) -> nn.ModuleDict:
    """The readers with the weights that the eyes have."""
    made = {"index": nets.index_reader(), "body": nets.body_reader()}
    return nn.ModuleDict({which: nets.as_shipped(made[which], _file(which)) for which in only})


def _half_the_digits() -> torch.autocast:
    """Twice as fast on processors that reckon with sixteen bits; others do not mind."""
    return torch.autocast("cpu", torch.bfloat16)


def _laid_out(pictures: torch.Tensor) -> torch.Tensor:
    """Channels last: a processor without a graphics card is half as fast again so."""
    return pictures.contiguous(memory_format=torch.channels_last)


Answers = list[torch.Tensor]  # for each of a reader's questions the logits of all words


def answers(net: nn.Module, seen: torch.Tensor) -> Answers:
    with _half_the_digits():
        said = net(_laid_out(seen))
    return list(said.float().split(net.answers, 1))


def told(said: Answers, truth: torch.Tensor) -> torch.Tensor:
    """How far off a reader is, summed over its questions."""
    apart = (functional.cross_entropy(a, w) for a, w in zip(said, truth.T, strict=True))
    return sum(apart, torch.zeros(()))


def unlike(said: Answers, then: Answers, truth: torch.Tensor) -> torch.Tensor:
    """How far what a reader says is from what was said before, where that was right."""
    right = torch.stack([a.argmax(1) == w for a, w in zip(then, truth.T, strict=True)]).all(0)
    apart = [
        functional.kl_div(now.log_softmax(1), old.log_softmax(1), log_target=True, reduction="none").sum(1)
        for now, old in zip(said, then, strict=True)
    ]
    return (torch.stack(apart).sum(0) * right).mean()


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


def ship(name: str, model: onnx.ModelProto) -> Path:
    """Writes the network as the eyes read it: readers in bytes, all other weights with half the digits.

    In bytes the finder would find fewer of the cards in heaps.
    """
    path = _file(name)
    onnx.save(halved(model if name == "finder" else quickened(name, model)), str(path))
    return path


def mixed(model: onnx.ModelProto, before: Mapping[str, Floats]) -> onnx.ModelProto:
    """The network with a little of the weights that it had *before*."""
    for weights in model.graph.initializer:
        both = _KEPT * before[weights.name] + (1 - _KEPT) * numpy_helper.to_array(weights)
        weights.CopyFrom(numpy_helper.from_array(np.asarray(both, np.float32), weights.name))
    return model


def _file(name: str) -> Path:
    return Path(vision.cards.__path__[0]) / f"{name}.onnx"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=("finder", "readers", _ON))
    parser.add_argument("--only", choices=_READERS)
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
        elif name == _ON:
            only = [args.only] if args.only else _READERS
            were = {which: weights_of(onnx.load(str(_file(which)))) for which in only}
            both, old = (_as_shipped(only) for _ in range(2))
            fit(name, both, on_step(both, old), args.minutes, args.keep)
            for which in only:
                size = INDEX if which == "index" else BODY
                print(ship(which, mixed(exported(both[which], size), were[which])))
        else:
            both = nn.ModuleDict({"index": nets.index_reader(), "body": nets.body_reader()})
            if args.minutes:
                fit(name, both, readers_step(both), args.minutes, args.keep)
            print(ship("index", exported(both["index"], INDEX)), ship("body", exported(both["body"], BODY)))


if __name__ == "__main__":
    main()
