"""What does not stand, or what the companion has to ask: one kind sentence, what to do now, and "Why?"."""

from collections.abc import Callable

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.asks import Choice
from companion.facts import Kind
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.cards import CardFace
from ui.screen.parts.dice import DieFace
from ui.screen.parts.layout import Column, Panel, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton
from ui.screen.sitting import Banner
from ui.screen.theme import Sizes

THING = 9  # millimetres: a die or a card that is to be laid


def banner_panel(
    sizes: Sizes,
    say: Speaker,
    game: AnyGame,
    banner: Banner,
    dismiss: Callable[[], None],
    why: Callable[[str], None],
    choose: Callable[[Choice], None],
) -> Widget:
    """The banner as it lies over the lower part of the page."""
    words = Text(say.game(game, banner.says), sizes, "large", theme.KIND_INK, theme.KIND)
    top = Row(sizes, *_signs(sizes, banner), words)
    buttons: list[Widget] = [
        TextButton(
            sizes,
            say.game(game, choice.says),
            lambda choice=choice: choose(choice),
            look="kind",
            size_hint_y=1,
        )
        for choice in banner.choices
    ]
    if banner.rule:
        text = say("table.why_rule", rule=banner.rule)
        buttons.append(
            TextButton(sizes, text, lambda: why(banner.rule), icon="question", look="kind", size_hint_y=1)
        )
    asks_between = bool(banner.choices) and banner.discrepancy is None
    key = "table.not_sure" if asks_between else "common.understood"
    buttons.append(TextButton(sizes, say(key), dismiss, icon="check", look="kind", size_hint_y=1))
    columns = min(len(buttons), 2 if sizes.portrait else 4)
    rows = -(-len(buttons) // columns)
    grid = GridLayout(cols=columns, spacing=sizes.mm(theme.GAP), size_hint_y=None)
    grid.height = sizes.mm(rows * theme.TOUCH + (rows - 1) * theme.GAP)
    for button in buttons:
        grid.add_widget(button)
    return Panel(sizes, Column(sizes, top, grid), ground=theme.KIND, edge=theme.ACCENT)


def _signs(sizes: Sizes, banner: Banner) -> list[Widget]:
    """What stands before the words: a picture of what to lay, or what kind of words they are."""
    if banner.discrepancy is None:
        return [Icon(sizes, "question" if banner.choices else "note", theme.KIND_INK, side=8)]
    face = DieFace if banner.discrepancy.kind is Kind.DICE else CardFace
    return [
        face(sort, name, size_hint_x=None, width=sizes.mm(THING)) for sort, name in banner.discrepancy.things
    ]
