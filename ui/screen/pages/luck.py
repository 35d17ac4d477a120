"""The luck of the dice: what was rolled, and whether that says anything about the dice at all."""

from functools import partial

from kivy.uix.widget import Widget

from companion.people.luck import SHARES, Counts, Luck, count, judged
from companion.people.past import PastGame
from companion.people.standings import key_in, persons
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.pages.figures import FiguresPage
from ui.screen.parts.bars import FaceBars
from ui.screen.parts.face import face_of
from ui.screen.parts.layout import Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable

MOST_PEOPLE = 8


class LuckPage(FiguresPage):
    tab, empty = "luck", "luck.empty"

    kept = ("who",)
    who = ""  # whose rolls are shown; "": everybody's

    def make(self) -> Widget:
        self._counts = Counts({"": {}})
        return super().make()

    def take(self, game: PastGame) -> None:
        super().take(game)
        count(game, key_in, self._counts)

    def lines(self) -> list[Widget]:
        self._judged = judged(self._counts)  # all at once: whoever looks at many finds something odd
        self._people = {person.key: person for person in persons(self.games)}
        mine = [luck for luck in self._judged if luck.who == self.who and luck.rolls]
        if not mine:
            return []
        honest = self.say("luck.honest", n=sum(luck.enough for luck in self._judged))
        hint = Text(honest, self.sizes, "small", theme.MUTED, grow=True)
        return [*(self._kind(luck) for luck in mine), hint]

    def above(self) -> list[Widget]:
        return [self._choice()]

    def _choice(self) -> Widget:
        """The owner of the rolls: everybody together, or one person."""
        keys = [key for key in dict.fromkeys(luck.who for luck in self._judged) if key in self._people]
        buttons = [self._button("", Icon(self.sizes, "people", size_hint=(1, 1)), self.say("luck.all"))]
        for key in keys[: MOST_PEOPLE - (3 if self.sizes.portrait else 0)]:
            seat = self._people[key].seat
            buttons.append(self._button(key, Badge(face_of(seat)), seat.name))
        return Row(self.sizes, *buttons, gap=1.2, **self.sizes.high(theme.TOUCH))

    def _button(self, key: str, picture: Widget, name: str) -> Widget:
        edge = theme.ACCENT if key == self.who else ""
        shows = partial(self.stage.go, "luck", who=key)
        return Touchable(self.sizes, shows, picture, look="quiet", edge=edge, pad=0.4, text=name)

    def _kind(self, luck: Luck) -> Widget:
        sizes = self.sizes
        title = self.say("luck.kind", kind=self.say(f"luck.{luck.kind}"), n=luck.rolls)
        words = Text(verdict(self.say, luck), sizes, "body", grow=True)
        bars = FaceBars(sizes, luck.kind, luck.counts, SHARES[luck.kind], **sizes.high(27))
        top = Text(title, sizes, "large", bold=True, grow=True)
        panel = Panel(sizes, top, bars, words, pad=1.8, gap=1.2, size_hint_y=None)
        panel.bind(minimum_height=panel.setter("height"))
        return panel


def verdict(say: Speaker, luck: Luck) -> str:
    """What the rolls prove, and what they cannot prove."""
    if not luck.enough:
        return say("luck.few", n=luck.rolls, least=luck.fewest)
    share = f"{100 * luck.noticeable:.0f}"
    if luck.odd:
        return say("luck.odd", chance=in_a_hundred(say, luck.adjusted))
    return say("luck.fair", chance=in_a_hundred(say, luck.chance), share=share)


def in_a_hundred(say: Speaker, chance: float) -> str:
    """*chance* as a number of cases in a hundred."""
    if chance < 0.001:
        return f"< {say.number(0.1, 1)}"
    return say.number(100 * chance, 0 if chance >= 0.1 else 1)


PAGE = LuckPage
