"""Teaching the two small networks that read pyramids; needs PyTorch, which only teaching needs.

    python -m vision.lab.pyramid_nets DATA.npz... --what faces|form -o FILE.onnx [--minutes 8]

The data comes from `python -m vision.lab.pyramid_samples FIRST LAST -o DATA.npz`; only pictures that this
project draws are used.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.pyramid.read_faces import as_input

Keep = Callable[[nn.Module], None]
OUTPUTS = 12  # right or not, how far off (2), which value (6), which colour (3)
HEAT = 4  # the heat is so many times coarser than the small picture
_SPREAD = 1.25
_KEEP_S = 120
_BATCH_FACES, _BATCH_FORMS = 512, 32


class FaceNet(nn.Module):
    """A patch in, what it shows out."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 12, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(12, 20, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(20, 40, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(40, 64, 3, padding=1), nn.ReLU(), nn.Flatten(),
            nn.Dropout(0.1), nn.Linear(64 * 16, 64), nn.ReLU(), nn.Linear(64, OUTPUTS),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> Any:
        return self.layers(x)


class FieldNet(nn.Module):
    """A straightened picture at half the size in; out, at every fourth pixel, whether a face lies there."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 12, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(12, 24, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(24, 40, 3, padding=1), nn.ReLU(),
            nn.Conv2d(40, 40, 4), nn.ReLU(), nn.Conv2d(40, 3, 1),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> Any:
        return self.layers(x)


def _step(entering: int, leaving: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(entering, leaving, 3, stride, 1), nn.ReLU())


class FormNet(nn.Module):
    """A small picture in, the heat of outer corners and of the middle out."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Sequential(_step(3, 12, 2)), nn.Sequential(_step(12, 24, 2), _step(24, 24))
        self.c = nn.Sequential(_step(24, 40, 2), _step(40, 40))
        self.d = nn.Sequential(_step(40, 64, 2), _step(64, 64))
        self.e = nn.Sequential(_step(64, 64, 2), _step(64, 64), _step(64, 64))
        self.dd, self.cc, self.bb = _step(128, 64), _step(104, 40), _step(64, 32)
        self.out = nn.Conv2d(32, 2, 1)

    def forward(self, x: torch.Tensor) -> Any:
        b = self.b(self.a(x))
        c = self.c(b)
        d = self.d(c)
        e = self.e(d)
        d = self.dd(torch.cat([_up(e, d), d], 1))
        c = self.cc(torch.cat([_up(d, c), c], 1))
        return self.out(self.bb(torch.cat([_up(c, b), b], 1)))


def _up(small: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(small, size=like.shape[2:], mode="nearest")


def _faces(data: list[Any], minutes: float, net: FaceNet, keep: Keep) -> None:
    patches, right, off, value, colour = (
        np.concatenate([d[k] for d in data]) for k in ("X", "right", "off", "value", "colour")
    )
    rng = np.random.default_rng(0)
    best = torch.optim.Adam(net.parameters(), 2e-3)
    for share in until(minutes):
        best.param_groups[0]["lr"] = 2e-3 * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        chosen = rng.integers(0, len(patches), _BATCH_FACES)
        shown, away = turned_about(rng, patches[chosen], off[chosen])
        said = net(varied(torch.from_numpy(shown).permute(0, 3, 1, 2).float()))
        truth = (right[chosen], away, value[chosen], colour[chosen])
        loss = face_loss(said, *(torch.from_numpy(a) for a in truth))
        best.zero_grad()
        loss.backward()
        best.step()
        keep(net)
    _judge_faces(net, patches[-8000:], right[-8000:], value[-8000:], colour[-8000:])


def _fields(data: list[Any], minutes: float, net: FieldNet, keep: Keep) -> None:
    patches, right, off = (np.concatenate([d[k] for d in data]) for k in ("X", "right", "off"))
    known = np.flatnonzero(right >= 0)
    rng = np.random.default_rng(0)
    best = torch.optim.Adam(net.parameters(), 2e-3)
    for share in until(minutes):
        best.param_groups[0]["lr"] = 2e-3 * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        chosen = known[rng.integers(0, len(known), _BATCH_FACES)]
        shown, away = turned_about(rng, patches[chosen], off[chosen])
        bent, away = _bent(torch.from_numpy(shown).permute(0, 3, 1, 2).float(), torch.from_numpy(away))
        said = net(varied(bent))[:, :, 0, 0]
        yes = torch.from_numpy(right[chosen] == 1)
        loss = functional.binary_cross_entropy_with_logits(said[:, 0], yes.float())
        loss = loss + 4 * functional.smooth_l1_loss(said[yes, 1:3], away[yes], beta=0.05)
        best.zero_grad()
        loss.backward()
        best.step()
        keep(net)
    print("loss", float(loss.detach()))


def _bent(patches: torch.Tensor, off: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """At half the size, and seen a little larger, smaller, turned or slanted, as far from the middle."""
    n = len(patches)
    bend = torch.eye(2) + 0.04 * torch.randn(n, 2, 2)
    moved = functional.affine_grid(
        torch.cat([bend, torch.zeros(n, 2, 1)], 2), (n, 3, 16, 16), align_corners=False
    )
    small = functional.grid_sample(
        functional.avg_pool2d(functional.pad(patches, (0, 1, 0, 1), mode="replicate"), 2, 1),
        moved, padding_mode="border", align_corners=False,
    )  # fmt: skip
    return small, torch.linalg.solve(bend, off[:, :, None].float())[:, :, 0]


def face_loss(
    said: torch.Tensor, right: torch.Tensor, off: torch.Tensor, value: torch.Tensor, colour: torch.Tensor
) -> torch.Tensor:
    loss = functional.binary_cross_entropy_with_logits(said[:, 0], (right == 1).float())
    yes = right == 1
    loss = loss + 4 * functional.smooth_l1_loss(said[yes, 1:3], off[yes], beta=0.05)
    loss = loss + functional.cross_entropy(said[yes, 3:9], value[yes].long(), label_smoothing=0.01)
    return loss + 0.5 * functional.cross_entropy(said[yes, 9:12], colour[yes].long(), label_smoothing=0.01)


def turned_about(rng: np.random.Generator, patches: Any, off: Any) -> tuple[Any, Any]:
    """Half of the faces mirrored, so that no number depends on which way its pips lie."""
    shown, away = patches.copy(), off.copy()
    ways = rng.integers(0, 4, len(patches))
    over = ways == 1
    shown[over], away[over] = shown[over][:, :, ::-1], away[over] * [-1, 1]
    quarter = ways == 2
    shown[quarter] = np.rot90(shown[quarter], 1, (1, 2))
    away[quarter] = away[quarter][:, ::-1] * [1, -1]
    return shown, away


def varied(patches: torch.Tensor) -> torch.Tensor:
    """Other light, softer or noisier pictures of the same faces, freed from brightness."""
    n = len(patches)
    out = patches * torch.exp(0.08 * torch.randn(n, 3, 1, 1) + 0.25 * torch.randn(n, 1, 1, 1) - 0.1)
    soft = torch.rand(n) < 0.25
    out[soft] = functional.avg_pool2d(functional.pad(out[soft], (1, 1, 1, 1), mode="replicate"), 3, 1)
    out = out + 6 * torch.randn(n, 1, 1, 1) + torch.randn_like(out) * 7 * torch.rand(n, 1, 1, 1)
    out = out.clamp(0, 255)
    mean = out.mean(dim=(1, 2, 3), keepdim=True)
    return (out - mean) / (out.std(dim=(1, 2, 3), keepdim=True, correction=0) + 12.0)


@torch.no_grad()
def _judge_faces(net: FaceNet, patches: Any, right: Any, value: Any, colour: Any) -> None:
    net.eval()
    said = net(torch.from_numpy(as_input(patches))).numpy()
    yes = right == 1
    there = ((said[:, 0] > 0) == yes)[right >= 0].mean()
    numbers = (said[yes, 3:9].argmax(1) == value[yes]).mean()
    colours = (said[yes, 9:].argmax(1) == colour[yes]).mean()
    print(f"right: there or not {there:.4f}, number {numbers:.4f}, colour {colours:.4f}")


def _forms(data: list[Any], minutes: float, net: FormNet, keep: Keep) -> None:
    pictures, points = np.concatenate([d["F"] for d in data]), np.concatenate([d["P"] for d in data])
    rng = np.random.default_rng(0)
    best = torch.optim.Adam(net.parameters(), 2e-3)
    for share in until(minutes):
        best.param_groups[0]["lr"] = 2e-3 * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        made = [_turned(rng, pictures[n], points[n]) for n in rng.integers(0, len(pictures), _BATCH_FORMS)]
        seen = form_input(np.array([p for p, _ in made]))
        said = net(torch.from_numpy(seen))
        wanted = torch.from_numpy(np.array([heat(p, seen.shape[2:]) for _, p in made]))
        loss = functional.binary_cross_entropy_with_logits(said, wanted, pos_weight=torch.tensor(4.0))
        best.zero_grad()
        loss.backward()
        best.step()
        keep(net)
    print("loss", float(loss.detach()))


def form_input(pictures: Any) -> Any:
    """Small pictures as the network takes them."""
    floats = pictures.astype(np.float32)
    mean, spread = floats.mean(axis=(1, 2, 3), keepdims=True), floats.std(axis=(1, 2, 3), keepdims=True) + 8
    return np.ascontiguousarray(((floats - mean) / spread).transpose(0, 3, 1, 2))


def _turned(rng: np.random.Generator, picture: Any, points: Any) -> tuple[Any, Any]:
    """The same table turned, mirrored, shifted and lit otherwise."""
    rows, columns = picture.shape[:2]
    scale, angle = float(np.exp(rng.uniform(-0.25, 0.3))), float(rng.uniform(0, 360))
    turn = cv2.getRotationMatrix2D((columns / 2, rows / 2), angle, scale)
    turn[:, 2] = turn[:, 2] + (rng.uniform(-14, 14), rng.uniform(-9, 9))
    out = cv2.warpAffine(picture, turn, (columns, rows), borderMode=cv2.BORDER_REFLECT_101)
    places = points @ turn[:, :2].T + turn[:, 2]
    if rng.random() < 0.5:
        out, places = out[:, ::-1], np.array([columns - 1, 0]) + places * [-1, 1]
    lit = out * np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(-0.05, 0.25))
    return np.clip(lit + rng.normal(0, 3, out.shape), 0, 255), places


def heat(points: Any, size: tuple[int, int]) -> Any:
    rows, columns = size[0] // HEAT, size[1] // HEAT
    y, x = np.mgrid[:rows, :columns]
    at = (points + 0.5) / HEAT - 0.5
    spots = np.exp(-((x - at[:, 0, None, None]) ** 2 + (y - at[:, 1, None, None]) ** 2) / (2 * _SPREAD**2))
    return np.array([spots[:3].max(axis=0), spots[3]], np.float32)


def _keeper(file: Path) -> Keep:
    """Keeps what has been learnt so far every other minute."""
    last = [time.monotonic()]

    def keep(net: nn.Module) -> None:
        if time.monotonic() - last[0] > _KEEP_S:
            last[0] = time.monotonic()
            torch.save(net.state_dict(), file)

    return keep


def until(minutes: float) -> Any:
    """How much of the time is over, step by step."""
    start = last = time.process_time()
    while (now := time.process_time()) - start < minutes * 60:
        if now - last > 60:
            print(f"{(now - start) / 60:.0f} minutes", flush=True)
            last = now
        yield (now - start) / (minutes * 60)


def written(net: nn.Module, what: str, file: Path) -> None:
    """*net* as the eyes read it."""
    net.eval()
    sides = {"faces": (32, 32), "form": (144, 256), "field": (64, 64)}[what]
    free = {"faces": {0: "n"}, "form": {}, "field": {0: "n", 2: "h", 3: "w"}}[what]
    torch.onnx.export(net, (torch.zeros(1, 3, *sides),), file, input_names=["x"], output_names=["y"],
                      dynamic_axes={"x": free}, opset_version=13, dynamo=False)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--what", choices=("faces", "form", "field"), required=True)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8, help="of this process's own computing")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="go on from these weights")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(0)
    data = [np.load(path) for path in args.data]
    net: nn.Module = {"faces": FaceNet, "form": FormNet, "field": FieldNet}[args.what]()
    if args.start:
        net.load_state_dict(torch.load(args.start))
    keep = _keeper(args.out.with_suffix(".pt"))
    if isinstance(net, FaceNet):
        _faces(data, args.minutes, net, keep)
    elif isinstance(net, FieldNet):
        _fields(data, args.minutes, net, keep)
    else:
        _forms(data, args.minutes, net, keep)
    torch.save(net.state_dict(), args.out.with_suffix(".pt"))
    written(net, args.what, args.out)


if __name__ == "__main__":
    main()
