"""Pictures made smaller by halves: as large as asked for, and as bright everywhere as before."""

import numpy as np
import pytest

from vision.pictures import scaled, smaller


@pytest.mark.parametrize("size", [(512, 384), (640, 461), (300, 200), (1281, 922), (31, 22)])
def test_a_smaller_picture_has_the_size_and_the_slope_of_brightness_of_the_large_one(size) -> None:
    across = np.linspace(0, 250, 1281)
    picture = np.repeat(np.repeat(across[None, :, None], 922, axis=0), 3, axis=2).astype(np.uint8)
    small = smaller(picture, size)
    assert small.shape == (size[1], size[0], 3)
    wanted = np.interp((np.arange(size[0]) + 0.5) / size[0], (np.arange(1281) + 0.5) / 1281, across)
    assert np.abs(small[..., 0] - wanted[None]).max() < 2


def test_fine_grain_is_averaged_not_picked() -> None:
    picture = np.zeros((800, 1280, 3), np.uint8)
    picture[::2, ::2] = picture[1::2, 1::2] = 200
    assert np.abs(scaled(picture, 0.4).astype(int) - 100).max() < 3
