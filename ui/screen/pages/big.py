"""The table as it is read from two metres away: whose turn, what to do, the points. A tap leads back.

At two metres a letter is read with ease at 16 minutes of arc, that is a capital of 9.3 mm. So large are the
points and the signs of the people; the sentence is as large as it fits.
"""

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.calls import Edge
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.table.asking import asked
from ui.screen.parts.layout import Column, Panel, Region, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Touchable
from ui.screen.ports import Look, Trouble
from ui.screen.stage import Stage

CAPITAL = 9.3  # mm: 16 minutes of arc at 2 m
FIGURE = CAPITAL / 0.71  # mm: the size of letters whose capitals are that high

Shown = tuple[tuple[str, ...], str, tuple[tuple[str, int, bool], ...]]


class Big(Page):
    def __init__(self, stage: Stage) -> None:
        assert stage.sitting is not None
        self._sitting = stage.sitting
        self._faces = {face.name: face for face in self._sitting.faces}
        super().__init__(stage)
        self._fresh = Clock.create_trigger(self._refresh, -1)
        self._sitting.changed = self._fresh
        self._refresh()

    def make(self) -> Widget:
        self._board = Region(self._draw)
        button = Touchable(self.sizes, lambda: self.stage.go("table"), self._board, look="ground", pad=0.8)
        button.text = self.say("big.back")
        return button

    def _refresh(self, *_: object) -> None:
        scene = self._sitting.scene()
        if scene.outcome is not None or scene.banner is not None:
            self.stage.go("table")  # something has to be read and answered
            return
        phase = self.say.game(self._sitting.game, scene.view.phase)
        told = asked(self.say, self._sitting.game, scene.asks, phase)
        points = tuple((panel.seat, panel.score, panel.turn) for panel in scene.view.panels)
        self._board.show((told.seats if len(told.seats) == 1 else (), told.sentence, points))

    def _draw(self, shown: Shown) -> Widget:
        seats, sentence, points = shown
        sizes = self.sizes
        top = Row(sizes, size_hint_y=0.5 if len(points) > 4 else 0.8)
        if seats and seats[0] in self._faces:
            top.add_widget(Badge(self._faces[seats[0]], size_hint=(None, 1), width=sizes.mm(30)))
        words = Text(sentence, sizes, "huge", ground=theme.GROUND, bold=True)
        words.want(sizes.mm(FIGURE))
        top.add_widget(words)
        columns = 1 if len(points) <= 3 and sizes.portrait else 2 if sizes.portrait or len(points) <= 4 else 3
        grid = GridLayout(cols=columns, spacing=sizes.mm(theme.GAP))
        for seat, score, turn in points:
            grid.add_widget(self._person(seat, score, turn))
        return Column(sizes, top, grid, pad=1)

    def _person(self, seat: str, score: int, turn: bool) -> Widget:
        sizes = self.sizes
        figure = Text(str(score), sizes, "huge", ground=theme.SURFACE, bold=True, align="right")
        figure.want(sizes.mm(FIGURE * 1.1))
        things: list[Widget] = [figure]
        if seat in self._faces:
            things.insert(0, Badge(self._faces[seat], turn, size_hint=(None, 1), width=sizes.mm(22)))
        return Panel(sizes, Row(sizes, *things), pad=1.4, edge=theme.ACCENT if turn else "")

    # --- the game goes on while it is shown ---

    def felt(self, edge: Edge) -> None:
        self._sitting.feel(edge)

    def looked(self, look: Look) -> None:
        self._sitting.looked(look)

    def troubled(self, trouble: Trouble) -> None:
        self._sitting.troubled(trouble)
        self.stage.go("table")


PAGE = Big
