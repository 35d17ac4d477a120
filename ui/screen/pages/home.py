"""The first page: play, go on, look at scores, settings, and off."""

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.parts.emblem import Emblem
from ui.screen.parts.layout import Column, Row, space
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton, Touchable
from ui.screen.sitting import Unfinished, unfinished


class Home(Page):
    def make(self) -> Widget:
        left, waiting = unfinished(self.stage.rooms), self.stage.rooms.power_off
        buttons: list[Widget] = []
        if left is not None:
            buttons.append(self._resume(left))
        buttons.append(
            self._button("play", "play", self._play, look="plain" if left else "main", weight=1.25)
        )
        buttons.append(self._button("scores", "scores", lambda: self.stage.go("scores")))
        buttons.append(self._button("settings", "settings", lambda: self.stage.go("settings")))
        if waiting is not None:
            buttons.append(self._button("power_off", "power", self._power_off, look="quiet"))
        choice = Column(self.sizes, *buttons)
        if self.sizes.portrait:
            return self.body(self._welcome(0.42), choice)
        return Row(self.sizes, self._welcome(0.62), choice, pad=theme.PAD, gap=theme.PAD * 2)

    def _welcome(self, share: float) -> Widget:
        title = Text(
            self.say("home.title"), self.sizes, "huge", ground=theme.GROUND, bold=True, valign="bottom"
        )
        motto = Text(
            self.say("home.motto"),
            self.sizes,
            "large",
            theme.MUTED,
            theme.GROUND,
            valign="top",
            size_hint_y=0.5,
        )
        emblem = Emblem(size_hint_y=1.0)
        hint = (1, share) if self.sizes.portrait else (share * 1.3, 1)
        return Column(self.sizes, emblem, title, motto, size_hint=hint, pad=1)

    def _button(
        self, name: str, icon: str, touched: object, look: str = "plain", weight: float = 1.0
    ) -> Widget:
        return TextButton(
            self.sizes,
            self.say(f"home.{name}"),
            touched,  # type: ignore[arg-type]
            icon=icon,
            look=look,
            size="large",
            align="left",
            pad=3.5,
            size_hint_y=weight,
        )

    def _resume(self, left: Unfinished) -> Widget:
        """The game that a pulled plug or a tired child has interrupted: the likeliest wish comes first."""
        words = Column(
            self.sizes,
            Text(
                self.say("home.resume"),
                self.sizes,
                "large",
                theme.INK,
                theme.ACCENT,
                bold=True,
                valign="bottom",
            ),
            Row(
                self.sizes,
                Text(left.title, self.sizes, "body", theme.INK, theme.ACCENT, valign="top"),
                *(Badge(face, size_hint=(None, 1), width=self.sizes.mm(6.5)) for face in left.faces[:5]),
                gap=0.4,
            ),
            gap=0.2,
        )
        return Touchable(
            self.sizes,
            self._go_on,
            Icon(self.sizes, "resume", theme.INK, side=7),
            words,
            look="main",
            pad=3.5,
            size_hint_y=1.6,
        )

    def _play(self) -> None:
        self.stage.go("choose")

    def _go_on(self) -> None:
        self.stage.go("table" if self.stage.sitting is not None or self.stage.resume() else "choose")

    def _power_off(self) -> None:
        off = self.stage.rooms.power_off
        assert off is not None
        question = Text(
            self.say("home.power_question"), self.sizes, "title", ground=theme.SURFACE, align="center"
        )
        self.lay_over(
            Column(
                self.sizes,
                space(0.3),
                question,
                Row(
                    self.sizes,
                    TextButton(self.sizes, self.say("common.no"), self.clear_over, icon="back"),
                    TextButton(self.sizes, self.say("home.power_yes"), off, icon="power", look="main"),
                    size_hint_y=None,
                    height=self.sizes.mm(13),
                ),
            ),
            width=110,
            height=50,
        )


PAGE = Home
