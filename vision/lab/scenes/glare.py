"""Reflections of lamps, as invented scenes have them."""

import numpy as np
from msgspec import Struct

from vision.kit.camera import Camera, project, scale_at
from vision.pictures import Picture


class Glare(Struct, frozen=True):
    """A reflection of a lamp: a soft bright spot."""

    x: float
    y: float
    radius: float = 20.0
    strength: float = 150.0

    def shine(self, picture: Picture, camera: Camera) -> None:
        """Draws itself into *picture*."""
        centre = project(camera, np.array([[self.x, self.y, 0.0]]))[0]
        radius = self.radius * scale_at(camera, self.x, self.y)
        left, top = np.maximum(0, np.floor(centre - 3 * radius)).astype(int)
        right, bottom = np.minimum([camera.width, camera.height], np.ceil(centre + 3 * radius)).astype(int)
        if right <= left or bottom <= top:
            return
        x = (np.arange(left, right) - centre[0]) / radius
        y = (np.arange(top, bottom) - centre[1]) / radius
        spot = self.strength * np.exp(-(x[None] ** 2 + y[:, None] ** 2))
        part = picture[top:bottom, left:right]
        part[:] = np.clip(part + spot[:, :, None], 0, 255)
