"""Faces of the pyramid cut out of the picture and straightened, all in one go."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import NO_MAP, Picture
from vision.pyramid.lattice import Floats

SIDE = 32  # pixels of a patch
MARGIN = 0.25  # of what lies around a face, as a share of its edge
CALM = 12.0  # grey levels: patches that differ less within themselves than noise does are not stretched


def cut_out(picture: Picture, quads: Floats) -> NDArray[np.uint8]:
    """The faces with the corners *quads* (n, 4, 2) as square patches, shape (n, SIDE, SIDE, 3)."""
    if not len(quads):
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    part = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * (1 + 2 * MARGIN) - 0.5 - MARGIN
    middle = quads.mean(axis=1).astype(np.float32)
    right = ((quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2).astype(np.float32)
    down = ((quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2).astype(np.float32)
    places = (
        middle[:, None, None]
        + part[None, None, :, None] * right[:, None, None]
        + part[None, :, None, None] * down[:, None, None]
    )
    flat = places.reshape(len(quads) * SIDE, SIDE, 2)
    cut = cv2.remap(picture, flat, NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8).reshape(len(quads), SIDE, SIDE, 3)


def as_input(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches as the network takes them: (n, 3, SIDE, SIDE), normalized for brightness and contrast."""
    floats = patches.astype(np.float32)
    mean = floats.mean(axis=(1, 2, 3), keepdims=True)
    spread = floats.std(axis=(1, 2, 3), keepdims=True) + CALM
    return np.ascontiguousarray(((floats - mean) / spread).transpose(0, 3, 1, 2))
