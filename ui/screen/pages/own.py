"""A house rule that is a list or a table of the family's own: tasks in their words, what a grade needs, how
many cards there are of each kind. Nothing here knows what they mean."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import WrongOptionsError, certain
from companion.rulebook import Switch
from ui.screen import theme
from ui.screen.guests import written_options
from ui.screen.pages.page import Page
from ui.screen.parts.keyboard import NumberPad, Typing
from ui.screen.parts.layout import Panel, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import IconButton, TextButton

LONGEST = 40  # letters of a line
MOST = 999  # the largest figure of a table
DIGITS = "1234567890.+"


def can_be_edited(switch: Switch, tables: Any) -> bool:
    """Whether this page is the control of *switch*; *tables* are those of the game."""
    return switch.words or switch.name in tables


class Own(Page):
    kept = ("switch", "scrolled")
    switch: str  # its name

    def make(self) -> Widget:
        game = certain(self.stage.game)
        options = written_options(game, self.stage.options)
        table = game.own_tables(options).get(self.switch)
        self._table = None if table is None else dict(table)
        self._lines = tuple(getattr(options, self.switch)) if self._table is None else ()
        rows = self._rows()
        total = Say(f"option.{self.switch}.sum", {"n": sum((self._table or {}).values())})
        words = self.say.game(game, total) if self.say.knows(game, total.key) else ""
        words = words if rows else self.say("own.empty")
        add = self.button("own.add", self._ask_for_words, icon="add", look="main")
        usual = self.button("own.usual", self._as_usual, icon="undo", look="quiet")
        title = self.say.game(game, Say(f"option.{self.switch}"))
        head = self.head(title, lambda: self.stage.go("options"))
        note = [Text(words, self.sizes, "body", theme.MUTED, grow=True)] if words else []
        return self.body(head, *note, self.listed(*rows, add, usual, gap=1.0))

    def _rows(self) -> list[Widget]:
        lines = dict.fromkeys(self._lines) if self._table is None else self._table
        return [self._row(line, figure) for line, figure in lines.items()]

    def _row(self, line: str, figure: int | None) -> Widget:
        sizes, erase = self.sizes, partial(self._without, line)
        things: list[Widget] = [Text(line, sizes, "body", bold=True)]
        if figure is not None:
            asks = partial(self.ask_for_figure, line)
            things.append(TextButton(sizes, str(figure), asks, **sizes.wide(24)))
        things.append(IconButton(sizes, "erase", self.say("own.remove", line=line), erase, look="quiet"))
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
        def entered(figure: int) -> None:
            self._keep({**(self._table or {}), line: figure})

        pad = NumberPad(self.sizes, self.say, -MOST, MOST, entered)
        self.sheet(line, pad, 110, 85)

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
            return
        self.stage.options = chosen
        self.stage.go("own", **self.keep())

    def _as_usual(self) -> None:
        self.stage.options = {k: v for k, v in self.stage.options.items() if k != self.switch}
        self.stage.go("own", **self.keep())


PAGE = Own
