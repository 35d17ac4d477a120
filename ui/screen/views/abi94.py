"""Abi '94: everybody's score sheet beside the name, and on the felt what lies before each of them."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Any

from kivy.graphics import Line, Rectangle, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from companion.asks import JSON, Ask, Kind
from companion.game import AnyGame, certain
from companion.layout import SeatPanel, View
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.offers import Offer
from ui.screen.pages.table.desk import Desk
from ui.screen.pages.table.felt import Spread, felt_region
from ui.screen.pages.table.people import Person
from ui.screen.parts.cards import ASPECT, CardFace, CardFan
from ui.screen.parts.layout import Column, Grid, Panel, Row, Text, on_felt, space
from ui.screen.parts.pads import CardPad, Pack
from ui.screen.parts.shapes import Drawing, draw_shape, ink
from ui.screen.parts.touch import Badge, Icon, Touchable

# --- what stands on a pupil's score sheet: boxes for marks, stress chips, pills, and the odds of a roll ---


class Chips(Drawing):
    """*chips* round and *pills* long, beside each other as they lie on the table."""

    def __init__(self, chips: int, pills: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.chips, self.pills = chips, pills

    def draw(self) -> None:
        count = self.chips + 2 * self.pills + (0.6 if self.pills and self.chips else 0)
        step = min(self.height * 0.9, self.width / max(count, 1))
        r, y = step * 0.42, self.middle[1]
        x = self.x + step / 2
        for _ in range(self.chips):
            draw_shape("circle", theme.ACCENT, x, y, r)
            ink(theme.INK)
            Line(circle=(x, y, r * 0.6), width=1)
            x += step
        x += 0.6 * step if self.pills and self.chips else 0
        for _ in range(self.pills):
            self._pill(x, y, r)
            x += 2 * step

    @staticmethod
    def _pill(x: float, y: float, r: float) -> None:
        """Half light, half red, so that it is no chip even without colours."""
        ink(theme.IVORY)
        SmoothRoundedRectangle(pos=(x - r, y - r), size=(4 * r, 2 * r), radius=[r])
        ink(theme.DANGER)
        SmoothRoundedRectangle(pos=(x - r, y - r), size=(2 * r, 2 * r), radius=[r, 0, 0, r])
        ink(theme.INK)
        Line(rounded_rectangle=(x - r, y - r, 4 * r, 2 * r, r), width=1)


def mark_box(sizes: theme.Sizes, written: str, passed: bool | None) -> Widget:
    """One box of the sheet: what is written in it, ticked or crossed once it counts."""
    colour = theme.TEXT if passed is None else theme.GOOD if passed else theme.DANGER
    row = Row(sizes, gap=0.2)
    if passed is not None:
        row.add_widget(Icon(sizes, "check" if passed else "close", colour, side=2.6))
    if written:
        text = Text(written, sizes, "body", colour, align="center", bold=True)
        row.add_widget(text)
    return Panel(sizes, row, ground=theme.GROUND, edge=theme.EDGE, pad=0.15)


class Odds(Drawing):
    """Ten fields for the ten faces of the die; the first *chance* percent of them are bad."""

    def __init__(self, chance: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.chance = chance

    def draw(self) -> None:
        gap = self.width * 0.012
        wide = (self.width - 9 * gap) / 10
        for field in range(10):
            x = self.x + field * (wide + gap)
            bad = field < round(self.chance / 10)
            ink(theme.DANGER if bad else theme.FELT_EDGE)
            Rectangle(pos=(x, self.y), size=(wide, self.height))
            if bad:
                ink(theme.INK)
                Line(points=[x, self.y, x + wide, self.y + self.height], width=1.2)


DECK = "abi94"
KLAUSUREN = 3
LOW = 16.0  # millimetres: a mat with less has no room for words
MANY_MATS = 8  # more of them have narrow cards
CARD = (5.0, 8.0, 12.0)  # millimetres: how wide narrow cards are, others at least, and at most
BRIEF = 6  # so many mats lie beside each other where there is one line for them
DRAWN = ("stat.chips", "stat.pills")  # figures that are drawn, not written


# --- the score sheet of a seat, below its name ---


def panel(desk: Desk, person: Person, view: View, low: bool) -> Widget:
    """Three Klausuren, the exam, the grade; and the chips and pills that lie there."""
    sizes, at = desk.sizes, [each.seat for each in view.panels].index(person.panel.seat)
    sheet = {f"{row.label.key}:{row.label.args.get('number', '')}": row.cells[at] for row in view.sheet}
    marks = [sheet.get(f"project.klausur:{number}", "") for number in range(1, KLAUSUREN + 1)]
    boxes = [mark_box(sizes, mark, _passes(mark, view.details.get("pass", 0))) for mark in marks]
    exam, doubled = sheet.get("sheet.exam:", ""), sheet.get("sheet.doubled:", "")
    boxes.append(mark_box(sizes, doubled, None if not exam else bool(doubled)))
    figures = {stat.label.key: int(stat.value) for stat in person.panel.stats if stat.label.key in DRAWN}
    chips = Chips(figures.get("stat.chips", 0), figures.get("stat.pills", 0), size_hint_x=1.4)
    grade = sheet.get("sheet.grade:", "")
    below = Row(sizes, chips, gap=0.8)
    if grade or person.panel.out:
        words = desk.say("table.out") if person.panel.out else desk.say("abi94.grade", grade=grade)
        below.add_widget(Text(words, sizes, "small", align="right", bold=True))
    line = Row(sizes, *boxes, gap=0.6)
    if low:
        line.size_hint_x = 1.6
        return Row(sizes, line, below, gap=0.8)
    return Column(sizes, line, below, gap=0.6)


def _passes(mark: str, least: int) -> bool | None:
    """Whether a written mark is a pass; None for an empty box."""
    return int(mark) >= least if mark.lstrip("-").isdigit() else None


# --- the felt ---


def felt(spread: Spread) -> Widget:
    piles, chance = spread.felt.view.piles if spread.felt.view else (), _chance(spread.felt.offered)
    seats = [pile.place.removeprefix("now:") for pile in piles if pile.place.startswith("now:")]
    seats = [seat for seat in seats if seat in spread.faces]
    if not seats and chance is None:
        return felt_region(spread)
    parts: list[Widget] = []
    if chance is not None:
        parts.append(_odds(spread.sizes, spread.say, chance, alone=not seats))
    if seats:
        parts.append(_grid(spread, seats))
    return on_felt(spread.sizes, Column(spread.sizes, *parts, gap=0.8), pad=1.0)


def _chance(offered: Sequence[Offer]) -> int | None:
    """How likely the roll that is waited for goes wrong, in percent."""
    for offer in offered:
        if offer.ask.kind is Kind.DICE and "chance" in offer.ask.prompt.args:
            return int(offer.ask.prompt.args["chance"])
    return None


def _odds(sizes: theme.Sizes, say: Speaker, chance: int, alone: bool) -> Widget:
    says = say("abi94.chance", chance=chance)
    words = Text(says, sizes, "title" if alone else "body", bold=True, size_hint_x=0.7)
    row = Row(sizes, words, Odds(chance), gap=1.4, **sizes.high(9 if alone else 5))
    return Column(sizes, space(), row, space()) if alone else row


def _words(spread: Spread, panel: SeatPanel) -> str:
    """The points so far and what is still missing; in the exam the subjects as well."""
    say, detail = spread.say, spread.details
    stats = {stat.label.key: stat for stat in panel.stats}
    shown = [stats[key] for key in ("stat.points", "stat.types") if key in stats]
    words = [f"{spread.words(stat.label)} {stat.value}" for stat in shown]
    needs = detail.get("needs", {}).get(panel.seat, 0)
    if needs:
        words.append(say("abi94.needs", n=needs))
    copied = detail.get("copied", {}).get(panel.seat, ())
    if copied:
        words.append(say("abi94.copied", n=sum(copied)))
    return " · ".join(words)


def _grid(spread: Spread, seats: Sequence[str]) -> Widget:
    """What lies before each seat."""
    sizes, brief = spread.sizes, spread.felt.brief
    lines = 3 if len(seats) > 6 else 2
    if not sizes.portrait:
        lines = 1 if len(seats) <= (BRIEF if brief else BRIEF - 2) else 2
    columns = ceil(len(seats) / lines)
    tall = spread.felt.room / ceil(len(seats) / columns)
    wide = CARD[0] if len(seats) > MANY_MATS else max(CARD[1], min(CARD[2], 0.5 * tall))
    return Grid(sizes, *(_mat(spread, seat, tall, wide) for seat in seats), cols=columns, gap=1.0)


def _mat(spread: Spread, seat: str, tall: float, wide: float) -> Widget:
    """The card of this round apart, the older ones, no larger, beside it; where it is *tall* enough for a
    finger a free place is tapped. Cards are so *wide*."""
    sizes, view = spread.sizes, certain(spread.felt.view)
    lying = {pile.place: pile.cards for pile in view.piles}
    panel = next(panel for panel in view.panels if panel.seat == seat)
    slot = next((offer for offer in spread.felt.offered if offer.ask.place == f"now:{seat}"), None)
    badge = Badge(spread.faces[seat], panel.turn, **sizes.wide(5.5))
    as_high = sizes.high(min(tall, wide / ASPECT))
    covered = tuple(spread.details.get("covered", {}).get(seat, ()))
    fan = CardFan(DECK, lying[f"before:{seat}"], struck=covered, pos_hint={"center_y": 0.5}, **as_high)
    lies = "".join(lying[f"now:{seat}"][-1:])
    now = CardFace(DECK, lies, empty=not lies, size_hint=(None, 1), width=sizes.mm(wide))
    things: Widget = Row(sizes, badge, now, fan, gap=0.6)
    if tall >= LOW:
        words = Text(_words(spread, panel), sizes, "small", align="center", **sizes.high(6))
        things = Column(sizes, things, words, gap=0.2)
    if slot is None or tall < theme.TOUCH_LEAST + 1.0:
        return Row(sizes, things, pad=0.4)
    lay, name = partial(spread.open_pad, slot), spread.say("abi94.before", seat=seat)
    return Touchable(sizes, lay, things, look="felt", pad=0.4, edge=theme.ACCENT, text=name)


# --- the pad ---


def pad(desk: Any, ask: Ask, entered: Callable[[JSON], None], view: View) -> Widget | None:
    """The kinds of this table's own deck, each with what it is called."""
    names = _names(desk.say, desk.game, view)
    return CardPad(desk.sizes, desk.say, ask, entered, Pack(tuple(names), names))


def named(say: Speaker, game: AnyGame, view: View, card: str) -> str:
    return "" if card[1:2].isdigit() else _names(say, game, view).get(card, "")


def _names(say: Speaker, game: AnyGame, view: View) -> dict[str, str]:
    deck: dict[str, str] = view.details.get("deck", {})
    return {card: say.known(game, key, key) for card, key in deck.items()}
