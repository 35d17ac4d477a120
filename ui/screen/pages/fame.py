"""The hall of fame: who has won most, the best there was in each game, the closest ends."""

from kivy.uix.widget import Widget

from companion.people.standings import Record, persons, records
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.scores import figures_tabs
from ui.screen.parts.layout import Column, Panel, Row, Scroll, Stack
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable
from ui.screen.sitting import face_of

ICONS = {"wins": "trophy", "streak": "star", "quickest": "hand", "best": "scores", "closest": "agree"}


class Fame(Page):
    def make(self) -> Widget:
        games = self.stage.past_games()
        self._people = {person.key: person for person in persons(games)}
        lines = [self._line(record) for record in records(games)]
        head = self.head(self.say("fame.title"), lambda: self.stage.go("home"))
        top = figures_tabs(self.stage, "fame")
        if not lines:
            empty = Text(
                self.say("fame.empty"), self.sizes, "large", theme.MUTED, theme.GROUND, align="center"
            )
            return self.body(head, top, empty)
        return self.body(head, top, Scroll(self.sizes, Stack(self.sizes, *lines)), gap=theme.GAP)

    def _line(self, record: Record) -> Widget:
        sizes = self.sizes
        ground = theme.RAISED if record.played else theme.SURFACE
        game = self.stage.rooms.games.get(record.game)
        title = self.say(f"fame.{record.what}", game=game.about.title if game else record.game)
        seats = [self._people[key].seat for key in record.keys if key in self._people]
        names = self.say("fame.who", who=[seat.name for seat in seats])
        words = Column(
            sizes,
            Text(title, sizes, "body", theme.MUTED, ground, valign="bottom"),
            Text(names, sizes, "large", ground=ground, bold=True, valign="top"),
            gap=0.2,
        )
        figure = f"{record.figure:g}" + (" %" if record.what == "quickest" else "")
        things: list[Widget] = [
            Icon(sizes, ICONS[record.what], theme.ACCENT, side=7),
            *(Badge(face_of(seat), size_hint=(None, 1), width=sizes.mm(10)) for seat in seats[:2]),
            words,
            Text(
                figure,
                sizes,
                "title",
                theme.ACCENT,
                ground,
                bold=True,
                align="right",
                size_hint_x=None,
                width=sizes.mm(20),
            ),
        ]
        height = sizes.mm(15)
        if record.played:
            line = Touchable(
                sizes,
                lambda: self.stage.go("sheet", game=record.played),
                *things,
                size_hint_y=None,
                height=height,
            )
            line.text = f"{title} {names}"
            return line
        return Panel(sizes, Row(sizes, *things), pad=1.2, size_hint_y=None, height=height)


PAGE = Fame
