"""The picture of the house: two dice and a fan of cards on a mat."""

from kivy.graphics import PopMatrix, PushMatrix, Rotate, SmoothRoundedRectangle

from ui.screen import theme
from ui.screen.parts.cards import draw_card
from ui.screen.parts.dice import draw_die
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.shapes import ink


class Emblem(Drawing):
    def draw(self) -> None:
        side = min(self.width / 1.7, self.height)
        x, y = self.x + side * 0.04, self.middle[1] - side / 2
        ink(theme.FELT)
        SmoothRoundedRectangle(pos=(x, y + side * 0.06), size=(side * 1.62, side * 0.8), radius=[side * 0.16])
        for number, (card, turn) in enumerate((("4", 14.0), ("2", 0.0), ("5", -14.0))):
            self._card(card, turn, x + side * (0.14 + 0.2 * number), y + side * 0.2, side * 0.56)
        draw_die("pips", "5", x + side * 0.84, y + side * 0.42, side * 0.32)
        draw_die("pips", "3", x + side * 1.16, y + side * 0.2, side * 0.32)

    def _card(self, card: str, turn: float, x: float, y: float, height: float) -> None:
        PushMatrix()
        Rotate(angle=turn, origin=(x + height * 0.34, y + height * 0.1))
        draw_card("abspecken", card, x, y, height)
        PopMatrix()
