"""Which game: its picture, a line about it, who can play it; those that fit, and what is all here first."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.game import AnyGame
from ui.screen import theme
from ui.screen.guests import AGES, MINUTES, NAME_LENGTH, PEOPLE, THINGS, all_here, fitting
from ui.screen.pages.page import Page
from ui.screen.pages.players import bot_levels
from ui.screen.parts.emblem import picture_of
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.layout import Column, Grid, Row, Text
from ui.screen.parts.touch import Icon, TextButton, Touchable, several

TILE, LINE = 27.5, 4.2  # mm: a tile without the line of what has to lie here, and that
PICTURE = 19.0  # mm
KEPT = "things"  # what is at hand, as stated by the family
FILTERS: dict[str, tuple[str, Sequence[int]]] = {
    "people": ("people", PEOPLE),
    "minutes": ("clock", MINUTES),
    "age": ("star", AGES),
}


class ChoosePage(Page):
    def make(self) -> Widget:
        things = self._things()
        games = fitting(self.stage.rooms.games.values(), self.stage.wanted, things)
        head = self.head(self.say("choose.title"), "home")
        if not games:
            return self.body(head, self._filters(), self.instead(self.say("choose.nothing")))
        at_home = [game for game in games if game.about.at_home and not all_here(game.about, things)]
        first = games[: len(games) - len(at_home)]
        words = self.say("choose.at_home")
        title = Text(words, self.sizes, "large", theme.MUTED, bold=True, **self.sizes.high(9))
        shown = [self._grid(first), *([title, self._grid(at_home)] if at_home else ())]
        return self.body(head, self._filters(), self.listed(*shown), gap=theme.GAP)

    def _grid(self, games: Sequence[AnyGame]) -> Widget:
        columns = 1 if self.sizes.portrait else 2
        return Grid(self.sizes, *map(self._tile, games), cols=columns, gap=theme.PAD, grow=True)

    # --- what is looked for ---

    def _filters(self) -> Widget:
        wanted, row = self.stage.wanted, Row(self.sizes, **self.sizes.high(theme.TOUCH))
        filters = {name: (getattr(wanted, name), icon) for name, (icon, _values) in FILTERS.items()}
        for name, (value, icon) in {**filters, "things": (len(self._things()), "cards")}.items():
            opens = partial(self._open, name) if name in FILTERS else self._ask_things
            words, look = self._words(name, value), "chosen" if value else "quiet"
            row.add_widget(TextButton(self.sizes, words, opens, icon, look, pad=1.0))
        return row

    def _words(self, name: str, value: int) -> str:
        return self.say(f"choose.{name}", n=value) if value else self.say(f"choose.any_{name}")

    def _open(self, name: str) -> None:
        named = {value: self._words(name, value) for value in FILTERS[name][1]}
        wanted, touched = getattr(self.stage.wanted, name), partial(self._look_for, name)
        buttons = several(self.sizes, named, (wanted,), touched)
        grid = Grid(self.sizes, *buttons, cols=2 if self.sizes.portrait else 4)
        self.sheet(self.say(f"choose.ask_{name}"), grid, 130, 80 if self.sizes.portrait else 56)

    def _look_for(self, name: str, value: int) -> None:
        self.stage.wanted = replace(self.stage.wanted, **{name: value})
        self.again()

    # --- what lies here ---

    def _things(self) -> list[str]:
        kept = self.stage.rooms.preferences.get(KEPT)
        return [thing for thing in kept if thing in THINGS] if isinstance(kept, list) else []

    def _ask_things(self) -> None:
        named = {thing: self.say(f"choose.thing_{thing}") for thing in THINGS}
        buttons = Column(self.sizes, *several(self.sizes, named, self._things(), self._lies_here))
        done = self.again
        self.sheet(self.say("choose.ask_things"), buttons, 110, 70, done)

    def _lies_here(self, thing: str) -> None:
        things = set(self._things()) ^ {thing}
        self.stage.rooms.preferences.put(KEPT, [each for each in THINGS if each in things])
        self._ask_things()

    # --- the games ---

    def _needed(self, game: AnyGame) -> str:
        if all_here(game.about, self._things()):
            return f"✓ {self.say('choose.all_here')}"
        return " · ".join(self.say(f"choose.thing_{thing}") for thing in game.about.things)

    def _tile(self, game: AnyGame) -> Widget:
        about, say = game.about, self.say
        low, high = about.seats
        seats = str(low) if low == high else f"{low}–{high}"
        time, age = say("choose.minutes", n=about.minutes), say("choose.age", n=about.age)
        known = [self._fact("people", seats), self._fact("clock", time), self._fact("star", age)]
        facts = Row(self.sizes, *known, gap=1.0, **self.sizes.high(7))
        title = Text(say.title(game), self.sizes, "title", bold=True, **self.sizes.high(7))
        shown = [title]
        if lure := say.known(game, "about.lure"):
            shown.append(Text(lure, self.sizes, "body", **self.sizes.high(9.5)))
        shown.append(Text(self._needed(game), self.sizes, "small", theme.MUTED))
        words = Column(self.sizes, *shown, facts, gap=0.3, pad=1.0)
        picture = picture_of(game, **self.sizes.wide(PICTURE))
        edge = theme.ACCENT if game is self.stage.game else ""
        choose, inside = partial(self._chosen, game), Row(self.sizes, picture, words, gap=1.0)
        tall = self.sizes.high(TILE + LINE * self.sizes.text_scale)
        return Touchable(self.sizes, choose, inside, edge=edge, **tall)

    def _fact(self, icon: str, words: str) -> Widget:
        sign = Icon(self.sizes, icon, theme.ACCENT, side=3.8)
        return Row(self.sizes, sign, Text(words, self.sizes, "small"), gap=0.8)

    def _chosen(self, game: AnyGame) -> None:
        self.stage.choose(game)
        levels = bot_levels(game) if self.stage.watch is not None else ()
        if not levels:
            self.stage.go("players")
            return
        person, asked = self.stage.alone, Row(self.sizes, Text(self.say("who.alone"), self.sizes))
        needs = Text(self.say.needs(game), self.sizes, "small", theme.MUTED)
        if person.named:
            called = self.say("who.plays", name=person.name)
            other = partial(self._ask_name, partial(self._chosen, game))
            asked.add_widget(TextButton(self.sizes, called, other, icon="pencil", look="quiet"))
            asked.size_hint_y, asked.height = None, self.sizes.mm(theme.TOUCH)
        alone = Row(self.sizes)
        for level in levels:
            look, play = "main" if level == "easy" else "plain", partial(self._alone, game, level)
            alone.add_widget(self.button(f"players.bot_{level}", play, look=look, size_hint_y=1))
        go_on = partial(self.stage.go, "players")
        together = self.button("who.together", go_on, icon="people", size_hint_y=1)
        self.sheet(self.say.title(game), Column(self.sizes, asked, alone, together, needs), 125, 70)

    def _alone(self, game: AnyGame, level: str) -> None:
        if self.stage.alone.named:
            self.to_the_table(partial(self.stage.begin_here, game, level))
        else:
            self._ask_name(partial(self._alone, game, level))

    def _ask_name(self, then: Callable[[], None]) -> None:
        person = self.stage.alone

        def called(name: str) -> None:
            self.stage.call_alone(name or person.name)
            then()

        self.ask_for_words(self.say("who.name"), person.name, Typing(NAME_LENGTH), called)
