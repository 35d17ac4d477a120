"""Who sits down on a free place: somebody known, somebody new, or a bot."""

import importlib.util
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.bots import bot_of
from companion.calls.edges import Edge
from companion.game import AnyGame
from companion.people.profiles import Profile, profiles
from companion.words import package_of
from ui.screen import theme
from ui.screen.evening import Guest, join_bot, join_known, not_here, with_button
from ui.screen.pages.page import Page
from ui.screen.parts.layout import Grid, Scroll
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable
from ui.screen.stage import Stage

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
    def __init__(self, stage: Stage, button: str = "") -> None:
        self._button = button
        super().__init__(stage)

    def keep(self) -> dict[str, Any]:
        return {"button": self._button}

    def make(self) -> Widget:
        people = not_here(self.stage.guests, profiles(self.stage.rooms.journal))
        tiles = [self._tile("add", self.say("who.new"), self._new, main=True)]
        tiles += [self._person(profile) for profile in people]
        game = self.stage.game
        assert game is not None
        for level in bot_levels(game):
            name = self.say("who.bot", level=self.say(f"players.bot_{level}"))
            tiles.append(self._tile("settings", name, partial(self._bot, level)))
        grid = Grid(self.sizes, *tiles, cols=2 if self.sizes.portrait else 3, grow=True)
        head = self.head(self.say("who.title"), lambda: self.stage.go("players"))
        return self.body(head, Scroll(self.sizes, grid))

    def _tile(self, icon: str, words: str, touched: Callable[[], None], main: bool = False) -> Widget:
        ink = theme.INK if main else theme.TEXT
        return Touchable(
            self.sizes,
            touched,
            Icon(self.sizes, icon, ink, side=7),
            Text(words, self.sizes, "large", ink, bold=main),
            look="main" if main else "quiet",
            **self.sizes.high(TILE),
        )

    def _person(self, profile: Profile) -> Widget:
        face = Guest(profile.name, profile.colour, profile.shape, profile.letter).face
        return Touchable(
            self.sizes,
            lambda: self._known(profile),
            Badge(face, **self.sizes.wide(11)),
            Text(profile.name, self.sizes, "large", bold=True),
            **self.sizes.high(TILE),
        )

    # --- what can be done ---

    def felt(self, edge: Edge) -> None:
        """The button that was pressed is for whoever sits down here; another one is for the next."""
        if edge.down and with_button(self.stage.guests, edge.line) is None:
            if self._button and edge.line != self._button:
                self._new()
            else:
                self.stage.go("who", button=edge.line)

    def _known(self, profile: Profile) -> None:
        self.stage.guests = join_known(self.stage.guests, profile, self._button)
        self.stage.go("players")

    def _new(self) -> None:
        self.stage.come_as_guest(self._button)

    def _bot(self, level: str) -> None:
        self.stage.guests = join_bot(self.stage.guests, self.say(f"who.bot_name_{level}"), level)
        self.stage.go("players")


PAGE = Who
