"""Teaching the networks that find a pyramid's base and judge its faces further; needs PyTorch.

    python -m vision.lab.pyramid_together FOLDER --traced FILE.npz -o FILE.pt --form 10 --faces 8
    python -m vision.lab.pyramid_together FOLDER --traced FILE.npz -o FILE.pt --form 5 --few --tables 420

They go on from the weights in FOLDER. Of ordinary patches the one that judges faces keeps to what it said.
What is kept is the running mean of their weights; `--take FILE.pt` puts it in the place of the old ones, and
then `vision.lab.pyramid_quick` lets them reckon in bytes.
"""

import argparse
import copy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from torch import nn
from torch.nn import functional

from vision.lab import pyramid_lessons as lessons
from vision.lab.in_bytes import weights_of
from vision.lab.pyramid_further import forgotten
from vision.lab.pyramid_nets import FaceNet, FormNet, face_loss, form_input, heat, written

_MEMORY = 0.997  # share of the running mean that is kept at each step
_LEAST = 1e-5
_FORM_RATE, _FACE_RATE = 1.2e-3, 8e-4
_FORMS = 32  # pictures of forms at each step
_FACES = {lessons.ORDINARY: 128, lessons.ANY: 144, lessons.SOFT: 112, lessons.TRACED: 128}
_EACH = 32  # patches of each picture at each step
_FACE_TABLES = 150  # that are drawn
_TRACED_FORMS = 5  # one path-traced form to so many drawn ones
_COLOURS = 0.5  # factor on the log odds of colours: light in lessons is more alike than in rooms
_KEEP_S = 60

Lesson = Callable[[nn.Module], torch.Tensor]


def _teach(what: str, net: nn.Module, minutes: float, lesson: Lesson, out: Path, rate: float) -> None:
    """Keeps the running mean of the weights every minute."""
    net = net.train().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net)
    best = torch.optim.Adam(net.parameters(), rate)
    start = last = time.monotonic()
    step, lost = 0, 0.0
    while (share := (time.monotonic() - start) / (minutes * 60)) < 1:
        warm = min(1.0, step / 100)
        best.param_groups[0]["lr"] = rate * warm * (0.5 + 0.5 * np.cos(np.pi * share)) + _LEAST
        loss = lesson(net)
        best.zero_grad()
        loss.backward()
        best.step()
        step, lost = step + 1, lost + 0.02 * (float(loss.detach()) - lost)
        with torch.no_grad():
            for kept, now in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(now, 1 - min(_MEMORY, step / (step + 10)))
        if time.monotonic() - last > _KEEP_S:
            last = time.monotonic()
            _keep(out, what, mean)
            print(f"{what} {share:.2f}: {step} steps, loss {lost:.4f}", flush=True)
    _keep(out, what, mean)
    print(f"{what}: {step} steps, loss {lost:.4f}", flush=True)


def _keep(out: Path, what: str, net: nn.Module) -> None:
    states = torch.load(out) if out.exists() else {}
    torch.save(states | {what: {k: v.half() for k, v in net.state_dict().items()}}, out)


def _form_lesson(rng: np.random.Generator, forms: list[lessons.Form]) -> Lesson:
    weight = torch.tensor(4.0)

    def lesson(net: nn.Module) -> torch.Tensor:
        pictures, points = lessons.form_looks(rng, forms, _FORMS)
        seen = torch.from_numpy(form_input(pictures))
        wanted = torch.from_numpy(
            np.array([heat(one, seen.shape[2:]) for one in np.nan_to_num(points, nan=-1e4)])
        )
        said = _quickly(net, seen)
        return functional.binary_cross_entropy_with_logits(said, wanted, pos_weight=weight)

    return lesson


def _face_lesson(
    rng: np.random.Generator, shown: dict[int, list[lessons.Shown]], before: nn.Module
) -> Lesson:
    def lesson(net: nn.Module) -> torch.Tensor:
        looks = [lessons.all_looks(rng, shown[kind], count, _EACH) for kind, count in _FACES.items()]
        patches, right, off, value, colour = (np.concatenate(parts) for parts in zip(*looks, strict=True))
        known = torch.from_numpy(right >= 0)
        seen = lessons.lit(patches)
        said = _quickly(net, seen)
        truth = (
            torch.from_numpy(a)[known] for a in (right, off.clip(-1, 1).astype(np.float32), value, colour)
        )
        loss = face_loss(said[known], *truth)
        ordinary = slice(len(looks[0].right))
        with torch.no_grad():
            wanted = _quickly(before, seen[ordinary])
        return loss + forgotten(said[ordinary], wanted)

    return lesson


def _quickly(net: nn.Module, seen: torch.Tensor) -> torch.Tensor:
    """What it says, reckoned with half as many digits."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        said: torch.Tensor = net(seen.contiguous(memory_format=torch.channels_last))
    return said.float()


def _faces_of(folder: Path) -> FaceNet:
    net, weights = FaceNet(), _weights_in(folder / "faces.onnx")
    _colours_by(weights, 1 / _COLOURS)
    net.load_state_dict(weights)
    return net


def _weights_in(file: Path) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(table.copy()) for name, table in weights_of(onnx.load(file)).items()}


def _colours_by(weights: dict[str, torch.Tensor], factor: float) -> None:
    last = max(int(name.split(".")[1]) for name in weights)
    for kind in ("weight", "bias"):
        weights[f"layers.{last}.{kind}"][9:12] *= factor


def _take(file: Path, folder: Path) -> None:
    for what, state in torch.load(file).items():
        weights = {key: value.float() for key, value in state.items()}
        if what == "faces":
            _colours_by(weights, _COLOURS)
        net: nn.Module = FaceNet() if what == "faces" else FormNet()
        net.load_state_dict(weights)
        written(net, what, folder / f"{what}.onnx")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="of the weights to go on from")
    parser.add_argument("--traced", type=Path, help="path-traced pictures and what is known of them")
    parser.add_argument("-o", "--out", type=Path)
    parser.add_argument("--tables", type=int, default=900, help="that are drawn for forms")
    parser.add_argument("--few", action="store_true", help="in every other form, and half as quickly")
    parser.add_argument("--form", type=float, default=0, help="minutes")
    parser.add_argument("--faces", type=float, default=0, help="minutes")
    parser.add_argument("--take", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    rng: Any = np.random.default_rng(1)
    if args.take:
        _take(args.take, args.folder)
        return
    tables = lessons.traced(args.traced)
    if args.form:
        forms = lessons.drawn_forms(args.tables, few=args.few)
        often = len(forms) // (_TRACED_FORMS * len(tables)) + 1
        forms += [lessons.form_of(table) for table in tables] * often
        net = FormNet()
        net.load_state_dict(_weights_in(args.folder / "form.onnx"))
        _teach("form", net, args.form, _form_lesson(rng, forms), args.out, _FORM_RATE / (1 + args.few))
    if args.faces:
        shown = lessons.drawn_faces(_FACE_TABLES)
        shown[lessons.TRACED] = [lessons.shown_in(table, table.picture, table.quads) for table in tables]
        before = _faces_of(args.folder).eval()
        _teach(
            "faces", copy.deepcopy(before), args.faces, _face_lesson(rng, shown, before), args.out, _FACE_RATE
        )


if __name__ == "__main__":
    main()
