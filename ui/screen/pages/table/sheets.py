"""Everything that is laid over the table page: pads, rules, the log, the menu, agreements, secrets."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, Ask, Kind, Say
from companion.layout import View
from companion.rulebook import Switch, find_rule, read_with, switches_of
from companion.table import LogEntry
from companion.table.log import Scored
from companion.words import game_words
from ui.screen import theme
from ui.screen.offers import Offer
from ui.screen.pages.table.asking import choice_button, offer_button, offer_lines, touch_button
from ui.screen.pages.table.desk import Desk
from ui.screen.parts.blocks import Covered
from ui.screen.parts.keyboard import NumberPad
from ui.screen.parts.layout import Column, Grid, Row, Scroll, Stack, Text, beside
from ui.screen.parts.pads import AsidePad, CardPad, dice_pad
from ui.screen.parts.touch import Badge, Icon, IconButton, TextButton, Touchable, button_grid
from ui.screen.tutorial import Part

Close = Callable[[], None]
AT_ONCE = 15  # lines of a list


OwnPad = Callable[[Desk, Ask, Callable[[JSON], None], View], Widget | None]


def pad_for(
    desk: Desk,
    offer: Offer,
    own: OwnPad | None,
    view: View,
    contradicts: Callable[[Offer, int], None],
    tapped: int,
) -> Widget:
    """The pad that answers *offer*, under what is asked; games may have their *own* for cards.

    Any number can be entered: *contradicts* hears of one that cannot be as far as is known. *tapped*: the
    number of the die that it began with, if with one.
    """
    ask = offer.ask

    def counted(number: int) -> None:
        if ask.low <= number <= ask.high:
            entered(number)
        else:
            desk.close()
            contradicts(offer, number)

    def entered(value: JSON) -> None:
        desk.answer(ask, value, offer.seat, 0)

    pad: Widget
    if ask.kind is Kind.DICE:
        pad = dice_pad(desk.sizes, ask.dice, entered)
    elif ask.kind is Kind.CARD:
        pad = (own and own(desk, ask, entered, view)) or CardPad(desk.sizes, desk.say, ask, entered)
    elif ask.kind is Kind.NUMBER:
        pad = NumberPad(desk.sizes, desk.say, ask.low, ask.high, counted, anything=True)
    elif ask.lies:
        pad = AsidePad(desk.sizes, desk.say, ask, partial(choice_button, desk, offer), tapped)
    else:
        buttons = [choice_button(desk, offer, choice) for choice in ask.choices]
        pad = Scroll(desk.sizes, Stack(desk.sizes, button_grid(desk.sizes, buttons)))
    return desk.sheet(desk.words(ask.prompt), pad)


def by_touch(desk: Desk, offered: Sequence[Offer]) -> Widget:
    """All that eyes and buttons would tell, by finger."""
    grid = Stack(desk.sizes, *offer_lines(desk, offered))
    return desk.sheet(desk.say("table.by_touch"), Scroll(desk.sizes, grid))


def secret(desk: Desk, seat: str, notes: Sequence[str], offered: Sequence[Offer]) -> Widget:
    """What only *seat* may read, behind a cover."""
    sizes = desk.sizes
    lines: list[Widget] = [Text(note, sizes, "large") for note in notes]
    lines += [button_grid(sizes, [offer_button(desk, offer)]) for offer in offered]
    place = Covered(sizes, desk.say("table.uncover", seat=seat), Column(sizes, *lines))
    return desk.sheet(desk.say("table.only_for", seat=seat), place)


class Reading(Struct, frozen=True):
    """Another reading of a rule: the switch that chooses it, and what the rule says then."""

    switch: str
    value: Any
    rule: str
    text: str
    title: str


Try = Callable[[Reading], None]
LayOver = Callable[[Widget], None]


def rule_sheet(desk: Desk, rule: str, now: Sequence[Part], try_reading: Try, lay_over: LayOver) -> Widget:
    """Why: the rule as it is tonight, where it comes from, and how else it could be read: a touch tries that.

    Below it stands what can be done *now*.
    """
    sizes, language = desk.sizes, desk.say.language
    text, others = find_rule(desk.game, rule, desk.options), list[Widget]()
    if not rule:
        title, lines = desk.say("table.why"), list[str]()
    elif text is None:
        title, lines = desk.say("table.rule", rule=rule), [desk.say("table.rule_unknown")]
    else:
        title = f"{rule} · {text.title(language)}"
        lines = [text.text(language), text.label(game_words(desk.game), language)]
        if other := text.other(language):
            lines.append(desk.words(Say("rule.other", {"other": other})))
        others = list(_readings(desk, rule, try_reading, lay_over))
    what: list[Widget] = []
    if now:
        what.append(Text(desk.say("table.now"), sizes, "title", theme.ACCENT, grow=True))
        what += (_part(sizes, replace(part, because="")) for part in now)
    body = Stack(sizes, *(_said(desk, line) for line in lines), *what, *others, gap=1.6)
    return desk.sheet(title, Scroll(sizes, body))


def _said(desk: Desk, line: str) -> Widget:
    return Text(line, desk.sizes, "large", grow=True, valign="top")


def _readings(desk: Desk, rule: str, try_reading: Try, lay_over: LayOver) -> Iterator[Widget]:
    """How else *rule* could be read by a switch, each with what would have come out at a touch."""
    for switch in switches_of(desk.game, rule, desk.options):
        usual = getattr(desk.options, switch.name)
        for value in switch.choices:
            if value != usual:
                reading = _reading(desk, rule, switch, value)
                yield _said(desk, desk.words(Say("rule.other", {"other": reading.text})))
                words = desk.say("table.court")
                yield TextButton(desk.sizes, words, partial(try_reading, reading), icon="question")
        if switch.high is not None:
            what = desk.words(Say(f"option.{switch.name}"))
            words = desk.say("table.court_number", what=what, n=usual)
            pad = partial(_number_pad, desk, rule, switch, try_reading, lay_over)
            yield TextButton(desk.sizes, words, pad, icon="question")


def _reading(desk: Desk, rule: str, switch: Switch, value: Any) -> Reading:
    say, text = desk.say, read_with(desk.game, rule, desk.options, switch.name, value).text(desk.say.language)
    title = say("table.with_other_reading", rule=rule)
    if switch.high is not None:
        title = say("table.with_number", rule=rule, n=value, was=getattr(desk.options, switch.name))
    return Reading(switch.name, value, rule, text, title)


def _number_pad(desk: Desk, rule: str, switch: Switch, try_reading: Try, lay_over: LayOver) -> None:
    """Any number that the switch allows."""
    tried = lambda n: try_reading(_reading(desk, rule, switch, n))  # noqa: E731
    pad = NumberPad(desk.sizes, desk.say, switch.low or 0, switch.high or 0, tried)
    title = desk.words(Say(f"option.{switch.name}"))
    lay_over(desk.sheet(title, pad, lambda: desk.open_rule(rule)))


def court_sheet(desk: Desk, reading: Reading, came_out: Sequence[Say], play_so: Close | None) -> Widget:
    """What would have come out with another *reading*, and the way to play like that from now on."""
    lines = [_said(desk, reading.text), *(_said(desk, desk.words(says)) for says in came_out)]
    if play_so is not None:
        lines.append(TextButton(desk.sizes, desk.say("table.play_so"), play_so, icon="agree", look="main"))
    body = Scroll(desk.sizes, Stack(desk.sizes, *lines, gap=1.6))
    return desk.sheet(reading.title, body, lambda: desk.open_rule(reading.rule))


def contradiction(
    desk: Desk, offer: Offer, ways: Sequence[tuple[str, Close]], number: int, explained: bool
) -> Widget:
    """*number* cannot be as far as is known: the likeliest slips and what else can be done, a tap each."""
    ask, sizes = offer.ask, desk.sizes
    key = "table.contradicts" if ask.low < ask.high else "table.contradicts_one"
    words = desk.say(key, low=ask.low, high=ask.high)
    words += " " + desk.say("table.was_it" if explained else "table.no_slip")
    why = Text(words, sizes, "body", grow=True)
    high = sizes.high(theme.TOUCH)
    buttons = [touch_button(desk, said, _whenever(does), **high) for said, does in ways]
    title = desk.say("table.cannot_be", n=number)
    return desk.sheet(title, Scroll(sizes, Stack(sizes, why, *buttons)))


def log_sheet(desk: Desk, log: Sequence[LogEntry], back_to: Callable[[int], None]) -> Widget:
    """What has happened, *log* newest first; a tap goes back to just after it."""
    lines = [partial(_log_line, desk, entry, back_to) for entry in log]
    body = _listed(desk, lines, desk.say("table.log_empty"))
    return desk.sheet(desk.say("table.log_title"), body)


def points_sheet(desk: Desk, seat: str, score: int, scored: Sequence[Scored]) -> Widget:
    """Where the points of *seat* came from, *scored* newest first, each with its rule."""
    say = desk.say
    lines = [partial(_points_line, desk, each) for each in scored]
    body = _listed(desk, lines, say("table.no_points"))
    return desk.sheet(say("table.points_now", seat=seat, n=score), body)


def _listed(desk: Desk, lines: Sequence[Callable[[], Widget]], empty: str) -> Widget:
    """The first of many lines; a touch shows more of them: to draw hundreds at once would take too long."""
    sizes = desk.sizes
    if not lines:
        return Text(empty, sizes, "large", theme.MUTED)
    stack = Stack(sizes, *(line() for line in lines[:AT_ONCE]), gap=1.0)

    def show_more() -> None:
        stack.remove_widget(more)
        shown = len(stack.children)
        for line in lines[shown : shown + AT_ONCE]:
            stack.add_widget(line())
        if len(stack.children) < len(lines):
            stack.add_widget(more)

    more = TextButton(sizes, desk.say("table.more"), show_more, icon="next", look="quiet")
    if len(lines) > AT_ONCE:
        stack.add_widget(more)
    return Scroll(sizes, stack)


def _points_line(desk: Desk, scored: Scored) -> Widget:
    sizes, say = desk.sizes, desk.say
    colour, place = theme.GOOD if scored.change > 0 else theme.DANGER, sizes.wide(14)
    number = Text(f"{scored.change:+d}", sizes, "large", colour, align="right", bold=True, **place)
    words = Text(say.game(desk.game, scored.says), sizes, "body")
    line = Row(sizes, number, words, gap=2.0, **sizes.high(theme.TOUCH + 1))
    if scored.rule:
        line.add_widget(_why_button(desk, scored.rule))
    return line


def _why_button(desk: Desk, rule: str) -> Touchable:
    words = desk.say("table.why_rule", rule=rule)
    return IconButton(desk.sizes, "question", words, lambda: desk.open_rule(rule), pos_hint={"center_y": 0.5})


def _log_line(desk: Desk, entry: LogEntry, back_to: Callable[[int], None]) -> Widget:
    line = _log_entry(desk, entry, back_to)
    ruling = None if entry.secret else entry.ruling
    rules = [ruling.rule, *(note.rule for note in ruling.notes)] if ruling is not None else []
    rule = next((rule for rule in rules if rule), "")
    if not rule:
        return line
    why = _why_button(desk, rule)
    return Row(desk.sizes, line, why, gap=1.0, **desk.sizes.high(theme.TOUCH))


def _log_entry(desk: Desk, entry: LogEntry, back_to: Callable[[int], None]) -> Widget:
    sizes, words, high = desk.sizes, desk.words(entry.says), desk.sizes.high(theme.TOUCH)
    verdict = entry.ruling.verdict.value if entry.ruling else "accepted"
    icon = {"accepted": "check", "refused": "close", "unsure": "question"}[verdict]
    if entry.by in ("undo", "override", "correction"):
        icon = {"undo": "undo", "override": "agree", "correction": "pencil"}[entry.by]
    colour = theme.TEXT if entry.stands else theme.MUTED
    sign, faces = Icon(sizes, icon, theme.MUTED, side=4), desk.faces
    who = [Badge(faces[entry.seat], **sizes.wide(7))] if entry.seat in faces else []
    line = Row(sizes, sign, *who, Text(words, sizes, "body", colour), gap=1.4)
    if not entry.stands:
        return Row(sizes, line, **high, pad=1.0)
    return Touchable(sizes, lambda: back_to(entry.entry), line, **high, text=words)


def menu(desk: Desk, entries: Sequence[tuple[str, str, Close]]) -> Widget:
    """(icon, words, what it does): large enough to hit in passing."""
    sizes = desk.sizes
    buttons = [touch_button(desk, words, _whenever(does), icon=icon) for icon, words, does in entries]
    grid = Grid(sizes, *buttons, cols=1 if sizes.portrait else 2)
    return desk.sheet(desk.say("table.menu"), grid)


# --- what is new in a game, explained on a sheet over the table ---


def lesson_sheet(
    desk: Desk,
    title: str,
    steps: Sequence[Part],
    drawing: Widget,
    understood: Callable[[], None],
    enough: Callable[[], None],
) -> Widget:
    """The *steps* beside a *drawing*; below them "all right" and "no more explanations"."""
    sizes, say = desk.sizes, desk.say
    heading = Text(title, sizes, "title", theme.ACCENT, bold=True)
    head = Row(sizes, Icon(sizes, "question", theme.ACCENT, side=7), heading, **sizes.high(8))
    end = TextButton(sizes, say("tutorial.enough"), enough, look="quiet", size_hint_y=1, pad=0.8)
    on = TextButton(sizes, say("common.understood"), understood, icon="check", look="main", size_hint_y=1)
    answers = Row(sizes, end, on, **sizes.high(12))
    words = Scroll(sizes, Stack(sizes, *(_part(sizes, part) for part in steps), gap=2.4, pad=1.2))
    drawing.size_hint = (1, 0.8) if sizes.portrait else (0.8, 1)
    return Column(sizes, head, beside(sizes, drawing, words, gap=2.0), answers)


def _part(sizes: theme.Sizes, part: Part) -> Widget:
    because = f"{part.because} ({part.rule})" if part.because else ""
    texts: list[Widget] = [Text(part.prompt, sizes, "large", bold=True, grow=True)]
    if because:
        texts.append(Text(because, sizes, "body", grow=True))
    if part.how:
        texts.append(Text(part.how, sizes, "body", theme.ACCENT, grow=True))
    return Stack(sizes, *texts, gap=0.8)


def _whenever(do: Close) -> Callable[[int], None]:
    """For a button that does not care when it was touched."""
    return lambda _ns: do()
