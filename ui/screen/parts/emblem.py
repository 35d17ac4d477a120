"""The picture of a game, and of the house: a few of its cards and dice on a mat, or the pyramid."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Rotate, SmoothRoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.game import AnyGame
from companion.pyramid.cells import LAYERS
from companion.pyramid.positions import mixed
from ui.screen import theme
from ui.screen.looks import cards_of
from ui.screen.parts.cards import ASPECT, draw_card
from ui.screen.parts.dice import draw_die
from ui.screen.parts.pyramid import PyramidDrawing, Shown
from ui.screen.parts.shapes import Drawing, draw_shape, ink

HOUSE = ("abspecken 4", "abspecken 2", "abspecken 5", "pips 5", "pips 3")
TURNED = 14.0  # degrees, the first card of a fan to the left and the last to the right
STEP, CARD, DIE = 0.2, 0.56, 0.32  # parts of the height: between two cards, of a card, of a die


class Emblem(Drawing):
    """A fan of cards with dice beside it; *things* are named as in `About.picture`."""

    def __init__(self, things: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        named = [thing.split() for thing in things]
        self._cards = [(what, name) for what, name in named if cards_of(what)]
        self._dice = [(what, name) for what, name in named if not cards_of(what)]

    def draw(self) -> None:
        """All parts are measured in the height of the picture, which may be narrower than it is wide."""
        fan = (STEP * (len(self._cards) - 1) + CARD * ASPECT + 0.24) if self._cards else 0.12
        wide = fan + DIE * len(self._dice) + 0.1
        side = min(self.width / wide, self.height)
        x, y = self.middle[0] - side * wide / 2, self.middle[1] - side / 2
        ink(theme.FELT)
        SmoothRoundedRectangle(pos=(x, y + side * 0.06), size=(side * wide, side * 0.8), radius=[side * 0.16])
        middle = max(1.0, (len(self._cards) - 1) / 2)
        for number, (deck, card) in enumerate(self._cards):
            turn = TURNED * (1 - number / middle)
            self._card(deck, card, turn, x + side * (0.12 + STEP * number), y + side * 0.2, side * CARD)
        for number, (kind, face) in enumerate(self._dice):
            up = 0.42 if number % 2 == 0 else 0.2
            left = x + side * (fan + DIE * number)
            if kind == "button":
                middle = left + side * DIE / 2
                draw_shape("circle", theme.SEAT_COLOURS[face], middle, y + side * 0.46, side * 0.15)
            else:
                draw_die(kind, face, left, y + side * up, side * DIE)

    @staticmethod
    def _card(deck: str, card: str, turn: float, x: float, y: float, height: float) -> None:
        PushMatrix()
        Rotate(angle=turn, origin=(x + height * 0.34, y + height * 0.1))
        draw_card(deck, card, x, y, height)
        PopMatrix()


def picture_of(game: AnyGame, **kwargs: Any) -> Widget:
    """The picture of a *game*; its pyramid as it stands at the beginning, where the game says so."""
    things = game.about.picture
    layers = next((int(thing.split()[1]) for thing in things if thing.startswith("pyramid")), 0)
    if not layers:
        return Emblem(things, **kwargs)
    occupied = 0
    for layer in LAYERS[-layers:]:
        occupied |= layer
    seats = tuple("ABCDEF"[: game.about.seats[0]])
    stands = getattr(game.start(seats, game.options()), "pyramid", None)
    pyramid = PyramidDrawing(Shown(stands or mixed(layers, occupied)))
    rest = [thing for thing in things if not thing.startswith("pyramid")]
    both = BoxLayout(**kwargs)
    both.add_widget(pyramid)
    if rest:
        both.add_widget(Emblem(rest, size_hint_x=0.2 + 0.2 * len(rest)))
    return both
