"""An examiner of a page as shown: what is cut, what is too small, what overlaps, what cannot be read."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from kivy.core.text import Label as Writing
from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from screen_vision import SIMULATIONS, luminances, painted_as, painted_contrast, seen_as

from ui.screen.fonts import font_for
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Text, unbroken
from ui.screen.parts.touch import LOOKS, Touchable
from ui.screen.theme import TEXT_LEAST, TOUCH_LEAST, contrast

CONTRAST_LEAST = 4.5
CONTRAST_PAINTED = 4.0  # of pixels: the strokes of small letters are thinner than a pixel
SLACK = 2.0  # pixels
BLUE_GREEN_RED = np.array([1, 1 << 8, 1 << 16], np.uint32)  # a pixel as one number

Box = tuple[float, float, float, float]


def complaints(page: Page) -> list[str]:
    """Everything that is wrong with *page*, or with what lies over it, as it is laid out now."""
    return faults(page.overlay if page.covered else page, page.sizes.unit)


def faults(top: Widget, unit: float) -> list[str]:
    """Everything that is wrong with *top* and all in it, where a millimetre has *unit* pixels."""
    shown = [widget for widget in top.walk(restrict=True) if _shown(widget)]
    texts = [widget for widget in shown if isinstance(widget, Text) and widget.text.strip()]
    touchables = [widget for widget in shown if isinstance(widget, Touchable)]
    found = [complaint for text in texts for complaint in _text(text)]
    found += [complaint for touchable in touchables for complaint in _touchable(touchable, unit)]
    found += [
        f"{one.called!r} and {other.called!r} overlap"
        for one, other in _overlapping([(touchable, _box(touchable)) for touchable in touchables])
        if not _inside(one, other)
    ]
    found += [
        f"the texts {one.text!r} and {other.text!r} overlap"
        for one, other in _overlapping([(text, _written(text)) for text in texts])
    ]
    return found


def not_drawn(top: Widget, picture: Any) -> list[str]:
    """The texts of which nothing is to be seen in *picture*, which has the upper row first."""
    return [
        f"nothing is to be seen of {text.text!r}"
        for text, part in _pictures_of_texts(top, picture)
        if int(part.max()) - int(part.min()) < 40
    ]


def unreadable(top: Widget, picture: Any) -> list[str]:
    """The texts that cannot be read in *picture* as it was painted, by some kind of eyes."""
    found = []
    for text, part in _pictures_of_texts(top, picture):
        if not text.disabled:
            ink, ground = ink_and_ground(part)
            found += [
                f"{text.text!r} is painted with a contrast of {ratio:.1f} for {how} eyes"
                for how, ratio in contrasts(ink, ground).items()
                if ratio < CONTRAST_PAINTED
            ]
    return found


def _pictures_of_texts(top: Widget, picture: Any) -> Iterator[tuple[Text, Any]]:
    """Each text that is wholly in sight, and the part of *picture* that its letters are in."""
    for text in top.walk(restrict=True):
        if isinstance(text, Text) and text.text.strip() and _scroller(text) is None:
            left, bottom, right, upper = (round(edge) for edge in _written(text))
            part = picture[max(0, picture.shape[0] - upper) : picture.shape[0] - bottom, max(0, left) : right]
            if part.size:
                yield text, part


def ink_and_ground(part: Any) -> tuple[str, str]:
    """The colour that is there most, and the one that stands out most from it."""
    parts = part.reshape(-1, 3).astype(np.uint32)
    packed, counts = np.unique(parts @ BLUE_GREEN_RED, return_counts=True)  # numbers sort five times faster
    colours = np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1)
    ground = colours[counts.argmax()]
    lights = luminances(colours)
    light = luminances(ground[None])[0]
    apart = np.maximum(lights, light) + 0.05, np.minimum(lights, light) + 0.05
    return _written_colour(colours[(apart[0] / apart[1]).argmax()]), _written_colour(ground)


def _written_colour(colour: Any) -> str:
    return "#" + "".join(f"{part:02X}" for part in colour)


def contrasts(ink: str, ground: str) -> dict[str, float]:
    """The contrast for usual eyes, and for those who lack one kind of cone."""
    seen = {"usual": (ink, ground)}
    seen |= {how: (painted_as(ink, how), painted_as(ground, how)) for how in SIMULATIONS}
    return {how: painted_contrast(*pair) for how, pair in seen.items()}


def _shown(widget: Widget) -> bool:
    return widget.width > 1 and widget.height > 1


def _text(text: Text) -> list[str]:
    found = []
    needed = _needed(text)
    if needed[1] > text.height + SLACK or needed[0] > text.width + SLACK:
        found.append(f"{text.text!r} needs {needed} and has {(round(text.width), round(text.height))}")
    if text.font_size < TEXT_LEAST * text.sizes.unit - 1:
        found.append(f"{text.text!r} is written in {text.font_size} pixels")
    ground = _ground_of(text)
    if contrast(text.ink, ground) < CONTRAST_LEAST:
        found.append(f"{text.text!r} has a contrast of {contrast(text.ink, ground):.1f}")
    found += _seen_otherwise(text.ink, ground, repr(text.text))
    if not _in_window(text):
        found.append(f"{text.text!r} is not in the window")
    return found


def _ground_of(text: Text) -> str:
    """The colour of what it stands on."""
    under = text.parent
    while not hasattr(under, "ground"):
        under = under.parent
    return under.ground


def _seen_otherwise(ink: str, ground: str, what: str) -> list[str]:
    """Words must be read by those as well who lack one kind of cone."""
    contrasts = {how: contrast(seen_as(ink, how), seen_as(ground, how)) for how in SIMULATIONS}
    return [
        f"{what} has a contrast of {ratio:.1f} for {how} eyes"
        for how, ratio in contrasts.items()
        if ratio < CONTRAST_LEAST
    ]


def _needed(text: Text) -> tuple[float, float]:
    """The size that the whole text takes at its size of letters, broken only between words."""
    return _size_of(text.text, text.font_size, text.bold, text.width)


@lru_cache(maxsize=20000)
def _size_of(words: str, font_size: float, bold: bool, width: float) -> tuple[float, float]:
    letters = {"font_size": font_size, "font_name": font_for(words), "bold": bold}
    writing = Writing(text=words, text_size=(width, None), **letters)
    writing.refresh()
    longest = max(Writing(**letters).get_extents(word)[0] for word in unbroken(words))
    return (longest, writing.texture.size[1])


def _touchable(touchable: Touchable, unit: float) -> list[str]:
    found = []
    least = TOUCH_LEAST * unit - SLACK
    if min(touchable.width, touchable.height) < least:
        size = (round(touchable.width / unit, 1), round(touchable.height / unit, 1))
        found.append(f"{touchable.called!r} is only {size} mm")
    if not _in_window(touchable):
        found.append(f"{touchable.called!r} is not in the window")
    if not touchable.called.strip():
        found.append("something to touch has no name")
    ground, pressed, words = LOOKS[touchable.look]
    for colour in (ground, pressed):
        if contrast(words, colour) < CONTRAST_LEAST:
            found.append(f"the look {touchable.look!r} has a contrast of {contrast(words, colour):.1f}")
    return found


def _scroller(widget: Widget) -> ScrollView | None:
    parent, window = widget.parent, widget.get_root_window()
    while parent is not None and parent is not window:
        if isinstance(parent, ScrollView):
            return parent
        parent = parent.parent
    return None


def _box(widget: Widget) -> Box:
    x, y = widget.to_window(widget.x, widget.y)
    return (x, y, x + widget.width, y + widget.height)


def _written(text: Text) -> Box:
    """Where the letters of a text stand."""
    left, bottom, right, top = _box(text)
    tall = min(_needed(text)[1], top - bottom)
    low = {"top": top - tall, "bottom": bottom}.get(text.valign, (bottom + top - tall) / 2)
    return (left, low, right, low + tall)


def _in_window(widget: Widget) -> bool:
    left, bottom, right, top = _box(widget)
    across = left >= -SLACK and right <= Window.width + SLACK
    return across and (_scroller(widget) is not None or (bottom >= -SLACK and top <= Window.height + SLACK))


def _overlapping(placed: list[tuple[Any, Box]]) -> Iterator[tuple[Any, Any]]:
    """The pairs that overlap, unless one of them is scrolled below the other."""
    for (one, box), (other, other_box) in combinations(placed, 2):
        if _boxes_overlap(box, other_box) and _scroller(one) is _scroller(other):
            yield one, other


def _boxes_overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across > SLACK and up > SLACK


def _inside(one: Widget, other: Widget) -> bool:
    return one in other.walk(restrict=True) or other in one.walk(restrict=True)
