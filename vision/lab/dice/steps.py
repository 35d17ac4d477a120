"""The training itself: losses of both networks, and a loop that can be stopped and goes on where it was."""

import math
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from msgspec import Struct
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.verdicts import NAMES
from vision.lab.dice.cores import Batch, in_order
from vision.lab.dice.looks import Looks
from vision.lab.dice.nets import STRIDE, as_input

Loss = Callable[[Tensor, Batch], Tensor]
Say = Callable[[str], None]
_Tensors = list[Tensor] | tuple[Tensor, ...]
_SAVE_EVERY, _SHOWN_EVERY = 60.0, 20.0
_KEPT = 0.999  # of the slow copy of the weights, at each step
_HELD = 4.0  # how much more than new truth it weighs what was said before
_EDGE = 16.0  # the size that the finder says as nought


class Plan(Struct, frozen=True):
    """How long and how fast to learn."""

    steps: int
    batch: int
    rate: float
    calm: bool = False  # the means and spreads that its batch norms know are kept
    cores: int = 1  # that make the batches


def fit(
    net: nn.Module,
    batches: Callable[[int], Batch],
    loss: Loss,
    plan: Plan,
    file: Path,
    say: Say,
) -> nn.Module:
    """Train *net*; every minute its state goes to *file*, where a later call goes on. Gives the slow copy."""
    torch.manual_seed(0)
    net = net.to(memory_format=torch.channels_last)
    slow = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=_slowly, use_buffers=True)
    steps = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.02)
    begin = 0
    if file.exists():
        kept = torch.load(file, weights_only=True)
        (
            net.load_state_dict(kept["net"]),
            slow.load_state_dict(kept["slow"]),
            steps.load_state_dict(kept["steps"]),
        )
        begin = int(kept["step"])
    saved, shown, mean = time.monotonic(), time.monotonic(), torch.zeros(())
    net.train()
    for part in net.modules():
        if plan.calm and isinstance(part, nn.BatchNorm2d):
            part.eval()
    for step, batch in enumerate(in_order(batches, range(begin, plan.steps), plan.cores), begin):
        for group in steps.param_groups:
            group["lr"] = _rate(plan, step)
        with torch.autocast("cpu", torch.bfloat16):
            said = net(as_input(batch[0]))
        cost = loss(said.float(), batch)
        steps.zero_grad(set_to_none=True)
        cost.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        steps.step()
        slow.update_parameters(net)
        mean = 0.98 * mean + 0.02 * cost.detach() if step > begin else cost.detach()
        if time.monotonic() - shown > _SHOWN_EVERY:
            say(f"{file.stem}: step {step + 1} of {plan.steps}, loss {float(mean):.4f}")
            shown = time.monotonic()
        if time.monotonic() - saved > _SAVE_EVERY or step == plan.steps - 1:
            _save(file, net, slow, steps, step + 1)
            saved = time.monotonic()
    return slow.module


def _slowly(kept: _Tensors, now: _Tensors, count: Tensor | int) -> None:
    """The slow copy: at first it follows at once, later it keeps most of what it was."""
    if torch.is_floating_point(kept[0]):
        keep = min(_KEPT, (1 + int(count)) / (10 + int(count)))
        torch._foreach_lerp_(list(kept), list(now), 1 - keep)
    else:  # what is only counted
        torch._foreach_copy_(list(kept), list(now))


def _rate(plan: Plan, step: int) -> float:
    warm = min(1.0, (step + 1) / 100)
    return warm * plan.rate * (0.02 + 0.49 * (1 + math.cos(math.pi * step / plan.steps)))


def _save(file: Path, net: nn.Module, slow: nn.Module, steps: torch.optim.Optimizer, step: int) -> None:
    part = file.with_suffix(".part")
    torch.save(
        {"net": net.state_dict(), "slow": slow.state_dict(), "steps": steps.state_dict(), "step": step}, part
    )
    part.replace(file)


def learnt_all(file: Path, plan: Plan) -> bool:
    """Has every step of *plan* been taken?"""
    return int(torch.load(file, weights_only=True)["step"]) >= plan.steps


def learnt(file: Path) -> dict[str, Tensor]:
    """The slow copy of the weights in a file that `steps.fit` wrote."""
    kept: dict[str, Tensor] = torch.load(file, weights_only=True)["slow"]
    return {name.removeprefix("module."): value for name, value in kept.items() if name.startswith("module.")}


def find_batch(rng: np.random.Generator, pictures: NDArray[np.uint8], places: NDArray[np.float32]) -> Batch:
    """Pictures, mirrored and tinted by chance, with heat, size, offset and where those two count."""
    side = pictures.shape[1]
    places = places.copy()
    mirrored = rng.random(len(pictures)) < 0.5
    shown = np.where(mirrored[:, None, None, None], pictures[:, :, ::-1], pictures)
    places[mirrored, :, 0] = np.where(places[mirrored, :, 2] > 0, side - 1 - places[mirrored, :, 0], 0)
    x = _tinted(rng, torch.from_numpy(np.ascontiguousarray(shown)))
    heat, size, offset, mask = find_targets(torch.from_numpy(places), side // STRIDE)
    return x, heat, size, offset, mask


def find_targets(places: Tensor, cells: int) -> Batch:
    """Heat (n, c, c), log size, offsets (n, 2, c, c), and where those count."""
    count = len(places)
    grid = torch.arange(cells, dtype=torch.float32)
    x, y = (places[:, :, 0] + 0.5) / STRIDE - 0.5, (places[:, :, 1] + 0.5) / STRIDE - 0.5
    real = places[:, :, 2] > 0
    spread = (places[:, :, 2] / STRIDE * 0.11).clamp(min=0.7)
    across = torch.exp(-((grid - x[:, :, None]) ** 2) / (2 * spread[:, :, None] ** 2))
    down = torch.exp(-((grid - y[:, :, None]) ** 2) / (2 * spread[:, :, None] ** 2))
    blobs = down[:, :, :, None] * across[:, :, None, :] * real[:, :, None, None]
    heat = blobs.amax(dim=1)
    size, mask = torch.zeros(count, cells, cells), torch.zeros(count, cells, cells)
    offset = torch.zeros(count, 2, cells, cells)
    row, die = real.nonzero(as_tuple=True)
    cx, cy = x[row, die].round().long().clamp(0, cells - 1), y[row, die].round().long().clamp(0, cells - 1)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            px, py = (cx + dx).clamp(0, cells - 1), (cy + dy).clamp(0, cells - 1)
            size[row, py, px] = torch.log(places[row, die, 2] / _EDGE)
            offset[row, 0, py, px], offset[row, 1, py, px] = x[row, die] - px, y[row, die] - py
            mask[row, py, px] = 1.0
    heat[row, cy, cx] = 1.0
    return heat, size, offset, mask


def find_loss(said: Tensor, batch: Batch) -> Tensor:
    """Focal loss of the heat, distances of size and offset."""
    _, heat, size, offset, mask = batch
    logit = said[:, 0]
    share = torch.sigmoid(logit)
    top = (heat > 0.999).float()
    hit = -functional.logsigmoid(logit) * (1 - share) ** 2 * top
    miss = -functional.logsigmoid(-logit) * share**2 * (1 - heat) ** 4 * (1 - top)
    count = top.sum().clamp(min=1)
    near = mask.sum().clamp(min=1)
    scale = ((said[:, 1] - size).abs() * mask).sum() / near
    place = ((said[:, 2:4] - offset).abs() * mask[:, None]).sum() / near
    return (hit.sum() + miss.sum()) / count + 0.5 * scale + 0.5 * place


def judge_batch(looks: Looks) -> Batch:
    """Windows with what they show."""
    return tuple(torch.from_numpy(part) for part in (looks.windows, looks.names, looks.cocked, looks.poses))


def _tinted(rng: np.random.Generator, pictures: Tensor) -> Tensor:
    """Other colours for some, other contrast for all."""
    count, x = len(pictures), pictures.float() / 127.5 - 1
    for order in ((1, 2, 0), (2, 0, 1), (2, 1, 0)):
        chosen = torch.from_numpy(rng.random(count) < 0.12)
        x[chosen] = x[chosen][..., list(order)]
    turned = torch.from_numpy(np.where(rng.random(count) < 0.08, -1.0, 1.0).astype(np.float32))
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.2, count)).astype(np.float32))
    shift = torch.from_numpy(rng.normal(0, 0.12, count).astype(np.float32))
    x = x * (turned * gain)[:, None, None, None] + shift[:, None, None, None]
    return ((x.clamp(-1.0, 1.0) + 1) * 127.5).round().to(torch.uint8)


def judge_loss(said: Tensor, batch: Batch) -> Tensor:
    """Of the names, of cocked where it is known, of the pose where there is a die."""
    _, names, cocked, poses = batch
    count = len(NAMES)
    plain = torch.where(cocked == 1, -1, names)  # what a cocked die shows is not asked
    name = functional.cross_entropy(said[:, :count], plain, ignore_index=-1, label_smoothing=0.01)
    known = cocked >= 0
    lean = (
        functional.binary_cross_entropy_with_logits(said[known, count], cocked[known].float())
        if known.any()
        else 0.0
    )
    placed = poses.abs().sum(dim=1) > 0
    flat = placed & (cocked == 0)
    aim, foot = said[:, count + 1 : count + 6], said[:, count + 6 :]
    pose = functional.smooth_l1_loss(aim[flat], poses[flat, :5], beta=0.1) if flat.any() else 0.0
    reach = functional.smooth_l1_loss(foot[placed], poses[placed, 5:], beta=0.1) if placed.any() else 0.0
    return name + 0.7 * lean + 0.7 * pose + 1.5 * reach


def held_to(judge: nn.Module, batches: Callable[[int], Batch], count: int) -> Callable[[int], Batch]:
    """The *batches*, with what the *judge* says of the first *count* windows of each."""
    judge = judge.eval().to(memory_format=torch.channels_last)

    def batch(step: int) -> Batch:
        seen = batches(step)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            return *seen, judge(as_input(seen[0][:count])).float()

    return batch


def held_loss(said: Tensor, batch: Batch) -> Tensor:
    """What is wrong, and how far the windows known before are from what was said of them then."""
    *truth, before = batch
    return judge_loss(said, tuple(truth)) + _HELD * glance_loss(said[: len(before)], (batch[0], before))


def taught_by(judge: nn.Module, batches: Callable[[int], Batch]) -> Callable[[int], Batch]:
    """The windows of the *batches*, each with what the *judge* says of it."""
    judge = judge.eval().to(memory_format=torch.channels_last)

    def batch(step: int) -> Batch:
        windows = batches(step)[0]
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            return windows, judge(as_input(windows)).float()

    return batch


def glance_loss(said: Tensor, batch: Batch) -> Tensor:
    """How far it is from what the judge says: of the names, of cocked, and of the pose where a die may be."""
    judged = batch[1]
    count = len(NAMES)
    shares = judged[:, :count].softmax(dim=1)
    name = functional.kl_div(said[:, :count].log_softmax(dim=1), shares, reduction="batchmean")
    dice = 1 - shares[:, 0]
    lean = functional.binary_cross_entropy_with_logits(
        said[:, count], judged[:, count].sigmoid(), weight=dice
    )
    away = functional.smooth_l1_loss(said[:, count + 1 :], judged[:, count + 1 :], beta=0.1, reduction="none")
    aim, foot = away[:, :5].mean(dim=1), away[:, 5:].mean(dim=1)
    return name + 0.5 * lean + (dice * (aim + foot)).mean()
