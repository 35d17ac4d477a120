"""The first page: play, go on, look at scores, settings; a new version on a stick; and off, the last page."""

from functools import partial
from itertools import islice
from typing import Any

from kivy.graphics import Mesh
from kivy.uix.widget import Widget

from companion.game import certain
from companion.words import found_languages, languages
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.emblem import HOUSE, Emblem
from ui.screen.parts.layout import Column, Panel, Region, Row, Text, space
from ui.screen.parts.shapes import Drawing, ink
from ui.screen.parts.touch import Badge, Icon, TextButton, Touchable, Touched
from ui.screen.sitting import Unfinished, unfinished
from ui.screen.stage import Stage, aside

AGAIN_S = 4.0  # between two looks whether a stick was put in


class HomePage(Page):
    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        if stage.rooms.recovery is not None:
            self.every(AGAIN_S, self.look)
            self.look()

    def look(self, _passed: float = 0.0) -> None:
        aside(certain(self.stage.rooms.recovery).newer, self._below_title.show)

    def make(self) -> Widget:
        newest = list(islice(unfinished(self.stage.rooms), 2))
        left, can_power_off = newest[:1], self.stage.rooms.power_off is not None
        buttons: list[Widget] = []
        if left:
            buttons.append(Row(self.sizes, self._resume(left[0]), size_hint_y=1.6))
        if len(newest) > 1:
            others = self.button("home.others", partial(self.stage.go, "scores"), size_hint=(0.42, 1))
            buttons[0].add_widget(others)
        play = "play" if self.stage.watch is None else "play_here"
        look = "plain" if left else "main"
        buttons.append(self._button(play, "play", partial(self.stage.go, "choose"), look=look, weight=1.25))
        if self.stage.watch is not None:  # nothing of a table is here yet
            buttons.insert(0, self._button("watch", "eye", self.stage.watch))
            buttons.append(self._button("set_up", "settings", partial(self.stage.go, "setup")))
        more = (("scores", "scores"), ("rules", "question"), ("settings", "settings"))
        pairs: list[Widget] = [self._button(name, icon, partial(self.stage.go, name)) for name, icon in more]
        off = self._button("power_off" if can_power_off else "close", "power", self._ask_off, look="quiet")
        pairs.append(off)
        buttons += [Row(self.sizes, *pairs[:2]), Row(self.sizes, *pairs[2:])]
        return self.halves(self._welcome(), Column(self.sizes, *buttons))

    def _welcome(self) -> Widget:
        title = Text(self.say("home.title"), self.sizes, "huge", bold=True, valign="bottom")
        self._below_title = Region(self._motto)
        self._below_title.show(None)
        emblem = Emblem(HOUSE, size_hint_y=1.0)
        flags = Row(self.sizes, *map(self._flag, languages()), Widget(), **self.sizes.high(theme.TOUCH))
        hint = (1, 0.42) if self.sizes.portrait else (0.728, 1)
        return Column(self.sizes, flags, emblem, title, self._below_title, size_hint=hint, pad=1)

    def _flag(self, language: str) -> Widget:
        """A flag for each language, which needs no reading; the one that is spoken has a rim."""
        edge, name = theme.ACCENT if language == self.say.language else "", found_languages()[language].name
        speak, place = partial(self._speak, language), {**self.sizes.wide(theme.TOUCH * 1.4), "pad": 1.2}
        return Touchable(self.sizes, speak, Flag(language), look="ground", edge=edge, text=name, **place)

    def _speak(self, language: str) -> None:
        self.stage.wish("language", language)
        self.again()

    def _motto(self, newer: Any) -> Widget:
        place = self._below_title
        place.size_hint_y, place.height = (0.5 if newer is None else None), self.sizes.mm(theme.TOUCH)
        if newer is None:
            words = self.say("home.motto")
            return Text(words, self.sizes, "large", theme.MUTED, valign="top")
        words = self.say("home.newer", version=newer.version)
        return TextButton(self.sizes, words, partial(self.stage.go, "recovery"), icon="resume", size_hint_y=1)

    def _button(
        self, name: str, icon: str, touched: Touched, look: str = "plain", weight: float = 1.0
    ) -> Widget:
        return self.button(
            f"home.{name}", touched, icon, look, size="large", align="left", pad=2.5, size_hint_y=weight
        )

    def _resume(self, left: Unfinished) -> Widget:
        """The game that a pulled plug or a tired child has interrupted: the likeliest wish comes first."""
        title, faces = Text(self.say.title(left.of), self.sizes, "body", theme.INK), self._faces(left)
        above = Text(self.say("home.resume"), self.sizes, "large", theme.INK, bold=True, valign="bottom")
        below = (title, faces) if self.sizes.portrait else (Row(self.sizes, title, faces, gap=0.4),)
        words = Column(self.sizes, above, *below, gap=0.2)
        icon = Icon(self.sizes, "resume", theme.INK, side=7)
        return Touchable(self.sizes, self._go_on, icon, words, look="main", pad=3.5)

    def _faces(self, left: Unfinished) -> Widget:
        """The people on a dark ground: somebody may be as yellow as the button."""
        faces = left.faces[:5]
        badges = [Badge(face, **self.sizes.wide(6)) for face in faces]
        row = Row(self.sizes, *badges, gap=0.6)
        return Panel(self.sizes, row, ground=theme.GROUND, pad=0.5, **self.sizes.wide(6.6 * len(faces) + 0.6))

    def _go_on(self) -> None:
        self.stage.go("table" if self.stage.sitting is not None or self.stage.resume() else "choose")

    def _ask_off(self) -> None:
        keys = ("home.power_question", "home.power_yes")
        if self.stage.rooms.power_off is None:
            keys = ("home.close_question", "home.close")
        self.ask(self.say(keys[0]), self.say(keys[1]), self.stage.switch_off, "power")


class OffPage(Page):
    """The machine is switching off, or why it could not."""

    kept = ("trouble",)
    trouble = ""

    def make(self) -> Widget:
        said = self.say("home.off_failed", why=self.trouble) if self.trouble else self.say("home.off_now")
        words = Text(said, self.sizes, "title", align="center")
        icon = Icon(self.sizes, "power", theme.ACCENT, side=14, size_hint=(1, 0.5))
        things: list[Widget] = [space(0.4), icon, words]
        if self.trouble:
            things.append(self.button("common.back", partial(self.stage.go, "home"), icon="back"))
        return self.body(*things, space(0.4))


class Flag(Drawing):
    def __init__(self, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._areas = found_languages()[language].flag

    def draw(self) -> None:
        tall = min(self.height, self.width * 3 / 5)
        wide = tall * 5 / 3
        x, y = self.middle[0] - wide / 2, self.middle[1] - tall / 2
        for area in self._areas:
            ink(area.colour)
            points = list(zip(area.corners[::2], area.corners[1::2], strict=True))
            corners = [part for u, v in points for part in (x + u * wide, y + v * tall, 0, 0)]
            Mesh(vertices=corners, indices=list(range(len(points))), mode="triangle_fan")
