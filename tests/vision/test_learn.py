"""What the eyes have learnt can be learnt again, and what it says of fresh tables is so."""

import numpy as np

from vision.dice.decide import SURE, weighed
from vision.dice.lean import kept_in
from vision.lab.confidence import fitted as fitted_constants
from vision.lab.confidence import reliability, tried
from vision.lab.lean import save, share_above, shown, wanted
from vision.lab.net import fitted


def test_constants_are_found_again():
    rng = np.random.default_rng(0)
    rows = np.column_stack([np.ones(4000), rng.normal(0, 1, 4000)])
    right = rng.random(4000) < 1 / (1 + np.exp(-(0.5 + 2 * rows[:, 1])))

    assert np.allclose(fitted_constants(rows, right), [0.5, 2.0], atol=0.25)


def test_a_network_learns_what_no_line_can_part(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.normal(0, 1, (4096, 6)).astype(np.float32)
    crossed = (rows[:, 0] * rows[:, 1] > 0).astype(np.float32)
    net = fitted(rows, crossed, (24, 12), 30, rng)
    save(net, tmp_path / "net.npz")

    assert ((net(rows)[:, 0] > 0) == crossed).mean() > 0.9
    assert sorted(np.load(tmp_path / "net.npz").files) == sorted(
        f"{what}{n}" for what in ("weight", "step", "offset") for n in range(3)
    )
    again = kept_in(tmp_path / "net.npz")
    assert ((again(rows) > 0) == (net(rows) > 0)).mean() > 0.99  # eight bits are enough


def test_leaning_dice_of_fresh_tables_are_told_apart():
    from vision.dice.lean import _net  # noqa: PLC0415  (the learnt network as it travels with the package)

    rows, tilts = shown(range(990_000, 990_004))
    said = {low: share for low, _, _, share in share_above(_net(), rows, tilts, 0.5)}

    assert said[0.0] < 0.12 and said[15.0] > 0.85
    assert list(wanted(np.array([0, 5, 9], np.float32))) == [0, 0.5, 1]


def test_readings_said_for_sure_are_right_as_often_as_is_said():
    rows, right = tried(range(980_000, 980_016))
    said = weighed(rows)

    assert right[said >= SURE].mean() > 0.97
    assert sum(count for _, count, _, _ in reliability(said, right)) == len(right)
