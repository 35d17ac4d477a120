"""An examiner of a page as shown: what is cut, what is too small, what overlaps, what cannot be read."""

from functools import lru_cache
from itertools import combinations
from typing import Any

from kivy.core.text import Label as Writing
from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from screen_vision import SIMULATIONS, seen_as

from ui.screen.fonts import font_for
from ui.screen.pages.page import Page
from ui.screen.parts.text import Text
from ui.screen.parts.touch import LOOKS, Touchable
from ui.screen.theme import TEXT_LEAST, TOUCH_LEAST, contrast

CONTRAST_LEAST = 4.5
SLACK = 2.0  # pixels

Box = tuple[float, float, float, float]


def complaints(page: Page) -> list[str]:
    """Everything that is wrong with *page* as it is laid out now."""
    top = page._overlay if page.covered else page
    shown = [widget for widget in top.walk(restrict=True) if _shown(widget)]
    texts = [widget for widget in shown if isinstance(widget, Text) and widget.text.strip()]
    touchables = [widget for widget in shown if isinstance(widget, Touchable)]
    found = [complaint for text in texts for complaint in _text(text)]
    found += [complaint for touchable in touchables for complaint in _touchable(touchable, page.sizes.unit)]
    found += [
        f"{one.called!r} and {other.called!r} overlap"
        for one, other in combinations(touchables, 2)
        if _overlap(one, other) and not _inside(one, other)
    ]
    written = [(text, _written(text)) for text in texts]
    found += [
        f"the texts {one.text!r} and {other.text!r} overlap"
        for (one, box), (other, other_box) in combinations(written, 2)
        if _boxes_overlap(box, other_box) and _scroller(one) is _scroller(other)
    ]
    return found


def not_drawn(page: Page, picture: Any) -> list[str]:
    """The texts of which nothing is to be seen in *picture*, which has the upper row first."""
    top = page._overlay if page.covered else page
    found = []
    for text in top.walk(restrict=True):
        if isinstance(text, Text) and text.text.strip() and _scroller(text) is None:
            left, bottom, right, upper = (round(edge) for edge in _box(text))
            part = picture[max(0, picture.shape[0] - upper) : picture.shape[0] - bottom, max(0, left) : right]
            if part.size and int(part.max()) - int(part.min()) < 40:
                found.append(f"nothing is to be seen of {text.text!r}")
    return found


def _shown(widget: Widget) -> bool:
    return widget.width > 1 and widget.height > 1


def _text(text: Text) -> list[str]:
    found = []
    needed = _needed(text)
    if needed[1] > text.height + SLACK or needed[0] > text.width + SLACK:
        found.append(f"{text.text!r} needs {needed} and has {(round(text.width), round(text.height))}")
    if text.font_size < TEXT_LEAST * text.sizes.unit - 1:
        found.append(f"{text.text!r} is written in {text.font_size} pixels")
    if text.ground and contrast(text.ink, text.ground) < CONTRAST_LEAST:
        found.append(f"{text.text!r} has a contrast of {contrast(text.ink, text.ground):.1f}")
    found += _seen_otherwise(text.ink, text.ground, repr(text.text))
    if not text.ground:
        found.append(f"{text.text!r} does not say on which ground it stands")
    if not _in_window(text):
        found.append(f"{text.text!r} is not in the window")
    return found


def _seen_otherwise(ink: str, ground: str, what: str) -> list[str]:
    """Words must be read by those as well who lack one kind of cone."""
    if not ground:
        return []
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
    longest = max(Writing(**letters).get_extents(word)[0] for word in words.split())
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
    parent = widget.parent
    while parent is not None and parent is not widget.get_root_window():
        if isinstance(parent, ScrollView):
            return parent
        parent = parent.parent
    return None


def _box(widget: Widget) -> Box:
    x, y = widget.to_window(widget.x, widget.y)
    return (x, y, x + widget.width, y + widget.height)


def _written(text: Text) -> Box:
    """Where the letters of a text stand; nothing where they are scrolled out of sight."""
    left, bottom, right, top = _box(text)
    tall = min(_needed(text)[1], top - bottom)
    middle = (bottom + top) / 2
    return (left, middle - tall / 2, right, middle + tall / 2)


def _in_window(widget: Widget) -> bool:
    left, bottom, right, top = _box(widget)
    across = left >= -SLACK and right <= Window.width + SLACK
    return across and (_scroller(widget) is not None or (bottom >= -SLACK and top <= Window.height + SLACK))


def _overlap(one: Widget, other: Widget) -> bool:
    if _scroller(one) is not _scroller(other):
        return False  # one of them is scrolled below the other
    return _boxes_overlap(_box(one), _box(other))


def _boxes_overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across > SLACK and up > SLACK


def _inside(one: Widget, other: Widget) -> bool:
    return one in other.walk(restrict=True) or other in one.walk(restrict=True)
