"""The networks: the finder sees whole pictures, the judge one window, and so does the glance, quicker.

One of its own knows the digits of ten-sided dice.

Saved as ONNX, their batch norms are folded in.
"""

import gzip
from io import BytesIO
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from vision.dice.verdicts import NAMES
from vision.dice.windows import SIDE
from vision.lab.dice.looks import POSE
from vision.lab.halved import halved

STRIDE = 4
GLANCED = 48  # pixels of a window that the glance looks at
FIND_OUT = 4  # heat, log of the edge, offset x and y
JUDGE_OUT = len(NAMES) + 1 + POSE  # names, cocked, pose
DOUBT_OUT = 8  # nothing, 1 to 6 pips, another die
DIGITS = 10


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Twice(nn.Module):
    """Two convolutions with a bridge over them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one, self.two = _conv(width, width), _conv(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.two(self.one(x))


class Finder(nn.Module):
    """Where top faces are: at every fourth pixel heat, size and offset."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (12, 24, 40, 64, 96)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.halved, self.quarter = _conv(3, a, 2), _conv(a, b, 2)
        self.eighth = nn.Sequential(_conv(b, c, 2), _Twice(c))
        self.sixteenth = nn.Sequential(_conv(c, d, 2), _Twice(d))
        self.last = nn.Sequential(_conv(d, e, 2), _Twice(e))
        self.up16, self.up8, self.up4 = _conv(e, d, 1, 1), _conv(d, c, 1, 1), _conv(c, b, 1, 1)
        self.mix16, self.mix8, self.mix4 = _conv(d, d), _conv(c, c), _conv(b, b)
        self.out = nn.Conv2d(b, FIND_OUT, 1)
        self.larger = nn.Upsample(scale_factor=2.0, mode="nearest")
        assert self.out.bias is not None
        self.out.bias.data[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(self.halved(x))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        y = self.mix16(sixteenth + self.larger(self.up16(self.last(sixteenth))))
        y = self.mix8(eighth + self.larger(self.up8(y)))
        y = self.mix4(quarter + self.larger(self.up4(y)))
        out: Tensor = self.out(y)
        return out


class Judge(nn.Module):
    """What a window shows: logits of the names, of cocked, and the pose."""

    def __init__(self, widths: tuple[int, int, int, int] = (24, 32, 64, 128)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b), _conv(b, c, 2), _Twice(c), _conv(c, d, 2), _Twice(d), _Twice(d)
        )
        self.flat = nn.Sequential(nn.Flatten(), nn.Dropout(0.15))
        cells = SIDE // 8
        self.squeeze = _conv(d, 32, 1, 1)
        self.out = nn.Linear(32 * cells * cells + d, JUDGE_OUT)

    def forward(self, x: Tensor) -> Tensor:
        body = self.body(x)
        mean = body.mean(dim=(2, 3))
        out: Tensor = self.out(torch.cat([self.flat(self.squeeze(body)), mean], dim=1))
        return out


class Glance(nn.Module):
    """What a window seems to show at first sight: what the judge says, for a sixth of the time."""

    def __init__(self, widths: tuple[int, int, int] = (24, 40, 72), squeezed: int = 16) -> None:
        super().__init__()
        a, b, c = widths
        self.smaller = nn.Upsample(size=(GLANCED, GLANCED), mode="bilinear", align_corners=False)
        self.body = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), _Twice(b), _conv(b, c, 2), _Twice(c))
        cells = GLANCED // 8
        self.squeeze = _conv(c, squeezed, 1, 1)
        self.out = nn.Linear(squeezed * cells * cells + c, JUDGE_OUT)

    def forward(self, x: Tensor) -> Tensor:
        body = self.body(self.smaller(x))
        mean = body.mean(dim=(2, 3))
        out: Tensor = self.out(torch.cat([self.squeeze(body).flatten(1), mean], dim=1))
        return out


class TenSided(nn.Module):
    """Which of ten digits stands on top of a ten-sided die: their logits."""

    def __init__(self, widths: tuple[int, int, int, int] = (20, 32, 48, 96), squeezed: int = 24) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b), _conv(b, c, 2), _Twice(c), _conv(c, d, 2), _Twice(d)
        )
        cells = SIDE // 8
        self.squeeze = _conv(d, squeezed, 1, 1)
        self.out = nn.Linear(squeezed * cells * cells + d, DIGITS)

    def forward(self, x: Tensor) -> Tensor:
        body = self.body(x)
        mean = body.mean(dim=(2, 3))
        out: Tensor = self.out(torch.cat([self.squeeze(body).flatten(1), mean], dim=1))
        return out


class Doubter(nn.Module):
    """Whether what is told is truly so: logits of nothing, of so many pips, of another kind of die."""

    def __init__(self, widths: tuple[int, int, int] = (24, 40, 64), squeezed: int = 16) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b, 2), _Twice(b), _conv(b, c, 2), _Twice(c), _Twice(c)
        )
        cells = SIDE // 8
        self.squeeze = _conv(c, squeezed, 1, 1)
        self.flat = nn.Sequential(nn.Flatten(), nn.Dropout(0.15))
        self.out = nn.Linear(squeezed * cells * cells + c, DOUBT_OUT)

    def forward(self, x: Tensor) -> Tensor:
        body = self.body(x)
        mean = body.mean(dim=(2, 3))
        out: Tensor = self.out(torch.cat([self.flat(self.squeeze(body)), mean], dim=1))
        return out


def save_onnx(net: nn.Module, file: Path, shape: tuple[int, int, int]) -> None:
    """Write *net*, packed, for any number of pictures; those of the finder may have any size."""
    sides = {2: "rows", 3: "columns"} if isinstance(net, Finder) else {}
    net = net.eval().float().to(memory_format=torch.contiguous_format)
    written = BytesIO()
    torch.onnx.export(
        net,
        (torch.zeros(1, *shape),),
        written,
        opset_version=13,
        input_names=["picture"],
        output_names=["said"],
        dynamic_axes={"picture": {0: "n", **sides}, "said": {0: "n", **sides}},
        dynamo=False,
    )
    model = halved(onnx.load_from_string(written.getvalue()))
    file.write_bytes(gzip.compress(model.SerializeToString(), mtime=0))


def as_input(pictures: Tensor) -> Tensor:
    """Pictures (n, rows, columns, 3) of bytes as the networks take them: -1 to 1, channels first."""
    moved = pictures.permute(0, 3, 1, 2)
    return (moved.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)
