"""The three small networks of the card eyes, as they are fitted."""

from itertools import pairwise
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.cards.flat import BODY, INDEX
from vision.cards.readers import COLOURS, KINDS, RANKS, SUITS
from vision.lab.in_bytes import weights_of


def conv(ins: int, outs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(ins, outs, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(outs), nn.ReLU(True)
    )


class Residual(nn.Module):
    """Two steps beside the way straight through."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.one, self.two = conv(width, width, 1, dilation), conv(width, width, 1, dilation)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.two(self.one(x))


class Finder(nn.Module):
    """Picture → for every cell: is a card's index here (a logit), and three vectors.

    They lead from the cell's middle to the corner, and from there along the short and the long side.
    """

    def __init__(self, w: tuple[int, ...] = (12, 24, 40, 64, 96)) -> None:
        super().__init__()
        self.down1 = conv(3, w[0], 2)
        self.down2 = nn.Sequential(conv(w[0], w[1], 2), conv(w[1], w[1]))
        self.down3 = nn.Sequential(conv(w[1], w[2], 2), Residual(w[2]))
        self.down4 = nn.Sequential(conv(w[2], w[3], 2), Residual(w[3]))
        self.down5 = nn.Sequential(conv(w[3], w[4], 2), Residual(w[4]), Residual(w[4], 2))
        self.up4 = nn.Conv2d(w[4], w[3], 1)
        self.mix4 = conv(w[3], w[3])
        self.up3 = nn.Conv2d(w[3], w[2], 1)
        self.mix3 = conv(w[2], w[2])
        self.up2 = nn.Conv2d(w[2], w[1], 1)
        self.mix2 = conv(w[1], w[1])
        self.say = nn.Sequential(conv(w[1], 32), nn.Conv2d(32, 7, 1))
        nn.init.constant_(self.say[1].bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        a = self.down2(self.down1(x))
        b = self.down3(a)
        c = self.down4(b)
        d = self.down5(c)
        c = self.mix4(c + _twice(self.up4(d)))
        b = self.mix3(b + _twice(self.up3(c)))
        a = self.mix2(a + _twice(self.up2(b)))
        return self.say(a)


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Reader(nn.Module):
    """A crop of a flattened card → logits, side by side, for each of its questions."""

    def __init__(self, size: tuple[int, int], answers: tuple[int, ...], w: tuple[int, ...]) -> None:
        super().__init__()
        self.answers = answers
        steps = [conv(3, w[0], 2), conv(w[0], w[1])]
        for narrow, wide in pairwise(w[1:]):
            steps += [conv(narrow, wide, 2), conv(wide, wide)]
        self.see = nn.Sequential(*steps)
        smaller = 2 ** (len(w) - 1)
        cells = -(-size[0] // smaller) * -(-size[1] // smaller)
        self.drop = nn.Dropout(0.25)
        self.think = nn.Sequential(nn.Linear(w[-1] * cells, 128), nn.ReLU(True), nn.Linear(128, sum(answers)))

    def forward(self, x: Tensor) -> Tensor:
        return self.think(self.drop(self.see(x).flatten(1)))


def index_reader(w: tuple[int, ...] = (16, 24, 48, 80)) -> Reader:
    return Reader(INDEX, (len(RANKS), len(SUITS)), w)


def body_reader(w: tuple[int, ...] = (12, 20, 40, 64)) -> Reader:
    return Reader(BODY, (len(KINDS), len(RANKS), len(SUITS), len(COLOURS)), w)


def as_shipped(net: Reader, path: Path) -> Reader:
    """The reader with the weights of a file that was written from one, to learn on."""
    _take(net, path)
    return net


def finder_as_shipped(path: Path) -> Finder:
    """The finder of a file, to learn on."""
    net = Finder()
    _take(net, path)
    return net


def _take(net: nn.Module, path: Path) -> None:
    """Gives a network the weights of a file that was written from one.

    There every step of normalising is part of the convolution before it; here it begins as one that changes
    nothing but adds the offset.
    """
    kept = weights_of(onnx.load(str(path)))
    folded = iter([kept[name] for name in sorted(kept) if "Conv" in name])
    for step in net.modules():
        if isinstance(step, nn.Sequential) and len(step) == 3 and isinstance(step[1], nn.BatchNorm2d):
            convolution, normal = step[0], step[1]
            convolution.weight.data = torch.from_numpy(next(folded).copy())
            normal.bias.data = torch.from_numpy(next(folded).copy())
            normal.running_var.fill_(1 - normal.eps)
    for name, values in net.named_parameters():
        if name in kept:
            values.data = torch.from_numpy(kept[name].copy())
