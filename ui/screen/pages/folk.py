"""Everybody who has played here: how many games, how many won, and how many equal luck would have won."""

from collections.abc import Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.journal import NotWritten
from companion.people.standings import Person, persons
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.pages.figures import FiguresPage
from ui.screen.parts.blocks import name_and_more, notice
from ui.screen.parts.face import face_of
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touchable
from ui.screen.stage import Stage


class Folk(FiguresPage):
    tab = "folk"

    def __init__(self, stage: Stage, said: Sequence[Say] = ()) -> None:
        super().__init__(stage)
        if said:
            self.lay_over(notice(stage, said, self.clear_over), 140, 60 + 15 * (len(said) - 1))

    def tools(self) -> list[Widget]:
        words = self.say("folk.everything")
        return [TextButton(self.sizes, words, self._ask, look="danger", **self.sizes.wide(48))]

    def _ask(self) -> None:
        words = self.say("folk.everything_question")
        self.ask(words, self.say("folk.forget"), self._forget, "erase")

    def _forget(self) -> None:
        forgotten(self.stage, "")

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


def forgotten(stage: Stage, name: str) -> None:
    """Forget *name*, or everything, and say over the page what that has taken away."""
    try:
        removed = stage.forget(name)
    except (NotWritten, OSError) as error:
        says = Say("folk.not_forgotten", {"why": str(error)})
    else:
        files = ", ".join(removed.files) or "–"
        says = Say("folk.forgotten", {"renamed": removed.renamed, "games": removed.games, "files": files})
        if removed.unreached:
            missing = ", ".join(removed.unreached)
            return stage.go("folk", said=(says, Say("folk.unreached", {"files": missing})))
    return stage.go("folk", said=(says,))


def won_in_words(say: Speaker, person: Person) -> str:
    """Games and wins, with what equal luck would have given."""
    return say("folk.won", n=person.games, won=person.wins, luck=say.number(person.expected, 1))


PAGE = Folk
