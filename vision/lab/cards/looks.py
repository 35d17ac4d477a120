"""Drawn crops as the eyes may get them, many at once: cut out a little otherwise, in other light.

All of it is done where the crops are kept, best on a graphics card.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

_GROWN, _LEAN, _TURNED = 0.05, 0.02, 0.03  # how much a crop is enlarged, slanted, turned (a radian)
_SHIFTED, _FAR = (
    0.03,
    (0.14, 0.1),
)  # how much it is moved, of its sides; at most where a card was found roughly
_ROUGHLY = 2.5  # times as much enlarged and turned then
_INSIDE = 0.93  # of a mark has to be within the crop, or nothing is learnt from it
_AFAR = ((0.08, 0.8), (0.08, 0.62), (0.07, 0.48), (0.05, 0.37))  # how many were seen smaller, and how much
_SOFT, _FINE_SOFT = 0.25, 0.4  # how often out of focus; fine print in so many of those cases
_SPREADS = (0.9, 1.7)  # pixels of blur, between which and none it is
_WASHED, _LEFT = 0.3, (0.18, 0.8)  # how often a lamp washes the print out, and what is left of it
_PALE, _TINT = 0.15, 0.7  # how often little of the colour is seen, and how much of it at most
_BENT = (0.7, 1.4)  # exponents of brightness
_DIM, _GLOOM = 0.2, (0.25, 0.7)  # how often there is little light, and how much of it
_OF_LAMP, _GRAIN = (0.65, 1.1), (0.004, 0.032)  # how much of each colour it has; of white: its noise


class Cut(NamedTuple):
    """Crops as the networks take them, and for each how much of its mark is within."""

    seen: Tensor
    inside: Tensor


def look(stored: Tensor, boxes: Tensor, fine: Tensor, around: int, roughly: float) -> Cut:
    """Crops out of what is *stored* (n, rows, columns, 3 as bytes), with so many pixels *around* them.

    *roughly*: how often a card is taken to lie well beside its place. Nothing here waits for the processor.
    """
    seen, inside = _cut_out(stored, boxes, around, roughly)
    seen = _from_afar(seen)
    seen = _out_of_focus(seen, fine)
    return Cut(_lit(seen) - 0.5, inside)


def _between(n: int, low: float, high: float, device: torch.device, wide: int = 1) -> Tensor:
    return torch.rand(n, wide, device=device) * (high - low) + low


def _cut_out(stored: Tensor, boxes: Tensor, around: int, roughly: float) -> Cut:
    n, rows, columns = stored.shape[:3]
    wide, high, there = columns - 2 * around, rows - 2 * around, stored.device
    rough = (torch.rand(n, 1, device=there) < roughly).float()
    more = 1 + rough * (_ROUGHLY - 1)
    grown = torch.exp(torch.randn(n, 2, device=there) * _GROWN * more)
    slant = torch.randn(n, 2, device=there) * _LEAN
    turn = torch.randn(n, 1, device=there) * _TURNED * more
    cos, sin = torch.cos(turn), torch.sin(turn)
    a, b = cos * grown[:, :1], -sin * grown[:, 1:] + slant[:, :1]
    c, d = sin * grown[:, :1] + slant[:, 1:], cos * grown[:, 1:]
    shift = torch.cat(
        [
            torch.where(
                rough > 0,
                _between(n, -far * side, far * side, there),
                torch.randn(n, 1, device=there) * (_SHIFTED * side),
            )
            for side, far in zip((wide, high), _FAR, strict=True)
        ],
        1,
    )
    middle = wide / 2, high / 2
    x = torch.arange(wide, device=there) + 0.5 - middle[0]
    y = torch.arange(high, device=there) + 0.5 - middle[1]
    at_x = a[:, :, None] * x[None, None] + b[:, :, None] * y[None, :, None] + shift[:, :1, None]
    at_y = c[:, :, None] * x[None, None] + d[:, :, None] * y[None, :, None] + shift[:, 1:, None]
    grid = torch.stack([at_x * 2 / columns, at_y * 2 / rows], -1)  # both have the same middle
    pictures = stored.permute(0, 3, 1, 2).float() / 255
    seen = functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)
    whole = a * d - b * c
    low_x, low_y, high_x, high_y = (boxes[:, k : k + 1] for k in range(4))
    p = torch.cat([low_x, high_x, low_x, high_x], 1) - middle[0] - shift[:, :1]
    q = torch.cat([low_y, low_y, high_y, high_y], 1) - middle[1] - shift[:, 1:]
    u, v = (d * p - b * q) / whole + middle[0], (a * q - c * p) / whole + middle[1]
    size = (u.amax(1) - u.amin(1)) * (v.amax(1) - v.amin(1))
    left = (u.amax(1).clamp(0, wide) - u.amin(1).clamp(0, wide)) * (
        v.amax(1).clamp(0, high) - v.amin(1).clamp(0, high)
    )
    return Cut(seen, torch.where(size > 1, left / size.clamp(min=1), torch.ones_like(size)))


def is_within(cut: Cut) -> Tensor:
    return (cut.inside >= _INSIDE).float()


def _from_afar(seen: Tensor) -> Tensor:
    """Some of the crops as if less of them had been seen by the camera."""
    n, _, high, wide = seen.shape
    begin, parts = 0, []
    for share, less in _AFAR:
        some = seen[begin : begin + round(share * n)]
        begin += len(some)
        size = max(4, round(high * less)), max(4, round(wide * less))
        small = functional.interpolate(some, size, mode="bilinear", antialias=True, align_corners=False)
        parts.append(functional.interpolate(small, (high, wide), mode="bilinear", align_corners=False))
    return torch.cat([*parts, seen[begin:]])


def _out_of_focus(seen: Tensor, fine: Tensor) -> Tensor:
    """The last of the crops out of focus, fine print more seldom."""
    begin = len(seen) - round(_SOFT * len(seen))
    sharp, some, there = seen[:begin], seen[begin:], seen.device
    blur = torch.rand(len(some), 1, device=there) < 1 + (_FINE_SOFT - 1) * fine[begin:, None].float()
    how = blur * torch.rand(len(some), 1, device=there) * len(_SPREADS)
    out, last = some, some
    for k, spread in enumerate(_SPREADS):
        soft = blurred(some, spread)
        out = out + (soft - last) * (how - k).clamp(0, 1)[:, :, None, None]
        last = soft
    return torch.cat([sharp, out])


def blurred(seen: Tensor, spread: float) -> Tensor:
    reach = round(2.2 * spread)
    t = torch.arange(-reach, reach + 1, device=seen.device, dtype=torch.float32)
    line = torch.exp(-(t**2) / (2 * spread**2))
    line = line / line.sum()
    kernel = line.expand(3, 1, -1)
    padded = functional.pad(seen, (reach, reach, reach, reach), mode="replicate")
    across = functional.conv2d(padded, kernel[:, :, None, :], groups=3)
    return functional.conv2d(across, kernel[:, :, :, None], groups=3)


def _lit(seen: Tensor) -> Tensor:
    """Under a lamp, pale, in little light: between 0 and 1."""
    n, there = len(seen), seen.device

    def some(often: float) -> Tensor:
        return (torch.rand(n, 1, device=there) < often).float()

    def four(values: Tensor) -> Tensor:
        return values[:, :, None, None]

    paper = seen.amax((2, 3), keepdim=True)
    left = four(1 - some(_WASHED) * (1 - _between(n, *_LEFT, there)))
    seen = seen * left + paper * (1 - left)
    tint = four(1 - some(_PALE) * (1 - _between(n, -0.3, _TINT, there).clamp(min=0)))
    grey = seen.mean(1, keepdim=True)
    seen = grey + (seen - grey) * tint
    light = _between(n, 0.75, 1.2, there) * _between(n, 0.94, 1.06, there, 3)
    dim = some(_DIM)
    light = light * (1 - dim * (1 - _between(n, *_GLOOM, there) * _between(n, *_OF_LAMP, there, 3)))
    seen = seen.clamp(1e-4, 1) ** four(_between(n, *_BENT, there)) * four(light)
    noise = functional.avg_pool2d(torch.randn(n, 3, seen.shape[2] + 1, seen.shape[3] + 1, device=there), 2, 1)
    seen = seen + noise * four(dim * _between(n, *_GRAIN, there))
    return seen.clamp(0, 1)
