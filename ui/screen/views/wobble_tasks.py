"""The tools of Wobble's tasks on the felt: watches, countries, words, throws, distances, and who is away.

The referee judges; a tool only helps to do the task and to tell what came of it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
from ui.screen.parts.keyboard import NumberPad
from ui.screen.parts.layout import Column, Row, Text, on_felt
from ui.screen.parts.shapes import Drawing, ink
from ui.screen.parts.stopwatch import Stopwatch
from ui.screen.parts.touch import Badge, TextButton, Touchable
from ui.screen.theme import Sizes, TextSize
from ui.screen.views.wobble_tools import CensusPad, CountryPicker, PeoplePad, Spelling

TIMED = ("T1", "T2", "T9")
AWAY_MS = 30_000  # W41: a task away from the table takes about half a minute
SHEET = (148, 84)
WINS = 2  # T10

Task = Mapping[str, Any]
MakeTool = Callable[[Spread, Task], Widget]


def _offer(spread: Spread, name: str) -> Offer | None:
    """What is offered under an id that begins like *name*."""
    return next((offer for offer in spread.felt.offered if offer.ask.id.startswith(name)), None)


def _answer(spread: Spread, offer: Offer, value: Any, waited_ns: int = 0) -> None:
    spread.answer(offer.ask, value, offer.seat, waited_ns)


def _text(spread: Spread, words: str, size: TextSize = "body", align: str = "center", **more: Any) -> Text:
    return Text(words, spread.sizes, size, align=align, **more)


def task_felt(spread: Spread) -> Widget | None:
    """The tool of the running task, or None if nobody does a task."""
    task = spread.details.get("task")
    if not task:
        return None
    tool = _TOOLS.get(task["task"], _rule_text)(spread, task)
    return on_felt(spread.sizes, Column(spread.sizes, _title(spread, task), tool, gap=1.0), pad=1.6)


def _title(spread: Spread, task: Task) -> Widget:
    name, faces = task["own"] or spread.words(Say(f"task.{task['task']}")), spread.faces
    row = Row(spread.sizes, gap=1.0, **spread.sizes.high(7))
    for seat in (task["seat"], task["opponent"]):
        if seat in faces and (seat == task["seat"] or task["task"] in ("T4", "T5", "T10")):
            row.add_widget(Badge(faces[seat], **spread.sizes.wide(7)))
    row.add_widget(_text(spread, name, "body", "left", bold=True))
    return row


def _rule_text(spread: Spread, task: Task) -> Widget:
    """How the task goes, in the words of its rule: all that is shown of T3 to T6, T11 and one's own tasks."""
    rule = find_rule(spread.game, f"W-{task['task']}", spread.options)
    words = rule.text(spread.say.language) if rule else task["own"]
    return _text(spread, words, "body")


# --- watches ---


def _watch(spread: Spread, task: Task) -> Widget:
    """T1, T2, T9: a touch on the watch itself starts and stops it, at the time of the touch."""
    running = bool(task["begun"])
    began = task["since"] if running else None
    dial = Stopwatch(began, task["goal_ms"], dark=task["watch"] == "hidden", down=task["task"] == "T2")
    offer = _offer(spread, "stop:") if running else _offer(spread, "begin:")
    if offer is None:
        return dial
    key = "wobble.stop" if running else "wobble.start"
    button: Touchable
    calls = lambda: _answer(spread, offer, offer.ask.call, button.waited_ns)  # noqa: E731
    button = Touchable(spread.sizes, calls, dial, look="felt", when="down", pad=0.6, text=spread.say(key))
    side = [_text(spread, spread.say(f"{key}_hint"), "large", bold=True)]
    if task["watch"] == "hidden" and running:
        side.append(_text(spread, spread.say("wobble.dark"), "small"))
    elif not running:
        side.append(_rule_text(spread, task))
    if task["bump"] >= 0:
        side.append(_text(spread, spread.say("wobble.bumped", seconds=task["bump"] / 1000), "body"))
    return Row(spread.sizes, button, Column(spread.sizes, *side, gap=0.8), gap=1.4)


def away_clock(sizes: Sizes, say: Speaker, since: int) -> Widget:
    """W41: what is left of the half minute of somebody who is away, and how to come back."""
    clock = Stopwatch(since or None, AWAY_MS, down=True, size_hint_x=0.5)
    back = Text(say("wobble.away"), sizes, "small", theme.MUTED, valign="top")
    return Row(sizes, clock, back, gap=0.6)


# --- countries (T8) and words (T7) ---


def _population(spread: Spread, task: Task) -> Widget:
    if not task["country"]:
        return _country_button(spread)
    name = spread.words(Say(f"country.{task['country']}"))
    words = spread.say("wobble.source", source=task["source"])
    source = _text(spread, words, "small", **spread.sizes.high(8))
    offer = _offer(spread, "number:T8")
    things: list[Widget] = [_text(spread, name, "huge", bold=True), source]
    if offer is not None:
        make = partial(PeoplePad, spread.sizes, spread.say, partial(_answer, spread, offer))
        things.insert(1, _open_button(spread, "wobble.estimate", name, make))
    return Column(spread.sizes, *things, gap=1.0)


def _country_button(spread: Spread) -> Widget:
    offer = _offer(spread, "country")
    if offer is None:
        return _text(spread, spread.say("wobble.country_first"), "large")
    names = {choice.value: spread.words(Say(f"country.{choice.value}")) for choice in offer.ask.choices}
    make = partial(CountryPicker, spread.sizes, names, partial(_answer, spread, offer))
    button = _open_button(spread, "wobble.choose_country", spread.words(offer.ask.prompt), make)
    return Column(spread.sizes, _text(spread, spread.say("wobble.country_first"), "body"), button, gap=1.0)


def _open_button(spread: Spread, key: str, title: str, make: Callable[[], Widget]) -> Widget:
    opens = lambda: spread.lay_over(spread.sheet(title, make()), *SHEET)  # noqa: E731
    return TextButton(spread.sizes, spread.say(key), opens, icon="pencil", look="main")


def _word(spread: Spread, task: Task) -> Widget:
    make = partial(Spelling, spread.sizes, spread.say, spread.close)
    button = _open_button(spread, "wobble.spell", spread.words(Say("task.T7")), make)
    return Column(spread.sizes, _rule_text(spread, task), button, gap=1.0)


# --- rock, paper, scissors (T10) ---


def _throws(spread: Spread, task: Task) -> Widget:
    """Two taps: what one hand shows and what the other shows."""
    offer = _offer(spread, "throw")
    shown: dict[str, str] = {}

    def tapped(who: str, sign: str, row: Sequence[Touchable]) -> None:
        shown[who] = sign
        for button, other in zip(row, "RPS", strict=True):
            button.mark(other == sign)
        if offer is not None and len(shown) == 2:
            _answer(spread, offer, shown["own"] + shown["other"])

    lines = []
    for who, seat, wins in (("own", task["seat"], 0), ("other", task["opponent"], 1)):
        row: list[Touchable] = []
        for sign in "RPS":
            text, name = _text(spread, spread.words(Say(f"sign.{sign}"))), f"{seat} {sign}"
            touched = partial(tapped, who, sign, row)
            row.append(Touchable(spread.sizes, touched, text, look="felt", edge=theme.FELT_EDGE, text=name))
        name = _text(spread, f"{seat}\n{task['wins'][wins]} / {WINS}", "body", size_hint_x=0.8)
        lines.append(Row(spread.sizes, name, *row, gap=1.2))
    return Column(spread.sizes, *lines, gap=1.2)


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


def _slide(spread: Spread, task: Task) -> Widget:
    length = task["numbers"][0] if task["numbers"] else 0
    goal = task.get("goal_mm", 0)
    words = spread.say("wobble.goal", goal=goal) if goal else spread.say("wobble.length")
    line = _text(spread, words, "body", **spread.sizes.high(6))
    things: list[Widget] = [Board(length or 1000, goal), line]
    offer = _offer(spread, "number:T12")
    if offer is not None:
        low, high, entered = offer.ask.low, offer.ask.high, partial(_answer, spread, offer)
        make = partial(NumberPad, spread.sizes, spread.say, low, high, entered)
        key = "wobble.measure_coin" if goal else "wobble.measure_table"
        things.append(_open_button(spread, key, spread.words(offer.ask.prompt), make))
    return Column(spread.sizes, *things, gap=1.0)


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
