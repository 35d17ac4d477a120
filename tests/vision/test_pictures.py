"""Whatever comes from a camera or a file: a picture, or one sentence why not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from companion.sightings import Seen
from tests.tables import cases
from vision import look
from vision.health import why_blocked
from vision.pictures import NotAPictureError, as_picture, shrunk

SHAPES = st.one_of(
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 5)),
    st.tuples(st.integers(0, 9)),
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3)),
)
TYPES = st.sampled_from(["u1", "u2", "i4", "i8", "f4", "f8", "?", "c8", "U1"])


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_array_is_a_picture_or_is_turned_away_with_a_reason(data):
    array = data.draw(arrays.arrays(dtype=data.draw(TYPES), shape=data.draw(SHAPES)))

    try:
        picture = as_picture(array)
    except NotAPictureError as reason:
        assert str(reason)
        return

    assert picture.dtype == np.uint8 and picture.shape == (*array.shape[:2], 3)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_look_at_any_array_is_an_answer(data):
    array = data.draw(arrays.arrays(dtype=data.draw(TYPES), shape=data.draw(SHAPES)))

    assert look(array).state in Seen


@pytest.mark.parametrize("thing", [None, 5, "picture", [[1, 2], [3, 4]], np.array(None, object)])
def test_what_is_no_array_blocks_the_eyes_with_a_reason(thing):
    sighting = look(thing)

    assert sighting.state == Seen.BLOCKED and sighting.why


@cases(
    "value, expected",
    {
        "grey": (np.full((20, 30), 200, np.uint8), 200),
        "one channel": (np.full((20, 30, 1), 200, np.uint8), 200),
        "16 bit": (np.full((20, 30), 200 << 8, np.uint16), 200),
        "fractions": (np.full((20, 30, 3), 0.5), 127),
        "nothing but transparency is white paper": (np.full((20, 30, 4), 0, np.uint8), 255),
        "yes and no": (np.full((20, 30), True), 255),
    },
)
def test_pictures_of_other_kinds_are_converted(value, expected):
    assert (as_picture(value) == expected).all()


def test_a_picture_is_made_smaller_but_never_larger():
    picture = np.zeros((100, 400, 3), np.uint8)

    assert shrunk(picture, 200)[0].shape == (50, 200, 3) and shrunk(picture, 200)[1] == 0.5
    assert shrunk(picture, 800)[1] == 1.0


def _half(picture):
    picture[420:] = 0
    return picture


def _torn(picture):
    picture[300:] = np.roll(picture[300:], 150, axis=1)
    return picture


@cases(
    "spoil, why",
    {
        "a good picture": (lambda p: p, ""),
        "black": (lambda p: p // 30, "black"),
        "overexposed": (lambda p: np.minimum(p.astype(int) + 250, 255).astype(np.uint8), "overexposed"),
        "burnt but for dark things": (lambda p: np.minimum(p.astype(int) + 190, 255).astype(np.uint8), ""),
        "burnt at its rim": (lambda p: np.where(np.arange(len(p))[:, None, None] < 60, 255, p), ""),
        "a hand on the lens": (lambda p: np.full_like(p, 90), "covered"),
        "an empty table in the evening": (
            lambda p: np.broadcast_to(np.linspace(10, 16, p.shape[1])[:, None], p.shape).astype(np.uint8),
            "",
        ),
        "half": (_half, "half a picture"),
        "torn": (_torn, "torn"),
    },
)
def test_pictures_in_which_nothing_can_be_seen_are_named(table_picture, spoil, why):
    assert why_blocked(spoil(table_picture.copy())) == why
