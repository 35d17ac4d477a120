"""The tools of Wobble's tasks on the felt: watches, countries, words, throws, distances, and who is away.

The referee judges; a tool only helps to do the task and to tell what came of it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kivy.graphics import SmoothLine, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from companion.asks import Say
from companion.games.wobble.deck import BOX, known_cards, test_138
from companion.rulebook import find_rule
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.offers import Offer
from ui.screen.pages.table.felt import Spread
from ui.screen.parts.drawing import Drawing
from ui.screen.parts.keyboard import NumberPad
from ui.screen.parts.layout import Column, Row, on_felt
from ui.screen.parts.pads import titled
from ui.screen.parts.people import Badge
from ui.screen.parts.shapes import ink
from ui.screen.parts.stopwatch import Stopwatch
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touchable
from ui.screen.theme import Sizes
from ui.screen.views.wobble_tools import CensusPad, CountryPicker, PeoplePad, Spelling

TIMED = ("T1", "T2", "T9")
AWAY_MS = 30_000  # W41: a task away from the table takes about half a minute
SHEET = (148, 84)
WINS = 2  # T10

Task = Mapping[str, Any]
MakeTool = Callable[["Bench", Task], Widget]


class Bench:
    """What every tool needs to be drawn and to answer."""

    def __init__(self, spread: Spread) -> None:
        self.sizes, self.say, self.game = spread.sizes, spread.say, spread.game
        self.felt, self.hand, self.faces = spread.felt, spread.hand, spread.faces

    def offer(self, *names: str) -> Offer | None:
        """What is offered under one of the *names*, the beginnings of an ask's id."""
        found = (o for name in names for o in self.felt.offered if o.ask.id.startswith(name))
        return next(found, None)

    def answer(self, offer: Offer, value: Any, waited_ns: int = 0) -> None:
        self.hand.answer(offer.ask, value, offer.seat, waited_ns)

    def sheet(self, title: str, thing: Widget) -> None:
        """Lay *thing* over the table."""
        self.hand.lay_over(titled(self.sizes, self.say, title, thing, self.hand.clear_over), *SHEET)

    def text(self, words: str, size: Any = "body", align: str = "center", **more: Any) -> Text:
        return Text(words, self.sizes, size, align=align, **more)

    def words(self, key: str, **fill: Any) -> str:
        """A sentence of the game."""
        return self.say.game(self.game, Say(key, fill))


def task_felt(spread: Spread) -> Widget | None:
    """The tool of the running task, or None if nobody does a task."""
    task = spread.details.get("task")
    if not task:
        return None
    bench, sizes = Bench(spread), spread.sizes
    tool = _TOOLS.get(task["task"], _by_the_table)(bench, task)
    things = [_title(bench, task), tool]
    return on_felt(sizes, Column(sizes, *things, gap=1.0), pad=1.6)


def _title(bench: Bench, task: Task) -> Widget:
    name = task["own"] or bench.words(f"task.{task['task']}")
    faces = bench.faces
    row = Row(bench.sizes, gap=1.0, **bench.sizes.high(7))
    for seat in (task["seat"], task["opponent"]):
        if seat in faces and (seat == task["seat"] or task["task"] in ("T4", "T5", "T10")):
            row.add_widget(Badge(faces[seat], **bench.sizes.wide(7)))
    row.add_widget(bench.text(name, "body", "left", bold=True))
    return row


def _rule_text(bench: Bench, task: Task) -> Widget:
    """How the task goes, in the words of its rule."""
    rule = find_rule(bench.game, f"W-{task['task']}", bench.felt.options)
    words = rule.text(bench.say.language) if rule else task["own"]
    return bench.text(bench.say.disguise(words), "body")


# --- watches ---


def _watch(bench: Bench, task: Task) -> Widget:
    """T1, T2, T9: a touch on the watch itself starts and stops it, at the time of the touch."""
    running = bool(task["begun"])
    began = task["since"] if running else None
    dial = Stopwatch(began, task["goal_ms"], dark=task["watch"] == "hidden", down=task["task"] == "T2")
    offer = bench.offer("stop:") if running else bench.offer("begin:")
    if offer is None:
        return dial
    key = "wobble.stop" if running else "wobble.start"
    button = Touchable(
        bench.sizes,
        lambda: bench.answer(offer, offer.ask.call, button.waited_ns),
        dial,
        look="felt",
        when="down",
        pad=0.6,
    )
    button.text = bench.say(key)
    side = [bench.text(bench.say(f"{key}_hint"), "large", bold=True)]
    if task["watch"] == "hidden" and running:
        side.append(bench.text(bench.say("wobble.dark"), "small"))
    elif not running:
        side.append(_rule_text(bench, task))
    if task["bump"] >= 0:
        side.append(bench.text(bench.say("wobble.bumped", seconds=task["bump"] / 1000), "body"))
    return Row(bench.sizes, button, Column(bench.sizes, *side, gap=0.8), gap=1.4)


def away_clock(sizes: Sizes, say: Speaker, since: int) -> Widget:
    """W41: what is left of the half minute of somebody who is away, and how to come back."""
    clock = Stopwatch(since or None, AWAY_MS, down=True, size_hint_x=0.5)
    back = Text(say("wobble.away"), sizes, "small", theme.MUTED, valign="top")
    return Row(sizes, clock, back, gap=0.6)


# --- countries (T8) and words (T7) ---


def _population(bench: Bench, task: Task) -> Widget:
    if not task["country"]:
        return _country_button(bench)
    name = bench.words(f"country.{task['country']}")
    offer = bench.offer("number:T8")
    things: list[Widget] = [bench.text(name, "huge", bold=True), _source(bench, task)]
    if offer is not None:
        entered = lambda number: bench.answer(offer, number)  # noqa: E731
        make = lambda: PeoplePad(bench.sizes, bench.say, entered)  # noqa: E731
        things.insert(1, _open_button(bench, "wobble.estimate", name, make))
    return Column(bench.sizes, *things, gap=1.0)


def _country_button(bench: Bench) -> Widget:
    offer = bench.offer("country")
    if offer is None:
        return bench.text(bench.say("wobble.country_first"), "large")
    names = {choice.value: bench.words(f"country.{choice.value}") for choice in offer.ask.choices}
    title, chosen = bench.say.game(bench.game, offer.ask.prompt), lambda code: bench.answer(offer, code)
    make = lambda: CountryPicker(bench.sizes, names, chosen)  # noqa: E731
    button = _open_button(bench, "wobble.choose_country", title, make)
    return Column(bench.sizes, bench.text(bench.say("wobble.country_first"), "body"), button, gap=1.0)


def _source(bench: Bench, task: Task) -> Widget:
    line = bench.text(bench.say("wobble.source", source=task["source"]), "small")
    line.size_hint_y, line.height = None, bench.sizes.mm(8)
    return line


def _open_button(bench: Bench, key: str, title: str, make: Callable[[], Widget]) -> Widget:
    words = bench.say(key)
    return TextButton(bench.sizes, words, lambda: bench.sheet(title, make()), icon="pencil", look="main")


def _word(bench: Bench, task: Task) -> Widget:
    title = bench.words("task.T7")
    make = lambda: Spelling(bench.sizes, bench.say, bench.hand.clear_over)  # noqa: E731
    button = _open_button(bench, "wobble.spell", title, make)
    return Column(bench.sizes, _rule_text(bench, task), button, gap=1.0)


# --- rock, paper, scissors (T10) ---


def _throws(bench: Bench, task: Task) -> Widget:
    """Two taps: what one hand shows and what the other shows."""
    offer = bench.offer("throw")
    shown: dict[str, str] = {}

    def tapped(who: str, sign: str, row: Sequence[Touchable]) -> None:
        shown[who] = sign
        for button, other in zip(row, "RPS", strict=True):
            button.mark(other == sign)
        if offer is not None and len(shown) == 2:
            bench.answer(offer, shown["own"] + shown["other"])

    lines = []
    for who, seat, wins in (("own", task["seat"], 0), ("other", task["opponent"], 1)):
        row: list[Touchable] = []
        for sign in "RPS":
            text = bench.text(bench.words(f"sign.{sign}"))
            touched = lambda who=who, sign=sign, row=row: tapped(who, sign, row)  # noqa: E731
            button = Touchable(bench.sizes, touched, text, look="felt", edge=theme.FELT_EDGE)
            button.text = f"{seat} {sign}"
            row.append(button)
        name = bench.text(f"{seat}\n{task['wins'][wins]} / {WINS}", "body", size_hint_x=0.8)
        lines.append(Row(bench.sizes, name, *row, gap=1.2))
    return Column(bench.sizes, *lines, gap=1.2)


# --- distances (T12) ---


class Board(Drawing):
    """A table from above with the strip at its far edge in which the coin has to stay."""

    def __init__(self, length_mm: int, goal_mm: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._length, self._goal = max(1, length_mm), goal_mm

    def draw(self) -> None:
        wide, tall = self.width * 0.94, min(self.height * 0.5, self.width * 0.2)
        x, y = self.x + (self.width - wide) / 2, self.middle[1] - tall / 2
        ink(theme.FELT_EDGE)
        SmoothRoundedRectangle(pos=(x, y), size=(wide, tall), radius=[tall * 0.1])
        if self._goal:
            strip = wide * self._goal / self._length
            ink(theme.GOOD)
            SmoothRoundedRectangle(pos=(x + wide - strip, y), size=(strip, tall), radius=[tall * 0.1])
        ink(theme.ACCENT)
        SmoothLine(circle=(x + tall * 0.5, y + tall / 2, tall * 0.22), width=max(1.6, tall * 0.05))


def _slide(bench: Bench, task: Task) -> Widget:
    length = task["numbers"][0] if task["numbers"] else 0
    goal = task.get("goal_mm", 0)
    words = bench.say("wobble.goal", goal=goal) if goal else bench.say("wobble.length")
    line = bench.text(words, "body", **bench.sizes.high(6))
    things: list[Widget] = [Board(length or 1000, goal), line]
    offer = bench.offer("number:T12")
    if offer is not None:
        low, high, entered = offer.ask.low, offer.ask.high, lambda mm: bench.answer(offer, mm)
        make = lambda: NumberPad(bench.sizes, bench.say, low, high, entered)  # noqa: E731
        key = "wobble.measure_coin" if goal else "wobble.measure_table"
        things.append(_open_button(bench, key, bench.say.game(bench.game, offer.ask.prompt), make))
    return Column(bench.sizes, *things, gap=1.0)


# --- what only people can see ---


def _by_the_table(bench: Bench, task: Task) -> Widget:
    """T3 to T6, T11, tasks of one's own: how it goes; the buttons below tell how it went."""
    return _rule_text(bench, task)


_TOOLS: Mapping[str, MakeTool] = {
    **dict.fromkeys(TIMED, _watch),
    "T7": _word,
    "T8": _population,
    "T10": _throws,
    "T12": _slide,
}


# --- an unknown box (W1) ---


def census_pad(sizes: Sizes, say: Speaker, entered: Callable[[Any], None]) -> Widget:
    """The whole box, heap by heap; the printed deck is a start."""
    usual = test_138()
    others = sorted(known_cards() - set(usual))

    def counted(cards: Any) -> None:
        entered({"place": "box", "cards": cards})

    return CensusPad(sizes, say, (*usual, *others), usual, BOX, counted)


# --- double or nothing ---


def dare_tiles(sizes: Sizes, say: Speaker, attack: Mapping[str, Any]) -> Widget:
    """W40 before START: what drawing, doing and failing would come to, and from which chance on it pays."""
    total = attack["total"]
    tiles = [
        _tile(sizes, say("wobble.accept"), str(total), theme.TEXT),
        _tile(sizes, say("wobble.done"), "0", theme.GOOD),
        _tile(sizes, say("wobble.failed"), str(2 * total), theme.DANGER),
    ]
    row = Row(sizes, *tiles, gap=1.2)
    if "break_even" not in attack:
        return row
    hint = Text(say("wobble.break_even", n=round(attack["break_even"])), sizes, "small", **sizes.high(6))
    return Column(sizes, row, hint, gap=0.6)


def _tile(sizes: Sizes, words: str, number: str, colour: str) -> Widget:
    big = Text(number, sizes, "huge", colour, align="center", bold=True)
    small = Text(words, sizes, "small", align="center", size_hint_y=0.5)
    return on_felt(sizes, big, small, pad=0.8)
