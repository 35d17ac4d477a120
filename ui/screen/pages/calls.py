"""Who called first when several did, how often and by how much, and what equal quickness would give."""

from kivy.uix.widget import Widget

from companion.people.standings import FEWEST_CALLS, Person, persons
from ui.screen import theme
from ui.screen.pages.figures import FiguresPage
from ui.screen.parts.bars import ShareBar
from ui.screen.parts.face import face_of
from ui.screen.parts.layout import Column, Panel, Row
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text


class Calls(FiguresPage):
    tab, empty = "calls", "calls.empty"

    def lines(self) -> list[Widget]:
        people = [p for p in persons(self.games) if p.contests]
        people.sort(key=lambda person: -person.firsts / person.contests)
        if not people:
            return []
        honest = self.say("calls.honest", n=FEWEST_CALLS)
        hint = Text(honest, self.sizes, "small", theme.MUTED, grow=True)
        return [*(self._line(person) for person in people), hint]

    def _line(self, person: Person) -> Widget:
        sizes, say = self.sizes, self.say
        words = say("calls.first", name=person.seat.name, won=person.firsts, n=person.contests)
        below = []
        if person.ahead_ms is not None:
            below.append(say("calls.lead", ms=say.number(person.ahead_ms, 1)))
        if person.took_ms is not None:
            below.append(say("calls.took", s=say.number(person.took_ms / 1000)))
        if person.seat.handicap_ms:
            below.append(say("players.handicap", ms=person.seat.handicap_ms))
        bar = ShareBar(sizes, person.firsts / person.contests, person.fair_firsts / person.contests)
        more = Text(" · ".join(below), sizes, "small", theme.MUTED, valign="top")
        figures = Column(sizes, Text(words, sizes, "body", bold=True, valign="bottom"), bar, more, gap=0.4)
        badge = Badge(face_of(person.seat), **sizes.wide(11))
        return Panel(sizes, Row(sizes, badge, figures), pad=1.4, **sizes.high(24))


PAGE = Calls
