"""Who plays: join by pressing your button, or by touch. Clockwise, as you sit."""

from functools import partial

from kivy.uix.widget import Widget

from companion.calls.edges import Edge
from companion.game import certain
from companion.people.profiles import profiles
from ui.screen import theme
from ui.screen.guests import (
    MOST,
    Guest,
    headcount_fits,
    join_known,
    not_here,
    with_button,
    with_usual_button,
)
from ui.screen.pages.page import Page
from ui.screen.pages.who import bot_levels
from ui.screen.parts.blocks import name_and_more
from ui.screen.parts.layout import Grid, Scroll
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable

TILE = 23.0


class Players(Page):
    def make(self) -> Widget:
        self._game = game = certain(self.stage.game)
        fits = headcount_fits(game, self.stage.guests)
        go_on, wide = partial(self.stage.go, "options"), self.sizes.wide(36)
        look = "main" if fits else "plain"
        ready = self.button("common.next", go_on, icon="next", look=look, **wide, disabled=not fits)
        head = self.head(self.say("players.title"), lambda: self.stage.go("choose"), ready)
        board = self.stage.rooms.board
        free = [button for button in board.buttons if with_button(self.stage.guests, button) is None]
        board.light([guest.button for guest in self.stage.guests if guest.button], free)
        needs = Text(self.say.needs(game), self.sizes, "small", theme.MUTED, grow=True)
        return self.body(head, self._hint(), needs, Scroll(self.sizes, self._places()))

    def _hint(self) -> Widget:
        low, high = self._game.about.seats
        key = "players.how_with_buttons" if self.stage.rooms.board.buttons else "players.how_by_touch"
        many = "players.how_many" if low < high else "players.exactly"
        title, here, colour = self.say.title(self._game), len(self.stage.guests), theme.MUTED
        words = f"{self.say(key)} {self.say(many, game=title, low=low, high=high)}"
        if here > high or 0 < here < low:  # why the game cannot go on
            wrong, n = ("players.too_many", here - high) if here > high else ("players.too_few", low - here)
            words, colour = self.say(wrong, game=title, n=n), theme.TEXT
        return Text(words, self.sizes, "body", colour, **self.sizes.high(13 if self.sizes.portrait else 10))

    def _places(self) -> Widget:
        guests = self.stage.guests
        columns = 1 if self.sizes.portrait else 3
        grid = Grid(self.sizes, *(self._place(guest) for guest in guests), cols=columns, grow=True)
        if len(guests) < min(MOST, self._game.about.seats[1]):
            grid.add_widget(self._free_place())
        return grid

    def _place(self, guest: Guest) -> Widget:
        words = name_and_more(self.sizes, guest.name, self._how(guest))
        opens, badge = partial(self.stage.go, "guest", guest=guest), Badge(guest.face, **self.sizes.wide(16))
        sign = Icon(self.sizes, "pencil", theme.MUTED, side=4)
        return Touchable(self.sizes, opens, badge, words, sign, **self.sizes.high(TILE))

    def _free_place(self) -> Widget:
        sign = Icon(self.sizes, "add", theme.ACCENT, side=8)
        words, high = Text(self.say("players.join"), self.sizes, "large"), self.sizes.high(TILE)
        return Touchable(self.sizes, partial(self._come, ""), sign, words, look="quiet", pad=4, **high)

    def _how(self, guest: Guest) -> str:
        """How somebody reports what they do, and what is published about them."""
        if guest.bot:
            return self.say("players.bot", level=self.say(f"players.bot_{guest.bot}"))
        how = (
            self.say("players.button", button=guest.button) if guest.button else self.say("players.by_touch")
        )
        if guest.handicap_ms:
            how += " · " + self.say("players.handicap", ms=guest.handicap_ms)
        return how

    def felt(self, edge: Edge) -> None:
        """A free button joins; a button that has joined already shows whose it is."""
        if not edge.down:
            return
        guest = with_button(self.stage.guests, edge.line)
        if guest is not None:
            self.stage.go("guest", guest=guest)
        elif len(self.stage.guests) < min(MOST, self._game.about.seats[1]):
            self._come(edge.line)

    def _come(self, button: str) -> None:
        people = not_here(self.stage.guests, profiles(self.stage.rooms.journal))
        usual = with_usual_button(people, button) if button else None
        if usual is not None:
            self.stage.guests = join_known(self.stage.guests, usual, button)
            self.stage.go("players")
        elif people or (not button and bot_levels(self._game)):  # no bot presses a button
            self.stage.go("who", pressed=button)
        else:
            self.stage.come_as_guest(button)


PAGE = Players
