"""Lessons for the networks that find the base of a pyramid and judge its faces; needs PyTorch.

Whole pictures are kept with all their faces, so that each time a face is looked at from a little elsewhere,
turned, lit and softened otherwise. `vision.lab.pyramid_together` teaches with them.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from msgspec import Struct
from numpy.typing import NDArray
from torch.nn import functional

from vision.lab.pyramid_samples import HIGH, WIDE
from vision.lab.pyramid_soft import softened
from vision.lab.pyramid_tables import Table, any_table, bare_table, ordinary_table
from vision.lab.scenes.any_pyramid import any_pyramid_scene
from vision.pictures import Picture
from vision.pyramid.lattice import CELLS, Floats
from vision.pyramid.read_faces import cut_out
from vision.pyramid.settings import SETTINGS

Rng = np.random.Generator
ORDINARY, ANY, SOFT, TRACED = range(4)
_LARGER = 2  # the pictures of forms that are kept are so many times as large as what the network sees
_NEAR = 6  # faces of the same axis that are kept for each place
_FEW = 20  # dice, at most
_BARE = 12  # one picture of so many shows no pyramid
_SAME, _OTHER, _HIDDEN = 0.27, 0.42, 0.35  # as `pyramid_samples` has them
_FIRST = 2_000_000  # the first seed
_SMALLEST, _LARGEST = 19.0, 86.0  # pixels from the middle of a base to its corners, as the network sees it


class Form(NamedTuple):
    larger: Picture  # twice as large as the network sees it
    smaller: Picture  # as large
    corners: Floats  # (4, 2) pixels of the smaller one; nan if there is no base


class Shown(Struct, frozen=True, eq=False):
    """A picture with its faces: for each place the nearest faces that show."""

    picture: Picture
    quads: Floats  # (495, 4, 2)
    near: Floats  # (495, 6, 3) how far off they are, in edges, and which share of each shows
    which: NDArray[np.int64]  # (495, 6) their numbers
    values: NDArray[np.int64]  # (495,)
    colours: NDArray[np.int64]  # (495,)


def drawn_forms(count: int, *, few: bool) -> list[Form]:
    """Forms on tables of every kind; if *few*, every other one holds few dice."""
    seeds = (seed for seed in range(_FIRST, 2 * _FIRST) if not few or seed % 2 or _few_dice(seed))
    return [form_of(_drawn(seed, 2 if few else 4)) for seed in islice(seeds, count)]


def _few_dice(seed: int) -> bool:
    pyramid = any_pyramid_scene(seed).pyramid
    return pyramid is not None and len(pyramid.dice) <= _FEW


def _drawn(seed: int, ordinary: int) -> Table:
    if seed % _BARE == 0:
        return bare_table(seed, 2)
    return ordinary_table(seed, 2) if seed // 2 % ordinary == 0 else any_table(seed, 2)


def drawn_faces(count: int) -> dict[int, list[Shown]]:
    """Each table as it is, and softer."""
    out: dict[int, list[Shown]] = {ORDINARY: [], ANY: [], SOFT: []}
    for seed in range(2 * _FIRST, 2 * _FIRST + count):
        kind = ORDINARY if seed % 3 == 0 else ANY
        table = ordinary_table(seed) if kind == ORDINARY else any_table(seed)
        soft = softened(np.random.default_rng(seed + 9 * 10**6), table.picture, table.quads)
        out[kind].append(shown_in(table, table.picture, table.quads))
        out[SOFT].append(shown_in(table, *soft))
    return out


def traced(file: Path) -> list[Table]:
    """Path-traced pictures with what is known of them."""
    kept, out = np.load(file), []
    for n in range(len(kept["corners"])):
        picture = np.asarray(cv2.imdecode(kept[f"picture_{n}"], cv2.IMREAD_COLOR), np.uint8)
        known = (kept[name][n] for name in ("corners", "quads", "seen", "values", "colours"))
        out.append(Table(picture, *known))
    return out


def form_of(table: Table) -> Form:
    larger, smaller = (
        np.asarray(cv2.resize(table.picture, (n * WIDE, n * HIGH), interpolation=cv2.INTER_AREA), np.uint8)
        for n in (_LARGER, 1)
    )
    return Form(larger, smaller, (table.corners + 0.5) * (WIDE / table.picture.shape[1]) - 0.5)


def shown_in(table: Table, picture: Picture, quads: Floats) -> Shown:
    near = np.full((len(CELLS), 3, _NEAR, 3), 9.0)
    which = np.zeros((len(CELLS), 3, _NEAR), np.int64)
    rows = np.arange(len(CELLS))[:, None]
    for axis in range(3):
        true = np.flatnonzero(table.seen[:, axis] > 0.02)
        middles, sides = quads[:, axis].mean(axis=1), _sides(quads[:, axis])
        local = np.einsum("nij,nmj->nmi", np.linalg.inv(sides), middles[true][None] - middles[:, None])
        order = np.abs(local).max(axis=2).argsort(axis=1)[:, :_NEAR]
        count = order.shape[1]
        near[:, axis, :count, :2] = local[rows, order]
        near[:, axis, :count, 2] = table.seen[true[order], axis]
        which[:, axis, :count] = true[order] * 3 + axis
    flat = len(CELLS) * 3
    return Shown(
        picture, quads.reshape(flat, 4, 2).astype(np.float64), near.reshape(flat, _NEAR, 3),
        which.reshape(flat, _NEAR), table.values.ravel().astype(np.int64),
        np.repeat(table.colours, 3).astype(np.int64),
    )  # fmt: skip


def _sides(quads: Floats) -> Floats:
    """Where the first side of each of *quads* (n, 4, 2) leads, and its last: the columns of (n, 2, 2)."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return np.stack([right, down], axis=2)


class Looks(NamedTuple):
    """Patches, and what is true of them: a face (1), none (0) or doubtful (-1), how far off, and what it
    shows."""

    patches: NDArray[np.uint8]
    right: NDArray[np.int64]
    off: Floats
    values: NDArray[np.int64]
    colours: NDArray[np.int64]


def looks_at(rng: Rng, shown: Shown, count: int) -> Looks:
    """So many looks at places of one picture, half of them at faces."""
    far = np.abs(shown.near[:, 0, :2]).max(axis=-1)
    faces = np.flatnonzero((far < 0.01) & (shown.near[:, 0, 2] > _HIDDEN))
    others = np.flatnonzero(far > _OTHER)
    chosen = np.concatenate([rng.choice(some, count // 2) for some in (faces, others) if len(some)])
    n, sides = len(chosen), _sides(shown.quads[chosen])
    few = rng.random((n, 1)) < 0.4
    shift = rng.normal(0, 1, (n, 2)) * np.where(few, 0.03, 0.16)
    bend = np.eye(2) + rng.normal(0, 1, (n, 2, 2)) * np.where(few, 0.004, 0.02)[..., None]
    moved = sides @ bend @ _turns()[rng.integers(0, 8, n) * (rng.random(n) < 0.5)]
    middle = shown.quads[chosen].mean(axis=1) + (sides @ shift[..., None])[..., 0]
    away = (shown.near[chosen, :, :2] - shift[:, None]) @ sides.transpose(0, 2, 1)
    local = away @ np.linalg.inv(moved).transpose(0, 2, 1)
    distance, each = np.abs(local).max(axis=2), np.arange(n)
    best = distance.argmin(axis=1)
    nearest, share = distance[each, best], shown.near[chosen, best, 2]
    right = np.where(nearest < _SAME, 1, np.where(nearest > _OTHER, 0, -1))
    right[(nearest < _OTHER) & (share < _HIDDEN)] = -1
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    quads = middle[:, None] + corners @ moved.transpose(0, 2, 1)
    face = shown.which[chosen, best]
    patches = cut_out(shown.picture, quads)
    return Looks(patches, right, local[each, best], shown.values[face], shown.colours[face])


def _turns() -> Floats:
    """All ways to mirror a square or to turn it by quarters; the first leaves it as it is."""
    signs = [(a, b) for a in (1.0, -1.0) for b in (1.0, -1.0)]
    return np.array([np.diag(two) for two in signs] + [np.diag(two)[::-1] for two in signs])


def all_looks(rng: Rng, pictures: Sequence[Shown], count: int, each: int) -> Looks:
    some = [looks_at(rng, pictures[int(rng.integers(len(pictures)))], each) for _ in range(count // each)]
    return Looks(*(np.concatenate(parts) for parts in zip(*some, strict=True)))


def lit(patches: NDArray[np.uint8]) -> torch.Tensor:
    """Patches in other light: tints, slopes, shadows, lamps that shine, blur and noise; as the network sees
    them."""
    out = torch.from_numpy(patches).permute(0, 3, 1, 2).float()
    n, side = len(out), out.shape[-1]

    def some(share: float) -> torch.Tensor:
        return (torch.rand(n, 1, 1, 1) < share).float()

    def normal(channels: int = 1) -> torch.Tensor:
        return torch.randn(n, channels, 1, 1)

    def upto(most: float) -> torch.Tensor:
        return most * torch.rand(n, 1, 1, 1)

    y, x = torch.meshgrid(torch.linspace(-1, 1, side), torch.linspace(-1, 1, side), indexing="ij")
    way = upto(2 * torch.pi)
    along = x * way.cos() + y * way.sin()
    slope = (1 + some(0.5) * 0.2 * normal() * along).clamp(min=0.1)
    shadow = 1 - some(0.12) * (0.2 + upto(0.5)) * torch.sigmoid((along - 0.7 * normal()) * (3 + upto(20)))
    spot = torch.exp(-((x - 0.6 * normal()) ** 2 + (y - 0.6 * normal()) ** 2) / (0.1 + upto(0.6)) ** 2)
    gain = torch.exp(0.1 * normal(3) + 0.25 * normal() - 0.1)
    out = out * gain * (slope * shadow) + some(0.15) * upto(130) * spot
    soft = functional.avg_pool2d(functional.pad(out, (1, 1, 1, 1), mode="replicate"), 3, 1)
    out = out + torch.where(some(0.15) > 0, -upto(0.8), some(0.25)) * (soft - out)
    out = (out + 6 * normal() + torch.randn_like(out) * upto(7)).clamp(0, 255)
    mean = out.mean(dim=(1, 2, 3), keepdim=True)
    return (out - mean) / (out.std(dim=(1, 2, 3), keepdim=True, correction=0) + SETTINGS.read_faces.calm)


# --- forms ---


def form_looks(rng: Rng, forms: Sequence[Form], count: int) -> tuple[NDArray[np.float32], Floats]:
    """Pictures (n, HIGH, WIDE, 3) of forms, turned, from nearer or farther, otherwise lit; where they are."""
    some = [_look_at(rng, forms[int(rng.integers(len(forms)))]) for _ in range(count)]
    return np.stack([picture for picture, _ in some]), np.stack([corners for _, corners in some])


def _look_at(rng: Rng, form: Form) -> tuple[NDArray[np.float32], Floats]:
    there = bool(np.isfinite(form.corners).all())
    middle = form.corners[3] if there else np.array([WIDE, HIGH]) / 2
    reach = float(np.linalg.norm(form.corners[:3] - middle, axis=1).mean()) if there else 40.0
    wanted = np.exp(rng.uniform(np.log(_SMALLEST), np.log(_LARGEST)))
    scale = float(np.clip(wanted / reach, 0.75, 4))
    angle, over = rng.uniform(0, 2 * np.pi), 1 - 2 * rng.integers(0, 2)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = turn * [over, 1]
    to = np.array([WIDE, HIGH]) * rng.uniform(0.1, 0.9, 2)
    times = _LARGER if scale > 1 else 1
    from_there = turn / times
    at = to - from_there @ ((middle + 0.5) * times - 0.5)
    source = form.larger if times > 1 else form.smaller
    move = np.column_stack([from_there, at])
    seen = cv2.warpAffine(source, move, (WIDE, HIGH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.2:
        seen = cv2.blur(seen, (3, 3))
    gains = np.exp(rng.normal(0, 0.15, 3) + rng.normal(-0.15, 0.35)).astype(np.float32)
    lit_so = seen * gains + _noise(rng) * np.float32(rng.uniform(0, 4))
    return np.clip(lit_so, 0, 255), (form.corners - middle) @ turn.T + to


_NOISE = np.random.default_rng(6).standard_normal((2 * HIGH, 2 * WIDE, 3), np.float32)


def _noise(rng: Rng) -> NDArray[np.float32]:
    y, x = rng.integers(0, HIGH), rng.integers(0, WIDE)
    return _NOISE[y : y + HIGH, x : x + WIDE]
