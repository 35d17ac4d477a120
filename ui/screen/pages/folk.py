"""Everybody who has played here: how many games, how many won, and how many equal luck would have won."""

from collections.abc import Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.journal import NotWritten
from companion.people.standings import FEWEST_CALLS, FEWEST_GAMES, Person, is_bot, persons
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import face_of
from ui.screen.pages.figures import FiguresPage
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import name_and_more
from ui.screen.parts.layout import Panel, Row, Text
from ui.screen.parts.touch import Badge, Touchable, Touched
from ui.screen.stage import Stage


class FolkPage(FiguresPage):
    def __init__(self, stage: Stage, said: Sequence[Say] = ()) -> None:
        super().__init__(stage)
        if said:
            self.tell(said, 140, 60 + 15 * (len(said) - 1))

    def tools(self) -> list[Widget]:
        asks = asks_to_forget(self, "folk.everything_question", "")
        return [self.button("folk.everything", asks, look="danger", **self.sizes.wide(48))]

    def lines(self) -> list[Widget]:
        return [self._line(person) for person in persons(self.games)]

    def _line(self, person: Person) -> Widget:
        sizes = self.sizes
        words = name_and_more(sizes, person.seat.name, won_in_words(self.say, person))
        share = f"{100 * person.share:.0f} %" if person.telling else "–"
        figure = Text(share, sizes, "title", theme.ACCENT, bold=True, align="right", **sizes.wide(22))
        opens = partial(self.stage.go, "person", key=person.key)
        high = sizes.high(15 * sizes.text_scale + (4.5 if sizes.portrait else 0))
        badge = Badge(face_of(person.seat), **sizes.wide(10))
        return Touchable(sizes, opens, badge, words, figure, **high, text=person.seat.name)


def asks_to_forget(page: Page, key: str, name: str) -> Touched:
    """What asks whether *name*, or everything, is to be forgotten."""
    words, yes = page.say(key, name=name), page.say("folk.forget")
    return partial(page.ask, words, yes, partial(forgotten, page.stage, name), "erase")


def forgotten(stage: Stage, name: str) -> None:
    """Forget *name*, or everything, and say over the page what that has taken away."""
    try:
        removed = stage.forget(name)
    except (NotWritten, OSError) as error:
        said = [Say("folk.not_forgotten", {"why": str(error)})]
    else:
        files = ", ".join(removed.files) or "–"
        said = [Say("folk.forgotten", {"renamed": removed.renamed, "games": removed.games, "files": files})]
        if removed.unreached:
            said.append(Say("folk.unreached", {"files": ", ".join(removed.unreached)}))
    stage.go("folk", said=said)


def won_in_words(say: Speaker, person: Person) -> str:
    """Games and wins, with what equal luck would have given."""
    return say("folk.won", n=person.games, won=person.wins, luck=say.number(person.expected, 1))


class PersonPage(Page):
    """One person over all games: wins, calls, dice; and what is kept of them."""

    kept = ("key",)
    key: str

    def make(self) -> Widget:
        games = self.stage.past_games()
        person = next((person for person in persons(games) if person.key == self.key), None)
        if person is None:
            return self.body(self.head(self.say("folk.title"), "folk"))
        asks, wide = asks_to_forget(self, "folk.forget_question", person.seat.name), self.sizes.wide(34)
        forget = self.button("folk.forget", asks, look="danger", **wide)
        head = self.head(person.seat.name, "folk", *([] if is_bot(person.key) else [forget]))
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
