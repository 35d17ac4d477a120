"""The house rules of a game, read off its options: nothing here knows what they mean."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import WrongOptionsError, certain
from companion.rulebook import Switch, rulebook, switches
from ui.screen import theme
from ui.screen.guests import written_options
from ui.screen.pages.page import Page
from ui.screen.pages.rules import choice_words
from ui.screen.parts.blocks import question
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.layout import Grid, Panel, Row, Stack, Text
from ui.screen.parts.touch import IconButton, TextButton, several, stepper
from ui.screen.wishes import wished

LONG = 52  # letters of a choice that needs a line of its own
FAR = 9999  # how far a number without a bound goes


class OptionsPage(Page):
    kept = ("scrolled",)

    def make(self) -> Widget:
        self._game = game = certain(self.stage.game)
        begin, wide = partial(self.to_the_table, self.stage.begin), self.sizes.wide(40)
        start = self.button("options.begin", begin, icon="play", look="main", **wide)
        head = self.head(self.say("options.title"), "players", start)
        tables = game.own_tables(written_options(game, self.stage.options))
        matter = [switch for switch in switches(game) if switch.name in game.about.matter]
        # what a family tells by laying it on the table, like a counted box, has no control
        rows = [
            self._row(s)
            for s in switches(game)
            if s not in matter and (s.choices or isinstance(s.default, int) or s.words or s.name in tables)
        ]
        if not rows:
            rows = [Text(self.say("options.none"), self.sizes, "large", theme.MUTED, grow=True)]
        return self.body(head, self.listed(*map(self._question, matter), self._tutorial(), *rows))

    def _tutorial(self) -> Widget:
        """Whether what is new is explained; "yes" begins anew for this game."""
        chosen = wished(self.stage.rooms.preferences, "tutorial")
        words = Text(self.say("settings.tutorial"), self.sizes, "body")
        named = {choice: self.say(f"settings.tutorial_{choice}") for choice in ("on", "off")}
        buttons = several(self.sizes, named, (chosen,), self._explain, "small")
        return question(self.sizes, words, Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH)))

    def _explain(self, choice: str) -> None:
        self.stage.wish("tutorial", choice)
        if choice == "on":
            self.stage.tutor.begin_anew(self._game)
        self.again()

    def _row(self, switch: Switch) -> Widget:
        name = self.say.known(self._game, f"option.{switch.name}", switch.name)
        control = self._choices(switch) if switch.choices else self._figure(switch)
        return question(self.sizes, Text(name, self.sizes, "body"), control)

    def _question(self, switch: Switch) -> Widget:
        """A switch that decides much: asked first, with what its rule says under each choice."""
        rule = self._game.about.matter[switch.name]
        lines: list[Widget] = []
        for choice in switch.choices:
            chosen = {**self.stage.options, switch.name: choice}
            text = rulebook(self._game, written_options(self._game, chosen))[rule].text(self.say.language)
            said = f"{self._choice_words(switch, choice)} – {text} ({rule})"
            lines.append(Text(said, self.sizes, "small", theme.MUTED, grow=True))
        return Stack(self.sizes, self._row(switch), Stack(self.sizes, *lines, gap=0.6, pad=1.6), gap=0)

    def _choices(self, switch: Switch) -> Widget:
        named = {choice: self._choice_words(switch, choice) for choice in switch.choices}
        columns = 1 if max(map(len, named.values())) > LONG else min(len(named), 3)
        lines = -(-len(named) // columns)
        high = self.sizes.high(lines * theme.TOUCH + (lines - 1) * 1.0)
        chosen = self.stage.options.get(switch.name, switch.default)
        buttons = several(self.sizes, named, (chosen,), partial(self._choose, switch.name), "small")
        return Grid(self.sizes, *buttons, cols=columns, gap=1.0, **high)

    def _choice_words(self, switch: Switch, choice: Any) -> str:
        words = choice_words(self.say, self._game, switch.name, choice)
        return self.say("options.usual", words=words) if choice == switch.default else words

    def _figure(self, switch: Switch) -> Widget:
        if isinstance(switch.default, int):
            return self._number(switch)
        own, opens = self.stage.options.get(switch.name), partial(self.stage.go, "own", switch=switch.name)
        words = self.say("options.own", n=len(own)) if own else self.say("options.own_none")
        return TextButton(self.sizes, words, opens, icon="pencil")

    def _number(self, switch: Switch) -> Widget:
        value = int(self.stage.options.get(switch.name, switch.default))
        values = range(switch.low or 0, (FAR if switch.high is None else switch.high) + 1)
        words = self.say("options.usual", words=value) if value == switch.default else str(value)
        fewer, more = self.say("options.fewer"), self.say("options.more")
        return stepper(self.sizes, (fewer, words, more), partial(self._choose, switch.name), value, values)

    def _choose(self, name: str, value: Any) -> None:
        self.stage.options = {**self.stage.options, name: value}
        self.again()


# --- a list or a table of the family's own: tasks in their words, what a grade needs, how many cards ---

LONGEST = 40  # letters of a line
MOST = 999  # the largest figure of a table
DIGITS = "1234567890.+"


class OwnPage(Page):
    kept = ("switch", "scrolled")
    switch: str  # its name

    def make(self) -> Widget:
        game = certain(self.stage.game)
        options = written_options(game, self.stage.options)
        table = game.own_tables(options).get(self.switch)
        self._table = None if table is None else dict(table)
        self._lines = tuple(getattr(options, self.switch)) if self._table is None else ()
        lines = dict.fromkeys(self._lines) if self._table is None else self._table
        words = self.say.known(game, f"option.{self.switch}.sum", n=sum((self._table or {}).values()))
        words = words if lines else self.say("own.empty")
        note = [Text(words, self.sizes, "body", theme.MUTED, grow=True)] if words else []
        add = self.button("own.add", self._ask_for_words, icon="add", look="main")
        usual = self.button("own.usual", self._as_usual, icon="undo", look="quiet")
        head = self.head(self.say.game(game, Say(f"option.{self.switch}")), "options")
        rows = [self._row(line, figure) for line, figure in lines.items()]
        return self.body(head, *note, self.listed(*rows, add, usual, gap=1.0))

    def _row(self, line: str, figure: int | None) -> Widget:
        sizes, erase = self.sizes, partial(self._without, line)
        things: list[Widget] = [Text(line, sizes, "body", bold=True)]
        if figure is not None:
            asks = partial(self.ask_for_figure, line)
            things.append(TextButton(sizes, str(figure), asks, **sizes.wide(24)))
        things.append(IconButton(sizes, "erase", self.say("own.remove", line=line), erase))
        return Panel(sizes, Row(sizes, *things), pad=0.8, **sizes.high(theme.TOUCH + 1.6))

    # --- what is changed ---

    def _ask_for_words(self) -> None:
        def typed(line: str) -> None:
            if line and self._table is not None:
                self.ask_for_figure(line)
            elif line and line not in self._lines:
                self._keep((*self._lines, line))

        self.ask_for_words(self.say("own.add"), "", Typing(LONGEST, DIGITS), typed)

    def ask_for_figure(self, line: str) -> None:
        entered = lambda figure: self._keep({**(self._table or {}), line: figure})  # noqa: E731
        self.ask_for_number(line, -MOST, MOST, entered)

    def _without(self, line: str) -> None:
        if self._table is None:
            self._keep(tuple(one for one in self._lines if one != line))
        else:
            self._keep({name: figure for name, figure in self._table.items() if name != line})

    def _keep(self, value: Any) -> None:
        chosen = {**self.stage.options, self.switch: value}
        try:
            certain(self.stage.game).read_options(chosen)
        except WrongOptionsError as error:
            self.complain(error.refusal)
        else:
            self.stage.options = chosen
            self.again()

    def _as_usual(self) -> None:
        self.stage.options = {k: v for k, v in self.stage.options.items() if k != self.switch}
        self.again()
