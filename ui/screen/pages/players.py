"""Who plays: join by pressing your button, or by touch. Clockwise, as you sit. And who each of them is."""

import importlib.util
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.bots import bot_of, levels_of
from companion.calls.buttons import Edge
from companion.game import AnyGame, certain
from companion.people.profiles import Profile, profiles
from companion.words import found_languages, languages, package_of
from ui.screen import guests, theme
from ui.screen.guests import MOST, NAME_LENGTH, Guest, change, leave, seated_earlier, with_button
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import name_and_more
from ui.screen.parts.keyboard import Keyboard, Typing
from ui.screen.parts.layout import Column, Grid, Panel, Row, Scroll, Text
from ui.screen.parts.touch import Badge, Icon, Touchable, several, stepper

PLACE, TILE = 23.0, 15.0  # mm: of somebody who has joined, and of somebody who may
OFFERED = ("easy", "medium", "strong")  # a bot that does anything at all is for tests
BOT_SEATS = "ui.bot_player"  # whoever lets bots play at the table of the app


def bot_levels(game: AnyGame) -> tuple[str, ...]:
    """The strengths of the bot that may sit at *game*; none where there is no bot for it."""
    needed = (BOT_SEATS, f"{package_of(game)}.bot")
    if any(importlib.util.find_spec(module) is None for module in needed):
        return ()
    return tuple(level for level in levels_of(bot_of(game)) if level in OFFERED)


class PlayersPage(Page):
    def make(self) -> Widget:
        self._game = game = certain(self.stage.game)
        low, high = game.about.seats
        fits = low <= len(self.stage.guests) <= high
        go_on, wide = partial(self.stage.go, "options"), self.sizes.wide(36)
        look = "main" if fits else "plain"
        ready = self.button("common.next", go_on, icon="next", look=look, **wide, disabled=not fits)
        head = self.head(self.say("players.title"), "choose", ready)
        board = self.stage.rooms.board
        free = [button for button in board.buttons if with_button(self.stage.guests, button) is None]
        board.light([guest.button for guest in self.stage.guests if guest.button], free)
        needs = Text(self.say.needs(game), self.sizes, "small", theme.MUTED, grow=True)
        places = [self._place(guest) for guest in self.stage.guests]
        if self._has_room:
            places.append(self._free_place())
        grid = Grid(self.sizes, *places, cols=1 if self.sizes.portrait else 3, grow=True)
        return self.body(head, self._hint(low, high), needs, Scroll(self.sizes, grid))

    @property
    def _has_room(self) -> bool:
        return len(self.stage.guests) < min(MOST, self._game.about.seats[1])

    def _hint(self, low: int, high: int) -> Widget:
        key = "players.how_with_buttons" if self.stage.rooms.board.buttons else "players.how_by_touch"
        many = "players.how_many" if low < high else "players.exactly"
        title, here, colour = self.say.title(self._game), len(self.stage.guests), theme.MUTED
        words = f"{self.say(key)} {self.say(many, game=title, low=low, high=high)}"
        if here > high or 0 < here < low:  # why the game cannot go on
            wrong, n = ("players.too_many", here - high) if here > high else ("players.too_few", low - here)
            words, colour = self.say(wrong, game=title, n=n), theme.TEXT
        return Text(words, self.sizes, "body", colour, **self.sizes.high(13 if self.sizes.portrait else 10))

    def _place(self, guest: Guest) -> Widget:
        words = name_and_more(self.sizes, guest.name, self._how(guest))
        opens, badge = partial(self.stage.go, "guest", guest=guest), Badge(guest.face, **self.sizes.wide(16))
        sign = Icon(self.sizes, "pencil", theme.MUTED, side=4)
        return Touchable(self.sizes, opens, badge, words, sign, **self.sizes.high(PLACE))

    def _free_place(self) -> Widget:
        sign = Icon(self.sizes, "add", theme.ACCENT, side=8)
        words, high = Text(self.say("players.join"), self.sizes, "large"), self.sizes.high(PLACE)
        return Touchable(self.sizes, partial(self._come, ""), sign, words, look="quiet", pad=4, **high)

    def _how(self, guest: Guest) -> str:
        """How somebody reports what they do, and what is published about them."""
        say, button = self.say, guest.button
        if guest.bot:
            return say("players.bot", level=say(f"players.bot_{guest.bot}"))
        how = say("players.button", button=button) if button else say("players.by_touch")
        return how + (f" · {say('players.handicap', ms=guest.handicap_ms)}" if guest.handicap_ms else "")

    def felt(self, edge: Edge) -> None:
        """A free button joins; a button that has joined already shows whose it is."""
        if not edge.down:
            return
        guest = with_button(self.stage.guests, edge.line)
        if guest is not None:
            self.stage.go("guest", guest=guest)
        elif self._has_room:
            self._come(edge.line)

    def _come(self, button: str) -> None:
        people = guests.not_here(self.stage.guests, profiles(self.stage.rooms.journal))
        usual = guests.with_usual_button(people, button) if button else None
        if usual is not None:
            self.stage.guests = guests.join_known(self.stage.guests, usual, button)
            self.again()
        elif people or (not button and bot_levels(self._game)):  # no bot presses a button
            self.stage.go("who", pressed=button)
        else:
            self.stage.come_as_guest(button)


class WhoPage(Page):
    """Who sits down on a free place: somebody known, somebody new, or a bot."""

    kept = ("pressed",)
    pressed = ""  # the button of the person who sits down

    def make(self) -> Widget:
        people = guests.not_here(self.stage.guests, profiles(self.stage.rooms.journal))
        tiles = [self._tile("add", self.say("who.new"), self._new, main=True)]
        tiles += [self._person(profile) for profile in people]
        for level in bot_levels(certain(self.stage.game)):
            name = self.say("who.bot", level=self.say(f"players.bot_{level}"))
            tiles.append(self._tile("settings", name, partial(self._bot, level)))
        grid = Grid(self.sizes, *tiles, cols=2 if self.sizes.portrait else 3, grow=True)
        return self.body(self.head(self.say("who.title"), "players"), Scroll(self.sizes, grid))

    def _tile(self, icon: str, words: str, touched: Callable[[], None], main: bool = False) -> Widget:
        ink, look = (theme.INK, "main") if main else (theme.TEXT, "quiet")
        sign, says = Icon(self.sizes, icon, ink, side=7), Text(words, self.sizes, "large", ink, bold=main)
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
                self.again(pressed=edge.line)

    def _known(self, profile: Profile) -> None:
        self.stage.guests = guests.join_known(self.stage.guests, profile, self.pressed)
        self.stage.go("players")

    def _new(self) -> None:
        self.stage.come_as_guest(self.pressed)

    def _bot(self, level: str) -> None:
        name = self.say(f"who.bot_name_{level}")
        self.stage.guests = guests.join_bot(self.stage.guests, name, level)
        self.stage.go("players")


# --- one person: name, colour and shape, language and handicap ---

HANDICAP_STEP_MS, HANDICAP_MOST_MS = 50, 1000


class GuestPage(Page):
    kept = ("guest", "part")
    guest: Guest
    part = "name"  # what can be changed now: that, "looks" or "more"

    def make(self) -> Widget:
        self._name = self.guest.name
        self._title = Text(self._name, self.sizes, "title", bold=True)
        badge = Badge(self.guest.face, **self.sizes.wide(theme.TOUCH + 2))
        done = self.button("common.ok", self._done, icon="check", look="main", **self.sizes.wide(30))
        head = Row(self.sizes, badge, self._title, done, **self.sizes.high(theme.TOUCH + 2))
        keys = lambda: Keyboard(self.sizes, self.say, self._typed, self._name, Typing(NAME_LENGTH))  # noqa: E731
        parts = {"name": keys, "looks": self._choose_looks, "more": self._choose_more}
        return self.body(head, self._tabs(), parts[self.part](), gap=theme.GAP)

    def _tabs(self) -> Widget:
        names = {part: self.say(f"guest.{part}") for part in ("name", "looks", "more")}
        parts = several(self.sizes, names, (self.part,), self._turn_to, look="quiet")
        away = self.button("guest.leave", self._leave, look="danger", pad=0.8)
        return Row(self.sizes, *parts, away, **self.sizes.high(theme.TOUCH))

    def _choose_looks(self) -> Widget:
        colours = self._grid([self._look("colour", each, "circle", each) for each in theme.SEAT_COLOURS])
        colour = self.guest.colour
        shapes = self._grid([self._look("shape", colour, each, each) for each in theme.SEAT_SHAPES])
        hint = Text(self.say("guest.swap"), self.sizes, "small", theme.MUTED, **self.sizes.high(6.2))
        earlier = self.button("guest.earlier", self._earlier, icon="turn")
        return Column(self.sizes, colours, shapes, hint, earlier)

    def _choose_more(self) -> Widget:
        """The language that is spoken to them, and the published head start of a small child."""
        spoken_here = {"": self.say("guest.language_house")}
        spoken_here |= {code: found_languages()[code].name for code in languages()}
        speaks = lambda code: self._change(language=code)  # noqa: E731
        choices = several(self.sizes, spoken_here, (self.guest.language,), speaks)
        spoken = Row(self.sizes, *choices, **self.sizes.high(theme.TOUCH))
        language, handicap = self._line("guest.language", spoken), self._line("guest.handicap", self._steps())
        hint = Text(self.say("guest.handicap_hint"), self.sizes, "body", theme.MUTED, valign="top")
        if self.sizes.portrait:
            return Column(self.sizes, language, handicap, hint)
        both = Row(self.sizes, language, handicap, size_hint_y=None, height=language.height)
        return Column(self.sizes, both, hint)

    def _line(self, key: str, control: Widget) -> Widget:
        words = Text(self.say(key), self.sizes, "large")
        return Panel(self.sizes, words, control, pad=1.6, gap=1.0, **self.sizes.high(8 + theme.TOUCH + 4.2))

    def _steps(self) -> Widget:
        ms, all_ms = self.guest.handicap_ms, range(0, HANDICAP_MOST_MS + 1, HANDICAP_STEP_MS)
        less, more = self.say("guest.handicap_less"), self.say("guest.handicap_more")
        words = (less, self.say("guest.ms", ms=ms), more)
        return stepper(self.sizes, words, lambda ms: self._change(handicap_ms=ms), ms, all_ms)

    def _grid(self, things: list[Widget]) -> Widget:
        return Grid(self.sizes, *things, cols=5 if self.sizes.portrait else 9, gap=1.2)

    def _look(self, what: str, colour: str, shape: str, value: str) -> Widget:
        face = Guest("", colour, shape, self.guest.letter if what == "shape" else "").face
        edge = theme.ACCENT if getattr(self.guest, what) == value else ""
        choose, words = partial(self._change, **{what: value}), self.say(f"guest.{what}.{value}")
        return Touchable(self.sizes, choose, Badge(face), look="quiet", edge=edge, pad=0.4, text=words)

    # --- what can be done ---

    def felt(self, edge: Edge) -> None:
        """A button pressed now belongs to this guest or, if they have one, to the next who joins."""
        if not edge.down or with_button(self.stage.guests, edge.line) is not None:
            return
        if not self.guest.button:
            self._change(button=edge.line)
            return
        self._take_name()
        if len(self.stage.guests) < certain(self.stage.game).about.seats[1]:
            self.stage.come_as_guest(edge.line)

    def _typed(self, name: str) -> None:
        self._name = name
        self._title.text = name or "_"

    def _take_name(self) -> None:
        if self._name.strip() != self.guest.name:
            at = self.stage.guests.index(self.guest)
            self.stage.guests = change(self.stage.guests, self.guest, name=self._name.strip())
            self.guest = self.stage.guests[at]

    def _change(self, **changes: Any) -> None:
        self._take_name()
        at = self.stage.guests.index(self.guest)
        self.stage.guests = change(self.stage.guests, self.guest, **changes)
        self.stage.go("guest", guest=self.stage.guests[at], part=self.part)

    def _turn_to(self, part: str) -> None:
        self._take_name()
        self.stage.go("guest", guest=self.guest, part=part)

    def _earlier(self) -> None:
        self.stage.guests = seated_earlier(self.stage.guests, self.guest)
        self._done()

    def _leave(self) -> None:
        self.stage.guests = leave(self.stage.guests, self.guest)
        self.stage.go("players")

    def _done(self) -> None:
        self._take_name()
        self.stage.go("players")
