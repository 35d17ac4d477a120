"""What does not stand, or what the companion has to ask: one kind sentence, what to do now, and "Why?"."""

from collections.abc import Callable

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.asks import Choice
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.parts.layout import Column, Panel, Row
from ui.screen.parts.text import Text
from ui.screen.parts.touch import Icon, TextButton
from ui.screen.sitting import Banner
from ui.screen.theme import Sizes


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
    top = Row(sizes, Icon(sizes, "question" if banner.choices else "note", theme.KIND_INK, side=8), words)
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
    key = "table.not_sure" if banner.choices else "common.understood"
    buttons.append(TextButton(sizes, say(key), dismiss, icon="check", look="kind", size_hint_y=1))
    columns = min(len(buttons), 2 if sizes.portrait else 4)
    rows = -(-len(buttons) // columns)
    grid = GridLayout(cols=columns, spacing=sizes.mm(theme.GAP), size_hint_y=None)
    grid.height = sizes.mm(rows * theme.TOUCH + (rows - 1) * theme.GAP)
    for button in buttons:
        grid.add_widget(button)
    return Panel(sizes, Column(sizes, top, grid), ground=theme.KIND, edge=theme.ACCENT)
