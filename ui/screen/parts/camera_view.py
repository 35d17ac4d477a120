"""Pictures of the camera, with frames round things, and corners that a finger can set."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from kivy.graphics import Rectangle, SmoothLine
from kivy.graphics.texture import Texture

from companion.sightings import Box, Frame
from ui.screen import theme
from ui.screen.parts.dice import write
from ui.screen.parts.shapes import Drawing, draw_arrow, follow_finger, ink

MOST = 800  # pixels across: more than the place has would only cost time

Point = tuple[float, float]
Part = tuple[int, int, int, int]  # left, top, right and bottom of what is shown of a picture


class CameraView(Drawing):
    """A picture as large as the place allows, or a part of it; all coordinates are pixels of the camera."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        self._frame: Frame | None = None
        self._part: Part = (0, 0, 1, 1)
        self._boxes: Sequence[Box] = ()
        self._quads: Sequence[tuple[str, Sequence[Point]]] = ()
        self._arrows: Sequence[tuple[Box, Box]] = ()

    def show(
        self,
        frame: Frame | None,
        boxes: Sequence[Box] = (),
        quads: Sequence[tuple[str, Sequence[Point]]] = (),
        arrows: Sequence[tuple[Box, Box]] = (),
        part: Part | None = None,
    ) -> Self:
        """*frame* with lines round *boxes*, in a colour round the corners of *quads*, and from box to box."""
        if frame is not None and frame is not self._frame:
            self._cut_out(frame.picture, part)
        self._frame, self._boxes, self._quads, self._arrows = frame, boxes, quads, arrows
        self._redraw()
        return self

    def _cut_out(self, picture: Any, part: Part | None) -> None:
        left, top, right, bottom = self._part = part or (0, 0, *picture.shape[1::-1])
        step = max(1, -(-(right - left) // MOST))
        shown = picture[top:bottom:step, left:right:step]
        size = (shown.shape[1], shown.shape[0])
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="bgr")
            self._texture.flip_vertical()
        self._texture.blit_buffer(shown.tobytes(), colorfmt="bgr", bufferfmt="ubyte")

    def _placed(self) -> tuple[float, float, float]:
        """Left and upper edge of the whole picture, and pixels of the screen for one of the camera."""
        left, top, right, bottom = self._part
        scale = min(self.width / (right - left), self.height / (bottom - top))
        across, up = self.middle
        return across - (left + right) * scale / 2, up + (top + bottom) * scale / 2, scale

    def on_camera(self, x: float, y: float) -> Point | None:
        """The place on the camera's picture below a finger; None beside it."""
        if self._frame is None:
            return None
        left, top, scale = self._placed()
        at = (round(float(x - left) / scale, 1), round(float(top - y) / scale, 1))
        tall, wide = self._frame.picture.shape[:2]
        return at if 0 <= at[0] <= wide and 0 <= at[1] <= tall else None

    def draw(self) -> None:
        if self._texture is None or self._frame is None:
            return
        (left, top, scale), part = self._placed(), self._part
        at = (left + part[0] * scale, top - part[3] * scale)
        size = ((part[2] - part[0]) * scale, (part[3] - part[1]) * scale)
        ink("#FFFFFF")
        Rectangle(texture=self._texture, pos=at, size=size)
        ink(theme.ACCENT)
        for x, y, w, h in self._boxes:
            SmoothLine(rectangle=(left + x * scale, top - (y + h) * scale, w * scale, h * scale), width=1.6)
        for arrow in self._arrows:
            start, end = ((left + (x + w / 2) * scale, top - (y + h / 2) * scale) for x, y, w, h in arrow)
            draw_arrow(start, end, max(2.0, arrow[0][2] * scale * 0.08))
        for colour, corners in self._quads:
            self._draw_quad(colour, [(left + x * scale, top - y * scale) for x, y in corners])

    def _draw_quad(self, colour: str, points: Sequence[Point]) -> None:
        """Each corner as a numbered ring, all four joined."""
        if len(points) > 1:
            flat = [part for point in points for part in point]
            ink(theme.PIP)
            SmoothLine(points=flat, width=3.2, close=len(points) > 2)
            ink(colour)
            SmoothLine(points=flat, width=1.8, close=len(points) > 2)
        for number, (x, y) in enumerate(points, start=1):
            ink(theme.PIP)
            SmoothLine(circle=(x, y, RING), width=3.6)
            ink(colour)
            SmoothLine(circle=(x, y, RING), width=2)
            SmoothLine(points=[x - 4, y, x + 4, y], width=1.1)
            SmoothLine(points=[x, y - 4, x, y + 4], width=1.1)
            write(str(number), x, y + 1.9 * RING, RING, colour)


RING = 13.0  # pixels


class CornerView(CameraView):
    """The same, under a finger: *touched* hears of every place, and whether the finger has just come."""

    def __init__(self, touched: Callable[[Point, bool], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._touched = touched
        follow_finger(self, self._follow)

    def _follow(self, x: float, y: float, come: bool) -> bool:
        at = self.on_camera(x, y)
        if at is not None:
            self._touched(at, come)
        return at is not None
