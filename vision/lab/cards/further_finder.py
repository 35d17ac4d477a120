"""The finder of corners learns on a graphics card: from tables turned, nearer or further, in other light."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.cards.corners import INWARDS, REACH, STRIDE
from vision.lab.cards.finder import loss
from vision.lab.cards.looks import blurred
from vision.lab.cards.paint import Face
from vision.lab.cards.tables import any_table

Rng = np.random.Generator
STORED = (512, 400)  # pixels of a table as it is kept
MOST = 26  # cards on one of them
_SEEN = (384, 288)  # pixels of what is learnt from at a time
_ZOOM, _ASLANT = (0.72, 1.3), 0.1  # how much nearer; a radian
_SOFT = 0.2  # how often out of focus


class Drawn(NamedTuple):
    """Tables, with the corners of their cards in pixels, and which of those are seen."""

    pictures: NDArray[np.uint8]
    quads: NDArray[np.float32]
    seen: NDArray[np.uint8]


def some_tables(rng: Rng, faces: Sequence[Face], count: int) -> Drawn:
    quads, seen = np.zeros((count, MOST, 4, 2), np.float32), np.zeros((count, MOST, 4), np.uint8)
    pictures = []
    for n in range(count):
        table = any_table(rng, faces, (), STORED)
        there = min(MOST, len(table.quads))
        quads[n, :there], seen[n, :there] = table.quads[-there or MOST :], table.seen[-there or MOST :]
        pictures.append(table.picture)
    return Drawn(np.array(pictures, np.uint8), quads, seen)


class Tables:
    """What has been drawn, kept where it is learnt from; the oldest make room."""

    def __init__(self, device: torch.device, room: int) -> None:
        self.room, self.drawn = room, 0
        self.count = torch.zeros((), device=device)
        self.pictures = torch.zeros((room, STORED[1], STORED[0], 3), dtype=torch.uint8, device=device)
        self.quads = torch.zeros((room, MOST, 4, 2), device=device)
        self.seen = torch.zeros((room, MOST, 4), device=device)

    def put(self, drawn: Drawn) -> None:
        there, n = self.pictures.device, len(drawn.pictures)
        where = ((self.drawn + torch.arange(n)) % self.room).to(there)
        self.pictures[where] = torch.from_numpy(drawn.pictures).to(there)
        self.quads[where] = torch.from_numpy(drawn.quads).to(there)
        self.seen[where] = torch.from_numpy(drawn.seen).to(there).float()
        self.drawn += n
        self.count.fill_(float(min(self.drawn, self.room)))


def tables_step(
    tables: Tables, batch: int, learners: Sequence[tuple[torch.nn.Module, Callable[[Tensor], None]]]
) -> Callable[[], None]:
    """One step of all who learn to find corners: each a network, and what to do with how far off it was."""

    def step() -> None:
        there = tables.pictures.device
        with torch.no_grad():
            chosen = (torch.rand(batch, device=there) * tables.count).long().clamp(max=tables.room - 1)
            picture, quads = _part_of(tables.pictures[chosen], tables.quads[chosen])
            heat, vectors, weight = _wanted(quads, tables.seen[chosen])
            picture = picture.contiguous(memory_format=torch.channels_last)
        for net, learn in learners:
            with torch.autocast(there.type, torch.bfloat16, cache_enabled=False):
                said = net(picture)
            found, off = loss(said.float(), heat, vectors, weight)
            learn(found + off)

    return step


def _part_of(stored: Tensor, quads: Tensor) -> tuple[Tensor, Tensor]:
    n, there = len(stored), stored.device
    wide, high = _SEEN
    rows, columns = stored.shape[1:3]

    def between(low: float, high: float, many: int = 1) -> Tensor:
        return torch.rand(n, many, device=there) * (high - low) + low

    angle = (torch.rand(n, 1, device=there) * 4).floor() * (np.pi / 2)
    angle = angle + torch.randn(n, 1, device=there) * _ASLANT
    cos, sin = torch.cos(angle), torch.sin(angle)
    need_x, need_y = cos.abs() * wide + sin.abs() * high, sin.abs() * wide + cos.abs() * high
    zoom = torch.maximum(between(*_ZOOM), torch.maximum(need_x / columns, need_y / rows))
    mid_x = (
        columns / 2 + (torch.rand(n, 1, device=there) * 2 - 1) * (columns - need_x / zoom).clamp(min=0) / 2
    )
    mid_y = rows / 2 + (torch.rand(n, 1, device=there) * 2 - 1) * (rows - need_y / zoom).clamp(min=0) / 2
    x = torch.arange(wide, device=there) + 0.5 - wide / 2
    y = torch.arange(high, device=there) + 0.5 - high / 2
    c, s = (cos / zoom)[:, :, None], (sin / zoom)[:, :, None]
    at_x = c * x[None, None] + s * y[None, :, None] + mid_x[:, :, None]
    at_y = -s * x[None, None] + c * y[None, :, None] + mid_y[:, :, None]
    grid = torch.stack([at_x * 2 / columns - 1, at_y * 2 / rows - 1], -1)
    seen = functional.grid_sample(
        stored.permute(0, 3, 1, 2).float() / 255, grid, padding_mode="border", align_corners=False
    )
    away_x, away_y = quads[..., 0] + 0.5 - mid_x[:, :, None], quads[..., 1] + 0.5 - mid_y[:, :, None]
    cz, sz = (cos * zoom)[:, :, None], (sin * zoom)[:, :, None]
    moved = (
        torch.stack([cz * away_x - sz * away_y + wide / 2, sz * away_x + cz * away_y + high / 2], -1) - 0.5
    )
    soft = ((torch.rand(n, 1, device=there) < _SOFT) * torch.rand(n, 1, device=there))[:, :, None, None]
    seen = seen + (blurred(seen, 1.1) - seen) * soft
    light = (between(0.7, 1.2) * between(0.93, 1.07, 3))[:, :, None, None]
    return (seen.clamp(1e-4, 1) ** between(0.75, 1.35)[:, :, None, None] * light).clamp(0, 1) - 0.5, moved


def _wanted(quads: Tensor, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What the finder is to say: heat, vectors, and how much those count (see `vision.lab.cards.finder`)."""
    n, there = len(quads), quads.device
    rows, columns = _SEEN[1] // STRIDE, _SEEN[0] // STRIDE
    corner = quads
    before, after = quads.roll(1, 2), quads.roll(-1, 2)
    even = (torch.arange(4, device=there) % 2 == 0)[None, None, :, None]
    short, long = torch.where(even, after, before) - quads, torch.where(even, before, after) - quads
    width, tall = short.norm(dim=-1), long.norm(dim=-1).clamp(min=1e-3)
    inner = corner + INWARDS * short + INWARDS * long * (width / tall)[..., None]
    at = inner / STRIDE - 0.5
    inside = (
        (at[..., 0] >= -0.5) & (at[..., 1] >= -0.5) & (at[..., 0] < columns - 0.5) & (at[..., 1] < rows - 0.5)
    )
    lit = (seen > 0.5) & inside & (width > 1)
    sigma = (width / STRIDE * 0.055).clamp(0.7, 2.2)
    cx, cy = at[..., 0].round().flatten(1)[:, :, None], at[..., 1].round().flatten(1)[:, :, None]
    spread = 2 * sigma.flatten(1)[:, :, None] ** 2
    r, c = torch.arange(rows, device=there).float(), torch.arange(columns, device=there).float()
    down = torch.exp(-((r[None, None] - cy) ** 2) / spread) * lit.flatten(1)[:, :, None]
    across = torch.exp(-((c[None, None] - cx) ** 2) / spread)
    value = down[:, :, :, None] * across[:, :, None, :]
    heat, best = value.max(1)
    told = torch.cat([corner, short, long, width[..., None]], -1).flatten(1, 2)
    mine = told.gather(1, best.flatten(1)[:, :, None].expand(-1, -1, told.shape[2]))
    mine = mine.reshape(n, rows, columns, -1)
    middles = (
        torch.stack([(c + 0.5)[None, :].expand(rows, columns), (r + 0.5)[:, None].expand(rows, columns)], -1)
        * STRIDE
    )
    vectors = torch.cat([mine[..., :2] - middles[None], mine[..., 2:6]], -1) / REACH
    telling = (heat > 0.3).float()
    weight = heat * telling / (mine[..., 6] / 60).clamp(min=0.4)
    return heat[:, None], (vectors * telling[..., None]).permute(0, 3, 1, 2), weight[:, None]
