"""What is waited for, in words, and everything that can be touched to tell it."""

from collections.abc import Callable, Mapping, Sequence

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from msgspec import Struct

from companion.asks import Ask, Choice, Say
from companion.facts import JSON, Kind
from companion.game import AnyGame
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.offers import Offer, Offers
from ui.screen.parts.face import Face
from ui.screen.parts.layout import Column, Panel, Row, Scroll
from ui.screen.parts.people import Badge
from ui.screen.parts.text import Text
from ui.screen.parts.touch import LOOKS, Icon, IconButton, Touchable
from ui.screen.theme import Sizes

INLINE = 8  # more choices than that get a sheet of their own
MORE = 2  # prompts below the first one
ICONS = {
    Kind.DICE: "dice",
    Kind.CARD: "cards",
    Kind.NUMBER: "number",
    Kind.CONFIRM: "check",
    Kind.CALL: "hand",
}

Answer = Callable[[Ask, JSON, str, int], None]  # ask, value, seat, how long the touch has waited


class Desk(Struct, frozen=True):
    """What the region needs to draw and to report."""

    sizes: Sizes
    say: Speaker
    game: AnyGame
    faces: Mapping[str, Face]
    answer: Answer
    open_pad: Callable[[Offer], None]
    open_by_touch: Callable[[], None]
    open_secret: Callable[[str], None]
    open_rule: Callable[[str], None]


# --- words ---


def prompts(say: Speaker, game: AnyGame, asks: Sequence[Ask]) -> list[str]:
    """What is waited for, each sentence once, the most important first; nothing secret."""
    told = [say.game(game, ask.prompt) for ask in asks if not ask.secret and ask.kind is not Kind.TIME]
    return list(dict.fromkeys(told))


def prompt_region(desk: Desk, asks: tuple[Ask, ...], phase: str) -> Widget:
    """Whose turn it is and what to do; the mark beside it opens the rule that asks."""
    sizes, told = desk.sizes, prompts(desk.say, desk.game, asks)
    first = next((ask for ask in asks if not ask.secret), None)
    row = Row(sizes, gap=1.4)
    if first is not None and len(first.seats) == 1 and first.seats[0] in desk.faces:
        row.add_widget(Badge(desk.faces[first.seats[0]], size_hint=(None, 1), width=sizes.mm(11)))
    words = Column(
        sizes, Text(told[0] if told else phase, sizes, "large", ground=theme.SURFACE, bold=True), gap=0.4
    )
    if len(told) > 1:
        rest = " ".join(told[1 : 1 + MORE])
        words.add_widget(Text(rest, sizes, "small", theme.MUTED, theme.SURFACE, size_hint_y=0.8))
    row.add_widget(words)
    if first is not None and first.rule:
        why = IconButton(
            sizes, "question", desk.say("table.why"), lambda: desk.open_rule(first.rule), look="quiet"
        )
        why.pos_hint = {"center_y": 0.5}
        row.add_widget(why)
    return Panel(sizes, row, pad=1.4)


# --- things to touch ---


class Touchables(Struct, frozen=True):
    """The value of the region below."""

    offers: Offers
    private: tuple[str, ...] = ()  # seats that have something of their own to read


def offers_region(desk: Desk, shown: Touchables, most_rows: int) -> Widget:
    """Everything to touch at once, in a grid; more than *most_rows* scroll."""
    offers = shown.offers
    buttons = _inline_choices(desk, offers.now)
    if not buttons:
        alone = len(offers.now) == 1
        buttons = [button for offer in offers.now for button in offer_buttons(desk, offer, alone)]
    for seat in sorted({offer.seat for offer in offers.secret} | set(shown.private)):
        buttons.append(_secret_button(desk, seat))
    if offers.by_touch:
        buttons.append(
            touch_button(
                desk, desk.say("table.by_touch"), "hand", (), lambda _ns: desk.open_by_touch(), "quiet"
            )
        )
    return button_grid(desk.sizes, buttons, most_rows)


def button_grid(sizes: Sizes, buttons: Sequence[Touchable], most_rows: int) -> Widget:
    """*buttons* in as few rows as they need; the last row is filled."""
    columns = grid_columns(len(buttons), sizes.portrait)
    grid = GridLayout(cols=columns, spacing=sizes.mm(theme.GAP), size_hint_y=None)
    rows = -(-len(buttons) // columns) if buttons else 0
    grid.height = grid_height(sizes, rows)
    for button in buttons:
        grid.add_widget(button)
    if rows <= most_rows:
        return grid
    scroll = Scroll(sizes, grid, size_hint_y=None)
    scroll.height = grid_height(sizes, most_rows) + sizes.mm(theme.TOUCH * 0.4)
    return scroll


def grid_columns(count: int, portrait: bool) -> int:
    most = 2 if portrait else 4
    if count <= most:
        return max(1, count)
    return 3 if not portrait and count in (5, 6, 9) else most


def grid_height(sizes: Sizes, rows: int) -> float:
    return sizes.mm(rows * theme.TOUCH + max(0, rows - 1) * theme.GAP)


def _inline_choices(desk: Desk, offered: Sequence[Offer]) -> list[Touchable]:
    """A single question is answered at once, without a sheet in between."""
    if len(offered) != 1 or offered[0].ask.kind is not Kind.CHOICE or len(offered[0].ask.choices) > INLINE:
        return []
    return [_choice_button(desk, offered[0], choice) for choice in offered[0].ask.choices]


def _choice_button(desk: Desk, offer: Offer, choice: Choice) -> Touchable:
    return touch_button(
        desk,
        desk.say.game(desk.game, choice.says),
        "",
        (choice.seat,) if choice.seat else (),
        lambda ns: desk.answer(offer.ask, choice.value, offer.seat, ns),
    )


def offer_buttons(desk: Desk, offer: Offer, alone: bool = False) -> list[Touchable]:
    """The buttons for one offer. What takes more than a touch opens a pad."""
    ask, seats = offer.ask, (offer.seat,) if offer.seat else ()
    words, icon, look = offer_words(desk.say, desk.game, offer), ICONS.get(ask.kind, "note"), "plain"
    if ask.kind is Kind.CONFIRM:
        touched = lambda ns: desk.answer(ask, True, offer.seat, ns)  # noqa: E731
        return [touch_button(desk, words, icon, seats, touched, "main" if alone else look)]
    if ask.kind is Kind.CALL:
        touched = lambda ns: desk.answer(ask, ask.call, offer.seat, ns)  # noqa: E731
        return [touch_button(desk, words, icon, seats, touched, look, when="down")]
    if ask.kind is Kind.CHOICE and len(ask.choices) == 1:
        return [_choice_button(desk, offer, ask.choices[0])]
    return [
        touch_button(desk, words, icon, seats, lambda _ns: desk.open_pad(offer), "main" if alone else look)
    ]


def offer_words(say: Speaker, game: AnyGame, offer: Offer) -> str:
    """What stands on the button: the game's own word for it if it has one, else what kind of thing it is."""
    ask = offer.ask
    name = ask.id.partition(":")[0]
    for key in (f"touch.{name}", f"call.{ask.call}" if ask.call else ""):
        if key and say.knows(game, key):
            return say.game(game, Say(key, {"seat": offer.seat}))
    if ask.kind in (Kind.CHOICE, Kind.CALL, Kind.NUMBER):
        return say.game(game, ask.prompt)
    return say(f"table.touch_{ask.kind.value}")


def touch_button(
    desk: Desk,
    words: str,
    icon: str,
    seats: Sequence[str],
    touched: Callable[[int], None],
    look: str = "plain",
    when: str = "up",
) -> Touchable:
    """A button with the badge of the seat that it is for, or a picture; *touched* is told how long it has waited."""
    sizes = desk.sizes
    things: list[Widget] = [
        Badge(desk.faces[seat], size_hint=(None, 1), width=sizes.mm(7.5))
        for seat in seats
        if seat in desk.faces
    ]
    ground, _pressed, colour = LOOKS[look]
    if not things and icon:
        things.append(Icon(sizes, icon, colour, side=5))
    things.append(Text(words, sizes, "body", colour, ground, bold=look == "main"))
    button = Touchable(sizes, lambda: touched(button.waited_ns), *things, look=look, when=when)
    button.text = " ".join([*seats, words])
    return button


def _secret_button(desk: Desk, seat: str) -> Touchable:
    words = desk.say("table.only_for", seat=seat)
    return touch_button(desk, words, "blind", (seat,), lambda _ns: desk.open_secret(seat), "quiet")
