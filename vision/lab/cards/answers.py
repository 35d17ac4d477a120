"""What a reader answers while it learns, and how far off that is."""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from vision.lab.cards.nets import Reader

Answers = Sequence[Tensor]  # for each of a reader's questions the logits of all words


def answers(net: Reader, seen: Tensor) -> list[Tensor]:
    """Reckoned with half the digits: twice as fast where that can be done."""
    with torch.autocast(seen.device.type, torch.bfloat16, cache_enabled=False):
        said = net(seen)
    return list(said.float().split(net.answers, 1))


def told(said: Answers, truth: Tensor, weight: Tensor) -> Tensor:
    """How far off a reader is, summed over its questions; each crop has a *weight*."""
    apart = torch.zeros_like(weight)
    for a, w in zip(said, truth.T, strict=True):
        apart = apart + functional.cross_entropy(a, w, reduction="none")
    return (apart * weight).sum() / weight.sum()


def unlike(said: Answers, then: Answers, truth: Tensor, weight: Tensor) -> Tensor:
    """How far what a reader says is from what was said before, where that was right."""
    apart = torch.zeros_like(weight)
    for now, old in zip(said, then, strict=True):
        gap = functional.kl_div(now.log_softmax(1), old.log_softmax(1), log_target=True, reduction="none")
        apart = apart + gap.sum(1)
    return (apart * are_right(then, truth) * weight).sum() / weight.sum()


def are_right(said: Answers, truth: Tensor) -> Tensor:
    """Which crops have all questions answered rightly."""
    return torch.stack([a.argmax(1) == w for a, w in zip(said, truth.T, strict=True)]).all(0)
