"""The rules of a game in our own words, each with its number: to read, to search, in every language."""

from functools import partial
from typing import Any

import msgspec
from kivy.uix.widget import Widget

from companion.game import AnyGame, Options
from companion.rulebook import RuleText, rulebook, switches, table_rules
from companion.words import game_words, language_after, languages
from ui.screen import theme
from ui.screen.guests import written_options
from ui.screen.language import Speaker
from ui.screen.pages.page import Page
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.layout import Panel, Row, Stack, Text
from ui.screen.parts.touch import IconButton, TextButton

PER_PAGE = 12  # rules: a whole booklet at once would take a second to lay out
LONGEST = 18  # letters of what is searched for


class RulesPage(Page):
    kept = ("game", "first", "search", "language")
    game = ""  # its name; else the one that is played, or a choice of all
    first = 0  # the number of the first rule that is shown
    search = ""
    language = ""  # else that of the screen

    def make(self) -> Widget:
        sitting = self.stage.sitting
        self.game = self.game or (sitting.game.about.name if sitting is not None else "")
        self.language = self.language or self.say.language
        game = self.stage.rooms.games.get(self.game)
        return self._choice() if game is None else self._book(game)

    # --- whose rules ---

    def _choice(self) -> Widget:
        games = self.all_games(lambda game: self.again(game=game.about.name))
        return self.body(self.head(self.say("rules.whose"), "home"), games)

    # --- one game's rules ---

    def _book(self, game: AnyGame) -> Widget:
        options = self._options(game)
        found = [
            (name, text)
            for name, text in {**rulebook(game, options), **table_rules()}.items()
            if matches(self.search, name, text)
        ]
        self._last = max(0, len(found) - 1)
        title = f"{self.say.title(game)} · {self.say('rules.title')}"
        tools = [self._search_button(), self._language_button()]
        turning = [self._turn("back", -PER_PAGE), self._turn("next", PER_PAGE)]
        if self.sizes.portrait:
            tools, below = [], [Row(self.sizes, *tools, *turning, size_hint_y=None, height=turning[0].height)]
        else:
            tools, below = [*tools, *turning], []
        lines: list[Widget] = []
        if not self.first and not self.search:
            lines += self._house_rules(game, options)
        lines += [self._rule(game, name, text) for name, text in found[self.first : self.first + PER_PAGE]]
        body = self.listed(*lines, otherwise=self.say("rules.nothing", search=self.search))
        return self.body(self.head(title, self._back, *tools), *below, body)

    def _back(self) -> None:
        if self.search:
            self.again(search="", first=0)
        else:
            self.stage.go("home" if self.stage.sitting is None else "table")

    def _search_button(self) -> Widget:
        words = self.search or self.say("rules.search")
        look = "chosen" if self.search else "quiet"
        return TextButton(self.sizes, words, self._ask_for, icon="eye", look=look, **self.sizes.wide(34))

    def _language_button(self) -> Widget:
        other = language_after(self.language)
        speak, wide = partial(self.again, language=other), self.sizes.wide(19)
        return TextButton(self.sizes, other.upper(), speak, icon="globe", look="quiet", pad=1.0, **wide)

    def _ask_for(self) -> None:
        """The text to search for, typed by finger."""
        search = lambda words: self.again(search=words, first=0)  # noqa: E731
        self.ask_for_words(self.say("rules.search"), self.search, Typing(LONGEST), search)

    def _turn(self, icon: str, by: int) -> Widget:
        to = self.first + by
        words, none = self.say("rules.earlier" if by < 0 else "rules.later"), not 0 <= to <= self._last
        turn = partial(self.again, first=to)
        return IconButton(self.sizes, icon, words, turn, look="plain", disabled=none)

    # --- what stands there ---

    def _house_rules(self, game: AnyGame, options: Options) -> list[Widget]:
        """The rules changed by the family tonight come first."""
        say = self.say.speaking(self.language)
        chosen = changed_rules(say, game, options)
        if not chosen:
            return []
        words = "\n".join(f"• {line}" for line in chosen)
        return [self._panel("★", say("rules.tonight"), words)]

    def _options(self, game: AnyGame) -> Options:
        sitting = self.stage.sitting
        if sitting is not None and sitting.game is game:
            return sitting.table.options
        return written_options(game, self.stage.options if game is self.stage.game else {})

    def _rule(self, game: AnyGame, name: str, text: RuleText) -> Widget:
        words = f"{text.text(self.language)}\n{text.label(game_words(game), self.language)}"
        return self._panel(name, text.title(self.language), words)

    def _panel(self, name: str, title: str, words: str) -> Widget:
        sizes = self.sizes
        number = Text(name, sizes, "small", theme.ACCENT, bold=True, valign="top", **sizes.wide(13))
        title_text = Text(title, sizes, "large", bold=True, grow=True)
        body = Stack(sizes, title_text, Text(words, sizes, "body", grow=True), gap=0.6)
        return Panel(sizes, Row(sizes, number, body, grow=True), pad=1.8, grow=True)


def matches(search: str, name: str, text: RuleText) -> bool:
    """Whether every word of *search* stands in the rule, in any language; its number must be the whole."""
    if search.casefold() in ("", name.casefold()):
        return True
    written = " ".join(f"{text.title(code)} {text.text(code)}" for code in languages()).casefold()
    return all(word in written for word in search.casefold().split())


def changed_rules(say: Speaker, game: AnyGame, options: Options) -> list[str]:
    """The house rules that are not the usual ones, in words."""
    lines = []
    for switch in switches(game):
        value = msgspec.to_builtins(getattr(options, switch.name))
        if value != switch.default:
            name = say.known(game, f"option.{switch.name}", switch.name)
            lines.append(f"{name}: {choice_words(say, game, switch.name, value)}")
    return lines


def choice_words(say: Speaker, game: AnyGame, name: str, choice: Any) -> str:
    """A choice of a house rule in the game's words, or as it is written."""
    written = {True: "on", False: "off"}[choice] if isinstance(choice, bool) else str(choice)
    usual = say(f"options.{written}") if isinstance(choice, bool) else written
    return say.known(game, f"option.{name}.{written}", usual)
