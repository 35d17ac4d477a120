"""Of all pyramids that can stand, the one that fits what was seen: misread faces are outvoted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.lab.scenes.any_pyramid import any_pyramid_dice
from vision.pyramid.lattice import CELLS, below, numbers, seen_faces
from vision.pyramid.tiling import best_shape, doubts, worth


def a_pyramid(seed):
    occupied = np.zeros(len(CELLS), bool)
    occupied[[numbers()[die.cell] for die in any_pyramid_dice(np.random.default_rng(seed))]] = True
    return occupied


def evidence_of(occupied, seen_for_sure=4.0):
    return np.where(seen_faces(occupied), seen_for_sure, -seen_for_sure)


@pytest.mark.parametrize("seed", range(25))
def test_a_pyramid_seen_without_mistakes_is_found(seed):
    occupied = a_pyramid(seed)
    assert (best_shape(evidence_of(occupied)) == occupied).all()


@pytest.mark.parametrize("seed", range(25))
def test_single_misread_faces_are_outvoted(seed):
    occupied, rng = a_pyramid(seed), np.random.default_rng(seed)
    evidence = evidence_of(occupied)
    faces = np.argwhere(seen_faces(occupied))
    for cell, axis in faces[rng.choice(len(faces), max(1, len(faces) // 25), replace=False)]:
        evidence[cell, axis] = -1.5  # as if nothing lay there

    assert (best_shape(evidence) == occupied).all()


@given(seed=st.integers(0, 10**6), noise=st.floats(0, 8))
def test_whatever_is_seen_the_answer_can_stand(seed, noise):
    rng = np.random.default_rng(seed)
    occupied = best_shape(rng.normal(0, 1 + noise, (len(CELLS), 3)))
    carriers = below()[occupied]
    assert np.where(carriers >= 0, occupied[carriers], True).all()


@given(seed=st.integers(0, 10**6))
def test_no_single_die_more_or_less_would_fit_better(seed):
    evidence = np.random.default_rng(seed).normal(0, 2, (len(CELLS), 3))
    assert (doubts(evidence, best_shape(evidence)) >= -1e-6).all()


@given(seed=st.integers(0, 10**6))
def test_the_answer_weighs_no_less_than_any_pyramid_that_was_built(seed):
    rng = np.random.default_rng(seed)
    weights = worth(evidence := rng.normal(0, 2, (len(CELLS), 3)))
    assert weights[best_shape(evidence)].sum() >= weights[a_pyramid(seed)].sum() - 1e-6


def test_a_die_that_might_as_well_be_missing_is_doubtful():
    occupied = a_pyramid(2)
    free = next(n for n in np.flatnonzero(occupied) if seen_faces(occupied)[n].all())
    evidence = evidence_of(occupied)
    evidence[free] = 0.1
    under = below()[free]
    for axis, cell in enumerate(under):
        if cell >= 0:
            evidence[cell, axis] = 0.0

    assert abs(doubts(evidence, occupied)[free]) < 1
