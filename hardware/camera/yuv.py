"""Pictures that a camera gives as brightness and colour difference, as ordinary B, G, R pictures."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def bgr_from_nv12(array: Any, columns: int, rows: int) -> NDArray[np.uint8]:
    """*array* in NV12 (brightness, below it colour at half the size) as (rows, columns, 3) in BGR."""
    flat = np.ascontiguousarray(array, dtype=np.uint8).reshape(-1, np.shape(array)[1])
    bright = flat[:rows, :columns].astype(np.int32)
    colour = flat[rows : rows + (rows + 1) // 2, : columns + columns % 2].reshape((rows + 1) // 2, -1, 2)
    blue_red = colour.astype(np.int32).repeat(2, axis=0).repeat(2, axis=1)[:rows, :columns] - 128
    u, v = blue_red[:, :, 0], blue_red[:, :, 1]
    light = (bright - 16) * 298
    picture = np.stack((light + 516 * u, light - 100 * u - 208 * v, light + 409 * v), axis=2)
    result: NDArray[np.uint8] = np.clip((picture + 128) >> 8, 0, 255).astype(np.uint8)
    return result
