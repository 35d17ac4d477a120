"""Who sits down on a free place: somebody known, somebody new, or a bot."""

import importlib.util
from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.bots import bot_of
from companion.calls.edges import Edge
from companion.game import AnyGame, certain
from companion.people.profiles import Profile, profiles
from companion.words import package_of
from ui.screen import theme
from ui.screen.guests import Guest, join_bot, join_known, not_here, with_button
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Grid, Scroll
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable

TILE = 15.0
OFFERED = ("easy", "medium", "strong")  # a bot that does anything at all is for tests
BOT_SEATS = "ui.bot_player"  # whoever lets bots play at the table of the app


def bot_levels(game: AnyGame) -> tuple[str, ...]:
    """The strengths of the bot that may sit at *game*; none where there is no bot for it."""
    if (
        importlib.util.find_spec(BOT_SEATS) is None
        or importlib.util.find_spec(f"{package_of(game)}.bot") is None
    ):
        return ()
    return tuple(level for level in bot_of(game).LEVELS if level in OFFERED)


class Who(Page):
    kept = ("pressed",)
    pressed = ""  # the button of the person who sits down

    def make(self) -> Widget:
        people = not_here(self.stage.guests, profiles(self.stage.rooms.journal))
        tiles = [self._tile("add", self.say("who.new"), self._new, main=True)]
        tiles += [self._person(profile) for profile in people]
        for level in bot_levels(certain(self.stage.game)):
            name = self.say("who.bot", level=self.say(f"players.bot_{level}"))
            tiles.append(self._tile("settings", name, partial(self._bot, level)))
        grid = Grid(self.sizes, *tiles, cols=2 if self.sizes.portrait else 3, grow=True)
        head = self.head(self.say("who.title"), lambda: self.stage.go("players"))
        return self.body(head, Scroll(self.sizes, grid))

    def _tile(self, icon: str, words: str, touched: Callable[[], None], main: bool = False) -> Widget:
        ink = theme.INK if main else theme.TEXT
        sign, says = Icon(self.sizes, icon, ink, side=7), Text(words, self.sizes, "large", ink, bold=main)
        look = "main" if main else "quiet"
        return Touchable(self.sizes, touched, sign, says, look=look, **self.sizes.high(TILE))

    def _person(self, profile: Profile) -> Widget:
        face = Guest(profile.name, profile.colour, profile.shape, profile.letter).face
        badge, name = Badge(face, **self.sizes.wide(11)), Text(profile.name, self.sizes, "large", bold=True)
        return Touchable(self.sizes, partial(self._known, profile), badge, name, **self.sizes.high(TILE))

    # --- what can be done ---

    def felt(self, edge: Edge) -> None:
        """The pressed button belongs to the person who sits down here; another one to the next."""
        if edge.down and with_button(self.stage.guests, edge.line) is None:
            if self.pressed and edge.line != self.pressed:
                self._new()
            else:
                self.stage.go("who", pressed=edge.line)

    def _known(self, profile: Profile) -> None:
        self.stage.guests = join_known(self.stage.guests, profile, self.pressed)
        self.stage.go("players")

    def _new(self) -> None:
        self.stage.come_as_guest(self.pressed)

    def _bot(self, level: str) -> None:
        self.stage.guests = join_bot(self.stage.guests, self.say(f"who.bot_name_{level}"), level)
        self.stage.go("players")


PAGE = Who
