"""One person over all games: wins, calls, dice; and what is kept of them."""

from kivy.uix.widget import Widget

from companion.people.standings import FEWEST_CALLS, FEWEST_GAMES, Person, is_bot, persons
from ui.screen import theme
from ui.screen.pages.folk import forgotten, won_in_words
from ui.screen.pages.page import Page
from ui.screen.parts.face import face_of
from ui.screen.parts.layout import Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text


class PersonPage(Page):
    kept = ("key",)
    key: str

    def make(self) -> Widget:
        games = self.stage.past_games()
        person = next((person for person in persons(games) if person.key == self.key), None)
        back = lambda: self.stage.go("folk")  # noqa: E731
        if person is None:
            return self.body(self.head(self.say("folk.title"), back))
        wide = self.sizes.wide(34)
        forget = self.button("folk.forget", lambda: self._ask_forget(person), look="danger", **wide)
        head = self.head(person.seat.name, back, *([] if is_bot(person.key) else [forget]))
        badge = Badge(face_of(person.seat), **self.sizes.wide(18))
        words = Text(won_in_words(self.say, person), self.sizes, "large")
        top = Panel(self.sizes, Row(self.sizes, badge, words), **self.sizes.high(24))
        lines = [self._line(*line) for line in self._figures(person)]
        return self.body(head, top, self.listed(*lines, gap=0.8), gap=theme.GAP)

    def _figures(self, person: Person) -> list[tuple[str, str]]:
        """(what, how much), each only where there is enough to say it."""
        say, lines = self.say, list[tuple[str, str]]()
        for name, (played, won) in sorted(person.by_game.items(), key=lambda item: -item[1][0]):
            game = self.stage.rooms.games.get(name)
            title = self.say.title(game) if game else name
            lines.append((title, say("folk.of", won=won, n=played)))
        if person.streak > 1:
            lines.append((say("folk.streak"), str(person.streak)))
        if person.contests >= FEWEST_CALLS:
            lines.append((say("folk.firsts"), say("folk.of", won=person.firsts, n=person.contests)))
        if person.ahead_ms is not None:
            lines.append((say("folk.ahead"), say("folk.ms", ms=say.number(person.ahead_ms, 1))))
        if person.took_ms is not None:
            lines.append((say("folk.took"), say("folk.seconds", s=say.number(person.took_ms / 1000))))
        if person.seat.handicap_ms:
            lines.append((say("folk.handicap"), say("folk.ms", ms=person.seat.handicap_ms)))
        if person.games < FEWEST_GAMES:
            lines.append((say("folk.few", n=FEWEST_GAMES), ""))
        return lines

    def _line(self, what: str, figure: str) -> Widget:
        words = Text(what, self.sizes, "body", theme.MUTED)
        value = Text(figure, self.sizes, "large", bold=True, align="right", size_hint_x=0.5)
        things = [words, value] if figure else [words]
        return Panel(self.sizes, Row(self.sizes, *things), pad=1.0, **self.sizes.high(9))

    def _ask_forget(self, person: Person) -> None:
        words = self.say("folk.forget_question", name=person.seat.name)
        self.ask(words, self.say("folk.forget"), lambda: self._forget(person), "erase")

    def _forget(self, person: Person) -> None:
        forgotten(self.stage, person.seat.name)


PAGE = PersonPage
