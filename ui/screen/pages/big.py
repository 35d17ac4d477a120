"""The table as it is read from two metres away: whose turn, what to do, the points. A tap leads back.

At two metres a letter is read with ease at 16 minutes of arc, that is a capital of 9.3 mm. So large are the
points and the signs of the people; the sentence is as large as it fits.
"""

from collections.abc import Mapping

from kivy.uix.widget import Widget

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.pages.page import TablesPage
from ui.screen.pages.table.asking import asked
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Grid, Panel, Region, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable
from ui.screen.ports import Trouble
from ui.screen.sitting import Sitting
from ui.screen.theme import Sizes

CAPITAL = 9.3  # mm: 16 minutes of arc at 2 m
FIGURE = CAPITAL / 0.71  # mm: the size of letters whose capitals are that high

Shown = tuple[tuple[str, ...], str, tuple[tuple[str, int, bool], ...]]


class BigPage(TablesPage):
    def make(self) -> Widget:
        self._board = Region(self._draw)
        back, name = lambda: self.stage.go("table"), self.say("big.back")
        return Touchable(self.sizes, back, self._board, look="ground", pad=0.8, text=name)

    def refresh(self) -> None:
        scene = self.sitting.scene()
        if scene.outcome is not None or scene.banner is not None:
            self.stage.go("table")  # something has to be read and answered
            return
        self._board.show(shown_of(self.say, self.sitting))

    def _draw(self, shown: Shown) -> Widget:
        return drawn_large(self.sizes, self.sitting, shown)

    def troubled(self, trouble: Trouble) -> None:
        super().troubled(trouble)
        self.stage.go("table")


def shown_of(say: Speaker, sitting: Sitting) -> Shown:
    """The text to read from far away."""
    scene = sitting.scene()
    phase = say.game(sitting.game, scene.view.phase)
    asking = asked(say, sitting.game, scene.asks, phase)
    points = tuple((panel.seat, panel.score, panel.turn) for panel in scene.view.panels)
    return asking.seats if len(asking.seats) == 1 else (), asking.sentence, points


def drawn_large(sizes: Sizes, sitting: Sitting, shown: Shown) -> Widget:
    """Whose turn it is, what to do, and the points."""
    seats, sentence, points = shown
    faces = sitting.by_name
    top = Row(sizes, size_hint_y=0.5 if len(points) > 4 else 0.8)
    if seats and seats[0] in faces:
        top.add_widget(Badge(faces[seats[0]], **sizes.wide(30)))
    words = Text(sentence, sizes, "huge", bold=True)
    words.want(sizes.mm(FIGURE))
    top.add_widget(words)
    columns = 1 if len(points) <= 3 and sizes.portrait else 2 if sizes.portrait or len(points) <= 4 else 3
    grid = Grid(sizes, *(_person(sizes, faces, *each) for each in points), cols=columns)
    return Column(sizes, top, grid, pad=1)


def _person(sizes: Sizes, faces: Mapping[str, Face], seat: str, score: int, turn: bool) -> Widget:
    figure = Text(str(score), sizes, "huge", bold=True, align="right")
    figure.want(sizes.mm(FIGURE * 1.1))
    things: list[Widget] = [figure]
    if seat in faces:
        things.insert(0, Badge(faces[seat], turn, **sizes.wide(22)))
    return Panel(sizes, Row(sizes, *things), pad=1.4, edge=theme.ACCENT if turn else "")
