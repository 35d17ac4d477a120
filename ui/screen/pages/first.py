"""Who was first: the last calls by their first edges, how far apart they were, and what the camera saw.

This is the page for a dispute. Everything on it is what the decision was made from.
"""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.asks import MS
from companion.pyramid.notation import COLOUR_NAMES
from companion.sightings import Frame
from companion.table.judge import milliseconds
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Column, Panel, Row, Text
from ui.screen.parts.touch import Badge
from ui.screen.ports import CallPictures
from ui.screen.scene import Called

Part = tuple[float, float, float, float]  # left, top, right, bottom as shares of a picture

AROUND = 5.0  # size of the shown area in multiples of the part
NARROWEST = 0.25  # of the picture: less would be nothing but large pixels


class FirstPage(Page):
    def make(self) -> Widget:
        sitting = self.stage.table
        self._faces = sitting.by_name
        head = self.head(self.say("first.title"), "table")
        panels = [self._calls(sitting.scene().calls)]
        panels += [self._pictures(pictures) for pictures in reversed(sitting.pictures)]
        fair = sitting.table.fairness
        rule = self.say("first.rule", button=f"{fair.button_ms:g}", touch=f"{fair.touch_ms:g}")
        panels.append(Text(rule, self.sizes, "body", theme.MUTED, grow=True))
        return self.body(head, self.listed(*panels))

    def _calls(self, calls: Sequence[Called]) -> Widget:
        sizes = self.sizes
        if not calls:
            return Text(self.say("first.nobody"), sizes, "large", theme.MUTED, grow=True)
        lines = []
        for place, call in enumerate(calls, start=1):
            key = "first.first" if place == 1 else "first.later"
            words = self.say(key, seat=call.seat, place=place, ms=milliseconds(call.gap_ms * MS))
            source = self.say(f"first.by_{call.source.value}")
            badge = Badge(self._faces[call.seat], **sizes.wide(8))
            who = Text(words, sizes, "large", bold=place == 1)
            how = Text(source, sizes, "body", theme.MUTED, align="right", size_hint_x=0.5)
            lines.append(Row(sizes, badge, who, how, **sizes.high(9)))
        return Panel(sizes, *lines, pad=1.6, gap=1.0, **sizes.high(10 * len(lines) + 3))

    def _pictures(self, pictures: CallPictures) -> Widget:
        """The frames before and after the press beside each other, and what they prove."""
        sizes = self.sizes
        verdict = self._verdict(pictures)
        shown = [
            Column(sizes, snapshot(frame, pictures.part), self._caption(pictures, frame), gap=0.4)
            for frame in (pictures.before, pictures.after)
            if frame is not None
        ]
        said, high = (17.0, 52.0) if sizes.portrait else (11.0, 52.0)
        words = Text(verdict, sizes, "large", **sizes.high(said))
        return Panel(sizes, words, Row(sizes, *shown), **sizes.high(high))

    def _verdict(self, pictures: CallPictures) -> str:
        said = {"seat": pictures.seat, "ms": milliseconds(pictures.gap_ms * MS)}
        if not pictures.die:
            return self.say(f"first.{pictures.finish}", **said)
        die = self.say(f"first.die.{COLOUR_NAMES.get(pictures.colour, 'unknown')}")
        return self.say(f"first.die_{pictures.finish}", die=die, **said)

    def _caption(self, pictures: CallPictures, frame: Frame) -> Widget:
        """The time between the press and *frame*."""
        key = "first.before" if frame.t <= pictures.t else "first.after"
        words = self.say(key, ms=milliseconds(abs(frame.t - pictures.t)))
        sizes = self.sizes
        return Text(words, sizes, "small", theme.MUTED, align="center", **sizes.high(5))


def snapshot(frame: Frame, part: Part | None) -> CameraView:
    """The whole picture, or what is around a part of it."""
    if part is None:
        return CameraView().show(frame)
    rows, columns = frame.picture.shape[:2]
    left, top, right, bottom = (share * side for share, side in zip(part, (columns, rows) * 2, strict=True))
    shown = [round(share * side) for share, side in zip(_window(part), (columns, rows) * 2, strict=True)]
    box = (left, top, right - left, bottom - top)
    return CameraView().show(frame, (box,), part=(shown[0], shown[1], shown[2], shown[3]))


def _window(part: Part) -> Part:
    """The area around *part*, within the picture and in its shape."""
    left, top, right, bottom = part
    share = min(1.0, max(NARROWEST, AROUND * (right - left), AROUND * (bottom - top)))
    x = min(max((left + right - share) / 2, 0.0), 1.0 - share)
    y = min(max((top + bottom - share) / 2, 0.0), 1.0 - share)
    return x, y, x + share, y + share
