"""Cards as they lie: drawn from their deck and their name; a card nobody has seen shows its back."""

from typing import Any

from kivy.graphics import RoundedRectangle, SmoothLine, SmoothRoundedRectangle

from companion.cards import UNKNOWN
from ui.screen import theme
from ui.screen.looks import CardLook, card_look
from ui.screen.parts.dice import draw_bar, draw_die, write
from ui.screen.parts.shapes import SIGNS, Drawing, draw_icon, draw_shape, ink, ink_rim

LETTERS = {1: 0.62, 2: 0.75, 3: 0.46}
ASPECT = 0.68  # width to height
LEAST_SEEN = 0.3  # of a card that another one lies on, so that its corner can be read


def draw_card(deck: str, card: str, x: float, y: float, height: float, barred: bool = False) -> None:
    """Draw a card with its lower left corner at (*x*, *y*)."""
    width = height * ASPECT
    if deck == "liars_dice" and card != UNKNOWN:  # what lies under a cup
        draw_die("pips", card, x, y + (height - width) / 2, width)
        return
    ink("#000000", 0.35)
    RoundedRectangle(pos=(x + 1, y - height * 0.02), size=(width, height), radius=[height * 0.09])
    ink(theme.IVORY)
    SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[height * 0.09])
    if card in (UNKNOWN, ""):
        _draw_back(x, y, width, height)
    else:
        _draw_face(card_look(deck, card), x, y, width, height)
    ink_rim(theme.IVORY, 0.7)
    SmoothLine(rounded_rectangle=(x, y, width, height, height * 0.09), width=1.0)
    if barred:
        draw_bar(x, y + (height - width) / 2, width)


def draw_place(x: float, y: float, height: float) -> None:
    """Where a card may come to lie."""
    ink(theme.FELT_EDGE)
    width = height * ASPECT
    edge = (x + 1, y + 1, width - 2, height - 2, height * 0.09)
    SmoothLine(rounded_rectangle=edge, width=1.4, dash_length=4, dash_offset=4)


def _draw_back(x: float, y: float, width: float, height: float) -> None:
    inset = height * 0.06
    ink("#43678F")
    SmoothRoundedRectangle(
        pos=(x + inset, y + inset), size=(width - 2 * inset, height - 2 * inset), radius=[height * 0.05]
    )
    draw_shape("diamond", "#A9C5E4", x + width / 2, y + height / 2, width * 0.2)


def _draw_face(look: CardLook, x: float, y: float, width: float, height: float) -> None:
    cx, cy = x + width / 2, y + height / 2
    colour = theme.THING_COLOURS.get(look.colour, theme.THING_COLOURS["black"])
    if look.suit:
        ink_colour = theme.THING_COLOURS["red" if look.colour == "red" else "black"]
        left = x + width * 0.26  # what a card below another one still shows
        write(look.text, left, y + height * 0.81, height * (0.27 if len(look.text) < 2 else 0.22), ink_colour)
        for across, up, side in ((left, 0.56, height * 0.21), (x + width * 0.6, 0.27, height * 0.4)):
            draw_icon(look.suit, ink_colour, across - side / 2, y + height * up - side / 2, side, SIGNS)
        return
    if look.colour == "white" and not look.sign:
        longest = max(2, len(look.text))
        write(look.text, cx, cy, min(height * 0.4, width * 1.5 / longest), theme.PIP)
        return
    inset = height * 0.05
    tone = theme.ink_on(colour)
    _ground(colour, x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    if look.other:
        other = theme.THING_COLOURS[look.other]
        _ground(other, x + inset, y + inset, width - 2 * inset, (height - 2 * inset) / 2)
    _draw_name(look, x, y, width, height, tone)
    high, low = (look.shape, look.other_shape) if look.other_shape else ("", look.shape)
    for shape, up in ((high, 0.82), (low, 0.18)):
        if shape:
            draw_shape(shape, theme.IVORY, x + width * 0.72, y + height * up, height * 0.1, theme.PIP)


def _ground(colour: str, x: float, y: float, width: float, height: float) -> None:
    ink(colour)
    SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[width * 0.09])


def _draw_name(look: CardLook, x: float, y: float, width: float, height: float, tone: str) -> None:
    """Large in the middle, and small in the corner that a card below another one still shows."""
    cx, cy = x + width / 2, y + height * 0.56
    if look.sign:
        side = min(width * 0.56, height * 0.4)
        if look.other:
            tone, cy = theme.PIP, y + height / 2
            draw_shape("circle", theme.IVORY, cx, cy, width * 0.3)
            side = width * 0.44
        draw_icon(look.sign, tone, cx - side / 2, cy - side / 2, side, SIGNS)
        small = width * 0.24
        draw_icon(look.sign, tone, x + width * 0.07, y + height * 0.93 - small, small, SIGNS)
        return
    share = LETTERS.get(len(look.text), 1.18 / len(look.text))  # of the width, for each letter
    large = min(height * 0.44, width * share)
    write(look.text, cx, cy - height * 0.02, large, tone)
    if len(look.text) <= 3:
        corner = height * (0.17 if len(look.text) < 2 else 0.125)
        write(look.text, x + width * (0.17 if len(look.text) < 2 else 0.25), y + height * 0.86, corner, tone)


class CardFace(Drawing):
    """One card, as large as its place allows."""

    def __init__(
        self, deck: str, card: str, barred: bool = False, empty: bool = False, **kwargs: Any
    ) -> None:
        """*empty*: no card lies there yet, only its place is shown."""
        super().__init__(**kwargs)
        self.deck, self.card, self.barred, self.empty = deck, card, barred, empty

    def draw(self) -> None:
        height, (x, y) = min(self.height, self.width / ASPECT), self.middle
        if self.empty:
            draw_place(x - height * ASPECT / 2, y - height / 2, height)
            return
        draw_card(self.deck, self.card, x - height * ASPECT / 2, y - height / 2, height, self.barred)


class CardFan(Drawing):
    """Cards laid over each other so that each can be seen, the last on top; *count* more lie below."""

    def __init__(
        self, deck: str, cards: tuple[str, ...], struck: tuple[str, ...] = (), **kwargs: Any
    ) -> None:
        """*struck*: of these cards as many as are named count no more."""
        super().__init__(**kwargs)
        self.deck, self.cards, self.struck = deck, cards, struck

    def draw(self) -> None:
        spread = 1 + LEAST_SEEN * max(0, len(self.cards) - 1)  # widths of a card that the fan needs
        height = min(self.height, self.width / ASPECT / spread)
        width = height * ASPECT
        room = max(0.0, self.width - width)
        step = min(width * 0.42, room / max(1, len(self.cards) - 1))
        x, y = self.middle
        start = x - (width + step * (len(self.cards) - 1)) / 2
        struck = list(self.struck)
        for number, card in enumerate(self.cards):
            barred = card in struck
            if barred:
                struck.remove(card)
            draw_card(self.deck, card, start + number * step, y - height / 2, height, barred)


class ColourSign(Drawing):
    """A colour of a deck with the shape that goes with it."""

    def __init__(self, colour: str, shape: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._colour, self._shape = theme.THING_COLOURS[colour], shape

    def draw(self) -> None:
        draw_shape(self._shape, self._colour, *self.middle, min(self.width, self.height) * 0.4, theme.TEXT)
