"""What the Piggy Die of anybody's make shows: drawn pigs that smile or are grim, and plus and minus numbers.

python -m vision.lab.dice.piggies OUT.onnx.gz --faces 12000
"""

import argparse
import gzip
import math
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from torch import Tensor, nn
from torch.nn import functional

from vision.kit.marks import PIPS, mark_of
from vision.lab.cards.marks import font_files

VALUES = ("+-1", "+-2", "+-3", "smile", "grim")  # and last of all: none of these
SIDE = 40  # pixels of the face that the network looks at
_FINE = 160
_BATCH = 64
_KIT = 0.15  # so many faces are the kit's own
Rng = np.random.Generator
Ink = NDArray[np.uint8]  # _FINE pixels square: 0 body, 1 skin, 2 line, 3 cheek


def any_face(rng: Rng) -> tuple[NDArray[np.float32], int]:
    """A face as a camera sees it, and which of VALUES it shows (their number for none)."""
    label = int(rng.choice([0, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]))
    if label == len(VALUES):
        ink = _nothing(rng)
    elif rng.random() < _KIT:
        ink = (cv2.resize(mark_of("piggy", VALUES[label], side=96), (_FINE, _FINE)) > 127).astype(
            np.uint8
        ) * 2
    else:
        ink = _number(rng, label + 1) if label < 3 else _pig(rng, smiles=label == 3)
    return _seen(rng, ink), label


def _pig(rng: Rng, *, smiles: bool) -> Ink:
    """A pig's head in one of many manners."""
    ink = np.zeros((_FINE, _FINE), np.uint8)
    size, middle = rng.uniform(48, 66), np.array([80.0, 86.0]) + rng.uniform(-5, 5, 2)
    high = size * rng.uniform(0.85, 1.1)
    line = int(rng.integers(2, 8))
    skin = int(rng.choice([0, 1, 1, 1, 2]))
    marks = 0 if skin == 2 else 2
    for side in (-1, 1):
        _ear(rng, ink, middle, size, side, (line, skin))
    head = (tuple(map(int, middle)), (int(size), int(high)), 0, 0, 360)
    cv2.ellipse(ink, *head, skin, -1)
    cv2.ellipse(ink, *head, 2, line)
    apart, up = size * rng.uniform(0.28, 0.5), high * rng.uniform(0.2, 0.42)
    eye = max(2, int(size * rng.uniform(0.06, 0.13)))
    brows = rng.random() < (0.12 if smiles else 0.8)
    for side in (-1, 1):
        x, y = middle[0] + side * apart, middle[1] - up
        cv2.circle(ink, (int(x), int(y)), eye, marks, -1)
        if brows:
            slant = rng.uniform(-0.3, 0.1) if smiles else rng.uniform(0.2, 0.7)
            reach = size * rng.uniform(0.16, 0.3)
            rise = slant * reach * side
            a = (int(x - reach), int(y - eye * 1.6 + rise - 3))
            b = (int(x + reach), int(y - eye * 1.6 - rise - 3))
            cv2.line(ink, a, b, marks, max(2, line))
    _snout(rng, ink, middle, size, marks, skin)
    _mouth(rng, ink, middle, (size, high), (marks, line), smiles=smiles)
    return ink


def _ear(
    rng: Rng, ink: Ink, middle: NDArray[np.float64], size: float, side: int, drawn: tuple[int, int]
) -> None:
    """*drawn*: how thick its line is, and the colour of its skin."""
    line, skin = drawn
    way, wide = math.radians(rng.uniform(30, 58)), math.radians(rng.uniform(14, 26))
    far = size * rng.uniform(1.15, 1.5)
    corners = [
        middle + size * 0.95 * np.array([side * math.sin(way - wide), -math.cos(way - wide)]),
        middle + far * np.array([side * math.sin(way + rng.uniform(-0.15, 0.15)), -math.cos(way)]),
        middle + size * 0.95 * np.array([side * math.sin(way + wide), -math.cos(way + wide)]),
    ]
    shape = np.round(np.array(corners)).astype(np.int32)
    cv2.fillConvexPoly(ink, shape, int(rng.choice([skin, 3])))
    cv2.polylines(ink, [shape], True, 2, line)


def _snout(rng: Rng, ink: Ink, middle: NDArray[np.float64], size: float, marks: int, skin: int) -> None:
    at = (int(middle[0]), int(middle[1] + size * rng.uniform(0.0, 0.22)))
    wide, high = size * rng.uniform(0.2, 0.36), size * rng.uniform(0.13, 0.26)
    if rng.random() < 0.8:
        cv2.ellipse(ink, at, (int(wide), int(high)), 0, 0, 360, int(rng.choice([3, skin])), -1)
        cv2.ellipse(ink, at, (int(wide), int(high)), 0, 0, 360, marks, int(rng.integers(2, 6)))
    for side in (-1, 1):
        hole = (int(at[0] + side * wide * 0.42), at[1])
        cv2.ellipse(ink, hole, (max(2, int(wide * 0.16)), max(2, int(high * 0.4))), 0, 0, 360, marks, -1)


def _mouth(
    rng: Rng,
    ink: Ink,
    middle: NDArray[np.float64],
    size: tuple[float, float],
    drawn: tuple[int, int],
    *,
    smiles: bool,
) -> None:
    """*drawn*: its colour, and how thick the lines of the face are."""
    marks, line = drawn
    wide, bend = size[0] * rng.uniform(0.2, 0.5), size[1] * rng.uniform(0.1, 0.3)
    y = middle[1] + size[1] * rng.uniform(0.45, 0.62)
    thick = max(2, line + int(rng.integers(-1, 2)))
    if smiles:
        cv2.ellipse(ink, (int(middle[0]), int(y)), (int(wide), int(bend)), 0, 15, 165, marks, thick)
    else:
        cv2.ellipse(ink, (int(middle[0]), int(y + bend)), (int(wide), int(bend)), 0, 195, 345, marks, thick)


_FONTS = font_files()


def _written(rng: Rng, text: str, size: int) -> NDArray[np.uint8]:
    """Words in some font, as a mask of the size of a face."""
    picture = Image.new("L", (_FINE, _FINE))
    font = ImageFont.truetype(_FONTS[int(rng.integers(len(_FONTS)))], size)
    ImageDraw.Draw(picture).text((_FINE / 2, _FINE / 2), text, 255, font, anchor="mm")
    return np.asarray(picture, np.uint8)


def _number(rng: Rng, number: int) -> Ink:
    ink = np.zeros((_FINE, _FINE), np.uint8)
    manner = rng.choice(["written", "written", "strokes", "dots", "two rows"])
    if manner == "written":
        text = str(rng.choice([f"±{number}", f"±{number}", f"+/-{number}", f"±{number}.", f"+-{number}"]))
        ink[
            _written(rng, text, int(rng.integers(54, 96)) if len(text) < 4 else int(rng.integers(40, 60)))
            > 127
        ] = 2
        return ink
    thick = int(rng.integers(6, 15))
    aside = manner == "strokes"
    at, reach = (np.array([46, 80]) if aside else np.array([80, 50])), int(rng.integers(18, 28))
    up = int(reach * 0.8)
    cv2.line(ink, (int(at[0] - reach), int(at[1] - 4)), (int(at[0] + reach), int(at[1] - 4)), 2, thick)
    cv2.line(ink, (int(at[0]), int(at[1] - 4 - up)), (int(at[0]), int(at[1] - 4 + up)), 2, thick)
    low = int(at[1] + up + thick)
    cv2.line(ink, (int(at[0] - reach), low), (int(at[0] + reach), low), 2, thick)
    if manner == "dots":
        for n in range(number):
            x = 80 + (n - (number - 1) / 2) * 34
            cv2.circle(ink, (int(x), 124), int(rng.integers(9, 15)), 2, -1)
        return ink
    high = 64 if aside else 46
    digit = cv2.resize(_written(rng, str(number), 110), (96, 96))
    rows, columns = np.nonzero(digit > 127)
    cut = digit[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    cut = cv2.resize(cut, (max(8, int(high * cut.shape[1] / cut.shape[0])), high))
    x, y = (104, 80) if aside else (80, 122)
    top, left = y - high // 2, x - cut.shape[1] // 2
    part = ink[top : top + high, left : left + cut.shape[1]]
    part[cut[: part.shape[0], : part.shape[1]] > 127] = 2
    return ink


def _nothing(rng: Rng) -> Ink:
    """What other dice show: pips, digits, letters, a field, or a pig of which too little is seen."""
    ink = np.zeros((_FINE, _FINE), np.uint8)
    kind = rng.choice(["pips", "digit", "letter", "field", "plain", "stroke"])
    if kind == "pips":
        spread, size = rng.uniform(34, 46), int(rng.integers(10, 20))
        for x, y in PIPS[str(rng.integers(1, 7))]:
            cv2.circle(ink, (int(80 + x * spread), int(80 + y * spread)), size, 2, -1)
    elif kind in ("digit", "letter"):
        text = str(rng.integers(0, 10)) if kind == "digit" else str(rng.choice(list("ABCDEFGHKMSXZ+?!")))
        ink[_written(rng, text, int(rng.integers(70, 130))) > 127] = 2
    elif kind == "stroke":
        ink[cv2.resize(mark_of("number", str(rng.integers(1, 7)), side=96), (_FINE, _FINE)) > 127] = 2
    elif kind == "field":
        edge = int(rng.integers(10, 36))
        ink[edge:-edge, edge:-edge] = 3
    return ink


def _seen(rng: Rng, ink: Ink) -> NDArray[np.float32]:
    """The face in colours, turned, moved, blurred and in some light."""
    body = (
        rng.uniform(0.05, 1.0, 3)
        if rng.random() < 0.4
        else rng.uniform(0.6, 1.0) * np.array([0.95, 0.97, 1.0])
    )
    if rng.random() < 0.3:
        body = np.array([0.72, 0.66, 0.93]) * rng.uniform(0.7, 1.05)  # pink
    line = rng.uniform(0, 0.25, 3) if body.mean() > 0.35 else rng.uniform(0.75, 1.0, 3)
    skin = body if rng.random() < 0.4 else np.clip(np.array([0.7, 0.6, 0.92]) * rng.uniform(0.6, 1.1), 0, 1)
    cheek = np.clip(skin * rng.uniform(0.6, 1.0), 0, 1)
    palette = np.array([body, skin, line, cheek], np.float32)
    picture = palette[ink] * 255
    k, lean = int(rng.integers(4)), rng.uniform(-9, 9)
    scale = SIDE / _FINE * rng.uniform(0.82, 1.12)
    turn = cv2.getRotationMatrix2D((_FINE / 2 - 0.5, _FINE / 2 - 0.5), 90 * k + lean, scale)
    turn[:, 2] = turn[:, 2] + SIDE / 2 - _FINE / 2 + rng.uniform(-2.2, 2.2, 2)
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.2, 4.2))
    border = tuple(float(v) for v in palette[0] * 255 * rng.uniform(0.3, 1.0))
    seen = cv2.warpAffine(
        soft, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=border
    )
    shade = np.linspace(rng.uniform(0.7, 1.1), rng.uniform(0.7, 1.1), SIDE)[None, :, None]
    seen = seen * shade * rng.uniform(0.45, 1.15) * rng.uniform(0.88, 1.1, 3) + rng.uniform(-6, 20)
    return np.clip(seen + rng.normal(0, rng.uniform(1, 8), seen.shape), 0, 255).astype(np.float32)


def _step(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Piggies(nn.Module):
    """Logits of VALUES and of none of them."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Sequential(
            _step(3, 16, 2), _step(16, 32, 1), _step(32, 48, 2), _step(48, 48, 1), _step(48, 72, 2),
            nn.Flatten(), nn.Dropout(0.3), nn.Linear(72 * 25, 64), nn.ReLU(), nn.Linear(64, len(VALUES) + 1),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.seen(x)
        return out


def trained(faces: int, epochs: int, seed: int, say: Callable[[str], None] = print) -> Piggies:
    """A network that has seen so many faces so often, each time turned otherwise and in other light."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    drawn, names = zip(*(any_face(rng) for _ in range(faces)), strict=True)
    pool, labels = np.stack(drawn).transpose(0, 3, 1, 2), np.array(names)
    say(f"{faces} faces are drawn")
    net = Piggies()
    steps = epochs * (faces // _BATCH)
    steps_of = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-2)
    rate = torch.optim.lr_scheduler.OneCycleLR(steps_of, 2e-3, total_steps=steps)
    for step in range(steps):
        chosen = rng.integers(0, faces, _BATCH)
        shown = np.rot90(pool[chosen], int(rng.integers(4)), (2, 3)).astype(np.float32)
        lit = shown * rng.uniform(0.75, 1.25, (_BATCH, 3, 1, 1)) + rng.normal(0, 4, shown.shape)
        said = net(torch.tensor(np.clip(lit, 0, 255) / 127.5 - 1, dtype=torch.float32))
        loss = functional.cross_entropy(said, torch.tensor(labels[chosen]), label_smoothing=0.02)
        steps_of.zero_grad()
        loss.backward()
        steps_of.step()
        rate.step()
        if step % 200 == 0:
            say(f"{step} of {steps}: {float(loss):.3f}")
    net.eval()
    return net


def save(net: nn.Module, example: Tensor, to: Path) -> None:
    """The network as a packed ONNX file whose first axis counts the windows."""
    held = BytesIO()
    torch.onnx.export(
        net, (example,), held, opset_version=13, dynamo=False, input_names=["x"], output_names=["y"],
        dynamic_axes={"x": {0: "n"}, "y": {0: "n"}},
    )  # fmt: skip
    onnx.checker.check_model(onnx.load_from_string(held.getvalue()))
    to.write_bytes(gzip.compress(held.getvalue(), 9, mtime=0))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("to", type=Path)
    parser.add_argument("--faces", type=int, default=12000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    torch.set_num_threads(1)
    save(trained(told.faces, told.epochs, told.seed), torch.zeros(1, 3, SIDE, SIDE), told.to)
