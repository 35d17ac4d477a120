"""What the camera sees now, with frames round things, and corners that a finger can set."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Rectangle, SmoothLine
from kivy.graphics.texture import Texture

from companion.sightings import Box, Frame
from ui.screen import theme
from ui.screen.parts.dice import write
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.shapes import ink

MOST = 800  # pixels across: more than the place has would only cost time

Point = tuple[float, float]


class CameraView(Drawing):
    """A picture as large as the place allows; all coordinates are pixels of the camera."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        self._frame: Frame | None = None
        self._box: Box | None = None
        self._quads: Sequence[tuple[str, Sequence[Point]]] = ()

    def show(
        self, frame: Frame | None, box: Box | None = None, quads: Sequence[tuple[str, Sequence[Point]]] = ()
    ) -> None:
        """*frame* with a *box* round what lies there, and lines in a colour round the corners of *quads*."""
        if frame is not None and frame is not self._frame:
            step = max(1, -(-frame.picture.shape[1] // MOST))
            part = frame.picture[::step, ::step]
            if self._texture is None or tuple(self._texture.size) != (part.shape[1], part.shape[0]):
                self._texture = Texture.create(size=(part.shape[1], part.shape[0]), colorfmt="bgr")
                self._texture.flip_vertical()
            self._texture.blit_buffer(part.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self._frame, self._box, self._quads = frame, box, quads
        self._redraw()

    def _placed(self) -> tuple[float, float, float] | None:
        """Left, upper edge and pixels of the screen for one of the camera."""
        if self._frame is None:
            return None
        tall, wide = self._frame.picture.shape[:2]
        scale = min(self.width / wide, self.height / tall)
        return (self.middle[0] - wide * scale / 2, self.middle[1] + tall * scale / 2, scale)

    def on_camera(self, x: float, y: float) -> Point | None:
        """The place on the camera's picture below a finger; None beside it."""
        placed = self._placed()
        if placed is None or self._frame is None:
            return None
        left, top, scale = placed
        at = (round(float(x - left) / scale, 1), round(float(top - y) / scale, 1))
        tall, wide = self._frame.picture.shape[:2]
        return at if 0 <= at[0] <= wide and 0 <= at[1] <= tall else None

    def draw(self) -> None:
        placed = self._placed()
        if placed is None or self._texture is None or self._frame is None:
            return
        left, top, scale = placed
        tall, wide = self._frame.picture.shape[:2]
        ink("#FFFFFF")
        Rectangle(texture=self._texture, pos=(left, top - tall * scale), size=(wide * scale, tall * scale))
        if self._box is not None:
            x, y, w, h = self._box
            ink(theme.ACCENT)
            SmoothLine(rectangle=(left + x * scale, top - (y + h) * scale, w * scale, h * scale), width=2)
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

    def on_touch_down(self, touch: Any) -> bool:
        at = self.on_camera(*touch.pos) if self.collide_point(*touch.pos) else None
        if at is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._touched(at, True)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        at = self.on_camera(*touch.pos)
        if at is not None:
            self._touched(at, False)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))
