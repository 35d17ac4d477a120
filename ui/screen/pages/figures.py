"""The pages about all that was played: fame, calls, luck. They read game after game and never block."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Line, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from companion.people.luck import SHARES, Counts, Luck, count, judged
from companion.people.past import PastGame
from companion.people.standings import FEWEST_CALLS, Person, Record, key_in, persons, records
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.looks import face_of
from ui.screen.pages.page import Page
from ui.screen.parts.blocks import tabs
from ui.screen.parts.dice import draw_die, write
from ui.screen.parts.layout import Column, Panel, Region, Row, Text
from ui.screen.parts.shapes import Drawing, ink
from ui.screen.parts.touch import Badge, Icon, Touchable
from ui.screen.stage import Stage
from ui.screen.theme import Sizes

FIGURES = ("scores", "fame", "folk", "calls", "luck")  # pages that belong together
FEW = 10  # games, whose lines are made in the same moment
SLICE_S = 0.025  # of the processor, that reading takes between two pictures


def figures_tabs(stage: Stage, shown: str) -> Widget:
    """The way between the pages about what was played."""
    return tabs(stage.sizes, {name: stage.say(f"scores.tab_{name}") for name in FIGURES}, shown, stage.go)


class FiguresPage(Page):
    """Children say what they make of a game, and which lines they show at the end."""

    empty = "scores.empty"

    def make(self) -> Widget:
        self.games: list[PastGame] = []
        self._reading = self.stage.each_past_game()
        self._place = Region(self._shown)
        self._place.show("busy")
        self._read()
        head = self.head(self.say(f"{self.name}.title"), "home", *self.tools())
        return self.body(head, figures_tabs(self.stage, self.name), self._place, gap=theme.GAP)

    def tools(self) -> Sequence[Widget]:
        """What can be done here, at the end of the head line."""
        return ()

    def take(self, game: PastGame) -> None:
        """One more game was read."""
        self.games.append(game)

    def lines(self) -> Sequence[Widget]:
        """What is shown once all games were read; nothing if there is nothing to say yet."""
        raise NotImplementedError

    def above(self) -> Sequence[Widget]:
        """What stands above the lines and does not scroll."""
        return ()

    def honest(self, words: str) -> Widget:
        """The last line, which tells how much can be made of all above it."""
        return Text(words, self.sizes, "small", theme.MUTED, grow=True)

    def _read(self) -> None:
        """A slice of the games; the next one after the next picture."""
        until = time.thread_time() + SLICE_S
        for game in self._reading:
            self.take(game)
            if time.thread_time() >= until:
                self._next(self._read)
                return
        show = partial(self._place.show, "all")
        if len(self.games) <= FEW:
            show()
        else:
            self._next(show)

    def _next(self, does: Callable[[], None]) -> None:
        """After the next picture, unless another page was opened meanwhile."""
        Clock.schedule_once(lambda _passed: does() if self.parent is not None else None, 0)

    def _shown(self, how: str) -> Widget:
        if how == "busy":
            return self.instead(self.say("scores.reading"))
        lines = self.lines()
        if not lines:
            return self.instead(self.say(self.empty))
        return Column(self.sizes, *self.above(), self.listed(*lines))


# --- the hall of fame: who has won most, the best there was in each game, the closest ends ---

ICONS = {"wins": "trophy", "streak": "star", "quickest": "hand", "best": "scores", "closest": "agree"}


class FamePage(FiguresPage):
    empty = "fame.empty"

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


# --- who called first when several did, how often and by how much, and what equal quickness would give ---


class CallsPage(FiguresPage):
    empty = "calls.empty"

    def lines(self) -> list[Widget]:
        people = [person for person in persons(self.games) if person.contests]
        people.sort(key=lambda person: -person.firsts / person.contests)
        honest = self.honest(self.say("calls.honest", n=FEWEST_CALLS))
        return [*map(self._line, people), honest] if people else []

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


# --- the luck of the dice: what was rolled, and whether that says anything about the dice at all ---

MOST_PEOPLE = 8


class LuckPage(FiguresPage):
    empty = "luck.empty"
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
        mine = [luck for luck in self._judged if luck.who == self.who and luck.rolls]
        honest = self.honest(self.say("luck.honest", n=sum(luck.enough for luck in self._judged)))
        return [*map(self._kind, mine), honest] if mine else []

    def above(self) -> list[Widget]:
        """The owner of the rolls: everybody together, or one person."""
        seats, rolled = {person.key: person.seat for person in persons(self.games)}, {}
        for key in (luck.who for luck in self._judged):
            if key in seats:
                rolled[key] = seats[key]
        most = MOST_PEOPLE - (3 if self.sizes.portrait else 0)
        buttons = [self._button("", Icon(self.sizes, "people", size_hint=(1, 1)), self.say("luck.all"))]
        buttons += [
            self._button(key, Badge(face_of(seat)), seat.name) for key, seat in [*rolled.items()][:most]
        ]
        return [Row(self.sizes, *buttons, gap=1.2, **self.sizes.high(theme.TOUCH))]

    def _button(self, key: str, picture: Widget, name: str) -> Widget:
        edge, shows = theme.ACCENT if key == self.who else "", partial(self.again, who=key)
        return Touchable(self.sizes, shows, picture, look="quiet", edge=edge, pad=0.4, text=name)

    def _kind(self, luck: Luck) -> Widget:
        sizes = self.sizes
        title = self.say("luck.kind", kind=self.say(f"luck.{luck.kind}"), n=luck.rolls)
        words = Text(verdict(self.say, luck), sizes, "body", grow=True)
        bars = FaceBars(sizes, luck.kind, luck.counts, SHARES[luck.kind], **sizes.high(27))
        top = Text(title, sizes, "large", bold=True, grow=True)
        return Panel(sizes, top, bars, words, pad=1.8, gap=1.2, grow=True)


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


# --- bars for how often something came, each with a mark where it would be by equal luck ---


class FaceBars(Drawing):
    """Bars for the faces of a die; each face is drawn below its bar, each count stands above it."""

    def __init__(
        self, sizes: Sizes, kind: str, counts: Mapping[str, int], shares: Mapping[str, float], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._sizes, self._kind, self._counts, self._shares = sizes, kind, counts, shares

    def draw(self) -> None:
        sizes, rolls = self._sizes, max(1, sum(self._counts.values()))
        step = self.width / max(1, len(self._counts))
        side = min(sizes.mm(6), step * 0.8)
        foot, letters = self.y + side + sizes.mm(1.2), sizes.text("small")
        room = max(1.0, self.y + self.height - letters * 1.4 - foot)
        highest = max(*self._counts.values(), *(share * rolls for share in self._shares.values()), 1)
        for number, (face, often) in enumerate(self._counts.items()):
            middle = self.x + step * (number + 0.5)
            tall = room * often / highest
            ink(theme.ACCENT)
            width = min(step * 0.62, sizes.mm(9))
            radius = [min(sizes.mm(0.8), tall / 2)]
            SmoothRoundedRectangle(pos=(middle - width / 2, foot), size=(width, max(1, tall)), radius=radius)
            level = foot + room * self._shares[face] * rolls / highest
            ink(theme.TEXT)
            dash = sizes.mm(0.8)
            line = [middle - step * 0.44, level, middle + step * 0.44, level]
            Line(points=line, width=1.2, dash_length=dash, dash_offset=dash)
            above = max(foot + tall, level if abs(level - foot - tall) < letters * 1.2 else 0)
            write(str(often), middle, above + letters * 0.7, letters, theme.TEXT, bold=False)
            draw_die(self._kind, face, middle - side / 2, self.y, side)


class ShareBar(Drawing):
    """How much of the whole: a lying bar, with a mark where it would end by equal luck."""

    def __init__(self, sizes: Sizes, share: float, fair: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sizes, self._share, self._fair = sizes, share, fair

    def draw(self) -> None:
        sizes = self._sizes
        tall = min(self.height * 0.6, sizes.mm(6))
        y = self.middle[1] - tall / 2
        radius = [sizes.mm(0.8)]
        ink(theme.RAISED)
        SmoothRoundedRectangle(pos=(self.x, y), size=(self.width, tall), radius=radius)
        ink(theme.ACCENT)
        width = max(sizes.mm(1), self.width * self._share)
        SmoothRoundedRectangle(pos=(self.x, y), size=(width, tall), radius=radius)
        ink(theme.TEXT)
        at = self.x + self.width * self._fair
        Line(points=[at, y - sizes.mm(1), at, y + tall + sizes.mm(1)], width=sizes.mm(0.3))
