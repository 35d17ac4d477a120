"""What the doubter learns: windows wider than the judge's; of what is no die most is what that believes."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from msgspec.structs import replace
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.dice.networks import SPAN, Networks
from vision.dice.verdicts import look_at
from vision.dice.windows import Halvings, Place
from vision.lab.dice.batches import Part
from vision.lab.dice.cores import Batch
from vision.lab.dice.crops import SIDE as CROP
from vision.lab.dice.crops import SPAN as CROP_SPAN
from vision.lab.dice.crops import Crops
from vision.lab.dice.deceits import PIPS
from vision.lab.dice.glassy import with_lamps
from vision.lab.dice.looks import looks_at
from vision.lab.dice.marks import Rng

_OTHER = PIPS.stop  # dice of all other kinds are one to the doubter
_OF_OTHERS = 0.12  # of the dice that are shown
_BELIEVED, _KEPT = 0.1, 0.15  # what the judge believes more is learnt, and so much of all else that is no die
_CALM = 0.6
_SELDOM = 0.08  # so often is shown what the judge does not believe at all


def doubtful(rng: Rng, crops: Crops, nets: Networks) -> Crops:
    """Of the *crops* all dice, and of what is none that which the judge believes, and a little else."""
    beliefs = np.zeros(len(crops.names), np.float32)
    for n in np.flatnonzero(crops.names == 0):
        beliefs[n] = _belief(crops, int(n), nets)
    rows = (crops.names > 0) | (beliefs > _BELIEVED) | (rng.random(len(beliefs)) < _KEPT)
    poses = np.zeros_like(crops.poses)
    poses[:, 0] = beliefs
    crops = replace(crops, poses=poses, posed=np.zeros_like(crops.posed))
    return Crops(*(getattr(crops, name)[rows] for name in Crops.__struct_fields__))


def _belief(crops: Crops, row: int, nets: Networks) -> float:
    """How surely the judge takes it for some number of pips."""
    place = Place((CROP - 1) / 2, (CROP - 1) / 2, CROP / CROP_SPAN, 1.0)
    return float(look_at(Halvings(crops.pictures[row]), [place], nets.judge).shares[0, PIPS].max())


def doubter_batches(parts: Sequence[Part]) -> Callable[[int], Batch]:
    """For every step its windows, and what they truly show: nothing, so many pips, another kind of die."""

    def some(part: Part, step: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        rng, crops = part.shards.rng(step), Crops(*part.shards.at(step))
        rows = _chosen(rng, crops, part)
        if part.lit:
            crops, rows = _with_lamps(rng, crops, rows, part.lit)
        looks = looks_at(rng, crops, rows, SPAN, _CALM)
        return looks.windows, np.minimum(looks.names, _OTHER)

    def batch(step: int) -> Batch:
        windows, names = zip(*(some(part, step) for part in parts), strict=True)
        return torch.from_numpy(np.concatenate(windows)), torch.from_numpy(np.concatenate(names))

    return batch


def _with_lamps(
    rng: Rng, crops: Crops, rows: NDArray[np.int64], share: float
) -> tuple[Crops, NDArray[np.int64]]:
    """The chosen crops alone, with lamps mirrored in this *share* of them; those have no pose."""
    chosen = Crops(*(getattr(crops, name)[rows].copy() for name in Crops.__struct_fields__))
    for row in np.flatnonzero(rng.random(len(rows)) < share):
        chosen.pictures[row] = with_lamps(rng, chosen.pictures[row], float(chosen.edges[row]))
    return replace(chosen, posed=np.zeros_like(chosen.posed)), np.arange(len(rows))


def _chosen(rng: Rng, crops: Crops, part: Part) -> NDArray[np.int64]:
    """Rows of standing dice, most with pips, and of what is none, the oftener the more it is believed."""
    none, pips = crops.names == 0, (crops.names > 0) & (crops.names < _OTHER) & (crops.cocked < 1)
    groups = (
        (1 - part.dice, none * (_SELDOM + crops.poses[:, 0])),
        (part.dice * (1 - _OF_OTHERS), pips * 1.0),
        (part.dice * _OF_OTHERS, (crops.names >= _OTHER) * 1.0),
    )
    often = sum(share * rows / max(1e-9, float(rows.sum())) for share, rows in groups)
    return rng.choice(len(crops.names), part.count, p=often / np.sum(often))


def doubt_loss(said: Tensor, batch: Batch) -> Tensor:
    """How far it is from what is truly shown."""
    return functional.cross_entropy(said, batch[1], label_smoothing=0.01)
