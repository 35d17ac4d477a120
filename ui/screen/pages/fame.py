"""The hall of fame: who has won most, the best there was in each game, the closest ends."""

from functools import partial

from kivy.uix.widget import Widget

from companion.people.standings import Record, persons, records
from ui.screen import theme
from ui.screen.pages.figures import FiguresPage
from ui.screen.parts.face import face_of
from ui.screen.parts.layout import Column, Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, Touchable

ICONS = {"wins": "trophy", "streak": "star", "quickest": "hand", "best": "scores", "closest": "agree"}


class Fame(FiguresPage):
    tab, empty = "fame", "fame.empty"

    def lines(self) -> list[Widget]:
        self._people = {person.key: person for person in persons(self.games)}
        return [self._line(record) for record in records(self.games)]

    def _line(self, record: Record) -> Widget:
        sizes = self.sizes
        game = self.stage.rooms.games.get(record.game)
        title = self.say(f"fame.{record.what}", game=self.say.title(game) if game else record.game)
        seats = [self._people[key].seat for key in record.keys if key in self._people]
        names = self.say("fame.who", who=[seat.name for seat in seats])
        above = Text(title, sizes, "body", theme.MUTED, valign="bottom")
        words = Column(sizes, above, Text(names, sizes, "large", bold=True, valign="top"), gap=0.2)
        figure = f"{record.figure:g}" + (" %" if record.what == "quickest" else "")
        badges = [Badge(face_of(seat), **sizes.wide(10)) for seat in seats[:2]]
        best = Text(figure, sizes, "title", theme.ACCENT, bold=True, align="right", **sizes.wide(20))
        things = (Icon(sizes, ICONS[record.what], theme.ACCENT, side=7), *badges, words, best)
        high = sizes.high(15)
        if record.played:
            opens = partial(self.stage.go, "sheet", game=record.played)
            return Touchable(sizes, opens, *things, **high, text=f"{title} {names}")
        return Panel(sizes, Row(sizes, *things), pad=1.2, **high)


PAGE = Fame
