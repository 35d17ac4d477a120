"""What `vision.dice.tilted` weighs: fitted on crops of dice that stand and dice that lean.

python -m vision.lab.dice.standing CROPS.npz ... -o tilted.json

A file of crops comes from `vision.lab.traced`, or holds pictures, leans (degrees) and feet of one's own.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct

from vision.dice.networks import Networks, shipped
from vision.dice.read_faces import judge
from vision.dice.tilted import all_traits, first_traits, traits_at_sight
from vision.dice.verdicts import Floats
from vision.dice.windows import Halvings, Place

TRAITS = 9, 9, 17  # at sight, of the first looks, of all
SPAN = 2.7  # edges of a die that a crop shows
STANDS, LEANS = 2.0, 7.0  # degrees: what lies between is not learnt from
_A_DIE = 0.3
_STIFF, _STEPS = 0.3, 30  # how much weights are drawn to nought (as with C in other programs), and steps


class Lessons(Struct, frozen=True, eq=False):
    """Traits of dice, a row for each, and by how many degrees each leans."""

    rows: Floats
    leans: Floats


def lessons(pictures: Sequence[np.ndarray], leans: Floats, feet: Floats, nets: Networks) -> Lessons:
    """What the judge says of the die in the middle of each picture; what it takes for none is left out."""
    rows, kept = [], []
    for picture, lean, foot in zip(pictures, leans, feet, strict=True):
        side = picture.shape[0]
        halvings, middle = Halvings(picture), (side - 1) / 2
        (seen,) = judge(halvings, [Place(middle, middle, side / SPAN, 1.0)], nets)
        if seen.die > _A_DIE:
            known = [seen.place], np.array([foot], np.float32), nets
            first, looks = first_traits(halvings, *known)
            every = all_traits(halvings, *known, looks)
            rows.append(np.hstack([traits_at_sight([seen], known[1])[0], first[0], every[0]]))
            kept.append(lean)
    return Lessons(np.array(rows, np.float32), np.array(kept, np.float32))


def fitted(learnt: Lessons) -> dict[str, object]:
    """Weights by which those that lean are told from those that stand, as `vision.dice.tilted` reads them."""
    clear = (learnt.leans <= STANDS) | (learnt.leans > LEANS)
    rows, leans = learnt.rows[clear].astype(np.float64), learnt.leans[clear] > LEANS
    means, steps = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    known = np.column_stack([(rows - means) / steps, np.ones(len(rows))])
    drawn = np.append(np.full(rows.shape[1], 1 / _STIFF), 0.0)
    weights = np.zeros(known.shape[1])
    for _ in range(_STEPS):  # Newton's
        share = 1 / (1 + np.exp(-known @ weights))
        slope = known.T @ (share - leans) + drawn * weights
        bend = known.T @ (known * (share * (1 - share))[:, None]) + np.diag(drawn + 1e-9)
        weights = weights - np.linalg.solve(bend, slope)
    return {
        "means": [round(float(one), 5) for one in means],
        "steps": [round(float(one), 5) for one in steps],
        "counts": [round(float(one), 4) for one in weights[:-1]],
        "offset": round(float(weights[-1]), 4),
    }


def read_in(file: Path) -> tuple[np.ndarray, Floats, Floats]:
    """Pictures, leans and feet of a file of crops."""
    with np.load(file) as kept:
        return kept["pictures"], kept["leans"], kept["feet"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("crops", type=Path, nargs="+")
    parser.add_argument("-o", dest="to", type=Path, required=True)
    told = parser.parse_args()
    parts = [lessons(list(seen), leans, feet, shipped()) for seen, leans, feet in map(read_in, told.crops)]
    everything = Lessons(np.concatenate([p.rows for p in parts]), np.concatenate([p.leans for p in parts]))
    steps = np.split(everything.rows, np.cumsum(TRAITS)[:-1], axis=1)
    told.to.write_text(json.dumps([fitted(Lessons(rows, everything.leans)) for rows in steps]) + "\n")
