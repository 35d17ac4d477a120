"""The house rules of a game, read off its options: nothing here knows what they mean."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import certain
from companion.rulebook import Switch, rulebook, switches
from ui.screen import theme
from ui.screen.guests import written_options
from ui.screen.pages.own import can_be_edited
from ui.screen.pages.page import Page
from ui.screen.pages.rules import choice_words
from ui.screen.parts.layout import Column, Grid, Panel, Row, Stack
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, several, stepper
from ui.screen.wishes import wished

LONG = 52  # letters of a choice that needs a line of its own
FAR = 9999  # how far a number without a bound goes


class OptionsPage(Page):
    kept = ("scrolled",)

    def make(self) -> Widget:
        self._game = game = certain(self.stage.game)
        begin = self.button("options.begin", self._begin, icon="play", look="main", **self.sizes.wide(40))
        head = self.head(self.say("options.title"), lambda: self.stage.go("players"), begin)
        matter = [switch for switch in switches(game) if switch.name in game.about.matter]
        tables = game.own_tables(written_options(game, self.stage.options))
        others = [
            s for s in switches(game) if s not in matter and (_has_steps(s) or can_be_edited(s, tables))
        ]
        rows: list[Widget] = [self._row(switch) for switch in others]
        if not rows:
            rows = [Text(self.say("options.none"), self.sizes, "large", theme.MUTED, grow=True)]
        return self.body(head, self.listed(*map(self._question, matter), self._tutorial(), *rows))

    def _tutorial(self) -> Widget:
        """Whether what is new is explained; "yes" begins anew for this game."""
        chosen = wished(self.stage.rooms.preferences, "tutorial")
        words = Text(self.say("settings.tutorial"), self.sizes, "body")
        named = {choice: self.say(f"settings.tutorial_{choice}") for choice in ("on", "off")}
        buttons = several(self.sizes, named, (chosen,), self._explain, "small")
        return self._panel(words, Row(self.sizes, *buttons, **self.sizes.high(theme.TOUCH)))

    def _explain(self, choice: str) -> None:
        self.stage.wish("tutorial", choice)
        if choice == "on":
            self.stage.tutor.begin_anew(self._game)
        self.stage.go("options", **self.keep())

    def _row(self, switch: Switch) -> Widget:
        words = Text(self._word(f"option.{switch.name}", switch.name), self.sizes, "body")
        control = self._choices(switch) if switch.choices else self._figure(switch)
        return self._panel(words, control)

    def _question(self, switch: Switch) -> Widget:
        """A switch that decides much: asked first, with what its rule says under each choice."""
        rule = self._game.about.matter[switch.name]
        lines: list[Widget] = []
        for choice in switch.choices:
            chosen = {**self.stage.options, switch.name: choice}
            text = rulebook(self._game, written_options(self._game, chosen))[rule].text(self.say.language)
            said = f"{self._choice_words(switch, choice)} – {text} ({rule})"
            lines.append(Text(self.say.disguise(said), self.sizes, "small", theme.MUTED, grow=True))
        return Stack(self.sizes, self._row(switch), Stack(self.sizes, *lines, gap=0.6, pad=1.6), gap=0)

    def _panel(self, words: Text, control: Widget) -> Widget:
        """A question with its answers: beside each other where there is room."""
        if not self.sizes.portrait:
            words.size_hint_x = 0.62
            inside, more = Row(self.sizes, words, control), 3.2
        else:
            words.size_hint_y, words.height = None, self.sizes.mm(10)
            inside, more = Column(self.sizes, words, control, gap=1), 14.2
        tall = control.height + self.sizes.mm(more)
        return Panel(self.sizes, inside, pad=1.6, size_hint_y=None, height=tall)

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
        own = self.stage.options.get(switch.name)
        words = self.say("options.own", n=len(own)) if own else self.say("options.own_none")
        return TextButton(
            self.sizes, words, lambda: self.stage.go("own", switch=switch.name), icon="pencil", look="plain"
        )

    def _number(self, switch: Switch) -> Widget:
        value = int(self.stage.options.get(switch.name, switch.default))
        values = range(switch.low or 0, (FAR if switch.high is None else switch.high) + 1)
        words = self.say("options.usual", words=value) if value == switch.default else str(value)
        fewer, more = self.say("options.fewer"), self.say("options.more")
        steps = stepper(self.sizes, (fewer, words, more), partial(self._choose, switch.name), value, values)
        return Row(self.sizes, *steps, **self.sizes.high(theme.TOUCH))

    def _word(self, key: str, fallback: str) -> str:
        return self.say.game(self._game, Say(key)) if self.say.knows(self._game, key) else fallback

    def _choose(self, name: str, value: Any) -> None:
        self.stage.options = {**self.stage.options, name: value}
        self.stage.go("options", **self.keep())

    def _begin(self) -> None:
        self.to_the_table(self.stage.begin)


def _has_steps(switch: Switch) -> bool:
    """What a family tells by laying it on the table, like a counted box, has no control."""
    return bool(switch.choices) or isinstance(switch.default, int)


PAGE = OptionsPage
