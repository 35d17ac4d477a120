"""The table as it is read from two metres away, or while another companion has it: whose turn, the points.

At two metres a letter is read with ease at 16 minutes of arc, that is a capital of 9.3 mm. So large are the
points and the signs of the people; the sentence is as large as it fits.
"""

from collections.abc import Mapping
from functools import partial

from kivy.uix.widget import Widget
from msgspec.structs import replace

from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import Face
from ui.screen.pages.page import Page, TablesPage
from ui.screen.pages.table.asking import asked
from ui.screen.parts.layout import Column, Grid, Panel, Region, Row, Text, space
from ui.screen.parts.touch import Badge, Touchable
from ui.screen.ports import NoBoard, Trouble
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage

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


def drawn_large(sizes: theme.Sizes, sitting: Sitting, shown: Shown) -> Widget:
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


def _person(sizes: theme.Sizes, faces: Mapping[str, Face], seat: str, score: int, turn: bool) -> Widget:
    figure = Text(str(score), sizes, "huge", bold=True, align="right")
    figure.want(sizes.mm(FIGURE * 1.1))
    things: list[Widget] = [figure]
    if seat in faces:
        things.insert(0, Badge(faces[seat], turn, **sizes.wide(22)))
    return Panel(sizes, Row(sizes, *things), pad=1.4, edge=theme.ACCENT if turn else "")


# --- another companion has the journal: who it is, and looking on while it is played there ---

AGAIN_S = 1.0  # between two looks into the journal


class HeldPage(Page):
    def make(self) -> Widget:
        trouble = self.stage.rooms.journal.trouble
        words = self.say(trouble.says.key, **trouble.says.args) if trouble is not None else ""
        look_on = partial(self.stage.go, "onlook")
        look = self.button("recovery.look_on", look_on, icon="eye", look="main", size_hint_y=1)
        close = self.button("home.close", self.stage.switch_off, icon="power", size_hint_y=1)
        buttons = Row(self.sizes, close, look, **self.sizes.high(theme.TOUCH + 4))
        text = Text(words, self.sizes, "large")
        return self.body(self.head(self.say("recovery.held"), None), space(0.3), text, space(0.3), buttons)


class OnlookPage(Page):
    """The table of another companion as its journal tells it, large; a tap leads back.

    Plays after what the journal holds, in a copy in memory: nothing here reaches the table.
    """

    _seen = -1

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.every(AGAIN_S, self.look)
        self.look()

    def make(self) -> Widget:
        self._board, back = Region(self._draw), partial(self.stage.go, "held")
        name = self.say("common.back")
        return Touchable(self.sizes, back, self._board, look="ground", pad=0.8, text=name)

    def look(self, *_: object) -> None:
        last = self.stage.rooms.journal.last()
        number = last.id if last is not None else 0
        if number != self._seen:
            self._seen = number
            copy = self.stage.rooms.journal.copy_in_memory()
            sitting = Sitting.resume(replace(self.stage.rooms, journal=copy, board=NoBoard(), listener=None))
            self._board.show(sitting)

    def _draw(self, sitting: Sitting | None) -> Widget:
        if sitting is None:
            return self.instead(self.say("recovery.nothing"))
        return drawn_large(self.sizes, sitting, shown_of(self.say, sitting))
