"""A camera picture on the screen: the part round the dice, as the eyes saw it."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Rectangle, SmoothLine
from kivy.graphics.texture import Texture

from companion.sightings import Box
from ui.screen import theme
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.shapes import ink
from ui.screen.ports import Look

MARGIN = 0.35  # of the largest die, round all dice


def part_with(boxes: Sequence[Box], width: int, height: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part that shows all *boxes*; without boxes the whole picture."""
    if not boxes:
        return (0, 0, width, height)
    margin = MARGIN * max(max(box[2], box[3]) for box in boxes)
    left, top = min(box[0] for box in boxes) - margin, min(box[1] for box in boxes) - margin
    right = max(box[0] + box[2] for box in boxes) + margin
    bottom = max(box[1] + box[3] for box in boxes) + margin
    return (max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom)))


class Picture(Drawing):
    """The part of *look* in which the dice lie, as large as the place allows, each reading in a frame."""

    def __init__(self, look: Look, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert look.frame is not None
        whole = look.frame.picture
        boxes = [die.box for die in look.sighting.dice]
        left, top, right, bottom = part_with(boxes, whole.shape[1], whole.shape[0])
        step = max(1, (right - left) // 640)  # more pixels than the place has would only cost time
        part = whole[top:bottom:step, left:right:step]
        self._origin, self._step, self._boxes = (left, top), step, boxes
        self._texture = Texture.create(size=(part.shape[1], part.shape[0]), colorfmt="bgr")
        self._texture.blit_buffer(part.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self._texture.flip_vertical()

    def draw(self) -> None:
        wide, tall = self._texture.size
        scale = min(self.width / wide, self.height / tall)
        size = (wide * scale, tall * scale)
        x, y = self.middle[0] - size[0] / 2, self.middle[1] - size[1] / 2
        ink("#FFFFFF")
        Rectangle(texture=self._texture, pos=(x, y), size=size)
        ink(theme.ACCENT)
        zoom = scale / self._step
        for box in self._boxes:
            left = x + (box[0] - self._origin[0]) * zoom
            bottom = y + size[1] - (box[1] + box[3] - self._origin[1]) * zoom
            SmoothLine(rectangle=(left, bottom, box[2] * zoom, box[3] * zoom), width=1.3)
