"""What the bots at the table ask for: in words, with a button for the hand that has done it."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from companion.asks import Ask
from companion.bot_seat import Advice
from companion.cards import Cards
from companion.facts import JSON, Kind
from ui.screen import theme
from ui.screen.pages.table.desk import Desk
from ui.screen.parts.blocks import Covered
from ui.screen.parts.layout import Panel, Row, Stack
from ui.screen.parts.pads import CardPad, Pack
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton

MOST = 2  # bots that are shown at once

Done = Callable[[Advice], None]


def advice_region(desk: Desk, wishes: Sequence[Advice], done: Done, show_hand: Done) -> Widget | None:
    """A line for each bot that wants something."""
    if not wishes:
        return None
    sizes = desk.sizes
    lines = [_line(desk, advice, done, show_hand) for advice in wishes[:MOST]]
    return Stack(sizes, *lines, gap=1.0)


def _line(desk: Desk, advice: Advice, done: Done, show_hand: Done) -> Widget:
    sizes = desk.sizes
    row = Row(sizes, gap=1.2)
    if advice.seat in desk.faces:
        row.add_widget(Badge(desk.faces[advice.seat], **sizes.wide(8)))
    row.add_widget(Text(desk.words(advice.says), sizes, "body"))
    if advice.hand:
        row.add_widget(_button(desk, "bots.show", lambda: show_hand(advice)))
    elif advice.move is not None and not advice.call:
        row.add_widget(_button(desk, "bots.done", lambda: done(advice)))
    return Panel(sizes, row, edge=theme.ACCENT, pad=0.8, **sizes.high(13))


def _button(desk: Desk, key: str, touched: Callable[[], None]) -> Widget:
    return TextButton(desk.sizes, desk.say(key), touched, icon="check", look="main", **desk.sizes.wide(34))


def hand_pad(desk: Desk, advice: Advice, shown: Callable[[Cards], None]) -> Widget:
    """The cards of a bot, behind a cover, for the one who helps it; what was entered shows its back."""
    deck, many = desk.game.about.name, (advice.hand, advice.hand)
    ask = Ask(f"bot:{advice.seat}", Kind.CARD, (advice.seat,), advice.says, "", deck=deck, cards=many)

    def entered(value: JSON) -> None:
        desk.close()
        shown(tuple(value["cards"]))

    pad = CardPad(desk.sizes, desk.say, ask, entered, Pack(covered=True))
    words = desk.say("bots.only_you")
    return desk.sheet(desk.words(advice.says), Covered(desk.sizes, words, pad))
